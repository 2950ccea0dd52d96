import type { SourceLine } from '../runbook/source-line.ts'
import { isCurrent, type Row, type Rows } from './rows.ts'
import { hasName, type OtherFile, type Runbook, type Runbooks, type Settings } from './runbooks.ts'

/** What becomes of a runbook, a file that is none, or an entry without a runbook. */
export type Decision = Send | Leave | Conflict | SharedName | LeftOut | Orphan | Retire

export interface Send {
  readonly do: 'send'
  readonly why:
    | 'new'
    /** The entry is ours, and has another text, or leads to another place. */
    | 'changed'
    /** Somebody edited or wrote the entry, and the runbook has all of that now. */
    | 'in the file'
    /** The list does not show what the entry is. */
    | 'no text'
    /** Somebody asked for it. */
    | 'replaces'
  readonly runbook: Runbook
  /** What the list shows under its name. */
  readonly rows: readonly Row[]
  /** Those of them that this repository has not sent so: their texts are saved first. */
  readonly replaced: readonly Row[]
}

export interface Leave {
  readonly do: 'leave'
  /** `edited`: the file has not changed since somebody edited the entry. */
  readonly why: 'current' | 'edited'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
}

export interface Conflict {
  readonly do: 'refuse'
  readonly why:
    | 'edited'
    | 'by hand'
    /** The entry comes from another repository, or from a file of this branch that `files` does not select. */
    | 'elsewhere'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
  /** The row that is in the way. */
  readonly row: Row
  /** False if this push or pull request has not changed the file, so that the run may be green. */
  readonly isRed: boolean
}

export interface SharedName {
  readonly do: 'refuse'
  readonly why: 'shared name'
  readonly runbook: Runbook
  /** All files of the name, the changed ones first. */
  readonly group: readonly Runbook[]
  /** Those that this push or pull request has changed. */
  readonly changed: readonly Runbook[]
  readonly isRed: boolean
}

export interface LeftOut {
  readonly do: 'leave out'
  readonly file: OtherFile
  readonly isRed: boolean
}

/** An entry of this branch under no runbook's name. */
export interface Orphan {
  readonly do: 'orphan'
  readonly row: Row & { readonly line: SourceLine }
  /** Whether its file is still there. */
  readonly isHere: boolean
  /** Where its runbook is now, if it is anywhere. */
  readonly now: Pick<Runbook, 'path' | 'name'> | undefined
}

/** An orphan whose text is to be replaced by a note. */
export interface Retire extends Omit<Orphan, 'do'> {
  readonly do: 'retire'
  /** What the list shows under its name. */
  readonly rows: readonly Row[]
}

/** What becomes of each selected file, and of each entry that has none. contributing/decisions.md has the table. */
export function decide(
  runbooks: Runbooks,
  rows: Rows,
  /** Edits that their runbooks contain by now. */
  merged: ReadonlySet<Row>,
  settings: Pick<Settings, 'onConflict' | 'replace' | 'removed'>
): Decision[] {
  const { others, shared, named } = runbooks
  return [
    ...others.map((file): LeftOut => {
      return { do: 'leave out', file, isRed: file.kind === 'refused' && isRed(file.path, runbooks) }
    }),
    ...shared.flatMap((group) => refuseGroup(group, runbooks)),
    ...named.map((runbook) => {
      const replaces = settings.onConflict === 'replace' || settings.replace.has(runbook.path)
      return decideRunbook(runbook, rows.of(runbook.name), runbooks, merged, replaces)
    }),
    ...decideOrphans(runbooks, rows, settings)
  ]
}

/** True if a file is refused, or its entry is in conflict. */
export function isRefused(decision: Decision): boolean {
  return decision.do === 'refuse' || (decision.do === 'leave out' && decision.file.kind === 'refused')
}

/** A problem of a file makes the run red, unless the run is about other files. */
function isRed(path: string, { changed }: Runbooks): boolean {
  return changed?.has(path) ?? true
}

function refuseGroup(files: readonly Runbook[], runbooks: Runbooks): SharedName[] {
  const changed = files.filter(({ path }) => runbooks.changed?.has(path) === true)
  const group = [...new Set([...changed, ...files])]
  const isRed = runbooks.changed === undefined || changed.length > 0
  return files.map((runbook) => ({ do: 'refuse', why: 'shared name', runbook, group, changed, isRed }))
}

/** What one row under the name of a runbook asks for. */
type Verdict = Pick<Send, 'do' | 'why'> | Pick<Leave, 'do' | 'why'> | Pick<Conflict, 'do' | 'why'>

function decideRunbook(
  runbook: Runbook,
  rows: readonly Row[],
  runbooks: Runbooks,
  merged: ReadonlySet<Row>,
  replaces: boolean
): Decision {
  const send = (why: Send['why']): Send => {
    const replaced = rows.filter((row) => row.digest !== runbook.digest && isOfOthers(row, runbooks))
    return { do: 'send', why, runbook, rows, replaced }
  }
  const found = strongest(
    rows.map((row) => ({ row, verdict: merged.has(row) ? IN_THE_FILE : verdictOn(row, runbook, runbooks) }))
  )
  if (found === undefined) return send('new')
  const { row, verdict } = found
  if (verdict.do === 'send') return send(verdict.why)
  if (replaces && verdict.why !== 'current') return send('replaces')
  if (verdict.do === 'leave') return { do: 'leave', why: verdict.why, runbook, rows }
  return { do: 'refuse', why: verdict.why, runbook, rows, row, isRed: isRed(runbook.path, runbooks) }
}

/** Of several rows of one name: a current one wins, because only people can remove the others; then the careful one. */
function strongest<V extends { readonly verdict: Verdict }>(verdicts: readonly V[]): V | undefined {
  return (
    verdicts.find(({ verdict }) => verdict.why === 'current') ??
    verdicts.find(({ verdict }) => verdict.do === 'refuse') ??
    verdicts.find(({ verdict }) => verdict.do === 'leave') ??
    verdicts[0]
  )
}

const IN_THE_FILE: Verdict = { do: 'send', why: 'in the file' }

/** The first line that fits decides; whether a runbook contains an edit is not known yet. */
export function verdictOn(row: Row, runbook: Runbook, runbooks: Runbooks): Verdict {
  const { state, line, digest } = row
  if (isForeign(row, runbooks)) return { do: 'refuse', why: 'elsewhere' }
  if (state === 'no text') return { do: 'send', why: 'no text' }
  if (isCurrent(row, runbook)) return { do: 'leave', why: 'current' }
  if (state === 'ours') return { do: 'send', why: 'changed' }
  // Before the next line: nothing is lost, and otherwise such an entry would stay an edited one.
  if (digest === runbook.digest) return IN_THE_FILE
  // Under a note that the runbook is gone, nobody has edited its text.
  const isOfSameFile = line?.kind === 'version' && (line.blob === runbook.blob || line.digest === runbook.digest)
  if (isOfSameFile) return { do: 'leave', why: 'edited' }
  return { do: 'refuse', why: state }
}

/** True if an entry comes from another repository, or from a file that `files` leaves to another step. */
export function isForeign({ line, origin }: Row, { tree, selects }: Runbooks): boolean {
  if (line === undefined || origin === 'another branch') return false
  return origin === 'another repository' || (tree(line.path) === 'file' && !selects(line.path))
}

/** True for a text that this repository has not sent so. */
function isOfOthers(row: Row, runbooks: Runbooks): boolean {
  return row.state === 'edited' || row.state === 'by hand' || isForeign(row, runbooks)
}

function hasLine(row: Row): row is Orphan['row'] {
  return row.line !== undefined
}

/** Entries that say themselves that they come from a file of this branch, and have the name of no runbook. */
function decideOrphans(runbooks: Runbooks, rows: Rows, { removed }: Pick<Settings, 'removed'>): (Orphan | Retire)[] {
  const byBlob = new Map(runbooks.named.map((runbook) => [runbook.blob, runbook]))
  return rows.all.filter(hasLine).flatMap((row): (Orphan | Retire)[] => {
    const { name, line, origin } = row
    if (line.kind === 'retired' || origin !== 'this branch' || !runbooks.selects(line.path)) return []
    if (hasName(runbooks, name)) return []
    const file = runbooks.at.get(line.path)
    // Nobody knows its name.
    if (file?.kind === 'refused') return []
    const isHere = file !== undefined
    const moved = file ?? byBlob.get(line.blob)
    const now = moved?.kind === 'runbook' ? moved : undefined
    const all = rows.of(name)
    // An upsert may find any of these, and an edit may be among them.
    const isUntouched = all.every((one) => {
      return one.state === 'ours' && one.line?.kind === 'version' && one.origin === 'this branch'
    })
    const isRetired = removed === 'retire' && isUntouched && !isHere
    const orphan = { row, isHere, now }
    return [isRetired ? { do: 'retire', ...orphan, rows: all } : { do: 'orphan', ...orphan }]
  })
}
