import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ActionError } from '../../src/errors.ts'
import { Secret } from '../../src/secret.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import { checkList } from '../../src/knowledge/reading.ts'
import { RateLimiter } from '../../src/knowledge/limiter.ts'
import { networkError } from '../../src/knowledge/connection.ts'
import {
  drip,
  endless,
  hang,
  inTurn,
  say,
  short,
  startMisbehaving,
  type Behaviour
} from '../support/misbehaving-service.ts'

const MEBIBYTE = 1024 * 1024

function connect(baseUrl: string, options: Partial<ClientOptions> = {}): KnowledgeClient {
  const given = { token: new Secret('oap_test'), concurrency: 2, timeout: 10_000, retries: 2, trace: () => undefined }
  return new KnowledgeClient({ ...given, baseUrl, signal: new AbortController().signal, ...options })
}

test('a late 429 does not hold back requests that wait when the run has ended', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  const hold: Behaviour = (_, response) => {
    held.resolve(response)
  }
  // The first two halve the number of requests in flight, so that the others wait.
  await using service = await startMisbehaving(inTurn(say(429), say(429), hold))
  await using client = connect(service.url)
  const names = ['a', 'b', 'c', 'd']
  const calls = names.map((name) => client.upsert({ name, content: 'Text.' }).catch((error: unknown) => error))
  const response = await held.promise
  const end = new ActionError('out-of-time', 'The run has ended.', '')
  client.end(end)
  response.writeHead(429, { 'retry-after': '60' }).end()
  expect(await Promise.all(calls)).toEqual(names.map(() => end))
})

test('the end of a run ends a pause', async () => {
  await using service = await startMisbehaving(say(429, '{}', { 'retry-after': '60' }))
  const paused = Promise.withResolvers<unknown>()
  await using client = connect(service.url, { onWait: paused.resolve })
  const calls = ['a', 'b', 'c'].map((name) => client.upsert({ name, content: '' }).catch((error: unknown) => error))
  await paused.promise
  const end = new ActionError('out-of-time', 'The run has ended.', '')
  client.end(end)
  expect(await Promise.all(calls)).toEqual([end, end, end])
})

describe('a 401 ends the run at the first answer,', () => {
  test.each<[string, Behaviour]>([
    [
      'whose body is cut',
      (_, reply) => void reply.writeHead(401, { 'content-length': 100 }).write('{}', () => reply.destroy())
    ],
    ['whose body never ends', (_, reply) => void reply.writeHead(401).write(' '.repeat(20_000))],
    ['whose encoding is damaged', say(401, '{}', { 'content-encoding': 'gzip' })]
  ])('%s', async (_, answer) => {
    await using service = await startMisbehaving(answer)
    await using client = connect(service.url)
    const hint = expect.stringMatching(/Rotate/)
    await expect(client.upsert({ name: 'a', content: '' })).rejects.toMatchObject({ kind: 'token-rejected', hint })
    expect([client.ended?.kind, service.requests.length]).toEqual(['token-rejected', 1])
  })
})

test('a 401 ends what has no answer yet', async () => {
  await using service = await startMisbehaving(inTurn(hang, say(401)))
  await using client = connect(service.url, { timeout: 2000, retries: 0 })
  const calls = ['a', 'b'].map((name) =>
    client.upsert({ name, content: '' }).catch((error: unknown) => (error as ActionError).kind)
  )
  // Not `service-failing`, as after the deadline.
  expect((await Promise.all(calls)).toSorted()).toEqual(['token-rejected', 'unreachable'])
})

describe('an upsert without retries:', () => {
  const gzip = { 'content-encoding': 'gzip' }
  const html = { 'content-type': 'text/html', 'content-encoding': 'br' }
  const endlessly =
    (status: number): Behaviour =>
    (_request, reply) => {
      reply.writeHead(status, { location: 'https://elsewhere.example/' }).write('{')
    }
  const padded = (mebibytes: number): string => JSON.stringify('x'.repeat(mebibytes * MEBIBYTE))
  let written = 0
  const count = (bytes: number): void => {
    written = bytes
  }

  test.each<[string, Behaviour, result: number | RegExp]>([
    ['an entry of 3 MiB', say(200, padded(3)), 1],
    ['204 that is called gzip', say(204, '', gzip), 1],
    ['JSON in no encoding, which is named', say(200, '{}', { 'content-encoding': 'identity' }), 1],
    ['JSON in gzip', say(200, gzipSync('{"id":1}'), gzip), 1],
    ['an HTML page in brotli', say(200, brotliCompressSync('<!doctype html>'), html), /HTML page/],
    ['truncated gzip', say(200, gzipSync('{"id":1}').subarray(0, 20), gzip), /gzip content that cannot be decoded/],
    ['gzip of 100 MiB', say(200, gzipSync(Buffer.alloc(100 * MEBIBYTE, ' ')), gzip), /larger than 4 MiB/],
    ['an encoding that is the token', say(200, '{}', { 'content-encoding': 'oap_test' }), /\*\*\* content that cannot/],
    ['5 MiB', say(200, padded(5)), /larger than 4 MiB/],
    ['10 GB', endless(200, count), /larger than 4 MiB/],
    ['10 GB with 400', endless(400, count), /HTTP 400/],
    ['403 whose body never ends', endlessly(403), /HTTP 403\)/],
    ['302 whose body never ends', endlessly(302), /redirects \(HTTP 302\) to “https:\/\/elsewhere.example\/”/],
    ['fewer bytes than it says', short, /ended before the answer was complete/],
    ['nothing', hang, /no complete answer within 1 s/],
    ['one byte at a time', drip, /no complete answer within 1 s/]
  ])('%s', async (_, answer, result) => {
    await using service = await startMisbehaving(answer)
    await using client = connect(service.url, { retries: 0, timeout: 1000 })
    const upsert = client.upsert({ name: 'a', content: '' })
    if (typeof result === 'number') expect(await upsert).toBe(result)
    else await expect(upsert).rejects.toThrow(result)
    expect(service.requests).toHaveLength(1)
    expect(written).toBeLessThan(64 * MEBIBYTE)
  })
})

test.each([
  ['soon', 50],
  ['already', -1]
])('a page of the list that is of no use %s is not waited for longer', async (_, left) => {
  await using service = await startMisbehaving(hang)
  service.list = undefined
  await using client = connect(service.url, { timeout: 2000, retries: 0 })
  const page = client.listPage([1, 1], performance.now() + left)
  await expect(page).rejects.toThrow(/no complete answer within 0\.0/)
})

test.each([
  ['an empty object', '{}'],
  ['an error', '{"code": 1, "message": "quota exceeded"}']
])('`mode: check`: %s is no list, and red', async (_, body) => {
  await using service = await startMisbehaving(say(200, body))
  service.list = undefined
  await using client = connect(service.url)
  await expect(checkList(client)).rejects.toThrow(/is no list of entries|reports an error/)
})

test.each([
  ['503, then 429', [503, 429], 1],
  ['429 without a retry', [429], 0]
])('a rate limit uses up no retry: %s', async (_, statuses, retries) => {
  await using service = await startMisbehaving(inTurn(...[...statuses, 200].map((status) => say(status))))
  await using client = connect(service.url, { retries })
  expect(await client.upsert({ name: 'a', content: 'Text.' })).toBe(statuses.length + 1)
})

test('a list that only limits the rate is left when the next pause would outlast its time', async () => {
  await using service = await startMisbehaving(say(429))
  service.list = undefined
  await using client = connect(service.url)
  const until = performance.now() + 1500
  // Pauses of 250 and 500 ms; the one of a second is too long.
  await expect(client.listPage([1, 1], until)).rejects.toMatchObject({ kind: 'rate-limited' })
  expect(service.requests).toHaveLength(3)
})

test.each([
  [1, '0.001 s'],
  [200, '0.2 s'],
  [30_000, '30 s']
])('an attempt of %d ms that has no answer is told in seconds', (timeout, seconds) => {
  const peer = { host: 'a.example', peer: 'a.example' }
  const { message } = networkError(new DOMException('', 'TimeoutError'), peer, timeout)
  expect(message).toBe(`The service gave no complete answer within ${seconds}.`)
})

test.each(['0', 'Sun, 06 Nov 1994 08:49:37 GMT'])(
  'Retry-After: %s: requests are paused all the same',
  async (value) => {
    const limited = say(429, '{}', { 'retry-after': value })
    await using service = await startMisbehaving(inTurn(limited, limited, say(200)))
    await using client = connect(service.url)
    const before = performance.now()
    await client.upsert({ name: 'a', content: 'Text.' })
    // A quarter of a second, and then half of one.
    expect(performance.now() - before).toBeGreaterThan(700)
  }
)

test('429 halves the requests in flight, once for all of one moment; each round of successes adds one', async () => {
  const limiter = new RateLimiter(8)
  const mostInFlight = async (): Promise<number> => {
    let [now, most] = [0, 0]
    const task = async (): Promise<void> => {
      most = Math.max(most, ++now)
      await setImmediate()
      now--
    }
    await Promise.all(Array.from({ length: 20 }, () => limiter.run(task)))
    return most
  }
  const started = performance.now()
  expect(await mostInFlight()).toBe(8)
  expect([limiter.throttled(started), limiter.throttled(started)]).toEqual([250, 0])
  expect(await mostInFlight()).toBe(4)
  expect(limiter.throttled(performance.now())).toBe(500)
  for (let successes = 0; successes < 2; successes++) limiter.succeeded()
  expect(await mostInFlight()).toBe(3)
  expect(limiter.throttled(performance.now())).toBe(250)
})

const tunnel = (status: number): Error => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`)
test.each<[string, error: unknown, message: RegExp, retryable: boolean]>([
  ['a certificate that has expired', { code: 'CERT_HAS_EXPIRED' }, /^The certificate of a\.example has expired/, false],
  ['a proxy that wants a login', tunnel(407), /proxy does not connect to a\.example \(HTTP 407\)/, false],
  ['a proxy without the host', tunnel(502), /\(HTTP 502\)/, true],
  ['a proxy that waits no longer', tunnel(408), /\(HTTP 408\)/, true],
  ['a proxy with too many requests', tunnel(429), /\(HTTP 429\)/, true]
])('%s: whether it is asked again', (_, error, message, retryable) => {
  const expected = { message: expect.stringMatching(message), retryable }
  expect(networkError(error, { host: 'a.example', peer: 'a.example' }, 1000)).toMatchObject(expected)
})

test.each<[string, answer: string, RegExp]>([
  ['refuses', 'HTTP/1.1 407 Login\r\n\r\n', /proxy does not connect to .* \(HTTP 407\)/],
  ['does not answer', '', /no complete answer within 0.2 s/]
])('a proxy that %s', async (_, answer, says) => {
  await using sockets = new AsyncDisposableStack()
  const server = createServer().on('connect', (_request, socket: Socket) => {
    sockets.defer(() => void socket.on('error', () => undefined).destroy())
    if (answer !== '') socket.end(answer)
  })
  await once(sockets.adopt(server, () => void server.close()).listen(0, '127.0.0.1'), 'listening')
  process.env['https_proxy'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using client = connect('https://assistant.example', { retries: 0, timeout: 200 })
  delete process.env['https_proxy']
  await expect(client.upsert({ name: 'a', content: 'Text.' })).rejects.toThrow(says)
})
