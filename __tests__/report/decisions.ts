import { ActionError } from '../../src/errors.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { Conflict, Decision, Duplicate, Kept, Orphan, Planned, Unchanged } from '../../src/sync/decide/decision.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import type { OtherFile, Runbook } from '../../src/sync/read/runbooks.ts'
import { BASE, editedRow, OTHER_REPOSITORY, rowOf, runbookOf, sentRow } from '../sync/looks.ts'

// What is decided about the file docs/NAME.md, whose entry is NAME, and what becomes of what is sent of it.

export const REJECTED = new ActionError('entry-rejected', 'The request is rejected.', 'Correct it.')
export const TOKEN_REJECTED = new ActionError('token-rejected', 'The token is rejected.', 'Rotate it.')

function runbook(name: string, path = `docs/${name}.md`): Runbook {
  return { ...runbookOf({ name, path }), description: 'What to do.' }
}

/** The entry of a file, as it was sent. */
export function row(name: string, base = BASE): Row {
  return sentRow({ name, path: `docs/${name}.md`, base })
}

const edited = (name: string): Row => editedRow({ name, path: `docs/${name}.md` })

export function planned(name: string, why: Planned['why'] = 'changed', replaced: readonly Row[] = []): Planned {
  const rows = [sentRow({ name, path: `docs/${name}.md`, text: 'Before.' })]
  return { is: 'planned', why, runbook: runbook(name), rows, targets: rows, replaced }
}

export function current(name: string): Unchanged {
  return { is: 'unchanged', runbook: runbook(name), rows: [row(name)] }
}

/** An entry is current, and the review of its runbook is overdue. */
export function overdue(name: string, since: string): Unchanged {
  return { is: 'unchanged', runbook: { ...runbook(name), reviewBy: since }, rows: [row(name)] }
}

export function kept(name: string): Kept {
  return { is: 'kept', runbook: runbook(name), rows: [edited(name)] }
}

/** @param one the row that is in the way: by default an edited one, or one of another repository. */
export function conflict(name: string, { cause = 'conflict', row: one }: Partial<Conflict> = {}): Conflict {
  const other = one ?? (cause === 'another source' ? row(name, OTHER_REPOSITORY) : edited(name))
  return { is: 'refused', cause, runbook: runbook(name), rows: [other], row: other }
}

export function byHand(name: string): Conflict {
  return conflict(name, { row: rowOf(name, 'Mine.') })
}

export function shared(name: string, folders: readonly string[], given: Partial<Duplicate> = {}): Duplicate[] {
  const group = folders.map((folder) => runbook(name, `${folder}/${name}.md`))
  return group.map((one) => ({ is: 'refused', cause: 'duplicate', runbook: one, group, changed: [], ...given }))
}

export function refused(name: string, given: Partial<OtherFile> = {}): Decision {
  const about = { path: `docs/${name}.md`, name: undefined, kind: 'refused', line: undefined } as const
  const file = { ...about, reason: 'It is empty.', hint: 'Fill it.', ...given }
  return file.kind === 'skipped' ? { is: 'skipped', file } : { is: 'refused', cause: 'text', file }
}

export function orphan(name: string, given: Partial<Orphan> = {}): Orphan {
  const one = asSent(row(name))
  return { is: 'orphaned', row: one, targets: [one], became: 'removed', isToRetire: false, ...given }
}

/** A row that has the line with which it was sent. */
export function asSent({ line, ...rest }: Row): Orphan['row'] {
  if (line === undefined) throw new TypeError('It has no line.')
  return { ...rest, line }
}

/** The runbook of an orphan is called “n” now. */
export const NEW_NAME = { became: { path: 'docs/n.md', name: 'n', digest: 'd' } }

/** An entry that somebody has renamed or edited. */
export function misnamed(name: string): Orphan {
  return orphan(name, { ...NEW_NAME, row: { ...orphan(name).row, by: 'person' } })
}

export const WAITING: SentState = { is: 'waiting', since: 0 }
export const SHOWN: SentState = { is: 'confirmed' }
const NO_ANSWER = new RequestError('service-failing', 'It fails.', 'Wait.')
export const UNANSWERED: SentState = { is: 'unanswered', since: 0, tries: 1, error: NO_ANSWER }
export const FAILED = { is: 'failed', why: 'rejected', error: REJECTED } as const satisfies SentState
export const OVERTAKEN: SentState = { is: 'failed', why: 'overtaken', error: REJECTED }
