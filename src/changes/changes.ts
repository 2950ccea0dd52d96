import { DiskFiles, type Matcher, type Selection, type Source, type SourceFile } from '../git/git.ts'
import { count } from '../wording.ts'
import type { Base } from './base.ts'
import type { PlanSubject } from './task.ts'

/** A path whose text differs between the tip and a commit of a record. */
export interface EarlierTexts {
  readonly path: string
  /** The object id at the base; undefined where the base lacks the file, or is not known. */
  readonly before: string | undefined
  /** The object ids at the base and at open commits, where they differ from the tip. */
  readonly earlier: ReadonlySet<string>
}

/** A selected file that the run is about. */
export interface ChangedFile extends SourceFile, EarlierTexts {
  /** Whether nothing is to be sent if the list shows the text. Not where a record's commit differs: a list may lag. */
  readonly skippable: boolean
}

/** Which runbooks a run is about. */
export interface Changes {
  readonly kind: 'full' | 'range'
  /** Why these, as a sentence. */
  readonly reason: string
  /** The commit that was delivered before; empty where none is known. */
  readonly base: string
  /** The commit whose texts are delivered; empty for files on the disk. */
  readonly tip: string
  /** Everything that the patterns select at the tip. */
  readonly selected: Selection
  readonly changed: readonly ChangedFile[]
  /** What the tip lacks. */
  readonly removed: readonly EarlierTexts[]
  /** Whether the texts of earlier deliveries are known, so that somebody wrote any other text in the assistant. */
  readonly isAttributable: boolean
}

/** The texts that a file had, where they differ from the tip. */
export function earlierTextsOf({ path, earlier }: EarlierTexts): SourceFile[] {
  return Array.from(earlier, (id) => ({ path, id }))
}

/** All texts that a commit of a record has and the tip has not. */
export function allEarlierTexts({ changed, removed }: Pick<Changes, 'changed' | 'removed'>): SourceFile[] {
  return [...changed, ...removed].flatMap(earlierTextsOf)
}

/**
 * What the records do not show as delivered. The base left the knowledge base equal to its commit, and what was written
 * since comes from open commits. A file that has the same text in all of them and at the tip is right as it is. See
 * docs/decisions.md.
 *
 * @throws {ActionError} of kind `git` where the tip cannot be read.
 */
export async function changesSince(source: Source, matches: Matcher, tip: string, base: Base): Promise<Changes> {
  const { open } = base
  const others = open.length === 0 ? '' : `, and what ${count(open.length, 'other run')} may have written`
  return compare(source, matches, tip, base, `since the last delivery${others}`)
}

/**
 * What a plan shows: what a sync, or a sync after a merge, would deliver, or what a push changed.
 *
 * @param sha the commit of the job.
 * @param recorded of the branch: where a sync after the merge would be a full one, so is the plan.
 */
export async function changesOfPlan(
  source: Source,
  matches: Matcher,
  what: { readonly sha: string; readonly subject: PlanSubject; readonly recorded: Base }
): Promise<Changes> {
  const changes = await plannedChanges(source, matches, what)
  return { ...changes, reason: changes.reason.replace(/^Full sync: /, 'A sync would be a full one: ') }
}

async function plannedChanges(
  source: Source,
  matches: Matcher,
  { sha, subject, recorded }: { readonly sha: string; readonly subject: PlanSubject; readonly recorded: Base }
): Promise<Changes> {
  const since = (commit: string | undefined, full?: string): Base => ({ ...NOTHING_KNOWN, commit, full })
  const { full, isAttributable } = recorded
  if (subject.kind === 'branch') return changesSince(source, matches, sha, { ...recorded, full: subject.full ?? full })
  if (source instanceof DiskFiles) return compare(source, matches, sha, since(undefined), '')
  const commitOf = async (id: string): Promise<string> => {
    await source.ensureCommits(id)
    return source.peel(id)
  }
  switch (subject.kind) {
    case 'pull-request': {
      // GitHub's merge commit cannot be fetched after the pull request was closed.
      const [base, ...others] = (await source.hasCommits([sha])) ? await source.parents(sha) : []
      const merge = { ...since(base, full), isAttributable }
      if (others.length > 0) return compare(source, matches, sha, merge, 'in this pull request')
      const why = 'GitHub has no merge commit of this pull request'
      return compare(source, matches, await commitOf(subject.head), since(undefined, why), '')
    }
    case 'commits': {
      const merge = { ...since(subject.base, full), isAttributable }
      return compare(source, matches, subject.head, merge, 'in this merge group')
    }
    case 'push': {
      const why = subject.before === undefined ? 'the push names no commit before it' : undefined
      return compare(source, matches, await commitOf(sha), since(subject.before, why), 'in this push')
    }
    case 'everything':
      return compare(source, matches, await commitOf(sha), since(undefined, subject.why), '')
  }
}

const NOTHING_KNOWN = { open: [], knowsAll: true, isAttributable: false }

/** @param what completes "Changes …". */
async function compare(source: Source, matches: Matcher, tip: string, base: Base, what: string): Promise<Changes> {
  if (source instanceof DiskFiles) return compareDisk(source, matches, base)
  const onBase = base.commit === undefined ? [] : [base.commit]
  // All in one fetch; where one commit is gone, as far as they can be had.
  await source.hasCommits([tip, ...onBase, ...base.open])
  await source.ensureCommits(tip)
  const before = await source.earlierTexts(tip, onBase, matches)
  const since = await source.earlierTexts(tip, base.open, matches)
  const isGone = before === undefined || since === undefined
  const full = base.full ?? (isGone ? `a commit that was delivered cannot be fetched (${source.problem})` : undefined)

  const texts = mergeTexts(before, since)
  const watched = new Set([...texts.values()].flatMap(({ earlier }) => [...earlier]))
  const selected = await source.list(tip, matches, watched)
  const skippable = base.knowsAll && since !== undefined
  const changed: ChangedFile[] = []
  for (const file of selected.files) {
    const differing = texts.get(file.path)
    texts.delete(file.path)
    if (differing !== undefined) changed.push({ ...file, ...differing, skippable: false })
    else if (full !== undefined) changed.push({ ...file, ...NO_TEXTS, skippable })
  }
  const isEmpty = changed.length + texts.size === 0
  return {
    kind: full === undefined ? 'range' : 'full',
    reason: full === undefined ? `${isEmpty ? 'Nothing changed' : 'Changes'} ${what}.` : `Full sync: ${full}.`,
    ...{ base: base.commit ?? '', tip, selected, changed, removed: [...texts.values()] },
    isAttributable: base.isAttributable && !isGone
  }
}

/** Everything that is on the disk. No commit can be read there. */
async function compareDisk(source: DiskFiles, matches: Matcher, base: Base): Promise<Changes> {
  const selected = await source.list(matches)
  const skippable = base.knowsAll && base.open.length === 0
  return {
    ...{ kind: 'full', reason: 'Full sync: the files come from the disk.', base: base.commit ?? '', tip: '', selected },
    changed: selected.files.map((file) => ({ ...file, ...NO_TEXTS, skippable })),
    ...{ removed: [], isAttributable: false }
  }
}

const NO_TEXTS = { before: undefined, earlier: new Set<string>() }

type Texts = ReadonlyMap<string, ReadonlySet<string>>

/** @param atBase at most one text for each path. */
function mergeTexts(atBase: Texts = new Map(), since: Texts = new Map()): Map<string, EarlierTexts> {
  const merged = new Map<string, EarlierTexts>()
  for (const path of [...atBase.keys(), ...since.keys()]) {
    const [before] = atBase.get(path) ?? []
    merged.set(path, { path, before, earlier: new Set([...(atBase.get(path) ?? []), ...(since.get(path) ?? [])]) })
  }
  return merged
}
