import type { ActionError } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { Decision, Kept, Orphan, Planned, Refusal, Skipped, Unchanged } from './decide.ts'
import type { Ledger } from './ledger.ts'
import type { Look } from './look.ts'
import { isSameText, type FailureCause, type Sent, type Shipment } from './sent.ts'

/** What became of a runbook, or of an entry without one. In a plan nothing was sent, and *planned* is final. */
export type Fate =
  | { readonly is: 'planned'; readonly of: Shipment }
  | { readonly is: 'pending'; readonly of: Shipment; readonly why: 'not sent' | 'not confirmed' | 'left' }
  | { readonly is: 'upserted'; readonly of: Planned }
  | { readonly is: 'retired'; readonly of: Orphan }
  | { readonly is: 'failed'; readonly of: Shipment; readonly why: FailureCause; readonly error: ActionError }
  | { readonly is: 'unchanged'; readonly of: Unchanged }
  | { readonly is: 'kept'; readonly of: Kept }
  | { readonly is: 'refused'; readonly of: Refusal }
  | { readonly is: 'skipped'; readonly of: Skipped }
  | { readonly is: 'orphaned'; readonly of: Orphan }

/** The word for it, in the JSON report, too. */
export type Outcome = Fate['is']

/** What became of everything that the last look decided on, and of the notes that were sent. @param ledger undefined for a plan. */
export function fatesOf({ decisions }: Pick<Look, 'decisions'>, ledger: Ledger | undefined): Fate[] {
  const hasRefused = decisions.some(({ is }) => is === 'refused')
  const fates = decisions.map((decision) => {
    return ledger === undefined ? plannedFate(decision, hasRefused) : fateOf(decision, ledger)
  })
  const decided = new Set(decisions.flatMap((one) => (one.is === 'orphaned' ? [foldName(one.row.name)] : [])))
  // The list shows a note, and no orphan any more.
  const retired = (ledger?.all ?? []).flatMap((sent) => {
    const isTold = sent.shipment.is === 'planned' || decided.has(foldName(sent.name))
    return isTold ? [] : [fateOfSent(sent)]
  })
  return [...fates, ...retired]
}

/** A note comes after everything else. */
function plannedFate(decision: Decision, hasRefused: boolean): Fate {
  const isNote = decision.is === 'orphaned' && decision.isToRetire && !hasRefused
  return isNote ? { is: 'planned', of: decision } : decided(decision)
}

function fateOf(decision: Decision, ledger: Ledger): Fate {
  const sent = sentFor(decision, ledger)
  // Somebody has changed it since, and that is what people have to know.
  const isOvertaken = sent?.state.is === 'shown' && (decision.is === 'refused' || decision.is === 'kept')
  if (sent !== undefined && !isOvertaken) return fateOfSent(sent)
  if (decision.is !== 'planned') return decided(decision)
  return { is: 'pending', of: decision, why: ledger.seen.isLeft(decision.runbook.name) ? 'left' : 'not sent' }
}

/** What the run has sent of the text that a decision is about. */
function sentFor(decision: Decision, ledger: Ledger): Sent | undefined {
  if ('runbook' in decision) {
    const sent = ledger.of(decision.runbook.name)
    return sent !== undefined && isSameText(sent, decision.runbook) ? sent : undefined
  }
  const sent = decision.is === 'orphaned' ? ledger.of(decision.row.name) : undefined
  return sent?.shipment.is === 'orphaned' ? sent : undefined
}

function fateOfSent({ shipment, state }: Sent): Fate {
  switch (state.is) {
    case 'waiting':
    case 'unanswered':
      return { is: 'pending', of: shipment, why: 'not confirmed' }
    case 'failed':
      return { is: 'failed', of: shipment, why: state.why, error: state.error }
    case 'shown':
      return shipment.is === 'planned' ? { is: 'upserted', of: shipment } : { is: 'retired', of: shipment }
  }
}

/** Nothing was sent of it, so that the decision is what became of it. */
function decided(decision: Decision): Fate {
  return { is: decision.is, of: decision } as Fate
}
