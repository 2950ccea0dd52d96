import type { Source } from '../branch/checkout.ts'
import { DiskFiles } from '../branch/disk.ts'
import type { Matcher, Selection } from '../branch/source.ts'
import { listed } from '../wording.ts'
import { shortId } from '../job/event.ts'
import type { Base } from './base.ts'

/** Which runbooks a run is about. */
export interface Changes {
  readonly isFull: boolean
  /** Why these, as a sentence. */
  readonly reason: string
  /** The commit that was delivered before; empty where none is known. */
  readonly baseCommit: string
  /** The commit whose texts are delivered; empty for files on the disk. */
  readonly tip: string
  /** Everything that the patterns select at the tip. */
  readonly selected: Selection
  /**
   * By path, what differs between the tip and a commit of a record: runbooks that changed or were removed. `ids` are the
   * objects at the base and at open commits, `atBase` that at the base; undefined where it lacks the file, or is not known.
   */
  readonly earlier: ReadonlyMap<string, { readonly atBase: string | undefined; readonly ids: ReadonlySet<string> }>
  /** Whether a runbook needs no request where the list shows its text: not while something unknown may have been sent. */
  readonly trustsList: boolean
  /** The paths that a pull request changes; undefined where the run is about the branch. */
  readonly proposed: ReadonlySet<string> | undefined
}

/**
 * What the records do not show as delivered. The base left the knowledge base equal to its commit, and what was written
 * since comes from open commits. A file that has the same text in all of them and at the tip is right as it is. See
 * docs/decisions.md.
 *
 * @param parent of a pull request's merge commit: what the branch has without it.
 * @throws {ActionError} of kind `git` where the tip cannot be read.
 */
export async function changesSince(
  source: Source,
  matches: Matcher,
  tip: string,
  base: Base,
  parent?: string
): Promise<Changes> {
  if (source instanceof DiskFiles) {
    // Everything that is on the disk. No commit can be read there.
    return {
      ...{ isFull: true, reason: 'Full sync: the files come from the disk.', baseCommit: base.commit ?? '', tip: '' },
      ...{ selected: await source.list(matches), earlier: new Map(), proposed: undefined },
      trustsList: base.knowsAll && base.open.length === 0
    }
  }
  const onBase = base.commit === undefined ? [] : [base.commit]
  const onParent = parent === undefined ? [] : [parent]
  // All in one fetch; where one commit is gone, as far as they can be had.
  await source.hasCommits([tip, ...onBase, ...base.open, ...onParent])
  await source.ensureCommits(tip, ...onParent)
  const atBase = await source.earlierIds(tip, onBase, matches)
  const since = await source.earlierIds(tip, base.open, matches)
  const isGone = atBase === undefined || since === undefined
  const whyFull =
    base.whyFull ?? (isGone ? `a commit that was delivered cannot be fetched (${source.problem})` : undefined)
  const paths = new Set([...(atBase?.keys() ?? []), ...(since?.keys() ?? [])])
  const earlier = new Map(
    Array.from(paths, (path) => {
      const before = [...(atBase?.get(path) ?? [])]
      return [path, { atBase: before[0], ids: new Set([...before, ...(since?.get(path) ?? [])]) }]
    })
  )
  const others =
    base.open.length === 0 ? '' : `, and what other runs may have written (${listed(base.open.map(shortId))})`
  const what = earlier.size === 0 ? 'Nothing changed' : 'Changes'
  return {
    ...{ baseCommit: base.commit ?? '', tip, earlier },
    isFull: whyFull !== undefined,
    reason: whyFull === undefined ? `${what} since the last delivery${others}.` : `Full sync: ${whyFull}.`,
    selected: await source.list(tip, matches),
    trustsList: base.knowsAll && since !== undefined,
    proposed: parent === undefined ? undefined : new Set((await source.earlierIds(tip, onParent, matches))?.keys())
  }
}
