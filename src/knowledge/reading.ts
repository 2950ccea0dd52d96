import { setImmediate as nextTurn } from 'node:timers/promises'
import { count, format } from '../wording.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { endError, listError, RequestError } from './failures.ts'
import type { ListedEntry } from './list.ts'

/** Rows of a page to ask for: fewer if a page is refused, or too large to be read. */
const PAGE_SIZES: readonly [number, ...number[]] = [100, 20, 4, 1]
/** How often a list is read from its first page, with ever smaller pages. */
const MAX_BEGINNINGS = 5
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

/** Gets what a reading shows. */
interface ListReader {
  /**
   * Gets the rows of each page, also once more if the reading begins again. No further page is taken before it resolves; those
   * that are requested ahead may arrive.
   */
  readonly onRows: (rows: readonly ListedEntry[], page: ListPage) => void | Promise<void>
  /** True if the rest of the list is of no use. */
  readonly hasEnough?: () => boolean
}

/**
 * Reads the list to its end. If pages turn out to be smaller than they were asked for, or too large, it begins again with
 * smaller ones.
 *
 * @returns whether the list names more entries than it has shown.
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
export async function readList(client: KnowledgeClient, reader: ListReader): Promise<boolean> {
  const until = performance.now() + MAX_MINUTES * 60_000
  let size = PAGE_SIZES[0]
  for (let beginning = 1; beginning <= MAX_BEGINNINGS; beginning++) {
    const stop = new AbortController()
    const { promise: tooSlow, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(endError('listTooSlow', { minutes: String(MAX_MINUTES) }))
    }, until - performance.now())
    try {
      const ending = await Promise.race([readPages(client, reader, size, stop.signal), tooSlow])
      if (ending.kind === 'done') return ending.isShort
      size = ending.size
    } finally {
      clearTimeout(timer)
      // Ends what was requested ahead, and is of no use any more.
      stop.abort()
    }
  }
  throw endError('listUneven')
}

/**
 * Reads one page once more.
 *
 * @throws {ActionError} if it cannot be read.
 */
export async function readPageAgain(client: KnowledgeClient, page: ListPage): Promise<readonly ListedEntry[]> {
  const shown = await requestPage(client, page)
  return shown.kind === 'rows' ? shown.rows : []
}

/**
 * Reads one row, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} if it cannot be read.
 */
export async function checkList(client: KnowledgeClient): Promise<void> {
  await requestPage(client, { number: FIRST_PAGE, size: 1 })
}

/** Why a reading with pages of one size ended. */
type ReadingEnd =
  { readonly kind: 'done'; readonly isShort: boolean } | { readonly kind: 'begin again'; readonly size: number }

/** Reads pages of one size, and says why that ended. */
async function readPages(
  client: KnowledgeClient,
  { onRows, hasEnough }: ListReader,
  size: number,
  signal: AbortSignal
): Promise<ReadingEnd> {
  const seen = new Set<string>()
  /** @returns whether the rows show something new. */
  const add = async ({ rows, readOnly, page }: ShownRows): Promise<boolean> => {
    const before = seen.size
    for (const { key } of [...rows, ...readOnly]) seen.add(key)
    await onRows(rows, page)
    if (Math.floor(seen.size / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) {
      client.onProgress?.(`reading the list: ${count(seen.size, 'entry', 'entries')}`)
    }
    return seen.size > before
  }
  let read = 0
  /** Rows of the page before. */
  let previous = size
  let total = 0
  const done = (): ReadingEnd => ({ kind: 'done', isShort: seen.size < total })
  for await (const shown of pages(client, size, signal)) {
    if (shown.kind === 'too large') return { kind: 'begin again', size: shown.smaller }
    total = Math.max(total, shown.total)
    if (!(await add(shown))) break
    // A page that was not full was not the last one: the service may have skipped the rows that it did not show.
    if (previous < size) return { kind: 'begin again', size: previous }
    if (seen.size > MAX_ROWS) throw endError('listTooLong', { most: format(MAX_ROWS) })
    if (hasEnough?.() === true) return done()
    previous = shown.rows.length + shown.readOnly.length
    read += previous
  }
  if (previous >= size) return done()
  // It may do so on the last page, too: then the next row is there.
  const behind = await requestPage(client, { number: read + 1, size: 1, signal })
  return behind.kind === 'rows' && (await add(behind)) ? { kind: 'begin again', size: previous } : done()
}

interface ShownRows {
  readonly kind: 'rows'
  readonly page: ListPage
  readonly rows: readonly ListedEntry[]
  readonly readOnly: readonly ListedEntry[]
  readonly total: number
}

/** What the service shows as a page. */
type Shown =
  | ShownRows
  /** `smaller` is the next size to try. */
  | { readonly kind: 'too large'; readonly smaller: number }

/**
 * All pages in their order, without an end. If the list names a total, they are requested before they are needed, as many
 * at a time as the client allows, and a few more wait in memory. The total does not end the list: it may be wrong, or that of the page.
 */
async function* pages(client: KnowledgeClient, size: number, signal: AbortSignal): AsyncGenerator<Shown, never> {
  let next = FIRST_PAGE
  const request = (): Promise<Shown> => {
    const shown = requestPage(client, { number: next++, size, signal })
    // Nobody waits for it if the list ends before.
    shown.catch(() => undefined)
    return shown
  }
  const ahead: Promise<Shown>[] = []
  for (let current = request(); ; current = ahead.shift() ?? request()) {
    const shown = await current
    // The reading may have ended meanwhile, because it took too long.
    signal.throwIfAborted()
    yield shown
    const last = shown.kind === 'rows' ? Math.ceil(shown.total / size) : 0
    // Behind the last page is one without rows.
    while (next <= last + 1 && ahead.length < client.concurrency + MAX_WAITING) ahead.push(request())
    // Pages that are here already would otherwise be taken first, and the requests sent late.
    if (ahead.length > 0) await nextTurn()
  }
}

/** @throws {ActionError} if the page cannot be read. */
async function requestPage(
  client: KnowledgeClient,
  { number, size, signal }: ListPage & { readonly signal?: AbortSignal }
): Promise<Shown> {
  const page = { number, size }
  try {
    const { rows, readOnly, total = 0 } = await client.listPage(number, size, signal)
    return { kind: 'rows', page, rows, readOnly, total }
  } catch (error) {
    if (!(error instanceof RequestError) || error === client.ended) throw error
    const smaller = PAGE_SIZES.find((each) => each < size)
    if (smaller !== undefined && isTooLarge(error, number)) return { kind: 'too large', smaller }
    if (number > FIRST_PAGE && saysNoSuchPage(error)) return { kind: 'rows', page, rows: [], readOnly: [], total: 0 }
    throw listError(number, error)
  }
}

/** True if a page with fewer rows may succeed. Some services answer 400 or 422 if the first page is too large. */
function isTooLarge({ tooLarge, status }: RequestError, number: number): boolean {
  return tooLarge || (number === FIRST_PAGE && (status === 400 || status === 422))
}

/** Statuses of a page that is not there. Any other may be about a page that is, such as a plan that is used up. */
const NO_SUCH_PAGE: readonly (number | undefined)[] = [400, 404, 410, 416, 422]

function saysNoSuchPage({ status, tooLarge }: RequestError): boolean {
  return NO_SUCH_PAGE.includes(status) && !tooLarge
}
