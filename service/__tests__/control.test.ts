import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { gunzipSync } from 'node:zlib'
import { openFaults } from '../control/faults.ts'
import { LIST_PATH, startService, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../service.ts'
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

const MARKDOWN =
  '# A_b <br>\n\n- See [a.md](https://x.example/a_b): [![x](x.png)](y) <https://x.example/>\n' +
  '* _Now_ **2+2** `a_b`\n\n<!-- Ann -->\n~~~\n# - a_b\n~~~\n'

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
const list = (page_num = 1, page_size = 10) => raw(LIST_PATH, { page_num, page_size })
const names = () => service.entries().map(({ name }) => name)
const rows = async () => (JSON.parse((await list()).text) as { items: { content?: string }[] }).items

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

test.each<[FaultRule, string]>([
  [{ status: 500, every: 3 }, '..X..X..'],
  [{ status: 500, times: 2 }, 'XX......'],
  [{ status: 500, probability: 1 }, 'XXXXXXXX'],
  [{ path: LIST_PATH, token: 'one', status: 500 }, 'XXXXXXXX'],
  [{ token: 'other', status: 500 }, '........']
])('the fault %j meets %s', (rule, expected) => {
  const faults = openFaults()
  faults.set([rule])
  const met = Array.from(expected, () => faults.next({ path: LIST_PATH, token: 'one', name: undefined }).rule)
  expect(met.map((one) => (one === undefined ? '.' : 'X')).join('')).toBe(expected)
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

describe('answers to what the specification leaves open', () => {
  test('a list in another form', async () => {
    await upsert('a', 'Text.')
    const entry = { id: '1', name: 'a', content: 'Text.' }
    expect(JSON.parse((await list()).text)).toMatchObject({ items: [entry], page_num: 1, page_size: 10, total: 1 })
    expect((await control('/answers', { list: 'array', content: 'none', ids: false })).status).toBe(204)
    const [{ name, ...others } = {}] = JSON.parse((await list()).text) as Record<string, unknown>[]
    expect([name, 'content' in others, 'id' in others]).toEqual(['a', false, false])
  })

  const changed = (content: AnswerOptions['content'], text: string): [AnswerOptions, string[]] => [
    { content, only: { above: 2 } },
    ['1', '22', text]
  ]
  test.each<[AnswerOptions, shown: (string | undefined)[]]>([
    changed('footer', `${MARKDOWN}\n\n---\n\nShared by the operations assistant.\n`),
    changed('sanitised', MARKDOWN.replace('<br>', '').replace('<!-- Ann -->', '')),
    changed('unlinked', '# A_b <br>\n\n- See a.md: x \n* _Now_ **2+2** `a_b`\n\n<!-- Ann -->\n~~~\n# - a_b\n~~~\n'),
    changed(
      'rewritten',
      'A\\_b <br>\n===\n\n* See [a.md](https://x.example/a_b): [![x](x.png)](y) <https://x.example/>\n' +
        '- *Now* __2\\+2__ `a_b`\n\n<!-- Ann -->\n~~~\n# - a_b\n~~~\n'
    ),
    [{ content: 'none', only: { above: 2 } }, ['1', '22', undefined]],
    [{ content: 'removed', only: { every: 2 } }, ['[removed]', '22', '[removed]']],
    [{ content: 'removed', only: { every: 200 } }, ['[removed]', '22', MARKDOWN]],
    [{ content: 'empty', only: { name: 'b' } }, ['1', '', MARKDOWN]],
    [{ swap: ['a', 'c'] }, [MARKDOWN, '22', '1']],
    [{ swap: ['a', 'd'] }, ['1', '22', MARKDOWN]]
  ])('a list of three texts with %j', async (options, shown) => {
    for (const [at, content] of ['1', '22', MARKDOWN].entries()) await upsert('abc'.charAt(at), content)
    service.answers.set(options)
    expect((await rows()).map(({ content }) => content)).toEqual(shown)
  })

  test.each<[AnswerOptions, expected: string[]]>([
    [{ names: 'upper' }, [' B A:new']],
    [{ names: 'trim' }, ['b a:new']],
    [{ store: 'empty' }, [' b a:new']],
    [{ store: 'empty', match: 'copy' }, [' b a:', ' b a:']]
  ])('what is stored with %j', async (options, expected) => {
    service.answers.set(options)
    for (const text of ['old', 'new']) await upsert(' b a', text)
    expect(service.entries().map(({ name, content }) => `${name}:${content}`)).toEqual(expected)
  })

  test.each<[NonNullable<AnswerOptions['deleted']>, living: unknown, deleted: unknown]>([
    ['is_deleted', false, true],
    ['deleted_at', null, expect.stringMatching(/^[\d-]+T[\d:.]+Z$/)]
  ])('a deleted entry stays in the list with %s, and its name is free', async (field, living, deleted) => {
    const row = (id: string, name: string, content: string, mark = living) => ({ id, name, content, [field]: mark })
    for (const name of ['a', 'b']) await upsert(name, 'old')
    service.answers.set({ deleted: field, lag: { requests: 1 } })
    expect((await control('/entries?name=b', undefined, 'DELETE')).status).toBe(204)
    await upsert('b', 'new')
    expect(await rows()).toMatchObject([row('1', 'a', 'old'), row('2', 'b', 'old')])
    expect(await rows()).toMatchObject([row('1', 'a', 'old'), row('2', 'b', 'old', deleted), row('3', 'b', 'new')])
    expect(names()).toEqual(['a', 'b'])
  })

  test.each<[AnswerOptions, shown: string]>([
    [{ total: 'pages', first_page: 0 }, '1 2 3 of 3, 4 5 6 of 3, 7 of 3'],
    [{ total: 'none', cap: { rows: 2 } }, '1 2 of undefined, 3 4 of undefined, 5 6 of undefined'],
    [{ cap: { rows: 2, next: 'asked' } }, '1 2 of 7, 4 5 of 7, 7 of 7']
  ])('pages of three with %j', async (options, shown) => {
    const entries = Array.from({ length: 7 }, (_, at) => ({ name: String(at + 1), content: 'y' }))
    await control('/entries', entries)
    service.answers.set(options)
    const pages: string[] = []
    for (const number of [0, 1, 2]) {
      const { text } = await list(number + (options.first_page ?? 1), 3)
      const { items, total } = JSON.parse(text) as { items: { name: string }[]; total?: number }
      pages.push(`${items.map(({ name }) => name).join(' ')} of ${total}`)
    }
    expect(pages.join(', ')).toBe(shown)
  })

  test('a list lags by requests or by time', async () => {
    const shown = async () => (await rows()).map(({ content }) => content)
    await upsert('a', 'old')
    service.answers.set({ lag: { requests: 2 } })
    await upsert('a', 'new')
    await upsert('b', 'more')
    expect([await shown(), await shown(), await shown()]).toEqual([['old'], ['old'], ['new', 'more']])

    service.answers.set({ lag: { ms: DAY } })
    await upsert('a', 'newer')
    expect(await shown()).toEqual(['new', 'more'])
    service.clock.advance(DAY)
    expect(await shown()).toEqual(['newer', 'more'])
  })
})
