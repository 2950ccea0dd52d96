import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { networkError } from '../../src/knowledge/failures.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { inTurn, say, short, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import { skippingClock } from '../../testing/skipping-clock.ts'
import { connect } from './connect.ts'

const clock = skippingClock()
afterAll(() => {
  clock[Symbol.dispose]()
})

const MEBIBYTE = 1024 * 1024
const TEXT = { name: 'Disk full', content: 'Text.' }
const ENTRY = { ...TEXT, listed: undefined }

test('an upsert: its body, its headers, and nothing of the token in the trace', async () => {
  await using service = await startMisbehaving(say(200))
  const lines: string[] = []
  await using client = connect(`${service.url}/api`, { trace: (line) => lines.push(line) })
  await client.write(ENTRY)
  expect(service.requests).toMatchObject([
    { path: '/api/personal/v1/knowledge/upsert', body: TEXT, headers: { authorization: 'Bearer oap_test' } }
  ])
  expect(lines).toEqual([expect.stringMatching(/^POST \/personal\/v1\/knowledge\/upsert: 200 after \d+ ms$/)])
})

const reset: Behaviour = (_, reply) => reply.socket?.resetAndDestroy()

test('the answer to an upsert may be an entry of 3 MiB', async () => {
  await using service = await startMisbehaving(say(200, `"${'x'.repeat(3 * MEBIBYTE)}"`))
  await using client = connect(service.url)
  await client.write(ENTRY)
})

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

test.each<{ name: string; behaviour: Behaviour; says: RegExp; isOpen?: boolean; timeout?: number }>([
  { name: '400', behaviour: say(400), says: /rejects the request \(HTTP 400\)/ },
  { name: 'an endless answer', behaviour: endless(200), says: /larger than 8 MiB/ },
  { name: 'an endless 400', behaviour: endless(400), says: /HTTP 400/ },
  { name: 'one byte at a time', behaviour: drip, says: /no complete answer within 0.1 s/, timeout: 100, isOpen: true },
  { name: '503', behaviour: say(503), says: /fails \(HTTP 503\)/, isOpen: true },
  { name: 'a connection that is reset', behaviour: reset, says: /ended before the answer/, isOpen: true },
  { name: 'an answer of which half is missing', behaviour: short, says: /ended before the answer/, isOpen: true },
  {
    name: 'JSON of which half is missing',
    behaviour: say(200, '{"id":'),
    says: /incomplete or malformed/,
    isOpen: true
  }
])(
  'an upsert is tried once, and may have been stored or not: $name',
  async ({ behaviour, says, isOpen = false, ...options }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url, options)
    await expect(client.write(ENTRY)).rejects.toMatchObject({ message: expect.stringMatching(says), retryable: isOpen })
    expect(service.requests).toHaveLength(1)
  }
)

/** A client that reaches the service through this proxy. */
function connectThrough(proxy: Server, options: Parameters<typeof connect>[1] = {}): KnowledgeClient {
  process.env['https_proxy'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  try {
    return connect('https://assistant.example', options)
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
    await using service = await startMisbehaving(say(200), { key, cert: elsewhere })
    await using client = connect(service.url)
    await expect(client.write(ENTRY)).rejects.toThrow(/does not trust the authority/)
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
    await using client = connectThrough(server, answer === '' ? { timeout: 100 } : {})
    await expect(client.write(ENTRY)).rejects.toThrow(says)
  })

  test('HTTP/2 is not offered', async () => {
    const hello = Promise.withResolvers<string>()
    const server = createServer().on('connect', (_request, socket: Socket) => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      socket.once('data', (bytes) => {
        hello.resolve(bytes.toString('latin1'))
        socket.destroy()
      })
    })
    await using resources = new AsyncDisposableStack()
    await once(resources.adopt(server, () => void server.close()).listen(0, '127.0.0.1'), 'listening')
    await using client = connectThrough(server)
    await expect(client.write(ENTRY)).rejects.toThrow()
    // What TLS offers by its extension ALPN: each name has its length in front.
    expect(await hello.promise).toContain('\x08http/1.1')
    expect(await hello.promise).not.toContain('\x02h2')
  })

  test.each<{ cause: unknown; message: string; isFinal?: boolean }>([
    { cause: { code: 'ENOTFOUND' }, message: 'The name of the proxy b.example cannot be resolved.' },
    { cause: { code: 'ETIMEDOUT' }, message: 'the proxy b.example accepts no connection in time.' },
    { cause: { code: 'ECONNRESET' }, message: 'The connection to a.example ended before the answer was complete.' },
    {
      cause: { code: 'CERT_HAS_EXPIRED' },
      message: 'No secure connection to a.example is possible (CERT_HAS_EXPIRED). The token was not sent.',
      isFinal: true
    },
    ...[407, 502, 429].map((status) => ({
      cause: new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`),
      message: `The proxy does not connect to a.example (HTTP ${status}).`,
      isFinal: status === 407
    })),
    {
      cause: new Error('socket\r\n::error::hang up\n'),
      message: 'The request to a.example failed (socket ::error::hang up).'
    }
  ])('$message', ({ cause, message, isFinal = false }) => {
    const error = networkError(cause, { host: 'a.example', peer: 'the proxy b.example' })
    expect(error).toMatchObject({ message, retryable: !isFinal })
  })
})

test('the list of a service that fails is asked for eight times, each after a longer wait, and the failure says so', async () => {
  await using service = await startMisbehaving(say(503))
  service.list = undefined
  const messages: string[] = []
  await using client = connect(service.url, { onProgress: (said) => messages.push(said) })
  const message = expect.stringMatching(/^The service fails \(HTTP 503\)\. It was tried 8 times in (?:1 min )?\d+ s\.$/)
  const failure = { kind: 'service-failing', status: 503, retryable: true, message }
  await expect(client.listPage(1, 100)).rejects.toMatchObject(failure)
  // At most one message in five seconds.
  expect(messages.length).toBeLessThan(6)
  expect(messages[0]).toBe('trying again in 1 s: The service fails (HTTP 503).')
  const times = service.requests.map(({ at }) => at)
  const waits = times.slice(1).map((at, nth) => at - (times[nth] ?? 0))
  // Jitter, also of the last one.
  const bounds = waits.map((wait, nth) => wait >= 300 * 2 ** nth && wait < 600 * 2 ** nth + 1000)
  expect(bounds).toEqual(Array(7).fill(true))
})

test.each([reset, short, say(200, '{"items": [')])(
  'a page of the list that did not arrive is asked for again',
  async (behaviour) => {
    await using service = await startMisbehaving(inTurn(behaviour, say(200, '[]')))
    service.list = undefined
    await using client = connect(service.url)
    expect(await client.listPage(1, 100)).toMatchObject({ rows: [] })
  }
)

describe('the form of a request for the list', () => {
  const page = { total: 1, page_num: 1, page_size: 100 }
  const documented = (data: object, more: object = {}): Behaviour => {
    return say(
      200,
      JSON.stringify({ code: 200, data: { page, items: [{ name: 'a', trigger: 'smart' }], ...data }, ...more })
    )
  }
  const [both, sorted, nested, flat] = ['both', 'sorted', 'nested', 'flat']
  const formOf = (body: object): string => {
    if (!('page' in body)) return flat
    if (!('sort' in body)) return nested
    return 'page_num' in body ? both : sorted
  }

  const ofDocumented = (answer: Behaviour) => ({ sorted: answer, nested: answer })

  interface Case {
    readonly name: string
    /** What the service answers to each form; to others, with a list that it documents. */
    readonly answers?: Readonly<Record<string, Behaviour>>
    /** The forms of all requests. */
    readonly asked: readonly string[]
    readonly says?: RegExp
  }
  const REFUSED = say(422, '{"message":"extra fields"}')
  test.each<Case>([
    { name: 'both, if nothing is refused', asked: [both] },
    { name: 'the documented one alone, if both are refused', answers: { both: REFUSED }, asked: [both, sorted] },
    { name: 'the same after 400', answers: { both: say(400) }, asked: [both, sorted] },
    {
      name: 'the documented one in any order, if an order is refused',
      answers: { both: REFUSED, sorted: REFUSED },
      asked: [both, sorted, nested]
    },
    {
      name: 'the specified one, if the size of the documented one is not in the answer',
      answers: {
        both: REFUSED,
        ...ofDocumented(documented({ page: { ...page, page_size: 20 } })),
        flat: say(200, '[]')
      },
      asked: [both, sorted, nested, flat]
    },
    {
      name: 'the specified one, if the documented one is not answered with a page',
      answers: { both: REFUSED, ...ofDocumented(documented({ page: null })), flat: say(200, '[]') },
      asked: [both, sorted, nested, flat]
    },
    {
      name: 'the specified one, if all others are refused',
      answers: { both: REFUSED, ...ofDocumented(say(400)), flat: say(200, '[]') },
      asked: [both, sorted, nested, flat]
    },
    {
      name: 'none, if all are refused, so that it is not the form',
      answers: { both: REFUSED, ...ofDocumented(REFUSED), flat: REFUSED },
      asked: [both, sorted, nested, flat],
      says: /extra fields/
    },
    { name: 'no other one, if a page is too large', answers: { both: say(413) }, asked: [both], says: /too large/ },
    { name: 'no other one, if the token may not read', answers: { both: say(403) }, asked: [both], says: /HTTP 403/ }
  ])('$name', async ({ answers = {}, asked, says }) => {
    const forms: string[] = []
    await using service = await startMisbehaving((request, reply) => {
      const form = formOf(request.body)
      forms.push(form)
      ;(answers[form] ?? documented({}))(request, reply)
    })
    service.list = undefined
    await using client = connect(service.url)
    if (says !== undefined) await expect(client.listPage(1, 100)).rejects.toThrow(says)
    else {
      await client.listPage(1, 100)
      // What was accepted stays.
      await client.listPage(2, 100)
      expect(forms.pop()).toBe(asked.at(-1))
    }
    expect(forms).toEqual(asked)
  })

  test('stays, although a later page does not name its size, or is refused', async () => {
    const unsized = documented({ page: { total: 0 }, items: [] })
    await using service = await startMisbehaving(inTurn(REFUSED, documented({}), unsized, REFUSED))
    service.list = undefined
    await using client = connect(service.url)
    await client.listPage(1, 100)
    await expect(client.listPage(1, 100)).resolves.toMatchObject({ rows: [] })
    await expect(client.listPage(2, 100)).rejects.toMatchObject({ status: 422 })
    expect(service.requests).toHaveLength(4)
    const documentedBody = { page: { page_no: 1, page_size: 100 }, context_visible_only: false }
    const sort = { order_by: 'created_at', order: 'asc' }
    expect(service.requests[0]?.body).toEqual({ page_num: 1, page_size: 100, ...documentedBody, sort })
  })
})

describe('an entry is written', () => {
  const EMPTY = say(200, '{"code":200,"data":{"page":{"total":0,"page_num":1,"page_size":100},"items":[]}}')
  const details = { id: 7, type: 'document', trigger: 'smart', triggerConfig: {}, description: null, labels: null }
  const SHOWN = {
    ...TEXT,
    listed: { name: TEXT.name, details: { ...details, metadata: null, workspace: null } }
  }
  const RENAMED = { ...SHOWN, name: 'Disk is full' }
  const no = (status: number, why: string): Behaviour => say(status, JSON.stringify({ message: why }))

  /** A client whose list shows that entries have triggers. */
  async function documentedClient(url: string): Promise<KnowledgeClient> {
    const client = connect(url)
    await client.listPage(1, 100)
    return client
  }

  test.each<{
    name: string
    answers: readonly Behaviour[]
    asked: readonly string[]
    says?: RegExp
    entry?: typeof SHOWN
  }>([
    { name: 'by its id', answers: [say(200)], asked: ['update'] },
    { name: 'by its name, if there is no update', answers: [say(404), say(200)], asked: ['update', 'upsert'] },
    { name: 'not by its name, if the update is refused', answers: [no(422, 'No.')], asked: ['update'], says: /“No”/ },
    { name: 'not by its name, if the update has no answer', answers: [say(503)], asked: ['update'], says: /HTTP 503/ },
    {
      name: 'not at all, and all answers are quoted',
      answers: [no(422, 'First.'), no(422, 'Second.'), no(422, 'Third.')],
      asked: ['update', 'upsert', 'upsert'],
      entry: RENAMED,
      says: /First.*In another form: .*Second.*In another form: .*Third/
    },
    {
      name: 'in the form of the specification, after the others were refused',
      answers: [no(404, 'First.'), no(422, 'Second.'), say(200)],
      asked: ['update', 'upsert', 'upsert']
    },
    {
      name: 'not at all, and only what may change is quoted',
      answers: [no(404, 'First.'), no(503, 'Second.')],
      asked: ['update', 'upsert'],
      says: /^The service fails \(HTTP 503\): “Second”\.$/
    }
  ])('$name', async ({ answers, asked, says, entry = SHOWN }) => {
    await using service = await startMisbehaving(inTurn(...answers))
    service.list = EMPTY
    await using client = await documentedClient(service.url)
    const ways: string[] = []
    const written = client.write(entry, (how) => ways.push(how))
    if (says === undefined) await written
    else await expect(written).rejects.toThrow(says)
    expect(ways).toEqual(asked.map((path) => (path === 'update' ? 'by id' : 'by name')))
    expect(service.requests.map(({ path }) => path.split('/').at(-1))).toEqual(asked)
  })

  test('new, in the form of the specification, if that of the documentation is refused; that stays', async () => {
    await using service = await startMisbehaving(inTurn(no(422, 'First.'), say(200), no(400, 'Second.')))
    service.list = EMPTY
    await using client = await documentedClient(service.url)
    await client.write(ENTRY)
    await expect(client.write(ENTRY)).rejects.toMatchObject({
      message: expect.stringMatching(/^The service rejects the request \(HTTP 400\): “Second”\.$/),
      status: 400
    })
    expect(service.requests.map(({ body }) => 'trigger' in body)).toEqual([true, false, false])
  })
})

describe('a pause that the service asks for', () => {
  const wait = (status: number, value: string): Behaviour => say(status, '{}', { 'retry-after': value })

  test.each<{ name: string; behaviours: readonly Behaviour[]; least: number }>([
    { name: '429 with `Retry-After`', behaviours: [wait(429, '7')], least: 7000 },
    { name: '503 with `Retry-After`', behaviours: [wait(503, '7')], least: 7000 },
    { name: '429 with a date that is past', behaviours: [wait(429, 'Sun, 06 Nov 1994 08:49:37 GMT')], least: 300 },
    { name: '429 without it', behaviours: [say(429)], least: 300 }
  ])('keeps the list waiting, and the run from sending: $name', async ({ behaviours, least }) => {
    await using service = await startMisbehaving(inTurn(...behaviours, say(200, '[]')))
    service.list = undefined
    await using client = connect(service.url)
    const before429 = client.clock()
    await expect(client.write(ENTRY)).rejects.toMatchObject({ retryable: true })
    expect(client.isPaused).toBe(true)
    expect(service.requests).toHaveLength(behaviours.length)
    await client.listPage(1, 100)
    const [before = 0, after = 0] = service.requests.slice(-2).map(({ at }) => at)
    expect(after - before).toBeGreaterThanOrEqual(least - 10)
    // The pause is no time that the list had.
    expect(client.clock() - before429).toBeLessThan(least)
    await client.write(ENTRY)
  })

  test('comes before a page of the list is asked for again; each pause without `Retry-After` is longer', async () => {
    const answers = [wait(503, '7'), say(429), say(429), say(429), say(200, '[]')]
    await using service = await startMisbehaving(inTurn(...answers))
    service.list = undefined
    const messages: string[] = []
    await using client = connect(service.url, { onProgress: (message) => messages.push(message) })
    const before = performance.now()
    expect(await client.listPage(1, 100)).toMatchObject({ rows: [] })
    expect(performance.now() - before).toBeGreaterThan(7000 + 600 + 1200 + 2400)
    expect(messages).toHaveLength(4)
    expect(messages[0]).toBe('waiting 7 s, as the service asks: The service fails (HTTP 503).')
  })

  test('lasts no longer than ten minutes, and not much less often in the end', async () => {
    await using service = await startMisbehaving(say(429))
    service.list = undefined
    await using client = connect(service.url)
    const message = expect.stringMatching(/HTTP 429.* It was tried \d+ times in 1\d min /)
    await expect(client.listPage(1, 100)).rejects.toMatchObject({ kind: 'rate-limited', message })
    expect(service.requests.length).toBeGreaterThan(20)
  })

  test('is one for rate limits of one moment, and the longest counts', async () => {
    const waits: Readonly<Record<string, string>> = { a: '0', b: '7', c: '1' }
    const held: (() => unknown)[] = []
    await using service = await startMisbehaving((request, reply) => {
      held.push(() => wait(429, waits[request.body.name ?? ''] ?? '')(request, reply))
      if (held.length === 3) for (const answer of held) answer()
    })
    service.list = say(200, '[]')
    const messages: string[] = []
    await using client = connect(service.url, { onProgress: (message) => messages.push(message) })
    const before = performance.now()
    await Promise.all(
      Object.keys(waits).map((name) => client.write({ name, content: '', listed: undefined }).catch(() => undefined))
    )
    await client.listPage(1, 100)
    expect(performance.now() - before).toBeGreaterThan(6990)
    expect(performance.now() - before).toBeLessThan(8000)
    expect(messages).toHaveLength(1)
  })
})
