import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setTimeout as delay } from 'node:timers/promises'
import { presentedToken } from './bearer.ts'
import type { Clock } from './clock.ts'
import { controlRoutes } from './control.ts'
import { BODY_LIMIT } from './json.ts'
import { knowledgeRoutes } from './knowledge-api.ts'
import { openApiDocument } from './openapi.ts'
import { problem, refusalFrom } from './problems.ts'
import { Refusal } from './refusal.ts'
import type { Env, Rehearsal, Rooms } from './rooms.ts'
import { screenRoutes } from './screen/screen.ts'

/** Every route of the service. */
export function createApp(rooms: Rooms): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error) => {
    const refusal = refusalFrom(error)
    if (refusal.status >= 500) rooms.report(error)
    return problem(refusal)
  })
  app.notFound(() => problem(new Refusal(404, 'There is nothing at this path.')))

  app.use(hostGuard)
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: () => {
        // The adapter reads on for a moment, so that the client is still there to read this.
        throw new Refusal(413, `The body is larger than ${BODY_LIMIT} bytes.`)
      }
    })
  )
  if (rooms.rehearsal !== undefined) {
    app.route('/_control', controlRoutes(rooms, rooms.rehearsal))
    app.use(rehearsed(rooms.clock, rooms.rehearsal))
  }
  app.get('/openapi.json', (c) => c.json(openApiDocument(new URL(c.req.url).origin, rooms.pageSizeMax)))
  app.route('/', knowledgeRoutes(rooms))
  app.route('/', screenRoutes(rooms))
  return app
}

/** Against DNS rebinding: a page of another site that resolves to this machine still sends its own name. */
const hostGuard: MiddlewareHandler<Env> = async (c, next) => {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(c.req.header('host') ?? '')) {
    throw new Refusal(421, 'This service answers to 127.0.0.1 and localhost only.')
  }
  await next()
}

/** Records each request, and does to it what the rules of the rehearsal say. */
function rehearsed(clock: Clock, { faults, requests, stopping }: Rehearsal): MiddlewareHandler<Env> {
  return async (c, next) => {
    const received_at = clock.now()
    const body = new Uint8Array(await c.req.arrayBuffer())
    const fault = faults.next(c.req.path)
    if (fault.delay > 0) await delay(fault.delay, undefined, { signal: stopping }).catch(() => undefined)

    if (fault.status !== undefined) {
      c.res = faultyAnswer(fault.status, fault.retryAfter)
    } else if (fault.reset !== 'before') {
      await next()
    }
    const status = fault.reset === undefined ? c.res.status : null
    const { method, path } = c.req
    const token = presentedToken(c.env.incoming)
    requests.add({ method, path, status, token_id: c.get('tokenId') ?? null, received_at }, body, token)
    if (fault.reset !== undefined) c.res = cutConnection(c)
  }
}

function faultyAnswer(status: number, retryAfter: string | undefined): Response {
  const headers = {
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="knowledge", error="invalid_token"' })
  }
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers })
  if (status < 400) return Response.json({}, { status, headers })
  return problem({ status, message: 'A fault that this rehearsal asked for.', fields: [], headers })
}

function cutConnection(c: Context<Env>): Response {
  c.env.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}
