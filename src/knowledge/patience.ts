import { ActionError } from '../errors.ts'
import type { RequestError } from './response.ts'
import { words } from '../wording.ts'

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

  /** Nothing is sent, or waited for, for so many milliseconds. */
  pausedFor(milliseconds: number): void {
    this.#paused += milliseconds
    if (this.#since !== undefined) this.#since += milliseconds
  }

  /** Why to stop after this failure; undefined while it is worth trying. */
  endAfter(failure: RequestError): ActionError | undefined {
    const runAgain = `Run ${words.job} again later: it then delivers what is pending.`
    const { retryAfter = 0 } = failure
    if (retryAfter > LONGEST) return retryAfterError(retryAfter)
    if (this.#paused > LONGEST) {
      const message = `The service limited the rate for ten minutes. The last failure: ${failure.message}`
      return new ActionError('out-of-time', message, runAgain)
    }
    const most = this.#hasSucceeded ? LONGEST : Math.max(FIRST, 2 * this.#timeout)
    if (performance.now() - (this.#since ?? Infinity) <= most) return undefined
    const message = `No request succeeded for ${Math.round(most / 60_000)} min. The last failure: ${failure.message}`
    return new ActionError('out-of-time', message, failure.kind === 'unreachable' ? failure.hint : runAgain)
  }
}

function retryAfterError(retryAfter: number): ActionError {
  const days = Math.round(retryAfter / 86_400_000)
  const time = days < 2 ? `${Math.round(retryAfter / 1000)} s` : days < 1000 ? `${days} days` : 'more than 1,000 days'
  const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`
  return new ActionError(
    'out-of-time',
    message,
    `Run ${words.job} again after that time: it then delivers what is pending.`
  )
}
