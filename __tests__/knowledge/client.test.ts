import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from '@jest/globals'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import type { RequestError } from '../../src/knowledge/failures.ts'
import { Secret } from '../../src/secret.ts'
import { key, localhost } from '../support/certificates.ts'
import {
  drip,
  endless,
  hang,
  inTurn,
  reset,
  say,
  short,
  startMisbehaving,
  type Behaviour
} from '../support/misbehaving-service.ts'
import { skippingClock } from '../support/skipping-clock.ts'

const clock = await skippingClock()
// After the clock: these modules wait.
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { networkError } = await import('../../src/knowledge/failures.ts')
afterAll(() => {
  clock[Symbol.dispose]()
})

const MEBIBYTE = 1024 * 1024
const ENTRY = { name: 'Disk full', content: 'Text.' }

function connect(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const { signal } = new AbortController()
  const setup = { token: new Secret('oap_test'), concurrency: 2, timeout: 10_000, signal, trace: () => undefined }
  return new KnowledgeClient({ ...setup, baseUrl, ...options })
}

describe('an upsert that succeeds:', () => {
  const gzip = { 'content-encoding': 'gzip' }
  const statuses = (...each: number[]): Behaviour => inTurn(...each.map((status) => say(status)))

  test.each<{ name: string; behaviour: Behaviour; attempts: number }>([
    {
      name: 'an entry of 3 MiB comes back',
      behaviour: say(200, JSON.stringify('x'.repeat(3 * MEBIBYTE))),
      attempts: 1
    },
    { name: '204 that is called gzip', behaviour: say(204, '', gzip), attempts: 1 },
    { name: 'an encoding that is none', behaviour: say(200, '{}', { 'content-encoding': 'identity' }), attempts: 1 },
    { name: 'gzip', behaviour: say(200, gzipSync('{"id":1}'), gzip), attempts: 1 },
    { name: 'after seven failures', behaviour: statuses(500, 502, 503, 504, 423, 409, 529, 200), attempts: 8 },
    { name: 'after a connection that is reset', behaviour: inTurn(reset, say(200)), attempts: 2 },
    { name: 'after an answer of which half is missing', behaviour: inTurn(short, say(200)), attempts: 2 },
    { name: 'after JSON of which half is missing', behaviour: inTurn(say(200, '{"id":'), say(200)), attempts: 2 },
    { name: 'after 503 without `Retry-After`', behaviour: statuses(503, 503, 200), attempts: 3 }
  ])('$name', async ({ behaviour, attempts }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url)
    expect(await client.upsert(ENTRY)).toBe(attempts)
    expect(service.requests).toHaveLength(attempts)
  })

  test('its body, its headers, and nothing of the token in the trace', async () => {
    await using service = await startMisbehaving(say(200))
    const lines: string[] = []
    await using client = connect(service.url, { trace: (line) => lines.push(line) })
    await client.upsert(ENTRY)
    expect(service.requests).toMatchObject([
      { path: '/personal/v1/knowledge/upsert', body: ENTRY, headers: { authorization: 'Bearer oap_test' } }
    ])
    expect(lines).toEqual([expect.stringMatching(/^POST \/personal\/v1\/knowledge\/upsert: 200 after \d+ ms$/)])
  })
})

describe('an upsert that fails:', () => {
  const gzip = { 'content-encoding': 'gzip' }
  const html = { 'content-type': 'text/html', 'content-encoding': 'br' }
  const endlessly =
    (status: number): Behaviour =>
    (_, reply) => {
      reply.writeHead(status, { location: 'https://elsewhere.example/' }).write('{')
    }
  const interim: Behaviour = (_, reply) => {
    reply.writeContinue()
    reply.writeHead(200).end()
  }
  let written = 0
  const count = (bytes: number): void => {
    written = bytes
  }

  test.each<{ name: string; behaviour: Behaviour; attempts: number; says: RegExp; timeout?: number }>([
    { name: '400', behaviour: say(400), attempts: 1, says: /rejects the request \(HTTP 400\)/ },
    { name: '503', behaviour: say(503), attempts: 8, says: /fails \(HTTP 503\)/ },
    { name: '507', behaviour: say(507), attempts: 1, says: /fails \(HTTP 507\)/ },
    {
      name: 'an HTML page in brotli',
      behaviour: say(200, brotliCompressSync('<!doctype html>'), html),
      attempts: 1,
      says: /HTML page/
    },
    {
      name: 'gzip of which half is missing',
      behaviour: say(200, gzipSync('{"id":1}').subarray(0, 20), gzip),
      attempts: 8,
      says: /gzip content that cannot be decoded/
    },
    {
      name: 'gzip of 100 MiB',
      behaviour: say(200, gzipSync(Buffer.alloc(100 * MEBIBYTE, ' ')), gzip),
      attempts: 1,
      says: /larger than 4 MiB/
    },
    {
      name: 'an encoding that is the token',
      behaviour: say(200, '{}', { 'content-encoding': 'oap_test' }),
      attempts: 8,
      says: /\*\*\* content that cannot/
    },
    { name: '10 GB', behaviour: endless(200, count), attempts: 1, says: /larger than 4 MiB/ },
    { name: '10 GB with 400', behaviour: endless(400, count), attempts: 1, says: /HTTP 400/ },
    { name: '403 whose body never ends', behaviour: endlessly(403), attempts: 1, says: /HTTP 403\)/, timeout: 200 },
    {
      name: '302 whose body never ends',
      behaviour: endlessly(302),
      attempts: 1,
      says: /redirects \(HTTP 302\) to “https:\/\/elsewhere.example\/”/,
      timeout: 200
    },
    { name: 'half an answer', behaviour: short, attempts: 8, says: /ended before the answer was complete/ },
    { name: 'a reset', behaviour: reset, attempts: 8, says: /ended before the answer was complete/ },
    { name: 'an interim answer', behaviour: interim, attempts: 8, says: /sent an interim answer \(100 Continue\)/ },
    { name: 'nothing', behaviour: hang, attempts: 8, says: /no complete answer within 0.2 s/, timeout: 200 },
    { name: 'one byte at a time', behaviour: drip, attempts: 8, says: /no complete answer within 0.1 s/, timeout: 100 }
  ])('$name', async ({ behaviour, attempts, says, timeout = 10_000 }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url, { timeout })
    const message = expect.stringMatching(says)
    await expect(client.upsert(ENTRY)).rejects.toMatchObject({ message, attempts })
    expect(service.requests).toHaveLength(attempts)
    expect(written).toBeLessThan(64 * MEBIBYTE)
  })

  test.each<{ name: string; baseUrl: string; attempts: number; says: RegExp }>([
    { name: 'nobody listens', baseUrl: 'http://127.0.0.1:9', attempts: 8, says: /^Nothing listens at 127\.0\.0\.1:9:/ },
    {
      name: 'the host has no address',
      baseUrl: 'https://runbooks.invalid',
      attempts: 8,
      says: /^The name of runbooks\.invalid cannot be resolved\.$/
    }
  ])('$name', async ({ baseUrl, attempts, says }) => {
    await using client = connect(baseUrl)
    const expected = { kind: 'unreachable', message: expect.stringMatching(says), attempts }
    await expect(client.upsert(ENTRY)).rejects.toMatchObject(expected)
  })

  test('the authority of the certificate is not trusted', async () => {
    await using service = await startMisbehaving(say(200), { key, cert: localhost })
    await using client = connect(service.url)
    const message = expect.stringMatching(/does not trust the authority/)
    await expect(client.upsert(ENTRY)).rejects.toMatchObject({ kind: 'unreachable', message, attempts: 1 })
  })

  test.each<{ name: string; answer: string; says: RegExp }>([
    { name: 'refuses', answer: 'HTTP/1.1 407 Login\r\n\r\n', says: /proxy does not connect to .* \(HTTP 407\)/ },
    { name: 'does not answer', answer: '', says: /no complete answer within 0.1 s/ }
  ])('a proxy $name', async ({ answer, says }) => {
    await using sockets = new AsyncDisposableStack()
    const server = createServer().on('connect', (_request, socket: Socket) => {
      sockets.defer(() => void socket.on('error', () => undefined).destroy())
      if (answer !== '') socket.end(answer)
    })
    await once(sockets.adopt(server, () => void server.close()).listen(0, '127.0.0.1'), 'listening')
    process.env['https_proxy'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await using client = connect('https://assistant.example', { timeout: 100 })
    delete process.env['https_proxy']
    await expect(client.upsert(ENTRY)).rejects.toThrow(says)
  })
})

test('a service that fails is tried for about a minute, each time after a longer wait', async () => {
  await using service = await startMisbehaving(say(503))
  await using client = connect(service.url)
  const before = performance.now()
  await expect(client.upsert(ENTRY)).rejects.toThrow(/HTTP 503/)
  const times = service.requests.map(({ at }) => at)
  const waits = times.slice(1).map((at, nth) => at - (times[nth] ?? 0))
  // Jitter, also of the last one.
  const bounds = waits.map((wait, nth) => wait >= 300 * 2 ** nth && wait < 600 * 2 ** nth + 1000)
  expect(bounds).toEqual(Array(7).fill(true))
  expect(performance.now() - before).toBeGreaterThan(35_000)
  expect(performance.now() - before).toBeLessThan(85_000)
})

describe('a refused name that a read-only entry has', () => {
  const rows = [{ id: 1, name: 'DISK  full', is_readonly: true }]

  test.each<{ name: string; answer: Behaviour; isAdvised: boolean }>([
    { name: 'by a code', answer: say(200, '{"code":40301,"message":"knowledge.readonly"}'), isAdvised: true },
    { name: 'by 400', answer: say(400), isAdvised: true },
    { name: 'by 403', answer: say(403), isAdvised: true },
    { name: 'not by 507', answer: say(507), isAdvised: false }
  ])('$name: $isAdvised', async ({ answer, isAdvised }) => {
    await using service = await startMisbehaving(answer)
    service.list = say(200, JSON.stringify({ code: 200, data: { page: { total: 1 }, items: rows } }))
    await using client = connect(service.url)
    await client.listPage(1, 100)
    const { kind, hint } = (await client.upsert(ENTRY).catch((error: unknown) => error)) as RequestError
    expect(/read-only entry of this name.*another `title`/.test(hint)).toBe(isAdvised)
    // The permission is not what is wrong.
    expect(kind).toBe(isAdvised ? 'entry-rejected' : 'service-failing')
    const other = (await client.upsert({ name: 'Other', content: '' }).catch((error: unknown) => error)) as RequestError
    expect(other.hint).not.toContain('read-only')
  })
})

describe('an upsert goes no further if the service asks for a pause, because people may edit the entry meanwhile:', () => {
  const wait = (status: number, value: string): Behaviour => say(status, '{}', { 'retry-after': value })

  test.each<{ name: string; behaviour: Behaviour; least: number }>([
    { name: '429 with `Retry-After`', behaviour: wait(429, '7'), least: 7000 },
    { name: '503 with `Retry-After`', behaviour: wait(503, '7'), least: 7000 },
    // Requests are paused all the same, for a quarter of a second.
    { name: '429 with `Retry-After: 0`', behaviour: wait(429, '0'), least: 250 },
    { name: '429 with a date that is past', behaviour: wait(429, 'Sun, 06 Nov 1994 08:49:37 GMT'), least: 250 },
    { name: '429 with a word', behaviour: wait(429, 'soon'), least: 250 },
    { name: '429 without it', behaviour: say(429), least: 250 }
  ])('$name', async ({ behaviour, least }) => {
    await using service = await startMisbehaving(inTurn(behaviour, say(200)))
    await using client = connect(service.url)
    expect(await client.upsert(ENTRY)).toBeUndefined()
    expect(service.requests).toHaveLength(1)
    // What is sent after another look goes out when the pause is over.
    expect(client.pauses).toBe(1)
    expect(await client.upsert(ENTRY)).toBe(1)
    const [first, second] = service.requests.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(least - 10)
  })

  test('also one that has failed before', async () => {
    await using service = await startMisbehaving(inTurn(say(500), wait(503, '7'), say(200)))
    await using client = connect(service.url)
    expect(await client.upsert(ENTRY)).toBeUndefined()
    expect(service.requests).toHaveLength(2)
  })

  test('also those that wait for their turn', async () => {
    await using service = await startMisbehaving(inTurn(wait(429, '7'), say(200)))
    await using client = connect(service.url, { concurrency: 1 })
    const calls = ['a', 'b', 'c'].map((name) => client.upsert({ name, content: 'Text.' }))
    expect(await Promise.all(calls)).toEqual([undefined, undefined, undefined])
    expect(service.requests).toHaveLength(1)
  })

  test('but a page of the list is asked for again', async () => {
    await using service = await startMisbehaving(say(200))
    const answers = [wait(429, '7'), wait(503, '7')]
    service.list = (request, reply) => (answers.shift() ?? say(200, '[]'))(request, reply)
    await using client = connect(service.url)
    expect(await client.listPage(1, 100)).toMatchObject({ rows: [] })
    expect(client.pauses).toBe(2)
  })

  test('the pause is told on one line, also if the service says several', async () => {
    const body = JSON.stringify({ detail: 'Slow\r\n##[error]PWN\u2028::error::\u0085\u000b\u001b[2J down' })
    await using service = await startMisbehaving(say(429, body, { 'retry-after': '30' }))
    const messages: string[] = []
    await using client = connect(service.url, { onProgress: (message) => messages.push(message) })
    await client.upsert(ENTRY)
    expect(messages).toEqual([
      'waiting 30 s, as the service asks: The service receives too many requests (HTTP 429): “Slow ##[error]PWN ::error:: [2J down”.'
    ])
  })
})

describe('a run ends', () => {
  test.each<{ name: string; list: Behaviour }>([
    { name: 'without any success', list: say(404) },
    { name: 'in which only the list can be read', list: say(200, '[]') }
  ])('after two minutes $name', async ({ list }) => {
    await using service = await startMisbehaving(say(503))
    service.list = list
    await using client = connect(service.url)
    const before = performance.now()
    while (client.ended === undefined && performance.now() - before < 5 * 60_000) {
      await client.listPage(1, 100).catch(() => undefined)
      await client.upsert(ENTRY).catch(() => undefined)
    }
    expect(client.ended?.message).toMatch(/^No request succeeded for 2 min\. .*HTTP 503/)
  })

  test('within twelve minutes of nothing but rate limits', async () => {
    await using service = await startMisbehaving(say(429))
    await using client = connect(service.url)
    const before = performance.now()
    const untilItEnds = async (): Promise<void> => {
      while ((await client.upsert(ENTRY)) === undefined);
    }
    await expect(untilItEnds()).rejects.toThrow(/made the run wait for ten minutes/)
    expect(performance.now() - before).toBeLessThan(12 * 60_000)
  })
})

describe('a network error is told:', () => {
  const tunnel = (status: number): Error => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`)
  const timeout = new DOMException('', 'TimeoutError')

  test.each<{ name: string; cause: unknown; message: string; retryable: boolean; milliseconds?: number }>([
    {
      name: 'a certificate that has expired',
      cause: { code: 'CERT_HAS_EXPIRED' },
      message: 'The certificate of a.example has expired.',
      retryable: false
    },
    {
      name: 'a certificate of another host',
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
      message: 'The certificate that a.example shows is for another host.',
      retryable: false
    },
    ...[
      { status: 407, retryable: false },
      { status: 502, retryable: true },
      { status: 408, retryable: true },
      { status: 429, retryable: true }
    ].map(({ status, retryable }) => ({
      name: `a proxy that answers with ${status}`,
      cause: tunnel(status),
      message: `The proxy does not connect to a.example (HTTP ${status}).`,
      retryable
    })),
    {
      name: 'a message of several lines',
      cause: new Error('socket\r\n::error::hang\u2028up\n'),
      message: 'The request to a.example failed (socket ::error::hang up).',
      retryable: true
    },
    ...[
      { milliseconds: 1, seconds: '0.001' },
      { milliseconds: 200, seconds: '0.2' },
      { milliseconds: 30_000, seconds: '30' }
    ].map(({ milliseconds, seconds }) => ({
      name: `no answer within ${seconds} s`,
      cause: timeout,
      message: `The service gave no complete answer within ${seconds} s.`,
      retryable: true,
      milliseconds
    }))
  ])('$name', ({ cause, message, retryable, milliseconds = 1000 }) => {
    const names = { host: 'a.example', peer: 'a.example' }
    expect(networkError(cause, names, milliseconds)).toMatchObject({ message, retryable })
  })
})
