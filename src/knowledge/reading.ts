import type { ErrorKind } from '../errors.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { RequestError } from './failures.ts'
import type { ListedEntry, Page } from './list.ts'
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
  /** With an empty page; `pages` is the number of those before it. */
  | { readonly kind: 'complete'; readonly pages: number }
  /** The reader had what it needed. */
  | { readonly kind: 'enough' }
  /** Nothing is known of what it would have shown. */
  | { readonly kind: 'failed'; readonly why: string; readonly error?: RequestError }
  /** The service has no list that this program can read. */
  | { readonly kind: 'unusable'; readonly why: string }

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
export async function readList(
  client: KnowledgeClient,
  reader: {
    /** Called where a reading begins, or begins again. */
    readonly begin?: () => void
    /** Gets the rows of each page. */
    readonly add: (rows: readonly ListedEntry[]) => unknown
    /** Whether it needs no further page. */
    readonly hasEnough?: () => boolean
    /** Whether it holds no more. */
    readonly holdsNoMore?: () => boolean
  }
): Promise<Ending> {
  const until = performance.now() + TIME
  let size: number = PAGE_SIZES[0]
  for (let nth = 1; ; nth++) {
    reader.begin?.()
    try {
      return await readPages(client, reader, size, until)
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
  await client.listPage([FIRST_PAGE, 1], performance.now() + FIRST_TIME)
}

/** Ends a reading before its time. */
class Unfinished extends Error {
  readonly ending: Ending
  /** A page size with which another reading may show more. */
  readonly smaller: number | undefined

  constructor(ending: Ending, smaller?: number) {
    super()
    this.ending = ending
    this.smaller = smaller
  }
}

function broken(why: string, smaller?: number): Unfinished {
  return new Unfinished({ kind: 'failed', why }, smaller)
}

function differingSizes(rows: number): Unfinished {
  return broken('the pages of the list differ in size', rows)
}

/**
 * One reading, with pages of one size.
 *
 * @param until by `performance.now()`.
 * @throws {Unfinished}
 */
async function readPages(
  client: KnowledgeClient,
  reader: Parameters<typeof readList>[1],
  size: number,
  until: number
): Promise<Ending> {
  /** The keys of the rows that it has shown. */
  const seen = new Set<string>()
  /** @returns whether it shows something new. */
  const add = (rows: readonly ListedEntry[]): boolean => {
    const before = seen.size
    for (const { key } of rows) seen.add(key)
    reader.add(rows)
    client.onWait?.(`reading the list: ${count(seen.size, 'entry', 'entries')}`)
    return seen.size > before
  }
  /** @param isRefusal tells errors that mean a page without rows. */
  const page = (number: number, rows = size, isRefusal: (error: RequestError) => boolean = () => false) =>
    readOnePage(client, [number, rows], { until, isFirst: seen.size === 0, isRefusal })
  /**
   * Some services show fewer rows than they are asked for, and skip the others: then the row after the last page is there.
   *
   * @param rows of the last page.
   * @param read rows in all.
   */
  const requireUncut = async (rows: number, read: number): Promise<void> => {
    if (rows >= size) return
    const next = await page(read + 1, 1, ({ tooLarge }) => tooLarge)
    if (add(next.rows)) throw differingSizes(rows)
  }

  /** How many entries the service names. */
  let total: number | undefined
  let last = size
  let read = 0
  for (let pages = 0; ; pages++) {
    if (reader.hasEnough?.() === true) return { kind: 'enough' }
    if (pages === MAX_PAGES || seen.size >= MAX_ROWS || reader.holdsNoMore?.() === true) {
      throw broken('the list is larger than a run can hold')
    }
    const { rows, total: announced = 0 } = await page(FIRST_PAGE + pages)
    if (rows.length === 0) {
      await requireUncut(last, read)
      // Some services count pages from zero; to others that request is an error, or repeats page 1.
      const zeroth = await page(FIRST_PAGE - 1, size, ({ kind }) => REFUSALS.includes(kind))
      // If pages count from zero, the number of the row after this page is one less.
      if (add(zeroth.rows)) await requireUncut(zeroth.rows.length, zeroth.rows.length - 1)
      if ((total ?? 0) > seen.size) throw broken(`the list names ${total} entries and shows ${seen.size}`)
      return { kind: 'complete', pages }
    }
    // More rows follow a page that was not full: the service shows fewer than it was asked for.
    if (last < size) throw differingSizes(last)
    last = rows.length
    read += last
    // Some services name the rows of the page instead of all: then there is nothing to compare.
    if (announced > last) {
      if (total !== undefined && total !== announced) throw broken('the list changed while it was read')
      total = announced
    }
    if (!add(rows)) throw broken('the list repeats a page')
  }
}

/** @throws {Unfinished} where it cannot be read. */
async function readOnePage(
  client: KnowledgeClient,
  [number, rows]: readonly [number: number, rows: number],
  { until, isFirst, isRefusal }: { until: number; isFirst: boolean; isRefusal: (error: RequestError) => boolean }
): Promise<Page> {
  try {
    return await client.listPage([number, rows], isFirst ? Math.min(until, performance.now() + FIRST_TIME) : until)
  } catch (error) {
    if (!(error instanceof RequestError) || error === client.ended) throw error
    if (isRefusal(error)) return { rows: [] }
    const smaller = error.tooLarge ? PAGE_SIZES.find((each) => each < rows) : undefined
    const why = `page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`
    const isUnusable = isFirst && UNUSABLE.includes(error.kind)
    throw new Unfinished(isUnusable ? { kind: 'unusable', why } : { kind: 'failed', why, error }, smaller)
  }
}
