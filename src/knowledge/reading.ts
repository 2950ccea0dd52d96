import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { KnowledgeList, parsePage, type Extent, type ListedEntry, type Page } from './list.ts'
import { RequestError } from './response.ts'

/** Page sizes to try: a smaller one where a page is refused or too large to read. */
const PAGE_SIZES: readonly [number, ...number[]] = [100, 20, 4, 1]
/** Readings with ever smaller pages. */
const MAX_READINGS = 5

/** How much of a list is read: pages, and milliseconds. */
export interface Bounds {
  readonly pages: number
  readonly time: number
}
export const PUSH: Bounds = { pages: 10, time: 2 * 60_000 }
/** Up to 200,000 entries. */
export const WHOLE: Bounds = { pages: 2000, time: 10 * 60_000 }

/**
 * Reads the list, page by page of one size. Where the service makes pages smaller, it begins again with their size: rows
 * between two pages would be missed.
 *
 * @param onPage gets the rows of each page, contents included, before the next page is read. Where a reading begins, it
 *   gets none and `isStart`: what an earlier one showed counts no more.
 * @param mayLack whether an entry that must be there could be on a page 0: some services count from zero.
 * @throws {ActionError} only where the run has ended.
 */
export async function readList(
  client: KnowledgeClient,
  { pages, time }: Bounds,
  onPage?: (rows: readonly ListedEntry[], isStart: boolean) => unknown,
  mayLack: (list: KnowledgeList) => boolean = () => false
): Promise<KnowledgeList> {
  const until = performance.now() + time
  let size: number = PAGE_SIZES[0]
  for (let nth = 1; ; nth++) {
    const reading = new Reading(client, size, until)
    await onPage?.([], true)
    try {
      for await (const rows of reading.pages(pages, mayLack)) await onPage?.(rows, false)
      return reading.list
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error
      const { extent, smaller } = error
      if (smaller === undefined || nth === MAX_READINGS) {
        reading.list.extent = extent
        return reading.list
      }
      size = smaller
    }
  }
}

/**
 * Reads the list, at most as far as a push, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} where its first page cannot be read.
 */
export async function checkList(client: KnowledgeClient): Promise<KnowledgeList> {
  await client.listPage([FIRST_PAGE, 1], parsePage, performance.now() + PUSH.time)
  return readList(client, PUSH, undefined, () => true)
}

/** Ends a reading before its time. */
class Unfinished extends Error {
  readonly extent: Extent
  /** With pages of so many rows, another reading may show more. */
  readonly smaller: number | undefined

  constructor(extent: Extent, smaller?: number) {
    super()
    this.extent = extent
    this.smaller = smaller
  }
}

/** One reading, with pages of one size. */
class Reading {
  readonly list = new KnowledgeList()
  readonly #client: KnowledgeClient
  readonly #size: number
  /** By `performance.now()`. */
  readonly #until: number
  /** How many entries the service names. */
  #total: number | undefined

  constructor(client: KnowledgeClient, size: number, until: number) {
    this.#client = client
    this.#size = size
    this.#until = until
  }

  /**
   * Yields the rows of each page that shows something new, and sets how far the list was read.
   *
   * @throws {Unfinished}
   */
  async *pages(
    most: number,
    mayLack: (list: KnowledgeList) => boolean
  ): AsyncGenerator<readonly ListedEntry[], void, undefined> {
    const { list } = this
    let isEnd = false
    let last = this.#size
    for (let number = FIRST_PAGE, read = 0; number < FIRST_PAGE + most && !isEnd; number++) {
      const { rows, total } = await this.#page(number, this.#size)
      isEnd = rows.length === 0
      if (isEnd) {
        await this.#requireUncut(last, read)
        continue
      }
      // More rows follow a page that was not full: the service shows fewer than it was asked for.
      if (last < this.#size) throw this.#differ(last)
      last = rows.length
      read += last
      this.#compareTotal(total, last)
      if (list.add(rows) === 0) throw this.#broken('the list repeats a page')
      yield rows
      if (list.isFull) throw this.#broken('it is larger than a run can hold')
    }
    if (mayLack(list) || this.#lacks) {
      const { rows } = await this.#page(FIRST_PAGE - 1, this.#size, () => true)
      if (list.add(rows) > 0) {
        // Counted from zero, the row after this page has the number of the last one.
        await this.#requireUncut(rows.length, rows.length - 1)
        yield rows
      }
    }
    if (isEnd && this.#lacks) throw this.#broken(`the list names ${this.#total} entries and shows ${list.size}`)
    list.extent = { kind: isEnd ? 'complete' : 'bounded' }
  }

  /** Whether it shows fewer entries than the service names. */
  get #lacks(): boolean {
    return (this.#total ?? 0) > this.list.size
  }

  /** @param isRefusal tells errors that mean a page without rows. */
  async #page(
    number: number,
    size: number,
    isRefusal: (error: RequestError) => boolean = () => false
  ): Promise<Pick<Page, 'rows' | 'total'>> {
    try {
      return await this.#client.listPage([number, size], parsePage, this.#until)
    } catch (error) {
      if (!(error instanceof RequestError) || error === this.#client.ended) throw error
      if (isRefusal(error)) return { rows: [] }
      const smaller = error.tooLarge ? PAGE_SIZES.find((each) => each < size) : undefined
      const why = `page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`
      throw this.#broken(why, error, smaller)
    }
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
    if (this.list.add(next) > 0) throw this.#differ(rows)
  }

  /** Some services name the rows of the page instead of all: then there is nothing to compare. */
  #compareTotal(total = 0, rows: number): void {
    if (total <= rows) return
    if (this.#total !== undefined && this.#total !== total) throw this.#broken('the list changed while it was read')
    this.#total = total
  }

  #differ(rows: number): Unfinished {
    return this.#broken('the pages of the list differ in size', undefined, rows)
  }

  #broken(why: string, error?: RequestError, smaller?: number): Unfinished {
    const kind = this.list.size > 0 ? 'partial' : 'unreadable'
    return new Unfinished({ kind, why, ...(error && { error }) }, smaller)
  }
}
