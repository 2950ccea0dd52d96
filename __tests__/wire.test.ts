import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startService, type Service } from '../service/service.ts'
import { FIRST_PAGE, LIST_PATH, UPSERT_PATH, type Entry, type ListRequest } from '../src/wire.ts'

// The Action and the service share src/wire.ts, so a slip in it would go unseen by both. Here everything is literal, as
// the vendor's specification has it.

describe('src/wire.ts', () => {
  test('holds the paths of the specification', () => {
    expect(LIST_PATH).toBe('/personal/v1/knowledge/list')
    expect(UPSERT_PATH).toBe('/personal/v1/knowledge/upsert')
  })

  test('holds the fields of the specification', () => {
    const list: ListRequest = { page_num: FIRST_PAGE, page_size: 20 }
    const upsert: Entry = { name: 'Disk full', content: '# Disk full\n\nFree some.\n' }
    expect(JSON.stringify(list)).toBe('{"page_num":1,"page_size":20}')
    expect(JSON.stringify(upsert)).toBe('{"name":"Disk full","content":"# Disk full\\n\\nFree some.\\n"}')
  })
})

describe('the service', () => {
  let service: Service
  let authorization: string

  beforeAll(async () => {
    service = await startService()
    authorization = `Bearer ${service.tokens.create({ name: 'wire', expiration: '30 days' }).value}`
  })
  afterAll(() => service.close())

  function post(path: string, body: string): Promise<Response> {
    return fetch(service.url + path, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body
    })
  }

  test('takes an upsert and a list as the specification writes them', async () => {
    const upsert = await post(
      '/personal/v1/knowledge/upsert',
      '{"name": "Disk full", "content": "# Disk full\\n\\nFree some.\\n"}'
    )
    expect(upsert.status).toBe(200)

    const list = await post('/personal/v1/knowledge/list', '{"page_num": 1, "page_size": 20}')
    expect(list.status).toBe(200)
    expect(await list.json()).toMatchObject({ items: [{ name: 'Disk full', content: '# Disk full\n\nFree some.\n' }] })
  })

  test('answers an expired token with 401', async () => {
    service.clock.advance(30 * 24 * 60 * 60 * 1000)
    expect((await post('/personal/v1/knowledge/list', '{"page_num": 1, "page_size": 20}')).status).toBe(401)
  })
})
