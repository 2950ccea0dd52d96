import { hash } from 'node:crypto'
import { field } from '../field.ts'
import { isReadable, type EntryDetails, type EntryId } from './api-types.ts'

export interface ListedEntry {
  /** Identifies the entry in every reading: made of its name and id, or, without an id, of all that the list shows of it. */
  readonly key: string
  /** Empty if there is none. */
  readonly name: string
  /** Empty if the list shows no text. */
  readonly content: string
  /** All that the list shows of an entry without a text, or of a type that has none, in JSON; undefined for others. */
  readonly json: string | undefined
  /** The field of the row that has the text; undefined without one. */
  readonly textField: string | undefined
  /** One of the vendor's own entries, which no upsert is meant to change. */
  readonly isReadOnly: boolean
  /** Undefined if the list shows no trigger: then it is not the documented one. */
  readonly details: EntryDetails | undefined
}

export interface Page {
  readonly rows: readonly ListedEntry[]
  /** How many entries the list names, also read-only ones. */
  readonly total: number | undefined
  /** How many rows the documented list says that a page has. */
  readonly pageSize: unknown
  /** True if entries have triggers, or if there are none, and the answer has the form of the documentation. */
  readonly hasTriggers: boolean
  /** True if it shows a description, perhaps null, or if there are no entries, and the answer has the form of the documentation. */
  readonly hasDescriptions: boolean
}

/** Where lists commonly have their entries: at the top, or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'list', 'records', 'results', 'rows']
/** Where the documented list and others have the number of entries. */
const TOTALS = [['total'], ['data', 'total'], ['data', 'page', 'total']]
/** Where a row has its text; a document's is in the second. */
const TEXTS = [['content'], ['data', 'document_content'], ['data', 'content'], ['data']]
/** The fields of a row, none of them checked. */
type Cells = Readonly<Record<string, unknown>>

/** Undefined for an answer that is no list. */
export function parsePage(answer: unknown): Page | undefined {
  const total = TOTALS.map((path) => field(answer, ...path)).find((value) => typeof value === 'number')
  const table = tableIn(answer, total)
  if (table === undefined) return undefined
  const rows = entriesIn(table)
  const isDocumentedForm = typeof field(answer, 'code') === 'number' && Array.isArray(field(answer, 'data', 'items'))
  return {
    rows,
    total,
    pageSize: field(answer, 'data', 'page', 'page_size'),
    hasTriggers: rows.length === 0 ? isDocumentedForm : rows.some(({ details }) => details !== undefined),
    hasDescriptions:
      rows.length === 0 ? isDocumentedForm : rows.some(({ details }) => details?.description !== undefined)
  }
}

function tableIn(answer: unknown, total: number | undefined): readonly Cells[] | undefined {
  const holders = [answer, field(answer, 'data'), field(answer, 'result')]
  const candidates = holders.flatMap((holder, at) => [
    // `null` counts as an empty list only inside a field.
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
    const [textField, content] = textAndField(cells)
    const id = cells['id'] ?? undefined
    // Short, because a reading keeps the keys of all rows.
    const key = hash('sha1', JSON.stringify([name, id === undefined ? { content } : { id }]), 'base64')
    // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    const isReadOnly = cells['is_readonly'] === true
    const details = detailsIn(cells)
    const isText = content !== '' && (details === undefined || isReadable(details.type))
    const json = isText ? undefined : JSON.stringify(cells, null, 2)
    return { key: `${key} ${nth}`, name, content, json, textField, isReadOnly, details }
  })
}

function nameIn({ name }: Cells): string {
  return typeof name === 'string' ? name : ''
}

export function textAndField(cells: unknown): [field: string | undefined, text: string] {
  for (const path of TEXTS) {
    const text = field(cells, ...path)
    if (typeof text === 'string' && text !== '') return [path.join('.'), text]
  }
  return [undefined, '']
}

function detailsIn(cells: Cells): EntryDetails | undefined {
  const { id, type, trigger, description, labels = null, metadata = null } = cells
  if (typeof trigger !== 'string') return undefined
  const config = Object.entries(cellsOf(cells['trigger_config'])).filter(([, value]) => value !== null)
  return {
    id: typeof id === 'number' || typeof id === 'string' ? (id satisfies EntryId) : undefined,
    type: typeof type === 'string' ? type : 'document',
    trigger,
    triggerConfig: Object.fromEntries(config),
    description: typeof description === 'string' || description === undefined ? description : null,
    labels,
    metadata,
    workspace: cells['workspace_id'] ?? null
  }
}
