import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPSERT_PATH } from '../../service/service.ts'
import { git } from '../../testing/git.ts'
import { pullRequestEvent, type JobEvent } from '../../testing/github/events.ts'
import type { RunOptions } from '../../testing/project.ts'
import { deliveredProject } from '../support/handbook.ts'
import { outcomesOf, reportOf, sentNames } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// What the runner says in environment and event file. `__tests__/job` has all events.

const FILE = 'docs/runbooks/disk.md'
const project = await deliveredProject({
  '.github/workflows/runbooks.yml': 'on: push\n',
  [FILE]: '# Disk\n\nText.\n',
  'docs/runbooks/node.md': '# Node\n\nText.\n'
})
const second = await project.commit({ [FILE]: '# Disk\n\nChanged.\n' })
const push = await project.pushed()
const before = project.service.entries()

beforeEach(async () => {
  project.service.removeEntries()
  for (const { name, content } of before) project.paste(name, content)
  await project.reset(second)
})

afterEach(() => {
  project.github.setFaults()
})

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

async function run(options: RunOptions = {}) {
  const job = await runSafely(project, { event: push, ...options })
  return {
    ...reportOf(job),
    outcomes: outcomesOf(job),
    annotations: job.annotations.map(({ level, message }) => `${level}: ${message}`)
  }
}

/** The run is red with these words in message and hint, and nothing is sent. */
async function expectRefused(kind: string, says: RegExp, options: RunOptions = {}): Promise<void> {
  const { failure } = await run(options)
  expect(failure?.kind).toBe(kind)
  expect(`${failure?.message ?? ''} ${failure?.hint ?? ''}`).toMatch(says)
  expect(sentNames(project)).toEqual([])
}

test('an event file with a workflow command: a clear error, and nothing is sent', async () => {
  const GITHUB_EVENT_PATH = join(project.folder, 'event.json')
  await writeFile(GITHUB_EVENT_PATH, '::error::x')
  await expectRefused('event', /GITHUB_EVENT_PATH.*cannot be read as JSON/, { env: { GITHUB_EVENT_PATH } })
})

test('the head of the branch is forbidden: red, and the permission is named', async () => {
  project.github.setFaults({ route: 'tip', fault: 'forbidden' })
  await expectRefused('github', /the head of main.*lacks a permission .*contents: read/)
})

test('the head of the branch cannot be fetched: red', async () => {
  await project.commit({ [FILE]: '# Disk\n\nNewer.\n' })
  project.github.setFaults({ route: 'git', fault: 'forbidden' })
  await expectRefused('git', /cannot be fetched/)
})

// GitHub runs the workflow of the default branch, with its secrets; a step may check out what it likes.
test('an event that outsiders can start never writes', async () => {
  const workspace = await project.repository.checkout(push, 'without Git')
  await writeFile(join(workspace, FILE), '# Disk\n\nOf a stranger.\n')
  const options = { event: { ...push, name: 'pull_request_target' }, workspace }
  const plan = await run(options)
  expect(plan).toMatchObject({ mode: 'plan', success: true })
  expect(sentNames(project)).toEqual([])
  expect(plan.annotations).toContainEqual(
    expect.stringContaining('notice: This is a plan: nothing is written for the event pull_request_target, because')
  )
  for (const mode of ['sync', 'pull'])
    await expectRefused('event', /does not write for the event pull_request_target/, { ...options, inputs: { mode } })
})

describe('another ref', () => {
  test('the default branch was deleted: there is nothing to do', async () => {
    expect(await run({ event: project.pushOf({ before: second }) })).toMatchObject({
      success: true,
      annotations: ['notice: There is nothing to do: main was deleted.']
    })
    expect(project.received()).toEqual([])
  })

  test('a branch whose name has commands and markup: a plan with a notice; with `mode: sync` a sync', async () => {
    const ref = 'refs/heads/##`<img|>%0A$(id)\u202ex'
    await git(project.repository.folder, ['update-ref', ref, second])
    const event: JobEvent = { ...push, ref, payload: { ...push.payload, ref } }
    const plan = await run({ event })
    expect(plan).toMatchObject({ success: true, mode: 'plan', head: second })
    expect(plan.annotations).toContainEqual(
      expect.stringMatching(/^notice: This is a plan, because .* not the default/)
    )
    expect(project.received(UPSERT_PATH)).toEqual([])
    const inputs = { mode: 'sync', 'on-conflict': 'replace' }
    expect(await run({ event, inputs })).toMatchObject({ success: true, mode: 'sync' })
    expect(sentNames(project)).toContain('Disk')
  })

  test('a pull request: a plan of what the merge changes, without secrets', async () => {
    const files = { 'docs/runbooks/new.md': '# New\n\nText.\n' }
    const head = await project.commit(files, { branch: 'clarify', parents: [second] })
    const merge = await project.commit(files, { branch: null, parents: [second, head] })
    const event = pullRequestEvent({ repository: project.repository.name, number: 7, base: second, head, merge })
    const report = await run({ event, inputs: { token: '', 'base-url': '' } })
    expect(report).toMatchObject({ success: true, mode: 'plan', head: merge })
    expect(report.outcomes).toContain('planned docs/runbooks/new.md')
    expect(project.received()).toEqual([])
  })
})

test('a job summary that cannot be written: a warning', async () => {
  expect(await run({ env: { GITHUB_STEP_SUMMARY: project.folder } })).toMatchObject({
    success: true,
    annotations: [expect.stringMatching(/^warning: The job summary could not be written: /)]
  })
})

test('the checkout of another owner, as in a container job, works', async () => {
  const workspace = await project.repository.checkout(push)
  const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
  await expect(git(workspace, ['status'], { env })).rejects.toThrow('dubious ownership')
  expect(await run({ workspace, env })).toMatchObject({ success: true, outcomes: [`upserted ${FILE}`] })
})
