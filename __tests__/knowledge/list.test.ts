import { describe, expect, test } from '@jest/globals'
import { parsePage } from '../../src/knowledge/list.ts'

const NAMED = { name: 'Disk full', id: 1, content: 'Free it.' }

describe('a list of one entry is found', () => {
  test.each<{ where: string; answer: unknown }>([
    { where: 'at the top', answer: [NAMED] },
    { where: 'in `items`', answer: { items: [NAMED] } },
    { where: 'in `data`', answer: { code: 0, data: [NAMED] } },
    { where: 'in `data.items`, as documented', answer: { code: 200, data: { page: { total: 1 }, items: [NAMED] } } },
    { where: 'in `data.items`, without a page', answer: { code: 200, data: { page: null, items: [NAMED] } } },
    { where: 'in `data.list`', answer: { data: { list: [NAMED], total: 1 } } },
    { where: 'in `result`', answer: { result: [NAMED] } },
    { where: 'in `result.records`', answer: { result: { records: [NAMED] } } },
    { where: 'in `results`', answer: { results: [NAMED] } },
    { where: 'beside an array without names', answer: { rows: [{ id: 7 }, { id: 8 }], items: [NAMED] } },
    { where: 'beside an empty array', answer: { items: [], records: [NAMED] } },
    { where: 'beside a total of 0', answer: { items: [NAMED], total: 0 } }
  ])('$where', ({ answer }) => {
    expect(parsePage(answer)?.rows).toHaveLength(1)
  })
})

test.each<{ answer: unknown }>([
  { answer: [] },
  { answer: { items: [] } },
  { answer: { items: [], records: [] } },
  { answer: { data: null } },
  { answer: { items: null } },
  { answer: { data: { list: null } } },
  { answer: { code: 200, data: { page: { total: 0, page_num: 1, page_size: 20 }, items: [] } } },
  { answer: { total: 0 } },
  { answer: { data: { total: 0, page: 1 } } }
])('$answer is an empty list', ({ answer }) => {
  expect(parsePage(answer)?.rows).toEqual([])
})

test.each<{ answer: unknown }>([
  { answer: undefined },
  { answer: null },
  { answer: 7 },
  { answer: 'Unauthorized' },
  { answer: {} },
  { answer: { message: 'maintenance' } },
  { answer: { items: {} } },
  { answer: { total: 3 } },
  { answer: { items: ['Disk full'] } },
  { answer: { items: [{ title: 'Disk full' }] } },
  { answer: { items: [{ name: 7 }], data: null } },
  { answer: { knowledge: [NAMED] } },
  { answer: { data: { data: { items: [NAMED] } } } },
  { answer: JSON.parse('{"__proto__": {"items": []}}') as unknown }
])('$answer is no list', ({ answer }) => {
  expect(parsePage(answer)).toBeUndefined()
})

describe('a total is', () => {
  test.each<{ name: string; answer: object; total: number | undefined }>([
    { name: 'found at the top', answer: { items: [NAMED], total: 7 }, total: 7 },
    { name: 'found in `data`', answer: { data: { items: [NAMED], total: 7 } }, total: 7 },
    { name: 'found in `data.page`, as documented', answer: { data: { items: [NAMED], page: { total: 7 } } }, total: 7 },
    { name: 'left out without a page', answer: { data: { items: [NAMED], page: null } }, total: undefined },
    { name: 'left out if it is negative', answer: { items: [NAMED], total: -1 }, total: undefined },
    { name: 'left out if it is no number', answer: { items: [NAMED], total: '7' }, total: undefined }
  ])('$name', ({ answer, total }) => {
    expect(parsePage(answer)?.total).toBe(total)
  })
})

test.each<{ page: unknown; size: number | undefined }>([
  { page: { total: 7, page_size: 50 }, size: 50 },
  { page: { total: 7, page_size: 0 }, size: undefined },
  { page: null, size: undefined }
])('a page of $page has the size $size', ({ page, size }) => {
  expect(parsePage({ data: { items: [NAMED], page } })?.size).toBe(size)
})

test('read-only rows are apart, and counted in the total', () => {
  const rows = [NAMED, { ...NAMED, id: 2, is_readonly: true }, { ...NAMED, id: 3, is_readonly: false }]
  const page = parsePage({ data: { page: { total: 3 }, items: rows } })
  expect(page?.rows.map(({ key }) => key)).toEqual(['9 Disk full1 0', '9 Disk full3 0'])
  expect(page?.readOnly.map(({ key }) => key)).toEqual(['9 Disk full2 0'])
  expect(page?.total).toBe(3)
})

describe('the text of a row is', () => {
  const SENT = 'Source: [d.md](https://github.example/a/b/blob/main/d.md) (version 9f86d081884c of 1a2b3c4d5e6f)'

  test.each<{ name: string; row: object; textField: string | undefined; content: string }>([
    { name: '`content`', row: { content: 'a', data: { content: 'b' } }, textField: 'content', content: 'a' },
    {
      name: 'in `data` behind an empty `content`',
      row: { content: '', data: { text: 'b' } },
      textField: 'data.text',
      content: 'b'
    },
    {
      name: '`data.content`',
      row: { data: { body: 'd', markdown: 'c', text: 'b', content: 'a' } },
      textField: 'data.content',
      content: 'a'
    },
    {
      name: '`data.text`',
      row: { data: { body: 'd', markdown: 'c', text: 'b', content: null } },
      textField: 'data.text',
      content: 'b'
    },
    {
      name: '`data.markdown`',
      row: { data: { html: 'long', body: 'd', markdown: 'c' } },
      textField: 'data.markdown',
      content: 'c'
    },
    { name: '`data.body`', row: { data: { html: 'long', body: 'd' } }, textField: 'data.body', content: 'd' },
    {
      name: 'the one with a source line',
      row: { data: { summary: SENT.replaceAll(/./g, 'long'), value: SENT } },
      textField: 'data.value',
      content: SENT
    },
    {
      name: 'else the longest, however short',
      row: { data: { a: 'x', b: 'yy', c: 7, d: {} } },
      textField: 'data.b',
      content: 'yy'
    },
    { name: '`data` itself', row: { data: 'a' }, textField: 'data', content: 'a' },
    { name: 'none without one', row: { data: { steps: [] } }, textField: undefined, content: '' },
    { name: 'none in null', row: { content: null, data: null }, textField: undefined, content: '' },
    { name: 'none in an object', row: { content: { html: 'x' } }, textField: undefined, content: '' }
  ])('$name', ({ row, textField, content }) => {
    expect(parsePage([{ name: 'b', ...row }])?.rows[0]).toMatchObject({ textField, content })
  })
})

test('a row without a name is there, if another has one', () => {
  expect(parsePage([NAMED, { id: 2 }])?.rows[1]).toMatchObject({ name: '' })
})

describe('two rows of two pages', () => {
  const keyOf = (row: object): string | undefined => parsePage([row])?.rows[0]?.key
  const long = 'x'.repeat(1000)

  test.each<{ name: string; one: object; other: object; isSame: boolean }>([
    {
      name: 'with one id and two texts',
      one: { name: 'b', id: 'u', content: 'c' },
      other: { name: 'b', id: 'u', content: 'd' },
      isSame: true
    },
    { name: 'with two ids', one: { name: 'b', id: 1 }, other: { name: 'b', id: 2 }, isSame: false },
    // Some services number the rows of each page.
    { name: 'with one id and two names', one: { name: 'b', id: 1 }, other: { name: 'c', id: 1 }, isSame: false },
    { name: 'with equal texts', one: { name: 'b', content: 'c' }, other: { name: 'b', content: 'c' }, isSame: true },
    {
      name: 'with two texts',
      one: { name: 'b', content: long },
      other: { name: 'b', content: `${long}y` },
      isSame: false
    },
    { name: 'of which one has no text', one: { name: 'b' }, other: { name: 'b', content: 'c' }, isSame: false },
    {
      name: 'whose names and ids join alike',
      one: { name: 'b', id: '12' },
      other: { name: 'b1', id: '2' },
      isSame: false
    },
    { name: 'with two long names', one: { name: `${long}1`, id: 1 }, other: { name: `${long}2`, id: 1 }, isSame: false }
  ])('$name: the same entry is $isSame', ({ one, other, isSame }) => {
    expect(keyOf(one) === keyOf(other)).toBe(isSame)
  })

  test('that are equal on one page, without ids, are two entries', () => {
    const [one, other] = parsePage([{ name: 'b' }, { name: 'b' }])?.rows ?? []
    expect(one?.key).not.toBe(other?.key)
  })

  test('have short keys, also for long rows', () => {
    expect(keyOf({ name: 'x'.repeat(2 ** 20), id: 1 })?.length).toBeLessThan(120)
  })
})
