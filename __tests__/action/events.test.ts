import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deletionEvent, pullRequestEvent, type JobEvent } from '../../testing/github/events.ts'
import { recordDelivery } from '../../testing/delivered.ts'
import { git } from '../../testing/git.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { reportOf, sentNames } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

const ENTRIES = Array.from({ length: 8 }, (_, at) => [`Runbook ${at}`, `# Runbook ${at}\n\nText ${at}.\n`] as const)
const TREE: Tree = {
  '.github/workflows/runbooks.yml': 'on: push\n',
  ...Object.fromEntries(ENTRIES.map(([, text], at) => [`docs/runbooks/r${at}.md`, text]))
}
const CHANGED: Tree = { ...TREE, 'docs/runbooks/r7.md': '# Runbook 7\n\nText 7, changed.\n' }
const NOWHERE = 'deadbeef'.repeat(5)

let environment: TestEnvironment
let first: string
let second: string

beforeAll(async () => {
  environment = await TestEnvironment.with(TREE)
  first = environment.event.sha
  second = await environment.commit(CHANGED)
})

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

beforeEach(async () => {
  environment.github.setFaults()
  await environment.repository.setHead(second)
  for (const entry of ENTRIES) await environment.write(...entry)
  delivered(first)
})

/** This commit is the last that a run delivered; where a test says nothing else, it is the first. */
function delivered(sha: string): void {
  environment.github.deployments.length = 0
  recordDelivery(environment, sha)
}

/** The push of the checkout with other fields in its payload; `undefined` takes one away. */
function pushWith(payload: Readonly<Record<string, unknown>>): JobEvent {
  const all = Object.entries({ ...environment.event.payload, ...payload })
  return { ...environment.event, payload: Object.fromEntries(all.filter(([, value]) => value !== undefined)) }
}

async function run(
  inputs: Readonly<Record<string, string>> = {},
  options: Parameters<TestEnvironment['run']>[1] = {}
): Promise<ReturnType<typeof reportOf> & { readonly annotations: readonly string[] }> {
  const job = await runSafely(environment, inputs, options)
  return { ...reportOf(job), annotations: job.annotations.map(({ level, message }) => `${level}: ${message}`) }
}

/** The run is red with these words in message and hint, and nothing is requested. */
async function expectFailure(kind: string, says: RegExp, ...given: Parameters<typeof run>): Promise<void> {
  const { failure } = await run(...given)
  expect(failure?.kind).toBe(kind)
  expect(`${failure?.message ?? ''} ${failure?.hint ?? ''}`).toMatch(says)
  expect(environment.received()).toEqual([])
}

// `__tests__/event.test.ts` has all events.
test('an event file with a workflow command: a clear error, and nothing is sent', async () => {
  const GITHUB_EVENT_PATH = join(environment.folder, 'event.json')
  await writeFile(GITHUB_EVENT_PATH, '::error::x')
  await expectFailure('event', /GITHUB_EVENT_PATH.*not JSON/, {}, { env: { GITHUB_EVENT_PATH } })
})

describe('the records', () => {
  test('and a push with an unreachable commit before it: what they do not show as delivered', async () => {
    const report = await run({}, { event: pushWith({ before: NOWHERE }) })
    expect(report).toMatchObject({ success: true, range: { kind: 'range', base: first, head: second } })
    expect(sentNames(environment)).toEqual(['Runbook 7'])
  })

  test('of a success at the head: nothing is sent or recorded, in three requests', async () => {
    delivered(second)
    const requests = environment.github.requests.length
    expect(await run()).toMatchObject({ success: true, range: { kind: 'range', base: second, head: second } })
    expect(environment.received()).toEqual([])
    expect(environment.github.requests.length - requests).toBeLessThanOrEqual(3)
    expect(environment.github.deployments).toHaveLength(1)
  })

  test('with an empty `github-token`: red, because the head of the branch is not known', async () => {
    await expectFailure('github', /Leave out the input/, { 'github-token': '' })
  })
})

test('the head of the branch is forbidden: red, and nothing is sent', async () => {
  environment.github.setFaults({ route: 'tip', fault: 'forbidden' })
  await expectFailure('github', /the head of main.*lacks a permission .*contents: read/)
})

test('the head is a newer commit that cannot be fetched: red, and nothing is sent', async () => {
  await environment.repository.commit({ ...CHANGED, 'docs/runbooks/r1.md': '# Runbook 1\n\nNewer.\n' })
  environment.github.setFaults({ route: 'git', fault: 'forbidden' })
  await expectFailure('git', /cannot be fetched/)
})

describe('another ref', () => {
  test('a branch that was deleted: nothing of it, and what the default branch lacks', async () => {
    const place = { repository: environment.repository.name, ref: 'refs/heads/merged' }
    const report = await run({}, { event: deletionEvent({ ...place, before: first, sha: second }) })
    // GitHub runs the default branch, which has something to deliver.
    expect([report.success, sentNames(environment)]).toEqual([true, ['Runbook 7']])
    const own = await run({}, { event: environment.pushOf(second, undefined) })
    expect(own).toMatchObject({ success: true, range: { kind: 'nothing', reason: 'main was deleted.' } })
    expect(environment.received()).toEqual([])
  })

  test('a branch whose name has commands and markup: a plan with a notice; with `mode: sync` a sync', async () => {
    const ref = 'refs/heads/##`<img|>%0A$(id)\u202ex'
    await git(environment.repository.folder, ['update-ref', ref, second])
    const event: JobEvent = { ...pushWith({ ref, before: first }), ref }
    const plan = await run({}, { event })
    expect(plan).toMatchObject({ success: true, mode: 'plan', range: { base: first, head: second } })
    expect(plan.annotations).toContainEqual(expect.stringMatching(/^notice: Nothing is written.*this is a plan/))
    expect(environment.received(UPSERT_PATH)).toEqual([])
    expect(await run({ mode: 'sync' }, { event })).toMatchObject({ success: true, mode: 'sync' })
    expect(sentNames(environment)).toContain('Runbook 7')
  })

  test('a pull request: a plan of what the merge changes', async () => {
    const { repository } = environment
    const head = await repository.commit({ ...CHANGED, 'docs/runbooks/new.md': '# New\n' }, { branch: 'clarify' })
    const merge = await repository.commit(
      { ...CHANGED, 'docs/runbooks/new.md': '# New\n' },
      { branch: null, parents: [second, head] }
    )
    const event = pullRequestEvent({ repository: repository.name, number: 7, base: first, head, merge })
    const workspace = await repository.checkout(event)
    const report = await run({ token: '', 'base-url': '' }, { event, workspace })
    expect(report).toMatchObject({ success: true, mode: 'plan', totals: { planned: 1 } })
    expect(environment.received()).toEqual([])
    // No later run takes a plan for a delivery.
    expect(environment.github.deployments).toHaveLength(1)
    await expectFailure('event', /./, { mode: 'sync' }, { event, workspace })
  })

  test('a merge group: a plan of what it merges', async () => {
    const payload = { ...environment.event.payload, merge_group: { base_sha: first, head_sha: second } }
    const event = { name: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7', sha: second, payload }
    const range = { kind: 'range', base: first, head: second }
    expect(await run({}, { event })).toMatchObject({ mode: 'plan', range, totals: { planned: 1 } })
  })
})

test('`mode: check` says whether the token is valid, and how many entries there are', async () => {
  expect((await environment.run({ mode: 'check' })).log).toMatch(
    /Runbook Sync: the token is valid\. The knowledge base has \d+ entries\.\n$/
  )
  expect(environment.received()[0]).toMatchObject({ path: LIST_PATH, body: { page_num: 1, page_size: 1 } })
  expect(await run({ mode: 'check', token: 'oap_wrong' })).toMatchObject({ failure: { kind: 'token-rejected' } })
  expect(environment.github.deployments).toHaveLength(1)
})

test('a job summary that cannot be written: a warning', async () => {
  delivered(second)
  const { success, annotations } = await run({}, { env: { GITHUB_STEP_SUMMARY: environment.folder } })
  expect({ success, annotations }).toEqual({
    success: true,
    annotations: [expect.stringMatching(/^warning: The job summary could not be written: /)]
  })
})

describe('the checkout', () => {
  test('of another owner, as in a container job: works', async () => {
    const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    await expect(git(environment.workspace, ['status'], { env })).rejects.toThrow('dubious ownership')
    expect(await run({}, { env })).toMatchObject({ success: true, range: { base: first } })
    expect(sentNames(environment)).toEqual(['Runbook 7'])
  })

  test.each<[string, (empty: string) => Parameters<typeof run>[1], RegExp]>([
    ['on a machine without Git', (empty) => ({ env: { PATH: empty } }), /^notice: Git is not installed/],
    ['without `.git`', () => ({}), /^notice: .* is not a Git checkout/]
  ])('%s: the files on the disk, and a notice', async (_, optionsOf, notice) => {
    const empty = join(environment.folder, 'empty')
    await mkdir(empty, { recursive: true })
    environment.service.removeEntries()
    const workspace = await environment.repository.checkout(environment.event, 'without Git')
    const { success, annotations } = await run({}, { workspace, ...optionsOf(empty) })
    expect(success).toBe(true)
    expect(new Set(sentNames(environment)).size).toBe(8)
    expect(annotations).toEqual([expect.stringMatching(notice)])
  })
})
