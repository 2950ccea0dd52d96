import type { Credential } from '../../runbook/credentials.ts'
import type { Row, RowOfFile } from '../read/rows.ts'
import type { OtherFile, Runbook, Runbooks } from '../read/runbooks.ts'

/** A decision on a runbook, on a file that is none, or on an entry without a runbook. */
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
    | 'retitled'
    /** Somebody edited or wrote the entry, and the runbook has all of that now. */
    | 'merged'
    /** The list does not show what the entry is. */
    | 'unseen'
    /** Somebody asked for it. */
    | 'replaces'
  readonly runbook: Runbook
  /** The rows under its name; of a retitled one, under the former name. */
  readonly rows: readonly Row[]
  /** The entries that get the text; none for a new one. */
  readonly targets: readonly Row[]
  /** Texts of people, or from elsewhere, that the send replaces: they are saved first. */
  readonly replaced: readonly Row[]
}

/** True if sending replaces a text of others that the file does not have. */
export function overwrites({ why, replaced }: Planned): boolean {
  return why !== 'merged' && replaced.length > 0
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

export type Refusal = RefusedText | Duplicate | Conflict | WithCredential

/** True if a refused file makes the run red: not if the run is about changes of other files. */
export function isRed(refusal: Refusal, { changed, concerns }: Pick<Runbooks, 'changed' | 'concerns'>): boolean {
  // All files of a name are refused for the one that came last.
  if (refusal.cause === 'duplicate') return changed === undefined || refusal.changed.length > 0
  return concerns('file' in refusal ? refusal.file.path : refusal.runbook.path)
}

/** A file that should be an entry, and cannot. */
export interface RefusedText {
  readonly is: 'refused'
  readonly cause: 'text'
  readonly file: OtherFile
}

/** Several files have one name. */
export interface Duplicate {
  readonly is: 'refused'
  readonly cause: 'duplicate'
  readonly runbook: Runbook
  /** All files of the name, the changed ones first. */
  readonly group: readonly Runbook[]
  /** The files of the name that this push or pull request has changed. */
  readonly changed: readonly Runbook[]
}

/** A text that only a person may replace. */
export interface Conflict {
  readonly is: 'refused'
  /** The other source is another repository, or a file of this branch that `files` does not select. */
  readonly cause: 'conflict' | 'another source'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
  readonly row: Row
}

/** Its file has credentials. */
export interface WithCredential {
  readonly is: 'refused'
  readonly cause: 'secret'
  readonly runbook: Runbook
  readonly rows: readonly Row[]
  readonly credentials: readonly Credential[]
}

/** Its author left the file out, or it has no text. */
export interface Skipped {
  readonly is: 'skipped'
  readonly file: OtherFile
}

/** An entry under no runbook's name, of this branch or of one that is gone. */
export interface Orphan {
  readonly is: 'orphaned'
  readonly row: RowOfFile
  /** The entries of its name without a note, which get one. */
  readonly targets: readonly Row[]
  /** The successor of its runbook, which has another title or path; a file that its author left out; or nothing. */
  readonly became: Pick<Runbook, 'path' | 'name' | 'digest'> | 'skipped' | 'removed' | 'gone branch'
  /** True if its text is to be replaced by a note. */
  readonly isToRetire: boolean
}

/** The runbook that an orphan's runbook has become; undefined if it has become none. */
export function successorIn({ became }: Orphan): Exclude<Orphan['became'], string> | undefined {
  return typeof became === 'object' ? became : undefined
}
