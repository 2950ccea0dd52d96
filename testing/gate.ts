import { once } from 'node:events'
import { createServer, request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { UPSERT_PATH } from '../service/service.ts'

/** A proxy in front of the service, through which tests hold requests and tell the runs apart. */
export interface Gate extends AsyncDisposable {
  /** A `base-url`. */
  readonly url: string
  /** Waits until the service has answered everything that came through. */
  idle(): Promise<void>
}

export interface GateRequest {
  readonly kind: 'upsert' | 'list'
  /** What the header `x-run` says, by which the soak tells runs apart; empty without it. */
  readonly run: string
  /** As it was sent. */
  readonly body: string
}

/** @param onRequest is called, and waited for, before a request goes on to the service, also after its client is gone. */
export async function openGate(
  service: string,
  onRequest: (request: GateRequest) => Promise<void> | void
): Promise<Gate> {
  const pending = new Set<Promise<void>>()

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { url: path = '/', headers: given } = request
    const kind = path === UPSERT_PATH ? 'upsert' : 'list'
    await onRequest({ kind, run: String(given['x-run'] ?? ''), body: body.toString() })
    const target = new URL(path, service)
    const headers = { ...given, host: target.host }
    const forwarded = startRequest(target, { method: request.method ?? 'POST', headers }).end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    const content = await buffer(answer)
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(content)
  }

  const server = createServer((request, response) => {
    // The service cuts the connection: so does the gate.
    const passed = pass(request, response)
      .catch(() => response.destroy())
      .then(() => void pending.delete(passed))
    pending.add(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async idle() {
      while (pending.size > 0) await Promise.all(pending)
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}
