import type { KnowledgeClient } from './client.ts'
import { endlessListError, listError, RequestError } from './failures.ts'
import type { ListedEntry, Page } from './page.ts'

/** Rows of a page to ask for. */
const PAGE_SIZE = 100
/** Entries of a page after one that was too large: as in the documentation's example. */
const SMALL_PAGE_SIZE = 20

/** Milliseconds that one reading takes at most: a list that shows something new on every page has no end. */
const MAX_READING = 10 * 60_000
/** How a service may answer for a page behind the last one; 200 is an answer without entries. */
const BEHIND_THE_END = [200, 400, 404, 416, 422]

/** The whole list, each entry once. */
interface List<T> {
  /** One for each row that is not read-only. */
  readonly rows: readonly T[]
  readonly readOnly: number
  /** How many entries the list names, also read-only ones; 0 if it names no number. */
  readonly total: number
}

/**
 * Reads the list to its end. It begins again once at most, with smaller pages: a service that leaves rows out again has a reason,
 * such as permissions.
 *
 * @param keep makes a row what is needed of it, so that memory does not hold a knowledge base.
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
export async function readList<T>(client: KnowledgeClient, keep: (row: ListedEntry) => T): Promise<List<T>> {
  const first = await readPages(client, PAGE_SIZE, keep)
  const smaller = smallerSize(first)
  const last = smaller === undefined ? first : await readPages(client, smaller, keep)
  if (last.failed !== undefined) throw listError(last.failed.number, last.failed.answer)
  // What only the first pages have shown is there, too.
  const rows = new Map([...first.rows, ...last.rows])
  return { rows: [...rows.values()], readOnly: last.keys.size - last.rows.size, total: last.total }
}

/** One pass through the list, with pages of one size. */
interface Reading<T> {
  /** Of all rows, also read-only ones. */
  readonly keys: ReadonlySet<string>
  /** By key. */
  readonly rows: ReadonlyMap<string, T>
  readonly total: number
  /** The rows of each page that has shown something new. */
  readonly lengths: readonly number[]
  /** The page that cannot be read. */
  readonly failed: { readonly number: number; readonly answer: RequestError } | undefined
}

/**
 * Reads pages to the end: an empty page, one that shows nothing new, 404 behind the pages that the total promises, or a page that
 * cannot be read after as many rows as the total. The total alone is no end, because it may be wrong, or that of the page.
 */
async function readPages<T>(client: KnowledgeClient, size: number, keep: (row: ListedEntry) => T): Promise<Reading<T>> {
  const keys = new Set<string>()
  const rows = new Map<string, T>()
  const lengths: number[] = []
  let total = 0
  let failed: Reading<T>['failed']
  const began = performance.now()
  for await (const { number, answer } of pages(client, size)) {
    if (answer instanceof RequestError) {
      const isWhole = total > 0 && keys.size >= total
      // Behind a full page, the total may promise more.
      const isShort = (lengths.at(-1) ?? 0) < (lengths[0] ?? 0)
      const isBehind = isShort || (number - 1) * (lengths[0] ?? 0) >= total
      const { status = 0 } = answer
      const isEnd = (isWhole && BEHIND_THE_END.includes(status)) || (isBehind && status === 404)
      if (number === 1 || !isEnd) failed = { number, answer }
      break
    }
    if (performance.now() - began > MAX_READING) throw endlessListError(number)
    const before = keys.size
    for (const row of answer.rows) {
      keys.add(row.key)
      if (!row.isReadOnly) rows.set(row.key, keep(row))
    }
    total = Math.max(total, answer.total ?? 0)
    if (keys.size === before) break
    lengths.push(answer.rows.length)
  }
  return { keys, rows, total, lengths, failed }
}

/** The size with which to begin again, because a page is too large, or rows may lie between two pages; else undefined. */
function smallerSize({ keys, total, lengths, failed }: Reading<unknown>): number | undefined {
  if (failed !== undefined) return failed.answer.tooLarge ? SMALL_PAGE_SIZE : undefined
  const [first = 0, ...others] = lengths
  // The last page may be short, unless the total says that rows are missing.
  const isWhole = keys.size >= total
  const short = (isWhole ? others.slice(0, -1) : others).find((length) => length < first)
  const smaller = Math.max(short ?? first, SMALL_PAGE_SIZE)
  return smaller < first ? smaller : undefined
}

/** A page, from 1, or why it cannot be read. */
interface AnsweredPage {
  readonly number: number
  readonly answer: Page | RequestError
}

/**
 * All pages in their order, without an end. If the first one names a total, as many are requested at a time as the client allows.
 * It also shows how many rows the service gives at most. All others ask for that many, so that no row is missed between pages.
 */
async function* pages(client: KnowledgeClient, asked: number): AsyncGenerator<AnsweredPage, void> {
  const request = async (number: number, size: number): Promise<AnsweredPage> => {
    const answer = await client.listPage(number, size).catch((error: unknown) => {
      if (error instanceof RequestError && error !== client.endedBy) return error
      throw error
    })
    return { number, answer }
  }
  const first = await request(1, asked)
  yield first
  if (first.answer instanceof RequestError) return
  const { rows, total = 0 } = first.answer
  const size = Math.min(asked, rows.length)
  // Behind the last page is one without rows.
  const last = Math.ceil(total / size) + 1
  const ahead: Promise<AnsweredPage>[] = []
  for (let next = 2; ;) {
    while (next <= last && ahead.length < client.concurrency) {
      const page = request(next++, size)
      // Nobody waits for it if the list ends before.
      page.catch(() => undefined)
      ahead.push(page)
    }
    yield await (ahead.shift() ?? request(next++, size))
  }
}
