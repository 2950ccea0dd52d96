import type { Choose, Source, SourceFile } from '../source/source.ts'
import type { Changed, Gone } from './changes.ts'

export interface Compared {
  /** The runbooks of the head that differ, by path. */
  readonly changed: ReadonlyMap<string, Changed>
  /** What the head has no more, in the order of paths. */
  readonly gone: readonly Gone[]
  /** Whether the file `watched` differs between the head and any of the others: one may have delivered by its own rules. */
  readonly watchedChanged: boolean
}

/**
 * How the head differs from the base, and from any of the commits `also`: a run that delivered one of them in part, and
 * failed, has left text that a comparison with the base alone does not show once the branch is back at the base's.
 *
 * @param watched a path that is no runbook, but matters all the same.
 */
export async function compareWith(
  source: Source,
  head: string,
  [base, ...also]: readonly [string, ...string[]],
  choose: Choose,
  watched?: string
): Promise<Compared> {
  const changed = new Map<string, Changed>()
  const gone = new Map<string, Gone>()
  let watchedChanged = false
  for (const commit of new Set([base, ...also])) {
    if (commit === head) continue
    const { differences } = await source.compare(commit, head, (path) => path === watched || choose(path))
    for (const { path, before, after } of differences) {
      if (path === watched) watchedChanged = true
      if (path === watched && !choose(path)) continue
      const proof = commit === base ? {} : { unproven: true }
      if (after === undefined) {
        if (before !== undefined && !gone.has(path)) gone.set(path, { path, id: before, ...proof })
      } else if (changed.get(path)?.before === undefined) {
        changed.set(path, { path, id: after, ...(before !== undefined && { before, ...proof }) })
      }
    }
  }
  return { changed, gone: [...gone.values()].sort(byPath), watchedChanged }
}

export function byPath(one: SourceFile, other: SourceFile): number {
  return one.path < other.path ? -1 : 1
}
