import { hash } from 'node:crypto'
import { field } from '../json.ts'
import { FIRST_PAGE } from './api-types.ts'
import type { KnowledgeClient } from './client.ts'
import { RequestError } from './response.ts'

/** Page sizes to try: a smaller one where a page is refused or too large to read. Each divides the one before. */
const PAGE_SIZES: readonly [number, ...number[]] = [100, 20, 4, 1]
/** Pages of a complete reading: 200,000 entries. */
export const ALL_PAGES = 2000
/** Readings of a list that changes while it is read. */
const MAX_READINGS = 3
/** In characters. `runbook/name.ts` refuses longer names. */
const MAX_NAME = 1000

/** An entry as the list shows it. The specification leaves the fields open; without `content` nothing can be compared. */
export interface ListedEntry {
  readonly name: string
  readonly id: string | number | undefined
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

/** Stands for a list that was not read. */
export const NO_LIST: KnowledgeList = { extent: 'unreadable', why: 'it was not read', entries: new Map() }

/**
 * Reads the list page by page, and again from the start where its total changes: an entry that moved to a page before is
 * on none of the pages that were read.
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
  for (let reading = 1; ; reading++) {
    const { changed, ...list } = await readPages(client, maxPages, onPage)
    if (!changed || reading === MAX_READINGS) return list
  }
}

async function readPages(
  client: KnowledgeClient,
  maxPages: number,
  onPage?: (entries: readonly ListedEntry[]) => unknown
): Promise<KnowledgeList & { readonly changed: boolean }> {
  const entries = new Map<string, NamedEntries>()
  /** Name and id of every entry, hashed. */
  const seen = new Set<string>()
  const end = (why: string, changed = false) => {
    const extent = why === '' ? 'complete' : seen.size > 0 ? 'partial' : 'unreadable'
    return { extent, why, entries, changed } as const
  }
  let size: number = PAGE_SIZES[0]
  /** Entries on the pages before. */
  let start = 0
  let firstTotal: number | undefined
  const most = maxPages * PAGE_SIZES[0]
  while (start < most && seen.size < most) {
    const number = FIRST_PAGE + start / size
    let answer: unknown
    try {
      answer = await client.listPage(number, size)
    } catch (error) {
      if (client.ended !== undefined || !(error instanceof RequestError)) throw error
      const smaller = PAGE_SIZES[PAGE_SIZES.indexOf(size) + 1]
      if (!error.tooLarge || smaller === undefined) {
        return end(`page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`)
      }
      size = smaller
      continue
    }
    const page = parsePage(answer)
    if (page === undefined) return end('the list has an unknown form')
    const { total = 0 } = page
    firstTotal ??= page.total
    if (page.total !== undefined && total !== firstTotal) return end('the list changed while it was read', true)
    if (page.entries.length === 0) {
      return end(seen.size < total ? `the list names ${total} entries and shows ${seen.size}` : '')
    }
    await onPage?.(page.entries)
    const seenBefore = seen.size
    for (const { name, id, content } of page.entries) {
      const { count } = entries.get(name) ?? { count: 0 }
      const key = contentHash(JSON.stringify([name, id]))
      const hash = content === undefined ? undefined : contentHash(content)
      if (name.length <= MAX_NAME) entries.set(name, { count: seen.has(key) ? count : count + 1, hash })
      seen.add(key)
    }
    if (seen.size === seenBefore) return end('the list repeats a page')
    if (page.total !== undefined && seen.size >= total) return end('')
    start += size
  }
  return { extent: 'bounded', why: `the list has more than ${maxPages} pages`, entries, changed: false }
}

/** Stands for a content where contents cannot be kept: SHA-256 of its UTF-8, base64url. */
export function contentHash(content: string): string {
  return hash('sha256', content, 'base64url')
}

/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result']
const TOTAL_KEYS = ['total', 'total_count', 'totalCount']
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id']

/** The entries of a page; undefined for a form that is not known. */
function parsePage(answer: unknown): { entries: ListedEntry[]; total: number | undefined } | undefined {
  const holders = [answer, field(answer, 'data'), field(answer, 'result')]
  const valuesOf = (keys: readonly string[]): unknown[] =>
    holders.flatMap((holder) => keys.map((key) => field(holder, key)))
  const lists = [answer, ...valuesOf(ARRAY_KEYS)]
  // Some services write an empty array as null.
  const rows = lists.find((value) => Array.isArray(value)) ?? (lists.includes(null, 1) ? [] : undefined)
  if (rows === undefined) return undefined
  const entries: ListedEntry[] = []
  for (const row of rows as unknown[]) {
    const name = field(row, 'name')
    const content = field(row, 'content')
    if (typeof name !== 'string') return undefined
    const id = ID_KEYS.map((key) => field(row, key)).find(
      (value) => typeof value === 'string' || typeof value === 'number'
    )
    entries.push({ name, id, content: typeof content === 'string' ? content : undefined })
  }
  const total = valuesOf(TOTAL_KEYS).find((value): value is number => typeof value === 'number' && value >= 0)
  return { entries, total }
}
