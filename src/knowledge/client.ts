import { setTimeout as delay } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import type { Inputs } from '../inputs.ts'
import { LIST_PATH, UPSERT_PATH, type Entry } from './api-types.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { RateLimiter } from './limiter.ts'
import { networkError } from './network-error.ts'
import { Patience } from './patience.ts'
import { readSuccess, RequestError } from './response.ts'
import { words } from '../wording.ts'

const MAX_UPSERT_ANSWER = 4 * 1024 * 1024
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024

/** Milliseconds: the longest wait before the first retry, and before any. */
const FIRST_BACKOFF = 500
const LONGEST_BACKOFF = 20_000
/** A timer takes no more than 24 days. */
const LONGEST_PAUSE = 60 * 60_000

export interface ClientOptions extends ConnectionOptions, Pick<Inputs, 'retries'> {
  /** Cancels the run. */
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time, never headers or bodies. */
  readonly trace: (line: string) => unknown
  readonly onWait?: ((message: string) => void) | undefined
}

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
    const attempt = async (): Promise<unknown> => {
      const started = performance.now()
      try {
        await this.#post(UPSERT_PATH, entry, { limit: MAX_UPSERT_ANSWER })
        this.#patience.succeeded()
        return undefined
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
    const { attempts } = await this.#repeat(attempt, () => Infinity)
    return attempts
  }

  /**
   * One page of the list. Nothing that happens to it ends the run, except that the token is rejected.
   *
   * @param parse makes the JSON a page; undefined where it has another form.
   * @param until when the answer is of no use any more, by `performance.now()`.
   * @throws {RequestError} where it cannot be read; `ended` where the run has ended.
   */
  async listPage<Page>(
    [pageNum, pageSize]: readonly [number, number],
    parse: (value: unknown) => Page | undefined,
    until: number
  ): Promise<Page> {
    let last: RequestError | undefined
    const attempt = async (): Promise<Page> => {
      const started = performance.now()
      // It has waited for its turn.
      if (last !== undefined && started >= until) throw last
      const timeout = Math.max(1, Math.min(this.#options.timeout, until - started))
      try {
        const body = { page_num: pageNum, page_size: pageSize }
        return (await this.#post(LIST_PATH, body, { limit: MAX_LIST_PAGE, parse, timeout })) as Page
      } catch (error) {
        last = error instanceof RequestError ? error : undefined
        const isWorth = (last?.retryAfter ?? 0) < until - performance.now()
        if (this.ended === undefined && last !== undefined && isWorth) this.#slowDown(last, started)
        throw error
      }
    }
    const { value } = await this.#repeat(attempt, ({ retryAfter = 0 }) => {
      return until - performance.now() - Math.max(retryAfter, this.#limiter.pauseLeft)
    })
    return value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#cancel)
    this.end(new ActionError('cancelled', 'The connection to the service was closed.', `Run ${words.job} again.`))
    await this.#connection[Symbol.asyncDispose]()
  }

  /** Waits for so many milliseconds. @throws `ended` where the run ends meanwhile. */
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
  async #repeat<T>(
    attempt: () => Promise<T>,
    timeLeft: (error: RequestError) => number
  ): Promise<{ readonly value: T; readonly attempts: number }> {
    let retries = 0
    for (let attempts = 1; ; attempts++) {
      try {
        const value = await this.#limiter.run(async () => {
          if (this.ended !== undefined) throw this.ended
          return attempt()
        })
        return { value, attempts }
      } catch (error) {
        if (!(error instanceof RequestError) || error === this.ended) throw error
        error.attempts = attempts
        const isRateLimit = error.kind === 'rate-limited'
        const isLast = !isRateLimit && retries >= this.#options.retries
        if (!error.retryable || isLast || timeLeft(error) <= 0) throw error
        if (!isRateLimit) await this.#backOff(retries++)
        // The run has ended while this one was in flight, or was to be sent again.
        if (this.ended !== undefined) throw this.ended
      }
    }
  }

  /**
   * Waits with full jitter, so that requests that failed together do not come back together.
   *
   * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
   */
  async #backOff(retries: number): Promise<void> {
    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries)
    await delay(Math.random() * longest, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  /** Pauses all requests after a rate limit, or where the service asks for it; returns the milliseconds. */
  #slowDown(failure: RequestError, started: number): number {
    const own = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0
    // Also beside `Retry-After`, which may be 0 or a time that is past.
    const pause = Math.min(LONGEST_PAUSE, Math.max(own, failure.retryAfter ?? 0))
    if (pause > 0) this.onWait?.(`waiting ${Math.ceil(pause / 1000)} s, as the service asks: ${failure.message}`)
    return this.#limiter.pause(pause)
  }

  /** @param parse gets the JSON; without it, nothing is needed of it. */
  async #post<T>(
    path: string,
    json: unknown,
    {
      limit,
      parse,
      timeout = this.#options.timeout
    }: { limit: number; parse?: (value: unknown) => T | undefined; timeout?: number }
  ): Promise<T | undefined> {
    const { token, trace } = this.#options
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.post(path, json, { limit, timeout })
      status = String(response.status)
      const value = readSuccess(response, token, { parse, learntCodes: this.#learntCodes })
      this.#limiter.succeeded()
      return value
    } catch (error) {
      const failure = error instanceof RequestError ? error : networkError(error, this.#connection, timeout)
      if (failure.kind === 'token-rejected') {
        this.end(failure)
        void this.#connection[Symbol.asyncDispose]()
      }
      throw failure
    } finally {
      trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms`)
    }
  }

  readonly #cancel = (): void => {
    this.end(new ActionError('cancelled', 'The run was cancelled.', 'Run it again: it then delivers what is pending.'))
  }
}
