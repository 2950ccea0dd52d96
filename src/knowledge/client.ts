import { setTimeout as delay } from 'node:timers/promises'
import type { ActionError } from '../errors.ts'
import { LIST_PATH, UPSERT_PATH, type Entry } from './api-types.ts'
import { Connection, type ClientOptions, type HttpResponse } from './connection.ts'
import { endError, RequestError } from './failures.ts'
import { RateLimiter } from './limiter.ts'
import type { Page } from './list.ts'
import { Patience } from './patience.ts'
import { readPage, readSuccess } from './response.ts'

const MAX_UPSERT_ANSWER = 4 * 1024 * 1024
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024

/** Milliseconds: the longest wait before the first retry, and before any. */
const FIRST_BACKOFF = 500
const LONGEST_BACKOFF = 20_000
/** A service may ask for more than the 24 days that a timer takes; a run that is asked to wait this long ends anyway. */
const LONGEST_PAUSE = 60 * 60_000

/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
export class KnowledgeClient implements AsyncDisposable {
  /** Gets what a long run is busy with, in words. */
  readonly onWait: ((message: string) => void) | undefined
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #limiter: RateLimiter
  readonly #patience: Patience
  readonly #stop = new AbortController()
  /** What `code` is in an answer of this service that says nothing about an error. */
  readonly #learntCodes = new Map<string, unknown>()

  constructor(options: ClientOptions) {
    this.onWait = options.onWait
    this.#connection = new Connection(options)
    this.#limiter = new RateLimiter(options.concurrency)
    this.#patience = new Patience(options.timeout)
    this.#options = options
    if (options.signal.aborted) this.#cancel()
    else options.signal.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Whether a text has the token in it, in any form. */
  hasToken(text: string): boolean {
    return this.#options.token.redact(text) !== text
  }

  /** Why no request is sent any more; undefined while the client works. */
  get ended(): ActionError | undefined {
    return this.#stop.signal.reason as ActionError | undefined
  }

  /**
   * Creates or updates an entry.
   *
   * @returns the number of attempts.
   * @throws {RequestError} for this entry; `ended` where the run has ended.
   */
  async upsert(entry: Entry): Promise<number> {
    this.#patience.start()
    const { token, timeout } = this.#options
    const attempt = async (nth: number): Promise<number> => {
      const started = performance.now()
      try {
        await this.#post(UPSERT_PATH, entry, { limit: MAX_UPSERT_ANSWER, timeout }, (answer) => {
          readSuccess(answer, token, this.#learntCodes)
        })
        this.#patience.succeeded()
        return nth
      } catch (error) {
        // A pause would hold back those that wait to see that the run has ended.
        if (this.ended === undefined && error instanceof RequestError) {
          this.#patience.pausedFor(this.#slowDown(error, started))
          const end = this.#patience.endAfter(error)
          if (end !== undefined) this.end(end)
        }
        throw error
      }
    }
    return this.#repeat(attempt, () => Infinity)
  }

  /**
   * One page of the list. Nothing that happens to it ends the run, except that the token is rejected.
   *
   * @param until when the answer is of no use any more, by `performance.now()`.
   * @throws {RequestError} where it cannot be read; `ended` where the run has ended.
   */
  async listPage([pageNum, pageSize]: readonly [number, number], until: number): Promise<Page> {
    const { token } = this.#options
    let last: RequestError | undefined
    const attempt = async (): Promise<Page> => {
      const started = performance.now()
      // It has waited for its turn.
      if (last !== undefined && started >= until) throw last
      const timeout = Math.max(1, Math.min(this.#options.timeout, until - started))
      try {
        const body = { page_num: pageNum, page_size: pageSize }
        return await this.#post(LIST_PATH, body, { limit: MAX_LIST_PAGE, timeout }, (answer) => {
          return readPage(answer, token, this.#learntCodes)
        })
      } catch (error) {
        last = error instanceof RequestError ? error : undefined
        const isWorthWaiting = (last?.retryAfter ?? 0) < until - performance.now()
        if (this.ended === undefined && last !== undefined && isWorthWaiting) this.#slowDown(last, started)
        throw error
      }
    }
    return this.#repeat(attempt, ({ retryAfter = 0 }) => {
      return until - performance.now() - Math.max(retryAfter, this.#limiter.pauseLeft)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#cancel)
    this.end(endError('closed'))
    await this.#connection[Symbol.asyncDispose]()
  }

  /** Waits. @throws `ended` where the run ends meanwhile. */
  async pause(milliseconds: number): Promise<void> {
    await delay(Math.max(0, milliseconds), undefined, { signal: this.#stop.signal }).catch(() => undefined)
    if (this.ended !== undefined) throw this.ended
  }

  /** Sends nothing any more; requests in flight go on. */
  end(error: ActionError): void {
    this.#stop.abort(error)
    this.#limiter.resume()
  }

  /**
   * Repeats what fails and may succeed later. A rate limit uses up no retry: the limiter paces these, and time bounds them.
   *
   * @param timeLeft milliseconds in which another attempt makes sense.
   */
  async #repeat<T>(attempt: (nth: number) => Promise<T>, timeLeft: (error: RequestError) => number): Promise<T> {
    let retries = 0
    for (let nth = 1; ; nth++) {
      try {
        return await this.#limiter.run(async () => {
          if (this.ended !== undefined) throw this.ended
          return attempt(nth)
        })
      } catch (error) {
        if (!(error instanceof RequestError) || error === this.ended) throw error
        error.attempts = nth
        const isRateLimit = error.kind === 'rate-limited'
        const isLast = !isRateLimit && retries >= this.#options.retries
        if (!error.retryable || isLast || timeLeft(error) <= 0) throw error
        if (!isRateLimit) {
          // With full jitter, so that requests that failed together do not come back together. See
          // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
          const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries++)
          await this.pause(Math.random() * longest)
        }
        // The run has ended while this one was in flight.
        if (this.ended !== undefined) throw this.ended
      }
    }
  }

  /** Pauses all requests after a rate limit, or where the service asks for it; returns the milliseconds. */
  #slowDown(failure: RequestError, started: number): number {
    const own = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0
    // Also beside `Retry-After`, which may be 0 or a time that is past.
    const pause = Math.min(LONGEST_PAUSE, Math.max(own, failure.retryAfter ?? 0))
    if (pause > 0) this.onWait?.(`waiting ${Math.ceil(pause / 1000)} s, as the service asks: ${failure.message}`)
    return this.#limiter.pause(pause)
  }

  /** @param read makes the answer what is needed of it. */
  async #post<T>(
    path: string,
    json: unknown,
    limits: { readonly limit: number; readonly timeout: number },
    read: (answer: HttpResponse) => T
  ): Promise<T> {
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.post(path, json, limits)
      status = String(response.status)
      const value = read(response)
      this.#limiter.succeeded()
      return value
    } catch (error) {
      if (error instanceof RequestError && error.kind === 'token-rejected') {
        this.end(error)
        void this.#connection[Symbol.asyncDispose]()
      }
      throw error
    } finally {
      this.#options.trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms`)
    }
  }

  readonly #cancel = (): void => {
    this.end(endError('cancelled'))
  }
}
