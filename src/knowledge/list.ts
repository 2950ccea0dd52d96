import { hash } from 'node:crypto'
import { field } from '../field.ts'

/** An entry as the list shows it. The specification leaves the fields open; without `content` nothing can be compared. */
export interface ListedEntry {
  /** Identifies the entry in every reading: made of its name and id, or, without an id, of all that the list shows of it. */
  readonly key: string
  /** Empty if there is none, as of a draft. */
  readonly name: string
  readonly content: string | undefined
  /** Deleted, archived or disabled: for readers of the assistant it is not there. */
  readonly isDeleted: boolean
}

export interface Page {
  readonly rows: readonly ListedEntry[]
  /** How many entries the list names; some services name those of the page. */
  readonly total?: number | undefined
}

/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result']
const TOTAL_KEYS = ['total', 'total_count', 'totalCount']
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id']
const DELETED_KEYS = ['deleted', 'is_deleted', 'archived', 'disabled']
/** In UTF-16 units: a longer key is hashed, so that memory holds no names of megabytes. */
const LONGEST_KEY = 100

/** The fields of a row, none of them checked. */
type Cells = Readonly<Record<string, unknown>>

/** Undefined for an answer that is no list. */
export function parsePage(answer: unknown): Page | undefined {
  const holders = [answer, field(answer, 'data'), field(answer, 'result')]
  const valuesOf = (keys: readonly string[]): unknown[] =>
    holders.flatMap((holder) => keys.map((key) => field(holder, key)))
  const total = valuesOf(TOTAL_KEYS).find((value): value is number => typeof value === 'number' && value >= 0)
  const candidates = valuesOf(ARRAY_KEYS)
  const arrays = [answer, ...candidates].filter((value) => Array.isArray(value))
  const tables = arrays.map((array) => array.map(cellsOf))
  // A page may have nothing but drafts without a name.
  const rows =
    tables.find((table) => table.some((cells) => nameIn(cells) !== '')) ??
    tables.find((table) => table.some((cells) => idIn(cells) !== undefined))
  if (rows !== undefined) return { rows: entriesIn(rows), total }
  // Some services write an empty array as null, or leave it out.
  const isEmpty = arrays.length > 0 || candidates.includes(null) || total === 0
  return isEmpty && arrays.every(({ length }) => length === 0) ? { rows: [], total } : undefined
}

function cellsOf(row: unknown): Cells {
  return typeof row === 'object' && row !== null ? (row as Cells) : {}
}

function entriesIn(rows: readonly Cells[]): ListedEntry[] {
  const counts = new Map<string, number>()
  return rows.map((cells) => {
    const { content } = cells
    const shown = {
      name: nameIn(cells),
      content: typeof content === 'string' ? content : undefined,
      isDeleted: saysDeleted(cells)
    }
    const key = keyOf(shown, idIn(cells))
    // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    return { ...shown, key: `${key} ${nth}` }
  })
}

function keyOf({ name, content, isDeleted }: Omit<ListedEntry, 'key'>, id: string | undefined): string {
  const shown = id ?? `${isDeleted} ${content === undefined ? '' : `:${content}`}`
  // The length tells where the name ends.
  const key = `${name.length} ${name}${shown}`
  return key.length > LONGEST_KEY ? hash('sha256', key, 'base64') : key
}

function saysDeleted(cells: Cells): boolean {
  return (
    DELETED_KEYS.some((key) => cells[key] === true || cells[key] === 1) ||
    /^(?:deleted|archived)$/i.test(textOf(cells['status'])) ||
    isTime(textOf(cells['deleted_at']))
  )
}

/** False for what stands for no time: some services write 0, or a date in the year 0, 1 or 1970. */
function isTime(text: string): boolean {
  if (/^-?[\d.]*$/.test(text)) return Number(text) > 0
  const [year] = /\d{4}/.exec(text) ?? []
  return Number(year) > 1970
}

function idIn(cells: Cells): string | undefined {
  const key = ID_KEYS.find((key) => textOf(cells[key]) !== '')
  return key && textOf(cells[key])
}

function nameIn({ name }: Cells): string {
  return typeof name === 'string' ? name : ''
}

/** A text or number as text; empty for anything else. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
