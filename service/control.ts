import { Hono } from 'hono'
import { z } from 'zod'
import type { Env, Rehearsal, Rooms } from './rooms.ts'
import { FaultRule } from './faults.ts'
import { readJson } from './json.ts'
import { sameOrigin } from './same-origin.ts'
import { EXPIRATIONS } from './tokens.ts'

const Advance = z.strictObject({ advance_ms: z.int().min(0) })
const NewToken = z.strictObject({
  name: z.string(),
  expiration: z.enum(EXPIRATIONS),
  workspace: z.string().optional()
})

/**
 * How a rehearsal directs the service from outside, below `/_control`. There is no token to it: whoever turns it on gives
 * every process of this machine power over a service that holds nothing but a rehearsal.
 */
export function controlRoutes({ clock, tokens, workspaces }: Rooms, { faults, requests, reset }: Rehearsal): Hono<Env> {
  const routes = new Hono<Env>()

  routes.use(sameOrigin)

  routes.post('/clock', async (c) => {
    const { advance_ms } = await readJson(c, Advance)
    clock.advance(advance_ms)
    return c.json({ now: new Date(clock.now()).toISOString() })
  })

  routes.post('/faults', async (c) => {
    faults.set(await readJson(c, z.array(FaultRule)))
    return c.body(null, 204)
  })

  routes.get('/requests', (c) => c.json(requests.all()))

  routes.post('/tokens', async (c) => {
    const { name, expiration, workspace } = await readJson(c, NewToken)
    const { id, value } = tokens.create(workspaces.named(workspace).id, name, expiration)
    return c.json({ id, value }, 200, { 'Cache-Control': 'no-store' })
  })

  routes.post('/reset', (c) => {
    reset()
    return c.body(null, 204)
  })

  return routes
}
