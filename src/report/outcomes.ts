import { OUTCOMES, type Described, type Item, type Outcome, type Result } from './result.ts'

/** What became of a runbook or an entry: one row of a report. */
export interface Reported extends Described {
  readonly outcome: Outcome
  /** Requests for it, retries included. */
  readonly attempts: number
  /** True if this push or pull request did not change the file, so it is listed apart and does not make the run red. */
  readonly isWaiting: boolean
}

const NOT_SENT = 'Not sent, because the run ended.'
const NOT_CONFIRMED = 'Sent, not confirmed.'
const DELETE_ENTRY = 'Delete its entry in the assistant.'

type Fate = Pick<Reported, 'outcome' | 'reason' | 'hint'>

/** The outcome of an item follows from its decision, then from what was done, and from nothing else. */
export function outcomeOf(item: Item, { mode }: Pick<Result, 'mode'>): Fate {
  const { state, error } = item
  const { kind, reason, hint } = item.decision
  if (kind !== 'send' && kind !== 'retire') return { outcome: kind, reason, hint }
  const orphaned: Fate = { outcome: 'orphaned', reason, hint: DELETE_ENTRY }
  if (mode !== 'sync') return kind === 'send' ? { outcome: 'planned', reason, hint } : orphaned
  if (state === 'stored') return { outcome: kind === 'send' ? 'upserted' : 'retired', reason, hint }
  if (state === 'accepted') return { outcome: 'pending', reason: NOT_CONFIRMED, hint: undefined }
  if (state === 'open') return kind === 'send' ? { outcome: 'pending', reason: NOT_SENT, hint: undefined } : orphaned
  const { message = '', hint: advice } = error ?? {}
  if (kind === 'send') return { outcome: 'failed', reason: message, hint: advice }
  return { outcome: 'failed', reason: `Not retired: ${message}`, hint: DELETE_ENTRY }
}

type Outcomes = Pick<Result, 'items' | 'mode'>

interface Rows {
  readonly all: readonly Reported[]
  readonly due: readonly Reported[]
  readonly totals: Readonly<Record<Outcome, number>>
}

/** A report asks a dozen times, and a result never changes. */
const known = new WeakMap<Outcomes, Rows>()

function rowsIn(result: Outcomes): Rows {
  const order = Object.keys(OUTCOMES)
  const rank = ({ outcome }: Reported): number => order.indexOf(outcome)
  const all = result.items
    .map((item) => rowOf(item, result))
    .sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
  const due = all.filter(({ isWaiting }) => !isWaiting)
  return { all, due, totals: countOutcomes(due) }
}

function knownRows(result: Outcomes): Rows {
  const rows = known.get(result) ?? rowsIn(result)
  known.set(result, rows)
  return rows
}

/** What became of all items, what people need to know first at the beginning, then in the order of the paths. */
export function reportedOf(result: Outcomes): readonly Reported[] {
  return knownRows(result).all
}

/** The same without what waits on the branch. */
export function dueItems(result: Outcomes): readonly Reported[] {
  return knownRows(result).due
}

function rowOf(item: Item, result: Outcomes): Reported {
  const fate = outcomeOf(item, result)
  return {
    ...item.decision,
    ...fate,
    attempts: item.attempts,
    // What was not stored is red in every run.
    isWaiting: item.decision.isWaiting === true && fate.outcome !== 'failed' && fate.outcome !== 'pending'
  }
}

/** True if something is not in the knowledge base as it should be, or would not be after a sync. */
export function isMissing({ outcome, isWaiting }: Pick<Reported, 'outcome' | 'isWaiting'>): boolean {
  return !isWaiting && (outcome === 'failed' || outcome === 'refused' || outcome === 'pending')
}

/** How often each outcome occurs, in their order; without what waits on the branch. */
export function totalsOf(result: Outcomes): Readonly<Record<Outcome, number>> {
  return knownRows(result).totals
}

export function countOutcomes(rows: readonly Reported[]): Record<Outcome, number> {
  const totals = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of rows) totals[outcome]++
  return totals
}

/** The number of edits in the assistant that are not in the files, or that `pull` has found. */
export function editsOf(result: Result): number {
  if (result.mode === 'pull') return result.pulled.length
  return dueItems(result).filter(isEdit).length
}

/** True if a text of a person stays in the assistant: kept, or the reason of a refusal. */
function isEdit({ outcome, cause, texts = [] }: Reported): boolean {
  const isRefusal = outcome === 'refused' && cause === 'conflict'
  return outcome === 'kept' || (isRefusal && texts.some(({ origin }) => origin !== 'elsewhere'))
}
