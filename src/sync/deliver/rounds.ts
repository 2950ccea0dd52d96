import { foldName } from '../../normal-form.ts'
import type { Planned } from '../decide/decision.ts'
import type { Look } from '../look.ts'
import type { Row } from '../read/rows.ts'
import { noneShownError, rejectedError } from './delivery-errors.ts'
import type { Ledger } from './ledger.ts'
import { isBound, isRetitled, isSameVersion, shipmentName, type Sent, type Shipment } from './sent.ts'

/** What is to be sent now. */
export interface Round {
  readonly shipments: readonly Shipment[]
  /** True if they go one by one, until one is not rejected. */
  readonly isOneByOne: boolean
}

/** If there are more sends than these, the first one goes alone. */
const FEW = 3
/** Entries that go alone, one after the other, before the run ends. */
const MAX_ALONE = 3

/** What a look plans, without what this run has sent already: the same text of the same file. */
export function dueOf({ decisions }: Pick<Look, 'decisions'>, ledger: Ledger): readonly Shipment[] {
  const planned = decisions.filter((decision) => decision.is === 'planned')
  if (planned.length > 0) return planned.filter((one) => isDue(one, ledger))
  // A note cannot be taken back, so it comes after everything else.
  const isQuiet = ledger.all.every(({ shipment, state }) => {
    return state.is === 'confirmed' || (state.is === 'unanswered' && shipment.is === 'orphaned')
  })
  if (!isQuiet || decisions.some(({ is }) => is === 'refused')) return []
  const orphans = decisions.filter((decision) => decision.is === 'orphaned')
  return orphans.filter(({ row, rows, isToRetire }) => {
    if (!isToRetire || ledger.seen.hasOtherEdit(row.name, rows)) return false
    const known = ledger.of(row.name)
    return known?.shipment.is !== 'orphaned' || known.state.is === 'unanswered'
  })
}

function isDue(planned: Planned, ledger: Ledger): boolean {
  const { runbook, targets } = planned
  const { name } = runbook
  if (targets.some((row) => isRenaming(row, name, ledger))) return false
  if (hidesEdit(planned, ledger) || ledger.isMissing(name)) return false
  const known = ledger.of(name)
  if (known === undefined || !isSameVersion(known, runbook)) return true
  if (known.state.is !== 'confirmed') return known.state.is === 'unanswered'
  // Somebody has copied an entry meanwhile, or the list has not shown it before.
  return targets.some(({ by, details }) => by === 'run' && details?.id !== undefined && !known.ids.has(details.id))
}

/** True if an earlier look has shown an edit of its entries, and this one does not. */
export function hidesEdit({ runbook, rows }: Planned, { seen }: Ledger): boolean {
  return [runbook, ...rows].some(({ name }) => seen.hasOtherEdit(name, rows))
}

/** True if the entry gets another name just now: a list that is behind shows it under the one that it had before. */
function isRenaming({ details }: Row, name: string, ledger: Ledger): boolean {
  const id = details?.id
  if (id === undefined) return false
  return ledger.all.some((sent) => {
    return sent.state.is === 'waiting' && sent.ids.has(id) && foldName(sent.name) !== foldName(name)
  })
}

/**
 * @throws {ActionError} if three may be stored, and the list has shown none of them in time. Also if more than three were sent, and
 * all were rejected.
 */
export function requireProgress(due: readonly Shipment[], ledger: Ledger): void {
  const stored = possiblyStored(ledger)
  if (due.length === 0 && stored.length === 0 && ledger.all.length > FEW) throw rejectedError(ledger.all)
  const isAwaited = ledger.isSuspicious || stored.some(({ state }) => state.is === 'waiting')
  const late = stored.filter(({ state }) => state.is === 'failed' && state.why === 'late')
  const isHopeless = !ledger.hasStored && !isAwaited && late.length >= MAX_ALONE
  if (due.length > 0 && isHopeless) throw noneShownError(late)
}

/** All that may be stored: neither rejected, nor given up without an answer. */
function possiblyStored({ all }: Ledger): readonly Sent[] {
  return all.filter(({ state }) => state.is !== 'failed' || (state.why !== 'rejected' && state.why !== 'no answer'))
}

const NOTHING: Round = { shipments: [], isOneByOne: false }

/**
 * What goes now. A service that makes copies would make one of each entry, and no API deletes: so, of many, one goes first, and
 * the others when the list has shown it, or its line over another text.
 */
export function nextRound(due: readonly Shipment[], ledger: Ledger): Round {
  if (due.length === 0 || ledger.isSuspicious) return NOTHING
  const risky = riskyAmong(due, ledger)
  const mayCopy = !ledger.hasStored && !areFew(due, ledger)
  if (!mayCopy && risky.length === 0) return { shipments: due, isOneByOne: false }
  // The one that went first is not shown yet.
  if (possiblyStored(ledger).some(({ state }) => state.is === 'waiting')) return NOTHING
  // First what got no answer, again. An update shows whether the service makes copies.
  const again = due.filter((one) => ledger.of(shipmentName(one))?.state.is === 'unanswered')
  const updates = due.filter(({ rows }) => rows.length > 0)
  return { shipments: [...new Set([...again, ...risky, ...updates, ...due])], isOneByOne: true }
}

/** True if so few names may be stored or are due that all of them may go at once. */
function areFew(due: readonly Shipment[], ledger: Ledger): boolean {
  const names = [...possiblyStored(ledger).map(({ name }) => name), ...due.map(shipmentName)]
  return new Set(names.map(foldName)).size <= FEW
}

/**
 * Updates of which one goes first, too: of entries that people have bound or labelled, because a service may empty what an update
 * does not name, and many new titles, because it may rename none.
 */
function riskyAmong(due: readonly Shipment[], ledger: Ledger): readonly Shipment[] {
  const bound = ledger.keepsDetails ? [] : due.filter(isBound)
  const retitled = due.filter(isRetitled)
  const isTried = ledger.all.some(({ shipment, state }) => isRetitled(shipment) && state.is !== 'failed')
  return retitled.length > FEW && !isTried ? [...bound, ...retitled] : bound
}
