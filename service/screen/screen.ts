import { Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { STATUS_CODES } from 'node:http'
import type { Rooms } from '../rooms.ts'
import { refusalFrom } from '../problems.ts'
import { Refusal } from '../refusal.ts'
import { sameOrigin } from '../same-origin.ts'
import { readForm, refusalOf, show, wholeNumber, type ScreenContext, type ScreenEnv } from './context.ts'
import { entryPage, KNOWLEDGE_PAGE_SIZE, knowledgePage } from './knowledge-page.ts'
import { document, pathOf, type Html } from './layout.ts'
import { refusalPage, signedOutPage } from './signed-out-page.ts'
import { tokenRoutes } from './token-routes.ts'
import { workspacesPage } from './workspaces-page.ts'

/** Where no workspace is named, it is the one looked at last. */
const SHORTCUTS = { '/': 'tokens', '/settings/access-tokens': 'tokens', '/knowledge': 'knowledge' } as const

/** The pages for people. All but signing in need a session; what changes something comes by POST, from these pages. */
export function screenRoutes(rooms: Rooms): Hono<ScreenEnv> {
  const { workspaces, signIn } = rooms
  const routes = new Hono<ScreenEnv>()

  routes.onError((error, c) => {
    const { status, message } = refusalFrom(error)
    if (status >= 500) rooms.report(error)
    const title = STATUS_CODES[status] ?? 'Error'
    return c.html(standalone(c, title, refusalPage(title, message)), status)
  })

  const signedIn: MiddlewareHandler<ScreenEnv> = async (c, next) => {
    const session = signIn.session(getCookie(c, cookieName(c)) ?? '')
    if (session === undefined) return c.html(standalone(c, 'Sign in', signedOutPage('signed out')), 403)
    c.set('session', session)
    await next()
    return undefined
  }
  // Not `*`: what is no page is the API's to answer.
  for (const path of [...Object.keys(SHORTCUTS), '/sign-in', '/sign-out', '/workspaces/*']) {
    routes.use(path, PROTECTION, noStore, sameOrigin)
    if (path !== '/sign-in') routes.use(path, signedIn)
  }

  routes.get('/sign-in', (c) => {
    const key = c.req.query('key')
    const secret = signIn.redeem(key ?? '')
    if (secret === undefined) {
      return c.html(standalone(c, 'Sign in', signedOutPage(key === undefined ? 'signed out' : 'spent')), 403)
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
  routes.route('/workspaces/:workspace/settings/access-tokens', tokenRoutes(rooms))
  routes.route('/workspaces/:workspace/settings/workspaces', workspaceRoutes(rooms))
  routes.route('/workspaces/:workspace/knowledge', knowledgeRoutes(rooms))
  routes.all('/workspaces/*', () => {
    throw new Refusal(404, 'There is no such page.')
  })
  return routes
}

function workspaceRoutes(rooms: Rooms): Hono<ScreenEnv> {
  const { workspaces } = rooms
  const routes = new Hono<ScreenEnv>()

  function page(c: ScreenContext, form: { name: string; error?: string }): Html {
    const main = workspacesPage(c.get('workspace'), workspaces.list(), form)
    return show(c, rooms, { section: 'workspaces', title: 'Workspaces', main })
  }

  routes.get('/', (c) => c.html(page(c, { name: '' })))

  routes.post('/', async (c) => {
    const name = (await readForm(c)).get('name') ?? ''
    try {
      const created = workspaces.create(name)
      c.get('session').tell('The workspace is made, and chosen.')
      return c.redirect(pathOf('workspaces', created), 303)
    } catch (error) {
      const { message, status } = refusalOf(error)
      return c.html(page(c, { name, error: message }), status)
    }
  })

  return routes
}

function knowledgeRoutes(rooms: Rooms): Hono<ScreenEnv> {
  const { clock, entries } = rooms
  const routes = new Hono<ScreenEnv>()

  routes.get('/', (c) => {
    const workspace = c.get('workspace')
    const page = wholeNumber(c.req.query('page')) ?? 1
    const found = entries.latest(workspace.id, page, KNOWLEDGE_PAGE_SIZE)
    const main = knowledgePage(workspace, found, page, entries.count(workspace.id), clock.now())
    return c.html(show(c, rooms, { section: 'knowledge', title: 'Knowledge', main }))
  })

  routes.get('/:entry', (c) => {
    const workspace = c.get('workspace')
    const id = wholeNumber(c.req.param('entry'))
    const entry = id === undefined ? undefined : entries.get(workspace.id, id)
    if (entry === undefined) throw new Refusal(404, 'There is no such entry in this workspace.')
    const main = entryPage(workspace, entry, c.req.query('view') === 'source' ? 'source' : 'rendered')
    return c.html(show(c, rooms, { section: 'knowledge', title: entry.name, main }))
  })

  return routes
}

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
