import { ActionError } from '../errors.ts'
import { shortRef, type Job, type Proposal } from './event.ts'
import type { Inputs } from './inputs.ts'

export type Task =
  /** Writes edits of the assistant into the files of the work tree. `ref`, in full, is where the entries are from. */
  | { readonly kind: 'pull'; readonly ref: string }
  /** `reason` is a sentence. */
  | { readonly kind: 'nothing'; readonly reason: string }
  /** Makes the knowledge base equal to a branch or tag. */
  | {
      readonly kind: 'sync'
      /** Full: `refs/heads/main`. */
      readonly ref: string
      /** The commit that the push replaced: the run is about what changed since. Undefined: it is about everything. */
      readonly since: string | undefined
      /** True if a person started the workflow, and so agrees to what cannot be undone. */
      readonly isByHand: boolean
      /**
       * True if somebody has set this up just now: started it by hand, or pushed a new branch. A repeated run by hand may have got
       * another token since.
       */
      readonly mayBeFirst: boolean
    }
  /** Says what a sync would do if the commit of the job were the head of the branch, and writes nothing. */
  | {
      readonly kind: 'plan'
      /** Full; the branch that would be synced. */
      readonly ref: string
      /** The pull request or merge group whose changes the plan is about. */
      readonly proposal: Proposal | undefined
      /** Why it is no sync, if nobody asked for a plan. */
      readonly notice: string | undefined
    }

/**
 * The task of a job: it writes on the default branch, elsewhere only with `mode: sync`, and never for pull requests and for
 * events that people without write access can start.
 */
export function decideTask(job: Job, mode: Inputs['mode']): Task {
  const { trigger, ref, defaultBranch } = job
  if (trigger.kind === 'push' && trigger.deleted) return { kind: 'nothing', reason: `${shortRef(ref)} was deleted.` }
  if (mode === 'plan') return planOf(job, undefined)
  const obstacle = obstacleTo(job)
  if (mode === 'auto') {
    if (obstacle !== undefined) return planOf(job, `This is a plan: nothing is written ${obstacle}.`)
    if (defaultBranch === undefined) {
      const message = 'The event does not name the default branch of the repository.'
      throw new ActionError('event', message, 'Set `mode: sync` to write, or `mode: plan`.')
    }
    return ref === `refs/heads/${defaultBranch}` ? syncOf(job) : planOf(job, elsewhereNotice(ref))
  }
  if (obstacle !== undefined) {
    const message = `\`mode: ${mode}\` does not write ${obstacle}.`
    throw new ActionError('event', message, 'Leave out `mode`, or use `mode: plan`, for this event.')
  }
  return mode === 'pull' ? { kind: 'pull', ref } : syncOf(job)
}

function syncOf({ trigger, ref, runAttempt, isStartedByBot }: Job): Task {
  const isByHand = trigger.kind === 'other' && trigger.name === 'workflow_dispatch' && !isStartedByBot
  const isNewBranch = trigger.kind === 'push' && trigger.before === undefined
  return {
    kind: 'sync',
    ref,
    // A run is repeated because something is missing, perhaps what an earlier push changed.
    since: trigger.kind === 'push' && runAttempt === 1 ? trigger.before : undefined,
    isByHand,
    mayBeFirst: (isByHand && runAttempt === 1) || isNewBranch
  }
}

function planOf({ trigger, defaultBranch = 'HEAD' }: Job, notice: string | undefined): Task {
  const proposal = trigger.kind === 'proposal' ? trigger : undefined
  const ref = `refs/heads/${proposal?.into ?? defaultBranch}`
  return { kind: 'plan', ref, proposal, notice }
}

/** On what the job must never write, and why, in words; undefined if it may write. */
function obstacleTo({ trigger, ref }: Job): string | undefined {
  const isProposal = trigger.kind === 'proposal'
  if (isProposal || ref.startsWith('refs/pull/')) {
    return `for ${isProposal ? trigger.what : 'a pull request'}, because its text is not on the branch yet`
  }
  if (trigger.kind === 'push' || trigger.mayWrite) return undefined
  return `for the event ${trigger.name}, because it is not among those that only people with write access can start`
}

function elsewhereNotice(ref: string): string {
  const isTag = ref.startsWith('refs/tags/')
  const runsOn = isTag ? `the tag ${shortRef(ref)}` : `the branch ${shortRef(ref)}, which is not the default one`
  return `This is a plan, because the job runs on ${runsOn}. \`mode: sync\` writes from any branch or tag.`
}
