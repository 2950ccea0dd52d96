import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobEvent } from '../../testing/github/events.ts'
import { git } from '../../testing/git.ts'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { workflowRun } from '../../testing/github/runs.ts'
import { expectSafe } from './safe.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reportOf } from './report.ts'

const RUNBOOKS = 40
const TREE: Tree = {
  '.github/workflows/runbooks.yml': 'on: push\n',
  'README.md': '# Handbook\n',
  ...Object.fromEntries(
    Array.from({ length: RUNBOOKS }, (_, at) => [`docs/runbooks/r${at}.md`, `# Runbook ${at}\n\nDo ${at}.\n`])
  )
}
/** The same with one more line in one runbook. */
const CHANGED: Tree = { ...TREE, 'docs/runbooks/r7.md': '# Runbook 7\n\nDo 7, twice.\n' }
const NOWHERE = 'deadbeef'.repeat(5)

let environment: TestEnvironment
let first: string
let second: string
/** Where nobody listens, so that the real one is not asked for what the repository has not. */
const serverUrl = 'http://127.0.0.1:1'

beforeAll(async () => {
  environment = await TestEnvironment.with(TREE)
  first = environment.event.sha
  second = await environment.commit(CHANGED)
  await git(environment.repository.folder, ['config', 'uploadpack.allowFilter', 'true'])
}, 60_000)

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

beforeEach(() => {
  environment.github.runs.length = 0
  environment.github.setFaults()
  environment.service.faults.set([])
})

/** GitHub lists this commit as the last that a run delivered. */
function delivered(sha: string): void {
  environment.github.runs.push(workflowRun({ number: 99, sha }))
}

/** The push event of the checkout, with another payload. */
function pushWith(payload: Readonly<Record<string, unknown>>): JobEvent {
  const all = { ...environment.event.payload, ...payload }
  return {
    ...environment.event,
    payload: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  }
}

function sent(): unknown[] {
  return environment.received(UPSERT_PATH).map(({ body }) => (body as { name: string }).name)
}

describe('the event file', () => {
  test.each([
    ['missing', undefined, /cannot be read/],
    ['empty', '', /is empty/],
    ['not JSON', '{"ref": ', /not JSON/],
    ['not JSON but a workflow command', '::error::x', /not JSON/]
  ])('%s: a clear error, and nothing sent', async (_, content, says) => {
    const path = join(environment.folder, 'event.json')
    await rm(path, { force: true })
    if (content !== undefined) await writeFile(path, content)
    const job = await environment.run({}, { env: { GITHUB_EVENT_PATH: path } })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure).toMatchObject({ kind: 'event', message: expect.stringMatching(says) })
    expect(reportOf(job).failure?.message).toContain('GITHUB_EVENT_PATH')
    expect(environment.received()).toEqual([])
  })

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['of other types', '{"before": 7, "after": {}, "deleted": "no", "repository": [], "ref": null}'],
    ['with __proto__', '{"__proto__": {"deleted": true}, "repository": {"default_branch": "main"}}']
  ])('%s, though JSON: no branch is known to be the default one, or a whole sync', async (_, content) => {
    const path = join(environment.folder, 'event.json')
    await writeFile(path, content)
    const job = await environment.run({}, { env: { GITHUB_EVENT_PATH: path } })
    expectSafe(job, environment.token)
    // GitHub's API knows the default branch.
    expect(reportOf(job)).toMatchObject({ success: true, mode: 'sync', range: { kind: 'whole' } })
  })

  test.each([
    ['GITHUB_EVENT_NAME', ''],
    ['GITHUB_REPOSITORY', 'handbook'],
    ['GITHUB_REPOSITORY', '../../evil'],
    ['GITHUB_SHA', 'HEAD'],
    ['GITHUB_REF', '--upload-pack=x']
  ])('with %s=%j around it: a clear error', async (name, value) => {
    const job = await environment.run({}, { env: { [name]: value } })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure?.kind).toBe('event')
    expect(reportOf(job).failure?.message).toContain(name)
    expect(environment.received()).toEqual([])
  })
})

describe('the commit before', () => {
  test.each([
    ['a push without before', { before: undefined }],
    ['before 40 zeros', { before: '0'.repeat(40) }],
    ['before that is no commit', { before: '--output=/tmp/x' }]
  ])('%s: a whole sync that says why', async (_, payload) => {
    environment.github.setFaults({ fault: 'forbidden' })
    const job = await environment.run({}, { event: pushWith(payload) })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({
      success: true,
      range: { kind: 'whole', base: '', reason: expect.stringContaining('names no commit before it') }
    })
    expect(job.summary).toContain('names no commit before it')
    expect(environment.entries().size).toBe(RUNBOOKS)
  })

  test('before that cannot be reached: a whole sync with a warning', async () => {
    environment.github.setFaults({ fault: 'forbidden' })
    const job = await environment.run({}, { event: pushWith({ before: NOWHERE, forced: true }), serverUrl })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'whole' } })
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringMatching(/Everything is delivered.*deadbee/) })
    )
  })

  test('the last successful run at a commit that cannot be reached: a whole sync with a warning', async () => {
    delivered(NOWHERE)
    const job = await environment.run({}, { serverUrl })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'whole' } })
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringMatching(/Everything is delivered.*deadbee/) })
    )
  })

  test('before equal to after: nothing to do', async () => {
    environment.github.setFaults({ fault: 'forbidden' })
    const job = await environment.run({}, { event: pushWith({ before: second }) })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'changed', base: second, head: second } })
    expect(environment.received()).toEqual([])
  })

  test('the last successful run at the head: nothing to do', async () => {
    delivered(second)
    const job = await environment.run({}, { event: pushWith({ before: second }) })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'changed', base: second, head: second } })
    expect(environment.received()).toEqual([])
  })
})

describe('the list of runs', () => {
  test('empty: a whole sync', async () => {
    const job = await environment.run()
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({
      success: true,
      range: { kind: 'whole', reason: expect.stringContaining('no earlier run of this workflow has succeeded') }
    })
  })

  test('forbidden: the commit before the push, and a notice that names the permission and what is at stake', async () => {
    environment.github.setFaults({ fault: 'forbidden' })
    const job = await environment.run()
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'changed', base: first, head: second } })
    expect(sent()).toEqual(['Runbook 7'])
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/stays behind.*permissions: actions: read/) })
    )
  })

  test('nobody to be asked: the same', async () => {
    const job = await environment.run({}, { apiUrl: 'http://127.0.0.1:9' })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'changed', base: first } })
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('stays behind') })
    )
  })
})

describe('another ref', () => {
  test('a branch that was deleted: nothing to do', async () => {
    const job = await environment.run({}, { event: environment.pushOf(second, undefined) })
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'nothing' } })
    expect(job.summary).toContain('was deleted')
    expect(environment.received()).toEqual([])
  })

  test.each([
    ['a tag', 'refs/tags/v1'],
    ['another branch', 'refs/heads/docs/june'],
    ['a branch with a hostile name', 'refs/heads/##`<img>|%0A$(id)\u202ex']
  ])('%s: a plan with a notice, unless it is mode: sync', async (_, ref) => {
    await git(environment.repository.folder, ['update-ref', ref, second])
    const event: JobEvent = { ...pushWith({ ref, before: first }), ref }
    const plan = await environment.run({}, { event })
    expectSafe(plan, environment.token)
    expect(reportOf(plan)).toMatchObject({ success: true, mode: 'plan' })
    expect(plan.annotations).toContainEqual(
      expect.objectContaining({ level: 'notice', message: expect.stringContaining('This is a plan') })
    )
    expect(environment.received(UPSERT_PATH)).toEqual([])

    const sync = await environment.run({ mode: 'sync', verify: 'false' }, { event })
    expectSafe(sync, environment.token)
    expect(reportOf(sync)).toMatchObject({ success: true, mode: 'sync' })
    expect(sent()).toContain('Runbook 7')
  })

  test.each(['pull_request_target', 'workflow_run'])('%s writes nothing, whatever the inputs say', async (name) => {
    const event = { ...environment.event, name }
    const refused = await environment.run({ mode: 'sync' }, { event })
    expectSafe(refused, environment.token)
    expect(reportOf(refused).failure?.kind).toBe('event')
    expect(environment.received()).toEqual([])
    const plan = await environment.run({}, { event })
    expectSafe(plan, environment.token)
    expect(reportOf(plan)).toMatchObject({ success: true, mode: 'plan' })
    expect(environment.received(UPSERT_PATH)).toEqual([])
  })
})

describe('the checkout', () => {
  test('of depth 1: the base is fetched, and what changed is sent', async () => {
    delivered(first)
    const job = await environment.run()
    expectSafe(job, environment.token)
    expect(reportOf(job)).toMatchObject({ success: true, range: { kind: 'changed', base: first, head: second } })
    expect(sent()).toEqual(['Runbook 7'])
  })

  test('sparse, without the runbooks on the disk: complete', async () => {
    delivered(first)
    const workspace = join(environment.folder, 'sparse')
    const url = `file://${environment.repository.folder}`
    await git(environment.folder, ['clone', '-q', '--filter=blob:none', '--sparse', '--depth=1', url, workspace])
    const job = await environment.run({}, { workspace })
    expectSafe(job, environment.token)
    expect(sent()).toEqual(['Runbook 7'])
    const whole = await environment.run({ scope: 'all', verify: 'false' }, { workspace })
    expectSafe(whole, environment.token)
    expect(sent().length).toBe(RUNBOOKS)
  })

  test('in a folder of the workspace (`path:`, `root`): works, and without `root` says so', async () => {
    const workspace = await environment.repository.checkout(environment.event, 'below the workspace')
    const job = await environment.run({ root: 'handbook', verify: 'false' }, { workspace })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(sent().length).toBe(RUNBOOKS)
    const elsewhere = await environment.run({}, { workspace })
    expectSafe(elsewhere, environment.token)
    expect(environment.received()).toEqual([])
    expect(elsewhere.annotations).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('No file') })
    )
  })

  test('of another owner, as in a container job: works', async () => {
    const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    await expect(git(environment.workspace, ['status'], { env })).rejects.toThrow('dubious ownership')
    const job = await environment.run({ verify: 'false' }, { env })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(sent().length).toBe(RUNBOOKS)
  })

  test('on a machine without Git: the files on the disk, and says so', async () => {
    const empty = join(environment.folder, 'empty')
    await mkdir(empty, { recursive: true })
    const job = await environment.run({ verify: 'false' }, { env: { PATH: empty } })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(sent().length).toBe(RUNBOOKS)
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'notice', message: expect.stringContaining('Git is not installed') })
    )
  })

  test('without a Git work tree: the files on the disk, and says so', async () => {
    const workspace = await environment.repository.checkout(environment.event)
    await rm(join(workspace, '.git'), { recursive: true })
    const job = await environment.run({ verify: 'false' }, { workspace })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(sent().length).toBe(RUNBOOKS)
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'notice', message: expect.stringContaining('no Git work tree') })
    )
  })

  test('none at all: a clear error', async () => {
    const workspace = join(environment.folder, 'nothing')
    await mkdir(workspace, { recursive: true })
    const job = await environment.run({}, { workspace })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure).toMatchObject({ kind: 'source', remedy: expect.stringContaining('actions/checkout') })
    expect(environment.received()).toEqual([])
  })

  test('whose repository is damaged: a clear error', async () => {
    const workspace = await environment.repository.checkout(environment.event)
    await rm(join(workspace, '.git', 'objects'), { recursive: true })
    const job = await environment.run({}, { workspace })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure?.kind).toBe('source')
    expect(environment.received()).toEqual([])
  })
})

describe('a wrong address or permission', () => {
  test.each([
    [403, 'forbidden'],
    [404, 'wrong-address']
  ])('%d to everything: ends after 2 × concurrency, with one error', async (status, kind) => {
    environment.service.faults.set([{ status }])
    const job = await environment.run({ concurrency: '3' })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure?.kind).toBe(kind)
    const upserts = environment.received(UPSERT_PATH).length
    expect(upserts).toBeGreaterThan(0)
    expect(upserts).toBeLessThanOrEqual(6)
    expect(job.annotations.filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(job.outputs).toMatchObject({ pending: String(RUNBOOKS), upserted: '0', 'token-rejected': 'false' })
  })
})

describe('size', () => {
  test('5,000 files in a push, and 1 MB of their names: complete', async () => {
    const long = 'x'.repeat(190)
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`docs/runbooks/${long}/${at}.md`, `# Number ${at}\n\nDo ${at}.\n`])
    )
    expect(Object.keys(many).join('\n').length).toBeGreaterThan(1_000_000)
    await using large = await TestEnvironment.with({ 'README.md': '# Handbook\n' })
    large.github.runs.push(workflowRun({ number: 99, sha: large.event.sha }))
    const after = await large.repository.commit({ 'README.md': '# Handbook\n', ...many })
    const event = large.pushOf(large.event.sha, after)
    // The workspace is that of the commit before: contents come from Git, and the commit is fetched.
    const job = await large.run({ concurrency: '64' }, { event })
    expectSafe(job, large.token)
    expect(job.outputs).toMatchObject({ upserted: '5000', failed: '0', refused: '0', pending: '0' })
    expect(reportOf(job).runbooks).toHaveLength(5000)
    const held = large.entries()
    expect(held.size).toBe(5000)
    expect([0, 777, 4999].map((at) => held.get(`Number ${at}`))).toEqual(
      [0, 777, 4999].map((at) => `# Number ${at}\n\nDo ${at}.\n`)
    )
    expect(Buffer.byteLength(job.summary)).toBeLessThan(1024 * 1024)
    expect(job.summary).not.toBe('')
  }, 90_000)
})
