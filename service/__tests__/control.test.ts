import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { gunzipSync } from 'node:zlib'
import { openFaults } from '../control/faults.ts'
import { LIST_PATH, startService, UPSERT_PATH, type FaultRule } from '../service.ts'
import { client, send, type RawAnswer } from './http.ts'

const DAY = 24 * 60 * 60 * 1000

const service = await startService({ control: true })
const api = await client(service.url)
let id: string
let token: string

afterAll(() => service.close())
beforeEach(() => {
  service.reset()
  ;({ id, value: token } = service.tokens.create({ name: 'bot', expiration: '30 days' }))
})

const JSON_TYPE = ['Content-Type', 'application/json'] as const

async function control(path: string, body?: unknown, method = 'POST') {
  const answer = await send(`${service.url}/_control${path}`, {
    method,
    headers: [JSON_TYPE],
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  return { status: answer.status, json: answer.text === '' ? undefined : (JSON.parse(answer.text) as unknown) }
}

/** Below the client of the tests, which refuses what is not documented. */
const raw = (path: string, body: object): Promise<RawAnswer> =>
  send(service.url + path, {
    method: 'POST',
    headers: [['Authorization', `Bearer ${token}`], JSON_TYPE],
    body: JSON.stringify(body)
  })
const upsert = (name: string, content = 'y') => raw(UPSERT_PATH, { name, content })
const names = () => service.entries().map(({ name }) => name)
describe('the routes', () => {
  test('/tokens creates, lists, rotates and revokes', async () => {
    const issued = async (path: string, body?: unknown) =>
      (await control(path, body)).json as { id: string; value: string }
    const created = await issued('/tokens', { name: 'second', expiration: '90 days' })
    expect((await api.list(created.value)).status).toBe(200)
    const rotated = await issued(`/tokens/${created.id}/rotate`)
    expect([(await api.list(created.value)).status, (await api.list(rotated.value)).status]).toEqual([401, 200])
    expect((await control(`/tokens/${rotated.id}/revoke`)).status).toBe(204)
    const { json } = await control('/tokens', undefined, 'GET')
    expect(json).toMatchObject([
      { id: rotated.id, name: 'second', state: 'revoked' },
      { id: created.id, state: 'revoked', replacedBy: { id: rotated.id } },
      { id, name: 'bot', state: 'active' }
    ])
    expect(JSON.stringify(json)).not.toContain(rotated.value.slice(0, 34))
  })

  test('/requests tells what arrived, without the token even in a body', async () => {
    await api.upsert(token, 'x', `my token is ${token}`)
    await api.call(LIST_PATH, { token: `${token}x`, body: '{"page_num":' })
    const { json } = await control('/requests', undefined, 'GET')
    expect(json).toMatchObject([
      { method: 'POST', path: UPSERT_PATH, status: 200, token_id: id, body: { content: 'my token is ***' } },
      { method: 'POST', path: LIST_PATH, status: 401, token_id: null, body: null }
    ])
    expect(service.requests()).toEqual(json)
  })

  test('/clock moves time, and with it expiry; /reset brings everything back to the start', async () => {
    expect((await control('/clock', { advance_ms: 30 * DAY })).status).toBe(200)
    expect((await api.list(token)).status).toBe(401)
    service.workspaces.create('Payments')
    expect((await control('/reset')).status).toBe(204)
    expect(service.workspaces.list()).toEqual([{ id: 1, name: 'Operations' }])
    expect([service.entries(), service.tokens.list(), service.requests()]).toEqual([[], [], []])
    expect(Math.abs(service.clock.now() - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['/tokens', { name: 'x', expiration: 'never', workspace: 'nowhere' }, 404],
    ['/faults', [{ status: 500, reset: true }], 422],
    ['/faults', [{ status: 200, headers: { 'X-A': 'a\r\nb' } }], 422],
    ['/answers', { match: 'id' }, 422]
  ])('%s %j: %i', async (path, body, status) => {
    expect((await control(path, body)).status).toBe(status)
  })

  test('a page of another site directs nothing', async () => {
    const body = '{"name":"x","expiration":"never"}'
    const post = async (...headers: [string, string][]) =>
      (await send(`${service.url}/_control/tokens`, { method: 'POST', headers, body })).status
    const statuses = [
      await post([...JSON_TYPE], ['Origin', 'https://evil.example']),
      await post(['Content-Type', 'text/plain'])
    ]
    expect([...statuses, service.tokens.list().length]).toEqual([403, 415, 1])
  })

  test('without `control` there is none of them', async () => {
    await using plain = await startService()
    expect((await send(`${plain.url}/_control/reset`, { method: 'POST', body: '{}' })).status).toBe(404)
    expect(() => plain.requests()).toThrow('control: true')
  })
})

const LIST = { path: LIST_PATH, token: 'one', page: 2 }

test.each<{ rule: FaultRule; met: string }>([
  { rule: { status: 500, every: 3 }, met: '..X..X..' },
  { rule: { status: 500, times: 2 }, met: 'XX......' },
  { rule: { status: 500, probability: 1 }, met: 'XXXXXXXX' },
  { rule: { path: LIST_PATH, token: 'one', page: 2, status: 500 }, met: 'XXXXXXXX' },
  { rule: { token: 'other', status: 500 }, met: '........' },
  { rule: { page: 1, status: 500 }, met: '........' }
])('the fault $rule meets $met', ({ rule, met }) => {
  const faults = openFaults()
  faults.set([rule])
  const answers = Array.from(met, () => (faults.next(LIST).rule === undefined ? '.' : 'X'))
  expect(answers.join('')).toBe(met)
})

describe('a fault', () => {
  test('is answered instead of the effect', async () => {
    service.faults.set([{ status: 429, retry_after: 'soon', path: UPSERT_PATH }])
    expect(await upsert('x')).toMatchObject({ status: 429, headers: { 'retry-after': 'soon' } })
    service.faults.set([{ answer: 'html_gzip', path: UPSERT_PATH }])
    const { status, headers, bytes } = await upsert('x')
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(gunzipSync(bytes).toString()).toContain('<h1>')
    expect(names()).toEqual([])
    expect(service.requests()).toMatchObject([{ status: 429, body: { name: 'x', content: 'y' } }, { status: 200 }])
  })

  test.each([
    [202, '{"status": "queued"}'],
    [207, '{"results": [{"status": 422, "error": "Too long"}]}'],
    [200, '"Unauthorized"']
  ])('is a success that stores nothing, for one name: %i %s', async (status, body) => {
    service.faults.set([{ path: UPSERT_PATH, name: 'x', status, body }])
    expect(await upsert('x')).toMatchObject({ status, text: body, headers: { 'content-type': 'application/json' } })
    expect((await upsert('z')).status).toBe(200)
    expect(names()).toEqual(['z'])
  })

  test('meets one page of the list', async () => {
    service.faults.set([{ path: LIST_PATH, page: 2, status: 404 }])
    const statuses = [1, 2, 3].map(async (page_num) => (await raw(LIST_PATH, { page_num, page_size: 1 })).status)
    expect(await Promise.all(statuses)).toEqual([200, 404, 200])
  })

  test.each<['before' | 'after', string[]]>([
    ['before', []],
    ['after', ['x']]
  ])('resets the connection %s the effect', async (reset, stored) => {
    service.faults.set([{ path: UPSERT_PATH, reset, times: 1 }])
    await expect(upsert('x')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(names()).toEqual(stored)
    expect(service.requests()).toMatchObject([{ path: UPSERT_PATH, status: null }])
    expect((await upsert('x')).status).toBe(200)
  })
})
