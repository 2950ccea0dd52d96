import { describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { KnowledgeList, parsePage, type ListedEntry, type Page } from '../../src/knowledge/list.ts'
import { readList, WHOLE } from '../../src/knowledge/reading.ts'
import { textHash } from '../../src/knowledge/spelling.ts'
import { RequestError } from '../../src/knowledge/response.ts'

type Row = Pick<ListedEntry, 'name'> & Partial<ListedEntry>

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

/** A first page, and an empty one. */
const once = (answer: (items: Row[]) => unknown) => (page: number) => answer(page === 1 ? rows(3) : [])
const THREE = '1/100 2/100 4/1'

describe('a list is read to an empty page', () => {
  const totalOfPage = (page: number, size: number) => {
    const { items } = paged(rows(150))(page, size)
    return { items, total: items.length }
  }
  const largeLater = (page: number, size: number) => {
    if (size === 100 && page === 2) throw failure({ tooLarge: true })
    return paged(rows(130))(page, size)
  }

  test.each<[string, (page: number, size: number) => unknown, number, string]>([
    ['an array at the top', once((items) => items), 3, THREE],
    ['items', paged(rows(250)), 250, '1/100 2/100 3/100 4/100 251/1'],
    ['data.items', once((items) => ({ data: { items } })), 3, THREE],
    ['null for no entries', once((items) => ({ list: items.length > 0 ? items : null })), 3, THREE],
    ['nothing', () => ({ items: [] }), 0, '1/100'],
    ['a total of 0', once((items) => ({ items, total: 0 })), 3, THREE],
    ['a total of the page', totalOfPage, 150, '1/100 2/100 3/100 151/1'],
    ['pages of 50, and the next 50', capped(rows(120), 50, 'most'), 120, '1/100 2/100 1/50 2/50 3/50 4/50 121/1'],
    ['pages of 50 of 100, and one', capped(rows(80), 50, 'asked'), 80, '1/100 2/100 51/1 1/50 2/50 3/50 81/1'],
    ['a later page that is too large', largeLater, 130, '1/100 2/100 1/20 2/20 3/20 4/20 5/20 6/20 7/20 8/20 131/1']
  ])('%s', async (_, page, size, expected) => {
    const { client, asked } = clientOf(page)
    const list = await readList(client, WHOLE)
    expect([list.extent, list.size]).toEqual([{ kind: 'complete' }, size])
    expect(asked.join(' ')).toBe(expected)
  })
})

describe('a list is not complete', () => {
  const hostile = JSON.parse('{"__proto__": {"items": []}, "items": [{"name": 7}]}') as unknown
  const largerTotal = (page: number) => ({ items: page === 1 ? rows(100) : [], total: 300 })
  const otherTotal = (page: number) => ({ items: rows(100, page * 100), total: 300 - page })
  const otherSize = (page: number, size: number) => rows(Math.max(1, size - page), page * 1000)

  test.each<[string, (page: number, size: number) => unknown, string, RegExp]>([
    ['an unknown form', () => ({ hello: 1 }), 'unreadable', /is no list/],
    ['names that are no text', () => hostile, 'unreadable', /is no list/],
    ['entries without names', () => [{ title: 'x' }], 'unreadable', /is no list/],
    ['a second page that is no list', (page) => (page === 1 ? rows(3) : 7), 'partial', /page 2 of the list cannot/],
    ['more pages than are read', (page) => rows(100, page * 100), 'bounded', /^$/],
    ['a page that is repeated', () => rows(100), 'partial', /repeats a page/],
    ['a total that is larger', largerTotal, 'partial', /names 300 entries and shows 100/],
    ['a total that changes', otherTotal, 'partial', /changed while it was read/],
    ['pages whose size always changes', otherSize, 'partial', /differ in size/]
  ])('%s', async (_, page, kind, why) => {
    const { extent } = await readList(clientOf(page).client, { pages: 3, time: 1000 })
    expect(extent.kind).toBe(kind)
    expect('why' in extent ? extent.why : '').toMatch(why)
  })
})

test('where a reading begins again, what an earlier one showed counts no more', async () => {
  const seen: unknown[] = []
  await readList(clientOf(capped(rows(3), 2, 'most')).client, WHOLE, (page, isStart) =>
    seen.push(isStart ? 'start' : page.length)
  )
  expect(seen).toEqual(['start', 2, 'start', 2, 1])
})

test.each([
  ['where something is missing', true, 3, '1/100 0/100 3/1'],
  ['only there', false, 0, '1/100']
])('a service that counts pages from zero: page 0 is read %s', async (_, isMissing, size, expected) => {
  const { client, asked } = clientOf((page) => (page === 0 ? rows(3) : []))
  const list = await readList(client, WHOLE, undefined, () => isMissing)
  expect([list.size, asked.join(' ')]).toEqual([size, expected])
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

  const a = (more: Partial<Row>): Row => ({ name: 'a', ...more })
  const [x, y] = [a({ content: 'x' }), a({ content: 'y' })]

  test.each<[string, Row[][], number]>([
    ['by their ids', [[a({ id: 1 }), a({ id: 2 })]], 2],
    ['once where two pages show one', [[a({ id: 1 })], [a({ id: 1 }), { id: 3, name: 'b' }]], 1],
    ['by their rows without ids', [[x, x, y]], 3],
    ['once where two pages show one without an id', [[x], [x]], 1]
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

  test('have the text of a long line of blanks in little time', () => {
    const started = performance.now()
    textHash(`a${' '.repeat(1 << 15)}x`)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
