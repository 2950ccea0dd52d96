import { field } from '../json.ts'
import type { RequestError } from './response.ts'
import { foldName, textHash } from './spelling.ts'

/** What memory holds of a list: entries, and characters of their names. */
const MAX_ENTRIES = 200_000
const MAX_NAMES = 32 * 1024 * 1024
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
