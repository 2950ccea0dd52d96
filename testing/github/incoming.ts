import type { IncomingMessage } from 'node:http'
import type { Route } from './faults.ts'

/** A request as GitHub understands it. */
export interface Incoming {
  readonly kind: 'git' | 'API' | 'page'
  readonly route: Route
  readonly method: string
  /** What the path names: a ref, a tag object, two commits, a repository; for `git` and pages the path itself. */
  readonly parameters: readonly string[]
  /** With its query, without the prefix of the API. */
  readonly url: string
  /** Of the login; empty without one. */
  readonly token: string
}

/** What the Action may ask: with the permission `contents: read`, GitHub answers this. */
const ROUTES: readonly (readonly [Route, path: RegExp])[] = [
  ['tip', /^\/repos\/([^/]+\/[^/]+)\/git\/ref\/((?:heads|tags)\/.+)$/],
  ['tip', /^\/repos\/([^/]+\/[^/]+)\/git\/(tags\/[0-9a-f]{40,64})$/],
  ['compare', /^\/repos\/([^/]+\/[^/]+)\/compare\/(.+)\.\.\.(.+)$/]
]

/** The API has its addresses of GitHub Enterprise Server. */
export function readRequest(
  { name }: { readonly name: string },
  { method = 'GET', url = '/', headers }: IncomingMessage
): Incoming {
  const address = new URL(url, 'http://127.0.0.1')
  const isApi = address.pathname.startsWith('/api/')
  address.pathname = address.pathname.replace(/^\/api(?:\/v3)?\//, '/')
  const common = { method, url: `${address.pathname}${address.search}`, token: tokenOf(headers.authorization) }
  const [prefix, gitPath] = /^(.*?)(?:\.git)?(\/info\/refs|\/git-upload-pack)$/.exec(address.pathname)?.slice(1) ?? []
  if (!isApi && gitPath !== undefined && prefix === `/${name}`)
    return { ...common, kind: 'git', route: 'git', parameters: [gitPath] }
  const path = decodeURIComponent(address.pathname)
  if (!isApi) return { ...common, kind: 'page', route: 'other', parameters: [path] }
  for (const [route, form] of ROUTES) {
    const match = method === 'GET' ? form.exec(path) : null
    if (match !== null) return { ...common, kind: 'API', route, parameters: match.slice(1) }
  }
  return { ...common, kind: 'API', route: 'other', parameters: [] }
}

/** The token in `Bearer …`, `token …` or `Basic …` with the user `x-access-token`. */
function tokenOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64')
    .toString()
    .replace(/^x-access-token:/, '')
}
