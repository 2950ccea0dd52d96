import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body, parsed. */
  readonly body: { readonly name?: string; readonly content?: string; readonly page_num?: number; page_size?: number }
  /** From 1, in the order of arrival. */
  readonly nth: number
  /** Milliseconds, by `performance.now()`. */
  readonly at: number
}

/** Answers a request. A behaviour that leaves `reply` alone is a service that hangs. */
export type Behaviour = (request: Received, reply: ServerResponse) => unknown

/** A real HTTP server on this machine that answers as it is told, and keeps what it received. */
export async function startMisbehaving(behave: Behaviour, tls?: { readonly key: string; readonly cert: string }) {
  const answer = async (...[incoming, reply]: Parameters<RequestListener>): Promise<void> => {
    const at = performance.now()
    const path = incoming.url ?? ''
    const body = (incoming.method === 'POST' ? await json(incoming) : {}) as Received['body']
    const list = path.endsWith(LIST_PATH) ? service.list : undefined
    const request = { path, headers: incoming.headers, body, nth: service.requests.length + 1, at }
    if (list === undefined) service.requests.push(request)
    ;(list ?? behave)(request, reply)
  }
  const listener: RequestListener = (incoming, reply) => {
    // A client may leave at any time.
    reply.on('error', () => undefined)
    answer(incoming, reply).catch(() => reply.destroy())
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests: [] as Received[],
    /** Answers requests for the list, which `requests` and `nth` leave out; by default as a service that has none. */
    list: say(404) as Behaviour | undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return service
}

/** Answers in one piece. */
export function say(status: number, body = '{}', headers: Record<string, string | number> = {}): Behaviour {
  return (_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

/** A list of one page with these rows. */
export function list(...rows: readonly unknown[]): Behaviour {
  return (request, reply) => {
    say(200, JSON.stringify({ items: request.body.page_num === 1 ? rows : [] }))(request, reply)
  }
}

/** The first behaviours for the first requests, the last for all others. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  return (request, reply) => behaviours[Math.min(request.nth, behaviours.length) - 1]?.(request, reply)
}

export const hang: Behaviour = () => undefined

/** Ends the connection before the answer is complete. */
export const short: Behaviour = (_request, reply) => {
  reply.writeHead(200, { 'content-length': 100 })
  reply.write('{}', () => reply.destroy())
}
