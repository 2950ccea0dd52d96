import type { ActionError } from '../../errors.ts'
import { foldName } from '../../normal-form.ts'
import type { Planned } from '../decide/decision.ts'
import type { Look } from '../look.ts'
import type { Rows } from '../read/rows.ts'
import { hasName } from '../read/runbooks.ts'
import { alteredError, copiesError, emptiedError, lateError } from './delivery-errors.ts'
import { Seen } from './seen.ts'
import {
  hasMadeAnother,
  isAltered,
  isBound,
  isConfirmed,
  isCopied,
  isRetitled,
  lostOf,
  rowsOfSent,
  sameEntry,
  type Sent,
  type SentState
} from './sent.ts'

/** Milliseconds in which something without an answer is sent again. */
const RETRY_WITHIN = 60_000

/** What a run has sent, by name, and what the looks say of it. */
export class Ledger {
  readonly seen = new Seen()
  readonly #confirmWithin: number
  readonly #byName = new Map<string, Sent>()
  /** When the list of the last look was read. */
  #readAt = 0
  #hasStored = false
  #keepsDetails = false
  #suspicion: ActionError | undefined

  /** @param confirmWithin milliseconds in which the list must show what was sent. */
  constructor(confirmWithin: number) {
    this.#confirmWithin = confirmWithin
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

  /** What was known of a name, before something was sent that did not arrive. */
  restore(name: string, known: Sent | undefined): void {
    if (known === undefined) this.#byName.delete(foldName(name))
    else this.set(known)
  }

  /** True if the list has shown that the service stores what it is sent. */
  get hasStored(): boolean {
    return this.#hasStored
  }

  /** True if the list has shown that an update leaves labels, description and binding of an entry alone. */
  get keepsDetails(): boolean {
    return this.#keepsDetails
  }

  /** True if a new title has made another entry, because the service renames none. */
  get renamesNone(): boolean {
    return this.all.some(hasMadeAnother)
  }

  /** True if the last look shows what ends the run if the next one shows it, too. */
  get isSuspicious(): boolean {
    return this.#suspicion !== undefined
  }

  /** True if the run has to look again, even if nothing is due. */
  get isWaiting(): boolean {
    const isAwaited = this.seen.missing.keys().some((name) => this.isMissing(name) && !this.isLost(name))
    return this.isSuspicious || isAwaited || this.all.some(({ state }) => state.is === 'waiting')
  }

  /** What was tried most often, and got no answer; undefined if all got one. */
  get unanswered(): Extract<SentState, { is: 'unanswered' }> | undefined {
    const states = this.all.flatMap(({ state }) => (state.is === 'unanswered' ? state : []))
    return states.toSorted((one, other) => other.tries - one.tries)[0]
  }

  /** True for a name that is not new, because a look has shown it, although the last one does not: it may hold an edit. */
  isMissing(name: string): boolean {
    return this.seen.missing.has(foldName(name)) && this.of(name) === undefined
  }

  /** True if no look shows a missing name again in time. */
  isLost(name: string): boolean {
    const since = this.seen.missing.get(foldName(name))
    return since !== undefined && this.isMissing(name) && this.#readAt - since >= this.#confirmWithin
  }

  /**
   * Brings everything up to date with a look.
   *
   * @throws {ActionError} if two looks in a row show that the service makes copies, or empties what an update does not name.
   */
  settle(look: Look): void {
    this.#readAt = look.readAt
    this.seen.remember(look)
    for (const sent of this.all) this.#settleOne(sent, look)
    this.#hasStored ||= this.all.some(({ state }) => {
      return state.is === 'confirmed' || (state.is === 'failed' && state.why === 'altered')
    })
    const suspicion = copiesError(this.all.filter((sent) => isCopied(sent, look.rows))) ?? this.#emptied(look.rows)
    if (suspicion !== undefined && this.#suspicion !== undefined) throw suspicion
    this.#suspicion = suspicion
  }

  #settleOne(sent: Sent, look: Look): void {
    const { name, shipment, state } = sent
    if (state.is === 'confirmed') return
    if (isConfirmed(sent, look.rows)) {
      this.set({ ...sent, state: { is: 'confirmed' } })
      if (isRetitled(shipment) && !hasMadeAnother(sent)) this.#release(shipment)
    } else if (state.is !== 'waiting' && shipment.is === 'planned' && !hasName(look.runbooks, name)) {
      // No runbook has the name any more, so its failure must not keep notes from being sent.
      this.#byName.delete(foldName(name))
    } else if (state.is !== 'failed') {
      this.set({ ...sent, state: this.#unconfirmed(sent, state, look) })
    }
  }

  /** What becomes of something that the look does not confirm. */
  #unconfirmed(
    sent: Sent,
    state: Exclude<SentState, { is: 'confirmed' | 'failed' }>,
    { rows, readAt }: Look
  ): SentState {
    if (isAltered(sent, rows)) return { is: 'failed', why: 'altered', error: alteredError(sent.name) }
    const age = readAt - state.since
    if (state.is === 'waiting' && age >= this.#confirmWithin) {
      return { is: 'failed', why: 'late', error: lateError(sent, rows, this.#confirmWithin) }
    }
    if (state.is === 'unanswered' && state.tries > 1 && age >= RETRY_WITHIN) {
      return { is: 'failed', why: 'no answer', error: state.error }
    }
    return state
  }

  /** The names that entries had before the run renamed them: other runbooks may get them in this run. */
  #release({ targets }: Planned): void {
    for (const { name } of targets) {
      this.#byName.delete(foldName(name))
      this.seen.forget(name)
    }
  }

  /** What the latest update of an entry that had something to lose has emptied: they go one by one. */
  #emptied(rows: Rows): ActionError | undefined {
    if (this.#keepsDetails) return undefined
    const latest = this.all.findLast(({ shipment, state }) => isBound(shipment) && state.is === 'confirmed')
    if (latest === undefined) return undefined
    const found = latest.shipment.targets.flatMap((before) => {
      const after = sameEntry(before, rowsOfSent(latest, rows))
      return after === undefined ? [] : [lostOf(before, after)]
    })
    const lost = new Set(found.flat())
    // An entry that is gone proves nothing.
    this.#keepsDetails = lost.size === 0 && (found.length > 0 || latest.isByName)
    return lost.size === 0 ? undefined : emptiedError(latest.name, [...lost])
  }
}
