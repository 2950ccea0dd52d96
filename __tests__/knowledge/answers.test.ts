import { afterEach, describe, expect, test } from '@jest/globals'
import { connect, type ConnectOptions } from '../../src/knowledge/client.ts'
import { DeliveryFailure, type Knowledge } from '../../src/knowledge/knowledge.ts'
import { Secret } from '../../src/secret.ts'
import {
  hang,
  inTurn,
  reset,
  say,
  startMisbehaving,
  type Behaviour,
  type MisbehavingService
} from '../support/misbehaving-service.ts'

const TOKEN = 'pat_4f9c0e+/=secret'
const ENTRY = { name: 'Disk full', content: 'Line 1\nLine 2 \u{1F525}' }
const HTML = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]()
})

async function service(behave: Behaviour): Promise<MisbehavingService> {
  const started = await startMisbehaving(behave)
  open.push(started)
  return started
}

async function client(baseUrl: string, options: Partial<ConnectOptions> = {}): Promise<Knowledge> {
  const signal = new AbortController().signal
  const access = { token: new Secret(TOKEN), baseUrl }
  const knowledge = await connect({ access, concurrency: 4, timeout: 2000, retries: 2, signal, ...options })
  open.push(knowledge)
  return knowledge
}

async function failureOf(promise: Promise<unknown>): Promise<DeliveryFailure> {
  const failure: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  if (!(failure instanceof DeliveryFailure)) throw new Error(`not a DeliveryFailure: ${String(failure)}`)
  expect(`${failure.message} ${failure.remedy} ${String(failure.cause)} ${failure.stack ?? ''}`).not.toContain(TOKEN)
  return failure
}

test('an upsert and a list are sent as specified', async () => {
  const { url, requests } = await service(say(200, '{"list":[]}'))
  const knowledge = await client(`${url}/base`)
  await expect(knowledge.upsert(ENTRY)).resolves.toEqual({ attempts: 1 })
  await expect(knowledge.listPage(1, 100)).resolves.toEqual({ list: [] })
  expect(requests.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/base/personal/v1/knowledge/upsert', body: ENTRY },
    { path: '/base/personal/v1/knowledge/list', body: { page_num: 1, page_size: 100 } }
  ])
  expect(requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(JSON.stringify(ENTRY)))
  })
})

test('connections are kept alive, and are at most as many as `concurrency`', async () => {
  const { url, connections, most } = await service((_request, reply) => {
    setTimeout(() => reply.end('{}'), 2)
  })
  const knowledge = await client(url, { concurrency: 3 })
  await Promise.all(Array.from({ length: 60 }, () => knowledge.upsert(ENTRY)))
  expect(connections.size).toBe(3)
  expect(most()).toBe(3)
})

describe('a 2xx to an upsert', () => {
  const drip: Behaviour = (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => reply.write(' '), 20)
    reply.on('close', () => {
      clearInterval(timer)
    })
  }
  const endless: Behaviour = (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536)));
      reply.once('drain', more)
    }
    more()
  }
  test.each<{ name: string; behave: Behaviour }>([
    { name: 'a JSON object', behave: say(200, '{"id":1}') },
    { name: '201', behave: say(201, '{"id":1}') },
    { name: '204 without a body', behave: (_request, reply) => reply.writeHead(204).end() },
    { name: 'an empty body', behave: say(200, '') },
    { name: 'an empty body called HTML', behave: say(200, '', { 'content-type': 'text/html' }) },
    { name: 'JSON null', behave: say(200, 'null') },
    { name: 'JSON after a byte order mark', behave: say(200, '\uFEFF{}') },
    { name: 'plain words', behave: say(200, 'OK', { 'content-type': 'text/plain' }) },
    { name: 'an error that is null', behave: say(200, '{"error":null,"code":0}') },
    { name: 'an answer that never ends: no more is read than is needed', behave: endless }
  ])('is good: $name', async ({ behave }) => {
    const { url } = await service(behave)
    await expect((await client(url)).upsert(ENTRY)).resolves.toEqual({ attempts: 1 })
  })

  test.each<{ name: string; behave: Behaviour; kind: string; attempts: number; message: RegExp }>([
    {
      name: 'a page of HTML',
      behave: say(200, HTML, { 'content-type': 'text/html; charset=utf-8' }),
      kind: 'not-the-api',
      attempts: 1,
      message: /page for people.*“Sign in”/
    },
    { name: 'HTML that calls itself JSON', behave: say(200, HTML), kind: 'not-the-api', attempts: 1, message: /page/ },
    {
      name: 'truncated JSON',
      behave: say(200, '{"id": 1, "na'),
      kind: 'service-failing',
      attempts: 3,
      message: /breaks off/
    },
    {
      name: 'fewer bytes than announced',
      behave: (_request, reply) => {
        reply.writeHead(200, { 'content-length': '100' }).write('{"id"')
        reply.socket?.end()
      },
      kind: 'unreachable',
      attempts: 3,
      message: /broke off/
    },
    {
      name: 'success: false',
      behave: say(200, '{"success":false,"message":"quota"}'),
      kind: 'entry-refused',
      attempts: 1,
      message: /answered 200.*failed: “quota”/
    },
    {
      name: 'an error inside',
      behave: say(200, '{"error":{"message":"index is read-only"}}'),
      kind: 'entry-refused',
      attempts: 1,
      message: /index is read-only/
    }
  ])('is bad: $name', async ({ behave, kind, attempts, message }) => {
    const { url, requests } = await service(behave)
    const failure = await failureOf((await client(url)).upsert(ENTRY))
    expect(failure).toMatchObject({ kind, attempts, ends: 'entry' })
    expect(failure.message).toMatch(message)
    expect(requests).toHaveLength(attempts)
  })

  test('that drips a byte at a time ends at the deadline', async () => {
    const { url } = await service(drip)
    const failure = await failureOf((await client(url, { timeout: 100, retries: 0 })).upsert(ENTRY))
    expect(failure).toMatchObject({ kind: 'service-failing', attempts: 1 })
    expect(failure.message).toBe('The service gave no complete answer within 0.1 s.')
  })
})

describe('a refusal is told apart and not tried again', () => {
  test.each<{ status: number; kind: string; message: RegExp; remedy: RegExp }>([
    {
      status: 403,
      kind: 'forbidden',
      message: /does not permit this \(403\): “No such right”/,
      remedy: /workspace.*rotated/s
    },
    { status: 404, kind: 'wrong-address', message: /no such API.*\(404\)/, remedy: /base-url/ },
    { status: 405, kind: 'wrong-address', message: /\(405\)/, remedy: /base-url/ },
    { status: 400, kind: 'entry-refused', message: /refuses the entry \(400\): “No such right”/, remedy: /Correct/ },
    { status: 409, kind: 'entry-refused', message: /\(409\)/, remedy: /Correct/ },
    { status: 413, kind: 'entry-refused', message: /too large.*\(413\)/, remedy: /Split/ },
    { status: 415, kind: 'entry-refused', message: /\(415\)/, remedy: /Correct/ },
    { status: 422, kind: 'entry-refused', message: /\(422\)/, remedy: /Correct/ },
    { status: 501, kind: 'wrong-address', message: /\(501\)/, remedy: /base-url/ },
    { status: 507, kind: 'service-failing', message: /\(507\)/, remedy: /whoever runs/ }
  ])('$status', async ({ status, kind, message, remedy }) => {
    const { url, requests } = await service(say(status, '{"message":"No such right"}'))
    const failure = await failureOf((await client(url)).upsert(ENTRY))
    expect(failure).toMatchObject({ kind, attempts: 1, ends: 'entry' })
    expect(failure.message).toMatch(message)
    expect(failure.remedy).toMatch(remedy)
    expect(requests).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])('%i says where it pointed and is not followed', async (status) => {
    const other = await service(say(200))
    const location = `${other.url}/new?ticket=${TOKEN}`
    const { url } = await service(say(status, HTML, { location }))
    const failure = await failureOf((await client(url)).upsert(ENTRY))
    expect(failure).toMatchObject({ kind: 'wrong-address', attempts: 1 })
    expect(failure.message).toContain(`“${other.url}/new”`)
    expect(other.requests).toHaveLength(0)
  })

  test('a redirect to nowhere', async () => {
    const { url } = await service(say(302))
    expect((await failureOf((await client(url)).upsert(ENTRY))).message).toContain('without saying where to')
  })
})

describe('401', () => {
  test.each<{ name: string; behave: Behaviour }>([
    { name: 'as JSON', behave: say(401, '{"error":"invalid_token"}') },
    { name: 'as HTML', behave: say(401, HTML, { 'content-type': 'text/html' }) },
    { name: 'to a list', behave: say(401, '') },
    { name: 'echoing the token', behave: say(401, `{"message":"token ${TOKEN} is unknown"}`) }
  ])('$name ends the run', async ({ name, behave }) => {
    const { url, requests } = await service(behave)
    const knowledge = await client(url)
    const failure = await failureOf(name === 'to a list' ? knowledge.listPage(1, 1) : knowledge.upsert(ENTRY))
    expect(failure).toMatchObject({ kind: 'token-rejected', attempts: 1, ends: 'run' })
    expect(failure.remedy).toContain('Settings → Access Tokens')
    expect(await failureOf(knowledge.upsert(ENTRY))).toMatchObject({ kind: 'token-rejected', attempts: 0, ends: 'run' })
    expect(requests).toHaveLength(1)
  })

  test('aborts what is in flight, and refuses what waits its turn or for another attempt', async () => {
    const started = await service(
      inTurn(say(503, '', { 'retry-after': '60' }), hang, hang, say(401)) // the 401 comes while the others are out
    )
    const knowledge = await client(started.url, { concurrency: 4, timeout: 60_000 })
    const all = Array.from({ length: 12 }, () => failureOf(knowledge.upsert(ENTRY)))
    const failures = await Promise.all(all)
    expect(new Set(failures.map(({ kind, ends }) => `${kind} ${ends}`))).toEqual(new Set(['token-rejected run']))
    expect(new Set(failures.map(({ message }) => message)).size).toBe(1)
    expect(started.requests).toHaveLength(4)
  })
})

describe('what may pass is tried again', () => {
  test.each([408, 429, 500, 502, 503, 504])('%i, then 200', async (status) => {
    const { url, requests } = await service(inTurn(say(status), say(status), say(200)))
    await expect((await client(url)).upsert(ENTRY)).resolves.toEqual({ attempts: 3 })
    expect(requests).toHaveLength(3)
  })

  test.each<{ name: string; behave: Behaviour }>([
    { name: 'a reset', behave: reset },
    {
      name: 'a reset in the middle of the answer',
      behave: (_request, reply) => {
        reply.writeHead(200, { 'content-length': '100' }).write('{', () => reply.socket?.resetAndDestroy())
      }
    },
    { name: 'silence', behave: hang }
  ])('$name, then 200', async ({ behave }) => {
    const { url } = await service(inTurn(behave, say(200)))
    await expect((await client(url, { timeout: 250 })).upsert(ENTRY)).resolves.toEqual({ attempts: 2 })
  })

  test.each<{ status: number; kind: string }>([
    { status: 429, kind: 'rate-limited' },
    { status: 500, kind: 'service-failing' },
    { status: 503, kind: 'service-failing' }
  ])('$status to the last attempt', async ({ status, kind }) => {
    const { url, requests } = await service(say(status, '{"detail":"busy"}'))
    const failure = await failureOf((await client(url)).upsert(ENTRY))
    expect(failure).toMatchObject({ kind, attempts: 3, ends: 'entry' })
    expect(failure.message).toContain('“busy”')
    expect(requests).toHaveLength(3)
  })

  test('until the budget is spent, which ends the run and says why', async () => {
    const { url } = await service(say(500))
    const knowledge = await client(url, { budget: 0 })
    expect(await failureOf(knowledge.upsert(ENTRY))).toMatchObject({ kind: 'service-failing', ends: 'entry' })
    const ended = await failureOf(knowledge.upsert(ENTRY))
    expect(ended).toMatchObject({ kind: 'out-of-time', attempts: 0, ends: 'run' })
    expect(ended.message).toContain('The service fails (500)')
  })
})

describe('Retry-After', () => {
  test('is a floor for the whole run', async () => {
    const times: number[] = []
    const { url } = await service((request, reply) => {
      times.push(performance.now())
      if (request.nth === 1) reply.writeHead(429, { 'retry-after': '1' }).end()
      else reply.end('{}')
    })
    const knowledge = await client(url, { concurrency: 1 })
    await Promise.all([knowledge.upsert(ENTRY), knowledge.upsert(ENTRY), knowledge.upsert(ENTRY)])
    expect(times).toHaveLength(4)
    // A server's clock against a client's timer: a few milliseconds either way.
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
  })

  test.each(['abc', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT', '0'])('%s does not delay', async (value) => {
    const { url } = await service(inTurn(say(503, '', { 'retry-after': value }), say(200)))
    await expect((await client(url, { budget: 2000 })).upsert(ENTRY)).resolves.toEqual({ attempts: 2 })
  })

  test.each(['999999', 'Fri, 31 Dec 2100 23:59:59 GMT'])('%s is longer than the run may take', async (value) => {
    const { url, requests } = await service(say(429, '', { 'retry-after': value }))
    const knowledge = await client(url)
    expect(await failureOf(knowledge.upsert(ENTRY))).toMatchObject({ kind: 'rate-limited', attempts: 1, ends: 'entry' })
    const ended = await failureOf(knowledge.upsert(ENTRY))
    expect(ended).toMatchObject({ kind: 'out-of-time', ends: 'run' })
    expect(ended.message).toMatch(
      /asks to wait (?:\d+ s|\d+ days|for years) .*\(Retry-After\); this run may wait \d+(\.\d)? s more/
    )
    expect(requests).toHaveLength(1)
  })
})

describe('a list needs JSON', () => {
  test.each<{ name: string; behave: Behaviour; kind: string }>([
    { name: 'HTML', behave: say(200, HTML, { 'content-type': 'text/html' }), kind: 'not-the-api' },
    { name: 'nothing', behave: say(200, ''), kind: 'not-the-api' },
    { name: 'words', behave: say(200, 'fine'), kind: 'service-failing' },
    { name: 'truncated JSON', behave: say(200, '[{"name":'), kind: 'service-failing' }
  ])('$name', async ({ behave, kind }) => {
    const { url } = await service(behave)
    expect(await failureOf((await client(url, { retries: 0 })).listPage(1, 100))).toMatchObject({ kind })
  })
})

describe('cancellation', () => {
  test('lets what is in flight finish and starts nothing', async () => {
    const cancel = new AbortController()
    const { url, requests } = await service((_request, reply) => {
      cancel.abort()
      setTimeout(() => reply.end('{}'), 50)
    })
    const knowledge = await client(url, { concurrency: 1, signal: cancel.signal })
    const first = knowledge.upsert(ENTRY)
    const second = failureOf(knowledge.upsert(ENTRY))
    await expect(first).resolves.toEqual({ attempts: 1 })
    expect(await second).toMatchObject({ kind: 'cancelled', attempts: 0, ends: 'run' })
    expect(requests).toHaveLength(1)
  })

  test('aborts what does not finish in two seconds', async () => {
    const cancel = new AbortController()
    const { url } = await service(() => {
      cancel.abort()
    })
    const knowledge = await client(url, { timeout: 60_000, signal: cancel.signal })
    expect(await failureOf(knowledge.upsert(ENTRY))).toMatchObject({ kind: 'cancelled', attempts: 1, ends: 'run' })
  })

  test('ends the wait for another attempt', async () => {
    const cancel = new AbortController()
    const { url } = await service((_request, reply) => {
      reply.writeHead(503, { 'retry-after': '60' }).end(() => {
        cancel.abort()
      })
    })
    const knowledge = await client(url, { signal: cancel.signal })
    expect(await failureOf(knowledge.upsert(ENTRY))).toMatchObject({ kind: 'cancelled', attempts: 1, ends: 'run' })
  })

  test('before the start sends nothing', async () => {
    const { url, requests } = await service(say(200))
    const knowledge = await client(url, { signal: AbortSignal.abort() })
    expect(await failureOf(knowledge.upsert(ENTRY))).toMatchObject({ kind: 'cancelled', attempts: 0 })
    expect(requests).toHaveLength(0)
  })
})
