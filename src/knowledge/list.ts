import { hash } from 'node:crypto'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { RequestError } from './response.ts'

/** Page sizes to try: a smaller one where a page is refused or too large to read. Each divides the one before. */
const PAGE_SIZES: readonly [number, ...number[]] = [100, 20, 4, 1]
/** Pages of a complete reading: 200,000 entries. */
export const ALL_PAGES = 2000

/** An entry as the list shows it. The specification leaves the fields open; without `content` nothing can be compared. */
export interface ListedEntry {
  readonly name: string
  readonly id: string | undefined
  readonly content: string | undefined
}

/** All entries of one name. */
export interface NamedEntries {
  /** Entries that differ in their id; 1 where the list shows no ids. */
  readonly count: number
  /** `contentHash` of the last one; undefined where the list shows no content. */
  readonly hash: string | undefined
}

/** What the list showed: names and hashes, never contents. */
export interface KnowledgeList {
  /**
   * - `complete`: an empty page, or the number of entries that the list names, ended it.
   * - `bounded`: there are more pages than the run reads. A name that is absent proves nothing.
   * - `partial`: the same after a page that cannot be read.
   * - `unreadable`: nothing is known.
   */
  readonly extent: 'complete' | 'bounded' | 'partial' | 'unreadable'
  /** Why it is not complete, as the end of a sentence. */
  readonly why: string
  readonly entries: ReadonlyMap<string, NamedEntries>
}

/**
 * Reads the list page by page.
 *
 * @param maxPages pages of 100 entries at most.
 * @param onPage gets the entries of each page, contents included, before the next page is read.
 * @throws {ActionError} only where the run has ended; other failures make the list `partial` or `unreadable`.
 */
export async function readList(
  client: KnowledgeClient,
  maxPages: number,
  onPage?: (entries: readonly ListedEntry[]) => unknown
): Promise<KnowledgeList> {
  const reading = new ListReading()
  let size: number = PAGE_SIZES[0]
  /** Entries on the pages before. */
  let start = 0
  while (start < maxPages * PAGE_SIZES[0]) {
    const page = FIRST_PAGE + start / size
    let answer: unknown
    try {
      answer = await client.listPage(page, size)
    } catch (error) {
      if (client.ended !== undefined || !(error instanceof RequestError)) throw error
      const smaller = PAGE_SIZES[PAGE_SIZES.indexOf(size) + 1]
      if (!error.tooLarge || smaller === undefined) {
        return reading.end(`page ${page} of the list cannot be read (${error.message.replace(/\.$/, '')})`)
      }
      size = smaller
      continue
    }
    const { entries, total } = parsePage(answer) ?? {}
    if (entries === undefined) return reading.end('the list has an unknown form')
    if (entries.length === 0) {
      const isShort = total !== undefined && reading.size < total
      return reading.end(isShort ? `the list names ${total} entries and shows ${reading.size}` : '')
    }
    await onPage?.(entries)
    if (!reading.add(entries)) return reading.end('the list repeats a page')
    if (total !== undefined && reading.size >= total) return reading.end('')
    start += size
  }
  return { ...reading.end(`the list has more than ${maxPages} pages`), extent: 'bounded' }
}

/** Stands for a content where contents cannot be kept: SHA-256 of its UTF-8, base64url. */
export function contentHash(content: string): string {
  return hash('sha256', content, 'base64url')
}

class ListReading {
  /** Name and id of every entry. */
  readonly #seen = new Set<string>()
  readonly #entries = new Map<string, NamedEntries>()

  get size(): number {
    return this.#seen.size
  }

  /** Returns false for a page that shows nothing new. */
  add(entries: readonly ListedEntry[]): boolean {
    const sizeBefore = this.size
    for (const { name, id, content } of entries) {
      const count = this.#entries.get(name)?.count ?? 0
      const key = JSON.stringify([name, id])
      const isNew = !this.#seen.has(key)
      this.#seen.add(key)
      const hash = content === undefined ? undefined : contentHash(content)
      this.#entries.set(name, { count: isNew ? count + 1 : count, hash })
    }
    return this.size > sizeBefore
  }

  end(why: string): KnowledgeList {
    const extent = why === '' ? 'complete' : this.size > 0 ? 'partial' : 'unreadable'
    return { extent, why, entries: this.#entries }
  }
}

/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result']
const TOTAL_KEYS = ['total', 'total_count', 'totalCount']
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id']

type Fields = Readonly<Record<string, unknown>>

/** The entries of a page; undefined for a form that is not known. */
function parsePage(answer: unknown): { entries: ListedEntry[]; total: number | undefined } | undefined {
  const holders = isFields(answer) ? [answer, answer['data'], answer['result']] : [answer]
  const total = holders
    .filter(isFields)
    .flatMap((holder) => TOTAL_KEYS.map((key) => holder[key]))
    .find((value): value is number => typeof value === 'number' && value >= 0)
  const arrays = holders.flatMap((holder): unknown[] =>
    Array.isArray(holder) ? [holder] : isFields(holder) ? ARRAY_KEYS.map((key) => holder[key]) : []
  )
  // Some services write an empty array as null.
  const array =
    arrays.find((value): value is unknown[] => Array.isArray(value)) ?? (arrays.includes(null) ? [] : undefined)
  if (array === undefined) return undefined
  const entries: ListedEntry[] = []
  for (const row of array) {
    if (!isFields(row) || typeof row['name'] !== 'string') return undefined
    const { name, content } = row
    const id = ID_KEYS.map((key) => row[key]).find((value) => typeof value === 'string' || typeof value === 'number')
    entries.push({
      name,
      id: id === undefined ? undefined : String(id),
      content: typeof content === 'string' ? content : undefined
    })
  }
  return { entries, total }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
