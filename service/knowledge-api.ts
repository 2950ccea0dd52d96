import { Hono, type Context } from 'hono'
import { LIST_PATH, UPSERT_PATH, UpsertRequest } from './api-types.ts'
import { authenticate } from './authenticate.ts'
import { HttpError } from './http-error.ts'
import { listBody, upsertAnswer } from './knowledge-bodies.ts'
import { readJson } from './read-json.ts'
import type { Env, Services } from './services.ts'
import { StorageError } from './storage.ts'
import { storedText } from './stored-text.ts'
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
    const request = await readJson(c, UpsertRequest)
    const { options } = answers
    const text = storedText(request, options)
    const { workspaceId, entry, created, stored } = await storage.batch(() => {
      // Again, in the transaction: the token cannot be revoked between this check and the commit.
      const token = activeToken(c)
      tokens.recordUse(token)
      return { workspaceId: token.workspaceId, ...entries.upsert(token.workspaceId, text, token.id, options) }
    })
    if (stored) answers.changed(workspaceId, entry)
    const answer = upsertAnswer(entry, created, options)
    return answer === undefined ? c.body(null, 204, NO_STORE) : c.json(answer.body, answer.status, NO_STORE)
  })

  for (const path of [LIST_PATH, UPSERT_PATH]) {
    routes.all(path, (c) => {
      throw new HttpError(405, `${c.req.method} is not allowed here.`, { headers: { Allow: 'POST' } })
    })
  }

  return routes
}

const NO_STORE = { 'Cache-Control': 'no-store' }
