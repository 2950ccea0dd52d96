import { describe, expect, jest, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '../../src/secret.ts'
import { sourceOf } from '../../service/provenance.ts'
import { LIST_PATH } from '../../service/service.ts'
import { pullRequestEvent } from '../../testing/github/events.ts'
import { expectRed, type Project, type RunOptions } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredProject, DISK, OTHER, disk, other, testOnProject } from './delivered-project.ts'
import { outcomesOf, reportOf, reported, sentNames } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// What becomes of a text that somebody wrote, and of entries without a runbook: on the runner, in log, summary, report and
// outputs. `__tests__/sync/decide.test.ts` has the table that decides.

// They run several at a time.
jest.setTimeout(120_000)

const NIGHT = 'Written at night.\r\nCall Sam <b>&amp;</b>.'
const REPLACE = { inputs: { 'on-conflict': 'replace' } }

/** A person adds lines to an entry. @returns its content. */
function edit(project: Project, name = 'Disk full', lines = NIGHT): string {
  return project.edit(name, (content) => `${content}\n${lines}\n`)
}

/** A folder for temporary files of one run, to be looked at after it. */
async function temporaryFolder({ folder }: Project): Promise<string> {
  return mkdtemp(join(folder, 'temp-'))
}

function expectPrivate({ token }: Project, job: JobResult): JobResult {
  expectSafe(job, token)
  // Texts never appear in the log, not even in that of a private repository.
  expect(job.stdout).not.toMatch(/Written at night|Line \d/)
  return job
}

describe('an entry', () => {
  testOnProject('says where it comes from, and whether somebody edited it since', async (project) => {
    const path = 'docs/runbooks/größer als [1]/a_b.md'
    await project.deliver({ [path]: '# Full\n\nText.\n' })
    const content = project.entries().get('Full') ?? ''
    const source = sourceOf({ name: 'Full', content })
    expect(source).toMatchObject({ provenance: 'repository', path })
    const url = `${project.github.repositoryUrl}/blob/main/${encodeURI(path)}`.replace('[1]', '%5B1%5D')
    expect(new URL(source.url ?? '').href).toBe(new URL(url).href)
    expect(sourceOf({ name: 'Full', content: edit(project, 'Full') })).toMatchObject({ provenance: 'edited', path })
  })

  testOnProject('whose edit comes home: kept, then a conflict, then a part of the file', async (project) => {
    const steps = (first: string, last = ''): string => disk(`${first}\n\nSecond step.\n\nThird step.${last}`)
    await project.deliver({ [DISK]: steps('First step.') })
    const content = edit(project)
    const kept = expectPrivate(project, await project.dispatch())
    expect([kept.exitCode, outcomesOf(kept)]).toEqual([0, [`kept ${DISK}`]])
    expect(kept.outputs).toMatchObject({ edits: '1', overwritten: '' })
    expect(kept.summary).toMatch(/^## .*1 entry was edited in the assistant/)
    expect(kept.annotations).toMatchObject([{ level: 'warning', file: DISK }])

    const changes = { [DISK]: steps('Another first step.'), [OTHER]: other('More text.') }
    const refused = expectPrivate(project, await project.push(changes))
    expect([refused.exitCode, outcomesOf(refused)]).toEqual([1, [`refused ${DISK}`, `upserted ${OTHER}`]])
    expect(reported(refused, DISK)).toMatchObject({
      reason: expect.stringMatching(/^Somebody edited the entry “Disk full” in the assistant/),
      hint: expect.stringMatching(/To keep the text, .*`runbook-sync pull`.* To discard it, .*`on-conflict: replace`/)
    })
    expect(refused.outputs).toMatchObject({ failed: '1', edits: '1', overwritten: '' })
    expect(refused.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: DISK }))
    expect(project.entries().get('Disk full')).toBe(content)

    // A conflict makes no later push red, and is not forgotten.
    const next = await project.push({ [OTHER]: other('Even more text.') })
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, [`refused ${DISK}, waiting`, `upserted ${OTHER}`]])
    expect(next.log).toContain('Also waiting on the branch, and not changed here: 1 refused.')

    // The edit, beside the other change of the file.
    const home = await project.push({ [DISK]: steps('Another first step.', `\n\n${NIGHT.replace('\r', '')}`) })
    await project.expectEqual(home)
    expect(home.outputs).toMatchObject({ upserted: '1', edits: '0' })
  })

  testOnProject('that is replaced: its text is saved before, and named everywhere', async (project) => {
    const RUNNER_TEMP = await temporaryFolder(project)
    const savedBefore: string[] = []
    project.onRequest = ({ kind }) => {
      if (kind === 'list') return
      const files = readdirSync(RUNNER_TEMP, { recursive: true, withFileTypes: true })
      const [file] = files.filter(({ name }) => name === 'disk.md')
      savedBefore.push(file === undefined ? 'nothing' : readFileSync(join(file.parentPath, file.name), 'utf8'))
    }
    const content = edit(project)
    const step = { ...REPLACE, env: { RUNNER_TEMP } }
    const job = expectPrivate(project, await project.push({ [DISK]: disk('Second.') }, step))
    await project.expectEqual(job)
    const [header = '', ...text] = (savedBefore[0] ?? '').split('\n')
    expect([savedBefore.length, text.join('\n')]).toEqual([1, content])
    expect(header).toMatch(
      /^<!-- The entry "Disk full" before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, \d{4}-\d\d-\d\dT[\d:.]+Z -->$/
    )
    const file = join(job.outputs['overwritten'] ?? '', DISK)
    expect(await readFile(file, 'utf8')).toBe(savedBefore[0])
    expect(job.annotations).toMatchObject([{ level: 'warning', file: DISK, message: expect.stringContaining(file) }])
    expect(job.summary).toMatch(/^## .*1 text of the assistant saved and replaced/)
    expect(reportOf(job).saved).toEqual([{ path: DISK, name: 'Disk full', file }])
  })

  testOnProject('with the token in it: redacted in the file', async (project) => {
    const { token } = project
    edit(project, 'Disk full', `token: ${token}, ${Buffer.from(token).toString('base64')}`)
    const RUNNER_TEMP = await temporaryFolder(project)
    const job = await project.push({ [DISK]: disk('Second.') }, { ...REPLACE, env: { RUNNER_TEMP } })
    await project.expectEqual(job)
    expect(job.overwritten.size).toBe(1)
    const [saved = ''] = job.overwritten.values()
    expect(saved).toMatch(/token: \*\*\*, \S{0,2}\*\*\*\S{0,4}$/m)
    for (const form of new Secret(token).forms()) expect(saved).not.toContain(form)
  })

  test.concurrent.each<[string, NodeJS.Signals]>([
    ['cancelled', 'SIGINT'],
    ['killed', 'SIGKILL']
  ])('that a run replaces which is %s: the text is saved, and the folder named', async (_, signal) => {
    await using project = await deliveredProject()
    const RUNNER_TEMP = await temporaryFolder(project)
    const content = edit(project)
    const held = await project.hold({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP }, ...REPLACE })
    held.signal(signal)
    const job = await held.result
    expect(await readFile(join(job.outputs['overwritten'] ?? '', DISK), 'utf8')).toContain(content)
    await held.release()
  })
})

describe('if texts are shown', () => {
  test.concurrent('a plan of a pull request has 20 differences in 60 lines, in which nothing is markup', async () => {
    await using project = await deliveredProject()
    const { repository } = project
    const hostile = '~~~\n\n</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
    const long = `${hostile}${Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n')}\n`
    const many = Array.from({ length: 25 }, (_, at) => `some ${at}`)
    const base = project.head
    const proposed = {
      ...{ [DISK]: disk('Proposed.'), [OTHER]: other('Text.') },
      ...Object.fromEntries(many.map((name) => [`docs/runbooks/${name}.md`, `# ${name}\n\n~~~\n\nNew.\n`]))
    }
    const head = await repository.commit(proposed, { branch: 'clarify', parents: [base] })
    const merge = await repository.commit(proposed, { branch: null, parents: [base, head] })
    edit(project)
    for (const name of many) project.paste(name, long)
    const event = pullRequestEvent({ repository: repository.name, number: 7, base, head, merge })
    const RUNNER_TEMP = await temporaryFolder(project)
    const job = expectPrivate(project, await project.run({ ...REPLACE, event, env: { RUNNER_TEMP } }))

    expect(new Set(project.received().map(({ path }) => path))).toEqual(new Set([LIST_PATH]))
    expect([job.overwritten.size, job.outputs['overwritten']]).toEqual([0, ''])
    expect(readdirSync(RUNNER_TEMP, { recursive: true }).filter((path) => path.includes('disk.md'))).toEqual([])
    expect(reported(job, DISK)).toMatchObject({ outcome: 'planned', reason: 'Replaces a text of the assistant.' })
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('A sync replaces it.') })
    )
    expect(job.summary).toMatch(/^-Written at night\./m)
    expect(job.summary).toMatch(/^\+Proposed\./m)
    const sections = job.summary.split(/^<details>\n<summary>/m).filter((section) => section.includes('\n~~~'))
    expect(sections).toHaveLength(20)
    for (const section of sections.filter((each) => each.includes(': some '))) {
      const [, fence = '', code = ''] = /^(~~~+)diff\n([^]*?)\n\1$/m.exec(section) ?? []
      expect(code.split('\n').slice(2)).toHaveLength(60)
      expect(code.split('\n').filter((line) => !/^(?:[-+ ]|@@ )/.test(line))).toEqual([
        expect.stringMatching(/^\(\d+ more lines\)$/)
      ])
      // What closes the block is longer than what the text has.
      expect(fence.length).toBeGreaterThan(3)
    }
    expect(job.summary).not.toMatch(/\r|\u202e/)
  })

  test.concurrent.each<{ what: string; isPrivate: unknown; step: RunOptions; exitCode: number }>([
    { what: 'a push that replaces the edit', isPrivate: false, step: REPLACE, exitCode: 0 },
    { what: 'a push that refuses to', isPrivate: false, step: {}, exitCode: 1 },
    {
      what: 'a plan whose event says it in another type',
      isPrivate: 'true',
      step: { inputs: { mode: 'plan' } },
      exitCode: 1
    }
  ])(
    '$what, of a repository that is not called private, publishes names only',
    async ({ isPrivate, step, exitCode }) => {
      await using project = await deliveredProject()
      edit(project)
      await project.commit({ [DISK]: disk('Second.') })
      const event = await project.pushed()
      const repository = { ...(event.payload['repository'] as object), private: isPrivate }
      const publicEvent = { ...event, payload: { ...event.payload, repository } }
      const job = expectPrivate(project, await project.run({ ...step, event: publicEvent }))
      expect(job.exitCode).toBe(exitCode)
      for (const text of [job.stdout, job.log, job.summary, JSON.stringify([job.report, job.annotations])]) {
        expect(text).toContain('Disk full')
        expect(text).not.toMatch(/Written at night|Call Sam/)
      }
    }
  )
})

describe('no text is replaced without a word if the list', () => {
  testOnProject(
    'has another order on each page: a push of one of 250 runbooks sends this one alone',
    async (project) => {
      const many = Array.from({ length: 250 }, (_, at) => `Many ${at}`)
      const path = (name: string): string => `docs/runbooks/${name}.md`
      await project.deliver(Object.fromEntries(many.map((name) => [path(name), `# ${name}\n\nText.\n`])))
      const edits = new Map<string, string>()
      for (const name of many.filter((_, at) => at % 17 === 0)) edits.set(name, edit(project, name))
      project.service.answers.set({ order: 'changing' })
      const job = await project.push({ [path('Many 1')]: '# Many 1\n\nMore text.\n' })
      expect({ exitCode: job.exitCode, sent: sentNames(project) }).toEqual({ exitCode: 0, sent: ['Many 1'] })
      for (const [name, content] of edits) expect(project.entries().get(name)).toBe(content)
    }
  )

  testOnProject('has an untitled draft: the edit beside it is seen', async (project) => {
    const content = edit(project)
    const entries = project.service.entries().map(({ id, name, content }) => ({ id, name, content }))
    const body = JSON.stringify({ items: [{ id: 99, name: null, content: '', status: 'draft' }, ...entries] })
    project.service.faults.set([{ path: LIST_PATH, page: 1, status: 200, body }])
    const job = await project.push({ [DISK]: disk('Second.') })
    expect([job.exitCode, outcomesOf(job)]).toEqual([1, [`refused ${DISK}`]])
    expect(project.entries().get('Disk full')).toBe(content)
  })
})

testOnProject('an entry without a runbook is named by each run, and retired if that is asked for', async (project) => {
  const removed = await project.push({ [DISK]: null })
  expect([removed.exitCode, outcomesOf(removed)]).toEqual([0, [`orphaned ${DISK}`]])
  expect(removed.outputs).toMatchObject({ orphaned: '1' })
  expect(outcomesOf(await project.push({ [OTHER]: other('More text.') }))).toContain(`orphaned ${DISK}, waiting`)
  const retired = await project.dispatch({ inputs: { removed: 'retire' } })
  expect([retired.exitCode, outcomesOf(retired)]).toEqual([0, [`retired ${DISK}`]])
  const content = project.entries().get('Disk full') ?? ''
  expect(sourceOf({ name: 'Disk full', content })).toMatchObject({ provenance: 'retired', path: DISK })
  expect(outcomesOf(await project.dispatch())).toEqual([])
  await project.expectEqual(await project.push({ [DISK]: disk('It returns.') }))
})

testOnProject('a deleted entry that the list still shows is sent again', async (project) => {
  project.service.answers.set({ deleted: 'is_deleted' })
  project.delete('Disk full')
  const job = await project.dispatch()
  await project.expectEqual(job)
  expect(outcomesOf(job)).toEqual([`upserted ${DISK}`])
})

testOnProject('two steps with files of the same names: none replaces the entry of the other', async (project) => {
  const ELSEWHERE = 'docs/other-team/disk.md'
  const content = project.entries().get('Disk full')
  const job = await project.push(
    { [ELSEWHERE]: disk('Of another team.') },
    { inputs: { files: 'docs/other-team/*.md' } }
  )
  expectRed(job)
  expect(reported(job, ELSEWHERE)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/comes from .*docs\/runbooks\/disk\.md/)
  })
  expect(project.entries().get('Disk full')).toBe(content)
})

testOnProject('a renamed repository: its entries are ours, also under the former name', async (project) => {
  const former = project.github.repositoryUrl.replace('handbook', 'runbooks')
  for (const [name, content] of project.entries())
    project.paste(name, content.replace(project.github.repositoryUrl, former))
  project.github.formerNames.set('harbour/runbooks', project.repository.id)
  const renamed = await project.push({ [DISK]: disk('Second.') })
  expect({ exitCode: renamed.exitCode, sent: sentNames(project) }).toEqual({ exitCode: 0, sent: ['Disk full'] })
})
