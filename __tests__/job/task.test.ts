import { expect, test } from '@jest/globals'
import { decideTask, type Task } from '../../src/job/task.ts'
import type { Job } from '../../src/job/event.ts'
import type { Inputs } from '../../src/job/inputs.ts'

type Trigger = Job['trigger']

const MAIN = 'refs/heads/main'
const PUSH: Trigger = { kind: 'push', before: 'b', deleted: false }
const DELETED: Trigger = { ...PUSH, deleted: true }
const eventOf = (name: string, mayWrite = true): Trigger => ({ kind: 'other', name, mayWrite })
const DISPATCH = eventOf('workflow_dispatch')
const PULL: Trigger = { kind: 'proposal', what: 'a pull request', parent: undefined, into: 'release' }
const GROUP: Trigger = { kind: 'proposal', what: 'a merge group', parent: 'b', into: 'main' }

function jobOf(trigger: Trigger, ref: string, more: Partial<Job> = {}): Job {
  return { trigger, ref, defaultBranch: 'main', runAttempt: 1, isStartedByBot: false, ...more } as Job
}

/** `sync main`, `plan for release without its parent`; `!` if nobody asked for a plan. */
function shown(task: Task): string {
  if (task.kind === 'nothing') return task.kind
  const branch = task.ref.replace('refs/heads/', '')
  if (task.kind !== 'plan') return `${task.kind} ${branch}`
  const without = task.proposal === undefined ? '' : ` without ${task.proposal.parent ?? 'its parent'}`
  return `plan for ${branch}${without}${task.notice === undefined ? '' : '!'}`
}

const TOPIC = 'refs/heads/topic'
const MERGE = 'refs/pull/7/merge'
const [OF_PULL, OF_GROUP] = ['plan for release without its parent', 'plan for main without b']

interface Decided {
  auto?: string
  sync?: string
  refused?: string
  plan?: string
}

test.each<{ what: string; trigger: Trigger; ref?: string } & Decided>([
  { what: 'a push', trigger: PUSH, auto: 'sync main', sync: 'sync main' },
  { what: 'a schedule', trigger: eventOf('schedule'), auto: 'sync main', sync: 'sync main' },
  { what: 'a push elsewhere', trigger: PUSH, ref: TOPIC, sync: 'sync topic' },
  { what: 'by hand elsewhere', trigger: DISPATCH, ref: TOPIC, sync: 'sync topic' },
  { what: 'a tag with the name of the branch', trigger: PUSH, ref: 'refs/tags/main', sync: 'sync refs/tags/main' },
  { what: 'a deleted branch', trigger: DELETED, auto: 'nothing', sync: 'nothing', plan: 'nothing' },
  { what: 'a pull request', trigger: PULL, ref: MERGE, auto: `${OF_PULL}!`, refused: 'a pull request', plan: OF_PULL },
  { what: 'a merge group', trigger: GROUP, ref: TOPIC, auto: `${OF_GROUP}!`, refused: 'a merge group', plan: OF_GROUP },
  { what: 'by outsiders', trigger: eventOf('issue_comment', false), refused: 'the event issue_comment' },
  { what: 'by hand on a pull request', trigger: DISPATCH, ref: MERGE, refused: 'a pull request' }
])('$what', ({ trigger, ref = MAIN, auto = 'plan for main!', sync, refused, plan = 'plan for main' }) => {
  const decide = (mode: Inputs['mode']): string => shown(decideTask(jobOf(trigger, ref), mode))
  expect({ auto: decide('auto'), plan: decide('plan') }).toEqual({ auto, plan })
  if (sync === undefined) {
    expect(() => decide('sync')).toThrow(`\`mode: sync\` does not write for ${refused}`)
    expect(() => decide('pull')).toThrow(`\`mode: pull\` does not write for ${refused}`)
  } else {
    expect({ sync: decide('sync'), pull: decide('pull') }).toEqual({ sync, pull: sync.replace('sync ', 'pull ') })
  }
})

test.each<{ what: string; trigger: Trigger; mode: Inputs['mode']; decides: string }>([
  { what: 'a push', trigger: PUSH, mode: 'sync', decides: 'sync main' },
  { what: 'a push', trigger: PUSH, mode: 'plan', decides: 'plan for HEAD' },
  { what: 'a pull request', trigger: PULL, mode: 'auto', decides: 'plan for release without its parent!' }
])('an event that does not name the default branch: $what with `mode: $mode`', ({ trigger, mode, decides }) => {
  const job = jobOf(trigger, MAIN, { defaultBranch: undefined })
  expect(shown(decideTask(job, mode))).toBe(decides)
  expect(() => decideTask({ ...job, trigger: PUSH }, 'auto')).toThrow(/does not name the default branch/)
})

const NEW: Trigger = { ...PUSH, before: undefined }

type About = Partial<Extract<Task, { kind: 'sync' }>>

test.each<{ what: string; trigger: Trigger; more?: Partial<Job>; about?: About }>([
  { what: 'a push: what it changed', trigger: PUSH, about: { since: 'b' } },
  { what: 'a repeated push: something may be missing', trigger: PUSH, more: { runAttempt: 2 } },
  { what: 'a new branch', trigger: NEW, about: { mayBeFirst: true } },
  { what: 'a repeated push of a new branch', trigger: NEW, more: { runAttempt: 2 }, about: { mayBeFirst: true } },
  { what: 'a deleted branch, as a push of another one', trigger: eventOf('push') },
  { what: 'a schedule', trigger: eventOf('schedule') },
  { what: 'a person', trigger: DISPATCH, about: { isByHand: true, mayBeFirst: true } },
  { what: 'a person who repeats a run', trigger: DISPATCH, more: { runAttempt: 2 }, about: { isByHand: true } },
  { what: 'another workflow', trigger: DISPATCH, more: { isStartedByBot: true } },
  { what: 'a program that dispatches', trigger: eventOf('repository_dispatch') }
])('what a sync is about, and who started it: $what', ({ trigger, more, about }) => {
  const task = decideTask(jobOf(trigger, MAIN, more), 'auto')
  expect(task).toEqual({ kind: 'sync', ref: MAIN, since: undefined, isByHand: false, mayBeFirst: false, ...about })
})

test.each<{ trigger: Trigger; ref: string; notice: RegExp }>([
  { trigger: PUSH, ref: 'refs/heads/topic', notice: /on the branch topic, .*`mode: sync` writes from any branch/ },
  { trigger: PUSH, ref: 'refs/tags/v1', notice: /runs on the tag v1\. `mode: sync` writes/ },
  { trigger: eventOf('issues', false), ref: MAIN, notice: /nothing is written for the event issues, because/ }
])('the notice of a plan that nobody asked for says why: $notice', ({ trigger, ref, notice }) => {
  expect(decideTask(jobOf(trigger, ref), 'auto')).toMatchObject({ kind: 'plan', notice: expect.stringMatching(notice) })
})
