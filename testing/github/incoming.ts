import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Route } from './faults.ts'

/** A request as GitHub understands it, without its body. */
export interface Incoming {
  readonly kind: 'git' | 'REST' | 'GraphQL' | 'page'
  readonly route: Route
  readonly method: string
  /** The path, and what it names: a ref, a tag object, two commits or a deployment. `undefined` where it is left out. */
  readonly parameters: readonly (string | undefined)[]
  /** With its query, without the prefix of the API. */
  readonly url: string
  /** Of the login; empty without one. */
  readonly token: string
}

const ROUTES: readonly (readonly [Route, method: string, RegExp])[] = [
  ['tip', 'GET', /^\/git\/ref\/((?:heads|tags)\/.+)$/],
  ['tip', 'GET', /^\/git\/tags\/([0-9a-f]{40,64})$/],
  ['compare', 'GET', /^\/compare\/(.+)\.\.\.(.+)$/],
  ['record', 'POST', /^\/deployments$/],
  ['mark', 'POST', /^\/deployments\/(\d+)\/statuses$/]
]

/** The API has its addresses of GitHub Enterprise Server. */
export function readRequest(
  { name }: { readonly name: string },
  { method = 'GET', url = '/', headers }: IncomingMessage
): Incoming {
  const address = new URL(url, 'http://127.0.0.1')
  const isRest = address.pathname.startsWith('/api/v3/')
  const isQuery = address.pathname === '/api/graphql' && method === 'POST'
  address.pathname = address.pathname.replace(/^\/api(?:\/v3)?\//, '/')
  const common = { method, url: `${address.pathname}${address.search}`, token: tokenOf(headers.authorization) }
  const [prefix, gitPath] = /^(.*?)(?:\.git)?(\/info\/refs|\/git-upload-pack)$/.exec(address.pathname)?.slice(1) ?? []
  if (!isRest && gitPath !== undefined && prefix === `/${name}`)
    return { ...common, kind: 'git', route: 'git', parameters: [gitPath] }
  if (isQuery) return { ...common, kind: 'GraphQL', route: 'records', parameters: [] }
  const kind = isRest ? 'REST' : 'page'
  const path = decodeURIComponent(address.pathname).replace(`/repos/${name}`, '')
  for (const [route, expected, pattern] of ROUTES) {
    const match = method === expected ? pattern.exec(path) : null
    if (match !== null) return { ...common, kind, route, parameters: [...match] }
  }
  return { ...common, kind, route: 'other', parameters: [path] }
}

/** The body of a request; `undefined` where it is no JSON. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The token in `Bearer …`, `token …` or `Basic …` with the user `x-access-token`. */
function tokenOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64')
    .toString()
    .replace(/^x-access-token:/, '')
}
