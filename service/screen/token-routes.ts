import { Hono } from 'hono'
import type { HttpError } from '../http-error.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sign-in.ts'
import type { Token } from '../tokens.ts'
import { httpError, readForm, show, type ScreenContext, type ScreenEnv } from './context.ts'
import { NOTICE, pathOf, type Dialog, type Html } from './layout.ts'
import {
  confirmDialog,
  createDialog,
  issuedDialog,
  namesOf,
  NEW_FORM,
  refusedDialog,
  unchangedText
} from './token-dialogs.ts'
import { filterTokens, tokensPage, tokensPath, type TokenFilter } from './tokens-page.ts'

/**
 * Settings → Access Tokens. A dialog is a page: the list with the dialog in front. A transition comes by POST and leads on
 * by 303, so that reloading a page never repeats it.
 */
export function tokenRoutes(services: Services): Hono<ScreenEnv> {
  const { clock, tokens } = services
  const routes = new Hono<ScreenEnv>()

  function page(c: ScreenContext, dialog?: Dialog, selection: readonly string[] = []): Html {
    const workspace = c.get('workspace')
    const notice = c.get('session').takeNotice()
    const main = tokensPage(workspace, tokens.list(workspace.id), filterOf(c), selection, clock.now(), notice)
    return show(c, services, { section: 'tokens', title: 'Access Tokens', main, dialog })
  }

  /** A path below the list, with the filter of this request. */
  function path(c: ScreenContext, below = ''): string {
    return tokensPath(c.get('workspace'), filterOf(c), below)
  }

  routes.get('/', (c) => c.html(page(c, undefined, c.get('session').takeSelection())))

  function newDialog(c: ScreenContext, form = NEW_FORM): Dialog {
    return createDialog(path(c, '/new'), `${path(c)}#create`, form, clock.now())
  }

  routes.get('/new', (c) => c.html(page(c, newDialog(c))))

  routes.post('/new', async (c) => {
    const form = await readForm(c)
    const [name, expiration] = [form.get('name') ?? '', form.get('expiration') ?? '']
    const { id } = c.get('workspace')
    try {
      c.get('session').keep(id, [tokens.create(id, name, expiration)])
    } catch (error) {
      const refused = httpError(error)
      return c.html(page(c, newDialog(c, { name, expiration, errors: errorsByField(refused) })), refused.status)
    }
    return c.redirect(path(c, '/issued'), 303)
  })

  routes.get('/issued', (c) => {
    const issued = c.get('session').takeIssued(c.get('workspace').id)
    // Shown before, in this tab or another.
    if (issued.length === 0) return c.redirect(path(c), 303)
    const list = `${pathOf('tokens', c.get('workspace'))}#rotate-${issued[0]?.id ?? ''}`
    return c.html(page(c, issuedDialog(list, filterOf(c), issued)))
  })

  for (const transition of ['revoke', 'rotate'] as const) {
    const refuse = (c: ScreenContext, ids: readonly string[], error: unknown) => {
      const { message, status } = httpError(error)
      c.get('session').select(ids)
      const dialog = refusedDialog(transition, `${path(c)}#${transition}-selected`, message)
      return c.html(page(c, dialog, ids), status)
    }

    routes.post(`/confirm-${transition}`, async (c) => {
      const form = await readForm(c)
      // The button of a row is about its own token only.
      const only = form.get('only')
      const selection = form.getAll('id')
      try {
        const batch = tokens.find(c.get('workspace').id, only === null ? selection : [only])
        if (transition === 'rotate') tokens.checkRotation(batch)
        const revoked = batch.filter(({ state }) => state === 'revoked')
        const rest = batch.filter(({ state }) => state !== 'revoked')
        c.get('session').select(selection)
        const back = `${path(c)}#${transition}-${only ?? 'selected'}`
        if (rest.length === 0)
          return await c.html(page(c, refusedDialog(transition, back, unchangedText(revoked))), 409)
        return await c.html(
          page(c, confirmDialog(transition, path(c, `/${transition}`), back, rest, revoked), selection)
        )
      } catch (error) {
        return refuse(c, selection, error)
      }
    })

    routes.post(`/${transition}`, async (c) => {
      const ids = (await readForm(c)).getAll('id')
      const { id } = c.get('workspace')
      const session = c.get('session')
      const before = filterTokens(tokens.list(id), filterOf(c))
      try {
        if (transition === 'rotate') {
          session.keep(id, tokens.rotate(id, ids))
          deselect(session, ids)
          return c.redirect(path(c, '/issued'), 303)
        }
        const { revoked, unchanged } = tokens.revoke(id, ids)
        session.notify({
          text: [revokedText(revoked), unchangedText(unchanged)].join(' ').trim(),
          row: rowsAbove(before, ids, filterOf(c))
        })
        deselect(session, ids)
        // Not on the button of the next row, which revokes another token.
        return c.redirect(`${path(c)}#${NOTICE}`, 303)
      } catch (error) {
        return refuse(c, ids, error)
      }
    })
  }

  return routes
}

function filterOf(c: ScreenContext): TokenFilter {
  return { search: (c.req.query('q') ?? '').trim(), revoked: c.req.query('revoked') === '1' }
}

function deselect(session: Session, ids: readonly string[]): void {
  session.select(session.takeSelection().filter((id) => !ids.includes(id)))
}

function revokedText(revoked: readonly Token[]): string {
  if (revoked.length === 0) return ''
  return revoked.length === 1
    ? `The token ${namesOf(revoked)} is revoked.`
    : `${revoked.length} tokens are revoked: ${namesOf(revoked)}.`
}

/** The number of rows that are left above the place of the last of `ids`. */
function rowsAbove(tokens: readonly Token[], ids: readonly string[], { revoked }: TokenFilter): number {
  const last = tokens.findLastIndex(({ id }) => ids.includes(id))
  return tokens.slice(0, last + 1).filter(({ id }) => revoked || !ids.includes(id)).length
}

function errorsByField(error: HttpError): Record<string, string> {
  return Object.fromEntries(error.fields.map(({ pointer, detail }) => [pointer.slice(1), detail]))
}
