import { foldName } from '../normal-form.ts'
import type { Credential } from '../runbook/credentials.ts'
import type { SourceLine } from '../runbook/source-line.ts'
import {
  entriesAmong,
  isCurrent,
  isHeld,
  isOrphan,
  ownerOf,
  type HeldRow,
  type Row,
  type RowOfFile,
  type Rows
} from './rows.ts'
import type { OtherFile, Policy, Runbook, Runbooks } from './runbooks.ts'

/** What becomes of a runbook, a file that is none, or an entry without a runbook. */
export type Decision = Planned | Unchanged | Kept | Refusal | Skipped | Orphan

/** A runbook that is to be sent. */
export interface Planned {
  readonly is: 'planned'
  readonly why:
    /** The list has no entry of the name. */
    | 'new'
    /** Its entry is ours, and has another text, or leads to another place. */
    | 'changed'
    /** Its title has changed: the entry gets the new one. */
    | 'renamed'
    /** Somebody edited or wrote the entry, and the runbook has all of that now. */
    | 'merged'
    /** The list does not show what the entry is. */
    | 'unseen'
    /** Somebody asked for it. */
    | 'replaces'
  readonly runbook: Runbook
  /** What the list shows under its name; of a renamed one, under the former name. */
  readonly rows: readonly Row[]
  /** The entries that get the text; none for a new one. */
  readonly targets: readonly Row[]
  /** Texts that this repository has not sent so: they are saved first. */
  readonly replaced: readonly HeldRow[]
}

export interface Unchanged {
  readonly is: 'unchanged'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
}

/** Somebody edited the entry, and the file has not changed since. */
export interface Kept {
  readonly is: 'kept'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
}

export type Refusal = RefusedText | Duplicate | Conflict | Revealing

/** A file that should be an entry, and cannot. */
export interface RefusedText {
  readonly is: 'refused'
  readonly cause: 'text'
  readonly file: OtherFile
  /** False if this push or pull request has not changed the file, so that the run may be green. */
  readonly isRed: boolean
}

/** Several files have one name. */
export interface Duplicate {
  readonly is: 'refused'
  readonly cause: 'duplicate'
  readonly runbook: Runbook
  /** All files of the name, the changed ones first. */
  readonly group: readonly Runbook[]
  /** Those that this push or pull request has changed. */
  readonly changed: readonly Runbook[]
  readonly isRed: boolean
}

/** A text that only a person may replace. */
export interface Conflict {
  readonly is: 'refused'
  /** `elsewhere`: the entry comes from another repository, or from a file of this branch that `files` does not select. */
  readonly cause: 'conflict' | 'elsewhere'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
  /** The row that is in the way. */
  readonly row: Row
  readonly isRed: boolean
}

/** Its file has credentials. */
export interface Revealing {
  readonly is: 'refused'
  readonly cause: 'secret'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
  readonly credentials: readonly Credential[]
  readonly isRed: boolean
}

/** Its author left the file out, or it has no text. */
export interface Skipped {
  readonly is: 'skipped'
  readonly file: OtherFile
}

/** An entry of this branch under no runbook's name. */
export interface Orphan {
  readonly is: 'orphaned'
  readonly row: RowOfFile
  /** What the list shows under its name. */
  readonly rows: readonly Row[]
  /** Whether its file is still there. */
  readonly isHere: boolean
  /** Where its runbook is now, if it is anywhere. */
  readonly now: Pick<Runbook, 'path' | 'name'> | undefined
  /** True if its text is to be replaced by a note. */
  readonly isToRetire: boolean
}

/** What becomes of each selected file, and of each entry that has none. @param merged edits that their runbooks contain by now. */
export function decide(runbooks: Runbooks, rows: Rows, merged: ReadonlySet<Row>, policy: Policy): Decision[] {
  const { others, shared, named } = runbooks
  const byBlob = Map.groupBy(named, ({ blob }) => blob)
  const renamed = findRenamed(runbooks, rows, byBlob)
  const moved = new Set([...renamed.values()].flat())
  return [
    ...others.map((file): Skipped | RefusedText => {
      if (file.kind === 'skipped') return { is: 'skipped', file }
      return { is: 'refused', cause: 'text', file, isRed: isRed(file.path, runbooks) }
    }),
    ...shared.flatMap((group) => refuseGroup(group, runbooks)),
    ...named.map((runbook) => {
      const former = renamed.get(runbook)
      if (former !== undefined) {
        return { is: 'planned', why: 'renamed', runbook, rows: former, targets: former, replaced: [] } as const
      }
      return decideRunbook(runbook, rows.of(runbook.name), { runbooks, merged, policy })
    }),
    ...[...rows.groups].flatMap((group) => {
      return group.some((row) => moved.has(row)) ? [] : orphansAmong(group, { runbooks, byBlob, policy })
    })
  ]
}

/** A problem of a file makes the run red, unless the run is about other files. */
function isRed(path: string, { changed }: Runbooks): boolean {
  return changed?.has(path) ?? true
}

function refuseGroup(files: readonly Runbook[], runbooks: Runbooks): Duplicate[] {
  const changed = files.filter(({ path }) => runbooks.changed?.has(path) === true)
  const group = [...new Set([...changed, ...files])]
  const isRedGroup = runbooks.changed === undefined || changed.length > 0
  return files.map((runbook) => ({ is: 'refused', cause: 'duplicate', runbook, group, changed, isRed: isRedGroup }))
}

/** What one row under the name of a runbook asks for. */
export type Verdict =
  Pick<Planned, 'is' | 'why'> | Pick<Unchanged, 'is'> | Pick<Kept, 'is'> | Pick<Conflict, 'is' | 'cause'>

const MERGED: Verdict = { is: 'planned', why: 'merged' }

/**
 * What one row under the name of a runbook asks for. The first line that fits decides. Whether a runbook contains an edit is not
 * known here: `merged` turns such a conflict into *planned*.
 *
 *     the list shows                                                     | decision              | for example
 *     -------------------------------------------------------------------|-----------------------|----------------------------------
 *     an entry of another repository, or of a file that another step has | refused: elsewhere    | two teams have a runbook “DNS”
 *     no text                                                            | planned: unseen       | a list of names alone
 *     our text: digest, blob, path and address are the runbook's         | unchanged             | nothing has happened
 *     our text, of another version or place                              | planned: changed      | a push, a moved file
 *     a person's text, which is just that of the runbook                 | planned: merged       | somebody pasted the runbook
 *     an edit of the file as it is now                                   | kept                  | a fix at 3 a.m., not yet in Git
 *     an edit of an earlier file, or a text by hand                      | refused: conflict     | the fix, and a push beside it
 */
export function verdictOn(row: Row, runbook: Runbook, runbooks: Runbooks): Verdict {
  const { line, digest } = row
  switch (ownerOf(row, runbooks)) {
    case 'elsewhere':
      return { is: 'refused', cause: 'elsewhere' }
    case 'nobody':
      return { is: 'planned', why: 'unseen' }
    case 'run':
      return isCurrent(row, runbook) ? { is: 'unchanged' } : { is: 'planned', why: 'changed' }
    case 'person': {
      // Before the next line: nothing is lost, and otherwise such an entry would stay an edited one.
      if (digest === runbook.digest) return MERGED
      // Under a note that the runbook is gone, nobody has edited its text.
      const isOfSameFile = line?.kind === 'version' && (line.blob === runbook.blob || line.digest === runbook.digest)
      return isOfSameFile ? { is: 'kept' } : { is: 'refused', cause: 'conflict' }
    }
  }
}

/** An entry of a name: of its rows, the one that decides. */
interface Judged {
  readonly row: Row
  readonly verdict: Verdict
  /** All rows of the entry. */
  readonly copies: readonly Row[]
}

/** What is known beside the runbook and its rows. */
interface Facts {
  readonly runbooks: Runbooks
  readonly merged: ReadonlySet<Row>
  readonly policy: Policy
}

/** Each trigger with its configuration is an entry of its own: all of them get the text, or none while a person has to decide. */
function decideRunbook(runbook: Runbook, rows: readonly Row[], facts: Facts): Decision {
  const { runbooks, policy } = facts
  if (rows.length === 0) return { is: 'planned', why: 'new', runbook, rows, targets: [], replaced: [] }
  const entries = ownEntries(rows).map((copies) => strongest(copies, runbook, facts))
  const replaces = policy.onConflict === 'replace' || policy.replace.has(runbook.path)
  if (!replaces) {
    const refused = entries.find(({ verdict }) => verdict.is === 'refused')
    if (refused?.verdict.is === 'refused') {
      const { row, verdict } = refused
      return { ...verdict, runbook, rows, row, isRed: isRed(runbook.path, runbooks) }
    }
    if (entries.some(({ verdict }) => verdict.is === 'kept')) return { is: 'kept', runbook, rows }
  }
  const due = entries.filter(({ verdict }) => verdict.is !== 'unchanged')
  if (due.length === 0) return { is: 'unchanged', runbook, rows }
  const plain = due.map(({ verdict }) => (verdict.is === 'planned' ? verdict.why : 'replaces'))
  const why = plain.find((each) => each === 'replaces') ?? plain[0] ?? 'changed'
  const targets = due.map(({ row }) => row)
  return {
    is: 'planned',
    why,
    runbook,
    rows,
    targets,
    replaced: due.flatMap((entry) => replacedBy(entry, runbook, runbooks))
  }
}

/** The entries of a name: a text by hand with a trigger of its own does not count beside one that comes from a file. */
export function ownEntries(rows: readonly Row[]): readonly (readonly Row[])[] {
  const entries = entriesAmong(rows)
  if (!rows.some(({ line }) => line !== undefined)) return entries
  return entries.filter((copies) => copies.some(({ line, by }) => line !== undefined || by === 'nobody'))
}

/** Of several rows of one entry: a current one wins, because only people can remove the others; then the careful one. */
function strongest(copies: readonly Row[], runbook: Runbook, { runbooks, merged }: Facts): Judged {
  const judged = copies.map((row): Judged => {
    return { row, verdict: merged.has(row) ? MERGED : verdictOn(row, runbook, runbooks), copies }
  })
  const found =
    judged.find(({ verdict }) => verdict.is === 'unchanged') ??
    judged.find(({ verdict }) => verdict.is === 'refused') ??
    judged.find(({ verdict }) => verdict.is === 'kept') ??
    judged[0]
  if (found === undefined) throw new Error('An entry has at least one row.')
  return found
}

/** The texts of others that are lost if an entry is sent. Without an id, a service may take any copy for it. */
function replacedBy({ row, copies }: Judged, runbook: Runbook, runbooks: Runbooks): HeldRow[] {
  const lost = row.details?.id === undefined ? copies : [row]
  return lost.filter(isHeld).filter((one) => {
    const owner = ownerOf(one, runbooks)
    return one.digest !== runbook.digest && (owner === 'person' || owner === 'elsewhere')
  })
}

/** True if nobody has changed an entry since this branch has sent it. */
function isUntouched({ by, line, origin }: Row): boolean {
  return by === 'run' && line?.kind === 'version' && origin === 'this branch'
}

type ByBlob = ReadonlyMap<string, readonly Runbook[]>

/** The entries that get a new name with their runbook: by it, the untouched entries of a name that no runbook has any more. */
function findRenamed(runbooks: Runbooks, rows: Rows, byBlob: ByBlob): ReadonlyMap<Runbook, readonly Row[]> {
  const former = new Map<Runbook, (readonly Row[])[]>()
  for (const group of rows.groups) {
    const lines = group.flatMap((row) => {
      const isRenamable = isUntouched(row) && isOrphan(row, runbooks) && row.details?.id !== undefined
      return isRenamable ? [row.line] : []
    })
    if (lines.length < group.length) continue
    const [runbook, ...others] = new Set(lines.map((line) => successorOf(line, runbooks, byBlob)))
    if (runbook === undefined || others.length > 0 || !isFree(rows.of(runbook.name), runbook, group)) continue
    former.set(runbook, [...(former.get(runbook) ?? []), group])
  }
  // If several lead to one, nobody here knows which it is.
  return new Map([...former].flatMap(([runbook, [group = [], ...more]]) => (more.length > 0 ? [] : [[runbook, group]])))
}

/** True if entries can get the name of a runbook: it has none, or the others have it already, because a run ended meanwhile. */
function isFree(named: readonly Row[], runbook: Runbook, group: readonly Row[]): boolean {
  const entries = entriesAmong([...named, ...group])
  return named.every((row) => isCurrent(row, runbook)) && entries.length === named.length + group.length
}

/** The runbook that the file of an entry is now: moved with its content, or else at its path. */
function successorOf({ path, blob }: SourceLine, { at, byName }: Runbooks, byBlob: ByBlob): Runbook | undefined {
  const file = at.get(path)
  const same = byBlob.get(blob) ?? []
  const isThere = file?.kind === 'runbook' && (same.length === 0 || same.includes(file))
  if (isThere) return byName.get(foldName(file.name))?.length === 1 ? file : undefined
  return same.length === 1 && file?.kind !== 'refused' && file?.kind !== 'skipped' ? same[0] : undefined
}

/** Entries that say themselves that they come from a file of this branch, and have the name of no runbook. */
function orphansAmong(
  rows: readonly Row[],
  { runbooks, byBlob, policy }: { readonly runbooks: Runbooks; readonly byBlob: ByBlob; readonly policy: Policy }
): Orphan[] {
  const { at, selects } = runbooks
  const orphans = rows.filter((row): row is RowOfFile => isOrphan(row, runbooks))
  // An earlier run may have ended between two of them.
  const left = rows.filter((row) => row.line?.kind !== 'retired' || row.by !== 'run' || row.details?.id === undefined)
  // One note goes to all entries of a name, so none of them may be anything else.
  const isRetirable =
    policy.removed === 'retire' &&
    orphans.length === left.length &&
    orphans.every((row) => isUntouched(row) && !at.has(row.line.path) && selects(row.line.path))
  return orphans.map((row, nth) => {
    const file = at.get(row.line.path)
    const now = file ?? successorOf(row.line, runbooks, byBlob)
    return {
      is: 'orphaned',
      row,
      rows: left,
      isHere: file !== undefined,
      now: now?.kind === 'runbook' ? now : undefined,
      isToRetire: isRetirable && nth === 0
    }
  })
}
