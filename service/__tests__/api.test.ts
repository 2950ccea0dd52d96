import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { startService } from '../service.ts'
import { client, send } from './http.ts'

// The paths are literals, as the vendor specifies them.
const LIST_PATH = '/personal/v1/knowledge/list'
const UPSERT_PATH = '/personal/v1/knowledge/upsert'
const PAGE = { page_num: 1, page_size: 1 }

const service = await startService()
const api = client(service.url)
let token: string

afterAll(() => service.close())
beforeEach(() => {
  service.reset()
  token = service.tokens.create({ name: 'bot', expiration: '30 days' }).value
})

describe('Authorization', () => {
  const challenge = 'Bearer realm="knowledge"'

  test.each<[string, string[], number]>([
    ['none', [], 401],
    ['empty', [''], 401],
    ['Basic', ['Basic Ym90OmJvdA=='], 401],
    ['doubled', ['Bearer TOKEN', 'Bearer TOKEN'], 401],
    ['in lower case', ['bearer TOKEN'], 200]
  ])('%s: a challenge that names no error, or the answer', async (_, values, status) => {
    const headers = values.map((value) => ['Authorization', value.replaceAll('TOKEN', token)] as const)
    const answer = await api.call(LIST_PATH, { headers, body: PAGE })
    expect(answer.status).toBe(status)
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? challenge : undefined)
  })

  test('the answer names the state of a token', async () => {
    const { id, value } = service.tokens.create({ name: 'gone', expiration: 'never' })
    service.tokens.revoke(id)
    const altered = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
    service.clock.advance(30 * 24 * 60 * 60 * 1000)
    for (const [presented, reason] of [
      [token, 'expired'],
      [value, 'revoked'],
      [altered, 'not valid']
    ] as const) {
      const error = `error="invalid_token", error_description="The access token is ${reason}"`
      expect(await api.list(presented)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': `${challenge}, ${error}` },
        json: { code: 401, message: `The access token is ${reason}.`, data: null }
      })
    }
  })

  test('a token reads and writes its own workspace only', async () => {
    service.workspaces.create('Payments')
    const theirs = service.tokens.create({ name: 'bot', expiration: 'never', workspace: 'Payments' }).value
    await api.upsert(token, 'Disk full', 'ours')
    await api.upsert(theirs, 'Disk full', 'theirs')
    const shown = (document_content: string, workspace_id: string) => ({
      json: { data: { page: { total: 1 }, items: [{ data: { document_content }, workspace_id }] } }
    })
    expect(await api.list(token)).toMatchObject(shown('ours', 'wks-1'))
    expect(await api.list(theirs)).toMatchObject(shown('theirs', 'wks-2'))
  })
})

describe('upsert', () => {
  test('creates, then replaces the entry of exactly the same name', async () => {
    const first = await api.upsert(token, 'Disk full', 'one')
    service.clock.advance(60_000)
    const second = await api.upsert(token, 'Disk full', 'a\0b\r\n')
    await api.upsert(token, 'disk full', 'another')
    const { id, created_at, updated_at } = first.json['data'] as Record<string, number>
    const changed = second.json['data'] as Record<string, number>
    expect(changed).toMatchObject({ id, created_at, data: { document_content: 'a\0b\r\n' } })
    expect(Number(changed['updated_at']) - Number(updated_at)).toBeGreaterThanOrEqual(60_000)
    expect(service.entries().map(({ name, content }) => [name, content])).toEqual([
      ['Disk full', 'a\0b\r\n'],
      ['disk full', 'another']
    ])
  })

  test.each<[string, body: Record<string, unknown>, pointer: string | undefined]>([
    ['no name', { content: 'x' }, '/name'],
    ['an empty name', { name: ' ', content: 'x' }, '/name'],
    ['NUL in the name', { name: 'a\0', content: 'x' }, '/name'],
    ['half a surrogate pair', { name: 'x', content: '\udc00' }, '/content'],
    ['a name of 255 emoji', { name: '\u{1F525}'.repeat(255), content: 'x' }, undefined],
    ['a name of 256 emoji', { name: '\u{1F525}'.repeat(256), content: 'x' }, '/name'],
    ['__proto__', JSON.parse('{"name": "x", "content": "y", "__proto__": {"name": "z"}}') as object as never, undefined]
  ])('%s: 422 with the field, or stored', async (_, body, pointer) => {
    const answer = await api.call(UPSERT_PATH, { token, body })
    expect(answer.status).toBe(pointer === undefined ? 200 : 422)
    expect(answer.json['errors']).toEqual(pointer && [expect.objectContaining({ pointer })])
  })

  test('of a read-only entry is refused, and stores nothing', async () => {
    service.writeEntry({ name: 'Disk full', content: 'Theirs.', isReadonly: true })
    expect(await api.upsert(token, 'Disk full', 'Ours.')).toMatchObject({
      status: 200,
      json: { code: 40301, message: 'knowledge.readonly', data: null }
    })
    expect(service.entries()).toMatchObject([{ content: 'Theirs.', isReadonly: 1 }])
  })
})

describe('list', () => {
  test('has every field of the documentation', async () => {
    await api.upsert(token, 'Disk full', '# Disk full\n')
    service.writeEntry({ name: 'Their guide', content: 'Read me.', isReadonly: true })
    const now = expect.any(Number)
    const ours = {
      ...{ id: 1, name: 'Disk full', type: 'document', trigger: 'smart', trigger_config: {}, description: null },
      ...{ data: { document_content: '# Disk full\n' }, labels: null, metadata: null },
      ...{ application_id: null, application_name: null, workspace_id: 'wks-1' },
      ...{ is_public: false, is_readonly: false, is_applied: false, source: 'custom', forked_from: null },
      ...{ created_at: now, updated_at: now }
    }
    const theirs = { ...ours, id: 2, name: 'Their guide', data: { document_content: 'Read me.' }, is_readonly: true }
    const page = { total: 2, page_num: 1, page_size: 100 }
    const answer = { code: 200, message: 'common.success', data: { page, items: [ours, theirs] } }
    expect((await api.list(token)).json).toEqual(answer)
    const whole = await api.call(LIST_PATH, { token, body: {} })
    expect(whole.json).toEqual({ ...answer, data: { page: null, items: [ours, theirs] } })
  })

  test.each([
    ...[0, -1, 1.5, '1', 1e308].map((value): [string, unknown] => ['page_num', value]),
    ...[0, 201].map((value): [string, unknown] => ['page_size', value])
  ])('%s %j: 422 with the field', async (field, value) => {
    const answer = await api.call(LIST_PATH, { token, body: { page_num: 1, page_size: 1, [field]: value } })
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: `/${field}` }] } })
  })

  test('shows each entry once, on one page, although some are updated, and nothing past the end', async () => {
    for (let index = 0; index < 7; index++) await api.upsert(token, `runbook ${index}`, 'x')
    const names: unknown[] = []
    for (const page of [1, 2, 3, 4]) {
      const { json } = await api.list(token, page, 3)
      const { page: shown, items } = json['data'] as { page: unknown; items: { name: string }[] }
      expect(shown).toEqual({ total: 7, page_num: page, page_size: 3 })
      names.push(...items.map(({ name }) => name))
      await api.upsert(token, 'runbook 0', `updated after page ${page}`)
    }
    expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => `runbook ${index}`))
  })
})

const JSON_TYPE = ['Content-Type', 'application/json'] as const
test.each<[string, string | Buffer | undefined, (readonly [string, string])[], number]>([
  ['null', 'null', [JSON_TYPE], 400],
  ['an array', '[]', [JSON_TYPE], 400],
  ['broken JSON', '{"name":', [JSON_TYPE], 400],
  ['not UTF-8', Buffer.from('{"name":"x","content":"\xff"}', 'latin1'), [JSON_TYPE], 400],
  ['declared as text', '{}', [['Content-Type', 'text/plain']], 415],
  // Nothing of it is sent, so the answer shows that the service did not wait for it.
  ['declared as 100 MB', undefined, [JSON_TYPE, ['Content-Length', '104857600'], ['Expect', '100-continue']], 413]
])('a body that is %s is refused', async (_, body, headers, status) => {
  expect((await api.call(UPSERT_PATH, { token, headers, body })).status).toBe(status)
})

test.each([
  { method: 'GET', path: LIST_PATH, status: 405, answered: { allow: 'POST' } },
  { method: 'POST', path: '/personal/v1/knowledge/delete', status: 404, answered: {} },
  { method: 'GET', path: '/health', host: 'localhost', status: 200, answered: {} },
  { method: 'GET', path: '/health', host: '127.0.0.1.evil.example', status: 421, answered: {} }
])('$method $path, Host $host: $status', async ({ method, path, host = '127.0.0.1', status, answered }) => {
  const answer = await send(service.url + path, { method, headers: [['Host', host]] })
  expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json', ...answered } })
})
