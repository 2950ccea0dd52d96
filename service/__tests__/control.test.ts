import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { LIST_PATH, startService, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../service.ts'
import { client } from './http.ts'

const DAY = 24 * 60 * 60 * 1000

const service = await startService({ control: true })
const api = client(service.url)
let id: string
let token: string

afterAll(() => service.close())
beforeEach(() => {
  service.reset()
  ;({ id, value: token } = service.tokens.create({ name: 'bot', expiration: '30 days' }))
})

const control = (path: string, body: unknown) => api.call(`/_control${path}`, { body })
const upsert = (name: string, content = 'y') => api.upsert(token, name, content)
const contents = () => service.entries().map(({ content }) => content)
const shown = async (page = 1, size = 10) =>
  (
    (await api.list(token, page, size)).json['data'] as {
      items: { name: string; data: { document_content: string } }[]
    }
  ).items

describe('the routes', () => {
  test('create a token and entries, move the clock, and show entries and requests without the token', async () => {
    const { json } = await control('/tokens', { name: 'other', expiration: '90 days' })
    expect((await api.upsert(String(json['value']), 'x', `my token is ${String(json['value'])}`)).status).toBe(200)
    expect((await control('/clock', { advance_ms: 30 * DAY })).status).toBe(200)
    expect((await api.call(LIST_PATH, { token, body: '{"page_num":' })).status).toBe(401)
    await control('/entries', [{ name: 'y', content: 'Theirs.', is_readonly: true }])
    const requests = await api.call('/_control/requests', { method: 'GET' })
    expect(requests.json).toMatchObject([
      { method: 'POST', path: UPSERT_PATH, status: 200, token_id: json['id'], body: { content: 'my token is ***' } },
      { method: 'POST', path: LIST_PATH, status: 401, token_id: null, body: null }
    ])
    const entries = await api.call('/_control/entries', { method: 'GET' })
    expect(entries.json).toMatchObject([
      { name: 'x', byToken: 'other' },
      { name: 'y', isReadonly: 1, byToken: null }
    ])
  })

  test('a reset brings everything back to the start', async () => {
    await upsert('x')
    service.workspaces.create('Payments')
    service.clock.advance(DAY)
    service.faults.set([{ status: 500 }])
    service.answers.set({ copies: true })
    service.reset()
    expect(service.workspaces.list()).toEqual([{ id: 1, name: 'Operations' }])
    expect([service.entries(), service.tokens.list(), service.requests()]).toEqual([[], [], []])
    expect(Math.abs(service.clock.now() - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['/faults', [{ status: 500, reset: 'before' }]],
    ['/answers', { match: 'copy' }],
    ['/clock', { advance_ms: -1 }]
  ])('%s %j: 422', async (path, body) => {
    expect((await control(path, body)).status).toBe(422)
  })

  test('are there with `control` only, and not for a page of another site', async () => {
    const headers = [['Origin', 'https://evil.example']] as const
    expect((await api.call('/_control/faults', { headers, body: [] })).status).toBe(403)
    await using plain = await startService()
    expect((await client(plain.url).call('/_control/requests', { method: 'GET' })).status).toBe(404)
    expect(() => plain.requests()).toThrow('control: true')
  })
})

describe('a fault', () => {
  test.each<{ rule: FaultRule; status: number; headers: object; text: string }>([
    {
      rule: { status: 429, retry_after: 'soon' },
      status: 429,
      headers: { 'retry-after': 'soon' },
      text: '{"code":429,"message":"A fault rule asked for this answer.","data":null}'
    },
    { rule: { status: 202, body: '{}' }, status: 202, headers: { 'content-type': 'application/json' }, text: '{}' },
    {
      rule: { status: 200, body: '<h1>Sign in</h1>' },
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      text: '<h1>Sign in</h1>'
    }
  ])('$rule is answered instead of the effect, for one name, twice', async ({ rule, ...answer }) => {
    service.faults.set([{ path: UPSERT_PATH, name: 'x', times: 2, ...rule }])
    for (let time = 0; time < 2; time++) expect(await upsert('x')).toMatchObject(answer)
    expect([(await upsert('z', 'Z')).status, (await upsert('x', 'X')).status]).toEqual([200, 200])
    expect(contents()).toEqual(['Z', 'X'])
  })

  test('meets one page of the list', async () => {
    service.faults.set([{ path: LIST_PATH, page: 2, status: 404 }])
    const statuses = [1, 2, 3].map(async (page) => (await api.list(token, page, 1)).status)
    expect(await Promise.all(statuses)).toEqual([200, 404, 200])
  })

  test.each([
    ['before', 0],
    ['after', 1]
  ] as const)('resets the connection %s the effect', async (reset, stored) => {
    service.faults.set([{ path: UPSERT_PATH, reset, times: 1 }])
    await expect(upsert('x')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(service.entries()).toHaveLength(stored)
    expect(service.requests()).toMatchObject([{ path: UPSERT_PATH, status: null, token_id: stored === 1 ? id : null }])
  })
})

describe('answers', () => {
  test.each<{ options: AnswerOptions; pages: readonly string[] }>([
    { options: { cap: 2 }, pages: ['1 2', '3 4', '5'] },
    { options: { order: 'latest' }, pages: ['2 5 4', '3 1', ''] },
    { options: { order: 'changing' }, pages: ['5 3 1', '1 4', ''] }
  ])('show pages of three with $options', async ({ options, pages }) => {
    for (const name of ['1', '2', '3', '4', '5', '2']) {
      service.clock.advance(1000)
      await upsert(name)
    }
    service.answers.set(options)
    const found: string[] = []
    for (const page of [1, 2, 3]) found.push((await shown(page, 3)).map(({ name }) => name).join(' '))
    expect(found).toEqual(pages)
  })

  test('lag, and make copies', async () => {
    await upsert('a', 'old')
    service.answers.set({ lag: DAY, copies: true })
    await upsert('a', 'copy')
    service.removeEntries({ name: 'b' })
    const texts = async () => (await shown()).map(({ data }) => data.document_content)
    expect([await texts(), contents()]).toEqual([['old'], ['old', 'copy']])
    service.clock.advance(DAY)
    expect(await texts()).toEqual(['old', 'copy'])
    service.removeEntries()
    service.clock.advance(DAY - 10_000)
    expect(await texts()).toEqual(['old', 'copy'])
    service.clock.advance(10_000)
    expect(await texts()).toEqual([])
  })
})
