import { ActionError } from '../errors.ts'
import { endError, type RequestError } from './failures.ts'
import { TIMES } from './times.ts'

/**
 * Knows when to stop: after too long a time in which requests of one kind had no success. Pauses that the
 * service asks for count apart from other time.
 */
export class Patience {
  #hasSucceeded = false
  /** Since when a request waits for a success, without pauses; undefined if none does. */
  #since: number | undefined
  /** Milliseconds of pauses since then. */
  #paused = 0

  /** An attempt begins. */
  start(): void {
    this.#since ??= performance.now()
  }

  succeeded(): void {
    this.#hasSucceeded = true
    this.#since = undefined
    this.#paused = 0
  }

  /** Counts a pause apart from the time without a success. */
  pausedFor(milliseconds: number): void {
    this.#paused += milliseconds
    if (this.#since !== undefined) this.#since += milliseconds
  }

  /** Why to stop after this failure; undefined while it is worth trying. */
  endAfter(failure: RequestError): ActionError | undefined {
    const { message, retryAfter = 0 } = failure
    if (retryAfter > TIMES.patience) {
      const days = Math.round(retryAfter / 86_400_000)
      const longTime = days < 1000 ? `${days} days` : 'more than 1,000 days'
      return endError('asksToWait', { time: days < 2 ? `${Math.round(retryAfter / 1000)} s` : longTime })
    }
    if (this.#paused > TIMES.patience) return endError('waitedForLong', { last: message })
    const most = this.#hasSucceeded ? TIMES.patience : TIMES.firstPatience
    if (performance.now() - (this.#since ?? Infinity) <= most) return undefined
    const end = endError('noSuccess', { minutes: String(Math.round(most / 60_000)), last: message })
    return failure.kind === 'unreachable' ? new ActionError(end.kind, end.message, failure.hint) : end
  }
}
