import { Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { STATUS_CODES } from 'node:http'
import { noStore } from '../api.ts'
import { asHttpError, HttpError } from '../http-error.ts'
import { sameOrigin } from '../same-origin.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sign-in.ts'
import type { Workspace } from '../workspaces.ts'
import { httpError, leadOn, numberIn, readForm, show, type ScreenContext, type ScreenEnv } from './context.ts'
import { knowledgeRoutes } from './knowledge-routes.ts'
import { document, pathOf, sectionIn, START, titleOf, type Html } from './layout.ts'
import { errorPage, signedInPage, signInPage } from './message-page.ts'
import { tokenRoutes } from './token-routes.ts'
import { workspacesPage } from './workspaces-page.ts'

/** Paths without a workspace lead to the last one. */
const SHORTCUTS = { '/': START, '/settings/access-tokens': 'tokens', '/knowledge': 'knowledge' } as const

/** The pages. All but signing in need a session, and a change needs a POST from one of these pages. */
export function screenRoutes(services: Services): Hono<ScreenEnv> {
  const { workspaces, signIn } = services
  const routes = new Hono<ScreenEnv>()

  routes.onError((error, c) => {
    const known = asHttpError(error)
    services.onError(known)
    const { status, message } = known
    const title = STATUS_CODES[status] ?? 'Error'
    const session = sessionOf(c)
    if (session === undefined) {
      return c.html(standalone(c, title, errorPage(title, message, { path: '/', text: 'Sign in' })), status)
    }
    c.set('session', session)
    const workspace = lastWorkspace(session)
    c.set('workspace', workspace)
    const section = sectionIn(c.req.path)
    const next = section ?? START
    const main = errorPage(title, message, { path: pathOf(next, workspace), text: `Go to ${titleOf(next)}` })
    return c.html(show(c, services, { section, title, main }), status)
  })

  function sessionOf(c: ScreenContext): Session | undefined {
    return signIn.session(getCookie(c, cookieName(c)) ?? '')
  }

  function lastWorkspace({ workspaceId }: Session): Workspace {
    return workspaces.get(workspaceId ?? 0) ?? workspaces.named()
  }

  const signedIn: MiddlewareHandler<ScreenEnv> = async (c, next) => {
    const session = sessionOf(c)
    if (session === undefined) return c.html(signInDocument(c, false), 403)
    c.set('session', session)
    await next()
    return undefined
  }
  for (const path of [...Object.keys(SHORTCUTS), '/sign-in', '/sign-out', '/workspaces/*']) {
    routes.use(path, PROTECTION, noStore, sameOrigin)
    if (path !== '/sign-in') routes.use(path, signedIn)
  }

  routes.get('/sign-in', (c) => {
    const key = c.req.query('key')
    const secret = signIn.redeem(key ?? '')
    if (secret === undefined) return c.html(signInDocument(c, key !== undefined), 403)
    setCookie(c, cookieName(c), secret, { httpOnly: true, sameSite: 'Strict', path: '/' })
    services.onSignIn()
    // Not a redirect: after a link on another site the browser would not send the cookie along with it.
    return c.html(standalone(c, 'Signed in', signedInPage()), 200, { Refresh: '0; url=/settings/access-tokens' })
  })

  routes.post('/sign-out', (c) => {
    signIn.signOut(getCookie(c, cookieName(c)) ?? '')
    deleteCookie(c, cookieName(c), { path: '/' })
    return c.redirect('/', 303)
  })

  for (const [path, section] of Object.entries(SHORTCUTS)) {
    routes.get(path, (c) => c.redirect(pathOf(section, lastWorkspace(c.get('session'))), 303))
  }

  routes.use('/workspaces/:workspace/*', async (c, next) => {
    const workspace = workspaces.get(numberIn(c.req.param('workspace')))
    if (workspace === undefined) throw new HttpError(404, 'There is no such workspace.')
    c.set('workspace', workspace)
    c.get('session').workspaceId = workspace.id
    await next()
  })
  routes.route('/workspaces/:workspace/settings/access-tokens', tokenRoutes(services))
  routes.route('/workspaces/:workspace/settings/workspaces', workspaceRoutes(services))
  routes.route('/workspaces/:workspace/knowledge', knowledgeRoutes(services))
  routes.all('/workspaces/*', () => {
    throw new HttpError(404, 'There is no such page.')
  })
  // A person gets a page, and a program the same answer as from the API.
  routes.get('*', PROTECTION, noStore, async (c, next) => {
    if (c.req.header('accept')?.includes('text/html') !== true) return next()
    throw new HttpError(404, `There is no page ${c.req.path}.`)
  })
  return routes
}

function workspaceRoutes(services: Services): Hono<ScreenEnv> {
  const { workspaces } = services
  const routes = new Hono<ScreenEnv>()

  function page(c: ScreenContext, form: { name: string; error?: string }): Html {
    const main = workspacesPage(c.get('workspace'), workspaces.list(), form)
    return show(c, services, { section: 'workspaces', title: 'Workspaces', main })
  }

  routes.get('/', (c) => c.html(page(c, { name: '' })))

  routes.post('/', async (c) => {
    const name = (await readForm(c)).get('name') ?? ''
    try {
      const created = workspaces.create(name)
      const notice = html`The workspace “<bdi>${created.name}</bdi>” is created and chosen.`
      return leadOn(c, pathOf('workspaces', created), notice)
    } catch (error) {
      const { message, status } = httpError(error)
      return c.html(page(c, { name, error: message }), status)
    }
  })

  return routes
}

/** Only the inline style and script, nothing from elsewhere, no frame around the page, forms to this service. */
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
  // With `no-referrer` the forms of these pages would send `Origin: null`.
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // There is no TLS on loopback.
  strictTransportSecurity: false
})

function standalone(c: ScreenContext, title: string, main: Html): Html {
  return document({ title, nonce: c.get('secureHeadersNonce'), main })
}

function signInDocument(c: ScreenContext, keyWasUsed: boolean): Html {
  return standalone(c, 'Sign in', signInPage(new URL(c.req.url).origin, keyWasUsed))
}

/** A browser keeps a cookie by host without the port: two services on one machine must not sign each other out. */
function cookieName(c: ScreenContext): string {
  return `session_${new URL(c.req.url).port}`
}
