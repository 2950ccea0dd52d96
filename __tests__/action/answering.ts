import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly url: string
  readonly authorization: string
  readonly body: string
}

/** A service that answers as a test wants it to. */
export interface Answering extends AsyncDisposable {
  /** `http://127.0.0.1:…`, or https. */
  readonly url: string
  /** In the order in which they were complete. */
  readonly received: readonly Received[]
}

/** Called when a request is complete; `nth` counts from 1. */
export type Answer = (response: ServerResponse, nth: number, request: Received, socket: Socket) => void

interface Options {
  readonly host?: string
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Called before anything is read of a request. */
  readonly onRequest?: (request: IncomingMessage) => void
}

export async function startAnswering(
  answer: Answer,
  { host = '127.0.0.1', tls, onRequest }: Options = {}
): Promise<Answering> {
  const received: Received[] = []
  const listener: RequestListener = (request, response) => {
    onRequest?.(request)
    text(request).then(
      (body) => {
        const { url = '', headers } = request
        const one = { url, authorization: headers.authorization ?? '', body }
        answer(response, received.push(one), one, request.socket)
      },
      // The other side broke off.
      () => undefined
    )
  }
  const server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener)
  const { promise: listening, resolve, reject } = Promise.withResolvers<undefined>()
  server.once('error', reject)
  server.listen(0, host, () => {
    resolve(undefined)
  })
  await listening
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: done } = Promise.withResolvers<undefined>()
      server.close(() => {
        done(undefined)
      })
      server.closeAllConnections()
      await closed
    }
  }
}
