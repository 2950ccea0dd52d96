import type { ActionError } from '../../errors.ts'
import type { RequestError } from '../../knowledge/failures.ts'
import type { Orphan, Planned } from '../decide/decision.ts'
import type { Row, Rows } from '../read/rows.ts'
import type { Version } from '../read/standing.ts'

/** A decision that can be sent: a runbook, or the note that one is gone. */
export type Shipment = Planned | Orphan

/** One name in the ledger: the version that the run has sent under it, and what became of that. */
export interface Sent extends Version {
  /** The decision that was carried out. Its rows are those that the list showed before the send. */
  readonly shipment: Shipment
  readonly name: string
  /** Bytes of its text; 0 if nothing was sent. */
  readonly size: number
  /** True if the service has found an entry by its name, and so may have made another one. */
  readonly isByName: boolean
  readonly state: SentState
}

/** Times are those of the client's clock, in milliseconds. */
export type SentState =
  /** The service has accepted it. */
  | { readonly is: 'waiting'; readonly since: number }
  /** The service has not said whether it was stored. `since`: the first try. */
  | { readonly is: 'unanswered'; readonly since: number; readonly tries: number; readonly error: RequestError }
  /** Nothing was sent: an earlier look has shown the name, so it is not new, and the last one does not. */
  | { readonly is: 'missing'; readonly since: number }
  /** The list has shown it. */
  | { readonly is: 'confirmed' }
  | { readonly is: 'failed'; readonly why: FailureCause; readonly error: ActionError }

export type FailureCause =
  /** The service has not stored it. */
  | 'rejected'
  /** The service has never said whether it has stored it. */
  | 'no answer'
  /** The list has not shown it in time. */
  | 'late'
  /** The list shows another text, and has never shown what was sent. */
  | 'overtaken'
  /** The list has not shown the name again in time. */
  | 'missing'

export function shipmentName(shipment: Shipment): string {
  return shipment.is === 'planned' ? shipment.runbook.name : shipment.row.name
}

export function isSameVersion(one: Version, other: Version): boolean {
  return one.digest === other.digest && one.path === other.path && one.blob === other.blob
}

/** True if an entry gets the new title of its runbook. */
export function isRetitled(shipment: Shipment): shipment is Planned {
  return shipment.is === 'planned' && shipment.why === 'retitled'
}

/** True if a new title has made another entry, because the service renamed none. */
export function hasMadeAnother({ shipment, isByName }: Sent): boolean {
  return isByName && isRetitled(shipment)
}

/** True if this entry, which has an id, was one of those that got the text. */
export function wasSentTo({ shipment }: Sent, { details }: Row): boolean {
  return details?.id !== undefined && shipment.targets.some((target) => target.details?.id === details.id)
}

/** True if an upsert has made another entry: the list had its name, and has it more often now. */
export function isCopied({ digest, isByName, shipment }: Sent, rows: Rows): boolean {
  if (!isByName || shipment.is === 'orphaned') return false
  const known = new Set(shipment.rows.map(({ details }) => details?.id))
  // Somebody has given the name to another entry meanwhile.
  const isRenamed = ({ details, by, line }: Row): boolean => {
    return details?.id !== undefined && !known.has(details.id) && by === 'person' && line?.digest !== digest
  }
  const before = Map.groupBy(shipment.rows, ({ name }) => name)
  return [...before].some(([name, { length }]) => {
    return rows.of(name).filter((row) => row.name === name && !isRenamed(row)).length > length
  })
}
