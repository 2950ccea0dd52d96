import { Hono } from 'hono'
import { z } from 'zod'
import { AnswerOptions } from '../answer-options.ts'
import { UpsertRequest } from '../api-types.ts'
import { readJson } from '../read-json.ts'
import { sameOrigin } from '../same-origin.ts'
import type { Control, Env, Services } from '../services.ts'
import { EXPIRATIONS } from '../tokens.ts'
import { FaultRules } from './faults.ts'

const Advance = z.strictObject({ advance_ms: z.int() })
const NewToken = z.strictObject({
  name: z.string(),
  expiration: z.enum(EXPIRATIONS),
  workspace: z.string().optional()
})

const NewEntry = UpsertRequest.extend({ is_readonly: z.boolean().optional() })

/** How a test directs the service from outside, below `/_control`, without a token. `README.md` describes each. */
export function controlRoutes(services: Services, control: Control): Hono<Env> {
  const { clock, tokens, workspaces, entries, answers } = services
  const routes = new Hono<Env>()

  routes.use(sameOrigin)
  routes.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })

  routes.post('/clock', async (c) => {
    const { advance_ms } = await readJson(c, Advance)
    clock.advance(advance_ms)
    return c.json({ now: new Date(clock.now()).toISOString() })
  })

  routes.post('/faults', async (c) => {
    control.faults.set(await readJson(c, FaultRules))
    return c.body(null, 204)
  })

  routes.post('/answers', async (c) => {
    answers.set(await readJson(c, AnswerOptions))
    return c.body(null, 204)
  })

  routes.get('/requests', (c) => c.json(control.requests.all()))

  routes.get('/tokens', (c) => c.json(tokens.list(workspaces.named(c.req.query('workspace')).id)))
  routes.post('/tokens', async (c) => {
    const { name, expiration, workspace } = await readJson(c, NewToken)
    const { id, value } = tokens.create(workspaces.named(workspace).id, name, expiration)
    return c.json({ id, value })
  })
  routes.post('/tokens/:id/revoke', (c) => {
    tokens.revoke(workspaces.named(c.req.query('workspace')).id, [c.req.param('id')])
    return c.body(null, 204)
  })
  routes.post('/tokens/:id/rotate', (c) => {
    const issued = tokens.rotate(workspaces.named(c.req.query('workspace')).id, [c.req.param('id')])
    return c.json(issued.map(({ id, value }) => ({ id, value }))[0])
  })

  routes.get('/entries', (c) => c.json(entries.all(workspaces.named(c.req.query('workspace')).id)))
  routes.post('/entries', async (c) => {
    const written = await readJson(c, z.array(NewEntry))
    const entries = written.map(({ is_readonly: isReadonly, ...text }) => ({ ...text, isReadonly }))
    return c.json({ added: control.addEntries(entries, c.req.query('workspace')) })
  })
  routes.delete('/entries', (c) => {
    control.removeEntries({ workspace: c.req.query('workspace'), name: c.req.query('name') })
    return c.body(null, 204)
  })

  routes.post('/reset', (c) => {
    control.reset()
    return c.body(null, 204)
  })

  return routes
}
