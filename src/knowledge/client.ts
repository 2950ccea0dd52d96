import timers from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { format, NEW_RUN } from '../wording.ts'
import { LIST_PATH, UPSERT_PATH, type Entry } from './api-types.ts'
import { CONCURRENCY, Connection, type ClientOptions, type HttpResponse } from './connection.ts'
import { HINTS, RequestError } from './failures.ts'
import type { Page } from './list.ts'
import { readPage, readSuccess } from './response.ts'

/** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
const RETRIES = 7
/** Milliseconds before the first retry at most, and half of it at least; each further wait is twice as long, up to the longest. */
const FIRST_WAIT = 600
const LONGEST_WAIT = 40_000
/** Milliseconds that a service may make a request wait. */
const MAX_PAUSE = 10 * 60_000

/** The knowledge base of the token. Requests are retried, wait together, and end together when one failure concerns all of them. */
export class KnowledgeClient implements AsyncDisposable {
  /** Requests in flight at most: who makes them keeps to it. */
  readonly concurrency: number
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  /** When the last pause that the service has asked for ends, by `performance.now()`. */
  #pausedUntil = 0

  constructor(options: ClientOptions) {
    this.concurrency = options.concurrency ?? CONCURRENCY
    this.#connection = new Connection(options)
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
    const asked = performance.now()
    return this.#retry(async () => {
      if (this.#pausedUntil > asked) return false
      readSuccess(await this.#post(UPSERT_PATH, entry), this.#options.token)
      return true
    })
  }

  /**
   * One page of the list.
   *
   * @throws {RequestError} if it cannot be read; `ended` if the run has ended.
   */
  async listPage(page: number, size: number): Promise<Page> {
    return this.#retry(async () => {
      while (this.#pausedUntil > performance.now()) await this.pause(this.#pausedUntil - performance.now())
      return readPage(await this.#post(LIST_PATH, { page_num: page, page_size: size }), this.#options.token)
    })
  }

  /** Waits. @throws `ended` if the run ends meanwhile. */
  async pause(milliseconds: number): Promise<void> {
    await timers.setTimeout(Math.max(0, milliseconds), undefined, { signal: this.#signal }).catch(() => undefined)
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
  async #retry<T>(attempt: () => Promise<T>): Promise<T> {
    const began = performance.now()
    let retries = 0
    for (let failures = 0; ; failures++) {
      this.#signal.throwIfAborted()
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        if (this.ended === undefined) this.#endIfHopeless(error)
        if (!error.retryable) throw error
        this.#signal.throwIfAborted()
        const isRateLimit = error.kind === 'rate-limited'
        if (!isRateLimit && ++retries > RETRIES) throw error
        if (performance.now() - began > MAX_PAUSE) throw outOfTimeError(error)
        // With jitter, so that requests that failed together do not come back together. See
        // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
        const wait = (0.5 + Math.random() / 2) * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
        // Also beside `Retry-After`, which may be 0 or a time that is past.
        if (isRateLimit || error.retryAfter > 0) this.#pauseAll(Math.max(wait, error.retryAfter), error.message)
        else await this.pause(wait)
      }
    }
  }

  async #post(path: string, json: unknown): Promise<HttpResponse> {
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.post(path, json)
      status = String(response.status)
      return response
    } finally {
      this.#options.trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms`)
    }
  }

  /** Ends the run if the failure of one request concerns all of them. */
  #endIfHopeless(failure: RequestError): void {
    const { kind, retryAfter } = failure
    if (kind === 'token-rejected') {
      this.end(failure)
      void this.#connection[Symbol.asyncDispose]()
    } else if (retryAfter > MAX_PAUSE) {
      const time = `${format(Math.ceil(retryAfter / 60_000))} minutes`
      const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`
      this.end(
        new ActionError('out-of-time', message, `After that time, start ${NEW_RUN}: it delivers what is pending.`)
      )
    }
  }

  /** Starts no request for so many milliseconds, or longer if a longer pause is on. */
  #pauseAll(milliseconds: number, reason: string): void {
    const now = performance.now()
    if (this.#pausedUntil <= now) {
      this.#options.onProgress?.(`waiting ${Math.ceil(milliseconds / 1000)} s, as the service asks: ${reason}`)
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds)
  }
}

function outOfTimeError({ message }: RequestError): ActionError {
  return new ActionError('out-of-time', `No request succeeded for 10 min. The last failure: ${message}`, HINTS.later)
}
