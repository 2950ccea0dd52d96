import { describe, expect, test } from '@jest/globals'
import { parsePage } from '../../src/knowledge/list.ts'

const ROW = { name: 'Disk full', id: 1, content: 'Free it.' }

test.each<{ where: string; answer: unknown; total?: number }>([
  { where: 'at the top', answer: [ROW] },
  { where: 'in `items`', answer: { items: [ROW], total: 7 }, total: 7 },
  { where: 'in `results`', answer: { results: [ROW], total: '7' } },
  { where: 'in `data`', answer: { code: 0, data: [ROW] } },
  { where: 'in `data.items`, as documented', answer: { data: { page: { total: 7 }, items: [ROW] } }, total: 7 },
  { where: 'in `data.items`, without a page', answer: { code: 200, data: { page: null, items: [ROW] } } },
  { where: 'in `data.list`', answer: { data: { list: [ROW], total: 7 } }, total: 7 },
  { where: 'in `result.records`', answer: { result: { records: [ROW] } } },
  { where: 'beside an array without names', answer: { rows: [{ id: 7 }, { id: 8 }], items: [ROW] } }
])('a list of one entry is found $where, and its total', ({ answer, total }) => {
  const page = parsePage(answer)
  expect(page?.rows).toHaveLength(1)
  expect(page?.total).toBe(total)
})

test.each<{ answer: unknown; is: 'an empty list' | 'no list' }>([
  { answer: [], is: 'an empty list' },
  { answer: { code: 200, data: { page: { total: 0, page_num: 1, page_size: 20 }, items: [] } }, is: 'an empty list' },
  { answer: { data: null }, is: 'an empty list' },
  { answer: { items: null }, is: 'an empty list' },
  { answer: { data: { total: 0, page: 1 } }, is: 'an empty list' },
  { answer: undefined, is: 'no list' },
  { answer: null, is: 'no list' },
  { answer: 'Unauthorized', is: 'no list' },
  { answer: { message: 'maintenance' }, is: 'no list' },
  { answer: { items: {} }, is: 'no list' },
  { answer: { total: 3 }, is: 'no list' },
  { answer: { items: ['Disk full'] }, is: 'no list' },
  { answer: { items: [{ title: 'Disk full' }], data: null }, is: 'no list' },
  { answer: { knowledge: [ROW] }, is: 'no list' }
])('$answer is $is', ({ answer, is }) => {
  expect(parsePage(answer)?.rows).toEqual(is === 'no list' ? undefined : [])
})

test('read-only rows, and rows without a name, are there', () => {
  const page = parsePage([ROW, { ...ROW, name: 'Theirs', is_readonly: true }, { id: 3, is_readonly: false }])
  const rows = page?.rows.map(({ name, isReadOnly }) => ({ name, isReadOnly }))
  expect(rows).toEqual([
    { name: 'Disk full', isReadOnly: false },
    { name: 'Theirs', isReadOnly: true },
    { name: '', isReadOnly: false }
  ])
})

describe('the text of a row is', () => {
  const SENT = 'Source: [d.md](https://github.example/a/b/blob/main/d.md) (version 9f86d081884c of 1a2b3c4d5e6f)'
  const ALL = { html: 'longest', body: 'd', markdown: 'c', text: 'b', content: 'a' }

  test.each<{ name: string; row: object; textField?: string; content: string }>([
    { name: '`content`', row: { content: 'a', data: ALL }, textField: 'content', content: 'a' },
    { name: '`data.content`', row: { content: '', data: ALL }, textField: 'data.content', content: 'a' },
    { name: '`data.text`', row: { data: { ...ALL, content: null } }, textField: 'data.text', content: 'b' },
    {
      name: '`data.markdown`',
      row: { data: { html: 'long', markdown: 'c' } },
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
    { name: 'else the longest', row: { data: { a: 'x', b: 'yy', c: 7, d: {} } }, textField: 'data.b', content: 'yy' },
    { name: '`data` itself', row: { data: 'a' }, textField: 'data', content: 'a' },
    { name: 'none in null', row: { content: null, data: null }, content: '' },
    { name: 'none in an object', row: { content: { html: 'x' }, data: { steps: [] } }, content: '' }
  ])('$name', ({ row, textField, content }) => {
    expect(parsePage([{ name: 'b', ...row }])?.rows[0]).toMatchObject({ textField, content })
  })
})

describe('two rows of two pages', () => {
  const keyOf = (row: object): string | undefined => parsePage([{ name: 'b', ...row }])?.rows[0]?.key

  test.each<{ name: string; one: object; other: object; isSame: boolean }>([
    { name: 'with one id and two texts', one: { id: 'u', content: 'c' }, other: { id: 'u' }, isSame: true },
    { name: 'with two ids', one: { id: 1 }, other: { id: 2 }, isSame: false },
    // Some services number the rows of each page.
    { name: 'with one id and two names', one: { id: 1 }, other: { name: 'c', id: 1 }, isSame: false },
    { name: 'with equal texts', one: { content: 'c' }, other: { content: 'c' }, isSame: true },
    { name: 'with two texts', one: { content: 'c' }, other: { content: 'd' }, isSame: false }
  ])('$name: the same entry is $isSame', ({ one, other, isSame }) => {
    expect(keyOf(one) === keyOf(other)).toBe(isSame)
  })

  test('that are equal on one page, without ids, are two entries', () => {
    const [one, other] = parsePage([{ name: 'b' }, { name: 'b' }])?.rows ?? []
    expect(one?.key).not.toBe(other?.key)
  })
})
