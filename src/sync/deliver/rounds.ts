import { foldName } from '../../normal-form.ts'
import type { Planned } from '../decide/decision.ts'
import type { Look } from '../look.ts'
import type { Row } from '../read/rows.ts'
import { noneShownError, rejectedError } from './delivery-errors.ts'
import type { Ledger } from './ledger.ts'
import { isSameVersion, shipmentName, wasSentTo, type Sent, type Shipment } from './sent.ts'

/** The shipments that are sent before the next look. */
export interface Round {
  readonly shipments: readonly Shipment[]
  /** True if they go one by one, until one is not rejected. */
  readonly isOneByOne: boolean
}

/** If there are more sends than these, the first one goes alone. */
const FEW = 3
/** Entries that go alone, one after the other, before the run ends. */
const MAX_ALONE = 3

/** Shipments that a look plans, and that this run has not sent yet with the same text of the same file. */
export function dueOf({ decisions }: Pick<Look, 'decisions'>, ledger: Ledger): readonly Shipment[] {
  const planned = decisions.filter((decision) => decision.is === 'planned')
  if (planned.length > 0) return planned.filter((one) => isDue(one, ledger))
  // A note cannot be taken back, so it comes after everything else.
  const isQuiet = ledger.all.every(({ shipment, state }) => {
    return state.is === 'confirmed' || (state.is === 'unanswered' && shipment.is === 'orphaned')
  })
  if (!isQuiet || decisions.some(({ is }) => is === 'refused')) return []
  const orphans = decisions.filter((decision) => decision.is === 'orphaned')
  return orphans.filter(({ row, isToRetire }) => {
    const known = ledger.of(row.name)
    return isToRetire && (known?.shipment.is !== 'orphaned' || known.state.is === 'unanswered')
  })
}

function isDue({ runbook, targets }: Planned, ledger: Ledger): boolean {
  if (targets.some((row) => isRenaming(row, runbook.name, ledger))) return false
  const known = ledger.of(runbook.name)
  return known === undefined || !isSameVersion(known, runbook) || known.state.is === 'unanswered'
}

/** True if the entry gets another name just now: a list that is behind shows it under the one that it had before. */
function isRenaming(row: Row, name: string, ledger: Ledger): boolean {
  return ledger.all.some((sent) => {
    return sent.state.is === 'waiting' && foldName(sent.name) !== foldName(name) && wasSentTo(sent, row)
  })
}

/**
 * @throws {ActionError} if three went alone, and the list has shown none of them in time. Also if more than three were sent, and all
 * were rejected.
 */
export function requireProgress(due: readonly Shipment[], ledger: Ledger): void {
  const stored = possiblyStored(ledger)
  if (due.length === 0 && stored.length === 0 && ledger.all.length > FEW) throw rejectedError(ledger.all)
  const late = stored.filter(({ state }) => state.is === 'failed' && state.why === 'late')
  if (due.length > 0 && !ledger.hasStored && late.length >= MAX_ALONE) throw noneShownError(late)
}

/** All that may be stored: neither rejected, nor given up without an answer. */
function possiblyStored({ all }: Ledger): readonly Sent[] {
  return all.filter(({ state }) => {
    return (
      state.is !== 'missing' && (state.is !== 'failed' || !['rejected', 'no answer', 'missing'].includes(state.why))
    )
  })
}

const NOTHING: Round = { shipments: [], isOneByOne: false }

/**
 * The round that goes next. A service that makes copies would make one of each entry, and no API deletes: so, of many, one goes
 * first, and the others when the list has shown it.
 */
export function nextRound(due: readonly Shipment[], ledger: Ledger): Round {
  if (due.length === 0) return NOTHING
  if (ledger.hasStored || areFew(due, ledger)) return { shipments: due, isOneByOne: false }
  // The one that went first is not shown yet.
  if (possiblyStored(ledger).some(({ state }) => state.is === 'waiting')) return NOTHING
  // First what got no answer, again. An update shows whether the service makes copies.
  const again = due.filter((one) => ledger.of(shipmentName(one))?.state.is === 'unanswered')
  const updates = due.filter(({ targets }) => targets.length > 0)
  return { shipments: [...new Set([...again, ...updates, ...due])], isOneByOne: true }
}

/** True if so few names may be stored or are due that all of them may go at once. */
function areFew(due: readonly Shipment[], ledger: Ledger): boolean {
  const names = [...possiblyStored(ledger).map(({ name }) => name), ...due.map(shipmentName)]
  return new Set(names.map(foldName)).size <= FEW
}
