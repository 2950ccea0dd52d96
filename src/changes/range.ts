import type { Job } from '../github/job.ts'
import type { Inputs } from '../inputs.ts'

/** Which commits a run concerns, as far as its event and its inputs decide it; `find.ts` asks Git and GitHub the rest. */
export type Question =
  /** Everything, because of this. */
  | { readonly kind: 'whole'; readonly why: string }
  /** What differs from the commit that the input names. */
  | { readonly kind: 'since'; readonly name: string }
  /** What a pull request or a merge group would change. */
  | { readonly kind: 'proposal'; readonly what: string; readonly base: string; readonly head: string }
  /** What no successful run has delivered yet. */
  | { readonly kind: 'last-success'; readonly branch: string }
  /** What this push alone changed; nothing before it, where the event names none. */
  | { readonly kind: 'push'; readonly before: string | undefined }
  /** Nothing at all. */
  | { readonly kind: 'nothing'; readonly why: string }

const BRANCH = 'refs/heads/'

/**
 * The branch whose head a run delivers, and looks up again at the end. On other branches than the default one a plan is
 * about the commit that was pushed, and so are all runs for tags and proposals.
 */
export function followedBranch(job: Job, mode: 'sync' | 'plan'): string | undefined {
  const { trigger, ref, defaultBranch } = job
  if (!ref.startsWith(BRANCH)) return undefined
  if (trigger.kind !== 'push' && trigger.kind !== 'other') return undefined
  const branch = ref.slice(BRANCH.length)
  const isDefault = branch === defaultBranch || (trigger.kind === 'other' && trigger.name === 'schedule')
  return mode === 'sync' || isDefault ? branch : undefined
}

/** What to ask, in the order of who decides: the event that leaves nothing, the inputs, the event. */
export function questionOf(
  job: Job,
  { scope, since, shard }: Pick<Inputs, 'scope' | 'since' | 'shard'>,
  branch: string | undefined,
  mode: 'sync' | 'plan'
): Question {
  const { trigger, ref } = job
  if (trigger.kind === 'push' && trigger.deleted) {
    return { kind: 'nothing', why: `${shortRef(ref)} was deleted` }
  }
  if (shard !== undefined) return { kind: 'whole', why: '`shard` is for whole syncs' }
  if (scope === 'all') return { kind: 'whole', why: '`scope: all`' }
  if (since !== undefined) return { kind: 'since', name: since }
  switch (trigger.kind) {
    case 'push':
      if (branch !== undefined) return { kind: 'last-success', branch }
      // Where a tag stood before says nothing of what was delivered from there.
      return mode === 'sync'
        ? { kind: 'whole', why: 'a tag has no earlier runs to go by' }
        : { kind: 'push', before: trigger.before }
    case 'pull-request':
      return { kind: 'proposal', what: 'this pull request', base: trigger.base, head: trigger.head }
    case 'merge-group':
      return { kind: 'proposal', what: 'this merge group', base: trigger.base, head: trigger.head }
    case 'untrusted':
      return { kind: 'whole', why: `the event ${trigger.name} names no commits` }
    case 'other':
      return scope === 'changed' && branch !== undefined
        ? { kind: 'last-success', branch }
        : { kind: 'whole', why: `the event ${trigger.name} names no commits` }
  }
}

/** As Git shows it to people. */
export function short(commit: string): string {
  return commit.slice(0, 7)
}

export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '')
}
