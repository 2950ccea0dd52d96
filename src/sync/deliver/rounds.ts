import { foldName } from '../../normal-form.ts'
import type { Look } from '../look.ts'
import type { Row } from '../read/rows.ts'
import { noneShownError, rejectedError } from './delivery-errors.ts'
import type { Ledger } from './ledger.ts'
import { wasSentTo, type Shipment } from './sent.ts'

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

/** Shipments that a look plans, and that this run has not sent yet, or without an answer. */
export function dueOf({ decisions }: Pick<Look, 'decisions'>, ledger: Ledger): readonly Shipment[] {
  const planned = decisions.filter((decision) => decision.is === 'planned')
  if (planned.length > 0) {
    return planned.filter(({ runbook: { name }, targets }) => {
      return ledger.maySend(name) && !targets.some((row) => isRenaming(row, name, ledger))
    })
  }
  // A note cannot be taken back, so it comes after everything else.
  const isQuiet = ledger.all.every(({ shipment, state }) => shipment.is === 'orphaned' || state.is === 'confirmed')
  if (!isQuiet || decisions.some(({ is }) => is === 'refused')) return []
  const orphans = decisions.filter((decision) => decision.is === 'orphaned')
  return orphans.filter(({ row, isToRetire }) => isToRetire && ledger.maySend(row.name))
}

/** True if the entry gets another name just now: a list that is behind shows it under the one that it had before. */
function isRenaming(row: Row, name: string, ledger: Ledger): boolean {
  return ledger.waiting.some((sent) => foldName(sent.name) !== foldName(name) && wasSentTo(sent, row))
}

/**
 * @throws {ActionError} if three went alone, and the list has shown none of them in time. Also if more than three were sent, and all
 * were rejected.
 */
export function requireProgress(due: readonly Shipment[], ledger: Ledger): void {
  const unstored = [...ledger.errors('rejected'), ...ledger.errors('no answer')]
  if (due.length === 0 && unstored.length > FEW && unstored.length === ledger.all.length) throw rejectedError(unstored)
  const late = ledger.errors('late')
  if (due.length > 0 && !ledger.hasStored && late.length >= MAX_ALONE) throw noneShownError(late)
}

/**
 * The round that goes next. A service that makes copies would make one of each entry, and no API deletes: so, of many, one goes
 * first, and the others when the list has shown it.
 */
export function nextRound(due: readonly Shipment[], ledger: Ledger): Round {
  const { hasStored, waiting } = ledger
  const areFew = due.length + waiting.length + ledger.errors('late').length <= FEW
  if (hasStored || areFew) return { shipments: due, isOneByOne: false }
  // The one that went first is not shown yet.
  if (waiting.length > 0) return { shipments: [], isOneByOne: false }
  // An update shows whether the service makes copies.
  const updates = due.filter(({ targets }) => targets.length > 0)
  return { shipments: [...new Set([...updates, ...due])], isOneByOne: true }
}
