import { foldName } from '../../normal-form.ts'
import { describedDigits } from '../../runbook/description.ts'
import { digestOf } from '../../runbook/source-line.ts'
import { keepsDescription, type Row } from './rows.ts'
import type { Runbook, Runbooks } from './runbooks.ts'

/** The states of entries, for `list` and the inventory of a report. */
export const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'retired', 'elsewhere'] as const

export type EntryState = (typeof ENTRY_STATES)[number]

/** The decision that a row under the name of a runbook asks for: *conflict* and *another source* refuse the runbook. */
export type Verdict = 'unchanged' | 'changed' | 'merged' | 'unseen' | 'kept' | 'conflict' | 'another source'

interface Meaning {
  readonly state: EntryState
  /** Undefined for a row that no runbook has the name of. */
  readonly verdict?: Verdict
  /** True if a text of others is lost when the entry is sent, so that it is saved before. */
  readonly mustBeSaved?: true
}

/**
 * What a row is, compared with the branch. The first line that fits counts.
 *
 *     the row                                                             | standing
 *     --------------------------------------------------------------------|-------------------
 *     another repository has sent it                                      | another repository
 *     it is of a file of this branch that `files` does not select         | another step
 *     under the name of a runbook (of several, the first one):
 *     the list shows no text of it, nor of any other one of its type      | without text
 *     our text: digest, blob, path, address, description are the runbook's | current
 *     our text, of another version or place                               | outdated
 *     a person's text, which is just that of the runbook                  | edited alike, or by hand alike
 *     an edit of the file as it is now                                    | edited
 *     an edit of an earlier file, or of a note                            | edited before
 *     a text without a source line, or something that is no text          | by hand
 *     under any other name:
 *     no source line                                                      | by hand
 *     of this branch, and its file is gone, left out, or named otherwise  | orphan
 *     of a branch that is gone, and no note                               | orphan
 *     of another branch                                                   | another branch
 *     a person's text, of a file that is refused, or over a note          | edited
 *     a note that its runbook is gone                                     | retired
 *     our text, of a file that is refused                                 | outdated
 */
export const STANDINGS = {
  'another repository': { state: 'elsewhere', verdict: 'another source', mustBeSaved: true },
  'another step': { state: 'elsewhere', verdict: 'another source', mustBeSaved: true },
  'without text': { state: 'outdated', verdict: 'unseen' },
  current: { state: 'current', verdict: 'unchanged' },
  outdated: { state: 'outdated', verdict: 'changed' },
  'edited alike': { state: 'edited', verdict: 'merged' },
  'by hand alike': { state: 'by-hand', verdict: 'merged' },
  edited: { state: 'edited', verdict: 'kept', mustBeSaved: true },
  'edited before': { state: 'edited', verdict: 'conflict', mustBeSaved: true },
  'by hand': { state: 'by-hand', verdict: 'conflict', mustBeSaved: true },
  orphan: { state: 'orphaned' },
  'another branch': { state: 'elsewhere' },
  retired: { state: 'retired' }
} as const satisfies Readonly<Record<string, Meaning>>

export type Standing = keyof typeof STANDINGS

export function standingOf(row: Row, runbooks: Runbooks): Standing {
  const { line, origin } = row
  if (origin === 'another repository') return origin
  const isOfFile = line !== undefined && origin === 'this branch' && runbooks.hasFile(line.path)
  if (isOfFile && !runbooks.selects(line.path)) return 'another step'
  const [runbook] = runbooks.byName.get(foldName(row.name)) ?? []
  return runbook === undefined ? standingAlone(row, runbooks) : standingUnder(runbook, row, runbooks)
}

/** What follows from the standing of a row. */
export function meaningOf(row: Row, runbooks: Runbooks): Meaning {
  return STANDINGS[standingOf(row, runbooks)]
}

/** @param runbook that has the name of the row. */
function standingUnder(runbook: Runbook, row: Row, runbooks: Runbooks): Standing {
  const { by, line, digest } = row
  if (by === 'unknown') return 'without text'
  if (by === 'run') return isUpToDate(row, runbook, runbooks) ? 'current' : 'outdated'
  if (line === undefined) return row.textDigest === runbook.textDigest ? 'by hand alike' : 'by hand'
  if (digest === runbook.digest) return 'edited alike'
  // Under a note that the runbook is gone, nobody has edited its text.
  const isOfSameFile = line.kind === 'version' && (line.blob === runbook.blob || line.digest === runbook.digest)
  return isOfSameFile ? 'edited' : 'edited before'
}

function standingAlone({ by, line, origin }: Row, { fileAt }: Runbooks): Standing {
  if (line === undefined) return 'by hand'
  if (line.kind === 'version') {
    if (origin === 'gone branch') return 'orphan'
    // Nobody knows the name of a file that cannot be read.
    if (origin === 'this branch' && fileAt.get(line.path)?.kind !== 'refused') return 'orphan'
  }
  if (origin !== 'this branch') return 'another branch'
  if (by === 'person') return 'edited'
  return line.kind === 'retired' ? 'retired' : 'outdated'
}

/** True if an entry is as a run would send it now. */
export function isUpToDate(row: Row, runbook: Runbook, { knowsRules }: Pick<Runbooks, 'knowsRules'>): boolean {
  const { line } = row
  // Without rules, the alerts that the entry has are no reason to send, nor are they in its description.
  const digest = knowsRules ? runbook.digest : digestOf(runbook.textDigest, line?.alerts ?? '')
  const isDescribed = line?.described === describedDigits(runbook.description)
  const isKnown = isDescribed || (!knowsRules && line?.described !== '')
  return isCurrent(row, { ...runbook, digest }) && (isKnown || keepsDescription(row, runbook))
}

/** Which text was sent, or would be: its digest, and the file that it is of. */
export type Version = Pick<Runbook, 'digest' | 'path' | 'blob'>

/** True if this text was sent from this file of the branch, and nobody has changed it since. */
export function isCurrent({ by, digest, origin, line }: Row, version: Version): boolean {
  return (
    by === 'run' &&
    digest === version.digest &&
    origin === 'this branch' &&
    line?.blob === version.blob &&
    line.path === version.path
  )
}
