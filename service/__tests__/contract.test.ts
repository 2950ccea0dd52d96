import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { startService } from '../service.ts'
import { client } from './http.ts'

// What the documentation says beyond the two requests of the specification.

const BASE = '/personal/v1/knowledge'

const service = await startService()
const api = client(service.url)
let token: string

afterAll(() => service.close())
beforeEach(() => {
  service.reset()
  token = service.tokens.create({ name: 'bot', expiration: '30 days' }).value
})

type Body = Readonly<Record<string, unknown>>
const call = (what: string, body: Body) => api.call(`${BASE}/${what}`, { token, body })
const get = (id: number | string) => api.call(`${BASE}/${id}`, { token, method: 'GET' })
const pointers = ({ json }: { json: Body }) =>
  (json['errors'] as { pointer: string }[] | undefined)?.map(({ pointer }) => pointer)
const rows = () => service.entries().map(({ name, trigger, content }) => `${name} ${trigger} ${content}`)

const ALERT = { trigger: 'alert', trigger_config: { match_patterns: ['MySQL'] } }
const SMART = { trigger: 'smart', trigger_config: {} }
const TEXT = { type: 'document', data: { document_content: 'text' } }
const DISK = { name: 'Disk', ...SMART, ...TEXT }

describe('list', () => {
  const names = async (body: Body) => {
    const { page, items } = (await call('list', body)).json['data'] as { page: unknown; items: { name: string }[] }
    return { page, names: items.map(({ name }) => name).join(' ') }
  }

  beforeEach(async () => {
    await call('create', { ...DISK, name: 'a' })
    service.clock.advance(1000)
    await call('create', { ...DISK, name: 'b', ...ALERT, labels: { env: 'prod', team: 'pay' } })
    service.clock.advance(1000)
    const bound = { trigger: 'service', trigger_config: { service_id: 'svc-1' } }
    await call('create', { name: 'C', type: 'default', data: { content: 'x' }, ...bound, labels: { env: 'test' } })
  })

  test.each<[Body, { page: unknown; names: string }]>([
    [{}, { page: null, names: 'a b C' }],
    [{ page: {} }, { page: { total: 3, page_num: 1, page_size: 20 }, names: 'a b C' }],
    [{ page: { page_no: 2, page_size: 2 } }, { page: { total: 3, page_num: 2, page_size: 2 }, names: 'C' }],
    [
      { page_num: 2, page_size: 2 },
      { page: { total: 3, page_num: 2, page_size: 2 }, names: 'C' }
    ],
    [
      { page: { page_no: 1, page_size: 1 }, page_num: 2, page_size: 2 },
      { page: { total: 3, page_num: 1, page_size: 1 }, names: 'a' }
    ]
  ])('is paged in both forms: %j', async (body, expected) => {
    expect(await names(body)).toEqual(expected)
  })

  test.each<[string, Body, string]>([
    ['name', { operator: 'like', value: 'c' }, 'C'],
    ['name', { operator: 'eq', value: 'c' }, ''],
    ['trigger', { operator: 'includeAny', values: ['alert', 'smart'] }, 'a b'],
    ['type', { operator: 'excludeAny', values: ['document'] }, 'C'],
    ['service_id', { operator: 'eq', value: 'svc-1' }, 'C'],
    ['is_readonly', { operator: 'eq', value: 'false' }, 'a b C'],
    ['workspace_id', { operator: 'eq', value: 'wks-2' }, ''],
    ['labels', { operator: 'includeAny', values: [{ key: 'env' }] }, 'b C'],
    ['labels', { operator: 'eq', values: [{ key: 'env', value: 'prod' }, { key: 'team' }] }, 'b'],
    ['labels', { operator: 'like', values: [{ key: 'env', value: 'TES' }] }, 'C'],
    ['labels', { operator: 'excludeAny', values: [{ key: 'env', value: 'prod' }] }, 'a C']
  ])('is filtered by %s: %j', async (field, filter, expected) => {
    expect((await names({ filters: { [field]: filter } })).names).toBe(expected)
  })

  test.each([
    ['created_at', 'desc', 'C b a'],
    ['name', 'asc', 'C a b']
  ])('is sorted by %s, %s', async (order_by, order, expected) => {
    expect((await names({ sort: { order_by, order } })).names).toBe(expected)
  })

  test.each<[Body, string]>([
    [{ page: { page_size: 201 } }, '/page/page_size'],
    [{ page: { page_no: 0 } }, '/page/page_no'],
    [{ filters: { colour: { operator: 'eq', value: 'x' } } }, '/filters/colour'],
    [{ filters: { name: { operator: 'is' } } }, '/filters/name/operator'],
    [{ sort: { order_by: 'size', order: 'asc' } }, '/sort/order_by']
  ])('%j: 422 with the field', async (body, pointer) => {
    const answer = await call('list', body)
    expect([answer.status, answer.json['code'], pointers(answer)]).toEqual([422, 422, [pointer]])
  })
})

test('one entry is shown by its id', async () => {
  const { json } = await call('create', { ...DISK, ...ALERT, metadata: { a: [1] } })
  expect((await get(1)).json).toEqual(json)
  expect(json).toMatchObject({ data: { ...DISK, ...ALERT, metadata: { a: [1] } } })
  expect([(await get(2)).status, (await get('x')).status]).toEqual([404, 422])
})

test.each<[string, Body, string[] | undefined]>([
  ['all that is required', DISK, undefined],
  ['null where it may be', { ...DISK, description: null, labels: null, metadata: null }, undefined],
  ['an unknown field', { ...DISK, colour: 'red' }, undefined],
  ['nothing', {}, ['/name', '/type', '/trigger', '/trigger_config', '/data']],
  ['a document with content', { ...DISK, data: { content: 'x' } }, ['/data/document_content']],
  ['a document elsewhere', { ...DISK, data: { document_id: 'doc-1' } }, undefined],
  ['a default entry without content', { ...DISK, type: 'default' }, ['/data/content']],
  ['a label without a key', { ...DISK, labels: { '': 'x' } }, ['/labels']],
  ['smart with an application', { ...DISK, trigger_config: { application_id: 'a' } }, undefined],
  ['smart with a service', { ...DISK, trigger_config: { service_id: 'a' } }, ['/trigger_config/service_id']],
  ['a bridge node', { ...DISK, trigger: 'bridge_node', trigger_config: { bridge_node_client_id: 'b' } }, undefined],
  ['a proxy without id', { ...DISK, trigger: 'proxy' }, ['/trigger_config/proxy_id']],
  ['an empty alert', { ...DISK, ...ALERT, trigger_config: { match_patterns: [] } }, ['/trigger_config/match_patterns']],
  [
    'an alert of blanks',
    { ...DISK, ...ALERT, trigger_config: { match_patterns: [' '] } },
    ['/trigger_config/match_patterns']
  ]
])('create with %s', async (_, body, expected) => {
  const answer = await call('create', body)
  expect([answer.status, pointers(answer)]).toEqual([expected === undefined ? 200 : 422, expected])
})

test('create refuses a second entry of one name, trigger and configuration', async () => {
  await call('create', DISK)
  expect((await call('create', { ...DISK, ...ALERT })).status).toBe(200)
  expect((await call('create', { ...DISK, trigger_config: { application_id: null } })).status).toBe(409)
  expect(rows()).toEqual(['Disk smart text', 'Disk alert text'])
})

describe('update', () => {
  beforeEach(async () => {
    await call('create', { ...DISK, ...ALERT, labels: { env: 'prod' }, description: 'Why.' })
  })

  test.each<[string, Body, Body]>([
    ['the text alone', { ...TEXT, data: { document_content: 'new' } }, { data: { document_content: 'new' } }],
    ['the name alone', { name: 'Disk full' }, { name: 'Disk full' }],
    ['the type', { type: 'default', data: { content: 'new' } }, { type: 'default', data: { content: 'new' } }],
    ['the binding', SMART, SMART],
    ['to a trigger that needs nothing', { trigger: 'always' }, { trigger: 'always', trigger_config: {} }],
    ['to the same trigger', { trigger: 'alert' }, {}],
    ['labels to nothing', { labels: null, description: null }, { labels: null, description: null }],
    ['nothing by null', { name: null, type: null, data: null, trigger: null }, {}]
  ])('changes %s', async (_, changes, expected) => {
    const before = (await get(1)).json['data'] as Body
    service.clock.advance(1000)
    const { json } = await call('update', { id: 1, ...changes })
    expect(json['data']).toEqual({ ...before, ...expected, updated_at: expect.any(Number) })
    expect((await get(1)).json).toEqual(json)
  })

  test.each<[Body, number, string[] | undefined]>([
    [{ name: 'x' }, 422, ['/id']],
    [{ id: 9, name: 'x' }, 404, undefined],
    [{ id: 1, data: { document_content: 'x' } }, 422, ['/type']],
    [{ id: 1, trigger_config: {} }, 422, ['/trigger']],
    [{ id: 1, trigger: 'service' }, 422, ['/trigger_config/service_id']],
    [{ id: 1, name: ' ' }, 422, ['/name']],
    [{ id: 1, name: 'Taken' }, 409, ['/name']]
  ])('%j is refused, and changes nothing', async (body, status, expected) => {
    await call('create', { ...DISK, ...ALERT, name: 'Taken' })
    const answer = await call('update', body)
    expect([answer.status, pointers(answer)]).toEqual([status, expected])
    expect(rows()).toEqual(['Disk alert text', 'Taken alert text'])
  })

  test('of a read-only entry is refused, and of another workspace not found', async () => {
    service.writeEntry({ name: 'Theirs', content: 'x', isReadonly: true })
    expect((await call('update', { id: 2, name: 'y' })).json).toMatchObject({ code: 40301 })
    service.workspaces.create('Payments')
    token = service.tokens.create({ name: 'bot', expiration: 'never', workspace: 'Payments' }).value
    expect([(await call('update', { id: 1, name: 'y' })).status, (await get(1)).status]).toEqual([404, 404])
  })
})

describe('upsert', () => {
  const NEW = { data: { document_content: 'new' } }

  test.each<[string, Body, string[]]>([
    ['the same name, trigger and configuration', { ...ALERT, ...NEW }, ['Disk alert new']],
    [
      'keys that are null',
      { ...ALERT, trigger_config: { a: null, ...ALERT.trigger_config }, ...NEW },
      ['Disk alert new']
    ],
    [
      'another pattern',
      { ...ALERT, trigger_config: { match_patterns: ['x'] }, ...NEW },
      ['Disk alert text', 'Disk alert new']
    ],
    ['another trigger', { ...SMART, ...NEW }, ['Disk alert text', 'Disk smart new']],
    ['the plain form', { content: 'new' }, ['Disk alert text', 'Disk smart new']]
  ])('finds its entry by %s', async (_, body, expected) => {
    await call('create', { ...DISK, ...ALERT })
    expect((await call('upsert', { name: 'Disk', ...body })).status).toBe(200)
    expect(rows()).toEqual(expected)
  })

  test('keeps what it does not name, and in the plain form the type', async () => {
    const kept = { labels: { env: 'prod' }, description: 'Why.', metadata: { a: 1 }, type: 'default' }
    await call('upsert', { name: 'Disk', ...SMART, ...kept, data: { content: 'text' } })
    const { json } = await call('upsert', { name: 'Disk', content: 'new' })
    expect(json['data']).toMatchObject({ id: 1, ...kept, data: { content: 'new' } })
    expect((await call('upsert', { name: 'Disk', ...SMART })).json['data']).toMatchObject({ data: { content: 'new' } })
  })

  test.each<[Body, Body]>([
    [{ content: 'x' }, { type: 'document', ...SMART, data: { document_content: 'x' } }],
    [
      { ...SMART, data: { content: 'x' } },
      { type: 'default', data: { content: 'x' } }
    ],
    [
      { ...SMART, data: { document_id: 'd' } },
      { type: 'document', data: { document_id: 'd' } }
    ]
  ])('makes a new entry of the type of its text: %j', async (body, expected) => {
    expect((await call('upsert', { name: 'Disk', ...body })).json['data']).toMatchObject(expected)
  })

  test.each<[Body, string]>([
    [{ ...SMART }, '/data'],
    [{ trigger: 'smart', ...NEW }, '/trigger_config'],
    [{ trigger_config: {}, ...NEW }, '/trigger'],
    [{ ...SMART, type: 'default', ...NEW }, '/data/content']
  ])('%j: 422 with the field', async (body, pointer) => {
    const answer = await call('upsert', { name: 'Disk', ...body })
    expect([answer.status, pointers(answer), rows()]).toEqual([422, [pointer], []])
  })
})
