import { describe, expect, test } from '@jest/globals'
import { decideTask, type Task } from '../../src/job/task.ts'
import type { Job } from '../../src/job/event.ts'
import type { Inputs } from '../../src/job/inputs.ts'

type Trigger = Job['trigger']

const push = (more: object = {}): Trigger => ({ kind: 'push', before: 'b', forced: false, deleted: false, ...more })
const PULL: Trigger = { kind: 'pull-request', into: 'release' }
const GROUP: Trigger = { kind: 'merge-group', base: 'b', into: 'main' }
const TARGET: Trigger = { kind: 'untrusted', name: 'pull_request_target' }
const SCHEDULE: Trigger = { kind: 'other', name: 'schedule' }
const MAIN = 'refs/heads/main'
const TOPIC = 'refs/heads/topic'
const TAG = 'refs/tags/v1'
const MERGE = 'refs/pull/7/merge'
const QUEUE = 'refs/heads/gh-readonly-queue/main/pr-7'
const [PLAN, ALL] = ['plan for main', 'plan for main (full)']
const [INTO, GROUPED] = ['plan for release without its parent', 'plan for main without b']

function decide(trigger: Trigger, ref: string, mode: Inputs['mode'], runAttempt = 1): Task {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  return decideTask({ trigger, ref, branch, defaultBranch: 'main', runAttempt } as Job, mode)
}

/** `sync main (full)`, `plan for release without its parent!`, where `!` is a notice that nobody asked for a plan. */
function shown(task: Task): string {
  if (task.kind === 'check' || task.kind === 'nothing') return task.kind
  if (task.kind === 'pull') return `pull ${task.ref}`
  const full = task.whyFull === undefined ? '' : ' (full)'
  const branch = task.ref.replace('refs/heads/', '')
  if (task.kind === 'sync') return `sync ${branch}${full}`
  const without = task.proposal === undefined ? '' : ` without ${task.proposal.parent ?? 'its parent'}`
  return `plan for ${branch}${without}${full}${task.notice === undefined ? '' : '!'}`
}

describe('what an event and `mode` mean', () => {
  test.each<[string, Trigger, ref: string, auto: string, sync: string, plan: string]>([
    ['a push', push(), MAIN, 'sync main', 'sync main', PLAN],
    ['a schedule', SCHEDULE, MAIN, 'sync main (full)', 'sync main (full)', ALL],
    ['a push elsewhere', push(), TOPIC, `${PLAN}!`, 'sync topic', PLAN],
    ['by hand elsewhere', SCHEDULE, TOPIC, `${ALL}!`, 'sync topic (full)', ALL],
    ['a tag', push(), TAG, `${PLAN}!`, 'sync refs/tags/v1', PLAN],
    ['a tag with the branch’s name', push(), 'refs/tags/main', `${PLAN}!`, 'sync refs/tags/main', PLAN],
    ['a deleted branch', push({ deleted: true }), TOPIC, 'nothing', 'nothing', 'nothing'],
    ['a pull request', PULL, MERGE, `${INTO}!`, 'red', INTO],
    ['a merge group', GROUP, QUEUE, `${GROUPED}!`, 'red', GROUPED],
    ['an untrusted event', TARGET, MAIN, `${PLAN}!`, 'red', PLAN],
    ['by hand on a pull request', SCHEDULE, MERGE, `${ALL}!`, 'red', ALL]
  ])('%s', (_, trigger, ref, auto, sync, plan) => {
    expect(shown(decide(trigger, ref, 'auto'))).toBe(auto)
    expect(shown(decide(trigger, ref, 'plan'))).toBe(plan)
    expect(shown(decide(trigger, ref, 'check'))).toBe('check')
    if (sync === 'red') {
      expect(() => decide(trigger, ref, 'sync')).toThrow(/`mode: sync` does not write on/)
      expect(() => decide(trigger, ref, 'pull')).toThrow(/`mode: pull` does not write on/)
    } else {
      expect(shown(decide(trigger, ref, 'sync'))).toBe(sync)
      expect(shown(decide(trigger, ref, 'pull'))).toBe(sync === 'nothing' ? sync : `pull ${ref}`)
    }
  })

  test.each<[string, Trigger, ref: string, again: string]>([
    ['a push: something may be missing', push(), MAIN, 'sync main (full)'],
    ['a push elsewhere', push(), TOPIC, `${ALL}!`],
    ['a pull request: what it changes, as before', PULL, MERGE, `${INTO}!`]
  ])('a repeated run of %s', (_, trigger, ref, again) => {
    expect(shown(decide(trigger, ref, 'auto', 2))).toBe(again)
  })

  test('an event that does not name the default branch: red, unless `mode` says what to do', () => {
    const job = { trigger: push(), ref: MAIN, branch: 'main', defaultBranch: undefined, runAttempt: 1 } as Job
    expect(() => decideTask(job, 'auto')).toThrow(/does not name the default branch/)
    expect(shown(decideTask(job, 'sync'))).toBe('sync main')
    expect(shown(decideTask(job, 'plan'))).toBe('plan for HEAD')
    expect(shown(decideTask({ ...job, trigger: PULL, ref: MERGE }, 'auto'))).toBe(`${INTO}!`)
  })
})
