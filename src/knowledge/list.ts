import { hash } from 'node:crypto'
import { field } from '../field.ts'
import { readText } from '../runbook/source-line.ts'

/** An entry as the list shows it. */
export interface ListedEntry {
  /** Identifies the entry in every reading: made of its name and id, or, without an id, of all that the list shows of it. */
  readonly key: string
  /** Empty if there is none. */
  readonly name: string
  /** Empty if the list shows no text. */
  readonly content: string
  /** The field of the row that has the text; undefined without one. */
  readonly textField: string | undefined
  /** One of the vendor's own entries, which no upsert is meant to change. */
  readonly isReadOnly: boolean
}

export interface Page {
  readonly rows: readonly ListedEntry[]
  /** How many entries the list names, also read-only ones. */
  readonly total: number | undefined
}

/** Where lists commonly have their entries: at the top, or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'list', 'records', 'results', 'rows']
/** Where the documented list and others have the number of entries. */
const TOTALS = [['total'], ['data', 'total'], ['data', 'page', 'total']]
/** Keys of `data` that probably have the text. Its keys differ by the type of the entry, and are not documented. */
const TEXT_KEYS = ['content', 'text', 'markdown', 'body']
/** The fields of a row, none of them checked. */
type Cells = Readonly<Record<string, unknown>>

/** Undefined for an answer that is no list. */
export function parsePage(answer: unknown): Page | undefined {
  const total = TOTALS.map((path) => field(answer, ...path)).find((value) => typeof value === 'number')
  const table = tableIn(answer, total)
  if (table === undefined) return undefined
  return { rows: entriesIn(table), total }
}

function tableIn(answer: unknown, total: number | undefined): readonly Cells[] | undefined {
  const holders = [answer, field(answer, 'data'), field(answer, 'result')]
  const candidates = holders.flatMap((holder, at) => [
    // The answer is no field: only a list says `null` for no rows.
    ...(at > 0 || Array.isArray(holder) ? [holder] : []),
    ...ARRAY_KEYS.map((key) => field(holder, key))
  ])
  const arrays = candidates.filter((value) => Array.isArray(value))
  const rows = arrays.map((array) => array.map(cellsOf)).find((table) => table.some((cells) => nameIn(cells) !== ''))
  if (rows !== undefined) return rows
  // Some services write an empty array as null, or leave it out.
  const isEmpty = arrays.length > 0 || candidates.includes(null) || total === 0
  return isEmpty && arrays.every(({ length }) => length === 0) ? [] : undefined
}

function cellsOf(row: unknown): Cells {
  return typeof row === 'object' && row !== null ? (row as Cells) : {}
}

function entriesIn(table: readonly Cells[]): ListedEntry[] {
  const counts = new Map<string, number>()
  return table.map((cells) => {
    const name = nameIn(cells)
    const [textField, content] = textIn(cells)
    const id = cells['id'] ?? undefined
    // Short, because a reading keeps the keys of all rows.
    const key = hash('sha1', JSON.stringify([name, id === undefined ? { content } : { id }]), 'base64')
    // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    return { key: `${key} ${nth}`, name, content, textField, isReadOnly: cells['is_readonly'] === true }
  })
}

function nameIn({ name }: Cells): string {
  return typeof name === 'string' ? name : ''
}

/** The text of a row, and the field that has it. */
function textIn({ content, data }: Cells): [field: string | undefined, text: string] {
  if (isText(content)) return ['content', content]
  if (isText(data)) return ['data', data]
  const texts = Object.entries(data ?? {}).filter((entry): entry is [string, string] => isText(entry[1]))
  const found =
    TEXT_KEYS.flatMap((key) => texts.filter(([other]) => other === key))[0] ??
    texts.find(([, text]) => readText(text).line !== undefined) ??
    texts.toSorted(([, one], [, other]) => other.length - one.length)[0]
  return found === undefined ? [undefined, ''] : [`data.${found[0]}`, found[1]]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
