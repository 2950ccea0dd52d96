import type { Choose, Source, SourceFile } from '../source/source.ts'
import type { Changed, Gone } from './changes.ts'

export interface Compared {
  /** The runbooks of the head that differ, each with the object id that it had before, if it was there. */
  readonly before: ReadonlyMap<string, string | undefined>
  /** Those of them that had the object id not at the base, but at another commit. */
  readonly unproven: ReadonlySet<string>
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
  const before = new Map<string, string | undefined>()
  const gone = new Map<string, string>()
  const unproven = new Set<string>()
  let watchedChanged = false
  for (const commit of new Set([base, ...also])) {
    if (commit === head) continue
    const { differences } = await source.compare(commit, head, (path) => path === watched || choose(path))
    for (const difference of differences) {
      const { path } = difference
      if (path === watched) watchedChanged = true
      if (path === watched && !choose(path)) continue
      const isNew = commit !== base && difference.before !== undefined
      if (isNew && (before.get(path) ?? gone.get(path)) === undefined) unproven.add(path)
      if (difference.after !== undefined) before.set(path, before.get(path) ?? difference.before)
      else if (difference.before !== undefined && !gone.has(path)) gone.set(path, difference.before)
    }
  }
  return {
    before,
    unproven,
    gone: [...gone].map(([path, id]) => ({ path, id, ...(unproven.has(path) && { unproven: true }) })).sort(byPath),
    watchedChanged
  }
}

export function withBefore(file: SourceFile, before: string | undefined, unproven: ReadonlySet<string>): Changed {
  if (before === undefined) return file
  return { ...file, before, ...(unproven.has(file.path) && { unproven: true }) }
}

function byPath(one: SourceFile, other: SourceFile): number {
  return one.path < other.path ? -1 : 1
}
