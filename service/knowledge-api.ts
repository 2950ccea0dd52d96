import { Hono, type Context } from 'hono'
import { STORED } from './answer-options.ts'
import { LIST_PATH, ListRequest, READONLY, UPSERT_PATH, UpsertRequest } from './api-types.ts'
import { authenticate } from './authenticate.ts'
import { HttpError } from './http-error.ts'
import { itemOf, listAnswer, success } from './list-answer.ts'
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
    const { page_num, page_size } = await readJson(c, ListRequest)
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
    const asked = page_num === undefined || page_size === undefined ? undefined : { page_num, page_size }
    const page = answers.page(token.workspaceId, asked)
    return c.json(listAnswer(token.workspaceId, page, answers.options), 200, NO_STORE)
  })

  routes.post(UPSERT_PATH, async (c) => {
    rateLimit.take(activeToken(c).id)
    const { name, content } = await readJson(c, UpsertRequest)
    const { stored, match } = answers.options
    const text = { name, content: STORED[stored](content) }
    const { workspaceId, entry } = await storage.batch(() => {
      // Again, in the transaction: the token cannot be revoked between this check and the commit.
      const token = activeToken(c)
      tokens.recordUse(token)
      const { workspaceId } = token
      return { workspaceId, entry: entries.upsert(workspaceId, text, { tokenId: token.id, match }) }
    })
    if (entry === undefined) return c.json({ code: READONLY, message: 'knowledge.readonly', data: null }, 200, NO_STORE)
    answers.changed(workspaceId, entry.id, entry)
    return c.json(success(itemOf(workspaceId, entry)), 200, NO_STORE)
  })

  for (const path of [LIST_PATH, UPSERT_PATH]) {
    routes.all(path, (c) => {
      throw new HttpError(405, `${c.req.method} is not allowed here.`, { headers: { Allow: 'POST' } })
    })
  }

  return routes
}

const NO_STORE = { 'Cache-Control': 'no-store' }
