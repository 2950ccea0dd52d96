import { isOfBranch, isOfRepository, leadsTo, type SourceLine } from '../runbook/source-line.ts'
import type { LinkBase } from '../runbook/links.ts'
import type { Inputs } from '../job/inputs.ts'
import { claimedRows, type Row, type Rows } from './rows.ts'
import type { OtherFile, Runbook, Runbooks } from './runbooks.ts'

/** What becomes of a runbook, a file that is none, or an entry without a runbook. */
export type Decision = Send | Leave | Conflict | SharedName | LeftOut | Orphan

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
    /** The list was not read. */
    | 'not compared'
  readonly runbook: Runbook
  /** What the list shows under its name. */
  readonly rows: readonly Row[]
  /** Those of them that would be lost. */
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
  /** All files of the name; those that this push or pull request brings in come first. */
  readonly group: readonly Runbook[]
  /** How many it brings in. */
  readonly broughtIn: number
  readonly isRed: boolean
}

export interface LeftOut {
  readonly do: 'leave out'
  readonly file: OtherFile
  readonly isRed: boolean
}

export interface Orphan {
  /** `retire`: replace its text by a note. */
  readonly do: 'orphan' | 'retire'
  readonly row: Row & { readonly line: SourceLine }
  /** Whether its file is still there. */
  readonly isHere: boolean
  /** Where its runbook is now, if it is anywhere. */
  readonly now: Pick<Runbook, 'path' | 'name'> | undefined
}

/** What a decision depends on beside the runbooks and the list. */
export interface Facts extends Pick<Inputs, 'onConflict' | 'removed'> {
  /** The branch. */
  readonly base: LinkBase
  /** Paths whose edits are replaced in any case. */
  readonly replace: ReadonlySet<string>
  /** Paths that this push or pull request has changed; undefined if the run is about everything. */
  readonly changed: ReadonlySet<string> | undefined
  /** Tells whether `files` selects a path. */
  readonly selects: (path: string) => boolean
  /** Paths of source lines of this branch that it has, although `files` does not select them. */
  readonly unselected: ReadonlySet<string>
  /** Edits that their runbooks contain by now. */
  readonly merged: ReadonlySet<Row>
}

/** What becomes of each selected file, and of each entry that has none. contributing/decisions.md has the table. */
export function decide(runbooks: Runbooks, rows: Rows, facts: Facts): Decision[] {
  return [
    ...runbooks.others.map((file): LeftOut => ({ do: 'leave out', file, isRed: isInScope(file.path, facts) })),
    ...runbooks.shared.flatMap((group) => refuseGroup(group, facts)),
    ...runbooks.named.map((runbook) => decideRunbook(runbook, rows.of(runbook.name), facts)),
    ...decideOrphans(runbooks, rows, facts)
  ]
}

/** Tells whether a problem of a file makes the run red. */
function isInScope(path: string, { changed }: Facts): boolean {
  return changed?.has(path) ?? true
}

function refuseGroup(files: readonly Runbook[], { changed }: Facts): SharedName[] {
  const broughtIn = files.filter(({ path }) => changed?.has(path) === true)
  const group = [...broughtIn, ...files.filter(({ path }) => changed?.has(path) !== true)]
  const isRed = changed === undefined || broughtIn.length > 0
  return files.map((runbook) => {
    return { do: 'refuse', why: 'shared name', runbook, group, broughtIn: broughtIn.length, isRed }
  })
}

/** What one row under the name of a runbook asks for. */
type Verdict = Pick<Send, 'do' | 'why'> | Pick<Leave, 'do' | 'why'> | Pick<Conflict, 'do' | 'why'>

function decideRunbook(runbook: Runbook, rows: readonly Row[], facts: Facts): Decision {
  const send = (why: Send['why']): Send => {
    const replaced = rows.filter((row) => row.digest !== runbook.digest && isOfOthers(row, facts))
    return { do: 'send', why, runbook, rows, replaced }
  }
  const found = strongest(rows.map((row) => ({ row, verdict: verdictOn(row, runbook, facts) })))
  if (found === undefined) return send('new')
  const { row, verdict } = found
  if (verdict.do === 'send') return send(verdict.why)
  if (verdict.why === 'current') return { do: 'leave', why: 'current', runbook, rows }
  if (facts.onConflict === 'replace' || facts.replace.has(runbook.path)) return send('replaces')
  if (verdict.do === 'leave') return { do: 'leave', why: verdict.why, runbook, rows }
  return { do: 'refuse', why: verdict.why, runbook, rows, row, isRed: isInScope(runbook.path, facts) }
}

/** Of several rows of one name: a current one wins, because the others can only be removed by people; then the careful one. */
function strongest<V extends { readonly verdict: Verdict }>(verdicts: readonly V[]): V | undefined {
  const order: readonly ((verdict: Verdict) => boolean)[] = [
    ({ why }) => why === 'current',
    (verdict) => verdict.do === 'refuse',
    (verdict) => verdict.do === 'leave',
    () => true
  ]
  return order.map((fits) => verdicts.find(({ verdict }) => fits(verdict))).find((found) => found !== undefined)
}

/** The first line that fits decides. */
function verdictOn(row: Row, runbook: Runbook, facts: Facts): Verdict {
  const { state, line, digest } = row
  if (line !== undefined && isElsewhere(line, facts)) return { do: 'refuse', why: 'elsewhere' }
  if (state === 'no text') return { do: 'send', why: 'no text' }
  if (state === 'ours') {
    const isCurrent = digest === runbook.digest && line !== undefined && leadsTo(line, runbook.path, facts.base)
    return isCurrent ? { do: 'leave', why: 'current' } : { do: 'send', why: 'changed' }
  }
  // Before the next line: nothing is lost, and otherwise such an entry would stay an edited one.
  if (digest === runbook.digest) return { do: 'send', why: 'in the file' }
  if (line !== undefined && isOfSameText(line, runbook)) return { do: 'leave', why: 'edited' }
  if (facts.merged.has(row)) return { do: 'send', why: 'in the file' }
  return { do: 'refuse', why: state }
}

/** True if the file has not changed since the entry was sent. Its blob tells that, also if a link's target or an input has changed. */
export function isOfSameText({ kind, blob, digest }: SourceLine, runbook: Pick<Runbook, 'blob' | 'digest'>): boolean {
  // Under a note that the runbook is gone, nobody has edited its text.
  return kind === 'version' && (blob === runbook.blob || digest === runbook.digest)
}

/** True if an entry comes from another repository, or from a file that `files` leaves to another step. */
export function isElsewhere(line: SourceLine, { base, unselected }: Pick<Facts, 'base' | 'unselected'>): boolean {
  return !isOfRepository(line, base) || isUnselected(line, { base, unselected })
}

/** True if an entry comes from a file that this branch has, and `files` does not select. */
export function isUnselected(line: SourceLine, { base, unselected }: Pick<Facts, 'base' | 'unselected'>): boolean {
  return unselected.has(line.path) && isOfBranch(line, base)
}

/** True for a text that this repository has not sent so. */
function isOfOthers({ state, line }: Row, facts: Facts): boolean {
  return state === 'edited' || state === 'by hand' || (line !== undefined && isElsewhere(line, facts))
}

/** Entries that say themselves that they come from a file of this branch, and have the name of no runbook. */
function decideOrphans(runbooks: Runbooks, rows: Rows, facts: Facts): Orphan[] {
  const claimed = claimedRows(runbooks, rows)
  const byBlob = new Map(runbooks.named.map((runbook) => [runbook.blob, runbook]))
  return rows.all.flatMap((row): Orphan[] => {
    const { name, line } = row
    if (line === undefined || line.kind === 'retired' || claimed.has(row)) return []
    if (!isOfBranch(line, facts.base) || runbooks.unreadable.has(line.path)) return []
    const isHere = runbooks.nameAt.has(line.path)
    if (!isHere && !facts.selects(line.path)) return []
    const nameNow = runbooks.nameAt.get(line.path)
    const now = nameNow === undefined ? byBlob.get(line.blob) : { path: line.path, name: nameNow }
    // An upsert may find any of these, and a text of a person may be among them.
    const isUntouched = rows.like(name).every((one) => {
      return one.state === 'ours' && one.line?.kind === 'version' && isOfBranch(one.line, facts.base)
    })
    // The file of another step may have the name that this one gives to none.
    const isRetired = facts.removed === 'retire' && isUntouched && !isHere
    return [{ do: isRetired ? 'retire' : 'orphan', row: { ...row, line }, isHere, now }]
  })
}
