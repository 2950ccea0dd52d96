import type { MiddlewareHandler } from 'hono'
import { setTimeout as delay } from 'node:timers/promises'
import { LIST_PATH, UPSERT_PATH } from '../api-types.ts'
import { presentedToken } from '../authenticate.ts'
import type { Control, Env, Services } from '../services.ts'
import { resetConnection, statusAnswer } from './fault-answers.ts'
import type { Fault, Received } from './faults.ts'
import { parseOrNull } from './request-log.ts'

/** Records each request, and applies the fault rules to those of the API. */
export function controlled({ clock }: Services, { faults, requests, stopping }: Control): MiddlewareHandler<Env> {
  return async (c, next) => {
    const received_at = clock.now()
    const { method, path } = c.req
    const value = presentedToken(c.env.incoming)
    const body = new Uint8Array(await c.req.arrayBuffer())

    const request: Received = {
      path,
      // Parsed only if a rule asks for it.
      get name() {
        const { name } = fieldsOf(body)
        return typeof name === 'string' ? name : undefined
      },
      get page() {
        const { page_num: page } = fieldsOf(body)
        return typeof page === 'number' ? page : undefined
      }
    }
    const isApi = path === LIST_PATH || path === UPSERT_PATH
    const { delay: milliseconds, rule }: Fault = isApi ? faults.next(request) : { delay: 0, rule: undefined }
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal: stopping }).catch(() => undefined)

    if (rule?.status !== undefined) c.res = statusAnswer(rule)
    else if (rule?.reset !== 'before') await next()

    const status = rule?.reset === undefined ? c.res.status : null
    requests.add({ method, path, status, token_id: c.get('tokenId') ?? null, received_at }, body, value)
    if (rule?.reset !== undefined) {
      // Hono would merge the new answer with the old one.
      c.res = undefined
      c.res = resetConnection(c)
    }
  }
}

function fieldsOf(body: Uint8Array): { readonly name?: unknown; readonly page_num?: unknown } {
  const value = parseOrNull(Buffer.from(body).toString())
  return typeof value === 'object' && value !== null ? value : {}
}
