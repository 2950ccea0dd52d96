import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { UPSERT_PATH } from '../../src/wire.ts'

export interface Gate extends AsyncDisposable {
  /** To be given as `base-url` instead of the service's own. */
  readonly url: string
}

/**
 * A way to the service that tells of every upsert before it passes it on, and waits for the answer: what happens in the
 * middle of a run can so be made to happen, without a clock.
 *
 * @param onUpsert is given how many there have been, this one included.
 */
export async function openGate(service: string, onUpsert: (count: number) => Promise<void> | void): Promise<Gate> {
  let upserts = 0
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await buffer(request)
      if (request.url === UPSERT_PATH) await onUpsert(++upserts)
      const answer = await fetch(`${service}${request.url ?? ''}`, {
        method: request.method ?? 'POST',
        headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
        body: new Uint8Array(body)
      })
      const type = answer.headers.get('content-type') ?? 'text/plain'
      response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
    }
    // A cancelled run is gone before its answer.
    pass().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
  }
}
