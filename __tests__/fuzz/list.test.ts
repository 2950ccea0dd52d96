import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { DeliveryFailure, type Knowledge } from '../../src/knowledge/knowledge.ts'
import { isUnchanged, readList } from '../../src/knowledge/list.ts'
import { readPage } from '../../src/knowledge/page.ts'
import { fuzz } from '../support/fuzz.ts'
import { hostileText } from '../support/hostile.ts'

const key = fc.oneof(
  fc.constantFrom(
    'name',
    'content',
    'id',
    'items',
    'data',
    'results',
    'total',
    '__proto__',
    'constructor',
    'length',
    'name '
  ),
  hostileText
)
/** Anything that JSON can say, near to what a list may look like. */
const { answer } = fc.letrec<{ answer: unknown; row: unknown }>((tie) => ({
  row: fc.dictionary(key, fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 })), { maxKeys: 5 }),
  answer: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(tie('row'), { maxLength: 5 }),
    fc.dictionary(key, tie('answer'), { maxKeys: 4 })
  )
}))
const asJson = answer.map((value) => JSON.parse(JSON.stringify(value)) as unknown)

/** A service that answers what it is told to, and counts. */
function service(pages: (page: number, size: number) => unknown): Knowledge & { asked: number } {
  return {
    asked: 0,
    listPage(page, size) {
      this.asked++
      return Promise.resolve(pages(page, size))
    },
    upsert: () => Promise.reject(new Error('Reading sends nothing.')),
    [Symbol.asyncDispose]: () => Promise.resolve()
  }
}

describe('whatever a list answers', () => {
  test('a page is rows with names, empty, or not understood', () => {
    fc.assert(
      fc.property(asJson, fc.option(fc.array(key, { maxLength: 3 }), { nil: undefined }), (value, at) => {
        const page = readPage(value, at)
        if (page.kind === 'rows') for (const { name } of page.rows) expect(typeof name).toBe('string')
        else expect(['empty', 'not understood']).toContain(page.kind)
        expect(({} as Record<string, unknown>)['name']).toBeUndefined()
      }),
      fuzz(300)
    )
  })

  test('reading ends, and says what it knows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(asJson, { minLength: 1, maxLength: 6 }), fc.boolean(), async (pages, again) => {
        const far = service((page) => (again ? pages[page % pages.length] : (pages[page - 1] ?? [])))
        const listing = await readList(far)
        // Each further page must have shown something new, or it is the last.
        expect(far.asked).toBeLessThanOrEqual(pages.length + 1 + listing.size)
        expect(['whole', 'repeated', 'cut', 'unreadable']).toContain(listing.extent)
        expect(listing.why === '').toBe(listing.extent === 'whole')
        expect([...listing.rows.values()].flat()).toHaveLength(listing.size)
      }),
      fuzz(300)
    )
  })

  test('an endless list, even of one name, is read to a bound', async () => {
    const far = service((page, size) => ({
      items: Array.from({ length: size }, (_, n) => ({ id: page * size + n, name: 'x' }))
    }))
    const listing = await readList(far)
    expect(listing.extent).toBe('cut')
    expect(listing.size).toBeLessThanOrEqual(200_000)
  })
})

const TOO_LARGE = { kind: 'entry-refused', message: 'page_size', remedy: '', attempts: 1, ends: 'entry' } as const

/** Ways in which lists of this kind are answered. */
const envelopes: readonly ((rows: readonly object[], total: number) => unknown)[] = [
  (rows) => rows,
  (rows) => ({ items: rows }),
  (rows, total) => ({ data: { list: rows, total } }),
  (rows, total) => ({ code: 0, message: 'ok', result: { total_count: total, entries: rows, tags: [] } }),
  (rows) => ({ workspaces: [{ name: 'not an entry' }], knowledge: { entries: rows } })
]

describe('a list that keeps its word, however it is wrapped and cut', () => {
  const entry = fc.record({ name: hostileText, content: hostileText })
  const shape = fc.record({
    entries: fc.uniqueArray(entry, { selector: ({ name }) => name, minLength: 1, maxLength: 60 }),
    envelope: fc.constantFrom(...envelopes),
    identity: fc.constantFrom(undefined, 'id', 'uuid'),
    cap: fc.integer({ min: 1, max: 100 }),
    refuses: fc.boolean()
  })

  test('shows every entry once, and tells equal contents from others', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async ({ entries, envelope, identity, cap, refuses }) => {
        const rows = entries.map((each, n) => (identity === undefined ? each : { ...each, [identity]: n }))
        const far = service((page, size) => {
          // Some refuse a page that is too large, some answer a smaller one.
          if (refuses && size > Math.max(20, cap)) throw new DeliveryFailure(TOO_LARGE)
          const length = Math.min(size, cap)
          return envelope(rows.slice((page - 1) * length, page * length), rows.length)
        })
        const listing = await readList(far)
        expect(listing).toMatchObject({ extent: 'whole', size: entries.length })
        for (const { name, content } of entries) {
          expect(isUnchanged(listing, name, contentHash(content))).toBe(true)
          expect(isUnchanged(listing, name, contentHash(`${content} `))).toBe(false)
        }
      }),
      fuzz(100)
    )
  })
})
