import { describe, expect, test } from '@jest/globals'
import { parsePage } from '../../src/knowledge/page.ts'

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
  const ALL = { html: 'longest', text: 'c', document_content: 'b', content: 'a' }

  test.each<{ name: string; row: object; textField?: string; content: string }>([
    { name: '`content`', row: { content: 'x', data: ALL }, textField: 'content', content: 'x' },
    {
      name: '`data.document_content`, of a document',
      row: { content: '', data: ALL },
      textField: 'data.document_content',
      content: 'b'
    },
    {
      name: '`data.content`',
      row: { data: { content: 'a', html: 'longest' } },
      textField: 'data.content',
      content: 'a'
    },
    { name: 'none in fields that nobody documents', row: { data: { html: 'longest', text: 'c' } }, content: '' },
    { name: 'none in the id of a document', row: { data: { document_id: '9f86' } }, content: '' },
    { name: '`data` itself', row: { data: 'a' }, textField: 'data', content: 'a' },
    { name: 'none in null', row: { content: null, data: null }, content: '' },
    { name: 'none in an object', row: { content: { html: 'x' }, data: { steps: [] } }, content: '' }
  ])('$name', ({ row, textField, content }) => {
    expect(parsePage([{ name: 'b', ...row }])?.rows[0]).toMatchObject({ textField, content })
  })
})

test('what the documented list says of an entry is read, without fields that are null', () => {
  const config = { match_patterns: ['Disk'], application_id: null }
  const row = {
    ...ROW,
    type: 'default',
    trigger: 'alert',
    trigger_config: config,
    labels: { a: 'b' },
    description: null
  }
  const [first] = parsePage([{ ...row, workspace_id: 'w', metadata: null }])?.rows ?? []
  expect(first?.details).toEqual({
    id: 1,
    type: 'default',
    trigger: 'alert',
    triggerConfig: { match_patterns: ['Disk'] },
    description: null,
    labels: { a: 'b' },
    metadata: null,
    workspace: 'w'
  })
  expect(parsePage([ROW])?.rows[0]?.details).toBeUndefined()
})

test.each<{ name: string; answer: unknown; hasTriggers: boolean }>([
  { name: 'an entry with a trigger', answer: { items: [ROW, { ...ROW, trigger: 'smart' }] }, hasTriggers: true },
  { name: 'entries without one', answer: { code: 200, data: { items: [ROW] } }, hasTriggers: false },
  {
    name: 'no entries, in the documented form',
    answer: { code: 200, data: { page: null, items: [] } },
    hasTriggers: true
  },
  { name: 'no entries, in another form', answer: { data: [] }, hasTriggers: false }
])('entries have triggers: $name, $hasTriggers', ({ answer, hasTriggers }) => {
  expect(parsePage(answer)?.hasTriggers).toBe(hasTriggers)
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
