import { describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { parsePage, type ListedEntry, type Page } from '../../src/knowledge/list.ts'
import { readList, type Ending } from '../../src/knowledge/reading.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { ErrorKind } from '../../src/errors.ts'

type Row = Pick<ListedEntry, 'name'> & Partial<ListedEntry>

/** What the service answers to the request for a page. */
type Answer = (page: number, size: number) => unknown

const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `n${from + at}`, content: 'c' }))

function failure(kind: ErrorKind, options: ConstructorParameters<typeof RequestError>[3] = {}): RequestError {
  return new RequestError(kind, 'It is no list.', '', options)
}

/** Reads the list that `answer` is: how that ended, what was asked, and how many entries were shown. */
async function read(answer: Answer, more: Partial<Parameters<typeof readList>[1]> = {}) {
  const asked: string[] = []
  const names = new Set<string>()
  const listPage = ([page, size]: [number, number]): Promise<Page> => {
    asked.push(`${page}/${size}`)
    const parsed = parsePage(answer(page, size))
    return parsed === undefined ? Promise.reject(failure('entry-rejected')) : Promise.resolve(parsed)
  }
  const add = (page: readonly ListedEntry[]): void => {
    for (const { name } of page) names.add(name)
  }
  const ending = await readList({ listPage, ended: undefined } as unknown as KnowledgeClient, { add, ...more })
  return { ending, asked: asked.join(' '), names }
}

const paged =
  (all: readonly Row[], first = 1): Answer =>
  (page, size) => ({ items: page < first ? [] : all.slice((page - first) * size, (page - first + 1) * size) })

/** Shows `most` rows of a page at most, and goes on where it ended, or after the rows that were asked for. */
const capped =
  (all: readonly Row[], most: number, step: 'most' | 'asked', first = 1): Answer =>
  (page, size) => {
    const shown = Math.min(most, size)
    const start = (page - first) * (step === 'most' ? shown : size)
    return start < 0 ? [] : all.slice(start, start + shown)
  }

/** A first page, and an empty one. */
const once =
  (answer: (items: Row[]) => unknown): Answer =>
  (page) =>
    answer(page === 1 ? rows(3) : [])
const THREE = '1/100 2/100 4/1 0/100'

describe('a list is read to an empty page', () => {
  const totalOfPage: Answer = (page, size) => {
    const { items } = paged(rows(150))(page, size) as { items: Row[] }
    return { items, total: items.length }
  }
  const largeLater: Answer = (page, size) => {
    if (size === 100 && page === 2) throw failure('service-failing', { tooLarge: true })
    return paged(rows(130))(page, size)
  }
  const rejectsZero: Answer = (page) => {
    if (page === 0) throw failure('service-failing')
    return once((items) => items)(page, 100)
  }

  test.each<[string, Answer, number, string]>([
    ['an array at the top', once((items) => items), 3, THREE],
    ['items', paged(rows(250)), 250, '1/100 2/100 3/100 4/100 251/1 0/100'],
    ['data.items', once((items) => ({ data: { items } })), 3, THREE],
    ['null for no entries', once((items) => ({ list: items.length > 0 ? items : null })), 3, THREE],
    ['nothing', () => ({ items: [] }), 0, '1/100 0/100'],
    ['a total of 0', once((items) => ({ items, total: 0 })), 3, THREE],
    ['a total of the page', totalOfPage, 150, '1/100 2/100 3/100 151/1 0/100'],
    ['pages of 50, and the next 50', capped(rows(120), 50, 'most'), 120, '1/100 2/100 1/50 2/50 3/50 4/50 121/1 0/50'],
    ['pages of 50 of 100, and one', capped(rows(80), 50, 'asked'), 80, '1/100 2/100 51/1 1/50 2/50 3/50 81/1 0/50'],
    [
      'a later page that is too large',
      largeLater,
      130,
      '1/100 2/100 1/20 2/20 3/20 4/20 5/20 6/20 7/20 8/20 131/1 0/20'
    ],
    ['pages that count from zero, of which there is one', paged(rows(3), 0), 3, '1/100 0/100 3/1'],
    ['several of them', paged(rows(250), 0), 250, '1/100 2/100 3/100 151/1 0/100'],
    ['those of 50', capped(rows(70), 50, 'most', 0), 70, '1/100 2/100 21/1 1/20 2/20 3/20 4/20 51/1 0/20'],
    ['an error for page 0', rejectsZero, 3, THREE]
  ])('%s', async (_, answer, size, expected) => {
    const { ending, asked, names } = await read(answer)
    expect([ending.kind, names.size]).toEqual(['complete', size])
    expect(asked).toBe(expected)
  })
})

describe('a list is not read to its end', () => {
  const hostile = JSON.parse('{"__proto__": {"items": []}, "items": [{"name": 7}]}') as unknown
  const largerTotal: Answer = (page) => ({ items: page === 1 ? rows(100) : [], total: 300 })
  const otherTotal: Answer = (page) => ({ items: rows(100, page * 100), total: 300 - page })
  const otherSize: Answer = (page, size) => rows(Math.max(1, size - page), page * 1000)
  const fails =
    (kind: ErrorKind, from: number): Answer =>
    (page) => {
      if (page >= from) throw failure(kind)
      return rows(100, page * 100)
    }

  test.each<[string, Answer, Ending['kind'], RegExp]>([
    ['an unknown form', () => ({ hello: 1 }), 'failed', /^page 1 of the list cannot be read \(It is no list\)$/],
    ['names that are no text', () => hostile, 'failed', /is no list/],
    ['entries without names', () => [{ title: 'x' }], 'failed', /is no list/],
    ['a second page that is no list', (page) => (page === 1 ? rows(3) : 7), 'failed', /page 2 of the list cannot/],
    ['a page that is repeated', () => rows(100), 'failed', /repeats a page/],
    ['a total that is larger', largerTotal, 'failed', /names 300 entries and shows 100/],
    ['a total that changes', otherTotal, 'failed', /changed while it was read/],
    ['pages whose size always changes', otherSize, 'failed', /differ in size/],
    ['no permission', fails('forbidden', 1), 'unusable', /page 1 of the list cannot/],
    ['no such API', fails('wrong-address', 1), 'unusable', /page 1 of the list cannot/],
    ['no permission for a later page', fails('forbidden', 2), 'failed', /page 2 of the list cannot/],
    ['a service that fails', fails('service-failing', 1), 'failed', /page 1 of the list cannot/]
  ])('%s', async (_, answer, kind, why) => {
    const { ending } = await read(answer)
    expect(ending).toMatchObject({ kind, why: expect.stringMatching(why) })
  })

  test('what ends the run ends the reading', async () => {
    const ended = failure('token-rejected')
    const client = { listPage: () => Promise.reject(ended), ended } as unknown as KnowledgeClient
    await expect(readList(client, { add: () => undefined })).rejects.toBe(ended)
  })
})

describe('a reader says', () => {
  const endless: Answer = (page, size) => rows(size, page * size)

  test.each<[string, keyof Parameters<typeof readList>[1], Ending['kind'], string]>([
    ['that it has what it needs', 'hasEnough', 'enough', '1/100 2/100'],
    ['that it holds no more', 'holdsNoMore', 'failed', '1/100 2/100']
  ])('%s', async (_, name, kind, expected) => {
    let left = 3
    const { ending, asked } = await read(endless, { [name]: () => --left === 0 })
    expect([ending.kind, asked]).toEqual([kind, expected])
  })

  test('nothing of a reading that begins again: its rows come once more', async () => {
    const seen: unknown[] = []
    const add = (page: readonly ListedEntry[]) => seen.push(page.length)
    await read(capped(rows(3), 2, 'most'), { add, begin: () => seen.push('begin') })
    expect(seen).toEqual(['begin', 2, 'begin', 2, 1, 0, 0])
  })
})

describe('a row', () => {
  const named = { name: 'a', id: 1, content: 'c' }
  test.each<[string, unknown, Partial<ListedEntry>]>([
    ['without a name, beside others', { id: 2 }, { name: '' }],
    ['without a text', { name: 'b' }, { content: undefined }],
    ['with a text that is none', { name: 'b', content: { html: 'x' } }, { content: undefined }],
    ['of a draft', { name: 'b', status: 'draft' }, { isDeleted: false }],
    ['that is deleted', { name: 'b', deleted: true }, { isDeleted: true }],
    ['that is_deleted', { name: 'b', is_deleted: true }, { isDeleted: true }],
    ['that is archived', { name: 'b', archived: true }, { isDeleted: true }],
    ['that is disabled', { name: 'b', disabled: true }, { isDeleted: true }],
    ['that was deleted at some time', { name: 'b', deleted_at: '2026-01-01' }, { isDeleted: true }],
    ['that was never deleted', { name: 'b', deleted: false, deleted_at: null }, { isDeleted: false }]
  ])('%s', (_, row, expected) => {
    expect(parsePage({ items: [named, row] })?.rows[1]).toMatchObject(expected)
  })

  test.each(['id', '_id', 'uuid', 'entry_id', 'knowledge_id'])('is known by its `%s`, not by its text', (key) => {
    const rows = ['c', 'd'].map((content) => parsePage([{ name: 'b', [key]: 'u', content }])?.rows[0]?.key)
    expect(rows[0]).toBe(rows[1])
  })

  test.each<[string, unknown, number | undefined]>([
    ['has a name: of several arrays the one with names counts', { rows: [{ id: 7 }], items: [named] }, 1],
    ['has an id: a page may have nothing but drafts', { items: [{ id: 7 }] }, 1],
    ['has neither: an unknown form', { items: [{ text: 'x' }] }, undefined]
  ])('%s', (_, answer, size) => {
    expect(parsePage(answer)?.rows.length).toBe(size)
  })
})
