import { describe, expect, test } from '@jest/globals'
import { followedBranch, questionOf, type Question } from '../../src/changes/range.ts'
import type { Job, Trigger } from '../../src/github/job.ts'
import type { Inputs } from '../../src/inputs.ts'

const push: Trigger = { kind: 'push', before: 'b', after: 'a', deleted: false }
const deleted: Trigger = { ...push, deleted: true }
const pull: Trigger = { kind: 'pull-request', base: 'b', head: 'h' }
const group: Trigger = { kind: 'merge-group', base: 'b', head: 'h' }
const target: Trigger = { kind: 'untrusted', name: 'pull_request_target' }
const dispatch: Trigger = { kind: 'other', name: 'workflow_dispatch' }
const schedule: Trigger = { kind: 'other', name: 'schedule' }
const main = 'refs/heads/main'

function jobOf(trigger: Trigger, ref: string, defaultBranch: string | undefined = 'main'): Job {
  return { trigger, ref, defaultBranch } as Job
}

describe('the branch that is followed', () => {
  test.each<[name: string, job: Job, mode: 'sync' | 'plan', branch: string | undefined]>([
    ['of a push to the default one', jobOf(push, main), 'sync', 'main'],
    ['of a plan on the default one', jobOf(push, main), 'plan', 'main'],
    ['of a plan on another one: none', jobOf(push, 'refs/heads/x'), 'plan', undefined],
    ['of a sync on another one', jobOf(push, 'refs/heads/x/y'), 'sync', 'x/y'],
    ['of a tag: none', jobOf(push, 'refs/tags/v1'), 'sync', undefined],
    ['of a run by hand', jobOf(dispatch, main), 'sync', 'main'],
    [
      'of a planned schedule whose event is silent',
      { ...jobOf(schedule, main), defaultBranch: undefined },
      'plan',
      'main'
    ],
    ['of a pull request: none', jobOf(pull, 'refs/pull/7/merge'), 'plan', undefined],
    ['of a merge group: none', jobOf(group, 'refs/heads/gh-readonly-queue/main/pr-7'), 'plan', undefined],
    ['of pull_request_target: none', jobOf(target, main), 'plan', undefined]
  ])('%s', (_, job, mode, branch) => {
    expect(followedBranch(job, mode)).toBe(branch)
  })
})

describe('the question', () => {
  const shard = { index: 1, count: 2 }

  test.each<[name: string, trigger: Trigger, inputs: Partial<Inputs>, branch: string, question: Partial<Question>]>([
    ['a push', push, {}, 'main', { kind: 'last-success', branch: 'main' }],
    ['a push that no branch is followed for', push, {}, '', { kind: 'push', before: 'b' }],
    ['a deleted branch', deleted, {}, '', { kind: 'nothing' }],
    ['a deleted branch, whatever the inputs', deleted, { scope: 'all', shard }, 'main', { kind: 'nothing' }],
    ['a shard', push, { shard }, 'main', { kind: 'whole' }],
    ['everything', push, { scope: 'all' }, 'main', { kind: 'whole' }],
    ['since', push, { since: 'v1' }, 'main', { kind: 'since', name: 'v1' }],
    ['since, in a pull request', pull, { since: 'v1' }, '', { kind: 'since' }],
    ['a push with `scope: changed`', push, { scope: 'changed' }, 'main', { kind: 'last-success' }],
    ['a pull request', pull, {}, '', { kind: 'proposal', base: 'b', head: 'h' }],
    ['a merge group', group, {}, '', { kind: 'proposal', base: 'b', head: 'h' }],
    ['pull_request_target', target, {}, '', { kind: 'whole' }],
    ['a run by hand', dispatch, {}, 'main', { kind: 'whole' }],
    ['a run by hand with `scope: changed`', dispatch, { scope: 'changed' }, 'main', { kind: 'last-success' }],
    ['the same on a tag', dispatch, { scope: 'changed' }, '', { kind: 'whole' }],
    ['a schedule', schedule, {}, 'main', { kind: 'whole' }]
  ])('%s', (_, trigger, inputs, branch, question) => {
    const all = { scope: 'auto', since: undefined, shard: undefined, ...inputs } as const
    expect(questionOf(jobOf(trigger, main), all, branch === '' ? undefined : branch)).toMatchObject(question)
  })
})
