import type { ActionError } from '../../errors.ts'
import type { RequestError } from '../../knowledge/failures.ts'
import type { Orphan, Planned } from '../decide/decision.ts'
import type { Row, Rows } from '../read/rows.ts'
import type { Version } from '../read/standing.ts'

/** A decision that can be sent: a runbook, or the note that one is gone. */
export type Shipment = Planned | Orphan

/** The version that a run has sent under one name, and what became of it. */
export interface Sent extends Version {
  /** The decision that was carried out. Its rows are those that the list showed before the send. */
  readonly shipment: Shipment
  readonly name: string
  /** Bytes of its text. */
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
  const ids = new Set(shipment.rows.map(({ details }) => details?.id))
  // Somebody may have given the name to another entry meanwhile.
  const isOurs = ({ details, line }: Row): boolean => ids.has(details?.id) || line?.digest === digest
  const before = Map.groupBy(shipment.rows, ({ name }) => name)
  return [...before].some(([name, { length }]) => {
    return rows.of(name).filter((row) => row.name === name && isOurs(row)).length > length
  })
}
