import { setTimeout as delay } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import { NEW_RUN } from '../wording.ts'
import { LIST_PATH, UPSERT_PATH, type Entry } from './api-types.ts'
import { CONCURRENCY, Connection, type ClientOptions, type HttpResponse } from './connection.ts'
import { readOnlyError, RequestError } from './failures.ts'
import { RateLimiter } from './limiter.ts'
import type { Page } from './list.ts'
import { Patience } from './patience.ts'
import { readPage, readSuccess } from './response.ts'
import { TIMES } from './times.ts'

const MAX_UPSERT_ANSWER = 4 * 1024 * 1024
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024

/** What is to be requested. */
interface Call<T> {
  readonly path: string
  readonly json: unknown
  /** Bytes of the answer. */
  readonly limit: number
  /** Makes the answer what is needed of it. */
  readonly read: (answer: HttpResponse) => T
  readonly patience: Patience
  /** True if it must not be sent any more. */
  readonly isStale?: () => boolean
}

/** The service has asked for a pause since a call began. */
class Paused extends Error {}

/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
export class KnowledgeClient implements AsyncDisposable {
  /** Requests in flight at most. */
  readonly concurrency: number
  /** Gets a message about what a long run is doing. */
  readonly onProgress: ((message: string) => void) | undefined
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #limiter: RateLimiter
  /** Apart, because a service may list entries and accept none. */
  readonly #upserts = new Patience()
  readonly #lists = new Patience()
  readonly #stop = new AbortController()
  /** Folded names of the read-only entries that the list has shown. */
  readonly #readOnly = new Set<string>()

  constructor(options: ClientOptions) {
    this.concurrency = options.concurrency ?? CONCURRENCY
    this.onProgress = options.onProgress
    this.#connection = new Connection(options)
    this.#limiter = new RateLimiter(this.concurrency)
    this.#options = options
    if (options.signal.aborted) this.#cancel()
    else options.signal.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Why no request is sent any more; undefined while the client works. */
  get ended(): ActionError | undefined {
    return this.#stop.signal.reason as ActionError | undefined
  }

  /**
   * Creates or updates an entry, unless the service asks for a pause: people may edit the entry meanwhile.
   *
   * @returns the number of attempts; undefined if it was not sent, or not accepted, because of a pause.
   * @throws {RequestError} for this entry; `ended` if the run has ended.
   */
  async upsert(entry: Entry): Promise<number | undefined> {
    const { pauses } = this.#limiter
    const isStale = (): boolean => this.#limiter.pauses > pauses
    const call = {
      path: UPSERT_PATH,
      json: entry,
      limit: MAX_UPSERT_ANSWER,
      read: (answer: HttpResponse) => {
        readSuccess(answer, this.#options.token)
      },
      patience: this.#upserts,
      isStale
    }
    try {
      return (await this.#call(call)).attempts
    } catch (error) {
      const mayGoLater = error instanceof Paused || (error instanceof RequestError && error.retryable && isStale())
      if (mayGoLater && this.ended !== undefined) throw this.ended
      if (mayGoLater) return undefined
      const isRefused = error instanceof RequestError && (error.kind === 'entry-rejected' || error.kind === 'forbidden')
      throw isRefused && this.#readOnly.has(foldName(entry.name)) ? readOnlyError(error) : error
    }
  }

  /** How many pauses the service has asked for. */
  get pauses(): number {
    return this.#limiter.pauses
  }

  /**
   * One page of the list.
   *
   * @param page from 1.
   * @param size rows that are asked for.
   * @param signal says that the page is of no use any more; if it is not requested yet, its reason is thrown.
   * @throws {RequestError} if it cannot be read; `ended` if the run has ended.
   */
  async listPage(page: number, size: number, signal?: AbortSignal): Promise<Page> {
    const call = {
      path: LIST_PATH,
      json: { page_num: page, page_size: size },
      limit: MAX_LIST_PAGE,
      read: (answer: HttpResponse) => readPage(answer, this.#options.token),
      patience: this.#lists
    }
    const { value } = await this.#call(call, signal)
    for (const { name } of value.readOnly) this.#readOnly.add(foldName(name))
    return value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#cancel)
    this.end(new ActionError('cancelled', 'The connection to the service was closed.', `Start ${NEW_RUN}.`))
    await this.#connection[Symbol.asyncDispose]()
  }

  /** Waits. @throws `ended` if the run ends meanwhile. */
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
   * (p-retry throws away what a request in flight brings if its signal is aborted meanwhile; such an entry was stored.)
   */
  async #call<T>(call: Call<T>, signal?: AbortSignal): Promise<{ value: T; attempts: number }> {
    let retries = 0
    for (let attempts = 1; ; attempts++) {
      try {
        return { value: await this.#limiter.run(() => this.#attempt(call, signal)), attempts }
      } catch (error) {
        if (!(error instanceof RequestError) || error === this.ended) throw error
        error.attempts = attempts
        const isRateLimit = error.kind === 'rate-limited'
        if (!error.retryable || call.isStale?.() === true) throw error
        if (!isRateLimit && retries === TIMES.retries) throw error
        // With jitter, so that requests that failed together do not come back together. See
        // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
        if (!isRateLimit) await this.pause((0.5 + Math.random() / 2) * TIMES.firstWait * 2 ** retries++)
      }
    }
  }

  async #attempt<T>(call: Call<T>, signal?: AbortSignal): Promise<T> {
    this.#stop.signal.throwIfAborted()
    // The queue could do this, but its listeners would keep each page in memory until the next full garbage collection.
    signal?.throwIfAborted()
    if (call.isStale?.() === true) throw new Paused()
    const { patience } = call
    const started = performance.now()
    patience.start()
    try {
      const value = await this.#post(call)
      patience.succeeded()
      this.#limiter.succeeded()
      return value
    } catch (error) {
      // A pause would hold back those that wait to see that the run has ended.
      if (this.ended === undefined && error instanceof RequestError) {
        patience.pausedFor(this.#slowDown(error, started))
        const end = patience.endAfter(error)
        if (end !== undefined) this.end(end)
      }
      throw error
    }
  }

  async #post<T>({ path, json, limit, read }: Call<T>): Promise<T> {
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.post(path, json, limit)
      status = String(response.status)
      return read(response)
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

  /** Pauses all requests after a rate limit, or if the service asks for it; returns the milliseconds. */
  #slowDown(failure: RequestError, started: number): number {
    const own = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0
    // Also beside `Retry-After`, which may be 0 or a time that is past.
    // A service may ask for more than the 24 days that a timer takes; the run then ends at once.
    const pause = Math.min(2 * TIMES.patience, Math.max(own, failure.retryAfter ?? 0))
    if (pause > 0) this.onProgress?.(`waiting ${Math.ceil(pause / 1000)} s, as the service asks: ${failure.message}`)
    return this.#limiter.pause(pause)
  }

  readonly #cancel = (): void => {
    this.end(new ActionError('cancelled', 'The run was cancelled.', `Start ${NEW_RUN}.`))
  }
}
