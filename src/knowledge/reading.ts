import { setImmediate as nextTurn } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { count, format } from '../wording.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { HINTS, listError, RequestError } from './failures.ts'
import type { ListedEntry, Page } from './list.ts'

/** Rows of a page to ask for. */
const PAGE_SIZE = 100
/** The same after a page that is too large: the size of the documentation's example. */
const SMALL_PAGE_SIZE = 20
/** More than a run can hold in memory. A service may also show the same entries again and again under new ids. */
const MAX_ROWS = 200_000
/** The limit of one reading. A run reads several times, and a job is often given less than an hour. */
const MAX_MINUTES = 10
/** Pages that have arrived and wait for their turn at most, so that requests go on while the rows of others are looked at. */
const MAX_WAITING = 8
/** Rows between two lines about the progress. */
const PROGRESS_STEP = 1000

/** A page of the list. */
export interface ListPage {
  /** From 1. */
  readonly number: number
  /** Rows that it is asked for. */
  readonly size: number
}

/** What a page adds to a reading, and what the reading has found so far. */
export interface ReadPage {
  readonly page: ListPage
  /** Without read-only ones, and without those that a page before has shown. */
  readonly rows: readonly ListedEntry[]
  /** Read-only rows so far. */
  readonly readOnly: number
  /** How many entries the list names, also read-only ones; 0 if it names no number. */
  readonly total: number
}

/**
 * Reads the list once, to its end: an empty page, one that shows nothing new, or 404 after the first page. The total is no
 * end, because it may be wrong, or that of the page.
 *
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
export async function* readList(client: KnowledgeClient): AsyncGenerator<ReadPage, void> {
  const reading = new Reading(client)
  let end = yield* reading.readPages(PAGE_SIZE)
  if (end === 'too large') end = yield* reading.readPages(SMALL_PAGE_SIZE)
  if (typeof end === 'number') yield* reading.beginAgain(end)
}

class Reading {
  readonly #client: KnowledgeClient
  readonly #until = performance.now() + MAX_MINUTES * 60_000
  readonly #seen = new Set<string>()
  #readOnly = 0
  #total = 0
  #hasBegunAgain = false

  constructor(client: KnowledgeClient) {
    this.#client = client
  }

  /** Reads pages of one size. @returns the size with which to begin again, if rows may lie between two pages. */
  async *readPages(asked: number): AsyncGenerator<ReadPage, number | 'too large' | undefined> {
    const seen = new Set<string>()
    let smaller: number | undefined
    for await (const { page, answer } of pages(this.#client, asked)) {
      if (answer === 'too large') return answer
      const all = [...answer.rows, ...answer.readOnly]
      const before = seen.size
      for (const { key } of all) seen.add(key)
      yield this.#add(answer, page)
      if (seen.size === before) break
      if (smaller !== undefined) return smaller
      // A service that says that its pages have this size has left rows out.
      const isShort = page.number > FIRST_PAGE && all.length < page.size && answer.size !== page.size
      const size = Math.max(all.length, SMALL_PAGE_SIZE)
      if (isShort && size < page.size && !this.#hasBegunAgain) smaller = size
    }
    return this.#seen.size < this.#total ? smaller : undefined
  }

  /** Only once: a service that leaves rows out again has a reason, such as permissions. */
  async *beginAgain(size: number): AsyncGenerator<ReadPage, void> {
    this.#hasBegunAgain = true
    yield* this.readPages(size)
  }

  #add({ rows, readOnly, total = 0 }: Page, page: ListPage): ReadPage {
    const before = this.#seen.size
    const isNew = ({ key }: ListedEntry): boolean => this.#seen.size < this.#seen.add(key).size
    const added = rows.filter(isNew)
    this.#readOnly += readOnly.filter(isNew).length
    this.#total = Math.max(this.#total, total)
    const { size } = this.#seen
    if (size > MAX_ROWS) {
      const message = `The list shows more than ${format(MAX_ROWS)} entries, which is more than a run can hold.`
      throw new ActionError('service-failing', message, HINTS.list)
    }
    if (performance.now() > this.#until) {
      const message = `The list could not be read to its end within ${MAX_MINUTES} minutes.`
      throw new ActionError('service-failing', message, HINTS.works)
    }
    if (Math.floor(size / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) {
      this.#client.onProgress?.(`reading the list: ${count(size, 'entry', 'entries')}`)
    }
    return { page, rows: added, readOnly: this.#readOnly, total: this.#total }
  }
}

/** One page as the service shows it. */
interface Shown {
  readonly page: ListPage
  readonly answer: Page | 'too large'
}

/**
 * All pages in their order, without an end. If the list names a total, they are requested before they are needed, as many
 * at a time as the client allows, and a few more wait in memory.
 *
 * The first page says how many rows the service allows. All others are asked for as many, so that none lies between two pages.
 */
async function* pages(client: KnowledgeClient, asked: number): AsyncGenerator<Shown, never> {
  const stop = new AbortController()
  try {
    const first = await requestPage(client, { number: FIRST_PAGE, size: asked }, stop.signal)
    yield first
    const size = first.answer === 'too large' ? asked : sizeOf(first.answer, asked)
    let next = FIRST_PAGE + 1
    const request = (): Promise<Shown> => {
      const shown = requestPage(client, { number: next++, size }, stop.signal)
      // Nobody waits for it if the list ends before.
      shown.catch(() => undefined)
      return shown
    }
    const ahead: Promise<Shown>[] = []
    for (let { answer } = first; ;) {
      const total = answer === 'too large' ? 0 : (answer.total ?? 0)
      // Behind the last page is one without rows.
      while (next <= Math.ceil(total / size) + 1 && ahead.length < client.concurrency + MAX_WAITING) {
        ahead.push(request())
      }
      // Pages that are here already would otherwise be taken first, and the requests sent late.
      if (ahead.length > 0) await nextTurn()
      const shown = await (ahead.shift() ?? request())
      yield shown
      ;({ answer } = shown)
    }
  } finally {
    // Ends what was requested ahead, and is of no use any more.
    stop.abort()
  }
}

/** The rows of a page, if a service shows fewer than it was asked for. */
function sizeOf({ rows, readOnly, size }: Page, asked: number): number {
  const shown = size !== undefined && size < asked ? size : rows.length + readOnly.length
  return shown > 0 && shown < asked ? shown : asked
}

/** @throws {ActionError} if the page cannot be read. */
async function requestPage(client: KnowledgeClient, page: ListPage, signal?: AbortSignal): Promise<Shown> {
  const { number, size } = page
  try {
    return { page, answer: await client.listPage(number, size, signal) }
  } catch (error) {
    if (!(error instanceof RequestError) || error === client.ended) throw error
    if (size > SMALL_PAGE_SIZE && isTooLarge(error, number)) return { page, answer: 'too large' }
    if (number > FIRST_PAGE && error.status === 404) {
      return { page, answer: { rows: [], readOnly: [], total: undefined, size: undefined } }
    }
    throw listError(number, error)
  }
}

/** True if a page with fewer rows may succeed. Some services answer 400 or 422 if the first page is too large. */
function isTooLarge({ tooLarge, status }: RequestError, number: number): boolean {
  return tooLarge || (number === FIRST_PAGE && (status === 400 || status === 422))
}
