import { once } from 'node:events'
import { createServer, request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const UPSERT_PATH = '/personal/v1/knowledge/upsert'
export const LIST_PATH = '/personal/v1/knowledge/list'

/** A proxy in front of the service, through which tests hold requests and tell the runs apart. */
export interface Gate extends AsyncDisposable {
  /** A `base-url`. With a path below it the gate knows a run by that path. */
  readonly url: string
  /** The upserts so far of the run at this path. */
  upserts(path?: string): number
  /** Waits until the service has answered everything that came through. */
  idle(): Promise<void>
}

/**
 * @param service gives the address of the service for each request.
 * @param onUpsert is called, and waited for, before an upsert goes on, also after its client is gone. It is given the
 *   number of the upsert within its run, from 1, and the path of the run.
 */
export async function openGate(
  service: () => string,
  onUpsert: (count: number, path: string) => Promise<void> | void
): Promise<Gate> {
  const upserts = new Map<string, number>()
  const pending = new Set<Promise<void>>()

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const at = pathname.indexOf('/personal/')
    const [run, path] = [pathname.slice(0, at), pathname.slice(at)]
    if (path === UPSERT_PATH) {
      upserts.set(run, (upserts.get(run) ?? 0) + 1)
      await onUpsert(upserts.get(run) ?? 0, run)
    }
    const target = new URL(path, service())
    const headers = { ...request.headers, host: target.host }
    const forwarded = startRequest(target, { method: request.method ?? 'POST', headers }).end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    const content = await buffer(answer)
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(content)
  }

  const server = createServer((request, response) => {
    // The service cuts the connection, or is down: so does the gate.
    const passed = pass(request, response)
      .catch(() => response.destroy())
      .then(() => void pending.delete(passed))
    pending.add(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upserts: (path = '') => upserts.get(path) ?? 0,
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
