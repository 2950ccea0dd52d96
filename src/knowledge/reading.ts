import { count } from '../wording.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { listError, RequestError } from './failures.ts'
import type { ListedEntry, Page } from './list.ts'

/** Rows of a page to ask for. */
const PAGE_SIZE = 100
/** The same after a page that is too large: the size of the documentation's example. */
const SMALL_PAGE_SIZE = 20
/** Pages that have arrived and wait for their turn at most, so that requests go on while the rows of others are looked at. */
const MAX_WAITING = 8
/** Rows between two lines about the progress. */
const PROGRESS_STEP = 1000

/** What a page adds to a reading, and what the reading has found so far. */
export interface ReadPage {
  /** Without read-only ones, and without those that a page before has shown. */
  readonly rows: readonly ListedEntry[]
  /** Read-only rows so far. */
  readonly readOnly: number
  /** How many entries the list names, also read-only ones; 0 if it names no number. */
  readonly total: number
}

/**
 * Reads the list once, to its end: an empty page, one that shows nothing new, or 404 after the first page. The total is no
 * end, because it may be wrong, or that of the page. It begins again once at most, with smaller pages: a service that leaves rows
 * out again has a reason, such as permissions.
 *
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
export async function* readList(client: KnowledgeClient): AsyncGenerator<ReadPage, void> {
  const reading = new Reading(client)
  const smaller = yield* reading.readPages(PAGE_SIZE, true)
  if (smaller !== undefined) yield* reading.readPages(smaller, false)
}

class Reading {
  readonly #client: KnowledgeClient
  readonly #seen = new Set<string>()
  #readOnly = 0
  #total = 0

  constructor(client: KnowledgeClient) {
    this.#client = client
  }

  /**
   * Reads pages of one size.
   *
   * @returns the size with which to begin again if it may: a page is too large, or rows may lie between two pages.
   */
  async *readPages(asked: number, mayBeginAgain: boolean): AsyncGenerator<ReadPage, number | undefined> {
    const seen = new Set<string>()
    let smaller: number | undefined
    for await (const { number, size, answer } of pages(this.#client, asked)) {
      if (answer instanceof RequestError) {
        if (mayBeginAgain && isTooLarge(answer, number)) return SMALL_PAGE_SIZE
        if (number > FIRST_PAGE && answer.status === 404) break
        throw listError(number, answer)
      }
      const all = [...answer.rows, ...answer.readOnly]
      const before = seen.size
      for (const { key } of all) seen.add(key)
      yield this.#add(answer)
      if (seen.size === before) break
      if (smaller !== undefined) return smaller
      // A service that says that its pages have this size has left rows out.
      const isShort = number > FIRST_PAGE && all.length < size && answer.size !== size
      const shown = Math.max(all.length, SMALL_PAGE_SIZE)
      if (mayBeginAgain && isShort && shown < size) smaller = shown
    }
    return this.#seen.size < this.#total ? smaller : undefined
  }

  #add({ rows, readOnly, total = 0 }: Page): ReadPage {
    const before = this.#seen.size
    const isNew = ({ key }: ListedEntry): boolean => this.#seen.size < this.#seen.add(key).size
    const added = rows.filter(isNew)
    this.#readOnly += readOnly.filter(isNew).length
    this.#total = Math.max(this.#total, total)
    const { size } = this.#seen
    if (Math.floor(size / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) {
      this.#client.onProgress?.(`reading the list: ${count(size, 'entry', 'entries')}`)
    }
    return { rows: added, readOnly: this.#readOnly, total: this.#total }
  }
}

/** A page of so many rows, as the service shows it, or why it cannot be read. */
interface Shown {
  /** From 1. */
  readonly number: number
  readonly size: number
  readonly answer: Page | RequestError
}

/**
 * All pages in their order, without an end. If the list names a total, they are requested before they are needed, as many
 * at a time as the client allows, and a few more wait in memory.
 *
 * The first page says how many rows the service allows. All others are asked for as many, so that none lies between two pages.
 */
async function* pages(client: KnowledgeClient, asked: number): AsyncGenerator<Shown, never> {
  const stop = new AbortController()
  const request = async (number: number, size: number): Promise<Shown> => {
    const answer = await client.listPage(number, size, stop.signal).catch((error: unknown) => {
      if (error instanceof RequestError && error !== client.ended) return error
      throw error
    })
    return { number, size, answer }
  }
  try {
    let shown = await request(FIRST_PAGE, asked)
    yield shown
    const size = sizeOf(shown.answer, asked)
    let next = FIRST_PAGE + 1
    const ahead: Promise<Shown>[] = []
    for (;;) {
      const { total = 0 } = shown.answer instanceof RequestError ? {} : shown.answer
      // Behind the last page is one without rows.
      while (next <= Math.ceil(total / size) + 1 && ahead.length < client.concurrency + MAX_WAITING) {
        const page = request(next++, size)
        // Nobody waits for it if the list ends before.
        page.catch(() => undefined)
        ahead.push(page)
      }
      shown = await (ahead.shift() ?? request(next++, size))
      yield shown
    }
  } finally {
    // Ends what was requested ahead, and is of no use any more.
    stop.abort()
  }
}

/** The rows of a page, if a service shows fewer than it was asked for. */
function sizeOf(first: Page | RequestError, asked: number): number {
  if (first instanceof RequestError) return asked
  const { rows, readOnly, size } = first
  const shown = size !== undefined && size < asked ? size : rows.length + readOnly.length
  return shown > 0 && shown < asked ? shown : asked
}

/** True if a page with fewer rows may succeed. Some services answer 400 or 422 if the first page is too large. */
function isTooLarge({ tooLarge, status }: RequestError, number: number): boolean {
  return tooLarge || (number === FIRST_PAGE && (status === 400 || status === 422))
}
