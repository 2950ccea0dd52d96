import { describe, expect, test } from '@jest/globals'
import { decideTask, type Task } from '../../src/job/task.ts'
import type { Job } from '../../src/job/event.ts'
import type { Inputs } from '../../src/job/inputs.ts'

type Trigger = Job['trigger']

const MAIN = 'refs/heads/main'
const TOPIC = 'refs/heads/topic'
const PUSH: Trigger = { kind: 'push', before: 'b', deleted: false }
const SCHEDULE: Trigger = { kind: 'other', name: 'schedule', writesIn: ['auto', 'sync'] }
const DISPATCH: Trigger = { kind: 'other', name: 'workflow_dispatch', writesIn: ['auto', 'sync'] }
const RELEASE: Trigger = { kind: 'other', name: 'release', writesIn: ['sync'] }
const COMMENT: Trigger = { kind: 'other', name: 'issue_comment', writesIn: [] }
const PULL: Trigger = { kind: 'pull-request', into: 'release' }
const GROUP: Trigger = { kind: 'merge-group', base: 'b', into: 'main' }

function jobOf(trigger: Trigger, ref: string, more: Partial<Job> = {}): Job {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  return { trigger, ref, branch, defaultBranch: 'main', runAttempt: 1, isStartedByBot: false, ...more } as Job
}

/** `sync main`, `plan for release without its parent`; `!` if nobody asked for a plan. */
function shown(task: Task): string {
  if (task.kind === 'nothing') return task.kind
  const branch = task.ref.replace('refs/heads/', '')
  if (task.kind !== 'plan') return `${task.kind} ${branch}`
  const without = task.proposal === undefined ? '' : ` without ${task.proposal.parent ?? 'its parent'}`
  return `plan for ${branch}${without}${task.notice === undefined ? '' : '!'}`
}

describe('what an event and `mode` mean', () => {
  test.each<{ what: string; trigger: Trigger; ref: string; auto: string; sync: string; plan: string }>([
    { what: 'a push', trigger: PUSH, ref: MAIN, auto: 'sync main', sync: 'sync main', plan: 'plan for main' },
    { what: 'a schedule', trigger: SCHEDULE, ref: MAIN, auto: 'sync main', sync: 'sync main', plan: 'plan for main' },
    {
      what: 'a push elsewhere',
      trigger: PUSH,
      ref: TOPIC,
      auto: 'plan for main!',
      sync: 'sync topic',
      plan: 'plan for main'
    },
    {
      what: 'by hand elsewhere',
      trigger: DISPATCH,
      ref: TOPIC,
      auto: 'plan for main!',
      sync: 'sync topic',
      plan: 'plan for main'
    },
    {
      what: 'a tag with the name of the branch',
      trigger: PUSH,
      ref: 'refs/tags/main',
      auto: 'plan for main!',
      sync: 'sync refs/tags/main',
      plan: 'plan for main'
    },
    {
      what: 'a release',
      trigger: RELEASE,
      ref: 'refs/tags/v1',
      auto: 'plan for main!',
      sync: 'sync refs/tags/v1',
      plan: 'plan for main'
    },
    {
      what: 'a release of the branch',
      trigger: RELEASE,
      ref: MAIN,
      auto: 'plan for main!',
      sync: 'sync main',
      plan: 'plan for main'
    },
    {
      what: 'a deleted branch',
      trigger: { ...PUSH, deleted: true },
      ref: TOPIC,
      auto: 'nothing',
      sync: 'nothing',
      plan: 'nothing'
    },
    {
      what: 'a pull request',
      trigger: PULL,
      ref: 'refs/pull/7/merge',
      auto: 'plan for release without its parent!',
      sync: 'does not write for a pull request',
      plan: 'plan for release without its parent'
    },
    {
      what: 'a merge group',
      trigger: GROUP,
      ref: 'refs/heads/gh-readonly-queue/main/pr-7',
      auto: 'plan for main without b!',
      sync: 'does not write for a merge group',
      plan: 'plan for main without b'
    },
    {
      what: 'a comment',
      trigger: COMMENT,
      ref: MAIN,
      auto: 'plan for main!',
      sync: 'does not write for the event issue_comment',
      plan: 'plan for main'
    },
    {
      what: 'by hand on a pull request',
      trigger: DISPATCH,
      ref: 'refs/pull/7/merge',
      auto: 'plan for main!',
      sync: 'does not write for a pull request',
      plan: 'plan for main'
    }
  ])('$what', ({ trigger, ref, auto, sync, plan }) => {
    const decide = (mode: Inputs['mode']): string => shown(decideTask(jobOf(trigger, ref), mode))
    expect({ auto: decide('auto'), plan: decide('plan') }).toEqual({ auto, plan })
    if (sync.startsWith('does not')) {
      expect(() => decide('sync')).toThrow(`\`mode: sync\` ${sync}`)
      expect(() => decide('pull')).toThrow(`\`mode: pull\` ${sync}`)
    } else {
      expect({ sync: decide('sync'), pull: decide('pull') }).toEqual({
        sync,
        pull: sync === 'nothing' ? sync : `pull ${ref.replace('refs/heads/', '')}`
      })
    }
  })

  test('an event that does not name the default branch: red, unless nothing would be written, or `mode` says what to do', () => {
    const unknown = { defaultBranch: undefined }
    const decide = (trigger: Trigger, ref: string, mode: Inputs['mode']): string =>
      shown(decideTask(jobOf(trigger, ref, unknown), mode))
    expect(() => decide(PUSH, MAIN, 'auto')).toThrow(/does not name the default branch/)
    expect([
      decide(PUSH, MAIN, 'sync'),
      decide(PUSH, MAIN, 'plan'),
      decide(PULL, 'refs/pull/7/merge', 'auto'),
      decide(RELEASE, 'refs/tags/v1', 'auto')
    ]).toEqual(['sync main', 'plan for HEAD', 'plan for release without its parent!', 'plan for HEAD!'])
  })
})

describe('what a sync is about, and who started it', () => {
  test.each<{ what: string; trigger: Trigger; more?: Partial<Job>; since?: string; isByHand?: boolean }>([
    { what: 'a push: what it changed', trigger: PUSH, since: 'b' },
    { what: 'a repeated push: something may be missing', trigger: PUSH, more: { runAttempt: 2 } },
    { what: 'a new branch', trigger: { ...PUSH, before: undefined } },
    { what: 'a schedule', trigger: SCHEDULE },
    { what: 'a person', trigger: DISPATCH, isByHand: true },
    { what: 'a person who repeats a run', trigger: DISPATCH, more: { runAttempt: 2 }, isByHand: true },
    { what: 'another workflow', trigger: DISPATCH, more: { isStartedByBot: true } },
    { what: 'a program that dispatches', trigger: { ...DISPATCH, name: 'repository_dispatch' } }
  ])('$what', ({ trigger, more, since, isByHand = false }) => {
    expect(decideTask(jobOf(trigger, MAIN, more), 'auto')).toEqual({ kind: 'sync', ref: MAIN, since, isByHand })
  })
})

test.each<{ what: string; trigger: Trigger; ref: string; notice: RegExp }>([
  {
    what: 'a branch',
    trigger: PUSH,
    ref: TOPIC,
    notice: /runs on the branch topic, .*`mode: sync` writes from any branch/
  },
  { what: 'a tag', trigger: PUSH, ref: 'refs/tags/v1', notice: /runs on the tag v1\. `mode: sync` writes/ },
  {
    what: 'a release',
    trigger: RELEASE,
    ref: 'refs/tags/v1',
    notice: /for the event release, only `mode: sync` writes/
  },
  { what: 'a comment', trigger: COMMENT, ref: MAIN, notice: /nothing is written for the event issue_comment\.$/ }
])('the notice of a plan that nobody asked for says why: $what', ({ trigger, ref, notice }) => {
  expect(decideTask(jobOf(trigger, ref), 'auto')).toMatchObject({ kind: 'plan', notice: expect.stringMatching(notice) })
})
