import type { ActionError } from '../../errors.ts'
import { isFilled } from '../../field.ts'
import type { EntryId } from '../../knowledge/api-types.ts'
import { foldName } from '../../normal-form.ts'
import type { Orphan, Planned } from '../decide/decision.ts'
import { isCurrent, type Row, type Rows, type Version } from '../read/rows.ts'

/** What can be sent: a runbook, or the note that one is gone. */
export type Shipment = Planned | Orphan

/** What a run remembers of what it has sent under one name. */
export interface Sent extends Version {
  /** What was decided. Its rows are those that the list showed before the send. */
  readonly shipment: Shipment
  readonly name: string
  /** Bytes of its text. */
  readonly size: number
  /** The entries that this text was sent to in this run. */
  readonly ids: ReadonlySet<EntryId>
  /** True if the service has found an entry by its name, and so may have made another one. */
  readonly isByName: boolean
  readonly state: SentState
}

/** Times are those of the client's clock, in milliseconds. */
export type SentState =
  /** The service has accepted it. */
  | { readonly is: 'waiting'; readonly since: number }
  /** The service has not said whether it was stored. `since`: the first try. */
  | { readonly is: 'unanswered'; readonly since: number; readonly tries: number; readonly error: ActionError }
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
  /** The list shows the line that was sent over another text. */
  | 'altered'

/** The name under which something is sent. */
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

/** True for an entry that an update may empty: people have labelled, described or bound it. */
export function isBound(shipment: Shipment): boolean {
  return shipment.targets.some(({ details }) => {
    if (details?.id === undefined) return false
    return details.trigger !== 'smart' || isFilled(details.labels) || isFilled(details.description)
  })
}

/** What an entry had before, and has lost, in words. */
export function lostOf({ details: before }: Row, { details: after }: Row): string[] {
  return [
    isFilled(before?.labels) && !isFilled(after?.labels) && 'labels',
    isFilled(before?.description) && !isFilled(after?.description) && 'description',
    before?.trigger !== 'smart' && after?.trigger === 'smart' && 'trigger',
    isFilled(before?.triggerConfig) && !isFilled(after?.triggerConfig) && 'trigger_config'
  ].filter((lost) => lost !== false)
}

/** The rows that may be those of what was sent: under its name, and under the former one. */
export function rowsOfSent({ name, shipment }: Sent, rows: Rows): readonly Row[] {
  const names = new Set([name, ...shipment.targets.map((target) => target.name)].map(foldName))
  return [...names].flatMap((each) => rows.of(each))
}

export function sameEntry({ details }: Row, rows: readonly Row[]): Row | undefined {
  const id = details?.id
  return id === undefined ? undefined : rows.find((row) => row.details?.id === id)
}

/** True if the list shows what was sent, and none of the entries that it was sent to has its former text. */
export function isConfirmed(sent: Sent, rows: Rows): boolean {
  const named = rows.of(sent.name)
  if (rows.areWithoutTexts) return named.length > 0
  if (!named.some((row) => isCurrent(row, sent))) return false
  // Then the former entry stays as it is.
  if (hasMadeAnother(sent)) return true
  const all = rowsOfSent(sent, rows)
  return sent.shipment.targets.every((target) => {
    const now = sameEntry(target, all)
    return now?.digest !== target.digest || isCurrent(now, sent)
  })
}

/** True if the list shows the line that was sent over another text, which it has not shown before, and which no run wrote. */
export function isAltered({ name, digest, shipment }: Sent, rows: Rows): boolean {
  const known = new Set(shipment.rows.map((row) => row.digest))
  // A text that nobody has edited is no other text: it may be what was sent from another path, before the branch moved.
  return rows.of(name).some((row) => row.by === 'person' && row.line?.digest === digest && !known.has(row.digest))
}

/** True if an upsert has made another entry: the list had its name, and has it more often now. */
export function isCopied({ name, digest, isByName, shipment }: Sent, rows: Rows): boolean {
  if (!isByName) return false
  const known = new Set(shipment.rows.map(({ details }) => details?.id))
  // Somebody has given the name to another entry meanwhile.
  const isRenamed = ({ details, by, line }: Row): boolean => {
    return details?.id !== undefined && !known.has(details.id) && by === 'person' && line?.digest !== digest
  }
  const named = rows.of(name).filter((row) => !isRenamed(row))
  const [before, now] = [shipment.rows, named].map((some) => Map.groupBy(some, (row) => row.name))
  return [...(before ?? [])].some(([each, { length }]) => (now?.get(each)?.length ?? 0) > length)
}
