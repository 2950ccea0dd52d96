import type { Options } from './answer-options.ts'
import type { ListedEntry, ListPage } from './answers.ts'
import type { StoredEntry } from './entries.ts'
import { shownText } from './shown-text.ts'

/** The bodies of answers, in the form that the options ask for. */

export function listBody(
  { items, total }: ListPage,
  request: { readonly page_num: number; readonly page_size: number },
  options: Options
): object {
  const { list, ids, deleted } = options
  const listed = items.map((entry) => {
    const { id, name, ...times } = identity(entry)
    const content = shownText(entry, options)
    return {
      ...(ids && { id }),
      name,
      ...(content !== undefined && { content }),
      ...times,
      ...(deleted !== 'gone' && { [deleted]: deletion(entry, deleted) })
    }
  })
  const counted = totalOf({ total, rows: items.length, size: request.page_size }, options.total)
  switch (list) {
    case 'items':
      return withCode({ items: listed, ...request, ...counted }, options)
    case 'array':
      return listed
    case 'data':
      return withCode({ data: { items: listed, ...counted } }, options)
  }
}

function totalOf(
  { total, rows, size }: { readonly total: number; readonly rows: number; readonly size: number },
  form: Options['total']
): { readonly total?: number } {
  switch (form) {
    case 'entries':
      return { total }
    case 'rows':
      return { total: rows }
    case 'pages':
      return { total: Math.ceil(total / size) }
    case 'zero':
      return { total: 0 }
    case 'none':
      return {}
  }
}

function deletion({ deletedAt }: ListedEntry, field: Options['deleted']): boolean | string | null {
  if (field !== 'deleted_at') return deletedAt !== undefined
  return deletedAt === undefined ? null : new Date(deletedAt).toISOString()
}

/** Undefined for an answer without a body. */
export function upsertBody(entry: StoredEntry, created: boolean, options: Options): object | undefined {
  switch (options.upsert) {
    case 'entry':
      return withCode({ ...identity(entry), created }, options)
    case 'echo':
      return withCode({ ...identity(entry), content: entry.content }, options)
    case 'code':
      return withCode({ code: 0, message: 'success' }, options)
    case 'empty':
      return undefined
  }
}

function withCode(body: object, { code }: Options): object {
  return code === undefined ? body : { ...body, code }
}

function identity({ id, name, createdAt, updatedAt }: StoredEntry) {
  return {
    id: String(id),
    name,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString()
  }
}
