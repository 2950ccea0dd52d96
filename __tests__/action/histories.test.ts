import { describe, expect, jest, test } from '@jest/globals'
import { BROKEN } from '../../service/kinds.ts'
import { LIST_PATH, UPSERT_PATH, type AnswerOptions } from '../../service/service.ts'
import { git } from '../../testing/git.ts'
import { REPOSITORY_ID } from '../../testing/github/events.ts'
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
const WRONG_TOKEN = { inputs: { token: 'oap_wrong' } }
const titles = (count: number): string[] => Array.from({ length: count }, (_, at) => `Runbook ${at}`)
const runbooksOf = (names: readonly string[], text?: string): Changes =>
  Object.fromEntries(names.map((name) => [pathOf(name), runbook(name, text)]))

describe('the next push of another file heals what happened to a runbook:', () => {
  interface Case {
    readonly what: string
    /** What the branch has beside the handbook. */
    readonly files?: Changes
    readonly happen: (project: Project) => Promise<unknown> | unknown
    /** Of the push of another file. */
    readonly run?: RunOptions
    /** Paths of what it delivers beside the other file. */
    readonly healed?: readonly string[]
  }
  const twoChanges = { [DISK]: disk('Second.'), [THIRD]: runbook('Third', 'Second.') }
  const cases: readonly Case[] = [
    {
      what: 'somebody deleted its entry',
      happen: (project) => {
        project.delete('Disk full')
      }
    },
    {
      what: 'its entry was restored from a backup',
      happen: async (project) => {
        const backup = project.entries().get('Disk full') ?? ''
        await project.deliver({ [DISK]: disk('Second.') })
        project.paste('Disk full', backup)
      }
    },
    {
      what: 'a run failed',
      happen: async (project) => {
        expectRed(await project.push({ [DISK]: disk('Second.') }, WRONG_TOKEN))
      }
    },
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
        await held.release()
        expectRed(await held.result)
      },
      healed: [THIRD]
    },
    {
      what: 'a run was skipped',
      happen: async (project) => project.pushInVain({ [DISK]: disk('Second.') })
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
    readonly edit?: (content: string) => string
    readonly happen?: (project: Project) => Promise<unknown> | unknown
  }
  const PLACEHOLDER = { [DISK]: disk('Restart <name>.'), [OTHER]: other('Call <name>.') }
  const cases: readonly Case[] = [
    {
      what: 'beside one altered text',
      answers: { stored: ['no_tags'], only: { name: 'Other' } },
      files: PLACEHOLDER,
      edited: ['Disk full']
    },
    {
      what: 'in the altered text',
      answers: { stored: ['no_tags'], only: { name: 'Disk full' } },
      files: PLACEHOLDER,
      edited: ['Disk full']
    },
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
    },
    {
      what: 'on the source line',
      edited: ['Disk full'],
      edit: (content) => content.replace('\n', ' (see also Other)\n')
    },
    {
      what: 'that were written by hand and speak of a version',
      edited: ['Disk full'],
      edit: () => '# Disk full\n\nOf version 3f9c2b7a1d4e.\n'
    },
    {
      what: 'although the list of one day was broken',
      edited: ['Disk full'],
      happen: async ({ service, run }) => {
        service.faults.set([{ path: LIST_PATH, status: 404 }])
        void run
      }
    }
  ]
  test.concurrent.each(cases)('$what', async ({ answers = {}, files = {}, edited, edit = note, happen }) => {
    await using project = await Project.create()
    project.service.answers.set(answers)
    expectGreen(await project.push({ ...HANDBOOK, ...files }))
    const texts = edited.map((name) => project.edit(name, edit))
    await happen?.(project)
    const job = await project.push({ [DISK]: disk('Second.'), 'README.md': 'Handbook.\n' })
    expectRed(job)
    expect(edited.map((name) => project.entries().get(name))).toEqual(texts)
    expect(sentNames(project)).toEqual([])
    expect(reported(job, DISK).outcome).toBe('refused')
  })
})
