import { ActionError } from '../errors.ts'
import { shortRef, type Job } from './event.ts'
import type { Source } from '../branch/checkout.ts'
import { DiskFiles } from '../branch/disk.ts'
import type { Inputs } from './inputs.ts'

/** What a run does. */
export type Task =
  /** Asks whether the token works, and how many entries there are. */
  | { readonly kind: 'check' }
  /** Writes edits of the assistant into the files of the work tree. */
  | {
      readonly kind: 'pull'
      /** Full; the branch or tag that the entries are from. */
      readonly ref: string
    }
  /** `reason` is a sentence. */
  | { readonly kind: 'nothing'; readonly reason: string }
  /** Makes the knowledge base equal to a branch or tag. */
  | {
      readonly kind: 'sync'
      /** Full: `refs/heads/main`. */
      readonly ref: string
      /** Why it is a full sync, with any record, as a clause; undefined for a push. */
      readonly whyFull: string | undefined
    }
  /** Says what a sync would do if the commit of the job were the head of the branch, and writes nothing. */
  | {
      readonly kind: 'plan'
      /** Full; the branch that would be synced. */
      readonly ref: string
      readonly whyFull: string | undefined
      /** Of a pull request or a merge group: what the branch has without it, which is the parent of a merge commit. */
      readonly proposal: { readonly parent: string | undefined } | undefined
      /** Why it is no sync, where nobody asked for a plan. */
      readonly notice: string | undefined
    }

/**
 * What a run does: it writes on the default branch, elsewhere only with `mode: sync`, and never for pull requests and events
 * that run on behalf of somebody else.
 *
 * @throws {ActionError} of kind `event` where `mode: sync` must not write, or the event does not say whether to write.
 */
export function decideTask(job: Job, mode: Inputs['mode']): Task {
  const { trigger, ref, branch, defaultBranch, runAttempt } = job
  if (mode === 'check') return { kind: 'check' }
  if (trigger.kind === 'push' && trigger.deleted) return { kind: 'nothing', reason: `${shortRef(ref)} was deleted.` }

  const readOnlyPlace = readOnlyPlaceOf(job)
  if (readOnlyPlace !== undefined && (mode === 'sync' || mode === 'pull')) {
    throw new ActionError(
      'event',
      `\`mode: ${mode}\` does not write on ${readOnlyPlace}: its text is not on the branch yet.`,
      'Leave out `mode`, or use `mode: plan`, for this event.'
    )
  }
  if (mode === 'pull') return { kind: 'pull', ref }
  if (readOnlyPlace === undefined && mode === 'auto' && defaultBranch === undefined) {
    throw new ActionError(
      'event',
      'The event does not name the default branch of the repository.',
      'Set `mode: sync` to write, or `mode: plan`.'
    )
  }
  // A run that is repeated may have been repeated because something is missing.
  const again = runAttempt > 1 ? 'the run is repeated' : undefined
  const whyFull = trigger.kind === 'other' ? `the event is ${trigger.name}` : again
  if (readOnlyPlace === undefined && (mode === 'sync' || (mode === 'auto' && branch === defaultBranch))) {
    return { kind: 'sync', ref, whyFull }
  }
  const place =
    readOnlyPlace ??
    (branch === undefined ? `the tag ${shortRef(ref)}` : `the branch ${branch}, which is not the default one`)
  const more = readOnlyPlace === undefined ? ' `mode: sync` writes from any branch or tag.' : ''
  const notice = `Nothing is written, because the job runs on ${place}: this is a plan.${more}`
  const isProposal = trigger.kind === 'pull-request' || trigger.kind === 'merge-group'
  const into = (isProposal ? trigger.into : undefined) ?? defaultBranch ?? 'HEAD'
  const plan = { kind: 'plan', ref: `refs/heads/${into}`, notice: mode === 'plan' ? undefined : notice } as const
  if (!isProposal) return { ...plan, whyFull, proposal: undefined }
  const parent = trigger.kind === 'merge-group' ? trigger.base : undefined
  return { ...plan, whyFull: undefined, proposal: { parent } }
}

/** What the job runs on, in words, if it must never write there; undefined elsewhere. */
function readOnlyPlaceOf({ trigger, ref }: Job): string | undefined {
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

/** The commit of a plan, and what the branch has without it; undefined for a pull request without a merge commit. */
export async function plannedCommits(
  source: Source,
  sha: string,
  { proposal }: Extract<Task, { kind: 'plan' }>
): Promise<{ readonly tip: string; readonly parent?: string } | undefined> {
  if (source instanceof DiskFiles) return { tip: sha }
  if (proposal === undefined) {
    await source.ensureCommits(sha)
    return { tip: await source.peel(sha) }
  }
  if (proposal.parent !== undefined) return { tip: sha, parent: proposal.parent }
  // GitHub's merge commit cannot be fetched after the pull request was closed.
  const [parent, ...others] = (await source.hasCommits([sha])) ? await source.parents(sha) : []
  return parent === undefined || others.length === 0 ? undefined : { tip: sha, parent }
}
