import type { ActionError } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { Decision } from './decide.ts'
import {
  alteredError,
  copiesError,
  emptiedError,
  lateError,
  noneShownError,
  rejectedError,
  vanishedError
} from './ledger-errors.ts'
import type { Look } from './look.ts'
import type { Row } from './rows.ts'
import { hasName, type Runbook } from './runbooks.ts'
import { Seen } from './seen.ts'
import {
  alteredRow,
  isBound,
  isCopied,
  isRename,
  isSameText,
  isShown,
  lostOf,
  shipmentName,
  rowsOfSent,
  sameEntry,
  targetsOf,
  type FailureCause,
  type Sent,
  type Shipment
} from './sent.ts'

/** What is to be sent now. */
export interface Round {
  readonly shipments: readonly Shipment[]
  /** True if only one may be stored: after a rejected one the next is tried, after any other the round ends. */
  readonly isAlone: boolean
}

/** Of more than so many sends, the first one goes alone. */
const FEW = 3
/** Entries that go alone, one after the other, before the run ends. */
const MAX_ALONE = 3
/** Milliseconds in which something without an answer is sent again. */
const RETRY_WITHIN = 60_000

/** What a run has sent, by name, and what the looks say of it. With what it has seen, it is all that a run remembers. */
export class Ledger {
  readonly #confirmWithin: number
  readonly #textOf: (runbook: Runbook, shown: Row) => Promise<string | undefined>
  readonly #byName = new Map<string, Sent>()
  readonly #seen = new Seen()
  /** Names that a look has shown, and the last one does not, with the time of the first look that did not. */
  #vanished = new Map<string, number>()
  /** Something was stored and shown. */
  #isProven = false
  /** An update has left labels, description and binding of an entry alone. */
  #isGentle = false
  /** What the last look shows that another one has to confirm. */
  #suspicion: ActionError | undefined

  /**
   * @param confirmWithin milliseconds in which the list must show what was sent.
   * @param textOf the text that was sent of a runbook; undefined if it, or what the list shows, must not be shown.
   */
  constructor(confirmWithin: number, textOf: (runbook: Runbook, shown: Row) => Promise<string | undefined>) {
    this.#confirmWithin = confirmWithin
    this.#textOf = textOf
  }

  get all(): readonly Sent[] {
    return [...this.#byName.values()]
  }

  of(name: string): Sent | undefined {
    return this.#byName.get(foldName(name))
  }

  set(sent: Sent): void {
    this.#byName.set(foldName(sent.name), sent)
  }

  /** True if a new title has made another entry, because the service renames none. */
  get renamesNone(): boolean {
    return this.all.some(({ shipment, isByName }) => isRename(shipment) && isByName)
  }

  get seen(): Pick<Seen, 'isLeft' | 'textsOf'> {
    return this.#seen
  }

  /** True while another look may say more, although nothing is sent before it. */
  get isWaiting(): boolean {
    const isOpen = this.#vanished.size > 0 || this.#suspicion !== undefined
    return isOpen || this.all.some(({ state }) => state.is === 'waiting')
  }

  /** The most tries of anything whose sending got no answer; 0 if all got one. */
  get tries(): number {
    return this.all.reduce((most, { state }) => (state.is === 'unanswered' ? Math.max(most, state.tries) : most), 0)
  }

  /**
   * Brings everything up to date with a look.
   *
   * @param began when the look began: it may show the list of that moment.
   * @throws {ActionError} if two looks in a row show that the service makes copies, or empties what an update does not name.
   */
  async settle(look: Look, began: number): Promise<void> {
    this.#noteVanished(look, began)
    this.#seen.remember(look)
    for (const sent of this.all) await this.#settleOne(sent, look, began)
    this.#isProven ||= this.all.some(
      ({ state }) => state.is === 'shown' || (state.is === 'failed' && state.why === 'altered')
    )
    const suspicion = copiesError(this.all.filter((sent) => isCopied(sent, look.rows))) ?? this.#emptied(look)
    if (suspicion !== undefined && this.#suspicion !== undefined) throw suspicion
    this.#suspicion = suspicion
  }

  /** What is to be sent, but for what this run has sent already: the same text of the same file. */
  due({ decisions }: Pick<Look, 'decisions'>): readonly Shipment[] {
    const planned = decisions.filter((decision) => decision.is === 'planned')
    if (planned.length === 0 && this.#isQuiet(decisions)) {
      const orphans = decisions.filter((decision) => decision.is === 'orphaned')
      return orphans.filter(({ row, isToRetire }) => {
        const known = this.of(row.name)
        return isToRetire && (known?.shipment.is !== 'orphaned' || known.state.is === 'unanswered')
      })
    }
    const waiting = this.all.filter(({ state }) => state.is === 'waiting')
    const busy = new Map(waiting.flatMap(({ ids, name }) => Array.from(ids, (id) => [id, foldName(name)])))
    return planned.filter(({ runbook, targets }) => {
      const { name } = runbook
      // A list that is behind shows an entry under the name that it had before.
      const isBusy = ({ details }: Row): boolean => {
        const other = details?.id === undefined ? undefined : busy.get(details.id)
        return other !== undefined && other !== foldName(name)
      }
      if (targets.some(isBusy)) return false
      if (this.#seen.isLeft(name) || this.#vanished.has(foldName(name))) return false
      const known = this.of(name)
      if (known === undefined || !isSameText(known, runbook)) return true
      if (known.state.is !== 'shown') return known.state.is === 'unanswered'
      // Somebody has copied an entry meanwhile, or the list has not shown it before.
      return targets.some(({ by, details }) => by === 'run' && details?.id !== undefined && !known.ids.has(details.id))
    })
  }

  /**
   * What goes now. A service that makes copies would make one of each entry, and no API deletes: so, of many, one goes first, and
   * the others when the list has shown it, or its line over another text. Likewise one goes first that people have bound or
   * labelled, because a service may empty what an update does not name, and of many new titles one, because it may rename none.
   *
   * @throws {ActionError} if three have been accepted, and the list has shown none, or if all of many were rejected.
   */
  next(due: readonly Shipment[]): Round {
    const sent = this.all.filter(({ state }) => state.is !== 'failed' || state.why !== 'rejected')
    if (due.length === 0 && sent.length === 0 && this.all.length > FEW) throw rejectedError(this.all)
    if (due.length === 0 || this.#suspicion !== undefined) return { shipments: [], isAlone: false }
    const delicate = this.#delicate(due)
    const names = new Set(
      [...sent, ...due.map((one) => ({ name: shipmentName(one) }))].map(({ name }) => foldName(name))
    )
    const isSafe = this.#isProven || names.size <= FEW
    if (isSafe && delicate.length === 0) return { shipments: due, isAlone: false }
    if (sent.some(({ state }) => state.is === 'waiting')) return { shipments: [], isAlone: true }
    const late = sent.filter(({ state }) => state.is === 'failed' && state.why === 'late')
    if (!this.#isProven && late.length >= MAX_ALONE) throw noneShownError(late)
    // First what got no answer, again. An update shows whether the service makes copies.
    const again = due.filter((one) => this.of(shipmentName(one))?.state.is === 'unanswered')
    const updates = due.filter(({ rows }) => rows.length > 0)
    return { shipments: [...new Set([...again, ...delicate, ...updates, ...due])], isAlone: true }
  }

  #delicate(due: readonly Shipment[]): readonly Shipment[] {
    const bound = this.#isGentle ? [] : due.filter(isBound)
    const renames = due.filter(isRename)
    const isTried = this.all.some(({ shipment, state }) => isRename(shipment) && state.is !== 'failed')
    return renames.length > FEW && !isTried ? [...bound, ...renames] : bound
  }

  /** A name that a look has shown is not new: it waits for a look that shows it again. */
  #noteVanished({ decisions }: Look, began: number): void {
    const before = this.#vanished
    this.#vanished = new Map()
    for (const decision of decisions) {
      if (decision.is !== 'planned' || (decision.why !== 'new' && decision.why !== 'renamed')) continue
      const { runbook } = decision
      const { name } = runbook
      if (!this.#seen.has(name) || this.of(name) !== undefined) continue
      const since = before.get(foldName(name)) ?? began
      if (began - since < this.#confirmWithin) {
        this.#vanished.set(foldName(name), since)
        continue
      }
      const state = { is: 'failed', why: 'vanished', error: vanishedError(name) } as const
      const { path, digest, blob } = runbook
      this.set({ shipment: decision, name, path, digest, blob, size: 0, ids: new Set(), isByName: false, state })
    }
  }

  async #settleOne(sent: Sent, look: Look, began: number): Promise<void> {
    const { name, shipment, state } = sent
    if (state.is === 'shown') return
    if (isShown(sent, look.rows)) {
      this.set({ ...sent, state: { is: 'shown' } })
      if (isRename(shipment) && !sent.isByName) for (const target of shipment.targets) this.#forget(target.name)
      return
    }
    if (state.is !== 'waiting' && shipment.is === 'planned' && !hasName(look.runbooks, name)) {
      // No runbook has the name any more, so its failure must not keep notes from being sent.
      this.#byName.delete(foldName(name))
      return
    }
    if (state.is === 'failed') return
    const fail = (why: FailureCause, error: ActionError): void => {
      this.set({ ...sent, state: { is: 'failed', why, error } })
    }
    const altered = alteredRow(sent, look.rows)
    if (altered !== undefined) {
      const text = shipment.is === 'planned' ? await this.#textOf(shipment.runbook, altered) : undefined
      fail('altered', alteredError(name, altered, text))
    } else if (state.is === 'waiting') {
      if (began - state.since >= this.#confirmWithin) fail('late', lateError(sent, look.rows, this.#confirmWithin))
    } else if (state.tries > 1 && began - state.since >= RETRY_WITHIN) {
      fail('rejected', state.error)
    }
  }

  /** A name that an entry has no more: another runbook may get it in this run. */
  #forget(name: string): void {
    this.#byName.delete(foldName(name))
    this.#seen.forget(name)
  }

  /** What an update has emptied, of the first entry that had something to lose. */
  #emptied({ rows }: Look): ActionError | undefined {
    if (this.#isGentle) return undefined
    const first = this.all.findLast(({ shipment, state }) => isBound(shipment) && state.is === 'shown')
    if (first === undefined) return undefined
    const found = targetsOf(first.shipment).flatMap((before) => {
      const after = sameEntry(before, rowsOfSent(first, rows))
      return after === undefined ? [] : [lostOf(before, after)]
    })
    const lost = new Set(found.flat())
    // An entry that is gone proves nothing.
    this.#isGentle = lost.size === 0 && (found.length > 0 || first.isByName)
    return lost.size === 0 ? undefined : emptiedError(first.name, [...lost])
  }

  /** True if nothing is refused, and nothing has failed: a note cannot be taken back, so it comes after everything else. */
  #isQuiet(decisions: readonly Decision[]): boolean {
    const isDone = this.all.every(({ shipment, state }) => {
      return state.is === 'shown' || (state.is === 'unanswered' && shipment.is === 'orphaned')
    })
    return isDone && !decisions.some(({ is }) => is === 'refused')
  }
}
