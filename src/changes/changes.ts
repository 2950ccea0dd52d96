import { count } from '../wording.ts'
import type { Job } from '../event.ts'
import { DiskFiles, type FileList, type Matcher, type Source, type SourceFile } from '../git/git.ts'
import type { GitHubError } from '../github/github.ts'
import type { DeliveryRecord } from '../github/records.ts'
import { readRecords } from './base.ts'
import type { Settings } from './settings.ts'
import type { PlanSubject } from './task.ts'

export { exclusionOf } from './patterns.ts'

interface EarlierTexts {
  readonly path: string
  /** The object id at the base; undefined where the base lacks the file, or is not known. */
  readonly before: string | undefined
  /** The object ids at the base and at the commits of open records, where they differ from the tip. */
  readonly earlier: ReadonlySet<string>
}

/** A selected file that the run is about. */
export interface ChangedFile extends SourceFile, EarlierTexts {
  /** Whether nothing is to be sent if the list shows the text. Not where a record's commit differs: a list may lag. */
  readonly skippable: boolean
}

/** A file that the tip lacks. */
export type RemovedFile = EarlierTexts

/** The texts that a file had, where they differ from the tip. */
export function earlierTextsOf({ path, earlier }: EarlierTexts): SourceFile[] {
  return Array.from(earlier, (id) => ({ path, id }))
}

/** All texts that a commit of a record has and the tip has not. */
export function allEarlierTexts({ changed, removed }: Pick<Changes, 'changed' | 'removed'>): SourceFile[] {
  return [...changed, ...removed].flatMap(earlierTextsOf)
}

/** Which runbooks a run is about. */
export interface Changes {
  readonly kind: 'full' | 'range' | 'nothing'
  /** Why these, as a sentence. */
  readonly reason: string
  /** The commit that was delivered before; empty where none is known. */
  readonly base: string
  /** The commit whose texts are delivered; empty for files on the disk. */
  readonly tip: string
  /** Everything that the patterns select at the tip. */
  readonly selected: FileList
  readonly changed: readonly ChangedFile[]
  readonly removed: readonly RemovedFile[]
  /** Whether the texts of earlier deliveries are known, so that somebody wrote any other text in the assistant. */
  readonly isAttributable: boolean
}

export function nothingToDo(reason: string, tip: string): Changes {
  const selected = { files: [], skipped: [], total: 0, otherCase: [], unselected: new Map() }
  return { kind: 'nothing', reason, base: '', tip, selected, changed: [], removed: [], isAttributable: false }
}

/** What is known of earlier deliveries. */
export type Known =
  /** Newest first, without those of this round. */
  | { readonly kind: 'records'; readonly records: readonly DeliveryRecord[] }
  | { readonly kind: 'unreadable'; readonly error: GitHubError }
  /** `environment: none`. */
  | { readonly kind: 'unrecorded' }

/** Where files are compared. */
export interface Place {
  readonly files: Source
  /** Selects the runbooks. */
  readonly matches: Matcher
  readonly mode: 'sync' | 'plan'
}

/**
 * What the records do not show as delivered. The base left the knowledge base equal to its commit, and what was written
 * since comes from the commits of open records. A file that has the same text in all of them and at the tip is right as it
 * is. See docs/decisions.md.
 *
 * @param full why it is a full sync whatever the records say, as a clause.
 * @throws {ActionError} of kind `git` where the tip cannot be read.
 */
export async function changesSinceRecords(
  place: Place,
  tip: string,
  {
    known,
    settings,
    full
  }: {
    readonly known: Known
    readonly settings: Settings
    readonly full: string | undefined
  }
): Promise<Changes> {
  switch (known.kind) {
    case 'unreadable':
      return compare(place, tip, { full: full ?? 'earlier deliveries are not known', knowsAll: false })
    case 'unrecorded':
      return compare(place, tip, { full: full ?? '`environment: none` records no deliveries' })
    case 'records': {
      const { base, open, full: why, isSame } = readRecords(known.records, settings)
      const others = open.length === 0 ? '' : `, and what ${count(open.length, 'other run')} may have written`
      const commits = open.map(({ commit }) => commit)
      const what = `since the last delivery${others}`
      return compare(place, tip, { full: full ?? why, base: base?.commit, open: commits, what, isAttributable: isSame })
    }
  }
}

/** What a plan shows that is not of the branch itself: what a merge would deliver, or what a push changed. */
export async function changesOfPlan(
  place: Place,
  subject: Exclude<PlanSubject, { kind: 'branch' }>,
  {
    job: { sha },
    known,
    settings
  }: { readonly job: Pick<Job, 'sha'>; readonly known: Known; readonly settings: Settings }
): Promise<Changes> {
  const { files } = place
  const commitOf = async (id: string): Promise<string> => {
    await files.ensureCommits(id)
    return files.peel(id)
  }
  // The sync after the merge is a full one where the records say so.
  const recorded = known.kind === 'records' ? readRecords(known.records, settings) : undefined
  const merge = { full: recorded?.full, isAttributable: recorded?.isSame === true }
  switch (subject.kind) {
    case 'pull-request': {
      // GitHub's merge commit cannot be fetched after the pull request was closed.
      const [base, ...others] = (await files.hasCommits([sha])) ? await files.parents(sha) : []
      if (others.length > 0) return compare(place, sha, { base, ...merge, what: 'in this pull request' })
      return compare(place, await commitOf(subject.head), { full: 'GitHub has no merge commit of this pull request' })
    }
    case 'commits':
      return compare(place, subject.head, { base: subject.base, ...merge, what: 'in this merge group' })
    case 'push': {
      const full = subject.before === undefined ? 'the push names no commit before it' : undefined
      return compare(place, await commitOf(sha), { base: subject.before, full, what: 'in this push' })
    }
    case 'everything':
      return compare(place, await commitOf(sha), { full: subject.why })
  }
}

interface Comparison {
  readonly base?: string | undefined
  /** Further commits whose texts the knowledge base may have. */
  readonly open?: readonly string[]
  /** Completes "Changes …". */
  readonly what?: string
  /** Why everything is sent, as a clause. */
  readonly full?: string | undefined
  /** Whether base and open commits are all that the knowledge base may have. What is not known may be anything. */
  readonly knowsAll?: boolean
  readonly isAttributable?: boolean
}

async function compare({ files, matches, mode }: Place, tip: string, comparison: Comparison): Promise<Changes> {
  const { base = '', open = [], what = '', full, knowsAll = true, isAttributable = false } = comparison
  const onBase = base === '' ? [] : [base]
  // All in one fetch; where one commit is gone, as far as they can be had.
  await files.hasCommits([tip, ...onBase, ...open])
  await files.ensureCommits(tip)
  const before = await files.earlierTexts(tip, onBase, matches)
  const since = await files.earlierTexts(tip, open, matches)
  const isGone = before === undefined || since === undefined
  const gone = isGone ? `a commit that was delivered cannot be fetched (${files.problem})` : undefined
  const why = files instanceof DiskFiles ? 'the files come from the disk' : (full ?? gone)

  const removed = mergeTexts(before, since)
  const watched = new Set([...removed.values()].flatMap(({ earlier }) => [...earlier]))
  const selected = await files.list(tip, matches, watched)
  const skippable = knowsAll && since !== undefined
  const changed: ChangedFile[] = []
  for (const file of selected.files) {
    const texts = removed.get(file.path)
    removed.delete(file.path)
    if (texts !== undefined) changed.push({ ...file, ...texts, skippable: false })
    else if (why !== undefined) changed.push({ ...file, ...NO_TEXTS, skippable })
  }
  const isEmpty = changed.length + removed.size === 0
  const fullSync = mode === 'plan' ? 'Plan of a full sync' : 'Full sync'
  return {
    kind: why === undefined ? 'range' : 'full',
    reason: why === undefined ? `${isEmpty ? 'Nothing changed' : 'Changes'} ${what}.` : `${fullSync}: ${why}.`,
    base,
    tip: files instanceof DiskFiles ? '' : tip,
    selected,
    changed,
    removed: [...removed.values()],
    isAttributable: isAttributable && !isGone
  }
}

const NO_TEXTS = { before: undefined, earlier: new Set<string>() }

type Texts = ReadonlyMap<string, ReadonlySet<string>>

/** @param atBase at most one text for each path. */
function mergeTexts(atBase: Texts = new Map(), since: Texts = new Map()): Map<string, EarlierTexts> {
  const paths = new Set([...atBase.keys(), ...since.keys()])
  return new Map(
    Array.from(paths, (path) => {
      const [before] = atBase.get(path) ?? []
      return [path, { path, before, earlier: new Set([...(atBase.get(path) ?? []), ...(since.get(path) ?? [])]) }]
    })
  )
}
