import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { readPage } from '../../src/knowledge/page.ts'

const ENTRY = { id: 7, name: 'Disk full', content: 'text' }
const ROW = { name: 'Disk full', identity: '7', hash: contentHash('text') }

describe('the entries in an answer of unspecified shape', () => {
  test.each<{ name: string; answer: unknown; at: readonly string[] }>([
    { name: 'an array', answer: [ENTRY], at: [] },
    { name: 'in a field', answer: { list: [ENTRY] }, at: ['list'] },
    { name: 'deep in', answer: { code: 0, data: { page: { items: [ENTRY] } } }, at: ['data', 'page', 'items'] },
    { name: 'beside other arrays', answer: { tags: ['a'], errors: [], items: [ENTRY] }, at: ['items'] },
    { name: 'beside things with a name', answer: { folders: [{ name: 'Disk full' }], items: [ENTRY] }, at: ['items'] },
    {
      name: 'with things inside',
      answer: { items: [{ ...ENTRY, tags: [{ name: 'x', content: 'y' }] }] },
      at: ['items']
    },
    { name: 'some without a name', answer: [{ id: 1 }, ENTRY, { name: 4 }], at: [] }
  ])('$name', ({ answer, at }) => {
    expect(readPage(answer)).toEqual({ kind: 'rows', rows: [ROW], at, total: undefined })
  })

  test.each<{ name: string; answer: unknown }>([
    { name: 'null', answer: null },
    { name: 'a number', answer: 1 },
    { name: 'an empty object', answer: {} },
    { name: 'no array', answer: { data: null, total: 0 } },
    { name: 'strings', answer: { items: ['a', 'b'] } },
    { name: 'objects without a name', answer: [{ title: 'a' }] },
    { name: 'two arrays of things with a name', answer: { folders: [{ name: 'a' }], files: [{ name: 'b' }] } },
    { name: 'two arrays of things with a content', answer: { a: [ENTRY], b: [ENTRY] } },
    { name: 'a map by name', answer: { 'Disk full': { content: 'text' } } },
    { name: 'too deep', answer: { a: { b: { c: { d: { e: [ENTRY] } } } } } }
  ])('not in $name', ({ answer }) => {
    expect(readPage(answer)).toEqual({ kind: 'not understood' })
  })

  test.each<{ name: string; answer: unknown; at?: readonly string[] }>([
    { name: 'an empty array', answer: [] },
    { name: 'an empty array in a field', answer: { items: [], total: 0 } },
    { name: 'an empty array where the entries were', answer: { items: [], tags: [{ name: 'x' }] }, at: ['items'] },
    { name: 'nothing where the entries were', answer: { tags: [{ name: 'x' }] }, at: ['items'] },
    { name: 'null where the entries were', answer: { items: null }, at: ['items'] }
  ])('none in $name', ({ answer, at }) => {
    expect(readPage(answer, at)).toEqual({ kind: 'empty' })
  })

  test('something else where the entries were is not understood', () => {
    expect(readPage({ items: 'gone' }, ['items'])).toEqual({ kind: 'not understood' })
  })

  test.each([
    { name: 'an id', fields: { id: 'a', key: 'b' }, identity: 'a' },
    { name: 'another id', fields: { uuid: 'u' }, identity: 'u' },
    { name: 'none', fields: { ID: 'u', id: { $oid: 1 } }, identity: undefined }
  ])('identity: $name', ({ fields, identity }) => {
    expect(readPage([{ name: 'n', ...fields }])).toMatchObject({ rows: [{ name: 'n', identity, hash: undefined }] })
  })

  test.each([{ total: 3, data: { items: [ENTRY] } }, { data: { total_count: 3, items: [ENTRY] } }])('%j', (answer) => {
    expect(readPage(answer)).toMatchObject({ total: 3 })
  })

  test('whatever JSON it is, it is read without a stack trace', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string()), (answer, at) => {
        expect(readPage(answer).kind).toMatch(/./)
        expect(readPage(answer, at).kind).toMatch(/./)
        expect(readPage(JSON.parse('{"__proto__":[{"name":"n"}]}')).kind).toBe('rows')
      }),
      { seed: 5 }
    )
  })
})
