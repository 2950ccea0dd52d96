import type { Git } from './command.ts'
import { linesOf } from './records.ts'

/** The longest history that is looked through, in commits. */
export const MAX_COMMITS = 10_000

/** A commit and one of its parents. */
export type Edge = readonly [commit: string, parent: string]

/** The commits on all paths from one commit to a descendant. */
export interface CommitRange {
  readonly start: string
  readonly tip: string
  readonly edges: readonly Edge[]
}

export type RangeResult =
  | ({ readonly kind: 'range' } & CommitRange)
  /** `why` completes "a full sync, because …". */
  | { readonly kind: 'unknown'; readonly why: string }

export const UNRELATED = {
  kind: 'unknown',
  why: 'the branch no longer contains a commit that an earlier run delivered'
} as const

export const TOO_LONG = {
  kind: 'unknown',
  why: 'more than 10,000 commits lie between the last base and the branch'
} as const

/**
 * The commits between the common ancestor of `ancestors` and `tip`, all of which are here.
 *
 * @param shallow the commits whose parents are not here.
 * @returns undefined where `tip` does not descend from all of `ancestors`, as far as the history is here.
 */
export async function findRange(
  git: Git,
  tip: string,
  ancestors: readonly string[],
  shallow: ReadonlySet<string>
): Promise<RangeResult | undefined> {
  const base = await git.run(['merge-base', '--octopus', ...new Set(ancestors)])
  const start = base.stdout.trim()
  if (start === '') return undefined

  const list = ['rev-list', '--topo-order', '--parents', `--max-count=${MAX_COMMITS + 1}`, `${start}..${tip}`]
  const lines = linesOf(await git.text(list))
  if (lines.length > MAX_COMMITS) return TOO_LONG
  // A commit without its parents may be one of a side branch that began behind the start.
  if (lines.some((line) => shallow.has(line))) return undefined
  // The edges on the paths from the start, as `--ancestry-path` has them: a parent comes before its children here.
  const edges: Edge[] = []
  const onPath = new Set([start])
  for (const edge of edgesOf(lines.toReversed())) {
    const [commit, parent] = edge
    if (!onPath.has(parent)) continue
    onPath.add(commit)
    edges.push(edge)
  }
  return [tip, ...ancestors].every((commit) => onPath.has(commit)) ? { kind: 'range', start, tip, edges } : undefined
}

/** @param lines of `git rev-list --parents`. */
export function edgesOf(lines: readonly string[]): Edge[] {
  return lines.flatMap((line) => {
    const [commit = '', ...parents] = line.split(' ')
    return parents.map((parent): Edge => [commit, parent])
  })
}
