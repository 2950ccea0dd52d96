import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { STATUS_CODES } from 'node:http'
import type { Env, Rooms } from '../app.ts'
import { refusalFrom } from '../problems.ts'
import { Refusal } from '../refusal.ts'
import { sameOrigin } from '../same-origin.ts'
import type { Session } from '../sign-in.ts'
import type { Transition } from '../tokens.ts'
import type { Workspace } from '../workspaces.ts'
import { entryPage, KNOWLEDGE_PAGE_SIZE, knowledgePage } from './knowledge-page.ts'
import { document, pathOf, type Html, type Section } from './layout.ts'
import { refusalPage, signedOutPage } from './signed-out-page.ts'
import { confirmDialog, createDialog, issuedDialog, NEW_FORM, tokensPage, type CreateForm } from './tokens-page.ts'
import { workspacesPage } from './workspaces-page.ts'

interface ScreenEnv extends Env {
  Variables: Env['Variables'] & { secureHeadersNonce: string; session: Session; workspace: Workspace }
}

type ScreenContext = Context<ScreenEnv>

/** The pages for people. Everything but signing in needs a session; what changes something comes by POST. */
export function screenRoutes(rooms: Rooms): Hono<ScreenEnv> {
  const { clock, workspaces, tokens, entries, signIn } = rooms
  const routes = new Hono<ScreenEnv>()

  const signedIn: MiddlewareHandler<ScreenEnv> = async (c, next) => {
    const session = signIn.session(getCookie(c, cookieName(c)) ?? '')
    if (session === undefined) return c.html(standalone(c, 'Sign in', signedOutPage('signed out')), 403)
    c.set('session', session)
    await next()
    return undefined
  }

  routes.onError((error, c) => {
    const refusal = refusalFrom(error)
    if (refusal.status >= 500) rooms.report(error)
    const title = STATUS_CODES[refusal.status] ?? 'Error'
    return c.html(standalone(c, title, refusalPage(title, refusal.message)), refusal.status)
  })

  for (const path of [...Object.keys(SHORTCUTS), '/sign-in', '/sign-out', '/workspaces/*']) {
    routes.use(path, PROTECTION, noStore, sameOrigin)
    if (path !== '/sign-in') routes.use(path, signedIn)
  }

  routes.get('/sign-in', (c) => {
    const secret = signIn.redeem(c.req.query('key') ?? '')
    if (secret === undefined) {
      return c.html(
        standalone(c, 'Sign in', signedOutPage(c.req.query('key') === undefined ? 'signed out' : 'spent')),
        403
      )
    }
    setCookie(c, cookieName(c), secret, { httpOnly: true, sameSite: 'Strict', path: '/' })
    rooms.onSignIn()
    return c.redirect('/settings/access-tokens', 303)
  })

  routes.post('/sign-out', (c) => {
    signIn.signOut(getCookie(c, cookieName(c)) ?? '')
    deleteCookie(c, cookieName(c), { path: '/' })
    return c.redirect('/', 303)
  })

  for (const [path, section] of Object.entries(SHORTCUTS)) {
    routes.get(path, (c) => {
      const last = c.get('session').workspaceId
      const workspace = (last === undefined ? undefined : workspaces.get(last)) ?? workspaces.named()
      return c.redirect(pathOf(section, workspace), 303)
    })
  }

  routes.use('/workspaces/:workspace/*', async (c, next) => {
    const id = wholeNumber(c.req.param('workspace'))
    const workspace = id === undefined ? undefined : workspaces.get(id)
    if (workspace === undefined) throw new Refusal(404, 'There is no such workspace.')
    c.set('workspace', workspace)
    c.get('session').workspaceId = workspace.id
    await next()
  })

  function show(c: ScreenContext, section: Section, title: string, main: Html, dialog?: Html): Html {
    const place = { section, workspace: c.get('workspace'), all: workspaces.list() }
    const notice = c.get('session').takeNotice()
    return document({ title, nonce: c.get('secureHeadersNonce'), main, dialog, notice, place })
  }

  const ACCESS_TOKENS = '/workspaces/:workspace/settings/access-tokens'

  function showTokens(c: ScreenContext, dialog?: Html): Html {
    const workspace = c.get('workspace')
    const main = tokensPage(workspace, tokens.list(workspace.id), clock.now())
    return show(c, 'tokens', 'Access Tokens', main, dialog)
  }

  function showCreate(c: ScreenContext, form: CreateForm): Html {
    return showTokens(c, createDialog(c.get('workspace'), form, clock.now()))
  }

  routes.get(ACCESS_TOKENS, (c) => c.html(showTokens(c)))

  routes.get(`${ACCESS_TOKENS}/new`, (c) => c.html(showCreate(c, NEW_FORM)))

  routes.post(ACCESS_TOKENS, async (c) => {
    const form = await readForm(c)
    const [name, expiration] = [form.get('name') ?? '', form.get('expiration') ?? '']
    const workspace = c.get('workspace')
    try {
      c.get('session').keep(workspace.id, [tokens.create(workspace.id, name, expiration)])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return c.html(showCreate(c, { name, expiration, errors: errorsByField(error) }), error.status)
    }
    return c.redirect(`${pathOf('tokens', workspace)}/issued`, 303)
  })

  for (const transition of ['revoke', 'rotate'] as const) {
    routes.get(`${ACCESS_TOKENS}/${transition}`, (c) => {
      const { dialog, status } = confirmation(c, transition, c.req.queries('id') ?? [])
      return c.html(showTokens(c, dialog), status)
    })

    routes.post(`${ACCESS_TOKENS}/${transition}`, async (c) => {
      const ids = (await readForm(c)).getAll('id')
      const workspace = c.get('workspace')
      try {
        if (transition === 'revoke') {
          const batch = tokens.find(workspace.id, ids)
          tokens.revoke(workspace.id, ids)
          c.get('session').tell(batch.length === 1 ? 'The token is revoked.' : `${batch.length} tokens are revoked.`)
          return c.redirect(pathOf('tokens', workspace), 303)
        }
        c.get('session').keep(workspace.id, tokens.rotate(workspace.id, ids))
        return c.redirect(`${pathOf('tokens', workspace)}/issued`, 303)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return c.html(showTokens(c, confirmDialog(workspace, transition, [], error.message)), error.status)
      }
    })
  }

  /** The question before a transition, or why there is nothing to ask. */
  function confirmation(c: ScreenContext, transition: Transition, ids: readonly string[]) {
    const workspace = c.get('workspace')
    try {
      const batch = tokens.find(workspace.id, ids)
      tokens.check(transition, batch)
      return { dialog: confirmDialog(workspace, transition, batch, undefined), status: 200 } as const
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { dialog: confirmDialog(workspace, transition, [], error.message), status: error.status }
    }
  }

  routes.get(`${ACCESS_TOKENS}/issued`, (c) => {
    const workspace = c.get('workspace')
    const issued = c.get('session').takeIssued(workspace.id)
    // Shown before, by this or another tab: there is nothing left to see.
    if (issued.length === 0) return c.redirect(pathOf('tokens', workspace), 303)
    return c.html(showTokens(c, issuedDialog(workspace, issued)))
  })

  const WORKSPACES = '/workspaces/:workspace/settings/workspaces'

  routes.get(WORKSPACES, (c) =>
    c.html(show(c, 'workspaces', 'Workspaces', workspacesPage(c.get('workspace'), workspaces.list(), { name: '' })))
  )

  routes.post(WORKSPACES, async (c) => {
    const name = (await readForm(c)).get('name') ?? ''
    try {
      const created = workspaces.create(name)
      c.get('session').tell('The workspace is made, and chosen.')
      return c.redirect(pathOf('workspaces', created), 303)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const main = workspacesPage(c.get('workspace'), workspaces.list(), { name, error: error.message })
      return c.html(show(c, 'workspaces', 'Workspaces', main), error.status)
    }
  })

  const KNOWLEDGE = '/workspaces/:workspace/knowledge'

  routes.get(KNOWLEDGE, (c) => {
    const workspace = c.get('workspace')
    const page = wholeNumber(c.req.query('page') ?? '1') ?? 1
    const found = entries.latest(workspace.id, page, KNOWLEDGE_PAGE_SIZE)
    const main = knowledgePage(workspace, found, page, entries.count(workspace.id), clock.now())
    return c.html(show(c, 'knowledge', 'Knowledge', main))
  })

  routes.get(`${KNOWLEDGE}/:entry`, (c) => {
    const workspace = c.get('workspace')
    const id = wholeNumber(c.req.param('entry'))
    const entry = id === undefined ? undefined : entries.get(workspace.id, id)
    if (entry === undefined) throw new Refusal(404, 'There is no such entry in this workspace.')
    const main = entryPage(workspace, entry, c.req.query('view') === 'source' ? 'source' : 'rendered')
    return c.html(show(c, 'knowledge', entry.name, main))
  })

  routes.all('/workspaces/*', () => {
    throw new Refusal(404, 'There is no such page.')
  })

  return routes
}

/** Where no workspace is named, it is the one looked at last. */
const SHORTCUTS = { '/': 'tokens', '/settings/access-tokens': 'tokens', '/knowledge': 'knowledge' } as const

/** Scripts and styles of the page itself only, nothing from elsewhere, no frames around it, forms to here. */
const PROTECTION = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: [NONCE],
    styleSrc: [NONCE],
    imgSrc: ['data:'],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"]
  },
  // `no-referrer` would turn the `Origin` of our own forms into `null`.
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // There is no TLS on loopback.
  strictTransportSecurity: false
})

const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
}

function standalone(c: ScreenContext, title: string, main: Html): Html {
  return document({ title, nonce: c.get('secureHeadersNonce'), main })
}

/** Browsers keep cookies by host without the port: two services on one machine must not sign each other out. */
function cookieName(c: ScreenContext): string {
  return `session_${new URL(c.req.url).port}`
}

async function readForm(c: ScreenContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new Refusal(415, 'This is not a form of these pages.')
  return new URLSearchParams(await c.req.text())
}

function errorsByField(refusal: Refusal): Record<string, string> {
  return Object.fromEntries(refusal.fields.map(({ pointer, detail }) => [pointer.slice(1), detail]))
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
