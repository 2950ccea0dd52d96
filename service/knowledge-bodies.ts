import type { Options } from './answer-options.ts'
import type { ListPage } from './answers.ts'
import type { StoredEntry } from './entries.ts'

/** The bodies of answers, in the form that the options ask for. */

export function listBody(
  { items, total }: ListPage,
  request: { readonly page_num: number; readonly page_size: number },
  options: Options
): object {
  const { list, content, ids } = options
  const listed = items.map((entry) => {
    const { id, name, ...times } = identity(entry)
    return {
      ...(ids && { id }),
      name,
      ...(content !== 'none' && { content: CONTENTS[content](entry) }),
      ...times
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

function encode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const CONTENTS: Readonly<Record<Exclude<Options['content'], 'none'>, (entry: StoredEntry) => string>> = {
  full: ({ content }) => content,
  encoded: ({ content }) => encode(content),
  html: ({ content }) =>
    content
      .trim()
      .split(/\s*\n\s*\n\s*/)
      .map((part) => (part.startsWith('# ') ? `<h1>${encode(part.slice(2))}</h1>` : `<p>${encode(part)}</p>`))
      .join('\n'),
  summary: ({ name, content }) => `${name}, in ${content.split(/\s+/).length} words.`,
  // 200 UTF-16 units hold at least 100 characters.
  cut: ({ content }) => Array.from(content.slice(0, 200)).slice(0, 100).join('')
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
