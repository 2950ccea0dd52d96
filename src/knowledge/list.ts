import { hash } from 'node:crypto'
import { field } from '../field.ts'

/** An entry as the list shows it. The specification leaves the fields open; without `content` nothing can be compared. */
export interface ListedEntry {
  /** The same in every reading, and of no other entry: by its id, else by all that it shows. */
  readonly key: string
  /** Empty where there is none, as of a draft. */
  readonly name: string
  readonly content: string | undefined
  /** Deleted, archived or disabled: for readers of the assistant it is not there. */
  readonly isDeleted: boolean
}

export interface Page {
  readonly rows: readonly ListedEntry[]
  readonly total?: number | undefined
}

/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result']
const TOTAL_KEYS = ['total', 'total_count', 'totalCount']
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id']
const DELETED_KEYS = ['deleted', 'is_deleted', 'archived', 'disabled']

/** Undefined for a form that is not known. */
export function parsePage(answer: unknown): Page | undefined {
  const holders = [answer, field(answer, 'data'), field(answer, 'result')]
  const valuesOf = (keys: readonly string[]): unknown[] =>
    holders.flatMap((holder) => keys.map((key) => field(holder, key)))
  const candidates = [answer, ...valuesOf(ARRAY_KEYS)]
  const arrays = candidates.filter((value) => Array.isArray(value)) as unknown[][]
  const isEmpty = arrays.every(({ length }) => length === 0)
  // Some services write an empty array as null.
  const none = isEmpty && (arrays.length > 0 || candidates.includes(null, 1)) ? [] : undefined
  const named = arrays.find((array) => array.some((row) => nameOf(row) !== ''))
  // A page may have nothing but drafts without a name.
  const rows = named ?? arrays.find((array) => array.some((row) => idOf(row) !== undefined)) ?? none
  if (rows === undefined) return undefined
  const total = valuesOf(TOTAL_KEYS).find((value): value is number => typeof value === 'number' && value >= 0)
  return { rows: entriesIn(rows), total }
}

function entriesIn(rows: readonly unknown[]): ListedEntry[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const [name, id, content, deletedAt] = [nameOf(row), idOf(row), field(row, 'content'), field(row, 'deleted_at')]
    const shown = {
      name,
      content: typeof content === 'string' ? content : undefined,
      isDeleted: DELETED_KEYS.some((key) => field(row, key) === true) || (deletedAt ?? '') !== ''
    }
    const key = hash('sha256', JSON.stringify(id === undefined ? shown : [name, id]), 'base64url')
    // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    return { ...shown, key: `${key} ${nth}` }
  })
}

function idOf(row: unknown): string | number | undefined {
  const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
  return ID_KEYS.map((key) => field(row, key)).find(isId)
}

function nameOf(row: unknown): string {
  const name = field(row, 'name')
  return typeof name === 'string' ? name : ''
}
