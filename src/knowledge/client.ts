import timers from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { field } from '../field.ts'
import type { Secret } from '../secret.ts'
import { format, NEW_RUN } from '../wording.ts'
import { entryPath, LIST_PATH, UPDATE_PATH, type EntryId } from './api-types.ts'
import { CONCURRENCY, Connection, type ClientOptions, type HttpResponse } from './connection.ts'
import { Dialect, REFUSED, type EntryWrite, type WriteRequest } from './dialect.ts'
import { RequestError, triedError } from './failures.ts'
import { textAndField, type Page } from './page.ts'
import { readPage, readSuccess } from './response.ts'

/** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
const RETRIES = 7
/** Milliseconds before the first retry at most, and half of it at least; each further wait is twice as long, up to the longest. */
const FIRST_WAIT = 600
const LONGEST_WAIT = 40_000
/** Milliseconds that a service may make a request wait. */
const MAX_PAUSE = 10 * 60_000

/** Milliseconds between two failures that are said. */
const RETRY_INTERVAL = 5000

/** The knowledge base of the token. Requests wait together, and end together when one failure concerns all of them. */
export class KnowledgeClient implements AsyncDisposable {
  /** Requests in flight at most: who makes them keeps to it. */
  readonly concurrency: number
  /** The form of the API that the service takes. */
  readonly dialect = new Dialect()
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  /** When the last pause that the service has asked for ends, by `performance.now()`. */
  #pausedUntil = 0
  /** Milliseconds of all these pauses. */
  #pausedTime = 0
  /** Pauses since a request to a path has succeeded. */
  readonly #pausesInARow = new Map<string, number>()
  /** Until when no failure is said, by `performance.now()`. */
  #quietUntil = 0

  constructor(options: ClientOptions) {
    this.concurrency = options.concurrency ?? CONCURRENCY
    this.#connection = new Connection(options)
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal])
  }

  /** Why no request is sent any more; undefined while the client works. */
  get endedBy(): ActionError | undefined {
    return this.#signal.reason as ActionError | undefined
  }

  get isPaused(): boolean {
    return this.#pausedUntil > performance.now()
  }

  /** Milliseconds, as of `performance.now()`, without the pauses that the service has asked for: it stops during them. */
  clock(): number {
    const now = performance.now()
    return now - this.#pausedTime + Math.max(0, this.#pausedUntil - now)
  }

  /**
   * Creates or updates an entry. It is tried once: whether the service has stored it although it failed, the list says.
   *
   * @param trying is called before each request: how the service has to find the entry.
   * @throws {RequestError} for this entry; `endedBy` if the run has ended.
   */
  async write(entry: EntryWrite, trying: (how: 'by id' | 'by name') => void = () => undefined): Promise<void> {
    const refused: WriteRequest[] = []
    const refusals: RequestError[] = []
    for (const request of this.dialect.requestsFor(entry)) {
      const { path, otherwise } = request
      trying(path === UPDATE_PATH ? 'by id' : 'by name')
      try {
        await this.#writeDescribed(request, entry.description)
        this.dialect.noteAccepted(request, refused)
        return
      } catch (error) {
        this.#signal.throwIfAborted()
        const mayTryOther = error instanceof RequestError && otherwise.includes(error.status ?? 0)
        if (!mayTryOther) throw error instanceof RequestError ? withOthers(refusals, error) : error
        refused.push(request)
        refusals.push(error)
      }
    }
  }

  /** Sends a request with a description, and without it if the service refuses that. */
  async #writeDescribed(request: WriteRequest, description: string | undefined): Promise<void> {
    const { path, body } = request
    if (description === undefined || !this.dialect.mayDescribe(request, description)) {
      await this.#request('POST', path, body, readSuccess)
      return
    }
    try {
      await this.#request('POST', path, { ...body, description }, readSuccess)
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!isRefused(error)) throw error
      await this.#request('POST', path, body, readSuccess)
      this.dialect.noteRefusedDescription(description)
    }
  }

  /**
   * One page of the list.
   *
   * @throws {RequestError} if it cannot be read; `endedBy` if the run has ended.
   */
  async listPage(page: number, size: number): Promise<Page> {
    let refusal: unknown
    for (const form of this.dialect.listForms) {
      try {
        const body = form.body(page, size)
        const answer = await this.#retry(async () => this.#request('POST', LIST_PATH, body, readPage))
        if (this.dialect.settleForm(form, answer, size)) return answer
      } catch (error) {
        if (!isRefused(error)) throw error
        refusal = error
      }
    }
    throw refusal
  }

  /**
   * The text of an entry that the list does not show; empty if the service does not show it either.
   *
   * @throws as `listPage`, but not if it is refused.
   */
  async textOf(id: EntryId): Promise<string> {
    try {
      const answer = await this.#retry(async () => this.#request('GET', entryPath(id), undefined, readSuccess))
      return textAndField(field(answer, 'data'))[1]
    } catch (error) {
      if (error instanceof RequestError && !error.retryable && error !== this.endedBy) return ''
      throw error
    }
  }

  /** Waits. @param failure that a repeated request had, in a sentence. @throws `endedBy` if the run ends meanwhile. */
  async pause(milliseconds: number, failure?: string): Promise<void> {
    if (failure !== undefined) this.#sayRetry(milliseconds, failure)
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

  /** Repeats what fails and may succeed later. A rate limit uses up no retry: pauses space these, and time bounds them. */
  async #retry<T>(attempt: () => Promise<T>): Promise<T> {
    const began = performance.now()
    let retries = 0
    for (let failures = 0; ; failures++) {
      try {
        while (this.isPaused) await this.pause(this.#pausedUntil - performance.now())
        return await attempt()
      } catch (error) {
        if (!(error instanceof RequestError) || !error.retryable) throw error
        this.#signal.throwIfAborted()
        const time = performance.now() - began
        const isLimited = error.kind === 'rate-limited'
        if ((!isLimited && ++retries > RETRIES) || time > MAX_PAUSE) throw triedError(error, failures + 1, time)
        if (!this.isPaused) await this.pause(waitAfter(failures), error.message)
      }
    }
  }

  /** One request, with what its failure means for all others. */
  async #request<T>(
    method: 'GET' | 'POST',
    path: string,
    json: unknown,
    read: (response: HttpResponse, token: Secret) => T
  ): Promise<T> {
    this.#signal.throwIfAborted()
    const started = performance.now()
    let status = 'no answer'
    try {
      const response = await this.#connection.request(method, path, json)
      status = String(response.status)
      const value = read(response, this.#options.token)
      this.#pausesInARow.delete(path)
      return value
    } catch (error) {
      if (error instanceof RequestError && this.endedBy === undefined) this.#noteFailure(error, path)
      throw error
    } finally {
      this.#options.trace(`${method} ${path}: ${status} after ${Math.round(performance.now() - started)} ms`)
    }
  }

  /** Ends the run, or makes it wait, if the failure of one request concerns all of them. */
  #noteFailure(failure: RequestError, path: string): void {
    const { kind, retryAfter, message } = failure
    if (kind === 'token-rejected') {
      this.end(failure)
      void this.#connection[Symbol.asyncDispose]()
    } else if (retryAfter > MAX_PAUSE) {
      const time = `${format(Math.ceil(retryAfter / 60_000))} minutes`
      const asks = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`
      this.end(new ActionError('out-of-time', asks, `After that time, start ${NEW_RUN}: it delivers what is pending.`))
    } else if (kind === 'rate-limited' || retryAfter > 0) {
      // `Retry-After` may be 0, or a time that is past. Requests in flight count once.
      const pauses = this.#pausesInARow.get(path) ?? 0
      if (!this.isPaused) this.#pausesInARow.set(path, pauses + 1)
      this.#pauseAll(this.isPaused ? retryAfter : Math.max(waitAfter(pauses), retryAfter), message)
    }
  }

  /** Eight requests may fail at a time, and say the same. */
  #sayRetry(milliseconds: number, failure: string): void {
    const now = performance.now()
    if (now < this.#quietUntil) return
    this.#quietUntil = now + RETRY_INTERVAL
    this.#options.onProgress?.(`trying again in ${Math.ceil(milliseconds / 1000)} s: ${failure}`)
  }

  /** Starts no request for so many milliseconds, or longer if a longer pause is on. */
  #pauseAll(milliseconds: number, reason: string): void {
    const now = performance.now()
    if (!this.isPaused) {
      this.#options.onProgress?.(`waiting ${Math.ceil(milliseconds / 1000)} s, as the service asks: ${reason}`)
    }
    const until = Math.max(this.#pausedUntil, now + milliseconds)
    this.#pausedTime += until - Math.max(this.#pausedUntil, now)
    this.#pausedUntil = until
  }
}

/**
 * Milliseconds, with jitter, so that requests that failed together do not come back together.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
function waitAfter(failures: number): number {
  return (0.5 + Math.random() / 2) * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
}

/** If the service refuses all forms, what it says of the first ones is as important. */
function withOthers(others: readonly RequestError[], last: RequestError): RequestError {
  if (others.length === 0 || last.retryable) return last
  return last.inWords([...others, last].map(({ message }) => message).join(' In another form: '))
}

function isRefused(error: unknown): boolean {
  return error instanceof RequestError && REFUSED.includes(error.status ?? 0)
}
