import { isSelected, type Options } from './answer-options.ts'
import type { ListedEntry, ListPage } from './answers.ts'
import type { StoredEntry } from './entries.ts'
import { shownContent } from './shown-text.ts'

/** The bodies of answers, in the form that the options ask for. */

interface PageRequest {
  readonly page_num: number
  readonly page_size: number
}

export function listBody(page: ListPage, request: PageRequest, options: Options): object | null {
  const rows = page.items.map((entry) => rowOf(entry, options, page.reading))
  const total = totalOf(page, request, options.total)
  const counted = total === undefined ? {} : { total }
  const isNull = rows.length === 0 && options.no_rows === 'null'
  switch (options.list) {
    case 'items':
      return withCode({ items: isNull ? null : rows, ...request, ...counted }, options)
    case 'array':
      return isNull ? null : rows
    case 'data':
      return withCode({ data: isNull ? null : { items: rows, ...counted } }, options)
  }
}

function rowOf(entry: ListedEntry, options: Options, reading: number): object {
  const { id, name, ...times } = identity(entry)
  const [field, living, marked] = DELETED[options.deleted]
  const row: Record<string, unknown> = { id, name, content: shownContent(entry, options, reading), ...times }
  if (field !== undefined) row[field] = entry.deletedAt === undefined ? living : (marked ?? iso(entry.deletedAt))
  const omitted: readonly string[] = isSelected(entry, options.only) ? options.omit : []
  return Object.fromEntries(Object.entries(row).filter(([key]) => !omitted.includes(key)))
}

/** The field that says whether an entry was deleted, its value for the others, and for it: without one, the time. */
const DELETED: Readonly<Record<Options['deleted'], readonly [field?: string, living?: unknown, deleted?: unknown]>> = {
  gone: [],
  deleted: ['deleted', false, true],
  is_deleted: ['is_deleted', 0, 1],
  archived: ['archived', false, true],
  disabled: ['disabled', false, true],
  status: ['status', 'active', 'deleted'],
  status_archived: ['status', 'active', 'archived'],
  deleted_at: ['deleted_at', null],
  deleted_at_zero: ['deleted_at', 0],
  // What Go writes for a time that is not set.
  deleted_at_year_one: ['deleted_at', '0001-01-01T00:00:00Z']
}

function totalOf(
  { total, items, hidden }: ListPage,
  { page_size }: PageRequest,
  form: Options['total']
): number | undefined {
  if (typeof form === 'object') return Math.min(total, form.most)
  const totals: Readonly<Record<typeof form, number | undefined>> = {
    entries: total,
    with_deleted: total + hidden,
    rows: items.length,
    pages: Math.ceil(total / page_size),
    zero: 0,
    none: undefined
  }
  return totals[form]
}

export interface UpsertAnswer {
  readonly status: 200 | 202
  readonly body: object
}

/** What an upsert is answered, whether or not it is stored; nothing is an answer without a body. */
const UPSERTS: Readonly<Record<Options['upsert'], (entry: StoredEntry, created: boolean) => UpsertAnswer | undefined>> =
  {
    entry: (entry, created) => ({ status: 200, body: { ...identity(entry), created } }),
    echo: (entry) => ({ status: 200, body: { ...identity(entry), content: entry.content } }),
    code: () => ({ status: 200, body: { code: 0, message: 'success' } }),
    empty: () => undefined,
    accepted: () => ({ status: 202, body: { status: 'accepted' } })
  }

export function upsertAnswer(entry: StoredEntry, created: boolean, options: Options): UpsertAnswer | undefined {
  const answer = UPSERTS[options.upsert](entry, created)
  return answer && { ...answer, body: withCode(answer.body, options) }
}

function withCode(body: object, { code }: Options): object {
  return code === undefined ? body : { ...body, code }
}

function identity({ id, name, createdAt, updatedAt }: StoredEntry) {
  return { id: String(id), name, created_at: iso(createdAt), updated_at: iso(updatedAt) }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
