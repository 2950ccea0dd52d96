import type { ActionError } from '../../errors.ts'
import { foldName } from '../../normal-form.ts'
import type { Decision, Orphan, Planned } from '../decide/decision.ts'
import type { Look } from '../look.ts'
import type { Ledger } from './ledger.ts'
import { hasMadeAnother, isRetitled, type FailureCause, type Sent, type Shipment } from './sent.ts'

/** The outcome for a runbook, or an entry without one. In a plan nothing was sent, and *planned* is final. */
export type Fate =
  | { readonly is: 'planned'; readonly of: Shipment }
  | { readonly is: 'pending'; readonly of: Shipment; readonly why: PendingCause }
  /** `hasNewTitle`: its entry has got the new title; false if there is another entry instead. */
  | { readonly is: 'upserted'; readonly of: Planned; readonly hasNewTitle: boolean }
  | { readonly is: 'retired'; readonly of: Orphan }
  /** `missing`: a look has shown its name, and no later one in time, so it was not sent. */
  | {
      readonly is: 'failed'
      readonly of: Shipment
      readonly why: FailureCause | 'missing'
      readonly error: ActionError
    }
  | Decided

/** If nothing was sent, the decision is the fate. */
type Decided = { [One in Decision as One['is']]: { readonly is: One['is']; readonly of: One } }[Decision['is']]

export type PendingCause =
  | 'not sent'
  /** Sent, and not shown by the list so far. */
  | 'not confirmed'

/** The word for it, in the JSON report, too. */
export type Outcome = Fate['is']

/** A fate for each decision of the last look, and for each note that was sent. @param ledger undefined for a plan. */
export function fatesOf({ decisions }: Pick<Look, 'decisions'>, ledger: Ledger | undefined): Fate[] {
  if (ledger === undefined) {
    // A note comes after everything else.
    const hasRefused = decisions.some(({ is }) => is === 'refused')
    return decisions.map((one) => {
      return one.is === 'orphaned' && one.isToRetire && !hasRefused ? { is: 'planned', of: one } : decided(one)
    })
  }
  const orphans = new Set(decisions.flatMap((one) => (one.is === 'orphaned' ? foldName(one.row.name) : [])))
  // The list shows a note, and no orphan any more.
  const retired = ledger.all.filter(({ shipment, name }) => shipment.is === 'orphaned' && !orphans.has(foldName(name)))
  return [...decisions.map((decision) => fateOf(decision, ledger)), ...retired.map(fateOfSent)]
}

function fateOf(decision: Decision, ledger: Ledger): Fate {
  const sent = sentFor(decision, ledger)
  // Somebody has changed it since, and that is what people have to know.
  const isChanged = sent?.state.is === 'confirmed' && (decision.is === 'refused' || decision.is === 'kept')
  if (sent !== undefined && !isChanged) return fateOfSent(sent)
  if (decision.is !== 'planned') return decided(decision)
  const error = ledger.missingError(decision.runbook.name)
  if (error !== undefined) return { is: 'failed', of: decision, why: 'missing', error }
  return { is: 'pending', of: decision, why: 'not sent' }
}

function sentFor(decision: Decision, ledger: Ledger): Sent | undefined {
  if ('runbook' in decision) return ledger.of(decision.runbook.name)
  return decision.is === 'orphaned' ? ledger.of(decision.row.name) : undefined
}

function fateOfSent(sent: Sent): Fate {
  const { shipment, state } = sent
  switch (state.is) {
    case 'waiting':
    case 'unanswered':
      return { is: 'pending', of: shipment, why: 'not confirmed' }
    case 'failed':
      return { is: 'failed', of: shipment, why: state.why, error: state.error }
    case 'confirmed':
      if (shipment.is === 'orphaned') return { is: 'retired', of: shipment }
      return { is: 'upserted', of: shipment, hasNewTitle: isRetitled(shipment) && !hasMadeAnother(sent) }
  }
}

function decided(decision: Decision): Fate {
  return { is: decision.is, of: decision } as Decided
}
