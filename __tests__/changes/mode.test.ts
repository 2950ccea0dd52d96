import { expect, test } from '@jest/globals'
import { decideMode, type Mode } from '../../src/changes/mode.ts'
import type { Answer, GitHub } from '../../src/github/github.ts'
import type { Job, Trigger } from '../../src/github/job.ts'
import type { Inputs } from '../../src/inputs.ts'

const push: Trigger = { kind: 'push', before: undefined, after: 'a'.repeat(40), deleted: false }
const dispatch: Trigger = { kind: 'other', name: 'workflow_dispatch' }
const pull: Trigger = { kind: 'pull-request', base: 'a', head: 'b' }
const group: Trigger = { kind: 'merge-group', base: 'a', head: 'b' }
const target: Trigger = { kind: 'untrusted', name: 'pull_request_target' }
const workflowRun: Trigger = { kind: 'untrusted', name: 'workflow_run' }
const main = 'refs/heads/main'

async function decide(asked: Inputs['mode'], trigger: Trigger, ref: string, known?: Answer<string>): Promise<Mode> {
  const job = { trigger, ref, defaultBranch: known ? undefined : 'main' } as Job
  return decideMode(asked, job, { defaultBranch: () => Promise.resolve(known) } as GitHub)
}

test.each<
  [name: string, asked: Inputs['mode'], trigger: Trigger, ref: string, mode: string, notice: RegExp | undefined]
>([
  ['a push to the default branch', 'auto', push, main, 'sync', undefined],
  ['a run by hand on the default branch', 'auto', dispatch, main, 'sync', undefined],
  ['a schedule', 'auto', { kind: 'other', name: 'schedule' }, main, 'sync', undefined],
  ['a push to another branch', 'auto', push, 'refs/heads/feature', 'plan', /the branch feature/],
  ['a branch that only ends like the default one', 'auto', push, 'refs/heads/x/main', 'plan', /the branch x\/main/],
  ['a tag', 'auto', push, 'refs/tags/main', 'plan', /the tag main/],
  ['a pull request', 'auto', pull, 'refs/pull/7/merge', 'plan', /a pull request/],
  ['an event on a pull request', 'auto', dispatch, 'refs/pull/7/merge', 'plan', /a pull request/],
  ['a merge group', 'auto', group, 'refs/heads/gh-readonly-queue/main/pr-7', 'plan', /a merge group/],
  ['pull_request_target', 'auto', target, main, 'plan', /pull_request_target/],
  ['workflow_run', 'auto', workflowRun, main, 'plan', /workflow_run/],
  ['a push to another branch, on purpose', 'sync', push, 'refs/heads/feature', 'sync', undefined],
  ['a tag, on purpose', 'sync', push, 'refs/tags/v1', 'sync', undefined],
  ['a plan on the default branch', 'plan', push, main, 'plan', undefined],
  ['a plan of workflow_run', 'plan', workflowRun, main, 'plan', undefined],
  ['a check', 'check', push, main, 'check', undefined],
  ['a check in a pull request', 'check', pull, 'refs/pull/7/merge', 'check', undefined]
])('%s', async (_, asked, trigger, ref, mode, notice) => {
  const decided = await decide(asked, trigger, ref)
  expect(decided.mode).toBe(mode)
  expect(decided.notices.map(({ message }) => message)).toEqual(notice ? [expect.stringMatching(notice)] : [])
})

test.each<[name: string, trigger: Trigger]>([
  ['a pull request', pull],
  ['a merge group', group],
  ['pull_request_target', target],
  ['workflow_run', workflowRun],
  ['a comment on a pull request', dispatch]
])('%s never writes, whatever is asked', async (_, trigger) => {
  const ref = trigger === dispatch ? 'refs/pull/7/merge' : main
  await expect(decide('sync', trigger, ref)).rejects.toMatchObject({
    kind: 'event',
    message: expect.stringContaining('mode: sync'),
    remedy: expect.stringContaining('mode: plan')
  })
})

test.each<[name: string, github: Answer<string>, mode: string]>([
  ['is asked', { kind: 'found', value: 'main' }, 'sync'],
  ['says another one', { kind: 'found', value: 'trunk' }, 'plan'],
  ['does not say', { kind: 'unknown', why: 'nobody knows' }, 'plan']
])('where the event names no default branch, GitHub %s', async (_, github, mode) => {
  const decided = await decide('auto', dispatch, main, github)
  expect(decided.mode).toBe(mode)
  expect(decided.notices).toHaveLength(mode === 'plan' ? 1 : 0)
})
