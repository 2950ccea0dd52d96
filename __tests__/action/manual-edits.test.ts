import { expect, jest, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { Secret } from '../../src/secret.ts'
import { pullRequestEvent } from '../../testing/github/events.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { Branch, DISK, OTHER, disk, testOnBranch } from './branch.ts'
import { outcomesOf, reportOf, reported } from './report.ts'
import { expectSafe } from './safe.ts'

// What becomes of a text that somebody wrote: on the runner, in log, summary, report and outputs.
// `__tests__/sync/manual-edits.test.ts` has which texts those are.

// They run several at a time.
jest.setTimeout(120_000)

const EDIT = '# Disk full\n\nWritten at night.\r\nCall Sam <b>&amp;</b>.\n\n'
const REFUSE = { 'manual-edits': 'refuse' }

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

testOnBranch('an edit is saved before the request that replaces it, and named everywhere', async (branch) => {
  const RUNNER_TEMP = await temporaryFolder(branch)
  const savedBefore: string[] = []
  branch.onRequest = ({ kind }) => {
    if (kind === 'list') return
    const files = readdirSync(RUNNER_TEMP, { recursive: true, withFileTypes: true })
    const [file] = files.filter(({ name }) => name === 'disk.md')
    savedBefore.push(file === undefined ? 'nothing' : readFileSync(join(file.parentPath, file.name), 'utf8'))
  }
  await branch.environment.write('Disk full', EDIT)
  const job = expectPrivate(branch, await branch.push({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP } }))
  await branch.expectEqual(job)
  const [header = '', ...text] = (savedBefore[0] ?? '').split('\n')
  expect([savedBefore.length, text.join('\n')]).toEqual([1, EDIT])
  expect(header).toMatch(
    /^<!-- The entry "Disk full" before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, \d{4}-\d\d-\d\dT[\d:.]+Z -->$/
  )
  const file = join(job.outputs['overwritten'] ?? '', DISK)
  expect(await readFile(file, 'utf8')).toBe(savedBefore[0])
  const [warning, ...more] = job.annotations
  expect(more).toEqual([])
  expect(warning).toMatchObject({ level: 'warning', file: DISK, message: expect.stringContaining(file) })
  expect(warning?.message).toContain('Somebody edited the entry “Disk full” in the assistant.')
  expect(job.summary).toMatch(/disk\.md.*Somebody edited the entry “Disk full”/)
  expect(reportOf(job).overwritten).toEqual([{ path: DISK, name: 'Disk full', file }])
})

testOnBranch('the token in an edit is redacted in file and summary', async (branch) => {
  const { token } = branch
  await branch.environment.write('Disk full', `${EDIT}token: ${token}, ${Buffer.from(token).toString('base64')}\n`)
  const job = await branch.push({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP: await temporaryFolder(branch) } })
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
])('a run that is %s while it sends has saved the edit, and names the folder', async (_, signal) => {
  await using branch = await Branch.create()
  const RUNNER_TEMP = await temporaryFolder(branch)
  await branch.environment.write('Disk full', EDIT)
  const held = await branch.hold({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP } })
  held.signal(signal)
  const job = await held.result
  expect(await readFile(join(job.outputs['overwritten'] ?? '', DISK), 'utf8')).toContain(EDIT)
  await held.release()
})

testOnBranch(
  '`manual-edits: refuse`: red, with the way to adopt or discard the edit; others are sent',
  async (branch) => {
    await branch.environment.write('Disk full', EDIT)
    const changes = { [DISK]: disk('Second.'), [OTHER]: '# Other\n\nMore text.\n' }
    const job = expectPrivate(branch, await branch.push(changes, { inputs: REFUSE }))
    expect(reported(job, DISK)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('Somebody edited the entry'),
      hint: expect.stringMatching(
        /^To keep the edit, push a commit .* exactly the text .*To discard it, remove `manual-edits: refuse`/
      )
    })
    expect(outcomesOf(job)).toEqual([`refused ${DISK}`, `upserted ${OTHER}`])
    expect(branch.environment.entries().get('Disk full')).toBe(EDIT)
    expect([job.exitCode, job.outputs['overwritten']]).toEqual([1, ''])
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: DISK }))
  }
)

test.concurrent('a plan of a pull request shows 20 differences in 60 lines, in which nothing is markup', async () => {
  await using branch = await Branch.create({ links: 'absolute' })
  const { environment } = branch
  const { repository } = environment
  const hostile = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
  const long = `${hostile}${Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n')}\n`
  const many = Array.from({ length: 25 }, (_, at) => `Many ${at}`)
  const LINKED = 'docs/runbooks/linked.md'
  const linked = (text: string): string => `# Linked\n\n${text} See [other](other.md).\n`
  await branch.deliver({ [LINKED]: linked('First.') })
  const base = branch.head
  const proposed = {
    ...{ [DISK]: disk('Proposed.'), [OTHER]: '# Other\n\nText.\n', [LINKED]: linked('Proposed.') },
    ...Object.fromEntries(many.map((name) => [`docs/runbooks/${name}.md`, `# ${name}\n\nNew.\n`]))
  }
  const head = await repository.commit(proposed, { branch: 'clarify', parents: [base] })
  const merge = await repository.commit(proposed, { branch: null, parents: [base, head] })
  await environment.write('Disk full', EDIT)
  // With a link to the branch into which the pull request is merged.
  const address = `${environment.github.url}/${repository.name}/blob/main/docs/runbooks/other.md`
  await environment.write('Linked', linked('First.').replace('other.md', address))
  for (const name of many) await environment.write(name, long)
  const { length } = environment.service.requests()
  const event = pullRequestEvent({ repository: repository.name, number: 7, base, head, merge })
  const RUNNER_TEMP = await temporaryFolder(branch)
  const job = expectPrivate(branch, await branch.run(event, { env: { RUNNER_TEMP } }))

  const requests = environment.service.requests().slice(length)
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set([LIST_PATH]))
  expect([job.overwritten.size, job.outputs['overwritten']]).toEqual([0, ''])
  expect(readdirSync(RUNNER_TEMP, { recursive: true }).filter((path) => path.includes('disk.md'))).toEqual([])
  const reason = 'Would replace another text, which Git or the records do not explain.'
  expect(reported(job, DISK)).toMatchObject({ outcome: 'planned', reason })
  expect(job.annotations).toContainEqual(
    expect.objectContaining({ level: 'warning', message: expect.stringContaining('would replace') })
  )
  expect(reportOf(job).overwritten).toContainEqual({ path: DISK, name: 'Disk full', file: '' })
  expect(reportOf(job).overwritten).toHaveLength(1 + many.length)
  expect(reported(job, LINKED)).toMatchObject({ outcome: 'planned', reason: 'Updates its entry.' })
  expect(job.summary).toContain('    -Written at night.\\r\n')
  expect(job.summary).toMatch(/^ {4}\+Proposed\./m)
  const sections = job.summary.split('Edited in the assistant: ').slice(1)
  expect(sections).toHaveLength(20)
  for (const section of sections.slice(1)) {
    const [, , code = ''] = section.split(/\n\n/)
    expect(code.split('\n')).toHaveLength(60)
    expect(code.split('\n').filter((line) => !/^ {4}/.test(line))).toEqual([])
    expect(code).toMatch(/^ {4}\(\d+ more lines\)$/m)
  }
  expect(job.summary).not.toMatch(/\r|\u202e/)
})

test.concurrent.each<[string, isPrivate: unknown, inputs: Readonly<Record<string, string>>, exitCode: number]>([
  ['a push', false, {}, 0],
  [
    'a plan whose event says it in another type, and which the sync would refuse',
    'true',
    { mode: 'plan', ...REFUSE },
    1
  ]
])('%s, of a repository that is not called private, publishes names only', async (_, isPrivate, inputs, exitCode) => {
  await using branch = await Branch.create()
  await branch.environment.write('Disk full', EDIT)
  await branch.commit({ [DISK]: disk('Second.') })
  const event = await branch.pushed()
  const repository = { ...(event.payload['repository'] as object), private: isPrivate }
  const publicEvent = { ...event, payload: { ...event.payload, repository } }
  const job = expectPrivate(branch, await branch.run(publicEvent, { inputs }))
  expect(job.exitCode).toBe(exitCode)
  for (const text of [job.stdout, job.log, job.summary, JSON.stringify([job.report, job.annotations])]) {
    expect(text).toContain('Disk full')
    expect(text).not.toMatch(/Written at night|Call Sam/)
  }
})
