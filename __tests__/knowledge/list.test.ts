import { describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { KnowledgeList, parsePage, readList, textHash, WHOLE, type Page } from '../../src/knowledge/list.ts'
import { RequestError } from '../../src/knowledge/response.ts'

interface Row {
  readonly name: string
  readonly id?: number
  readonly content?: string
}

const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `n${from + at}`, content: 'c' }))

/** A client whose list is what `page` returns; keeps what was asked. */
function clientOf(page: (pageNum: number, pageSize: number) => unknown) {
  const asked: string[] = []
  const listPage = (
    [pageNum, pageSize]: [number, number],
    parse: (value: unknown) => Page | undefined
  ): Promise<Page> => {
    asked.push(`${pageNum}/${pageSize}`)
    const parsed = parse(page(pageNum, pageSize))
    return parsed === undefined ? Promise.reject(failure({})) : Promise.resolve(parsed)
  }
  return { asked, client: { listPage, ended: undefined } as unknown as KnowledgeClient }
}

function failure(options: ConstructorParameters<typeof RequestError>[3]): RequestError {
  return new RequestError('entry-rejected', 'It is no list.', '', options)
}

const paged = (all: readonly Row[]) => (page: number, size: number) => ({
  items: all.slice((page - 1) * size, page * size)
})

/** Shows `most` rows of a page at most, and goes on where it ended, or after the rows that were asked for. */
const capped = (all: readonly Row[], most: number, step: 'most' | 'asked') => (page: number, size: number) => {
  const shown = Math.min(most, size)
  const start = (page - 1) * (step === 'most' ? shown : size)
  return all.slice(start, start + shown)
}

function tooLarge(): never {
  throw failure({ tooLarge: true })
}

describe('a list is read to an empty page', () => {
  test.each<[string, (page: number, size: number) => unknown, number, string]>([
    ['an array at the top', (page) => (page === 1 ? rows(3) : []), 3, '1/100 2/100 4/1'],
    ['items', paged(rows(250)), 250, '1/100 2/100 3/100 4/100 251/1'],
    [
      'items and their total',
      (page) => ({ items: page < 3 ? rows(100, page * 100) : [], total: 200 }),
      200,
      '1/100 2/100 3/100'
    ],
    ['data.items', (page) => ({ data: { items: page === 1 ? rows(3) : [] } }), 3, '1/100 2/100 4/1'],
    ['data as the array', (page) => ({ data: page === 1 ? rows(3) : [] }), 3, '1/100 2/100 4/1'],
    ['null for no entries', (page) => ({ list: page === 1 ? rows(3) : null }), 3, '1/100 2/100 4/1'],
    ['nothing', () => ({ items: [] }), 0, '1/100'],
    ['a total of 0', (page) => ({ items: page === 1 ? rows(3) : [], total: 0 }), 3, '1/100 2/100 4/1'],
    [
      'a total of the page',
      (page, size) => {
        const { items } = paged(rows(150))(page, size)
        return { items, total: items.length }
      },
      150,
      '1/100 2/100 3/100 151/1'
    ],
    ['pages of 50, and the next 50', capped(rows(120), 50, 'most'), 120, '1/100 2/100 1/50 2/50 3/50 4/50 121/1'],
    ['pages of 50 of 100', capped(rows(120), 50, 'asked'), 120, '1/100 2/100 1/50 2/50 3/50 4/50 121/1'],
    [
      'pages of 50 of 100, and no second page',
      capped(rows(80), 50, 'asked'),
      80,
      '1/100 2/100 51/1 1/50 2/50 3/50 81/1'
    ],
    [
      'a later page that is too large',
      (page, size) => (size === 100 && page === 2 ? tooLarge() : paged(rows(130))(page, size)),
      130,
      '1/100 2/100 1/20 2/20 3/20 4/20 5/20 6/20 7/20 8/20 131/1'
    ]
  ])('%s', async (_, page, size, expected) => {
    const { client, asked } = clientOf(page)
    const list = await readList(client, WHOLE)
    expect([list.extent, list.size]).toEqual([{ kind: 'complete' }, size])
    expect(asked.join(' ')).toBe(expected)
  })
})

describe('a list is not complete', () => {
  test.each<[string, (page: number, size: number) => unknown, string, RegExp]>([
    ['an unknown form', () => ({ hello: 1 }), 'unreadable', /is no list/],
    ['items that are no array', () => ({ items: { a: 1 } }), 'unreadable', /is no list/],
    [
      'names that are no text',
      () => JSON.parse('{"__proto__": {"items": []}, "items": [{"name": 7}]}') as unknown,
      'unreadable',
      /is no list/
    ],
    ['entries without names', () => [{ title: 'x' }], 'unreadable', /is no list/],
    ['nested arrays', () => [[[[]]]], 'unreadable', /is no list/],
    ['a number', () => 7, 'unreadable', /is no list/],
    [
      'a second page that is no list',
      (page) => (page === 1 ? rows(3) : 7),
      'partial',
      /page 2 of the list cannot be read/
    ],
    ['more pages than are read', (page) => rows(100, page * 100), 'bounded', /^$/],
    ['a page that is repeated', () => rows(100), 'partial', /repeats a page/],
    [
      'a total that is larger',
      (page) => ({ items: page === 1 ? rows(100) : [], total: 300 }),
      'partial',
      /names 300 entries and shows 100/
    ],
    [
      'a total that changes',
      (page) => ({ items: rows(100, page * 100), total: 300 - page }),
      'partial',
      /changed while it was read/
    ],
    [
      'pages whose size always changes',
      (page, size) => rows(Math.max(1, size - page), page * 1000),
      'partial',
      /differ in size/
    ]
  ])('%s', async (_, page, kind, why) => {
    const { extent } = await readList(clientOf(page).client, { pages: 3, time: 1000 })
    expect(extent.kind).toBe(kind)
    expect('why' in extent ? extent.why : '').toMatch(why)
  })
})

test('where a reading begins again, what an earlier one showed counts no more', async () => {
  const seen: (Row[] | 'start')[] = []
  await readList(clientOf(capped(rows(3), 2, 'most')).client, WHOLE, (page, isStart) => {
    seen.push(isStart ? 'start' : (page as Row[]))
  })
  expect(seen.map((page) => (page === 'start' ? page : page.length))).toEqual(['start', 2, 'start', 2, 1])
})

test.each([
  ['where something is missing', true, 3, '1/100 0/100 3/1'],
  ['only there', false, 0, '1/100']
])('a service that counts pages from zero: page 0 is read %s', async (_, isMissing, size, expected) => {
  const { client, asked } = clientOf((page) => (page === 0 ? rows(3) : []))
  const list = await readList(client, WHOLE, undefined, () => isMissing)
  expect([list.size, asked.join(' ')]).toEqual([size, expected])
})

test('a service that counts from zero, and shows 50 of 100 rows: page 0 is read again with all others', async () => {
  const all = rows(80)
  const { client, asked } = clientOf((page, size) => capped(all, 50, 'asked')(page + 1, size))
  const list = await readList(client, WHOLE, undefined, () => true)
  expect([list.extent, list.size]).toEqual([{ kind: 'complete' }, 80])
  expect(asked.join(' ')).toBe('1/100 0/100 50/1 1/50 2/50 31/1 1/30 2/30 3/30 51/1 0/30')
})

describe('entries', () => {
  function listOf(...pages: readonly (readonly Row[])[]): KnowledgeList {
    const list = new KnowledgeList()
    for (const page of pages) list.add(parsePage(page)?.rows ?? [])
    return list
  }

  test('a name that no runbook can have takes no memory', () => {
    const name = 'n'.repeat(100_000)
    expect([...listOf([{ name }, { name: 'a' }]).names]).toEqual(['a'])
  })

  test.each<[string, Row[][], number]>([
    [
      'by their ids',
      [
        [
          { id: 1, name: 'a' },
          { id: 2, name: 'a' }
        ]
      ],
      2
    ],
    [
      'once where two pages show one',
      [
        [{ id: 1, name: 'a' }],
        [
          { id: 1, name: 'a' },
          { id: 3, name: 'b' }
        ]
      ],
      1
    ],
    [
      'by their rows without ids',
      [
        [
          { name: 'a', content: 'x' },
          { name: 'a', content: 'x' },
          { name: 'a', content: 'y' }
        ]
      ],
      3
    ],
    ['once where two pages show one without an id', [[{ name: 'a', content: 'x' }], [{ name: 'a', content: 'x' }]], 1]
  ])('of one name are counted %s', (_, pages, count) => {
    expect(listOf(...pages).find('a')?.count).toBe(count)
  })

  test.each<[string, shown: string[], wanted: string, found: string | undefined]>([
    ['the exact name before a similar one', ['disk', 'Disk'], 'Disk', 'Disk'],
    ['case', ['DISK FULL'], 'Disk full', 'DISK FULL'],
    ['blanks', [' Disk  full '], 'Disk full', ' Disk  full '],
    ['Unicode form', ['Cafe\u0301'], 'Caf\u00e9', 'Cafe\u0301'],
    ['another name', ['Disk'], 'Disks', undefined]
  ])('are found by name: %s', (_, shown, wanted, found) => {
    const list = listOf(shown.map((name) => ({ name, content: `Text of ${name}.` })))
    expect(list.find(wanted)?.hash).toBe(found && textHash(`Text of ${found}.`))
  })

  test.each([
    ['line ends', 'a\r\nb\r', 'a\nb'],
    ['blanks at the ends of lines and of the text', ' a \t\nb\n\n', 'a\nb'],
    ['the Unicode form', 'Cafe\u0301', 'Caf\u00e9']
  ])('have equal texts although a service changes %s', (_, one, other) => {
    expect(textHash(one)).toBe(textHash(other))
    expect(textHash(one)).not.toBe(textHash(`${other}.`))
  })
})
