import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { routeOf, type ApiRequest, type KnownRepository } from './api.ts'

/** A request as GitHub understands it. */
export interface Incoming {
  readonly kind: 'git' | 'REST' | 'GraphQL' | 'page'
  /** Without its body. */
  readonly question: Omit<ApiRequest, 'body'>
  /** With its query, without the prefix of the API. */
  readonly url: string
  /** Of the login; empty without one. */
  readonly token: string
}

/** The API has its addresses of GitHub Enterprise Server. */
export function readRequest(
  repository: KnownRepository,
  { method = 'GET', url = '/', headers }: IncomingMessage
): Incoming {
  const address = new URL(url, 'http://127.0.0.1')
  const isRest = address.pathname.startsWith('/api/v3/')
  const isQuery = address.pathname === '/api/graphql' && method === 'POST'
  address.pathname = address.pathname.replace(/^\/api(?:\/v3)?\//, '/')
  const gitPath = isRest || isQuery ? undefined : gitPathOf(repository, address)
  const common = {
    url: `${address.pathname}${address.search}`,
    token: tokenOf(headers.authorization)
  }
  const question = { method, query: address.searchParams }
  if (gitPath !== undefined) {
    return { kind: 'git', question: { route: 'git', parameters: [gitPath], ...question }, ...common }
  }
  if (isQuery) return { kind: 'GraphQL', question: { route: 'records', parameters: [], ...question }, ...common }
  const kind = isRest ? 'REST' : 'page'
  return { kind, question: { ...routeOf(repository, method, address), ...question }, ...common }
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

/** The part of the address after the repository: `/info/refs` or `/git-upload-pack`. */
function gitPathOf({ name }: KnownRepository, { pathname }: URL): string | undefined {
  const prefix = `/${name}`
  const path = /^(?:\.git)?(\/(?:info\/refs|git-upload-pack))$/.exec(pathname.slice(prefix.length))?.[1]
  return pathname.startsWith(prefix) ? path : undefined
}

/** The token in `Bearer …`, `token …` or `Basic …` with the user `x-access-token`. */
function tokenOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64')
    .toString()
    .replace(/^x-access-token:/, '')
}
