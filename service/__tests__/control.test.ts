import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { LIST_PATH, startService, UPDATE_PATH, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../service.ts'
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

  test('meets an update by the name that its entry has, and one of several paths', async () => {
    await upsert('x')
    service.faults.set([{ path: [UPDATE_PATH, UPSERT_PATH], name: 'x', status: 503, times: 2 }])
    const rename = () => api.call(UPDATE_PATH, { token, body: { id: 1, name: 'z' } })
    expect([(await rename()).status, (await upsert('x')).status, (await rename()).status]).toEqual([503, 503, 200])
    expect(service.requests().map(({ name }) => name)).toEqual(['x', 'x', 'x', 'x'])
  })

  test('meets a page of the documented list, and one entry', async () => {
    await upsert('x')
    service.faults.set([
      { page: 2, status: 404 },
      { path: '/personal/v1/knowledge/:id', status: 500 }
    ])
    expect((await api.call(LIST_PATH, { token, body: { page: { page_no: 2 } } })).status).toBe(404)
    expect((await api.call('/personal/v1/knowledge/1', { token, method: 'GET' })).status).toBe(500)
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

  const SMART = { trigger: 'smart', trigger_config: {} }
  const FULL = { name: 'a', ...SMART, data: { document_content: 'new' } }
  const PAGE = { page_num: 1, page_size: 1 }
  const NESTED = { page: { page_no: 1, page_size: 1 } }
  type Numbers = readonly [upsert: number, plain: number, nested: number, flat: number, update: number]
  test.each<[AnswerOptions, statuses: Numbers, pages: string]>([
    [{}, [200, 200, 200, 200, 200], 'nested, flat'],
    [{ forbid: true }, [200, 200, 200, 200, 200], 'nested, flat'],
    [{ contract: 'strict' }, [200, 422, 200, 200, 200], 'nested'],
    [{ contract: 'strict', forbid: true }, [200, 422, 200, 422, 200], 'nested'],
    [{ contract: 'plain' }, [422, 200, 200, 200, 404], 'flat'],
    [{ contract: 'plain', forbid: true }, [422, 200, 422, 200, 404], 'flat'],
    [{ update: false }, [200, 200, 200, 200, 404], 'nested, flat']
  ])('take the forms of %j', async (options, expected, paged) => {
    service.people.write({ name: 'a', content: 'old' })
    service.people.write({ name: 'b', content: 'old' })
    service.answers.set(options)
    const call = (path: string, body: object) => api.call(path, { token, body })
    const [nested, flat] = [await call(LIST_PATH, NESTED), await call(LIST_PATH, PAGE)]
    const calls = [await call(UPSERT_PATH, FULL), await upsert('a'), nested, flat]
    calls.push(await call(UPDATE_PATH, { id: 1, name: 'c' }))
    expect(calls.map(({ status }) => status)).toEqual(expected)
    const isPaged = ({ json }: typeof flat) => Boolean((json['data'] as { page?: unknown } | null)?.page)
    expect([...(isPaged(nested) ? ['nested'] : []), ...(isPaged(flat) ? ['flat'] : [])].join(', ')).toBe(paged)
  })

  test('refuse an unknown field by its name, or take no notice of it', async () => {
    const call = () => api.call(UPSERT_PATH, { token, body: { ...FULL, colour: 'red' } })
    expect((await call()).status).toBe(200)
    service.answers.set({ forbid: true })
    expect(await call()).toMatchObject({ status: 422, json: { code: 422, errors: [{ pointer: '/colour' }] } })
  })

  test('have the plain items of the specification', async () => {
    service.answers.set({ contract: 'plain' })
    const plain = { name: 'a', content: 'y', updated_at: expect.any(Number) }
    expect((await upsert('a')).json['data']).toEqual(plain)
    expect(await shown()).toEqual([plain])
  })

  test.each<[AnswerOptions['texts'], list: object, get: object]>([
    ['list', { document_content: 'y' }, { document_content: 'y' }],
    ['get', { document_id: 'document-1' }, { document_content: 'y' }],
    ['none', { document_id: 'document-1' }, { document_id: 'document-1' }]
  ])('show the texts of documents in %s', async (texts, list, get) => {
    await upsert('a')
    service.answers.set({ texts })
    const { json } = await api.call('/personal/v1/knowledge/1', { token, method: 'GET' })
    expect([(await shown())[0]?.data, json['data']]).toEqual([list, expect.objectContaining({ data: get })])
  })

  test('empty what a write does not name', async () => {
    const bound = { trigger: 'service', triggerConfig: { service_id: 's' } } as const
    const extras = { labels: { a: 'b' }, description: 'd', metadata: { m: 1 } }
    service.people.write({ name: 'a', content: 'x', ...extras })
    service.people.write({ name: 'b', content: 'x', ...bound, ...extras })
    service.answers.set({ empties: true })
    await upsert('a')
    await api.call(UPDATE_PATH, { token, body: { id: 2, labels: { c: 'd' } } })
    const empty = { trigger: 'smart', description: null, metadata: null }
    expect(service.entries()[1]?.triggerConfig).toEqual({})
    expect(service.entries()).toMatchObject([
      { ...empty, content: 'y', labels: null },
      { ...empty, content: 'x', labels: { c: 'd' } }
    ])
  })

  test.each<[AnswerOptions['context'], byDefault: string, all: string]>([
    ['all', 'a b', 'a b'],
    ['unbound', 'a', 'a b'],
    ['workspace', 'a b', 'a b c']
  ])('show outside of the context %s', async (context, byDefault, all) => {
    service.workspaces.create('Payments')
    const theirs = service.tokens.create({ name: 'bot', expiration: 'never', workspace: 'Payments' }).value
    await api.upsert(theirs, 'c', 'x')
    service.people.write({ name: 'a' })
    service.people.write({ name: 'b', trigger: 'service', triggerConfig: { service_id: 's' } })
    service.answers.set({ context })
    const names = async (body: object) => {
      const { json } = await api.call(LIST_PATH, { token, body })
      return (json['data'] as { items: { name: string }[] }).items
        .map(({ name }) => name)
        .sort()
        .join(' ')
    }
    expect([await names({}), await names({ context_visible_only: false })]).toEqual([byDefault, all])
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

describe('people', () => {
  const { people } = service
  const alert = { match_patterns: ['x'] }
  const rows = () =>
    service.entries().map(({ name, content, trigger, forkedFrom }) => [name, content, trigger, forkedFrom].join(' '))

  test('edit, bind, rename, label, describe, copy and delete', async () => {
    await upsert('a')
    people.edit('a', 'z')
    people.bind('a', 'alert', alert)
    people.copy('a')
    people.copy('a', { name: 'c' })
    people.rename(2, 'b')
    people.delete('c')
    people.label('a', { env: 'prod' })
    people.describe('a', 'Why.')
    expect(rows()).toEqual(['a z alert ', 'b z alert 1'])
    expect(service.entries()[0]).toMatchObject({
      ...{ triggerConfig: alert, labels: { env: 'prod' }, description: 'Why.', byToken: null }
    })
    people.bind('a', 'smart')
    expect(service.entries()[0]).toMatchObject({ trigger: 'smart', labels: { env: 'prod' } })
    expect(service.entries()[0]?.triggerConfig).toEqual({})
  })

  test.each<[string, number, () => unknown]>([
    ['an entry that is not there', 404, () => people.edit('b', 'x')],
    ['a binding without a value', 422, () => people.bind('a', 'alert')],
    ['the identity of another entry', 409, () => people.bind(people.copy('a', { trigger: 'always' }).id, 'smart')]
  ])('%s: %i', async (_, status, act) => {
    await upsert('a')
    expect(act).toThrow(expect.objectContaining({ status }))
  })

  test('through /_control, what is not given stays', async () => {
    await upsert('a')
    const written = [{ name: 'a', trigger: 'alert', trigger_config: alert, labels: { env: 'prod' } }]
    expect((await control('/entries', written)).status).toBe(200)
    expect(service.entries()).toMatchObject([{ id: 1, content: 'y', trigger: 'alert', labels: { env: 'prod' } }])
    await control('/entries', [{ name: 'a', trigger: 'always' }])
    expect(service.entries().map(({ trigger, triggerConfig }) => [trigger, triggerConfig])).toEqual([['always', {}]])
    for (const trigger of ['x', 'alert']) {
      expect((await control('/entries', [{ name: 'a', trigger }])).status).toBe(422)
    }
  })
})
