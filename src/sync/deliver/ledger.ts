import type { ActionError } from '../../errors.ts'
import { triedError } from '../../knowledge/failures.ts'
import { foldName } from '../../normal-form.ts'
import type { Look } from '../look.ts'
import { hasName } from '../read/runbooks.ts'
import { arrivalOf, type Arrival } from './arrival.ts'
import { copiesError, lateError, missingError, overtakenError } from './delivery-errors.ts'
import { isCopied, isRetitled, type FailureCause, type Sent, type SentState, type Shipment } from './sent.ts'

/** Milliseconds in which something without an answer is sent again. */
const RETRY_WITHIN = 60_000

/** Everything that a run has sent, by name. The decisions of the next look settle what has arrived. */
export class Ledger {
  readonly #confirmWithin: number
  readonly #byName = new Map<string, Sent>()
  /** Names of runbooks that a look has shown. */
  readonly #shown = new Set<string>()
  /** Those that the last look lacks, with the time of the first look that lacked them. */
  #missing: ReadonlyMap<string, number> = new Map()
  #readAt = 0
  #hasStored = false

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

  /** The errors of all that has failed for this cause. */
  errors(why: FailureCause): readonly ActionError[] {
    return this.all.flatMap(({ state }) => (state.is === 'failed' && state.why === why ? state.error : []))
  }

  set(sent: Sent): void {
    this.#byName.set(foldName(sent.name), sent)
  }

  /** Puts back the earlier state of a name, after a send that did not arrive. */
  restore(name: string, known: Sent | undefined): void {
    if (known === undefined) this.#byName.delete(foldName(name))
    else this.set(known)
  }

  /** True if the list has shown that the service stores what it is sent. */
  get hasStored(): boolean {
    return this.#hasStored
  }

  /** All that the service has accepted, and the list does not show yet. */
  get waiting(): readonly Sent[] {
    return this.all.filter(({ state }) => state.is === 'waiting')
  }

  /** True if the run has to look again, even if nothing is due. */
  get isWaiting(): boolean {
    return this.waiting.length > 0 || [...this.#missing.values()].some((since) => !this.#isOver(since))
  }

  /** The first send without an answer; undefined if all got one. */
  get unanswered(): Extract<SentState, { is: 'unanswered' }> | undefined {
    return this.all.map(({ state }) => state).find((state) => state.is === 'unanswered')
  }

  /** True if nothing was sent under the name, or it got no answer. A missing entry may be one that somebody has edited. */
  maySend(name: string): boolean {
    return (this.of(name)?.state.is ?? 'unanswered') === 'unanswered' && !this.#missing.has(foldName(name))
  }

  /** Why a missing name has failed; undefined while looks may still show it. */
  missingError(name: string): ActionError | undefined {
    const since = this.#missing.get(foldName(name))
    return since !== undefined && this.#isOver(since) ? missingError(name) : undefined
  }

  /**
   * Brings everything up to date with a look.
   *
   * @throws {ActionError} if it shows that the service makes copies.
   */
  settle(look: Look): void {
    const { decisions, rows, runbooks, readAt } = look
    this.#readAt = readAt
    const decided = new Map(
      decisions.flatMap((one) => ('rows' in one ? [[foldName(one.runbook.name), one] as const] : []))
    )
    for (const [name, sent] of this.#byName) {
      const state = this.#stateAfter(sent, arrivalOf(sent, decided.get(name), look), look)
      if (state === undefined) this.#byName.delete(name)
      else this.set({ ...sent, state })
      if (state?.is === 'confirmed' && sent.state.is !== 'confirmed') this.#release(sent.shipment)
    }
    const missing = [...decided].filter(
      ([name, one]) => one.is === 'planned' && one.why === 'new' && this.#shown.has(name)
    )
    this.#missing = new Map(missing.map(([name]) => [name, this.#missing.get(name) ?? readAt]))
    for (const { name } of rows.all) if (hasName(runbooks, name)) this.#shown.add(foldName(name))
    this.#hasStored ||= this.errors('overtaken').length > 0 || this.all.some(({ state }) => state.is === 'confirmed')
    const copied = this.all.find((sent) => isCopied(sent, rows))
    if (copied !== undefined) throw copiesError(copied.name)
  }

  /** The state of a send after a look; undefined if it does not count any more. */
  #stateAfter(sent: Sent, arrival: Arrival, { readAt }: Look): SentState | undefined {
    const { name, state } = sent
    if (arrival === 'void') return undefined
    if (arrival === 'shown') return { is: 'confirmed' }
    if (state.is === 'confirmed' || state.is === 'failed') return state
    if (arrival === 'another text') return { is: 'failed', why: 'overtaken', error: overtakenError(name) }
    if (state.is === 'waiting') {
      if (!this.#isOver(state.since)) return state
      return { is: 'failed', why: 'late', error: lateError(name, this.#confirmWithin) }
    }
    // It is tried again at least once after a list that could be read.
    const { tries, since } = state
    if (tries <= 1 || readAt - since < RETRY_WITHIN) return state
    return { is: 'failed', why: 'no answer', error: triedError(state.error, tries, readAt - since) }
  }

  /** True if `confirm-within` is over since then. */
  #isOver(since: number): boolean {
    return this.#readAt - since >= this.#confirmWithin
  }

  /** Other runbooks may get the former name of an entry that has got a new one. */
  #release(shipment: Shipment): void {
    if (!isRetitled(shipment)) return
    for (const { name } of shipment.targets) this.#shown.delete(foldName(name))
  }
}
