import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { AnswerOptions, STORED } from '../answer-options.ts'
import { FaultRule, openFaults } from '../control/faults.ts'
import { LIST_PATH, startService, UPSERT_PATH } from '../service.ts'
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
    ['/faults', [{ status: 500, reset: 'before' }], 422],
    ['/faults', [{ status: 200, headers: { 'X-A': 'a\r\nb' } }], 422],
    ['/answers', { match: 'id' }, 422],
    ['/answers', { lag: 'forever' }, 422]
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

const LIST = { path: LIST_PATH, page: 2 }

test.each<{ rule: FaultRule; met: string }>([
  { rule: { status: 500, times: 2 }, met: 'XX......' },
  { rule: { status: 500, probability: 1 }, met: 'XXXXXXXX' },
  { rule: { path: LIST_PATH, page: 2, status: 500 }, met: 'XXXXXXXX' },
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
    service.faults.set([{ status: 200, html: true, path: UPSERT_PATH }])
    const { status, headers, text } = await upsert('x')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<h1>')
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

describe('answers', () => {
  type Row = Readonly<Record<string, unknown>>
  const list = async (page_num = 1, page_size = 10): Promise<unknown> =>
    JSON.parse((await raw(LIST_PATH, { page_num, page_size })).text)
  const itemsOf = (answer: unknown): Row[] => (answer as { data: { items: Row[] } }).data.items
  const texts = async () => itemsOf(await list()).map(({ data }) => (data as Row)['content'])
  const fill = async (...added: string[]) => {
    for (const name of added) {
      service.clock.advance(1000)
      await upsert(name, `Text ${name}.`)
    }
  }

  test.each<{ options: AnswerOptions; json: unknown }>([
    { options: { list: 'array' }, json: [expect.objectContaining({ name: 'a', data: { content: 'Text a.' } })] },
    { options: { list: 'data_list' }, json: { data: { list: [expect.objectContaining({ name: 'a' })], total: 1 } } },
    {
      options: { texts: 'none' },
      json: expect.objectContaining({
        data: { page: expect.anything(), items: [expect.objectContaining({ name: 'a', data: {} })] }
      })
    }
  ])('show a list with $options', async ({ options, json }) => {
    await fill('a')
    service.answers.set(options)
    expect(await list()).toEqual(json)
  })

  test.each<{ options: AnswerOptions; pages: readonly string[] }>([
    { options: {}, pages: ['1 2 3', '4 5', ''] },
    { options: { cap: 2 }, pages: ['1 2', '3 4', '5'] },
    { options: { order: 'latest' }, pages: ['2 5 4', '3 1', ''] },
    { options: { order: 'changing' }, pages: ['5 3 1', '1 4', ''] },
    { options: { missing: { probability: 0.5 } }, pages: ['1 3 4', '', ''] }
  ])('show pages of three with $options', async ({ options, pages }) => {
    await fill('1', '2', '3', '4', '5', '2')
    service.answers.set(options)
    const shown: string[] = []
    for (const page of [1, 2, 3])
      shown.push(
        itemsOf(await list(page, 3))
          .map(({ name }) => name)
          .join(' ')
      )
    expect(shown).toEqual(pages)
  })

  test('lag by requests or by time', async () => {
    await fill('a')
    service.answers.set({ lag: { requests: 2 } })
    await upsert('a', 'new')
    service.writeEntry({ name: 'b', content: 'more' })
    expect([await texts(), await texts(), await texts()]).toEqual([['Text a.'], ['Text a.'], ['new', 'more']])

    service.answers.set({ lag: { ms: DAY } })
    service.removeEntries({ name: 'b' })
    expect(await texts()).toEqual(['new', 'more'])
    service.clock.advance(DAY)
    expect(await texts()).toEqual(['new'])
  })

  test.each<{ options: AnswerOptions; stored: readonly string[] }>([
    { options: { match: 'copy' }, stored: ['old <name> 1 < 2', 'new <name> 1 < 2'] },
    { options: { stored: 'no_tags' }, stored: ['new  1 < 2'] },
    { options: { stored: 'footer' }, stored: ['new <name> 1 < 2\n\n---\n\nShared by the operations assistant.\n'] }
  ])('store two upserts with $options', async ({ options, stored }) => {
    service.answers.set(options)
    for (const text of ['old', 'new']) await upsert('x', `${text} <name> 1 < 2`)
    expect(service.entries().map(({ content }) => content)).toEqual(stored)
  })
})

test('README names all options and fields of fault rules', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const names = [...Object.keys(AnswerOptions.shape), ...Object.keys(STORED), ...Object.keys(FaultRule.shape)]
  expect(names.filter((name) => !readme.includes(`\`${name}\``) && !readme.includes(`\`"${name}"\``))).toEqual([])
})
