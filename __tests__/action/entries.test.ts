import { describe, expect, jest, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '../../src/secret.ts'
import { sourceOf } from '../../service/provenance.ts'
import { LIST_PATH, UPSERT_PATH } from '../../service/service.ts'
import { pullRequestEvent, scheduleEvent } from '../../testing/github/events.ts'
import type { StepOptions } from '../../testing/github/workflow.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { Branch, DISK, OTHER, disk, expectRed, testOnBranch } from './branch.ts'
import { outcomesOf, reportOf, reported } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// What becomes of a text that somebody wrote, and of entries without a runbook: on the runner, in log, summary, report and
// outputs. `__tests__/sync/decide.test.ts` has the table that decides.

// They run several at a time.
jest.setTimeout(120_000)

const NIGHT = 'Written at night.\r\nCall Sam <b>&amp;</b>.'
const REPLACE = { inputs: { 'on-conflict': 'replace' } }
const other = (text: string): string => `# Other\n\n${text}\n`

/** A person adds lines to an entry. @returns its text. */
async function edit({ environment }: Branch, name = 'Disk full', lines = NIGHT): Promise<string> {
  const content = environment.entries().get(name)?.replace('\n\nSource: ', `\n\n${lines}\n\nSource: `) ?? ''
  await environment.write(name, content)
  return content
}

async function fullSync(branch: Branch, step?: StepOptions): Promise<JobResult> {
  return branch.run(scheduleEvent({ repository: branch.environment.repository.name, sha: branch.head }), step)
}

/** A folder for temporary files of one run, to be looked at after it. */
async function temporaryFolder({ environment }: Branch): Promise<string> {
  return mkdtemp(join(environment.folder, 'temp-'))
}

function expectPrivate({ token }: Branch, job: JobResult): JobResult {
  expectSafe(job, token)
  // Texts never appear in the log, not even in that of a private repository.
  expect(job.stdout).not.toMatch(/Written at night|Line \d/)
  return job
}

/** Nobody has edited anything, and the run does not say so. */
function expectNoEdits(job: JobResult): void {
  expect(job.outputs).toMatchObject({ kept: '0', edits: '0', overwritten: '' })
  expect(job.annotations).toEqual([])
}

describe('an entry', () => {
  testOnBranch('says where it comes from, and whether somebody edited it since', async (branch) => {
    const { environment } = branch
    const path = 'docs/runbooks/größer als [1]/a_b.md'
    await branch.expectEqual(await branch.push({ [path]: '# Full\n\nText.\n' }))
    const content = environment.entries().get('Full') ?? ''
    const url = `${environment.github.url}/${environment.repository.name}/blob/main/${encodeURI(path)}`
    expect(sourceOf({ name: 'Full', content })).toMatchObject({ provenance: 'repository', path })
    expect(new URL(sourceOf({ name: 'Full', content }).url ?? '').href).toBe(
      new URL(url.replace('[1]', '%5B1%5D')).href
    )
    const edited = await edit(branch, 'Full')
    expect(sourceOf({ name: 'Full', content: edited })).toMatchObject({ provenance: 'edited', path })
  })

  testOnBranch('whose edit comes home: kept, then a conflict, then a part of the file', async (branch) => {
    const { environment } = branch
    const steps = (first: string, last = ''): string => disk(`${first}\n\nSecond step.\n\nThird step.${last}`)
    await branch.deliver({ [DISK]: steps('First step.') })
    const content = await edit(branch)
    const kept = expectPrivate(branch, await fullSync(branch))
    expect([kept.exitCode, outcomesOf(kept)]).toEqual([0, [`kept ${DISK}`, `unchanged ${OTHER}`]])
    expect(kept.outputs).toMatchObject({ kept: '1', edits: '1', overwritten: '' })
    expect(kept.summary).toMatch(/^## .*1 edit waits to come home/)
    expect(kept.annotations).toMatchObject([{ level: 'warning', file: DISK }])

    const changes = { [DISK]: steps('Another first step.'), [OTHER]: other('More text.') }
    const refused = expectPrivate(branch, await branch.push(changes))
    expect([refused.exitCode, outcomesOf(refused)]).toEqual([1, [`refused ${DISK}`, `upserted ${OTHER}`]])
    expect(reported(refused, DISK)).toMatchObject({
      reason: expect.stringMatching(
        /^Somebody edited the entry “Disk full” in the assistant, from version [0-9a-f]{12}\.$/
      ),
      hint: expect.stringMatching(/^To keep the text, .*`runbook-sync pull`.* To discard it, .*`on-conflict: replace`/)
    })
    expect(refused.outputs).toMatchObject({ kept: '0', edits: '1', overwritten: '' })
    expect(refused.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: DISK }))
    expect(environment.entries().get('Disk full')).toBe(content)

    // A conflict makes no later push red, and is not forgotten.
    const next = await branch.push({ [OTHER]: other('Even more text.') })
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, [`upserted ${OTHER}`]])
    const message = expect.stringMatching(/^1 runbook of earlier deliveries may still be refused\./)
    expect(next.annotations).toEqual([expect.objectContaining({ level: 'warning', message })])

    const home = await branch.push({ [DISK]: steps('Another first step.', `\n\n${NIGHT.replace('\r', '')}`) })
    await branch.expectEqual(home)
    expect(reported(home, DISK)).toMatchObject({ outcome: 'upserted', reason: 'The runbook contains the edit now.' })
    expect(home.outputs).toMatchObject({ edits: '0' })
  })

  testOnBranch('that is replaced: its text is saved before, and named everywhere', async (branch) => {
    const RUNNER_TEMP = await temporaryFolder(branch)
    const savedBefore: string[] = []
    branch.onRequest = ({ kind }) => {
      if (kind === 'list') return
      const files = readdirSync(RUNNER_TEMP, { recursive: true, withFileTypes: true })
      const [file] = files.filter(({ name }) => name === 'disk.md')
      savedBefore.push(file === undefined ? 'nothing' : readFileSync(join(file.parentPath, file.name), 'utf8'))
    }
    const content = await edit(branch)
    const job = expectPrivate(
      branch,
      await branch.push({ [DISK]: disk('Second.') }, { ...REPLACE, env: { RUNNER_TEMP } })
    )
    await branch.expectEqual(job)
    const [header = '', ...text] = (savedBefore[0] ?? '').split('\n')
    expect([savedBefore.length, text.join('\n')]).toEqual([1, content])
    expect(header).toMatch(
      /^<!-- The entry "Disk full" before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, \d{4}-\d\d-\d\dT[\d:.]+Z -->$/
    )
    const file = join(job.outputs['overwritten'] ?? '', DISK)
    expect(await readFile(file, 'utf8')).toBe(savedBefore[0])
    const [warning, ...more] = job.annotations
    expect(more).toEqual([])
    expect(warning).toMatchObject({ level: 'warning', file: DISK, message: expect.stringContaining(file) })
    expect(job.summary).toMatch(/^## .*1 edit replaced/)
    expect(reportOf(job).overwritten).toEqual([{ path: DISK, name: 'Disk full', file }])
  })

  testOnBranch('with the token in it: redacted in file and summary', async (branch) => {
    const { token } = branch
    await edit(branch, 'Disk full', `token: ${token}, ${Buffer.from(token).toString('base64')}`)
    const RUNNER_TEMP = await temporaryFolder(branch)
    const job = await branch.push({ [DISK]: disk('Second.') }, { ...REPLACE, env: { RUNNER_TEMP } })
    await branch.expectEqual(job)
    expect(job.overwritten.size).toBe(1)
    for (const text of [...job.overwritten.values(), await readFile(job.outputs['summary'] ?? '', 'utf8')]) {
      expect(text).toMatch(/token: \*\*\*, \S{0,2}\*\*\*\S{0,4}$/m)
      for (const form of new Secret(token).forms()) expect(text).not.toContain(form)
    }
  })

  test.concurrent.each<[string, NodeJS.Signals]>([
    ['cancelled', 'SIGINT'],
    ['killed', 'SIGKILL']
  ])('that a run replaces which is %s: the text is saved, and the folder named', async (_, signal) => {
    await using branch = await Branch.create()
    const RUNNER_TEMP = await temporaryFolder(branch)
    const content = await edit(branch)
    const held = await branch.hold({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP }, ...REPLACE })
    held.signal(signal)
    const job = await held.result
    expect(await readFile(join(job.outputs['overwritten'] ?? '', DISK), 'utf8')).toContain(content)
    await held.release()
  })
})

describe('where texts are shown', () => {
  test.concurrent('a plan of a pull request has 20 differences in 60 lines, in which nothing is markup', async () => {
    await using branch = await Branch.create()
    const { environment } = branch
    const { repository } = environment
    const hostile = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
    const long = `${hostile}${Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n')}\n`
    const many = Array.from({ length: 25 }, (_, at) => `some ${at}`)
    const base = branch.head
    const proposed = {
      ...{ [DISK]: disk('Proposed.'), [OTHER]: other('Text.') },
      ...Object.fromEntries(many.map((name) => [`docs/runbooks/${name}.md`, `# ${name}\n\nNew.\n`]))
    }
    const head = await repository.commit(proposed, { branch: 'clarify', parents: [base] })
    const merge = await repository.commit(proposed, { branch: null, parents: [base, head] })
    await edit(branch)
    for (const name of many) await environment.write(name, long)
    const { length } = environment.service.requests()
    const event = pullRequestEvent({ repository: repository.name, number: 7, base, head, merge })
    const RUNNER_TEMP = await temporaryFolder(branch)
    const job = expectPrivate(branch, await branch.run(event, { ...REPLACE, env: { RUNNER_TEMP } }))

    const requests = environment.service.requests().slice(length)
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set([LIST_PATH]))
    expect([job.overwritten.size, job.outputs['overwritten']]).toEqual([0, ''])
    expect(readdirSync(RUNNER_TEMP, { recursive: true }).filter((path) => path.includes('disk.md'))).toEqual([])
    expect(reported(job, DISK)).toMatchObject({ outcome: 'planned', reason: 'Replaces a text of the assistant.' })
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('A sync replaces the text.') })
    )
    expect(job.summary).toContain('    -Written at night.\\r\n')
    expect(job.summary).toMatch(/^ {4}\+Proposed\./m)
    const sections = job.summary.split('Edited in the assistant: ').slice(1)
    expect(sections).toHaveLength(20)
    for (const section of sections.filter((each) => each.startsWith('some'))) {
      const [, , code = ''] = section.split(/\n\n/)
      expect(code.split('\n')).toHaveLength(60)
      expect(code.split('\n').filter((line) => !/^ {4}/.test(line))).toEqual([])
      expect(code).toMatch(/^ {4}\(\d+ more lines\)$/m)
    }
    expect(job.summary).not.toMatch(/\r|\u202e/)
  })

  test.concurrent.each<[string, isPrivate: unknown, step: StepOptions, exitCode: number]>([
    ['a push that replaces the edit', false, REPLACE, 0],
    ['a push that refuses to', false, {}, 1],
    ['a plan whose event says it in another type', 'true', { inputs: { mode: 'plan' } }, 1]
  ])('%s, of a repository that is not called private, publishes names only', async (_, isPrivate, step, exitCode) => {
    await using branch = await Branch.create()
    await edit(branch)
    await branch.commit({ [DISK]: disk('Second.') })
    const event = await branch.pushed()
    const repository = { ...(event.payload['repository'] as object), private: isPrivate }
    const publicEvent = { ...event, payload: { ...event.payload, repository } }
    const job = expectPrivate(branch, await branch.run(publicEvent, step))
    expect(job.exitCode).toBe(exitCode)
    for (const text of [job.stdout, job.log, job.summary, JSON.stringify([job.report, job.annotations])]) {
      expect(text).toContain('Disk full')
      expect(text).not.toMatch(/Written at night|Call Sam/)
    }
  })
})

describe('no text is replaced without a word where the list', () => {
  testOnBranch('has another order on each page: a push of one of 250 runbooks sends this one alone', async (branch) => {
    const { environment } = branch
    const many = Array.from({ length: 250 }, (_, at) => `Many ${at}`)
    const path = (name: string): string => `docs/runbooks/${name}.md`
    await branch.deliver(Object.fromEntries(many.map((name) => [path(name), `# ${name}\n\nText.\n`])))
    const edits = new Map<string, string>()
    for (const name of many.filter((_, at) => at % 17 === 0)) edits.set(name, await edit(branch, name))
    environment.service.answers.set({ order: 'changing' })
    const { length } = environment.service.requests()
    const job = await branch.push({ [path('Many 1')]: '# Many 1\n\nMore text.\n' })
    expect([job.exitCode, outcomesOf(job)]).toEqual([0, [`upserted ${path('Many 1')}`]])
    const sent = environment.service
      .requests()
      .slice(length)
      .filter(({ path }) => path === UPSERT_PATH)
    expect(sent.map(({ body }) => (body as { name: string }).name)).toEqual(['Many 1'])
    for (const [name, content] of edits) expect(environment.entries().get(name)).toBe(content)
  })

  testOnBranch('has a row without a text: one warning', async (branch) => {
    await edit(branch)
    branch.environment.service.answers.set({ content: 'none', only: { name: 'Disk full' } })
    const job = await branch.push({ [DISK]: disk('Second.'), [OTHER]: other('More text.') })
    await branch.expectEqual(job)
    const message = expect.stringMatching(
      /^Edits in the assistant are not seen in 1 entry whose text the list does not show/
    )
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'warning', message }))
  })

  testOnBranch('has an untitled draft: the edit beside it is seen', async (branch) => {
    const { service } = branch.environment
    const content = await edit(branch)
    const entries = service.entries().map(({ id, name, content }) => ({ id, name, content }))
    const body = JSON.stringify({ items: [{ id: 99, name: null, content: '', status: 'draft' }, ...entries] })
    service.faults.set([{ path: LIST_PATH, times: 1, status: 200, body }])
    const job = await branch.push({ [DISK]: disk('Second.') })
    expect([job.exitCode, outcomesOf(job)]).toEqual([1, [`refused ${DISK}`]])
    expect(branch.environment.entries().get('Disk full')).toBe(content)
  })
})

describe('an ordinary change is no edit', () => {
  test.concurrent.each<[string, before: StepOptions, now: StepOptions, outcome: string]>([
    ['with `environment: none`', { inputs: { environment: 'none' } }, { inputs: { environment: 'none' } }, 'unchanged'],
    ['after another value of an input', {}, { inputs: { links: 'absolute' } }, 'upserted']
  ])('%s', async (_, before, now, outcome) => {
    await using branch = await Branch.create()
    const first = await branch.push({ [DISK]: disk('Second. See [other](other.md).') }, before)
    expect([first.exitCode, first.outputs['upserted']]).toEqual([0, '1'])
    expectNoEdits(first)
    const job = await branch.push({ [OTHER]: other('More text.') }, now)
    expect([job.exitCode, outcomesOf(job)]).toEqual([0, [`${outcome} ${DISK}`, `upserted ${OTHER}`]])
    expectNoEdits(job)
  })
})

describe('an entry without a runbook', () => {
  testOnBranch('is named by each full sync, also after a run that could not read the records', async (branch) => {
    const { environment } = branch
    environment.github.setFaults({ fault: 'forbidden', route: 'records' })
    const blind = await branch.push({ [DISK]: null })
    expect([blind.exitCode, outcomesOf(blind)]).toEqual([0, [`orphaned ${DISK}`, `upserted ${OTHER}`]])
    environment.github.setFaults()
    expect(outcomesOf(await fullSync(branch))).toContain(`orphaned ${DISK}`)
    const retired = await fullSync(branch, { inputs: { removed: 'retire' } })
    expect([retired.exitCode, outcomesOf(retired)]).toEqual([0, [`retired ${DISK}`, `unchanged ${OTHER}`]])
    expect(environment.entries().get('Disk full')).toMatch(/^\*\*This runbook is retired/)
    expect(outcomesOf(await fullSync(branch))).toEqual([`unchanged ${OTHER}`])
  })
})

testOnBranch('a deleted entry that the list still shows: a full sync sends it again', async (branch) => {
  const { service } = branch.environment
  service.answers.set({ deleted: 'is_deleted' })
  service.removeEntries({ name: 'Disk full' })
  const job = await fullSync(branch)
  await branch.expectEqual(job)
  expect(outcomesOf(job)).toEqual([`unchanged ${OTHER}`, `upserted ${DISK}`])
})

testOnBranch('two steps in one environment: none replaces the entry of the other', async (branch) => {
  const ELSEWHERE = 'docs/other-team/disk.md'
  const content = branch.environment.entries().get('Disk full')
  const job = await branch.push(
    { [ELSEWHERE]: disk('Of another team.') },
    { inputs: { files: 'docs/other-team/*.md' } }
  )
  expectRed(job)
  expect(reported(job, ELSEWHERE)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/^The entry “Disk full” comes from .*docs\/runbooks\/disk\.md\.$/)
  })
  expect(branch.environment.entries().get('Disk full')).toBe(content)
})

describe('a run tells what is so at its end', () => {
  testOnBranch('a runbook of the same name is removed while it delivers: green', async (branch) => {
    const COPY = 'docs/runbooks/copy.md'
    const held = await branch.hold({ [OTHER]: other('More text.'), [COPY]: disk('Of a copy.') })
    await branch.commit({ [COPY]: null })
    await held.release()
    const job = await held.result
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${OTHER}`])
  })

  testOnBranch('two pushes within two minutes: a later one sends both runbooks, and says why', async (branch) => {
    const { environment } = branch
    await branch.commit({ [DISK]: disk('Second.') })
    const first = await branch.pushed()
    await branch.run(first)
    await branch.commit({ [OTHER]: other('More text.') })
    await branch.expectEqual(await branch.run(await environment.pushed()))
    const job = await branch.push({ 'docs/runbooks/new.md': '# New\n\nText.\n' })
    await branch.expectEqual(job)
    expect(reported(job, OTHER)).toMatchObject({
      outcome: 'upserted',
      reason: 'Sent again, because the list may be old.'
    })
  })
})
