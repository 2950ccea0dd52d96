import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import { ActionError } from '../errors.ts'
import { format, NEW_RUN } from '../wording.ts'
import { LIST_PATH, UPSERT_PATH, type Entry } from './api-types.ts'
import { CONCURRENCY, Connection, type ClientOptions, type HttpResponse } from './connection.ts'
import { HINTS, RequestError } from './failures.ts'
import type { Page } from './list.ts'
import { readPage, readSuccess } from './response.ts'

/** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
const RETRIES = 7
/** Milliseconds before the first retry at most, and half of it at least; each further wait is twice as long. */
const FIRST_WAIT = 600
/** Milliseconds after a 429 without `Retry-After`; each further pause is twice as long, up to the longest. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 30_000
/** Milliseconds that a service may make a request wait. */
const MAX_WAIT = 10 * 60_000

/** What is to be requested. */
interface Call<T> {
  readonly path: string
  readonly json: unknown
  /** Makes the answer what is needed of it. */
  readonly read: (answer: HttpResponse) => T
  /** Throws if it must not be sent any more. */
  readonly requireWanted: () => void
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
  /** How many pauses the service has asked for. */
  pauses = 0
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #queue: PQueue
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  /** When the present pause began, and when it ends, by `performance.now()`. */
  #pausedSince = 0
  #pausedUntil = 0
  /** Rate limits without a success in between. */
  #rateLimits = 0

  constructor(options: ClientOptions) {
    this.concurrency = options.concurrency ?? CONCURRENCY
    this.onProgress = options.onProgress
    this.#connection = new Connection(options)
    this.#queue = new PQueue({ concurrency: this.concurrency })
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal])
  }

  /** Why no request is sent any more; undefined while the client works. */
  get ended(): ActionError | undefined {
    return this.#signal.reason as ActionError | undefined
  }

  /**
   * Creates or updates an entry, unless the service asks for a pause: people may edit the entry meanwhile.
   *
   * @returns true if it was accepted; false if it was not, or not sent, because of a pause.
   * @throws {RequestError} for this entry; `ended` if the run has ended.
   */
  async upsert(entry: Entry): Promise<boolean> {
    const pauses = this.pauses
    const requireWanted = (): void => {
      if (this.pauses > pauses) throw new Paused()
    }
    const read = (answer: HttpResponse): unknown => readSuccess(answer, this.#options.token)
    try {
      await this.#call({ path: UPSERT_PATH, json: entry, read, requireWanted })
      return true
    } catch (error) {
      if (error instanceof Paused) return false
      throw error
    }
  }

  /**
   * One page of the list.
   *
   * @param signal says that the page is of no use any more; if it is not requested yet, its reason is thrown.
   * @throws {RequestError} if it cannot be read; `ended` if the run has ended.
   */
  async listPage(page: number, size: number, signal?: AbortSignal): Promise<Page> {
    const json = { page_num: page, page_size: size }
    const read = (answer: HttpResponse): Page => readPage(answer, this.#options.token)
    const requireWanted = (): void => signal?.throwIfAborted()
    return this.#call({ path: LIST_PATH, json, read, requireWanted })
  }

  /** Waits. @throws `ended` if the run ends meanwhile. */
  async pause(milliseconds: number): Promise<void> {
    await delay(Math.max(0, milliseconds), undefined, { signal: this.#signal }).catch(() => undefined)
    this.#signal.throwIfAborted()
  }

  /** Sends nothing any more; requests in flight go on. */
  end(error: ActionError): void {
    this.#stop.abort(error)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end(new ActionError('cancelled', 'The connection to the service was closed.', `Start ${NEW_RUN}.`))
    await this.#connection[Symbol.asyncDispose]()
  }

  /**
   * Repeats what fails and may succeed later. A rate limit uses up no retry: pauses space these, and time bounds them.
   * (p-retry throws away what a request in flight brings if its signal is aborted meanwhile; such an entry was stored.)
   */
  async #call<T>(call: Call<T>): Promise<T> {
    const started = performance.now()
    for (let retries = 0; ;) {
      try {
        return await this.#queue.add(() => this.#attempt(call))
      } catch (error) {
        if (!(error instanceof RequestError) || error === this.ended || !error.retryable) throw error
        this.#signal.throwIfAborted()
        if (error.kind === 'rate-limited') {
          if (performance.now() - started <= MAX_WAIT) continue
          const message = `No request succeeded for 10 min. The last failure: ${error.message}`
          throw new ActionError('out-of-time', message, HINTS.later)
        }
        if (retries === RETRIES) throw error
        // With jitter, so that requests that failed together do not come back together. See
        // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
        await this.pause((0.5 + Math.random() / 2) * FIRST_WAIT * 2 ** retries++)
      }
    }
  }

  async #attempt<T>({ path, json, read, requireWanted }: Call<T>): Promise<T> {
    this.#signal.throwIfAborted()
    // The queue could do this, but its listeners would keep each page in memory until the next full garbage collection.
    requireWanted()
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.post(path, json)
      status = String(response.status)
      const value = read(response)
      this.#rateLimits = 0
      return value
    } catch (error) {
      if (error instanceof RequestError && this.ended === undefined) this.#heed(error, started)
      throw error
    } finally {
      this.#options.trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms`)
    }
  }

  /** Does what the failure of one request means for all of them. @param started when it began, by `performance.now()`. */
  #heed(failure: RequestError, started: number): void {
    if (failure.kind === 'token-rejected') {
      this.end(failure)
      void this.#connection[Symbol.asyncDispose]()
      return
    }
    const { retryAfter = 0 } = failure
    if (retryAfter > MAX_WAIT) {
      const time = `${format(Math.ceil(retryAfter / 60_000))} minutes`
      const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`
      this.end(
        new ActionError('out-of-time', message, `After that time, start ${NEW_RUN}: it delivers what is pending.`)
      )
      return
    }
    // The other requests of the moment that began the pause say nothing new.
    const isRateLimit = failure.kind === 'rate-limited' && started >= this.#pausedSince
    const own = isRateLimit ? Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#rateLimits++) : 0
    // Also beside `Retry-After`, which may be 0 or a time that is past.
    void this.#pauseAll(Math.max(own, retryAfter), failure.message)
  }

  /** Starts no request for so many milliseconds. */
  async #pauseAll(milliseconds: number, reason: string): Promise<void> {
    const now = performance.now()
    const until = now + milliseconds
    if (until <= Math.max(now, this.#pausedUntil)) return
    this.pauses++
    this.#pausedSince = now
    this.#pausedUntil = until
    this.#queue.pause()
    this.onProgress?.(`waiting ${Math.ceil(milliseconds / 1000)} s, as the service asks: ${reason}`)
    await this.pause(milliseconds).catch(() => undefined)
    // Unless a longer one has begun.
    if (this.#pausedUntil === until || this.ended !== undefined) this.#queue.start()
  }
}
