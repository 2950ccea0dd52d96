import { describe, expect, jest, test } from '@jest/globals'
import { UPSERT_PATH, type AnswerOptions } from '../../service/service.ts'
import { git } from '../../testing/git.ts'
import { expectGreen, expectRed, Project, type Changes, type RunOptions } from '../../testing/project.ts'
import {
  DISK,
  HANDBOOK,
  OTHER,
  deliveredHandbook,
  disk,
  note,
  other,
  pathOf,
  runbook,
  testOnHandbook
} from '../support/handbook.ts'
import { outcomesOf, reportOf, reported, sentNames } from '../support/report.ts'

/**
 * Histories in which a run once ended green with a wrong knowledge base, or lost the text of a person: through the process,
 * with real Git, and a GitHub that forbids everything but what `contents: read` allows.
 * `__tests__/sync/histories.test.ts` has more of them.
 */

// They run several at a time.
jest.setTimeout(120_000)

const WORKFLOW = '.github/workflows/runbooks.yml'
const THIRD = 'docs/runbooks/third.md'
/** A run that gives up soon. */
const SHORT = { inputs: { 'confirm-within': '1' } }
const titles = (count: number): string[] => Array.from({ length: count }, (_, at) => `Runbook ${at}`)
const runbooksOf = (names: readonly string[], text?: string): Changes =>
  Object.fromEntries(names.map((name) => [pathOf(name), runbook(name, text)]))

describe('the next push of another file heals what happened to a runbook:', () => {
  interface Case {
    readonly what: string
    /** What the branch has beside the handbook. */
    readonly files?: Changes
    readonly happen: (project: Project) => unknown
    /** Of the push of another file. */
    readonly run?: RunOptions
    /** Paths of what it delivers beside the other file. */
    readonly healed?: readonly string[]
  }
  const twoChanges = { [DISK]: disk('Second.'), [THIRD]: runbook('Third', 'Second.') }
  const cases: readonly Case[] = [
    {
      what: 'a run was killed at its first upsert',
      happen: async (project) => {
        const held = await project.hold(twoChanges)
        held.signal('SIGKILL')
        expect((await held.result).signal).toBe('SIGKILL')
        await held.release()
      },
      healed: [THIRD]
    },
    {
      what: 'a run was cancelled at its first upsert',
      happen: async (project) => {
        const held = await project.hold(twoChanges)
        held.signal('SIGINT')
        expectRed(await held.result)
        await held.release()
      },
      healed: [THIRD]
    },
    {
      what: 'an input was changed',
      files: { [DISK]: disk('See [other](other.md).') },
      happen: () => undefined,
      run: { inputs: { links: 'keep' } }
    },
    {
      what: 'another release of this Action sent it',
      happen: (project) => {
        // The version is not part of the seal.
        project.edit('Disk full', (content) => content.replace(/^Version \w{12}/, 'Version 0123456789ab'))
      }
    }
  ]
  test.concurrent.each(cases)('$what', async ({ files = {}, happen, run = {}, healed = [DISK] }) => {
    await using project = await Project.delivered({ ...HANDBOOK, ...files })
    await happen(project)
    const job = await project.push({ [OTHER]: other('More text.') }, run)
    await project.expectEqual(job)
    expect(outcomesOf(job)).toEqual([...healed, OTHER].sort().map((path) => `upserted ${path}`))
    expect(job.outputs).toMatchObject({ overwritten: '', edits: '0' })
  })
})

describe('texts of people stay', () => {
  interface Case {
    readonly what: string
    readonly answers?: AnswerOptions
    /** What the branch has beside the handbook. */
    readonly files?: Changes
    /** Names of entries with an edit. */
    readonly edited: readonly string[]
    readonly happen?: (project: Project) => unknown
  }
  const PLACEHOLDER = { [DISK]: disk('Restart <name>.'), [OTHER]: other('Call <name>.') }
  const cases: readonly Case[] = [
    {
      what: 'in a pilot of two, both of them altered and edited',
      answers: { stored: ['no_tags'] },
      files: PLACEHOLDER,
      edited: ['Disk full', 'Other']
    },
    {
      what: 'beside 15 copies that somebody pasted',
      edited: ['Disk full'],
      happen: (project) => {
        const content = project.entries().get('Other') ?? ''
        for (const name of titles(15)) project.paste(name, content)
      }
    },
    {
      what: 'that are seven recent ones on a page of ten',
      answers: { order: 'latest', page_size_max: 10 },
      files: runbooksOf(titles(20)),
      edited: ['Disk full', ...titles(6)]
    }
  ]
  test.concurrent.each(cases)('$what', async ({ answers = {}, files = {}, edited, happen }) => {
    await using project = await Project.create()
    project.service.answers.set(answers)
    expectGreen(await project.push({ ...HANDBOOK, ...files }))
    const texts = edited.map((name) => project.edit(name, note))
    await happen?.(project)
    const job = await project.push({ [DISK]: disk('Second.'), 'README.md': 'Handbook.\n' })
    expectRed(job)
    expect(edited.map((name) => project.entries().get(name))).toEqual(texts)
    expect(sentNames(project)).toEqual([])
    expect(reported(job, DISK).outcome).toBe('refused')
  })
})

describe('red, nothing is sent, and the next day everything is delivered:', () => {
  interface Case {
    readonly what: string
    readonly breakIt: (project: Project) => void
  }
  const cases: readonly Case[] = [
    {
      what: 'a gateway answers 200 to everything',
      breakIt: ({ service }) => {
        service.faults.set([{ status: 200, body: '{"message":"maintenance"}' }])
      }
    },
    {
      what: 'GitHub does not tell the head of the branch',
      breakIt: ({ github }) => {
        github.setFaults({ route: 'tip', fault: 'forbidden' })
      }
    }
  ]
  test.concurrent.each(cases)('$what', async ({ breakIt }) => {
    await using project = await deliveredHandbook()
    const edited = project.edit('Other', note)
    breakIt(project)
    expectRed(await project.push({ [DISK]: disk('Second.'), [OTHER]: other('More text.') }))
    expect(sentNames(project)).toEqual([])

    project.service.faults.set([])
    project.github.setFaults()
    const job = await project.push({ 'README.md': 'Handbook.\n' })
    expectGreen(job)
    expect(outcomesOf(job)).toEqual([`refused ${OTHER}, waiting`, `upserted ${DISK}`])
    expect(project.entries().get('Other')).toBe(edited)
  })
})

describe('what is sent, and not stored, is red until it is there:', () => {
  const cases: readonly { readonly what: string; readonly answers: AnswerOptions }[] = [
    { what: '202 for what is never stored', answers: { store: 'none', upsert: 'accepted' } },
    { what: 'a list that stays behind', answers: { lag: 'never' } }
  ]
  test.concurrent.each(cases)('$what', async ({ answers }) => {
    await using project = await deliveredHandbook()
    project.service.answers.set(answers)
    for (const changes of [{ [DISK]: disk('Second.') }, { 'README.md': 'Handbook.\n' }]) {
      const job = await project.push(changes, SHORT)
      expectRed(job)
      expect(outcomesOf(job)).toEqual([`failed ${DISK}`])
      expect(job.outputs).toMatchObject({ upserted: '0', failed: '1' })
    }
    project.service.answers.set({})
    await project.expectEqual(await project.push({ 'README.md': 'Our handbook.\n' }))
  })
})

describe('repositories', () => {
  testOnHandbook('that are renamed keep their entries', async (project) => {
    project.rename('harbour/runbooks')
    await project.expectEqual(await project.push({ 'README.md': 'Handbook.\n' }))
    expect(project.entries().get('Disk full')).toContain('/harbour/runbooks/blob/main/')
    await project.expectEqual(await project.dispatch())
    expect(sentNames(project)).toEqual([])
  })

  testOnHandbook('that are forks do not send each other’s entries', async (project) => {
    await using fork = await Project.create({ repository: { name: 'robin/handbook' } })
    const inputs = { 'base-url': project.service.url, token: project.token }
    const before = project.entries()
    for (let run = 1; run <= 2; run++) {
      const job = await fork.push({ ...HANDBOOK, 'README.md': `Version ${run}.\n` }, { inputs })
      if (run === 1) expectRed(job)
      expect(outcomesOf(job).map((outcome) => outcome.replace(', waiting', ''))).toEqual([
        `refused ${DISK}`,
        `refused ${OTHER}`
      ])
      await project.expectEqual(await project.push({ 'README.md': `Version ${run}.\n` }))
    }
    expect(project.entries()).toEqual(before)
  })
})

describe('the head of the branch', () => {
  testOnHandbook('is what an old run delivers that is repeated', async (project) => {
    const first = await project.start({ event: await project.pushed() })
    await first.result
    await project.deliver({ [DISK]: disk('Second.') })
    await project.pushInVain({ [OTHER]: other('More text.') })
    await project.expectEqual(await project.run({ run: first.run }))
  })

  testOnHandbook('has another workflow than an old run: red, and nothing is sent', async (project) => {
    const { event } = project
    await project.commit({ [WORKFLOW]: 'on: [push, workflow_dispatch]\n', [DISK]: disk('Second.') })
    const job = await project.run({ event })
    expectRed(job)
    expect(reportOf(job).failure).toMatchObject({
      kind: 'branch-moved',
      message: expect.stringMatching(/^The inputs of this run are old: \.github\/workflows\/runbooks\.yml has changed/),
      hint: expect.stringMatching(/^Start a new run/)
    })
    expect(project.received(UPSERT_PATH)).toEqual([])
    await project.expectEqual(await project.push())
  })

  testOnHandbook('moves while a run delivers: the run delivers that, too', async (project) => {
    const held = await project.hold({ [DISK]: disk('Second.') })
    await project.commit({ [OTHER]: other('More text.') })
    await held.release()
    const job = await held.result
    await project.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    expect(reportOf(job).head).toBe(project.head)
  })

  testOnHandbook('was forced back, and the server has forgotten what was there', async (project) => {
    const { head } = project
    await project.deliver({ [DISK]: disk('Second.') })
    await project.reset(head)
    await project.commit({ [OTHER]: other('More text.') })
    await project.repository.prune()
    const job = await project.push()
    await project.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  })

  testOnHandbook('is no tag: `mode: sync` delivers its commit, and the next push the branch', async (project) => {
    await git(project.repository.folder, ['tag', '--annotate', '--message=Release', 'v1', project.head])
    const { event } = project
    await project.deliver({ [DISK]: disk('Second.') })
    const ref = 'refs/tags/v1'
    const tag = { ...event, ref, payload: { ...event.payload, ref } }
    expectGreen(await project.run({ event: tag, inputs: { mode: 'sync' } }))
    expect(project.texts()['Disk full']).toBe(disk('First.'))
    await project.expectEqual(await project.push({ 'README.md': 'Handbook.\n' }))
  })
})

testOnHandbook(
  '`contents: read` is enough: a push asks GitHub twice for the head, and fetches twice',
  async (project) => {
    const { github } = project
    const { length } = github.requests
    await project.deliver({ [DISK]: disk('Second.') })
    const asked = github.requests.slice(length)
    expect(asked.filter(({ route }) => route !== 'git').map(({ route, status }) => `${route} ${status}`)).toEqual([
      'tip 200',
      'tip 200'
    ])
    expect(asked.filter(({ url }) => url.includes('/info/refs')).length).toBeLessThanOrEqual(2)
  }
)
