import { Hono, type Context } from 'hono'
import type { Answers, ListPage } from './answers.ts'
import { LIST_PATH, UPSERT_PATH, UpsertRequest } from './api-types.ts'
import { authenticate } from './authenticate.ts'
import type { StoredEntry } from './entries.ts'
import { HttpError } from './http-error.ts'
import { readJson } from './read-json.ts'
import type { Env, Services } from './services.ts'
import { StorageError } from './storage.ts'
import type { Token } from './tokens.ts'

/** The two endpoints that the vendor specifies. A token reads and writes the entries of its own workspace. */
export function knowledgeRoutes(services: Services): Hono<Env> {
  const { storage, tokens, entries, answers, rateLimit, onError } = services
  const routes = new Hono<Env>()

  function activeToken(c: Context<Env>): Token {
    const token = authenticate(c.env.incoming, tokens)
    c.set('tokenId', token.id)
    return token
  }

  routes.post(LIST_PATH, async (c) => {
    rateLimit.take(activeToken(c).id)
    const { page_num, page_size } = await readJson(c, answers.ListRequest)
    // Again: the token may have been revoked while the body arrived.
    const token = activeToken(c)
    try {
      storage.transaction(() => {
        tokens.recordUse(token)
      })
    } catch (error) {
      // The time of the last use is not worth an error: a full disk can still be read.
      if (!(error instanceof StorageError)) throw error
      onError(error)
    }
    const page = answers.page(token.workspaceId, page_num, page_size)
    return c.json(listBody(page, { page_num, page_size }, answers.options), 200, NO_STORE)
  })

  routes.post(UPSERT_PATH, async (c) => {
    rateLimit.take(activeToken(c).id)
    const text = await readJson(c, UpsertRequest)
    const { match, upsert } = answers.options
    const { workspaceId, entry, created } = await storage.batch(() => {
      // Again, in the transaction: the token cannot be revoked between this check and the commit.
      const token = activeToken(c)
      tokens.recordUse(token)
      return { workspaceId: token.workspaceId, ...entries.upsert(token.workspaceId, text, token.id, match) }
    })
    answers.changed(workspaceId, entry.id, entry)
    if (upsert === 'empty') return c.body(null, 204, NO_STORE)
    return c.json(upsertBody(entry, created, upsert), 200, NO_STORE)
  })

  for (const path of [LIST_PATH, UPSERT_PATH]) {
    routes.all(path, (c) => {
      throw new HttpError(405, `${c.req.method} is not allowed here.`, { headers: { Allow: 'POST' } })
    })
  }

  return routes
}

const NO_STORE = { 'Cache-Control': 'no-store' }

type Options = Answers['options']

function listBody({ items, total }: ListPage, request: object, { list, content, ids }: Options): object {
  const listed = items.map((entry) => {
    const { id, name, ...times } = identity(entry)
    return {
      ...(ids && { id }),
      name,
      ...(content !== 'none' && { content: shownContent(entry.content, content) }),
      ...times
    }
  })
  switch (list) {
    case 'items':
      return { items: listed, ...request, total }
    case 'array':
      return listed
    case 'data':
      return { data: { items: listed, total } }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

function shownContent(text: string, content: 'full' | 'encoded' | 'cut'): string {
  switch (content) {
    case 'full':
      return text
    case 'encoded':
      return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    case 'cut':
      // 200 UTF-16 units hold at least 100 characters.
      return Array.from(text.slice(0, 200)).slice(0, 100).join('')
  }
}

function upsertBody(entry: StoredEntry, created: boolean, upsert: 'entry' | 'echo' | 'code'): object {
  switch (upsert) {
    case 'entry':
      return { ...identity(entry), created }
    case 'echo':
      return { ...identity(entry), content: entry.content }
    case 'code':
      return { code: 0, message: 'success' }
  }
}

function identity({ id, name, createdAt, updatedAt }: StoredEntry) {
  return {
    id: String(id),
    name,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString()
  }
}
