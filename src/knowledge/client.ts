import timers from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { field } from '../field.ts'
import type { Secret } from '../secret.ts'
import { format, NEW_RUN } from '../wording.ts'
import { entryPath, LIST_PATH, UPDATE_PATH, type EntryId } from './api-types.ts'
import { CONCURRENCY, Connection, type ClientOptions, type HttpResponse } from './connection.ts'
import { HINTS, RequestError } from './failures.ts'
import { textIn, type Page } from './list.ts'
import { readPage, readSuccess } from './response.ts'
import { writeRequests, type EntryWrite } from './writing.ts'

/** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
const RETRIES = 7
/** Milliseconds before the first retry at most, and half of it at least; each further wait is twice as long, up to the longest. */
const FIRST_WAIT = 600
const LONGEST_WAIT = 40_000
/** Milliseconds that a service may make a request wait. */
const MAX_PAUSE = 10 * 60_000

/** Milliseconds between two failures that are said. */
const RETRY_INTERVAL = 5000

/** How a request for a page of the list is written: in both forms of the API, else in the documented one, else in the specified one. */
const LIST_FORMS = [
  {
    name: 'both',
    body: (page: number, size: number) => ({ ...specifiedPage(page, size), ...documentedPage(page, size) })
  },
  { name: 'documented', body: documentedPage },
  { name: 'specified', body: specifiedPage }
] as const

function specifiedPage(page: number, size: number) {
  return { page_num: page, page_size: size }
}

/** By default the list may leave entries out that the assistant does not use at present. */
function documentedPage(page: number, size: number) {
  return { page: { page_no: page, page_size: size }, context_visible_only: false }
}

/** The knowledge base of the token. Requests wait together, and end together when one failure concerns all of them. */
export class KnowledgeClient implements AsyncDisposable {
  /** Requests in flight at most: who makes them keeps to it. */
  readonly concurrency: number
  readonly #connection: Connection
  readonly #options: ClientOptions
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  /** When the last pause that the service has asked for ends, by `performance.now()`. */
  #pausedUntil = 0
  /** Milliseconds of all these pauses. */
  #paused = 0
  /** Pauses since a request to a path has succeeded. */
  readonly #pauses = new Map<string, number>()
  /** Until when no failure is said, by `performance.now()`. */
  #quietUntil = 0
  /** What the service has accepted stays for the run. */
  #listForm: (typeof LIST_FORMS)[number] = LIST_FORMS[0]
  #isFormAccepted = false
  /** What entries show; undefined if there are none, so that the form of the answer decides. */
  #haveTriggers: boolean | undefined
  #isDocumented = false
  #takesTriggers = false

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

  /** True while the service has asked for a pause. */
  get isPaused(): boolean {
    return this.#pausedUntil > performance.now()
  }

  /** Which form of the list the service takes. */
  get listForm(): (typeof LIST_FORMS)[number]['name'] {
    return this.#listForm.name
  }

  /** True if the list has shown that entries have triggers, or has the documented form, and no entries. */
  get hasTriggers(): boolean {
    return this.#haveTriggers ?? this.#isDocumented
  }

  /** Milliseconds, as of `performance.now()`, without the pauses that the service has asked for: it stops during them. */
  clock(): number {
    const now = performance.now()
    return now - this.#paused + Math.max(0, this.#pausedUntil - now)
  }

  /**
   * Creates or updates an entry. It is tried once: whether the service has stored it although it failed, the list says.
   *
   * @param trying is called before each request: how the service has to find the entry.
   * @throws {RequestError} for this entry; `ended` if the run has ended.
   */
  async write(entry: EntryWrite, trying: (how: 'by id' | 'by name') => void = () => undefined): Promise<void> {
    const forms = { hasTriggers: this.hasTriggers, takesTriggers: this.#takesTriggers }
    let refusal: RequestError | undefined
    for (const { path, body, otherwise } of writeRequests(entry, forms)) {
      trying(path === UPDATE_PATH ? 'by id' : 'by name')
      try {
        await this.#request('POST', path, body, readSuccess)
        if ('trigger' in body) this.#takesTriggers = true
        return
      } catch (error) {
        this.#signal.throwIfAborted()
        const mayTryOther = error instanceof RequestError && otherwise.includes(error.status ?? 0)
        if (!mayTryOther) throw error instanceof RequestError ? withBoth(refusal, error) : error
        refusal = error
      }
    }
  }

  /**
   * One page of the list.
   *
   * @throws {RequestError} if it cannot be read; `ended` if the run has ended.
   */
  async listPage(page: number, size: number): Promise<Page> {
    if (this.#isFormAccepted) return this.#readPage(page, size)
    const [both, documented, specified] = LIST_FORMS
    for (const form of [both, documented]) {
      this.#listForm = form
      const answer = await this.#readPage(page, size).catch((error: unknown) => {
        if (error instanceof RequestError && (error.status === 400 || error.status === 422)) return undefined
        throw error
      })
      // A service that does not know the documented form alone would show its first page for each.
      this.#isFormAccepted = answer !== undefined && (form === both || answer.pageSize === size)
      if (this.#isFormAccepted && answer !== undefined) return answer
    }
    this.#listForm = specified
    const answer = await this.#readPage(page, size)
    this.#isFormAccepted = true
    return answer
  }

  async #readPage(page: number, size: number): Promise<Page> {
    const body = this.#listForm.body(page, size)
    const answer = await this.#retry(async () => this.#request('POST', LIST_PATH, body, readPage))
    if (answer.rows.length === 0) this.#isDocumented ||= answer.hasTriggers
    else this.#haveTriggers = this.#haveTriggers === true || answer.hasTriggers
    return answer
  }

  /**
   * The text of an entry that the list does not show; empty if the service shows none, or has no such entry; undefined if it refuses to
   * show it.
   *
   * @throws as `listPage`.
   */
  async textOf(id: EntryId): Promise<string | undefined> {
    try {
      const answer = await this.#retry(async () => this.#request('GET', entryPath(id), undefined, readSuccess))
      return textIn(field(answer, 'data'))
    } catch (error) {
      if (error instanceof RequestError && !error.retryable && error !== this.ended) {
        return error.status === 404 ? '' : undefined
      }
      throw error
    }
  }

  /** Waits. @param failure that a repeated request had, in a sentence. @throws `ended` if the run ends meanwhile. */
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
        if (error.kind !== 'rate-limited' && ++retries > RETRIES) throw error
        if (performance.now() - began > MAX_PAUSE) throw outOfTimeError(error)
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
      this.#pauses.delete(path)
      return value
    } catch (error) {
      if (error instanceof RequestError && this.ended === undefined) this.#noteFailure(error, path)
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
      const pauses = this.#pauses.get(path) ?? 0
      if (!this.isPaused) this.#pauses.set(path, pauses + 1)
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
    this.#paused += until - Math.max(this.#pausedUntil, now)
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

/** If the service refuses both forms, what it says of the first one is as important. */
function withBoth(first: RequestError | undefined, last: RequestError): RequestError {
  if (first === undefined || last.retryable) return last
  const { kind, hint, status } = last
  const message = `${first.message} In its other form: ${last.message}`
  return new RequestError(kind, message, hint, { ...(status !== undefined && { status }), cause: last })
}

function outOfTimeError({ message }: RequestError): ActionError {
  return new ActionError('out-of-time', `No request succeeded for 10 min. The last failure: ${message}`, HINTS.later)
}
