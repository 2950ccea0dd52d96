import type { Behaviour } from './misbehaving-service.ts'

export interface Stored {
  readonly id: number
  name: string
  content: string
}

export interface KnowledgeBaseOptions {
  /** Entries there from the start. */
  readonly entries?: readonly { readonly name: string; readonly content: string }[]
  /** What a page is answered as; by default `{ data: { items, total } }`. */
  readonly shape?: (rows: readonly Stored[], all: readonly Stored[], page: number) => unknown
  /** The largest page, however large a one is asked for. */
  readonly pageSize?: number
  /** The number of the first page. */
  readonly firstPage?: number
  /** What the list shows of all there is, and in which order. */
  readonly shown?: (all: readonly Stored[], lists: number) => readonly Stored[]
  /** True where an upsert makes a new entry every time. */
  readonly copies?: boolean
  /** Names whose upserts are accepted and forgotten. */
  readonly forgets?: (name: string) => boolean
}

/** A knowledge base, to be the behaviour of a service: it keeps what is upserted and lists it. */
export function knowledgeBase(options: KnowledgeBaseOptions = {}) {
  const { copies = false, pageSize = 1000, firstPage = 1 } = options
  const shown = options.shown ?? ((all: readonly Stored[]) => all)
  const shape =
    options.shape ?? ((items: readonly Stored[], all: readonly Stored[]) => ({ data: { items, total: all.length } }))
  const stored: Stored[] = (options.entries ?? []).map((entry, i) => ({ id: i + 1, ...entry }))
  /** Readings that began: page 1 was asked for. */
  let readings = 0
  const behave: Behaviour = ({ path, body }, reply) => {
    const { name = '', content = '', page_num = firstPage, page_size = 100 } = body
    if (path.endsWith('/list')) {
      if (page_num === 1) readings += 1
      const all = shown(stored, readings)
      const size = Math.min(page_size, pageSize)
      const from = (page_num - firstPage) * size
      reply.end(JSON.stringify(shape(from < 0 ? [] : all.slice(from, from + size), all, page_num)))
      return
    }
    const entry = copies ? undefined : stored.find((one) => one.name === name)
    if (entry !== undefined) entry.content = content
    else if (options.forgets?.(name) !== true) stored.push({ id: stored.length + 1, name, content })
    reply.end('{}')
  }
  return { behave, stored, readings: () => readings }
}
