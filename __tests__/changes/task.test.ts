import { describe, expect, test } from '@jest/globals'
import { decideTask, type Task } from '../../src/changes/task.ts'
import type { Job } from '../../src/event.ts'
import type { Inputs } from '../../src/inputs.ts'

type Trigger = Job['trigger']

const push = (more: object = {}): Trigger => ({ kind: 'push', before: 'b', forced: false, deleted: false, ...more })
const PULL: Trigger = { kind: 'pull-request', head: 'h', into: 'release' }
const GROUP: Trigger = { kind: 'merge-group', base: 'b', head: 'h', into: 'main' }
const TARGET: Trigger = { kind: 'untrusted', name: 'pull_request_target' }
const SCHEDULE: Trigger = { kind: 'other', name: 'schedule' }
const MAIN = 'refs/heads/main'
const TOPIC = 'refs/heads/topic'
const TAG = 'refs/tags/v1'
const MERGE = 'refs/pull/7/merge'
const QUEUE = 'refs/heads/gh-readonly-queue/main/pr-7'
const [ALL, PUSH] = ['plan of everything into main', 'plan of push into main']
const [INTO, GROUPED] = ['plan of pull-request into release', 'plan of commits into main']

function decide(trigger: Trigger, ref: string, mode: Inputs['mode']): Task {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  return decideTask({ trigger, ref, branch, defaultBranch: 'main' } as Job, mode)
}

/** `sync main`, `sync main (full)`, `plan of push into main!`, where `!` is a notice that nobody asked for a plan. */
function shown(task: Task): string {
  switch (task.kind) {
    case 'check':
    case 'nothing':
      return task.kind
    case 'sync':
      return `sync ${task.ref.replace('refs/heads/', '')}${task.full === undefined ? '' : ' (full)'}`
    case 'plan':
      return `plan of ${task.of.kind} into ${task.ref.replace('refs/heads/', '')}${task.notice === undefined ? '' : '!'}`
  }
}

describe('what an event and `mode` mean', () => {
  test.each<[string, Trigger, ref: string, auto: string, sync: string, plan: string]>([
    ['a push', push(), MAIN, 'sync main', 'sync main', 'plan of branch into main'],
    ['a schedule', SCHEDULE, MAIN, 'sync main (full)', 'sync main (full)', 'plan of branch into main'],
    ['a push elsewhere', push(), TOPIC, `${PUSH}!`, 'sync topic', PUSH],
    ['by hand elsewhere', SCHEDULE, TOPIC, `${ALL}!`, 'sync topic (full)', ALL],
    ['a tag', push(), TAG, `${PUSH}!`, 'sync refs/tags/v1', PUSH],
    ['a tag with the branch’s name', push(), 'refs/tags/main', `${PUSH}!`, 'sync refs/tags/main', PUSH],
    ['a deleted branch', push({ deleted: true }), TOPIC, 'nothing', 'nothing', 'nothing'],
    ['a pull request', PULL, MERGE, `${INTO}!`, 'red', INTO],
    ['a merge group', GROUP, QUEUE, `${GROUPED}!`, 'red', GROUPED],
    ['an untrusted event', TARGET, MAIN, `${ALL}!`, 'red', ALL],
    ['by hand on a pull request', SCHEDULE, MERGE, `${ALL}!`, 'red', ALL]
  ])('%s', (_, trigger, ref, auto, sync, plan) => {
    expect(shown(decide(trigger, ref, 'auto'))).toBe(auto)
    expect(shown(decide(trigger, ref, 'plan'))).toBe(plan)
    expect(shown(decide(trigger, ref, 'check'))).toBe('check')
    if (sync === 'red') expect(() => decide(trigger, ref, 'sync')).toThrow(/`mode: sync` does not write on/)
    else expect(shown(decide(trigger, ref, 'sync'))).toBe(sync)
  })

  test('an event that does not name the default branch: red, unless `mode` says what to do', () => {
    const job = { trigger: push(), ref: MAIN, branch: 'main', defaultBranch: undefined } as Job
    expect(() => decideTask(job, 'auto')).toThrow(/does not name the default branch/)
    expect(shown(decideTask(job, 'sync'))).toBe('sync main')
    expect(shown(decideTask(job, 'plan'))).toBe('plan of push into HEAD')
    expect(shown(decideTask({ ...job, trigger: PULL, ref: MERGE }, 'auto'))).toBe('plan of pull-request into release!')
  })
})
