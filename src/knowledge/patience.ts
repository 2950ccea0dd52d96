import { ActionError } from '../errors.ts'
import { NEW_RUN } from '../wording.ts'
import { HINTS, type RequestError } from './failures.ts'
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
    const { kind, message, hint, retryAfter = 0 } = failure
    if (retryAfter > TIMES.patience) {
      const days = Math.round(retryAfter / 86_400_000)
      const longTime = days < 1000 ? `${days} days` : 'more than 1,000 days'
      const time = days < 2 ? `${Math.round(retryAfter / 1000)} s` : longTime
      return new ActionError(
        'out-of-time',
        `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`,
        `After that time, start ${NEW_RUN}: it delivers what is pending.`
      )
    }
    if (this.#paused > TIMES.patience) {
      const waited = `The service made the run wait for ten minutes. The last failure: ${message}`
      return new ActionError('out-of-time', waited, HINTS.later)
    }
    const most = this.#hasSucceeded ? TIMES.patience : TIMES.firstPatience
    if (performance.now() - (this.#since ?? Infinity) <= most) return undefined
    const inVain = `No request succeeded for ${Math.round(most / 60_000)} min. The last failure: ${message}`
    return new ActionError('out-of-time', inVain, kind === 'unreachable' ? hint : HINTS.later)
  }
}
