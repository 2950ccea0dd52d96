import { setTimeout as delay } from 'node:timers/promises'
import pRetry, { type RetryContext } from 'p-retry'
import { ActionError } from '../errors.ts'
import type { Inputs } from '../inputs.ts'
import { LIST_PATH, UPSERT_PATH, type Entry } from './api-types.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { RateLimiter } from './limiter.ts'
import { networkError } from './network-error.ts'
import { parseSuccess, RequestError } from './response.ts'

const MAX_UPSERT_ANSWER = 4 * 1024 * 1024
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024

/** Milliseconds without a success after which a run ends, and while nothing ever succeeded. */
const PATIENCE = 10 * 60_000
const FIRST_PATIENCE = 60_000
/** Milliseconds: the longest wait before the first retry, and before any. */
const FIRST_BACKOFF = 500
const LONGEST_BACKOFF = 20_000

export interface ClientOptions extends ConnectionOptions, Pick<Inputs, 'retries'> {
  /** Cancels the run. */
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time, never headers or bodies. */
  readonly trace: (line: string) => void
}

/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
export class KnowledgeClient implements AsyncDisposable {
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #limiter: RateLimiter
  readonly #stop = new AbortController()
  #calls = 0
  #hasSucceeded = false
  /** Since when nothing succeeded, without the pauses that the service asked for and the time without requests. */
  #waitingSince = performance.now()
  #idleSince = performance.now()
  /** Milliseconds of pauses that the service asked for since the last success. */
  #askedPauses = 0

  constructor(options: ClientOptions) {
    this.#connection = new Connection(options)
    this.#limiter = new RateLimiter(options.concurrency)
    this.#options = options
    if (options.signal.aborted) this.#cancel()
    else options.signal.addEventListener('abort', this.#cancel, { once: true })
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
    const { attempts } = await this.#call(UPSERT_PATH, entry, MAX_UPSERT_ANSWER)
    return attempts
  }

  /**
   * One page of the list as JSON of unknown shape.
   *
   * @throws as `upsert`.
   */
  async listPage(pageNum: number, pageSize: number): Promise<unknown> {
    const { value } = await this.#call(LIST_PATH, { page_num: pageNum, page_size: pageSize }, MAX_LIST_PAGE)
    return value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#cancel)
    this.end(new ActionError('cancelled', 'The connection to the service was closed.', 'Run the job again.'))
    await this.#connection[Symbol.asyncDispose]()
  }

  /** Sends nothing any more; requests in flight go on. */
  end(error: ActionError): void {
    this.#stop.abort(error)
    this.#limiter.resume()
  }

  async #call(path: string, json: unknown, limit: number): Promise<{ value: unknown; attempts: number }> {
    if (this.#calls++ === 0) this.#waitingSince += performance.now() - this.#idleSince
    let attempts = 0
    try {
      // Each attempt is a task of its own, so that a pause applies to retries, too.
      const attempt = (): Promise<unknown> =>
        this.#limiter.run(async () => {
          if (this.ended !== undefined) throw this.ended
          return this.#attempt(path, json, limit, ++attempts)
        })
      const isRetryable = (error: Error): boolean =>
        this.ended === undefined &&
        error instanceof RequestError &&
        error.retryable &&
        !(path === LIST_PATH && this.#isOutOfPatience)
      // The limiter paces these, and time bounds them.
      const isRateLimit = (error: Error): boolean => error instanceof RequestError && error.kind === 'rate-limited'
      const shouldRetry = ({ error, retriesConsumed }: RetryContext): boolean =>
        isRetryable(error) && (isRateLimit(error) || retriesConsumed < this.#options.retries)
      const value = await pRetry(attempt, {
        // `shouldRetry` counts: p-retry would end with a rate limit after the last retry.
        retries: Infinity,
        minTimeout: 0,
        onFailedAttempt: async (context) => {
          if (shouldRetry(context) && !isRateLimit(context.error)) await this.#backOff(context.retriesConsumed)
        },
        shouldRetry,
        shouldConsumeRetry: ({ error }) => !isRateLimit(error)
      })
      return { value, attempts }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      // The run has ended while this one was in flight, or was to be sent again.
      if (error.retryable && this.ended !== undefined) throw this.ended
      error.attempts = attempts
      throw error
    } finally {
      if (--this.#calls === 0) this.#idleSince = performance.now()
    }
  }

  get #patience(): number {
    return this.#hasSucceeded ? PATIENCE : Math.max(FIRST_PATIENCE, 2 * this.#options.timeout)
  }

  get #isOutOfPatience(): boolean {
    return performance.now() - this.#waitingSince > this.#patience
  }

  /**
   * Waits with full jitter, so that requests that failed together do not come back together.
   *
   * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
   */
  async #backOff(retries: number): Promise<void> {
    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries)
    // The next attempt finds out why the run ended.
    await delay(Math.random() * longest, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  async #attempt(path: string, json: unknown, limit: number, attempt: number): Promise<unknown> {
    const { token, timeout, trace } = this.#options
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.post(path, json, limit)
      status = String(response.status)
      const value = parseSuccess(response, token)
      this.#succeed()
      return value
    } catch (error) {
      const failure = error instanceof RequestError ? error : networkError(error, this.#connection, timeout)
      this.#fail(failure, started, path)
      throw failure
    } finally {
      trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms, attempt ${attempt}`)
    }
  }

  #succeed(): void {
    this.#hasSucceeded = true
    this.#waitingSince = performance.now()
    this.#askedPauses = 0
    this.#limiter.succeeded()
  }

  /** What a failed attempt means for all requests. */
  #fail(failure: RequestError, started: number, path: string): void {
    if (failure.kind === 'token-rejected') {
      this.end(failure)
      void this.#connection[Symbol.asyncDispose]()
      return
    }
    // A pause would hold back those that wait to see that the run has ended.
    if (this.ended !== undefined) return
    const ownPause = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0
    if (failure.retryAfter !== undefined) {
      const added = this.#limiter.pause(Math.min(failure.retryAfter, 2 * PATIENCE))
      this.#askedPauses += added
      this.#waitingSince += added
      if (this.#askedPauses > PATIENCE) {
        this.end(asksTooMuch(failure.retryAfter))
        return
      }
    }
    // Also beside `Retry-After`, which may be 0 or a time that is past.
    this.#limiter.pause(ownPause)
    // A list that cannot be read ends nothing: upserts may work.
    if (path !== LIST_PATH && this.#isOutOfPatience) this.end(noSuccess(this.#patience, failure))
  }

  readonly #cancel = (): void => {
    this.end(new ActionError('cancelled', 'The job was cancelled.', 'Run it again: it then delivers what is pending.'))
  }
}

function asksTooMuch(retryAfter: number): ActionError {
  if (retryAfter <= PATIENCE) {
    const message = 'The run waited ten minutes, as the service asked it to (Retry-After), without a success.'
    return new ActionError('out-of-time', message, 'Run the job again later: it then delivers what is pending.')
  }
  const days = Math.round(retryAfter / 86_400_000)
  const time = days < 2 ? `${Math.round(retryAfter / 1000)} s` : days < 1000 ? `${days} days` : 'more than 1,000 days'
  const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`
  return new ActionError('out-of-time', message, 'Run the job again after that time: it then delivers what is pending.')
}

function noSuccess(patience: number, last: RequestError): ActionError {
  return new ActionError(
    'out-of-time',
    `No request succeeded for ${Math.round(patience / 60_000)} min. The last failure: ${last.message}`,
    last.kind === 'unreachable'
      ? last.hint
      : 'Run the job again when the service works: it then delivers what is pending.'
  )
}
