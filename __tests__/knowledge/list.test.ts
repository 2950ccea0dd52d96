import { describe, expect, test } from '@jest/globals'
import { parsePage } from '../../src/knowledge/list.ts'

const NAMED = { name: 'Disk full', id: 1, content: 'Free it.' }

describe('a list of one entry is found', () => {
  test.each<{ where: string; answer: unknown }>([
    { where: 'at the top', answer: [NAMED] },
    { where: 'in `items`', answer: { items: [NAMED] } },
    { where: 'in `entries`', answer: { entries: [NAMED] } },
    { where: 'in `data`', answer: { code: 0, data: [NAMED] } },
    { where: 'in `data.items`', answer: { data: { items: [NAMED] } } },
    { where: 'in `result.list`', answer: { result: { list: [NAMED] } } },
    { where: 'beside an array without names', answer: { rows: [{ id: 7 }, { id: 8 }], items: [NAMED] } },
    { where: 'beside an empty array', answer: { items: [], records: [NAMED] } },
    { where: 'beside a total of 0', answer: { items: [NAMED], total: 0 } },
    { where: 'as a draft that has only an id', answer: { items: [{ id: 7 }] } }
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
  { answer: JSON.parse('{"__proto__": {"items": []}}') as unknown }
])('$answer is no list', ({ answer }) => {
  expect(parsePage(answer)).toBeUndefined()
})

describe('a total is', () => {
  test.each<{ name: string; answer: object; total: number | undefined }>([
    { name: 'found at the top', answer: { total: 7 }, total: 7 },
    { name: 'found inside', answer: { data: { items: [NAMED], total_count: 7 } }, total: 7 },
    { name: 'left out if it is negative', answer: { total: -1 }, total: undefined },
    { name: 'left out if it is no number', answer: { totalCount: '7' }, total: undefined }
  ])('$name', ({ answer, total }) => {
    expect(parsePage({ items: [NAMED], ...answer })?.total).toBe(total)
  })
})

describe('a row', () => {
  test.each<{ row: object; shown: Record<string, unknown> }>([
    { row: { id: 2 }, shown: { name: '' } },
    { row: { name: 'b' }, shown: { name: 'b', content: undefined } },
    { row: { name: 'b', content: '' }, shown: { content: '' } },
    { row: { name: 'b', content: { html: 'x' } }, shown: { content: undefined } }
  ])('$row shows $shown', ({ row, shown }) => {
    expect(parsePage([NAMED, row])?.rows[1]).toMatchObject(shown)
  })

  test.each<{ state: object }>([
    { state: { deleted: true } },
    { state: { is_deleted: 1 } },
    { state: { archived: true } },
    { state: { disabled: 1 } },
    { state: { status: 'deleted' } },
    { state: { status: 'ARCHIVED' } },
    { state: { deleted_at: '2026-01-02T03:04:05Z' } },
    { state: { deleted_at: 1_767_000_000 } },
    { state: { deleted_at: '1767000000' } },
    { state: { deleted_at: 'Fri, 02 Jan 2026 03:04:05 GMT' } }
  ])('with $state is deleted', ({ state }) => {
    expect(parsePage([{ ...NAMED, ...state }])?.rows).toMatchObject([{ name: 'Disk full', isDeleted: true }])
  })

  test.each<{ state: object }>([
    { state: {} },
    { state: { deleted: false, is_deleted: 0, archived: null, disabled: 'false' } },
    { state: { deleted: 2 } },
    { state: { status: 'draft' } },
    { state: { status: 'undeleted' } },
    { state: { deleted_at: null } },
    { state: { deleted_at: '' } },
    { state: { deleted_at: 0 } },
    { state: { deleted_at: '0' } },
    // Go's zero time, as a text and in seconds, and that of MySQL.
    { state: { deleted_at: '0001-01-01T00:00:00Z' } },
    { state: { deleted_at: -62_135_596_800 } },
    { state: { deleted_at: '0000-00-00 00:00:00' } },
    { state: { deleted_at: '1970-01-01T00:00:00.000Z' } },
    { state: { deleted_at: false } }
  ])('with $state is living', ({ state }) => {
    expect(parsePage([{ ...NAMED, ...state }])?.rows).toMatchObject([{ name: 'Disk full', isDeleted: false }])
  })
})

describe('two rows of two pages', () => {
  const keyOf = (row: object): string | undefined => parsePage([row])?.rows[0]?.key
  const long = 'x'.repeat(1000)

  test.each<{ name: string; one: object; other: object; isSame: boolean }>([
    ...['id', '_id', 'uuid', 'entry_id', 'knowledge_id'].map((id) => ({
      name: `with one \`${id}\` and two texts`,
      one: { name: 'b', [id]: 'u', content: 'c' },
      other: { name: 'b', [id]: 'u', content: 'd' },
      isSame: true
    })),
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
    { name: 'of which one is deleted', one: { name: 'b' }, other: { name: 'b', deleted: true }, isSame: false },
    { name: 'of which one has no text', one: { name: 'b' }, other: { name: 'b', content: '' }, isSame: false },
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
