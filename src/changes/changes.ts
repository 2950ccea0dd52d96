import { DiskFiles, type Matcher, type Selection, type Source } from '../git/git.ts'
import { listed } from '../wording.ts'
import { shortId } from '../event.ts'
import type { Base } from './base.ts'

/** What a path had where the tip has something else. */
export interface Earlier {
  /** The object id at the base; undefined where the base lacks the file, or is not known. */
  readonly atBase: string | undefined
  /** The object ids at the base and at open commits. */
  readonly ids: ReadonlySet<string>
}

/** Which runbooks a run is about. */
export interface Changes {
  readonly isFull: boolean
  /** Why these, as a sentence. */
  readonly reason: string
  /** The commit that was delivered before; empty where none is known. */
  readonly base: string
  /** The commit whose texts are delivered; empty for files on the disk. */
  readonly tip: string
  /** Everything that the patterns select at the tip. */
  readonly selected: Selection
  /** By path, what differs between the tip and a commit of a record: runbooks that changed or were removed. */
  readonly earlier: ReadonlyMap<string, Earlier>
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
  if (source instanceof DiskFiles) return readDisk(source, matches, base)
  const onBase = base.commit === undefined ? [] : [base.commit]
  const onParent = parent === undefined ? [] : [parent]
  // All in one fetch; where one commit is gone, as far as they can be had.
  await source.hasCommits([tip, ...onBase, ...base.open, ...onParent])
  await source.ensureCommits(tip, ...onParent)
  const atBase = await source.earlierTexts(tip, onBase, matches)
  const since = await source.earlierTexts(tip, base.open, matches)
  const isGone = atBase === undefined || since === undefined
  const full = base.full ?? (isGone ? `a commit that was delivered cannot be fetched (${source.problem})` : undefined)
  const earlier = new Map<string, Earlier>()
  for (const path of new Set([...(atBase?.keys() ?? []), ...(since?.keys() ?? [])])) {
    const [before] = atBase?.get(path) ?? []
    const ids = new Set([...(atBase?.get(path) ?? []), ...(since?.get(path) ?? [])])
    earlier.set(path, { atBase: before, ids })
  }
  const others =
    base.open.length === 0 ? '' : `, and what other runs may have written (${listed(base.open.map(shortId))})`
  const what = earlier.size === 0 ? 'Nothing changed' : 'Changes'
  return {
    ...{ base: base.commit ?? '', tip, earlier },
    isFull: full !== undefined,
    reason: full === undefined ? `${what} since the last delivery${others}.` : `Full sync: ${full}.`,
    selected: await source.list(tip, matches),
    trustsList: base.knowsAll && since !== undefined,
    proposed: parent === undefined ? undefined : new Set((await source.earlierTexts(tip, onParent, matches))?.keys())
  }
}

/** Everything that is on the disk. No commit can be read there. */
async function readDisk(source: DiskFiles, matches: Matcher, base: Base): Promise<Changes> {
  return {
    ...{ isFull: true, reason: 'Full sync: the files come from the disk.', base: base.commit ?? '', tip: '' },
    ...{ selected: await source.list(matches), earlier: new Map(), proposed: undefined },
    trustsList: base.knowsAll && base.open.length === 0
  }
}
