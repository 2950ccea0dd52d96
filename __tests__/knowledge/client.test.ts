import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from '@jest/globals'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import { Secret } from '../../src/secret.ts'
import { elsewhere, key } from '../support/certificates.ts'
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

const clock = skippingClock()
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
  const setup = { token: new Secret('oap_test'), concurrency: 2, signal, trace: () => undefined }
  return new KnowledgeClient({ ...setup, baseUrl, ...options })
}

describe('an upsert that succeeds:', () => {
  const statuses = (...each: number[]): Behaviour => inTurn(...each.map((status) => say(status)))

  test.each<{ name: string; behaviour: Behaviour; attempts: number }>([
    { name: 'an entry of 3 MiB comes back', behaviour: say(200, `"${'x'.repeat(3 * MEBIBYTE)}"`), attempts: 1 },
    { name: '204 that is called gzip', behaviour: say(204, '', { 'content-encoding': 'gzip' }), attempts: 1 },
    { name: 'after seven failures', behaviour: statuses(500, 502, 503, 504, 423, 409, 529, 200), attempts: 8 },
    { name: 'after a connection that is reset', behaviour: inTurn(reset, say(200)), attempts: 2 },
    { name: 'after an answer of which half is missing', behaviour: inTurn(short, say(200)), attempts: 2 },
    { name: 'after JSON of which half is missing', behaviour: inTurn(say(200, '{"id":'), say(200)), attempts: 2 }
  ])('$name', async ({ behaviour, attempts }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url)
    expect(await client.upsert(ENTRY)).toBe(true)
    expect(service.requests).toHaveLength(attempts)
  })

  test('its body, its headers, and nothing of the token in the trace', async () => {
    await using service = await startMisbehaving(say(200))
    const lines: string[] = []
    await using client = connect(`${service.url}/api`, { trace: (line) => lines.push(line) })
    await client.upsert(ENTRY)
    expect(service.requests).toMatchObject([
      { path: '/api/personal/v1/knowledge/upsert', body: ENTRY, headers: { authorization: 'Bearer oap_test' } }
    ])
    expect(lines).toEqual([expect.stringMatching(/^POST \/personal\/v1\/knowledge\/upsert: 200 after \d+ ms$/)])
  })
})

describe('an upsert that fails:', () => {
  const endlessly: Behaviour = (_, reply) => void reply.writeHead(403).write('{')
  let written = 0
  const count = (bytes: number): void => {
    written = bytes
  }

  test.each<{ name: string; behaviour: Behaviour; attempts: number; says: RegExp; timeout?: number }>([
    { name: '400', behaviour: say(400), attempts: 1, says: /rejects the request \(HTTP 400\)/ },
    { name: '503', behaviour: say(503), attempts: 8, says: /fails \(HTTP 503\)/ },
    {
      name: 'gzip, although the request does not accept it',
      behaviour: say(200, gzipSync('{"id":1}'), { 'content-encoding': 'gzip' }),
      attempts: 1,
      says: /encoded its answer \(gzip, HTTP 200\)/
    },
    { name: '10 GB', behaviour: endless(200, count), attempts: 1, says: /larger than 8 MiB/ },
    { name: '10 GB with 400', behaviour: endless(400, count), attempts: 1, says: /HTTP 400/ },
    { name: '403 whose body never ends', behaviour: endlessly, attempts: 1, says: /HTTP 403\)/ },
    { name: 'half an answer', behaviour: short, attempts: 8, says: /ended before the answer was complete/ },
    { name: 'a reset', behaviour: reset, attempts: 8, says: /ended before the answer was complete/ },
    { name: 'nothing', behaviour: hang, attempts: 8, says: /no complete answer within 0.1 s/, timeout: 100 },
    { name: 'one byte at a time', behaviour: drip, attempts: 8, says: /no complete answer within 0.1 s/, timeout: 100 }
  ])('$name', async ({ behaviour, attempts, says, ...options }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url, options)
    await expect(client.upsert(ENTRY)).rejects.toThrow(says)
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
    const lines: string[] = []
    await using client = connect(baseUrl, { trace: (line) => lines.push(line) })
    const expected = { kind: 'unreachable', message: expect.stringMatching(says) }
    await expect(client.upsert(ENTRY)).rejects.toMatchObject(expected)
    expect(lines).toHaveLength(attempts)
  })

  test('the authority of the certificate is not trusted', async () => {
    await using service = await startMisbehaving(say(200), { key, cert: elsewhere })
    await using client = connect(service.url)
    const message = expect.stringMatching(/does not trust the authority/)
    await expect(client.upsert(ENTRY)).rejects.toMatchObject({ kind: 'unreachable', message })
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
    await using client = connect('https://assistant.example', answer === '' ? { timeout: 100 } : {})
    delete process.env['https_proxy']
    await expect(client.upsert(ENTRY)).rejects.toThrow(says)
  })

  const names = { host: 'a.example', peer: 'a.example' }
  test.each<{ cause: unknown; message: string; retryable: boolean }>([
    {
      cause: { code: 'CERT_HAS_EXPIRED' },
      message: 'The certificate of a.example has expired.',
      retryable: false
    },
    {
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
      message: 'The certificate that a.example shows is for another host.',
      retryable: false
    },
    ...[407, 502, 429].map((status) => ({
      cause: new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`),
      message: `The proxy does not connect to a.example (HTTP ${status}).`,
      retryable: status !== 407
    })),
    {
      cause: new Error('socket\r\n::error::hang up\n'),
      message: 'The request to a.example failed (socket ::error::hang up).',
      retryable: true
    }
  ])('$message', ({ cause, message, retryable }) => {
    expect(networkError(cause, names)).toMatchObject({ message, retryable })
  })
})

test('a service that fails is tried for about a minute, each time after a longer wait', async () => {
  await using service = await startMisbehaving(say(503))
  await using client = connect(service.url)
  await expect(client.upsert(ENTRY)).rejects.toThrow(/HTTP 503/)
  const times = service.requests.map(({ at }) => at)
  const waits = times.slice(1).map((at, nth) => at - (times[nth] ?? 0))
  // Jitter, also of the last one.
  const bounds = waits.map((wait, nth) => wait >= 300 * 2 ** nth && wait < 600 * 2 ** nth + 1000)
  expect(bounds).toEqual(Array(7).fill(true))
})

describe('an upsert goes no further if the service asks for a pause, because people may edit the entry meanwhile:', () => {
  const wait = (status: number, value: string): Behaviour => say(status, '{}', { 'retry-after': value })

  test.each<{ name: string; behaviour: Behaviour; least: number }>([
    { name: '429 with `Retry-After`', behaviour: wait(429, '7'), least: 7000 },
    { name: '503 with `Retry-After`', behaviour: wait(503, '7'), least: 7000 },
    // Requests are paused all the same, for a quarter of a second.
    { name: '429 with a date that is past', behaviour: wait(429, 'Sun, 06 Nov 1994 08:49:37 GMT'), least: 250 },
    { name: '429 without it', behaviour: say(429), least: 250 }
  ])('$name', async ({ behaviour, least }) => {
    await using service = await startMisbehaving(inTurn(behaviour, say(200)))
    await using client = connect(service.url)
    expect(await client.upsert(ENTRY)).toBe(false)
    expect(service.requests).toHaveLength(1)
    // What is sent after another look goes out when the pause is over.
    expect(client.pauses).toBe(1)
    expect(await client.upsert(ENTRY)).toBe(true)
    const [first, second] = service.requests.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(least - 10)
  })

  test('also one that has failed before', async () => {
    await using service = await startMisbehaving(inTurn(say(500), wait(503, '7'), say(200)))
    await using client = connect(service.url)
    expect(await client.upsert(ENTRY)).toBe(false)
    expect(service.requests).toHaveLength(2)
  })

  test('also those that wait for their turn', async () => {
    await using service = await startMisbehaving(inTurn(wait(429, '7'), say(200)))
    await using client = connect(service.url, { concurrency: 1 })
    const calls = ['a', 'b', 'c'].map((name) => client.upsert({ name, content: 'Text.' }))
    expect(await Promise.all(calls)).toEqual([false, false, false])
    expect(service.requests).toHaveLength(1)
  })

  test('but a page of the list is asked for again; each pause without `Retry-After` is longer', async () => {
    await using service = await startMisbehaving(say(200))
    const answers = [wait(503, '7'), say(429), say(429), say(429)]
    service.list = (request, reply) => (answers.shift() ?? say(200, '[]'))(request, reply)
    const messages: string[] = []
    await using client = connect(service.url, { onProgress: (message) => messages.push(message) })
    const before = performance.now()
    expect(await client.listPage(1, 100)).toMatchObject({ rows: [] })
    expect(client.pauses).toBe(4)
    expect(performance.now() - before).toBeGreaterThan(7000 + 250 + 500 + 1000)
    expect(messages[0]).toBe('waiting 7 s, as the service asks: The service fails (HTTP 503).')
    // After a success it is short again.
    answers.push(say(429))
    await client.listPage(1, 100)
    expect(messages.at(-1)).toMatch(/^waiting 1 s,/)
  })

  test('rate limits of one moment are one pause', async () => {
    const held: (() => void)[] = []
    await using service = await startMisbehaving((request, reply) => {
      held.push(() => say(429)(request, reply))
      if (held.length === 4) for (const answer of held) answer()
    })
    await using client = connect(service.url, { concurrency: 4 })
    const before = performance.now()
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => client.upsert({ name, content: '' })))
    expect([client.pauses, performance.now() - before < 500]).toEqual([1, true])
  })
})
