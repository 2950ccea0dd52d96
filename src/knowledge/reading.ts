import type { ErrorKind } from '../errors.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { parsePage, type ListedEntry, type Page } from './list.ts'
import { RequestError } from './response.ts'
import { count } from '../wording.ts'

/** Page sizes to try: a smaller one where a page is refused or too large to read. */
const PAGE_SIZES: readonly [number, ...number[]] = [100, 20, 4, 1]
/** How often a list is read from its beginning, with ever smaller pages. */
const MAX_BEGINNINGS = 5
/** More than memory holds; a service may make pages larger or smaller than it was asked to. */
const MAX_ROWS = 200_000
const MAX_PAGES = 2000
/** Milliseconds for a reading, and for its first page. */
const TIME = 10 * 60_000
const FIRST_TIME = 60_000

/** How a reading of the list ended. `why` is a clause. */
export type Ending =
  /** An empty page, after so many others. */
  | { readonly kind: 'complete'; readonly pages: number }
  /** The reader had what it needed. */
  | { readonly kind: 'enough' }
  /** Nothing is known of what it would have shown. */
  | { readonly kind: 'failed'; readonly why: string; readonly error?: RequestError }
  /** The service has no list that this program can read. */
  | { readonly kind: 'unusable'; readonly why: string }

export interface Reader {
  /** Called where a reading begins, or begins again. */
  readonly begin?: () => void
  /** Gets the rows of each page. */
  readonly add: (rows: readonly ListedEntry[]) => unknown
  /** Whether it needs no further page. */
  readonly hasEnough?: () => boolean
  /** Whether it holds no more. */
  readonly holdsNoMore?: () => boolean
}

/** Kinds of errors that may mean that there is no such page; a page of a negative number makes some services fail. */
const REFUSALS: readonly ErrorKind[] = ['entry-rejected', 'wrong-address', 'service-failing']
/** Kinds of errors of the first page after which a list is unusable. */
const UNUSABLE: readonly ErrorKind[] = ['forbidden', 'wrong-address']

/**
 * Reads the list, page by page of one size. Where the service makes pages smaller, it begins again with their size: rows
 * between two pages would be missed. The rows of all beginnings count.
 *
 * @throws {ActionError} only where the run has ended.
 */
export async function readList(client: KnowledgeClient, reader: Reader): Promise<Ending> {
  const until = performance.now() + TIME
  let size: number = PAGE_SIZES[0]
  for (let nth = 1; ; nth++) {
    reader.begin?.()
    const reading = new Reading(client, reader, size, until)
    try {
      return await reading.read()
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error
      if (error.smaller === undefined || nth === MAX_BEGINNINGS) return error.ending
      size = error.smaller
    }
  }
}

/**
 * Reads one row, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} where it cannot be read.
 */
export async function checkList(client: KnowledgeClient): Promise<void> {
  await client.listPage([FIRST_PAGE, 1], parsePage, performance.now() + FIRST_TIME)
}

/** Ends a reading before its time. */
class Unfinished extends Error {
  readonly ending: Ending
  /** With pages of so many rows, another reading may show more. */
  readonly smaller: number | undefined

  constructor(ending: Ending, smaller?: number) {
    super()
    this.ending = ending
    this.smaller = smaller
  }
}

/** One reading, with pages of one size. */
class Reading {
  readonly #client: KnowledgeClient
  readonly #reader: Reader
  readonly #size: number
  /** By `performance.now()`. */
  readonly #until: number
  /** The keys of the rows that it has shown. */
  readonly #seen = new Set<string>()
  /** How many entries the service names. */
  #total: number | undefined

  constructor(client: KnowledgeClient, reader: Reader, size: number, until: number) {
    this.#client = client
    this.#reader = reader
    this.#size = size
    this.#until = until
  }

  /** @throws {Unfinished} */
  async read(): Promise<Ending> {
    let last = this.#size
    let read = 0
    for (let pages = 0; ; pages++) {
      if (this.#reader.hasEnough?.() === true) return { kind: 'enough' }
      if (pages === MAX_PAGES || this.#seen.size >= MAX_ROWS || this.#reader.holdsNoMore?.() === true)
        throw this.#broken('the list is larger than a run can hold')
      const { rows, total } = await this.#page(FIRST_PAGE + pages, this.#size)
      if (rows.length === 0) {
        await this.#requireUncut(last, read)
        await this.#readPageBeforeFirst()
        if ((this.#total ?? 0) > this.#seen.size)
          throw this.#broken(`the list names ${this.#total} entries and shows ${this.#seen.size}`)
        return { kind: 'complete', pages }
      }
      // More rows follow a page that was not full: the service shows fewer than it was asked for.
      if (last < this.#size) throw this.#differ(last)
      last = rows.length
      read += last
      this.#compareTotal(total, last)
      if (!this.#add(rows)) throw this.#broken('the list repeats a page')
    }
  }

  /** Some services count pages from zero; to others that request is an error, or repeats page 1. */
  async #readPageBeforeFirst(): Promise<void> {
    const { rows } = await this.#page(FIRST_PAGE - 1, this.#size, ({ kind }) => REFUSALS.includes(kind))
    // If pages count from zero, the number of the row after this page is one less.
    if (this.#add(rows)) await this.#requireUncut(rows.length, rows.length - 1)
  }

  /** @param isRefusal tells errors that mean a page without rows. */
  async #page(number: number, size: number, isRefusal: (error: RequestError) => boolean = () => false): Promise<Page> {
    const isFirst = this.#seen.size === 0
    const until = isFirst ? Math.min(this.#until, performance.now() + FIRST_TIME) : this.#until
    try {
      return await this.#client.listPage([number, size], parsePage, until)
    } catch (error) {
      if (!(error instanceof RequestError) || error === this.#client.ended) throw error
      if (isRefusal(error)) return { rows: [] }
      const smaller = error.tooLarge ? PAGE_SIZES.find((each) => each < size) : undefined
      const why = `page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`
      const isUnusable = isFirst && UNUSABLE.includes(error.kind)
      throw new Unfinished(isUnusable ? { kind: 'unusable', why } : { kind: 'failed', why, error }, smaller)
    }
  }

  /** @returns whether it shows something new. */
  #add(rows: readonly ListedEntry[]): boolean {
    const before = this.#seen.size
    for (const { key } of rows) this.#seen.add(key)
    this.#reader.add(rows)
    this.#client.onWait?.(`reading the list: ${count(this.#seen.size, 'entry', 'entries')}`)
    return this.#seen.size > before
  }

  /**
   * Some services show fewer rows than they are asked for, and skip the others: then the row after the last page is there.
   *
   * @param rows of the last page.
   * @param read rows in all.
   */
  async #requireUncut(rows: number, read: number): Promise<void> {
    if (rows >= this.#size) return
    const { rows: next } = await this.#page(read + 1, 1, ({ tooLarge }) => tooLarge)
    if (this.#add(next)) throw this.#differ(rows)
  }

  /** Some services name the rows of the page instead of all: then there is nothing to compare. */
  #compareTotal(total = 0, rows: number): void {
    if (total <= rows) return
    if (this.#total !== undefined && this.#total !== total) throw this.#broken('the list changed while it was read')
    this.#total = total
  }

  #differ(rows: number): Unfinished {
    return this.#broken('the pages of the list differ in size', rows)
  }

  #broken(why: string, smaller?: number): Unfinished {
    return new Unfinished({ kind: 'failed', why }, smaller)
  }
}
