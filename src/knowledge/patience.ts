import { ActionError } from '../errors.ts'
import { endError, type RequestError } from './failures.ts'

/** Milliseconds without a success after which a run ends, and while nothing ever succeeded. */
const LONGEST = 10 * 60_000
const FIRST = 60_000

/** Knows when to stop: after too long a time without a success. Pauses after a rate limit count apart from other time. */
export class Patience {
  readonly #timeout: number
  #hasSucceeded = false
  /** Since when nothing succeeded, without pauses; undefined before the first upsert. */
  #since: number | undefined
  /** Milliseconds of pauses since the last success. */
  #paused = 0

  /** @param timeout milliseconds of one attempt. */
  constructor(timeout: number) {
    this.#timeout = timeout
  }

  start(): void {
    this.#since ??= performance.now()
  }

  succeeded(): void {
    this.#hasSucceeded = true
    this.#since = performance.now()
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
    if (retryAfter > LONGEST) {
      const days = Math.round(retryAfter / 86_400_000)
      const longTime = days < 1000 ? `${days} days` : 'more than 1,000 days'
      return endError('asksToWait', { time: days < 2 ? `${Math.round(retryAfter / 1000)} s` : longTime })
    }
    if (this.#paused > LONGEST) return endError('limitedForLong', { last: message })
    const most = this.#hasSucceeded ? LONGEST : Math.max(FIRST, 2 * this.#timeout)
    if (performance.now() - (this.#since ?? Infinity) <= most) return undefined
    const end = endError('noSuccess', { minutes: String(Math.round(most / 60_000)), last: message })
    return failure.kind === 'unreachable' ? new ActionError(end.kind, end.message, failure.hint) : end
  }
}
