import { Hono } from 'hono'
import type { Rooms } from '../rooms.ts'
import type { Refusal } from '../refusal.ts'
import { readForm, refusalOf, show, type ScreenContext, type ScreenEnv } from './context.ts'
import { pathOf, type Html } from './layout.ts'
import { confirmDialog, createDialog, issuedDialog, NEW_FORM, refusedDialog } from './token-dialogs.ts'
import { tokensPage } from './tokens-page.ts'

/**
 * Settings → Access Tokens. Each dialog has an address of its own, over the list; what a dialog is answered with comes by
 * POST and leads on by 303, so that reloading a page never repeats a transition.
 */
export function tokenRoutes(rooms: Rooms): Hono<ScreenEnv> {
  const { clock, tokens } = rooms
  const routes = new Hono<ScreenEnv>()

  function list(c: ScreenContext, dialog?: Html): Html {
    const { id } = c.get('workspace')
    const main = tokensPage(c.get('workspace'), tokens.list(id), clock.now())
    return show(c, rooms, { section: 'tokens', title: 'Access Tokens', main, dialog })
  }

  routes.get('/', (c) => c.html(list(c)))

  routes.get('/new', (c) => c.html(list(c, createDialog(c.get('workspace'), NEW_FORM, clock.now()))))

  // Not to the list itself: from a refusal that stood at its address, the way back would lead to the same page.
  routes.post('/new', async (c) => {
    const form = await readForm(c)
    const [name, expiration] = [form.get('name') ?? '', form.get('expiration') ?? '']
    const workspace = c.get('workspace')
    try {
      c.get('session').keep(workspace.id, [tokens.create(workspace.id, name, expiration)])
    } catch (error) {
      const refusal = refusalOf(error)
      const entered = { name, expiration, errors: errorsByField(refusal) }
      return c.html(list(c, createDialog(workspace, entered, clock.now())), refusal.status)
    }
    return c.redirect(`${pathOf('tokens', workspace)}/issued`, 303)
  })

  routes.get('/issued', (c) => {
    const workspace = c.get('workspace')
    const issued = c.get('session').takeIssued(workspace.id)
    // Shown before, in this tab or another: there is nothing left to see.
    if (issued.length === 0) return c.redirect(pathOf('tokens', workspace), 303)
    return c.html(list(c, issuedDialog(workspace, issued)))
  })

  for (const transition of ['revoke', 'rotate'] as const) {
    routes.get(`/${transition}`, (c) => {
      const workspace = c.get('workspace')
      try {
        const batch = tokens.find(workspace.id, c.req.queries('id') ?? [])
        tokens.check(transition, batch)
        return c.html(list(c, confirmDialog(workspace, transition, batch)))
      } catch (error) {
        const { message, status } = refusalOf(error)
        return c.html(list(c, refusedDialog(workspace, transition, message)), status)
      }
    })
  }

  routes.post('/revoke', async (c) => {
    const ids = (await readForm(c)).getAll('id')
    const workspace = c.get('workspace')
    try {
      tokens.revoke(workspace.id, ids)
    } catch (error) {
      const { message, status } = refusalOf(error)
      return c.html(list(c, refusedDialog(workspace, 'revoke', message)), status)
    }
    c.get('session').tell(ids.length === 1 ? 'The token is revoked.' : `${ids.length} tokens are revoked.`)
    return c.redirect(pathOf('tokens', workspace), 303)
  })

  routes.post('/rotate', async (c) => {
    const ids = (await readForm(c)).getAll('id')
    const workspace = c.get('workspace')
    try {
      c.get('session').keep(workspace.id, tokens.rotate(workspace.id, ids))
    } catch (error) {
      const { message, status } = refusalOf(error)
      return c.html(list(c, refusedDialog(workspace, 'rotate', message)), status)
    }
    return c.redirect(`${pathOf('tokens', workspace)}/issued`, 303)
  })

  return routes
}

function errorsByField(refusal: Refusal): Record<string, string> {
  return Object.fromEntries(refusal.fields.map(({ pointer, detail }) => [pointer.slice(1), detail]))
}
