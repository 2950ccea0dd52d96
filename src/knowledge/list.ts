import { field } from '../json.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { RequestError } from './response.ts'
import { foldName, textHash } from './spelling.ts'

/** Page sizes to try: a smaller one where a page is refused or too large to read. */
const PAGE_SIZES: readonly [number, ...number[]] = [100, 20, 4, 1]
/** Readings with ever smaller pages. */
const MAX_READINGS = 5
/** What memory holds of a list: entries, and characters of their names. */
const MAX_ENTRIES = 200_000
const MAX_NAMES = 32 * 1024 * 1024
/** In characters. `runbook/name.ts` refuses longer names. */
const MAX_NAME = 1000

/** How much of a list is read: pages, and milliseconds. */
export interface Bounds {
  readonly pages: number
  readonly time: number
}
export const PUSH: Bounds = { pages: 10, time: 2 * 60_000 }
/** Up to 200,000 entries. */
export const WHOLE: Bounds = { pages: 2000, time: 10 * 60_000 }

/** An entry as the list shows it. The specification leaves the fields open; without `content` nothing can be compared. */
export interface ListedEntry {
  readonly name: string
  readonly id: string | number | undefined
  readonly content: string | undefined
}

/** All entries of one name. */
export interface NamedEntries {
  /** Entries that differ in their id; rows, where the list shows no ids. */
  readonly count: number
  /** `textHash` of the last one; undefined where the list shows no content. */
  readonly hash: string | undefined
}

export type Extent =
  /** An empty page ended it. A name that is absent has no entry. */
  | { readonly kind: 'complete' }
  /** There are more pages than the run reads. */
  | { readonly kind: 'bounded' }
  /** `why` is a clause. Nothing is known after a page that cannot be read, or of the list at all. */
  | { readonly kind: 'partial' | 'unreadable'; readonly why: string; readonly error?: RequestError }

/** What a list showed: names and hashes, never contents. */
export class KnowledgeList {
  extent: Extent = { kind: 'unreadable', why: 'it was not read' }
  readonly #entries = new Map<string, NamedEntries>()
  /** The names of entries by their folded form. */
  readonly #folded = new Map<string, string>()
  /** Name and id of every entry, hashed. */
  readonly #seen = new Set<string>()
  /** Of all names. */
  #characters = 0

  /** Whether memory holds no more of it. */
  get isFull(): boolean {
    return this.#seen.size >= MAX_ENTRIES || this.#characters >= MAX_NAMES
  }

  /** The number of entries. */
  get size(): number {
    return this.#seen.size
  }

  get names(): Iterable<string> {
    return this.#entries.keys()
  }

  get isComplete(): boolean {
    return this.extent.kind === 'complete'
  }

  /** Whether it shows the text of some entry. */
  get showsTexts(): boolean {
    return [...this.#entries.values()].some(({ hash: shown }) => shown !== undefined)
  }

  /** The entries of exactly this name; if there are none, of a name that a service may take for the same. */
  find(name: string): NamedEntries | undefined {
    return this.#entries.get(this.nameOf(name) ?? '')
  }

  /** The name that it shows for a name. */
  nameOf(name: string): string | undefined {
    return this.#entries.has(name) ? name : this.#folded.get(foldName(name))
  }

  /** Whether it shows an entry of exactly this name. */
  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** @returns how many of the rows were not there before. */
  add(rows: readonly ListedEntry[]): number {
    const before = this.#seen.size
    const page = new Map<string, number>()
    for (const { name, id, content } of rows) {
      // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
      const nth = page.get(name) ?? 0
      page.set(name, nth + 1)
      const key = textHash(JSON.stringify([name, id ?? [content, nth]]))
      const isNew = !this.#seen.has(key)
      this.#seen.add(key)
      if (name.length > MAX_NAME) continue
      if (isNew) this.#characters += name.length
      const count = (this.#entries.get(name)?.count ?? 0) + (isNew ? 1 : 0)
      this.#entries.set(name, { count, hash: content === undefined ? undefined : textHash(content) })
      this.#folded.set(foldName(name), name)
    }
    return this.#seen.size - before
  }
}

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
  for (let reading = 1; ; reading++) {
    const list = new KnowledgeList()
    const source = readPages(client, list, { size, pages, until, mayShrink: reading < MAX_READINGS, mayLack })
    await onPage?.([], true)
    let step = await source.next()
    for (; step.done !== true; step = await source.next()) await onPage?.(step.value, false)
    if (step.value.kind !== 'shrink') {
      list.extent = step.value
      return list
    }
    size = step.value.size
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

interface PageOptions {
  readonly size: number
  readonly pages: number
  /** By `performance.now()`. */
  readonly until: number
  readonly mayShrink: boolean
  readonly mayLack: (list: KnowledgeList) => boolean
}

const DIFFER = 'the pages of the list differ in size'

/** Yields the rows of each page that shows something new, and returns how the reading ended. */
async function* readPages(
  client: KnowledgeClient,
  list: KnowledgeList,
  { size, pages, until, mayShrink, mayLack }: PageOptions
): AsyncGenerator<readonly ListedEntry[], Extent | { readonly kind: 'shrink'; readonly size: number }> {
  const broken = (why: string, error?: RequestError): Extent => {
    return { kind: list.size > 0 ? 'partial' : 'unreadable', why, ...(error && { error }) }
  }
  /** Empty where the service refuses it. */
  const rowsOf = async (
    number: number,
    size: number,
    isRefusal: (error: RequestError) => boolean
  ): Promise<readonly ListedEntry[]> => {
    const page = await client.listPage([number, size], parsePage, until).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error === client.ended || !isRefusal(error)) throw error
      return { rows: [] }
    })
    return page.rows
  }
  const unreadable = (number: number) => (error: unknown) => {
    if (!(error instanceof RequestError) || error === client.ended) throw error
    return broken(`page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`, error)
  }
  /** Whether a page of so many rows was cut, and the row after it is on this page of one row. */
  const isCut = async (rows: number, number: number): Promise<boolean> =>
    rows < size && list.add(await rowsOf(number, 1, ({ tooLarge }) => tooLarge)) > 0
  const shrink = (to: number) => (mayShrink ? ({ kind: 'shrink', size: to } as const) : broken(DIFFER))
  let last = size
  let read = 0
  let total: number | undefined
  let end: Extent = { kind: 'bounded' }
  for (let number = FIRST_PAGE; number < FIRST_PAGE + pages; number++) {
    let page: Page
    try {
      page = await client.listPage([number, size], parsePage, until)
    } catch (error) {
      if (!(error instanceof RequestError) || error === client.ended) throw error
      const smaller = PAGE_SIZES.find((each) => each < size)
      if (error.tooLarge && smaller !== undefined && mayShrink) return { kind: 'shrink', size: smaller }
      return unreadable(number)(error)
    }
    const { rows } = page
    if (rows.length === 0) {
      // Some services show fewer rows than they are asked for, and skip the others.
      const cut = await isCut(last, read + 1).catch(unreadable(read + 1))
      if (typeof cut !== 'boolean') return cut
      if (cut) return shrink(last)
      end = { kind: 'complete' }
      break
    }
    // More rows follow a page that was not full: the service shows fewer than it was asked for.
    if (last < size) return shrink(last)
    last = rows.length
    read += last
    // Some services name the rows of the page.
    const named = (page.total ?? 0) > rows.length ? page.total : undefined
    if (total !== undefined && named !== undefined && named !== total) {
      return broken('the list changed while it was read')
    }
    total ??= named
    if (list.add(rows) === 0) return broken('the list repeats a page')
    yield rows
    if (list.isFull) return broken('it is larger than a run can hold')
  }
  if (mayLack(list) || (total !== undefined && total > list.size)) {
    const first = await rowsOf(FIRST_PAGE - 1, size, () => true)
    if (list.add(first) > 0) {
      // Counted from zero, too.
      const cut = await isCut(first.length, first.length).catch(unreadable(first.length))
      if (typeof cut !== 'boolean') return cut
      if (cut) return shrink(first.length)
      yield first
    }
  }
  const names = total !== undefined && total > list.size
  return names && end.kind === 'complete' ? broken(`the list names ${total} entries and shows ${list.size}`) : end
}

/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result']
const TOTAL_KEYS = ['total', 'total_count', 'totalCount']
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id']

export interface Page {
  readonly rows: readonly ListedEntry[]
  readonly total?: number | undefined
  /** Whether there is no array, as in many errors. */
  readonly isNull: boolean
}

/** Undefined for a form that is not known. */
export function parsePage(answer: unknown): Page | undefined {
  const holders = [answer, field(answer, 'data'), field(answer, 'result')]
  const valuesOf = (keys: readonly string[]): unknown[] =>
    holders.flatMap((holder) => keys.map((key) => field(holder, key)))
  const lists = [answer, ...valuesOf(ARRAY_KEYS)]
  // Some services write an empty array as null.
  const found = lists.find((value) => Array.isArray(value)) ?? (lists.includes(null, 1) ? [] : undefined)
  if (found === undefined) return undefined
  const rows: ListedEntry[] = []
  for (const row of found as unknown[]) {
    const name = field(row, 'name')
    const content = field(row, 'content')
    if (typeof name !== 'string') return undefined
    const ids = ID_KEYS.map((key) => field(row, key))
    const id = ids.find((value) => typeof value === 'string' || typeof value === 'number')
    rows.push({ name, id, content: typeof content === 'string' ? content : undefined })
  }
  const total = valuesOf(TOTAL_KEYS).find((value): value is number => typeof value === 'number' && value >= 0)
  return { rows, total, isNull: !lists.includes(found) }
}
