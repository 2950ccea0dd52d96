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

const EMPTY = [
  '[]',
  '{"data":{"page":{"total":0},"items":[]}}',
  '{"data":null}',
  '{"items":null}',
  '{"data":{"total":0}}'
]
test.each(EMPTY)('%s is an empty list', (json) => {
  expect(parsePage(JSON.parse(json))?.rows).toEqual([])
})

test.each([
  ...['null', '"Unauthorized"', '{"message":"maintenance"}', '{"items":{}}', '{"total":3}', '{"items":["Disk full"]}'],
  ...['{"items":[{"title":"Disk full"}],"data":null}', '{"knowledge":[{"name":"Disk full"}]}']
])('%s is no list, nor is an answer without a body', (json) => {
  expect([parsePage(JSON.parse(json)), parsePage(undefined)]).toEqual([undefined, undefined])
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

  test.each<{ is: string; row: object; content: string }>([
    { is: 'content', row: { content: 'x', data: ALL }, content: 'x' },
    { is: 'data.document_content', row: { content: '', data: ALL }, content: 'b' },
    { is: 'data.content', row: { data: { content: 'a', html: 'longest' } }, content: 'a' },
    { is: 'data', row: { data: 'a' }, content: 'a' },
    { is: 'none: fields that nobody documents', row: { data: { html: 'longest', text: 'c' } }, content: '' },
    { is: 'none: the id of a document', row: { data: { document_id: '9f86' } }, content: '' },
    { is: 'none: null', row: { content: null, data: null }, content: '' },
    { is: 'none: an object', row: { content: { html: 'x' }, data: { steps: [] } }, content: '' }
  ])('$is', ({ is, row, content }) => {
    const textField = content === '' ? undefined : is
    expect(parsePage([{ name: 'b', ...row }])?.rows[0]).toMatchObject({ textField, content })
  })
})

test('what the documented list says of an entry is read, without fields that are null', () => {
  const same = { id: 1, type: 'default', trigger: 'alert', labels: { a: 'b' }, description: null, metadata: null }
  const trigger_config = { match_patterns: ['Disk'], application_id: null }
  const [first] = parsePage([{ ...ROW, ...same, trigger_config, workspace_id: 'w' }])?.rows ?? []
  expect(first?.details).toEqual({ ...same, triggerConfig: { match_patterns: ['Disk'] }, workspace: 'w' })
  expect(parsePage([ROW])?.rows[0]?.details).toBeUndefined()
})

test.each<{ name: string; answer: unknown; has: boolean }>([
  { name: 'an entry with them', answer: [ROW, { ...ROW, trigger: 'smart', description: null }], has: true },
  { name: 'entries without them', answer: { code: 200, data: { items: [ROW] } }, has: false },
  { name: 'no entries, in the documented form', answer: { code: 200, data: { page: null, items: [] } }, has: true },
  { name: 'no entries, in another form', answer: { data: [] }, has: false }
])('entries have triggers and descriptions: $name, $has', ({ answer, has }) => {
  expect(parsePage(answer)).toMatchObject({ hasTriggers: has, hasDescriptions: has })
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
