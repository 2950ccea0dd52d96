import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type MiddlewareHandler } from 'hono'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { AnswerOptions } from './answers.ts'
import { CREATE_PATH, ENTRY_PATH, LIST_PATH, noStore, UPDATE_PATH, UPSERT_PATH } from './api.ts'
import { presentedToken } from './authenticate.ts'
import { CreateRequest } from './contract.ts'
import { errorAnswer } from './http-error.ts'
import { changesOf } from './items.ts'
import { readJson, validate } from './read-json.ts'
import { sameOrigin } from './same-origin.ts'
import type { Env, Services } from './services.ts'
import { EXPIRATIONS } from './tokens.ts'

const Path = z.enum([LIST_PATH, ENTRY_PATH, CREATE_PATH, UPDATE_PATH, UPSERT_PATH])

/**
 * A fault: which requests to the API it meets (all of `path`, `name` and `page` that are given must match, and only the first
 * `times`), and what happens to them. `README.md` describes each field.
 */
const FaultRule = z
  .strictObject({
    path: z.union([Path, z.array(Path)]).optional(),
    name: z.string().optional(),
    page: z.int().optional(),
    times: z.int().min(0).optional(),
    status: z.int().min(200).max(599).optional(),
    body: z.string().optional(),
    retry_after: z.union([z.string(), z.int()]).optional(),
    delay_ms: z.int().min(0).optional(),
    reset: z.enum(['before', 'after']).optional()
  })
  .refine(
    ({ status, delay_ms, reset }) => [status, delay_ms, reset].filter((one) => one !== undefined).length === 1,
    'A rule takes exactly one of status, delay_ms and reset.'
  )
export type FaultRule = z.input<typeof FaultRule>
const FaultRules = z.array(FaultRule)

/** A request as it was received and answered. Headers are not kept, so the token is not either. */
export interface RecordedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** `null` if the connection was reset instead of an answer. */
  readonly status: number | null
  /** Of the entry that it writes, before it does; `null` for a list. */
  readonly name: string | null
  /** The parsed JSON body, in which the presented token is `***`; `null` if it is not JSON. */
  readonly body: unknown
  /** The id of the accepted token. */
  readonly token_id: string | null
  /** By the service's clock, in milliseconds since the epoch. */
  readonly received_at: number
}

/** What a test directs. */
export class Control {
  requests: RecordedRequest[] = []
  #faults: { readonly rule: FaultRule; left: number }[] = []

  /** Replaces all rules; `[]` removes them. @throws {HttpError} 422 */
  setFaults(rules: readonly FaultRule[]): void {
    this.#faults = validate(FaultRules, rules).map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  /** The first rule that meets a request decides. */
  next({ path, name, body }: Pick<RecordedRequest, 'path' | 'name' | 'body'>): FaultRule | undefined {
    const { page, page_num } = (body ?? {}) as { page?: { page_no?: unknown }; page_num?: unknown }
    const request = { path: /\/\d+$/.test(path) ? ENTRY_PATH : path, name, page: page?.page_no ?? page_num }
    const keys = ['path', 'name', 'page'] as const
    const meets = (wanted: unknown, is: unknown): boolean =>
      wanted === undefined || (Array.isArray(wanted) ? wanted.includes(is) : wanted === is)
    const found = this.#faults.find(({ rule, left }) => left > 0 && keys.every((key) => meets(rule[key], request[key])))
    if (found !== undefined) found.left--
    return found?.rule
  }
}

/** Records each request, and applies the fault rules to those of the API. */
export function controlled({ clock, entries }: Services, control: Control): MiddlewareHandler<Env> {
  return async (c, next) => {
    const received_at = clock.now()
    const { method, path } = c.req
    const text = await c.req.text()
    const body = parseOrNull(text.replaceAll(presentedToken(c.env.incoming) ?? '\0', '***'))
    const { id, name: given } = (body ?? {}) as { readonly id?: unknown; readonly name?: unknown }
    const named = path === UPDATE_PATH ? entries.nameOf(id) : given
    const name = typeof named === 'string' ? named : null
    const rule = path.startsWith('/personal/') ? control.next({ path, name, body }) : undefined
    if (rule?.delay_ms !== undefined) await delay(rule.delay_ms)
    if (rule?.status !== undefined) c.res = answerOf(rule)
    else if (rule?.reset !== 'before') await next()

    const isReset = rule?.reset !== undefined
    const status = isReset ? null : c.res.status
    control.requests.push({ method, path, status, name, body, token_id: c.get('tokenId') ?? null, received_at })
    if (!isReset) return
    c.env.incoming.socket.resetAndDestroy()
    // Hono would merge the new answer with the old one.
    c.res = undefined
    c.res = RESPONSE_ALREADY_SENT
  }
}

/** A body that begins as HTML is HTML. */
function answerOf({ status = 200, body, retry_after = status === 429 ? 1 : undefined }: FaultRule): Response {
  const headers = {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="knowledge", error="invalid_token"' }),
    ...(retry_after !== undefined && { 'Retry-After': String(retry_after) }),
    ...(status >= 300 && status < 400 && { Location: 'https://sign-in.example/' })
  }
  if (body === undefined) return errorAnswer({ status, message: 'A fault rule asked for this answer.', headers })
  const type = body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json'
  return new Response(body, { status, headers: { 'Content-Type': type, ...headers } })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const Advance = z.strictObject({ advance_ms: z.int() })
const NewToken = z.strictObject({ name: z.string(), expiration: z.enum(EXPIRATIONS) })
/** What is not given stays as it is. */
const NewEntries = z.array(
  z.strictObject({
    ...z.object(CreateRequest.shape).omit({ data: true, metadata: true }).partial().shape,
    name: CreateRequest.shape.name,
    content: z.string().optional(),
    is_readonly: z.boolean().optional()
  })
)

/** How a test directs the service from outside, below `/_control`, without a token. `README.md` describes each. */
export function controlRoutes(
  { clock, tokens, workspaces, entries, people, answers }: Services,
  control: Control
): Hono<Env> {
  const workspaceId = workspaces.named().id
  const routes = new Hono<Env>()
  routes.use(sameOrigin, noStore)

  routes.post('/clock', async (c) => {
    const { advance_ms } = await readJson(c, Advance)
    clock.advance(advance_ms)
    return c.json({ now: new Date(clock.now()).toISOString() })
  })
  routes.post('/faults', async (c) => {
    control.setFaults(await readJson(c, FaultRules))
    return c.body(null, 204)
  })
  routes.post('/answers', async (c) => {
    answers.set(await readJson(c, AnswerOptions))
    return c.body(null, 204)
  })
  routes.get('/requests', (c) => c.json(control.requests))
  routes.post('/tokens', async (c) => {
    const { name, expiration } = await readJson(c, NewToken)
    return c.json(tokens.create(workspaceId, name, expiration))
  })
  routes.get('/entries', (c) => c.json(entries.all(workspaceId)))
  routes.post('/entries', async (c) => {
    const written = await readJson(c, NewEntries)
    for (const { is_readonly: isReadonly, content, ...request } of written) {
      people.write({ ...changesOf(request), ...(content !== undefined && { content }), name: request.name, isReadonly })
    }
    return c.json({ added: written.length })
  })
  return routes
}
