import { describe, expect, test } from '@jest/globals'
import { readList } from '../../src/knowledge/list.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { RequestError } from '../../src/knowledge/response.ts'

interface Row {
  readonly name: string
  readonly id?: number
  readonly content?: string
}

const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `n${from + at}`, content: 'c' }))

/** A client whose list is what `page` returns; records what was asked. */
function clientOf(page: (pageNum: number, pageSize: number) => unknown) {
  const asked: string[] = []
  const listPage = (pageNum: number, pageSize: number): Promise<unknown> => {
    asked.push(`${pageNum}/${pageSize}`)
    return Promise.resolve(page(pageNum, pageSize))
  }
  return { asked, client: { listPage, ended: undefined } as unknown as KnowledgeClient }
}

const paged = (all: readonly Row[]) => (page: number, size: number) => ({
  items: all.slice((page - 1) * size, page * size)
})

function tooLarge(): never {
  throw new RequestError('entry-rejected', 'Too large.', '', { tooLarge: true })
}

describe('a list is read to its end', () => {
  test.each<[string, (page: number, size: number) => unknown, number, string]>([
    ['an array at the top', (page) => (page === 1 ? rows(3) : []), 3, '1/100 2/100'],
    ['items', paged(rows(250)), 250, '1/100 2/100 3/100 4/100'],
    ['items and their total', (page) => ({ items: rows(100, page * 100), total: 200 }), 200, '1/100 2/100'],
    ['data.items', (page) => ({ data: { items: page === 1 ? rows(3) : [] } }), 3, '1/100 2/100'],
    ['data as the array', (page) => ({ data: page === 1 ? rows(3) : [] }), 3, '1/100 2/100'],
    ['null for no entries', (page) => ({ list: page === 1 ? rows(3) : null }), 3, '1/100 2/100'],
    ['nothing', () => ({ items: [] }), 0, '1/100'],
    [
      'pages that the service makes smaller',
      (page) => ({ items: page < 4 ? rows(10, page * 10) : [] }),
      30,
      '1/100 2/100 3/100 4/100'
    ],
    [
      'a later page that is too large',
      (page, size) => (size === 100 && page === 2 ? tooLarge() : paged(rows(130))(page, size)),
      130,
      '1/100 2/100 6/20 7/20 8/20'
    ]
  ])('%s', async (_, page, size, expected) => {
    const { client, asked } = clientOf(page)
    const list = await readList(client, 2000)
    expect([list.extent, list.why, list.entries.size]).toEqual(['complete', '', size])
    expect(asked.join(' ')).toBe(expected)
  })
})

describe('a list is not complete', () => {
  test.each<[string, (page: number) => unknown, string, RegExp]>([
    ['an unknown form', () => ({ hello: 1 }), 'unreadable', /unknown form/],
    ['items that are no array', () => ({ items: { a: 1 } }), 'unreadable', /unknown form/],
    [
      'names that are no text',
      () => JSON.parse('{"__proto__": {"items": []}, "items": [{"name": 7}]}') as unknown,
      'unreadable',
      /unknown form/
    ],
    ['entries without names', () => [{ title: 'x' }], 'unreadable', /unknown form/],
    ['nested arrays', () => [[[[]]]], 'unreadable', /unknown form/],
    ['a number', () => 7, 'unreadable', /unknown form/],
    ['more pages than are read', (page) => rows(100, page * 100), 'bounded', /more than 3 pages/],
    [
      'a total that changes each time',
      (page) => ({ items: rows(100, page * 100), total: 300 - page }),
      'partial',
      /changed while it was read/
    ]
  ])('%s', async (_, page, extent, why) => {
    const list = await readList(clientOf(page).client, 3)
    expect(list.extent).toBe(extent)
    expect(list.why).toMatch(why)
  })
})

test('a list that changes while it is read is read again', async () => {
  let all = rows(250)
  const { client, asked } = clientOf((page, size) => {
    const items = all.slice((page - 1) * size, page * size)
    const answer = { items, total: all.length }
    // The entry at 100 moves to page 1.
    if (asked.length === 1) all = all.slice(1)
    return answer
  })
  const { extent, entries } = await readList(client, 2000)
  expect([extent, entries.size, entries.has('n100')]).toEqual(['complete', 249, true])
  expect(asked).toEqual(['1/100', '2/100', '1/100', '2/100', '3/100'])
})

test('pages that are larger than was asked for are read up to as many entries', async () => {
  const { extent, entries } = await readList(clientOf((page) => rows(400, page * 400)).client, 3)
  expect([extent, entries.size]).toEqual(['bounded', 400])
})

test('a name that no runbook can have takes no memory', async () => {
  const name = 'n'.repeat(100_000)
  const { extent, entries } = await readList(
    clientOf((page) => (page === 1 ? [{ name }, { name: 'a' }] : [])).client,
    10
  )
  expect([extent, [...entries.keys()]]).toEqual(['complete', ['a']])
})

test('entries of one name are counted by their ids, also where a page shows one again', async () => {
  const pages = [
    [
      { id: 1, name: 'a' },
      { id: 2, name: 'a' },
      { id: 3, name: 'b' }
    ],
    [
      { id: 3, name: 'b' },
      { id: 4, name: 'c' }
    ],
    []
  ]
  const { entries } = await readList(clientOf((page) => pages[page - 1]).client, 10)
  expect([...entries].map(([name, { count }]) => `${name} ${count}`)).toEqual(['a 2', 'b 1', 'c 1'])
})
