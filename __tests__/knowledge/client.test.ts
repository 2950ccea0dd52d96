import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ActionError, Secret } from '../../src/errors.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'

test('a late 429 does not hold back requests that wait when the run has ended', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  let requests = 0
  const server = createServer((request, response) => {
    request.resume()
    // The first two halve the number of requests in flight, so that the others wait.
    if (++requests <= 2) response.writeHead(429).end()
    else held.resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using client = new KnowledgeClient({
    ...{ token: new Secret('oap_test'), concurrency: 2, timeout: 10_000, retries: 2, trace: () => undefined },
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signal: new AbortController().signal
  })
  const names = ['a', 'b', 'c', 'd']
  const calls = names.map((name) => client.upsert({ name, content: 'Text.' }).catch((error: unknown) => error))
  const response = await held.promise
  const end = new ActionError('out-of-time', 'The run has ended.', '')
  client.end(end)
  response.writeHead(429, { 'retry-after': '60' }).end()
  expect(await Promise.all(calls)).toEqual(names.map(() => end))
  server.close()
})
