import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The request's body, parsed. */
  readonly body: { readonly name?: string; readonly content?: string; readonly page_num?: number; page_size?: number }
  /** From 1, in the order of arrival. */
  readonly nth: number
}

/** What a request gets. Nothing is sent by itself: a behaviour that leaves `reply` alone is a service that hangs. */
export type Behaviour = (request: Received, reply: ServerResponse) => unknown

export interface MisbehavingService extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly requests: Received[]
  /** Connections that were opened. */
  readonly connections: Set<Socket>
  /** The most requests that were unanswered at a time. */
  readonly most: () => number
  /** May be replaced in the middle of a test. */
  behave: Behaviour
}

/** A real HTTP server on this machine that answers as it is told, and keeps what it was asked. */
export async function startMisbehaving(
  behave: Behaviour,
  tls?: { readonly key: string; readonly cert: string },
  host = '127.0.0.1'
): Promise<MisbehavingService> {
  let open = 0
  let most = 0
  const listener: RequestListener = (incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: JSON.parse(String(Buffer.concat(chunks))) as Received['body'],
        nth: service.requests.length + 1
      }
      service.requests.push(request)
      open += 1
      most = Math.max(most, open)
      reply.on('close', () => {
        open -= 1
      })
      service.behave(request, reply)
    })
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const service: MisbehavingService = {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests: [],
    connections,
    most: () => most,
    behave,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return service
}

/** Answers in one piece. */
export function say(status: number, body = '{}', headers: Record<string, string> = {}): Behaviour {
  return (_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

/** The first behaviours for the first requests, the last for all others. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  return (request, reply) => behaviours[Math.min(request.nth, behaviours.length) - 1]?.(request, reply)
}

export const reset: Behaviour = (_request, reply) => {
  reply.socket?.resetAndDestroy()
}

export const hang: Behaviour = () => undefined
