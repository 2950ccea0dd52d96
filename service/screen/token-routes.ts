import { Hono } from 'hono'
import type { HttpError } from '../http-error.ts'
import type { Services } from '../services.ts'
import { checkRotation, quoted, type IssuedToken, type Token } from '../tokens.ts'
import { httpError, leadOn, readForm, show, type ScreenContext, type ScreenEnv } from './context.ts'
import type { Dialog, Html } from './layout.ts'
import { confirmDialog, createDialog, issuedDialog, NEW_FORM, refusedDialog } from './token-dialogs.ts'
import { tokensPage, tokensPath, type ListedTokens } from './tokens-page.ts'

/**
 * Settings → Access Tokens. A dialog is a page: the list with the dialog in front. A transition comes by POST and leads on
 * by 303, so that reloading a page never repeats it.
 */
export function tokenRoutes(services: Services): Hono<ScreenEnv> {
  const { clock, tokens } = services
  const routes = new Hono<ScreenEnv>()

  function page(c: ScreenContext, dialog?: Dialog): Html {
    const workspace = c.get('workspace')
    const main = tokensPage(workspace, tokens.list(workspace.id), listedIn(c), clock.now())
    return show(c, services, { section: 'tokens', title: 'Access Tokens', main, dialog })
  }

  /** A path below the list, which shows the same tokens. @param selected tokens. */
  function path(c: ScreenContext, below = '', selected: readonly string[] = []): string {
    return tokensPath(c.get('workspace'), { ...listedIn(c), selected }, below)
  }

  function keep(c: ScreenContext, issued: readonly IssuedToken[]): Response {
    const { id: workspaceId } = c.get('workspace')
    const session = c.get('session')
    session.issued = [...session.issued, ...issued.map((token) => ({ ...token, workspaceId }))]
    return c.redirect(path(c, '/issued'), 303)
  }

  function newDialog(c: ScreenContext, form = NEW_FORM): Dialog {
    return createDialog(path(c, '/new'), `${path(c)}#create`, form, clock.now())
  }

  routes.get('/', (c) => c.html(page(c)))

  routes.get('/new', (c) => c.html(page(c, newDialog(c))))

  routes.post('/new', async (c) => {
    const form = await readForm(c)
    const [name, expiration] = [form.get('name') ?? '', form.get('expiration') ?? '']
    try {
      return keep(c, [tokens.create(c.get('workspace').id, name, expiration)])
    } catch (error) {
      const refused = httpError(error)
      return c.html(page(c, newDialog(c, { name, expiration, errors: errorsByField(refused) })), refused.status)
    }
  })

  routes.get('/issued', (c) => {
    const session = c.get('session')
    const { id } = c.get('workspace')
    const { here = [], elsewhere = [] } = Object.groupBy(session.issued, ({ workspaceId }) =>
      workspaceId === id ? 'here' : 'elsewhere'
    )
    session.issued = elsewhere
    // Shown before, in this tab or another.
    if (here.length === 0) return c.redirect(path(c), 303)
    return c.html(page(c, issuedDialog(`${path(c)}#rotate-${here[0]?.id ?? ''}`, here)))
  })

  for (const transition of ['revoke', 'rotate'] as const) {
    const refuse = (c: ScreenContext, ids: readonly string[], error: unknown) => {
      const { message, status } = httpError(error)
      return c.html(page(c, refusedDialog(transition, path(c, '', ids), message)), status)
    }

    routes.post(`/confirm-${transition}`, async (c) => {
      const form = await readForm(c)
      // The button of a row is about its own token only.
      const only = form.get('only')
      const selected = form.getAll('id')
      try {
        const batch = tokens.find(c.get('workspace').id, only === null ? selected : [only])
        if (transition === 'rotate') checkRotation(batch)
        const back = `${path(c, '', selected)}#${transition}-${only ?? 'selected'}`
        return await c.html(page(c, confirmDialog(transition, path(c, `/${transition}`), back, batch)))
      } catch (error) {
        return refuse(c, selected, error)
      }
    })

    routes.post(`/${transition}`, async (c) => {
      const ids = (await readForm(c)).getAll('id')
      const { id } = c.get('workspace')
      try {
        if (transition === 'rotate') return keep(c, tokens.rotate(id, ids))
        const batch = tokens.find(id, ids)
        tokens.revoke(id, ids)
        return leadOn(c, path(c), revokedText(batch))
      } catch (error) {
        return refuse(c, ids, error)
      }
    })
  }

  return routes
}

function listedIn(c: ScreenContext): ListedTokens {
  return { revoked: c.req.query('revoked') === '1', selected: c.req.queries('id') ?? [] }
}

function revokedText(batch: readonly Token[]): string {
  const names = batch.map(quoted).join(', ')
  return batch.length === 1 ? `The token ${names} is revoked.` : `${batch.length} tokens are revoked: ${names}.`
}

function errorsByField(error: HttpError): Record<string, string> {
  return Object.fromEntries(error.fields.map(({ pointer, detail }) => [pointer.slice(1), detail]))
}
