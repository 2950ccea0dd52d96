import { ActionError } from '../errors.ts'
import { shortRef, type Job } from '../event.ts'
import type { Inputs } from '../inputs.ts'

/** What a run does. */
export type Task =
  /** Asks whether the token works, and how many entries there are. */
  | { readonly kind: 'check' }
  /** `reason` is a sentence. */
  | { readonly kind: 'nothing'; readonly reason: string }
  /** Makes the knowledge base equal to a branch or tag. */
  | {
      readonly kind: 'sync'
      /** Full: `refs/heads/main`. */
      readonly ref: string
      /** Why it is a full sync, with any record, as a clause; undefined for a push. */
      readonly full: string | undefined
    }
  | Plan

/** Says what a sync would do, and writes nothing. */
export interface Plan {
  readonly kind: 'plan'
  /** Full; the branch that would be synced. */
  readonly ref: string
  readonly of: PlanSubject
  /** Why it is no sync, where nobody asked for a plan. */
  readonly notice: string | undefined
}

export type PlanSubject =
  /** What the records do not show as delivered. */
  | { readonly kind: 'branch'; readonly full: string | undefined }
  /** What the merge of a pull request would change. */
  | { readonly kind: 'pull-request'; readonly head: string }
  | { readonly kind: 'commits'; readonly base: string; readonly head: string }
  /** What a push changed on another branch or tag; `before` is undefined where it is new. */
  | { readonly kind: 'push'; readonly before: string | undefined }
  | { readonly kind: 'everything'; readonly why: string }

export type Mode = 'sync' | 'plan' | 'check'

/**
 * What a run does: it writes on the default branch, elsewhere only with `mode: sync`, and never for pull requests and events
 * that run on behalf of somebody else.
 *
 * @throws {ActionError} of kind `event` where `mode: sync` must not write, or the event does not say whether to write.
 */
export function decideTask(job: Job, mode: Inputs['mode']): Task {
  const { trigger, ref, branch, defaultBranch } = job
  if (mode === 'check') return { kind: 'check' }
  if (trigger.kind === 'push' && trigger.deleted) return { kind: 'nothing', reason: `${shortRef(ref)} was deleted.` }

  const proposal = proposalOf(job)
  if (proposal !== undefined && mode === 'sync') {
    throw new ActionError(
      'event',
      `\`mode: sync\` does not write on ${proposal}: its text is not on the branch yet.`,
      'Leave out `mode`, or use `mode: plan`, for this event.'
    )
  }
  if (proposal === undefined && mode === 'auto' && defaultBranch === undefined) {
    throw new ActionError(
      'event',
      'The event does not name the default branch of the repository.',
      'Set `mode: sync` to write, or `mode: plan`.'
    )
  }
  const full = trigger.kind === 'other' ? `the event is ${trigger.name}` : undefined
  // Without a proposal the event is a push or names no commits.
  if (proposal === undefined && (mode === 'sync' || (mode === 'auto' && branch === defaultBranch))) {
    return { kind: 'sync', ref, full }
  }
  const plan = (of: PlanSubject, into = defaultBranch ?? 'HEAD'): Plan => {
    const place =
      proposal ??
      (branch === undefined ? `the tag ${shortRef(ref)}` : `the branch ${branch}, which is not the default one`)
    const more = proposal === undefined ? ' `mode: sync` writes from any branch or tag.' : ''
    const notice =
      mode === 'plan' ? undefined : `Nothing is written, because the job runs on ${place}: this is a plan.${more}`
    return { kind: 'plan', ref: `refs/heads/${into}`, of, notice }
  }
  switch (trigger.kind) {
    case 'pull-request':
      return plan({ kind: 'pull-request', head: trigger.head }, trigger.into)
    case 'merge-group':
      return plan({ kind: 'commits', base: trigger.base, head: trigger.head }, trigger.into)
    case 'untrusted':
      return plan({ kind: 'everything', why: `the event ${trigger.name} names no commits` })
    case 'push':
    case 'other':
      if (branch !== undefined && branch === defaultBranch) return plan({ kind: 'branch', full })
      if (trigger.kind === 'push') return plan({ kind: 'push', before: trigger.before })
      return plan({ kind: 'everything', why: `the event ${trigger.name} names no commits` })
  }
}

function proposalOf({ trigger, ref }: Job): string | undefined {
  switch (trigger.kind) {
    case 'pull-request':
      return 'a pull request'
    case 'merge-group':
      return 'a merge group'
    case 'untrusted':
      return `the event ${trigger.name}`
    case 'push':
    case 'other':
      return ref.startsWith('refs/pull/') ? 'a pull request' : undefined
  }
}
