import { triedError } from '../../knowledge/failures.ts'
import { foldName } from '../../normal-form.ts'
import type { Decision } from '../decide/decision.ts'
import type { Look } from '../look.ts'
import { hasName } from '../read/runbooks.ts'
import { isUnreadable } from '../read/rows.ts'
import { isCurrent } from '../read/standing.ts'
import { copiesError, lateError, missingError, overtakenError } from './delivery-errors.ts'
import { hasMadeAnother, isCopied, isRetitled, isSameVersion, wasSentTo, type Sent, type SentState } from './sent.ts'

/** Milliseconds in which something without an answer is sent again. */
const RETRY_WITHIN = 60_000

/** Everything that a run has sent, by name. The decisions of the next look settle what has arrived. */
export class Ledger {
  readonly #confirmWithin: number
  readonly #byName = new Map<string, Sent>()
  /** Names of runbooks that any look has shown: pages may change their order, and hide an entry that somebody has edited. */
  readonly #shown = new Set<string>()
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

  /** True if the run has to look again, even if nothing is due. */
  get isWaiting(): boolean {
    return this.all.some(({ state }) => state.is === 'waiting' || state.is === 'missing')
  }

  /** The state of the send with the most tries and no answer; undefined if all got one. */
  get unanswered(): Extract<SentState, { is: 'unanswered' }> | undefined {
    const states = this.all.flatMap(({ state }) => (state.is === 'unanswered' ? state : []))
    return states.toSorted((one, other) => other.tries - one.tries)[0]
  }

  /**
   * Brings everything up to date with a look.
   *
   * @throws {ActionError} if it shows that the service makes copies.
   */
  settle(look: Look): void {
    const decided = new Map(
      look.decisions.flatMap((one) => ('runbook' in one ? [[foldName(one.runbook.name), one] as const] : []))
    )
    for (const [name, sent] of this.#byName) {
      const isNote = sent.shipment.is === 'orphaned'
      const state = isNote ? this.#noteAfter(sent, look) : this.#stateAfter(sent, decided.get(name), look)
      if (state === undefined) this.#byName.delete(name)
      else this.set({ ...sent, state })
      if (state?.is === 'confirmed' && sent.state.is !== 'confirmed') this.#release(sent)
    }
    for (const decision of decided.values()) this.#noteMissing(decision, look)
    for (const { name } of look.rows.all) if (hasName(look.runbooks, name)) this.#shown.add(foldName(name))
    this.#hasStored ||= this.all.some(({ state }) => {
      return state.is === 'confirmed' || (state.is === 'failed' && state.why === 'overtaken')
    })
    const copied = copiesError(this.all.filter((sent) => isCopied(sent, look.rows)))
    if (copied !== undefined) throw copied
  }

  /** The state of a send after a look; undefined if it does not matter any more. */
  #stateAfter(sent: Sent, decision: Decision | undefined, { rows, readAt }: Look): SentState | undefined {
    const { state, name } = sent
    const isShown = rows.of(name).some((row) => isCurrent(row, sent))
    const overtaken = { is: 'failed', why: 'overtaken', error: overtakenError(name) } as const
    // No runbook has the name any more, or files that have come since have it, too.
    if (decision === undefined || !('runbook' in decision)) return undefined
    if (decision.is === 'refused' && !('row' in decision)) return undefined
    if (!isSameVersion(sent, decision.runbook)) {
      // The branch has moved back, and a list that is behind does not show yet what was sent meanwhile.
      const mayAppear = decision.is === 'unchanged' && state.is === 'waiting'
      return mayAppear && readAt - state.since < this.#confirmWithin ? state : undefined
    }
    const wasMissing = state.is === 'missing' || (state.is === 'failed' && state.why === 'missing')
    // Nothing was sent, so what the list shows of it now is all that counts.
    if (wasMissing && (decision.is !== 'planned' || decision.why !== 'new')) return undefined
    switch (decision.is) {
      case 'unchanged':
        return { is: 'confirmed' }
      case 'refused':
      case 'kept':
        if ('row' in decision && isUnreadable(decision.row)) return this.#unconfirmed(sent, { rows, readAt })
        if (!isPending(state)) return state
        // Somebody has edited another entry of the name.
        return isShown ? { is: 'confirmed' } : overtaken
      case 'planned': {
        const isUnseen = decision.why === 'unseen' && (state.is === 'waiting' || state.is === 'confirmed')
        // Its former entry keeps the former title.
        const isMadeAnew = hasMadeAnother(sent) && isShown
        if (isUnseen || isMadeAnew) return { is: 'confirmed' }
        // The branch has moved back, somebody else has sent an older text, or has copied the entry meanwhile.
        const isOfOthers = isShown && !decision.targets.some((row) => wasSentTo(sent, row))
        if (state.is === 'confirmed' || isOfOthers) return undefined
        return this.#unconfirmed(sent, { rows, readAt })
      }
    }
  }

  /** A note has arrived if its entries have it, so that they are orphans no more. */
  #noteAfter(sent: Sent, { rows, readAt, decisions, runbooks }: Look): SentState | undefined {
    const { name, state } = sent
    if (hasName(runbooks, name)) return undefined
    const named = rows.of(name)
    const isLacking = decisions.some((one) => one.is === 'orphaned' && one.isToRetire && named.includes(one.row))
    if (isLacking) return this.#unconfirmed(sent, { rows, readAt })
    if (named.some((row) => isCurrent(row, sent))) return { is: 'confirmed' }
    const isEdited = named.some(({ by }) => by === 'person')
    if (isEdited && isPending(state)) return { is: 'failed', why: 'overtaken', error: overtakenError(name) }
    return this.#unconfirmed(sent, { rows, readAt })
  }

  /** The state of a send that the list does not show. */
  #unconfirmed(sent: Sent, { rows, readAt }: Pick<Look, 'rows' | 'readAt'>): SentState {
    const { state, name } = sent
    if (!('since' in state) || readAt - state.since < this.#limitOf(state)) return state
    switch (state.is) {
      case 'waiting':
        return { is: 'failed', why: 'late', error: lateError(sent, rows, this.#confirmWithin) }
      case 'missing':
        return { is: 'failed', why: 'missing', error: missingError(name) }
      case 'unanswered':
        // At least once after a list that could be read.
        if (state.tries <= 1) return state
        return { is: 'failed', why: 'no answer', error: triedError(state.error, state.tries, readAt - state.since) }
    }
  }

  #limitOf({ is }: SentState): number {
    return is === 'unanswered' ? RETRY_WITHIN : this.#confirmWithin
  }

  /** A name that a look has shown is not new. */
  #noteMissing(decision: Decision, { readAt }: Look): void {
    if (decision.is !== 'planned' || decision.why !== 'new') return
    const { runbook } = decision
    const { name, digest, path, blob } = runbook
    if (!this.#shown.has(foldName(name)) || this.of(name) !== undefined) return
    const state = { is: 'missing', since: readAt } as const
    this.set({ digest, path, blob, name, shipment: decision, size: 0, isByName: false, state })
  }

  /** The names that entries had before the run renamed them: other runbooks may get them in this run. */
  #release(sent: Sent): void {
    if (!isRetitled(sent.shipment) || hasMadeAnother(sent)) return
    for (const { name } of sent.shipment.targets) {
      this.#byName.delete(foldName(name))
      this.#shown.delete(foldName(name))
    }
  }
}

/** True if it may be stored, and no look has shown it. */
function isPending({ is }: SentState): boolean {
  return is === 'waiting' || is === 'unanswered'
}
