import { count } from '../wording.ts'
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
/** For one reading, because a run reads several times. */
const MAX_MINUTES = 10

/**
 * Reads the list to its end. If pages turn out to be smaller than they were asked for, or too large, it begins again with
 * smaller ones.
 *
 * @param onRows gets the rows of each page, also once more if it begins again.
 * @param hasEnough says that the rest of the list is of no use.
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
export async function readList(
  client: KnowledgeClient,
  {
    onRows,
    hasEnough = () => false
  }: { readonly onRows: (rows: readonly ListedEntry[]) => void; readonly hasEnough?: () => boolean }
): Promise<void> {
  const until = performance.now() + MAX_MINUTES * 60_000
  let size = PAGE_SIZES[0]
  for (let beginning = 1; beginning <= MAX_BEGINNINGS; beginning++) {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      stop.abort(endError('listTooSlow', { minutes: String(MAX_MINUTES) }))
    }, until - performance.now())
    try {
      const ending = await readPages(client, { size, onRows, hasEnough, signal: stop.signal })
      if (ending.kind === 'done') return
      size = ending.size
    } finally {
      clearTimeout(timer)
      stop.abort()
    }
  }
  throw endError('listUneven')
}

/**
 * Reads one row, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} if it cannot be read.
 */
export async function checkList(client: KnowledgeClient): Promise<void> {
  await requestPage(client, { page: FIRST_PAGE, size: 1 })
}

/** Why a reading with pages of one size ended. */
type Ending = { readonly kind: 'done' } | { readonly kind: 'begin again'; readonly size: number }

/** Reads pages of one size, and says why that ended. */
async function readPages(
  client: KnowledgeClient,
  {
    size,
    onRows,
    hasEnough,
    signal
  }: {
    readonly size: number
    readonly onRows: (rows: readonly ListedEntry[]) => void
    readonly hasEnough: () => boolean
    readonly signal: AbortSignal
  }
): Promise<Ending> {
  const seen = new Set<string>()
  /** @returns whether the rows show something new. */
  const add = (rows: readonly ListedEntry[]): boolean => {
    const before = seen.size
    for (const { key } of rows) seen.add(key)
    onRows(rows)
    client.onWait?.(`reading the list: ${count(seen.size, 'entry', 'entries')}`)
    return seen.size > before
  }
  let read = 0
  let last = size
  for await (const shown of pages(client, size, signal)) {
    if (shown.kind === 'too large') return { kind: 'begin again', size: shown.smaller }
    if (!add(shown.rows)) break
    // A page that was not full was not the last one: the service may have skipped the rows that it did not show.
    if (last < size) return { kind: 'begin again', size: last }
    if (seen.size > MAX_ROWS) throw endError('listTooLong', { most: String(MAX_ROWS) })
    if (hasEnough()) return { kind: 'done' }
    last = shown.rows.length
    read += last
  }
  if (last >= size) return { kind: 'done' }
  // It may do so on the last page, too: then the next row is there.
  const behind = await requestPage(client, { page: read + 1, size: 1, signal })
  return behind.kind === 'rows' && add(behind.rows) ? { kind: 'begin again', size: last } : { kind: 'done' }
}

/** What the service shows as a page. */
type Shown =
  | { readonly kind: 'rows'; readonly rows: readonly ListedEntry[]; readonly total: number }
  /** `smaller` is the next size to try. */
  | { readonly kind: 'too large'; readonly smaller: number }

/**
 * All pages in their order, without an end. If the list names a total, they are requested before they are needed, as many
 * at a time as the client allows. The total may be wrong, so it decides nothing else.
 */
async function* pages(client: KnowledgeClient, size: number, signal: AbortSignal): AsyncGenerator<Shown, never> {
  let next = FIRST_PAGE
  const request = (): Promise<Shown> => {
    const shown = requestPage(client, { page: next++, size, signal })
    // Nobody waits for it if the list ends before.
    shown.catch(() => undefined)
    return shown
  }
  const ahead: Promise<Shown>[] = []
  for (let current = request(); ; current = ahead.shift() ?? request()) {
    const shown = await current
    yield shown
    const last = lastPageBy(shown, size)
    // Behind the last page is one without rows.
    while (next <= last + 1 && ahead.length < client.concurrency) ahead.push(request())
  }
}

/** The number of the last page, as far as a page tells; 0 if the total is that of the page. */
function lastPageBy(shown: Shown, size: number): number {
  if (shown.kind === 'too large' || shown.total <= shown.rows.length) return 0
  return Math.ceil(shown.total / Math.max(size, shown.rows.length))
}

/** @throws {ActionError} if the page cannot be read. */
async function requestPage(
  client: KnowledgeClient,
  { page, size, signal }: { readonly page: number; readonly size: number; readonly signal?: AbortSignal }
): Promise<Shown> {
  try {
    const { rows, total = 0 } = await client.listPage(page, size, signal)
    return { kind: 'rows', rows, total }
  } catch (error) {
    if (!(error instanceof RequestError) || error === client.ended) throw error
    const smaller = PAGE_SIZES.find((each) => each < size)
    if (smaller !== undefined && isTooLarge(error, page)) return { kind: 'too large', smaller }
    if (page > FIRST_PAGE && saysNoSuchPage(error)) return { kind: 'rows', rows: [], total: 0 }
    throw listError(page, error)
  }
}

/** Whether fewer rows may be possible. With 400 and 422 some services refuse the size of the first page. */
function isTooLarge({ tooLarge, status }: RequestError, page: number): boolean {
  return tooLarge || (page === FIRST_PAGE && (status === 400 || status === 422))
}

/** 4xx, but those that say the same of every page. */
function saysNoSuchPage({ status = 0, retryable, tooLarge }: RequestError): boolean {
  return status >= 400 && status < 500 && ![401, 403, 407].includes(status) && !retryable && !tooLarge
}
