import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import { networkError } from '../../src/knowledge/failures.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { hang, inTurn, say, short, type Behaviour } from '../support/misbehaving-service.ts'
import { skippingClock } from '../../testing/skipping-clock.ts'
import { connect, serve } from './connect.ts'

const clock = skippingClock()
afterAll(() => {
  clock[Symbol.dispose]()
})

const MEBIBYTE = 1024 * 1024
const TEXT = { name: 'Disk full', content: 'Text.' }
const ENTRY = { ...TEXT, listed: undefined }

test('an upsert: its body, its headers, nothing of the token in the trace, and an answer of 3 MiB', async () => {
  await using api = await serve(say(200, `"${'x'.repeat(3 * MEBIBYTE)}"`))
  await using client = connect(`${api.service.url}/api`, { trace: (line) => api.traced.push(line) })
  await client.write(ENTRY)
  expect(api.requests).toMatchObject([
    { path: '/api/personal/v1/knowledge/upsert', body: TEXT, headers: { authorization: 'Bearer oap_test' } }
  ])
  expect(api.traced).toEqual([expect.stringMatching(/^POST \/personal\/v1\/knowledge\/upsert: 200 after \d+ ms$/)])
})

const reset: Behaviour = (_, reply) => reply.socket?.resetAndDestroy()
/** White space for as long as somebody reads. */
const endless =
  (status: number): Behaviour =>
  (_, reply) => {
    const write = (): void => {
      while (reply.write(' '.repeat(MEBIBYTE)));
      reply.once('drain', write)
    }
    reply.writeHead(status)
    write()
  }
/** One byte of white space every 50 ms, without an end. */
const drip: Behaviour = (_, reply) => {
  const timer = setInterval(() => reply.write(' '), 50)
  reply.on('close', () => {
    clearInterval(timer)
  })
}

test.each<{ name: string; behaviour: Behaviour; says: RegExp; isOpen?: false; timeout?: number }>([
  { name: 'an endless answer', behaviour: endless(200), says: /larger than 8 MiB/, isOpen: false },
  { name: 'an endless 400', behaviour: endless(400), says: /rejects the request \(HTTP 400\)/, isOpen: false },
  { name: 'one byte at a time', behaviour: drip, says: /no complete answer within 0.5 s/, timeout: 500 },
  { name: '503', behaviour: say(503), says: /fails \(HTTP 503\)/ },
  { name: 'a connection that is reset', behaviour: reset, says: /ended before the answer/ },
  { name: 'an answer of which half is missing', behaviour: short, says: /ended before the answer/ },
  { name: 'JSON of which half is missing', behaviour: say(200, '{"id":'), says: /incomplete or malformed/ }
])(
  'an upsert is tried once, and may have been stored or not: $name',
  async ({ behaviour, says, isOpen = true, ...options }) => {
    await using api = await serve(behaviour, options)
    const error = { message: expect.stringMatching(says), retryable: isOpen }
    await expect(api.client.write(ENTRY)).rejects.toMatchObject(error)
    expect(api.requests).toHaveLength(1)
  }
)

/** A client that reaches the service through a proxy, which does this if it is asked to connect. */
async function connectThrough(answer: (socket: Socket) => unknown, options: Partial<ClientOptions> = {}) {
  const resources = new AsyncDisposableStack()
  const proxy = createServer().on('connect', (_, socket: Socket) => {
    resources.defer(() => void socket.on('error', () => undefined).destroy())
    answer(socket)
  })
  await once(resources.adopt(proxy, () => void proxy.close()).listen(0, '127.0.0.1'), 'listening')
  process.env['https_proxy'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  try {
    const client = resources.use(connect('https://assistant.example', options))
    return { client, [Symbol.asyncDispose]: () => resources.disposeAsync() }
  } finally {
    delete process.env['https_proxy']
  }
}

describe('an upsert gets no answer:', () => {
  test('nobody listens', async () => {
    const lines: string[] = []
    await using client = connect('http://127.0.0.1:9', { trace: (line) => lines.push(line) })
    const message = expect.stringMatching(/^Nothing listens at 127\.0\.0\.1:9:/)
    await expect(client.write(ENTRY)).rejects.toMatchObject({ kind: 'unreachable', message })
    expect(lines).toHaveLength(1)
  })

  test('the authority of the certificate is not trusted', async () => {
    await using api = await serve(say(200), { tls: { key, cert: elsewhere } })
    await expect(api.client.write(ENTRY)).rejects.toThrow(/does not trust the authority/)
  })

  test.each<{ name: string; answer: string; says: RegExp; timeout?: number }>([
    { name: 'refuses', answer: 'HTTP/1.1 407 Login\r\n\r\n', says: /proxy does not connect to .* \(HTTP 407\)/ },
    { name: 'does not answer', answer: '', says: /no complete answer within 0.1 s/, timeout: 100 }
  ])('a proxy $name', async ({ answer, says, ...options }) => {
    await using through = await connectThrough((socket) => answer !== '' && socket.end(answer), options)
    await expect(through.client.write(ENTRY)).rejects.toThrow(says)
  })

  test('HTTP/2 is not offered', async () => {
    const hello = Promise.withResolvers<string>()
    await using through = await connectThrough((socket) => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      socket.once('data', (bytes) => {
        hello.resolve(bytes.toString('latin1'))
        socket.destroy()
      })
    })
    await expect(through.client.write(ENTRY)).rejects.toThrow()
    // What TLS offers by its extension ALPN: each name has its length in front.
    expect(await hello.promise).toContain('\x08http/1.1')
    expect(await hello.promise).not.toContain('\x02h2')
  })

  const tunneling = (status: number): Error => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`)

  test.each<[message: string, cause: unknown, isOpen: boolean]>([
    ['The name of the proxy b cannot be resolved.', { code: 'ENOTFOUND' }, true],
    ['the proxy b accepts no connection in time.', { code: 'ETIMEDOUT' }, true],
    ['The connection to a ended before the answer was complete.', { code: 'ECONNRESET' }, true],
    ['No secure connection to a is possible (CERT_X). The token was not sent.', { code: 'CERT_X' }, false],
    ['The proxy does not connect to a (HTTP 407).', tunneling(407), false],
    ['The proxy does not connect to a (HTTP 502).', tunneling(502), true],
    ['The proxy does not connect to a (HTTP 429).', tunneling(429), true],
    ['The request to a failed (socket ::error::hang up).', new Error('socket\r\n::error::hang up\n'), true]
  ])('%s', (message, cause, isOpen) => {
    const error = networkError(cause, { host: 'a', peer: 'the proxy b' })
    expect(error).toMatchObject({ message, retryable: isOpen })
  })
})

test('the list of a service that fails is asked for eight times, each after a longer wait, and the failure says so', async () => {
  await using api = await serve(say(503))
  const message = expect.stringMatching(/^The service fails \(HTTP 503\)\. It was tried 8 times in (?:1 min )?\d+ s\.$/)
  const failure = { kind: 'service-failing', status: 503, retryable: true, message }
  await expect(api.client.listPage(1, 100)).rejects.toMatchObject(failure)
  // At most one message in five seconds.
  expect(api.said.length).toBeLessThan(6)
  expect(api.said[0]).toBe('trying again in 1 s: The service fails (HTTP 503).')
  const times = api.requests.map(({ at }) => at)
  const waits = times.slice(1).map((at, nth) => at - (times[nth] ?? 0))
  // Jitter, also of the last one.
  const bounds = waits.map((wait, nth) => wait >= 300 * 2 ** nth && wait < 600 * 2 ** nth + 1000)
  expect(bounds).toEqual(Array(7).fill(true))
})

test.each<[string, Behaviour]>([
  ['a reset', reset],
  ['half an answer', short],
  ['half its JSON', say(200, '{"items": [')]
])('a page of the list that did not arrive is asked for again: %s', async (_, behaviour) => {
  await using api = await serve(inTurn(behaviour, say(200, '[]')))
  expect(await api.client.listPage(1, 100)).toMatchObject({ rows: [] })
})

describe('the form of a request for the list', () => {
  const FLAT = { page_num: 1, page_size: 100 }
  const NESTED = { page: { page_no: 1, page_size: 100 }, context_visible_only: false }
  const SORTED = { ...NESTED, sort: { order_by: 'created_at', order: 'asc' } }
  const FORMS = [{ ...FLAT, ...SORTED }, SORTED, NESTED, FLAT]

  const documented = (page: object | null, items: readonly object[] = [{ name: 'a', trigger: 'smart' }]): Behaviour =>
    say(200, JSON.stringify({ code: 200, data: { page, items } }))
  const DOCUMENTED = documented({ total: 1, page_num: 1, page_size: 100 })
  const OF_20 = documented({ total: 1, page_num: 1, page_size: 20 })
  const UNPAGED = documented(null)
  const SPECIFIED = say(200, '[]')
  const REFUSED = say(422, '{"message":"extra fields"}')

  test.each<{ name: string; answers: readonly Behaviour[]; says?: RegExp }>([
    { name: 'both, if nothing is refused', answers: [DOCUMENTED] },
    { name: 'the documented one alone, if both are refused', answers: [REFUSED, DOCUMENTED] },
    { name: 'the same after 400', answers: [say(400), DOCUMENTED] },
    { name: 'the documented one in any order, if an order is refused', answers: [REFUSED, REFUSED, DOCUMENTED] },
    { name: 'the specified one, if answers have another size', answers: [REFUSED, OF_20, OF_20, SPECIFIED] },
    { name: 'the specified one, if answers have no page', answers: [REFUSED, UNPAGED, UNPAGED, SPECIFIED] },
    { name: 'the specified one, if all others are refused', answers: [REFUSED, say(400), say(400), SPECIFIED] },
    { name: 'none, if all are refused', answers: [REFUSED, REFUSED, REFUSED, REFUSED], says: /extra fields/ },
    { name: 'no other one, if a page is too large', answers: [say(413)], says: /too large/ },
    { name: 'no other one, if the token may not read', answers: [say(403)], says: /HTTP 403/ }
  ])('$name', async ({ answers, says }) => {
    await using api = await serve(inTurn(...answers))
    const asked = FORMS.slice(0, answers.length)
    if (says !== undefined) await expect(api.client.listPage(1, 100)).rejects.toThrow(says)
    else {
      await api.client.listPage(1, 100)
      await api.client.listPage(1, 100)
    }
    const accepted = says === undefined ? asked.slice(-1) : []
    expect(api.requests.map(({ body }) => body)).toEqual([...asked, ...accepted])
  })

  test('stays, although a later page does not name its size, or is refused', async () => {
    await using api = await serve(inTurn(REFUSED, DOCUMENTED, documented({ total: 0 }, []), REFUSED))
    await api.client.listPage(1, 100)
    await expect(api.client.listPage(1, 100)).resolves.toMatchObject({ rows: [] })
    await expect(api.client.listPage(2, 100)).rejects.toMatchObject({ status: 422 })
    expect(api.requests).toHaveLength(4)
  })
})

describe('an entry is written', () => {
  const EMPTY = say(200, '{"code":200,"data":{"page":{"total":0,"page_num":1,"page_size":100},"items":[]}}')
  const nulls = { description: null, labels: null, metadata: null, workspace: null }
  const details = { id: 7, type: 'document', trigger: 'smart', triggerConfig: {}, ...nulls }
  const SHOWN = { ...TEXT, listed: { name: TEXT.name, details } }
  const RENAMED = { ...SHOWN, name: 'Disk is full' }
  const no = (status: number, why: string): Behaviour => say(status, JSON.stringify({ message: why }))
  const [OK, FIRST, SECOND, THIRD] = [say(200), no(422, 'First.'), no(422, 'Second.'), no(422, 'Third.')]

  /** A service whose list shows that entries have triggers, and its answers to writes. */
  async function serveDocumented(...answers: readonly Behaviour[]) {
    const api = await serve(inTurn(...answers))
    api.service.list = EMPTY
    await api.client.listPage(1, 100)
    return api
  }

  const [GONE, FAILS, FAILURE] = [no(404, 'First.'), no(503, 'Second.'), /^The service fails \(HTTP 503\): “Second”\.$/]
  const ALL = /First.*In another form: .*Second.*In another form: .*Third/
  test.each<{ name: string; answers: readonly Behaviour[]; asked: string; says?: RegExp; entry?: typeof SHOWN }>([
    { name: 'by its id', answers: [OK], asked: 'update' },
    { name: 'by its name, if there is no update', answers: [say(404), OK], asked: 'update upsert' },
    { name: 'not by its name, if the update is refused', answers: [FIRST], asked: 'update', says: /“First”/ },
    { name: 'not by its name, if the update has no answer', answers: [say(503)], asked: 'update', says: /HTTP 503/ },
    { name: 'in the third form', answers: [GONE, SECOND, OK], asked: 'update upsert upsert' },
    { name: 'not at all', answers: [FIRST, SECOND, THIRD], asked: 'update upsert upsert', entry: RENAMED, says: ALL },
    // Only what may change is quoted.
    { name: 'in no form, of which the last one fails', answers: [GONE, FAILS], asked: 'update upsert', says: FAILURE }
  ])('$name', async ({ answers, asked, says, entry = SHOWN }) => {
    await using api = await serveDocumented(...answers)
    const ways: string[] = []
    const written = api.client.write(entry, (how) => ways.push(how))
    if (says === undefined) await written
    else await expect(written).rejects.toThrow(says)
    expect(api.requests.map(({ path }) => path.split('/').at(-1)).join(' ')).toBe(asked)
    expect(ways).toEqual(asked.split(' ').map((path) => (path === 'update' ? 'by id' : 'by name')))
  })

  test('new, in the form of the specification, if that of the documentation is refused; that stays', async () => {
    await using api = await serveDocumented(FIRST, OK, no(400, 'Second.'))
    await api.client.write(ENTRY)
    const message = 'The service rejects the request (HTTP 400): “Second”.'
    await expect(api.client.write(ENTRY)).rejects.toMatchObject({ message, status: 400 })
    expect(api.requests.map(({ body }) => 'trigger' in body)).toEqual([true, false, false])
  })
})

describe('a pause that the service asks for', () => {
  const wait = (status: number, value: string): Behaviour => say(status, '{}', { 'retry-after': value })

  test.each<{ name: string; answer: Behaviour; least: number }>([
    { name: '429 with `Retry-After`', answer: wait(429, '7'), least: 7000 },
    { name: '503 with `Retry-After`', answer: wait(503, '7'), least: 7000 },
    { name: '429 without it', answer: say(429), least: 300 }
  ])('keeps the list waiting, and the run from sending: $name', async ({ answer, least }) => {
    await using api = await serve(inTurn(answer, say(200, '[]')))
    const { client, requests } = api
    const before429 = client.clock()
    await expect(client.write(ENTRY)).rejects.toMatchObject({ retryable: true })
    expect(client.isPaused).toBe(true)
    expect(requests).toHaveLength(1)
    await client.listPage(1, 100)
    const [before = 0, after = 0] = requests.map(({ at }) => at)
    expect(after - before).toBeGreaterThanOrEqual(least - 10)
    // The pause is no time that the list had.
    expect(client.clock() - before429).toBeLessThan(least)
    await client.write(ENTRY)
  })

  test('comes before a page of the list is asked for again; each pause without `Retry-After` is longer', async () => {
    await using api = await serve(inTurn(wait(503, '7'), say(429), say(429), say(429), say(200, '[]')))
    const before = performance.now()
    expect(await api.client.listPage(1, 100)).toMatchObject({ rows: [] })
    expect(performance.now() - before).toBeGreaterThan(7000 + 600 + 1200 + 2400)
    expect(api.said).toHaveLength(4)
    expect(api.said[0]).toBe('waiting 7 s, as the service asks: The service fails (HTTP 503).')
  })

  test('lasts no longer than ten minutes, and not much less often in the end', async () => {
    await using api = await serve(say(429))
    const message = expect.stringMatching(/HTTP 429.* It was tried \d+ times in 1\d min /)
    await expect(api.client.listPage(1, 100)).rejects.toMatchObject({ kind: 'rate-limited', message })
    expect(api.requests.length).toBeGreaterThan(20)
  })

  test('is one for rate limits of one moment, and the longest counts', async () => {
    const waits: Readonly<Record<string, string>> = { a: '0', b: '7', c: '1' }
    const held: (() => unknown)[] = []
    await using api = await serve((request, reply) => {
      held.push(() => wait(429, waits[request.body.name ?? ''] ?? '')(request, reply))
      if (held.length === 3) for (const answer of held) answer()
    })
    api.service.list = say(200, '[]')
    const before = performance.now()
    const write = (name: string) => api.client.write({ ...ENTRY, name })
    await Promise.allSettled(Object.keys(waits).map(write))
    await api.client.listPage(1, 100)
    expect(performance.now() - before).toBeGreaterThan(6990)
    expect(performance.now() - before).toBeLessThan(8000)
    expect(api.said).toHaveLength(1)
  })
})

describe('the run ends', () => {
  const END = new ActionError('out-of-time', 'The run has ended.', '')
  /** What an upsert ends with. */
  const upsert = ({ client }: { readonly client: KnowledgeClient }): Promise<unknown> =>
    client.write(ENTRY).catch((error: unknown) => error)

  test('and a request in flight goes on, and no other one is sent', async () => {
    const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>()
    await using api = await serve((_, reply) => {
      hold(reply)
    })
    const call = upsert(api)
    const reply = await held
    api.client.end(END)
    expect(await upsert(api)).toBe(END)
    reply.end('{}')
    expect(await call).toBeUndefined()
    expect(api.requests).toHaveLength(1)
  })

  const cut: Behaviour = (_, reply) => {
    reply.writeHead(401, { 'content-length': 100 }).write('{}', () => reply.destroy())
  }
  const REJECTED = { kind: 'token-rejected', hint: expect.stringMatching(/Rotate/) }

  test.each<{ what: string; behaviour: Behaviour; end: object }>([
    {
      what: 'that asks to wait for days',
      behaviour: say(429, '{}', { 'retry-after': '999999' }),
      end: { kind: 'out-of-time', message: expect.stringMatching(/asks to wait 16,667 minutes/) }
    },
    { what: '401 as HTML', behaviour: say(401, '<!doctype html>', { 'content-type': 'text/html' }), end: REJECTED },
    { what: '401 whose body is cut', behaviour: cut, end: REJECTED }
  ])('at once with an answer: $what', async ({ behaviour, end }) => {
    await using api = await serve(behaviour)
    expect(await upsert(api)).toMatchObject(end)
    expect(api.client.endedBy).toMatchObject(end)
    expect(api.requests).toHaveLength(1)
  })

  test('with a 401, also for what has no answer yet', async () => {
    await using api = await serve(inTurn(hang, say(401)))
    const results = await Promise.all([upsert(api), upsert(api)])
    expect(results).toEqual([api.client.endedBy, api.client.endedBy])
    expect(api.client.endedBy).toMatchObject({ kind: 'token-rejected' })
  })

  test('in a pause', async () => {
    // That is a real wait.
    clock[Symbol.dispose]()
    const controller = new AbortController()
    await using api = await serve(say(429, '{}', { 'retry-after': '60' }), { signal: controller.signal })
    await upsert(api)
    const page = api.client.listPage(1, 100)
    controller.abort(END)
    await expect(page).rejects.toBe(END)
  })
})
