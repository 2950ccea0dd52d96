import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { LIST_PATH } from '../../service/service.ts'
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

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

async function run(options: RunOptions = {}) {
  const job = await runSafely(project, { event: push, ...options })
  const annotations = job.annotations.map(({ level, message }) => `${level}: ${message}`)
  return { ...reportOf(job), outcomes: outcomesOf(job), annotations, masks: job.masks, outputs: job.outputs }
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

test('an expired token: red, with the commands and outputs of this run, and nothing is sent', async () => {
  project.service.faults.set([{ path: LIST_PATH, status: 401, body: '{"detail":"The access token is expired"}' }])
  const nextStep =
    /The workflow: http.*\/runbooks\.yml\. `gh run rerun 7\d+ --repo \S+harbour\/handbook` repeats this run\.$/
  expect(await run()).toMatchObject({
    failure: { kind: 'token-rejected' },
    nextStep: expect.stringMatching(nextStep),
    outputs: { 'token-rejected': 'true', upserted: '0' }
  })
  project.service.faults.set([])
})

test('a branch whose name has commands and markup: a plan with a notice; with `mode: sync` a sync', async () => {
  const ref = 'refs/heads/##`<img|>%0A$(id)\u202ex'
  await git(project.repository.folder, ['update-ref', ref, second])
  const event: JobEvent = { ...push, ref, payload: { ...push.payload, ref } }
  const plan = await run({ event })
  expect(plan).toMatchObject({ success: true, mode: 'plan', head: second })
  expect(plan.annotations).toContainEqual(expect.stringMatching(/^notice: This is a plan, because .* not the default/))
  expect(sentNames(project)).toEqual([])
  const inputs = { mode: 'sync', 'on-conflict': 'replace' }
  expect(await run({ event, inputs })).toMatchObject({ success: true, mode: 'sync' })
  expect(sentNames(project)).toContain('Disk')
})

test('a pull request: a plan of what the merge changes, without secrets', async () => {
  const files = { 'docs/runbooks/new.md': '# New\n\nText.\n' }
  const head = await project.commit(files, { branch: 'clarify', parents: [second] })
  const merge = await project.commit(files, { branch: null, parents: [second, head] })
  const event = pullRequestEvent(project.repository.name, merge)
  const report = await run({ event, inputs: { token: '', 'base-url': '' } })
  expect(report).toMatchObject({ success: true, mode: 'plan', head: merge })
  expect(report.outcomes).toContain('planned docs/runbooks/new.md')
  expect(project.received()).toEqual([])
})
