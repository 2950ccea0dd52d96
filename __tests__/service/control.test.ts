import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { openFaults, type FaultRule } from '../../service/faults.ts'
import { startService, type Service } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { client, send, type RawAnswer } from './http.ts'

let service: Service
let api: Awaited<ReturnType<typeof client>>
let token: string

beforeAll(async () => {
  service = await startService({ control: true })
  api = await client(service.url)
})
afterAll(() => service.close())
beforeEach(() => {
  service.reset()
  token = service.tokens.create({ name: 'bot', expiration: '30 days' }).value
})

function control(
  path: string,
  body?: unknown,
  headers: readonly (readonly [string, string])[] = []
): Promise<RawAnswer> {
  return send(`${service.url}/_control${path}`, {
    method: 'POST',
    headers: [['Content-Type', 'application/json'], ...headers],
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
}

describe('the routes', () => {
  test('POST /_control/tokens hands out a token that works', async () => {
    const answer = await control('/tokens', { name: 'rehearsal', expiration: '90 days' })
    const issued = JSON.parse(answer.text) as { id: string; value: string }
    expect(Object.keys(issued)).toEqual(['id', 'value'])
    expect((await api.list(issued.value)).status).toBe(200)
    expect(service.tokens.list()[0]).toMatchObject({ id: issued.id, name: 'rehearsal', expiration: '90 days' })
  })

  test('POST /_control/clock moves time, and with it expiry', async () => {
    expect((await control('/clock', { advance_ms: 30 * 24 * 60 * 60 * 1000 })).status).toBe(200)
    expect((await api.list(token)).status).toBe(401)
  })

  test('GET /_control/requests tells what arrived, without the token even where a body holds it', async () => {
    await api.upsert(token, 'x', `my token is ${token}`)
    await api.call(LIST_PATH, { token: `${token}x`, body: '{"page_num":' })
    const answer = await send(`${service.url}/_control/requests`)
    expect(JSON.parse(answer.text)).toMatchObject([
      { method: 'POST', path: UPSERT_PATH, status: 200, body: { name: 'x', content: 'my token is ***' } },
      { method: 'POST', path: LIST_PATH, status: 401, body: null, token_id: null }
    ])
    expect(answer.text).not.toContain(token)
    expect(service.requests()).toEqual(JSON.parse(answer.text))
  })

  test('POST /_control/faults applies rules', async () => {
    expect((await control('/faults', [{ path: LIST_PATH, status: 503, times: 1 }])).status).toBe(204)
    expect([(await api.list(token)).status, (await api.list(token)).status]).toEqual([503, 200])
  })

  test('POST /_control/reset makes all as new', async () => {
    await api.upsert(token, 'x', 'y')
    service.workspaces.create('Payments')
    service.clock.advance(1_000_000_000)
    service.faults.set([{ status: 500 }])
    expect((await send(`${service.url}/_control/reset`, { method: 'POST' })).status).toBe(204)
    expect(service.workspaces.list()).toEqual([{ id: 1, name: 'Operations' }])
    expect([service.entries(), service.tokens.list(), service.requests()]).toEqual([[], [], []])
    expect(Math.abs(service.clock.now() - Date.now())).toBeLessThan(10_000)
    expect((await api.list(token)).status).toBe(401)
  })

  test.each([
    ['/clock', { advance_ms: -1 }, 422],
    ['/clock', { advance_ms: 1.5 }, 422],
    ['/clock', {}, 422],
    ['/clock', [], 400],
    ['/tokens', { name: '', expiration: 'never' }, 422],
    ['/tokens', { name: 'x', expiration: '2 days' }, 422],
    ['/tokens', { name: 'x', expiration: 'never', workspace: 'nowhere' }, 404],
    ['/faults', {}, 400],
    ['/faults', [{}], 422],
    ['/faults', [{ status: 500, reset: true }], 422],
    ['/faults', [{ status: 500, every: 2, times: 2 }], 422],
    ['/faults', [{ status: 99 }], 422],
    ['/faults', [{ status: 500, evry: 2 }], 422],
    ['/nothing', {}, 404]
  ])('%s %j: %i', async (path, body, status) => {
    expect((await control(path, body)).status).toBe(status)
  })

  test.each([
    [[['Origin', 'https://evil.example']]],
    [[['Origin', 'null']]],
    [[['Sec-Fetch-Site', 'cross-site']]],
    [[['Content-Type', 'text/plain']]]
  ] as [[string, string][]][])('%j is refused: a page of another site directs nothing', async (headers) => {
    const answer = await send(`${service.url}/_control/tokens`, {
      method: 'POST',
      headers: [
        ...(headers[0]?.[0] === 'Content-Type' ? [] : [['Content-Type', 'application/json'] as const]),
        ...headers
      ],
      body: '{"name":"x","expiration":"never"}'
    })
    expect([403, 415]).toContain(answer.status)
    expect(service.tokens.list()).toHaveLength(1)
  })
})

test('without `control` there is none of it', async () => {
  await using plain = await startService()
  for (const path of ['requests', 'clock', 'faults', 'tokens', 'reset']) {
    expect((await send(`${plain.url}/_control/${path}`, { method: 'POST', body: '{}' })).status).toBe(404)
  }
  expect(() => {
    plain.faults.set([])
  }).toThrow('control: true')
  expect(() => plain.requests()).toThrow('control: true')
})

describe('faults', () => {
  function pattern(rule: FaultRule, count: number): string {
    const faults = openFaults()
    faults.set([rule])
    return Array.from({ length: count }, () => (faults.next('/x').status === undefined ? '.' : 'X')).join('')
  }

  test.each<[FaultRule, string]>([
    [{ status: 500 }, 'XXXXXXXX'],
    [{ status: 500, every: 3 }, '..X..X..'],
    [{ status: 500, times: 2 }, 'XX......'],
    [{ status: 500, times: 0 }, '........'],
    [{ status: 500, probability: 0 }, '........'],
    [{ status: 500, probability: 1 }, 'XXXXXXXX'],
    [{ path: '/x', status: 500 }, 'XXXXXXXX'],
    [{ path: '/y', status: 500 }, '........']
  ])('%j fires as %s', (rule, expected) => {
    expect(pattern(rule, expected.length)).toBe(expected)
  })

  test('a probability repeats itself by its seed, and comes near to itself', () => {
    const rule = { status: 500, probability: 0.3, seed: 7 }
    expect(pattern(rule, 1000)).toBe(pattern(rule, 1000))
    expect(pattern(rule, 1000)).not.toBe(pattern({ ...rule, seed: 8 }, 1000))
    const fired = pattern(rule, 1000).replaceAll('.', '').length
    expect(fired).toBeGreaterThan(250)
    expect(fired).toBeLessThan(350)
  })

  test('a status is answered instead of the effect, with the headers that belong to it', async () => {
    service.faults.set([
      { path: UPSERT_PATH, status: 429, times: 1 },
      { path: UPSERT_PATH, status: 401, times: 2 },
      { path: UPSERT_PATH, status: 429, retry_after: 'Fri, 31 Dec 1999 23:59:59 GMT', times: 3 }
    ])
    const first = await api.upsert(token, 'x', 'y')
    expect([first.status, first.headers['retry-after']]).toEqual([429, '1'])
    const second = await api.upsert(token, 'x', 'y')
    expect([second.status, second.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /)])
    const third = await api.upsert(token, 'x', 'y')
    expect([third.status, third.headers['retry-after']]).toEqual([429, 'Fri, 31 Dec 1999 23:59:59 GMT'])
    expect(service.entries()).toEqual([])
    expect(service.requests().map(({ status, body }) => [status, body])).toEqual(
      [429, 401, 429].map((status) => [status, { name: 'x', content: 'y' }])
    )
  })

  test('a 200 that stores nothing can be had', async () => {
    service.faults.set([{ path: UPSERT_PATH, status: 200 }])
    const answer = await send(service.url + UPSERT_PATH, { method: 'POST', body: '{"name":"x","content":"y"}' })
    expect(answer.status).toBe(200)
    expect(service.entries()).toEqual([])
  })

  test.each<['before' | 'after', string[]]>([
    ['before', []],
    ['after', ['x']]
  ])('a reset %s the effect', async (reset, stored) => {
    service.faults.set([{ path: UPSERT_PATH, reset, times: 1 }])
    await expect(api.upsert(token, 'x', 'y')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(service.entries().map(({ name }) => name)).toEqual(stored)
    expect(service.requests()).toMatchObject([{ path: UPSERT_PATH, status: null }])
    expect((await api.upsert(token, 'x', 'y')).status).toBe(200)
  })

  test('a delay is real, and ends when the service stops', async () => {
    const slow = await startService({ control: true })
    const { value } = slow.tokens.create({ name: 'bot', expiration: 'never' })
    const calls = await client(slow.url)
    slow.faults.set([{ path: LIST_PATH, delay_ms: 50 }])
    const started = performance.now()
    await calls.list(value)
    expect(performance.now() - started).toBeGreaterThanOrEqual(49)
    slow.faults.set([{ path: LIST_PATH, delay_ms: 600_000 }])
    const waiting = calls.list(value)
    // Its turn has come once a later request has been answered.
    await calls.upsert(value, 'x', 'y')
    await slow.close()
    expect((await waiting).status).toBe(200)
  })
})
