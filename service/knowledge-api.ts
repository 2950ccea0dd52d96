import { Hono, type Context } from 'hono'
import { LIST_PATH, UPSERT_PATH } from '../src/knowledge/api-types.ts'
import type { Env, Rooms } from './rooms.ts'
import { authenticate } from './bearer.ts'
import type { StoredEntry } from './entries.ts'
import { readJson } from './json.ts'
import { Refusal } from './refusal.ts'
import { listRequest, UpsertRequest } from './schemas.ts'
import type { Token } from './tokens.ts'

/** The two endpoints that the vendor specifies, scoped to the workspace of the token. */
export function knowledgeRoutes({ together, tokens, entries, rateLimit, pageSizeMax }: Rooms): Hono<Env> {
  const ListRequest = listRequest(pageSizeMax)
  const routes = new Hono<Env>()

  function admit(c: Context<Env>): Token {
    const token = authenticate(c.env.incoming, tokens)
    c.set('tokenId', token.id)
    return token
  }

  routes.post(LIST_PATH, async (c) => {
    rateLimit.take(admit(c).id)
    const { page_num, page_size } = await readJson(c, ListRequest)
    // Again: the token may have been revoked while the body was on its way.
    const token = admit(c)
    try {
      tokens.touch(token)
    } catch {
      // The time of last use is a hint for people; a disk without room for it must not keep anyone from reading.
    }
    const items = entries.page(token.workspaceId, page_num, page_size).map(listed)
    return c.json({ items, page_num, page_size, total: entries.count(token.workspaceId) }, 200, NO_STORE)
  })

  routes.post(UPSERT_PATH, async (c) => {
    rateLimit.take(admit(c).id)
    const { name, content } = await readJson(c, UpsertRequest)
    const { entry, created } = await together(() => {
      // Again, and with the write: between the two nothing can be revoked.
      const token = admit(c)
      tokens.touch(token)
      return entries.upsert(token.workspaceId, name, content)
    })
    return c.json({ ...identity(entry), created }, 200, NO_STORE)
  })

  for (const path of [LIST_PATH, UPSERT_PATH]) {
    routes.all(path, (c) => {
      throw new Refusal(405, `${c.req.method} is not for this path.`, { headers: { Allow: 'POST' } })
    })
  }

  return routes
}

const NO_STORE = { 'Cache-Control': 'no-store' }

function listed(entry: StoredEntry) {
  const { id, name, created_at, updated_at } = identity(entry)
  return { id, name, content: entry.content, created_at, updated_at }
}

function identity({ id, name, createdAt, updatedAt }: StoredEntry) {
  return {
    id: String(id),
    name,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString()
  }
}
