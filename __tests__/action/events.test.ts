import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals'
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
const project = await deliveredProject({ [FILE]: '# Disk\n\nText.\n', 'docs/runbooks/node.md': '# Node\n\nText.\n' })
const second = await project.commit({ [FILE]: '# Disk\n\nChanged.\n' })
const push = await project.pushed()
const before = project.service.entries()

beforeEach(async () => {
  project.service.removeEntries()
  for (const { name, content } of before) project.paste(name, content)
  await project.repository.setHead(second)
})

afterEach(() => {
  project.github.forbidden = undefined
})

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

async function run(options: RunOptions = {}) {
  const job = await runSafely(project, { event: push, ...options })
  const annotations = job.annotations.map(({ level, message }) => `${level}: ${message}`)
  return { ...reportOf(job), outcomes: outcomesOf(job), annotations, masks: job.masks }
}

test('a push: what it changed is sent; the token is trimmed and masked; a summary that cannot be written is a warning', async () => {
  const inputs = { token: `${project.token}\r\n`, 'token-expires-on': '2020-01-31' }
  const report = await run({ inputs, env: { GITHUB_STEP_SUMMARY: project.folder } })
  expect(report).toMatchObject({ success: true, mode: 'sync', outcomes: [`upserted ${FILE}`] })
  expect(report.masks).toContain(project.token)
  expect(report.annotations.toSorted()).toEqual([
    expect.stringMatching(/^warning: .*2020-01-31.*the token works.*correct the date/i),
    expect.stringMatching(/^warning: The job summary could not be written: /)
  ])
})

test.each<{ what: string; kind: string; says: RegExp; lacks?: 'tip' | 'git' }>([
  {
    what: 'the head of the branch is forbidden',
    kind: 'github',
    says: /the head of main.*lacks a permission .*contents: read/,
    lacks: 'tip'
  },
  {
    what: 'the head of the branch cannot be fetched',
    kind: 'git',
    says: /cannot be fetched/,
    lacks: 'git'
  },
  { what: 'the event file has a workflow command', kind: 'event', says: /GITHUB_EVENT_PATH.*cannot be read as JSON/ }
])('$what: red, and nothing is sent', async ({ kind, says, lacks }) => {
  const GITHUB_EVENT_PATH = join(project.folder, 'event.json')
  await writeFile(GITHUB_EVENT_PATH, '::error::x')
  await project.commit({ [FILE]: '# Disk\n\nNewer.\n' })
  project.github.forbidden = lacks
  const { failure, firstLine, nextStep } = await run(lacks === undefined ? { env: { GITHUB_EVENT_PATH } } : {})
  expect(failure).toEqual({ kind })
  expect(`${firstLine} ${nextStep}`).toMatch(says)
  expect(sentNames(project)).toEqual([])
})

// GitHub runs the workflow of the default branch, with its secrets; a step may check out what it likes.
test('an event that outsiders can start never writes', async () => {
  const workspace = await project.repository.checkout(push, 'without Git')
  await writeFile(join(workspace, FILE), '# Disk\n\nOf a stranger.\n')
  const options = { event: { ...push, name: 'pull_request_target' }, workspace }
  const plan = await run(options)
  expect(plan).toMatchObject({ mode: 'plan', success: true })
  const notice = 'notice: This is a plan: nothing is written for the event pull_request_target, because'
  expect(plan.annotations).toContainEqual(expect.stringContaining(notice))
  const { firstLine } = await run({ ...options, inputs: { mode: 'sync' } })
  expect(firstLine).toMatch(/does not write for the event pull_request_target/)
  expect(sentNames(project)).toEqual([])
})

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
  expect(plan.annotations).toContainEqual(expect.stringMatching(/^notice: This is a plan, because .* not the default/))
  expect(project.received(UPSERT_PATH)).toEqual([])
  const inputs = { mode: 'sync', 'on-conflict': 'replace' }
  expect(await run({ event, inputs })).toMatchObject({ success: true, mode: 'sync' })
  expect(sentNames(project)).toContain('Disk')
})

test('a pull request: a plan of what the merge changes, without secrets', async () => {
  const files = { 'docs/runbooks/new.md': '# New\n\nText.\n' }
  const head = await project.commit(files, { branch: 'clarify', parents: [second] })
  const merge = await project.commit(files, { branch: null, parents: [second, head] })
  const event = pullRequestEvent(project.repository.name, { base: second, head, merge })
  const report = await run({ event, inputs: { token: '', 'base-url': '' } })
  expect(report).toMatchObject({ success: true, mode: 'plan', head: merge })
  expect(report.outcomes).toContain('ready docs/runbooks/new.md')
  expect(project.received()).toEqual([])
})
