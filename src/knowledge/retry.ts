/** Milliseconds: the most that the first wait can be, and the most of any. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000

/**
 * Milliseconds to wait after the `attempt`th failed attempt (from 1): full jitter, that is anything up to a bound that
 * doubles each time, so that those who failed together do not come back together.
 *
 * @param random at least 0, less than 1.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoff(attempt: number, random: number): number {
  return random * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1))
}

/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3), 0 for one that is past. A date is taken
 * relative to the answer's own `Date`, so that clocks may differ. Undefined where it says nothing that can be understood.
 *
 * @param now epoch milliseconds, for an answer without a `Date`.
 */
export function retryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const until = httpDate(text)
  return until === undefined ? undefined : Math.max(0, until - (httpDate(date?.trim() ?? '') ?? now))
}

/** `Date.parse` alone takes nearly anything for a date. */
function httpDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/**
 * How much of a run may go to what fails: failed attempts and the waits after them over the whole run, averaged over the
 * connections, plus waits that the service asked for since it last accepted something. So a service that is down ends the
 * run in this time, and one that says when to come back, and then keeps its word, may be as slow as it likes.
 */
export class Budget {
  readonly #total: number
  readonly #connections: number
  #lost = 0
  #asked = 0

  /** @param total milliseconds. */
  constructor(total: number, connections: number) {
    this.#total = total
    this.#connections = connections
  }

  /** Milliseconds left. */
  get left(): number {
    return this.#total - this.#lost / this.#connections - this.#asked
  }

  /** One connection lost `ms` to a failed attempt or to the wait after it. */
  lose(ms: number): void {
    this.#lost += ms
  }

  /** The whole run waits `ms` because the service asked for it. */
  wait(ms: number): void {
    this.#asked += ms
  }

  /** The service accepted something. */
  succeed(): void {
    this.#asked = 0
  }
}
