import { once } from 'node:events'
import { createServer, request as startRequest } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A proxy as in a company's network. */
export interface Proxy extends AsyncDisposable {
  /** For `https_proxy`. */
  readonly url: string
}

/**
 * Opens a proxy that leads every https address to one server.
 *
 * @param target address of a server that speaks plain HTTP.
 * @param tls what the proxy presents as the certificate of every host.
 */
export async function openProxy(target: string, tls: { readonly key: string; readonly cert: string }): Promise<Proxy> {
  const host = createSecureServer(tls, (request, response) => {
    const { method = 'GET', headers } = request
    const forwarded = startRequest(new URL(request.url ?? '/', target), { method, headers })
    forwarded.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(forwarded)
  })
  const proxy = createServer()
  proxy.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    host.emit('connection', socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      host.closeAllConnections()
      await closed
    }
  }
}
