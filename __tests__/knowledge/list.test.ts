import { afterAll, describe, expect, test } from '@jest/globals'
import { ActionError, type ErrorKind } from '../../src/errors.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { readList } from '../../src/knowledge/list.ts'
import { say, type Behaviour } from '../support/misbehaving-service.ts'
import { skippingClock } from '../../testing/skipping-clock.ts'
import { serve } from './connect.ts'

const clock = skippingClock()
afterAll(() => {
  clock[Symbol.dispose]()
})

/** What a service answers to the request for a page. */
type List = (page: number, size: number) => Behaviour

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `n${from + at}` }))

const show = (body: unknown): Behaviour => say(200, JSON.stringify(body))

/** A service that shows `most` rows of a page at most, of those that were asked for, and names a total if it is given. */
const paged =
  (all: readonly object[], total?: number, most = Infinity): List =>
  (page, size) => {
    const start = (page - 1) * size
    return show({ items: all.slice(start, start + Math.min(most, size)), total })
  }

/** A list with another answer to some requests. */
const except =
  (isOther: (page: number, size: number) => boolean, other: Behaviour, list: List): List =>
  (page, size) =>
    isOther(page, size) ? other : list(page, size)

/** Two pages with 150 entries, and another answer for each further one. */
const behind = (other: Behaviour, total?: number): List => except((page) => page > 2, other, paged(rows(150), total))

/** The first page as of a service of 150 entries, and something else for all others. */
const onlyFirst = (other: Behaviour): List => except((page) => page > 1, other, paged(rows(150)))

/** The first page as of a service of 150 entries, and these answers for the requests that follow; then as of the service. */
const firstThen =
  (...answers: Behaviour[]): List =>
  (page, size) =>
    (page === 1 ? undefined : answers.shift()) ?? paged(rows(150))(page, size)

/** Reads the list that a service shows: the names in their order, and what was asked as `page/size`. */
async function read(list: List, concurrency = 1, onRow: (client: KnowledgeClient) => void = () => undefined) {
  const asked: string[] = []
  const answer: Behaviour = (request, reply) => {
    const { page_num: page = 0, page_size: size = 0 } = request.body
    asked.push(`${page}/${size}`)
    return list(page, size)(request, reply)
  }
  await using api = await serve(answer, { concurrency })
  const { rows, ...counts } = await readList(api.client, ({ name }) => {
    onRow(api.client)
    return name
  })
  return { names: rows, asked: asked.join(' '), ...counts }
}

/** Pages of this size, as they are asked for. */
const pagesOf = (size: number, last: number, first = 1): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `${first + at}/${size}`).join(' ')

const overlapping: List = (page) => show(rows(100, (page - 1) * 60).filter(({ id }) => id < 180))
const withGap: List = (page, size) => {
  const shown = rows(1000).slice((page - 1) * size, page * size)
  return show({ items: shown.filter(({ id }) => id !== 250), total: 1000 })
}
/** 250 entries, in pages of a size that depends on the page. */
const sized =
  (most: (page: number) => number): List =>
  (page, size) =>
    paged(rows(250), undefined, most(page))(page, size)
const HUGE = show([{ name: 'x'.repeat(9 * 2 ** 20) }])

describe('a list is read to its end:', () => {
  test.each<{ name: string; list: List; count?: number; asked?: string }>([
    { name: 'no entries', list: paged([]), count: 0, asked: '1/100' },
    { name: 'a page', list: paged(rows(3)), count: 3, asked: '1/100 2/3' },
    { name: 'three pages', list: paged(rows(250)), count: 250, asked: pagesOf(100, 4) },
    { name: 'a page again', list: () => show(rows(100)), count: 100, asked: '1/100 2/100' },
    { name: 'pages that overlap', list: overlapping, count: 180, asked: pagesOf(100, 4) },
    { name: 'HTTP 404 behind the last page', list: behind(say(404)) },
    ...[400, 404, 416, 422].map((status) => ({
      name: `HTTP ${status} after as many rows as the total names`,
      list: behind(say(status), 150)
    })),
    {
      name: 'HTTP 404 behind a total that counts what is filtered',
      list: except((page, size) => (page - 1) * size >= 160, say(404), paged(rows(160), 170)),
      count: 160,
      asked: `${pagesOf(100, 3)} ${pagesOf(60, 4)}`
    },
    { name: 'no entries after as many rows as the total names', list: behind(show({ total: 150 }), 150) },
    { name: '503 and 429, which pass', list: firstThen(say(503), say(429)), asked: '1/100 2/100 2/100 2/100 3/100' },
    { name: 'a total of the page', list: paged(rows(250), 100), count: 250, asked: pagesOf(100, 4) },
    { name: 'a total of more', list: paged(rows(150), 170), asked: `${pagesOf(100, 3)} ${pagesOf(50, 4)}` },
    { name: 'pages of 50', list: paged(rows(170), 170, 50), count: 170, asked: `1/100 ${pagesOf(50, 5, 2)}` },
    {
      name: 'smaller pages from the second one on, without a total',
      list: sized((page) => (page > 1 ? 30 : 100)),
      count: 250,
      asked: `${pagesOf(100, 4)} ${pagesOf(30, 10)}`
    },
    {
      name: 'a page of few rows, which is no size to begin again with; rows that only the first pages show stay',
      list: sized((page) => (page === 2 ? 3 : 100)),
      count: 250,
      asked: `${pagesOf(100, 4)} ${pagesOf(20, 14)}`
    },
    { name: 'a row left out again', list: withGap, count: 999, asked: `${pagesOf(100, 11)} ${pagesOf(99, 12)}` },
    ...[400, 413, 422].map((status) => ({
      name: `HTTP ${status} for more than 50 rows`,
      list: except((_, size) => size > 50, say(status), paged(rows(30))),
      count: 30,
      // It may be the form: the documented one is asked for alone, in an order and without one, and then that of the specification.
      asked: `1/100 ${status === 413 ? '' : '0/0 0/0 1/100 '}${pagesOf(20, 3)}`
    })),
    {
      name: 'a later page that is too large for the service',
      list: except((page, size) => size > 20 && page === 2, say(413), paged(rows(150))),
      asked: `1/100 2/100 ${pagesOf(20, 9)}`
    },
    {
      name: 'a page that is too large to be read',
      list: except((_, size) => size > 20, HUGE, paged(rows(20))),
      count: 20,
      asked: '1/100 1/20 2/20'
    }
  ])('$name', async ({ list, count = 150, asked = pagesOf(100, 3) }) => {
    const result = await read(list)
    // Each comes once.
    expect(result.names.toSorted()).toEqual([...new Set(result.names)].sort())
    expect({ count: result.names.length, asked: result.asked }).toEqual({ count, asked })
  })

  test('read-only rows are counted, and so is the total', async () => {
    const list = paged([...rows(3), { id: 9, name: 'Theirs', is_readonly: true }], 4)
    expect(await read(list)).toMatchObject({ names: ['n0', 'n1', 'n2'], readOnly: 1, total: 4 })
  })
})

describe('a list is not read to its end:', () => {
  test.each<{ name: string; list: List; kind: ErrorKind; says: RegExp; hint?: RegExp }>([
    {
      name: 'an error that looks like an empty list',
      list: () => show({ code: 7, message: 'no rights', data: null }),
      kind: 'entry-rejected',
      says: / reports an error \(`code: 7`\): “no rights”\.$/,
      // Not the hint about an entry.
      hint: /^Ask the people who run the service: every run needs the list\.$/
    },
    { name: '413 also for small pages', list: onlyFirst(say(413)), kind: 'entry-rejected', says: /413.* So page 2 / },
    { name: 'a later page that fails', list: onlyFirst(say(503)), kind: 'service-failing', says: /503.* So page 2 / },
    // The total may be that of the page.
    { name: '500 after the total', list: behind(say(500), 150), kind: 'service-failing', says: /500.* So page 3 / },
    {
      name: '404 for a page that the total promises',
      list: except((page) => page > 2, say(404), paged(rows(250), 250)),
      kind: 'wrong-address',
      says: /404.* So page 3 /
    },
    { name: '400 before the total', list: behind(say(400), 151), kind: 'entry-rejected', says: /400.* So page 3 / },
    { name: 'a rejected token', list: onlyFirst(say(401)), kind: 'token-rejected', says: /^The service rejects/ }
  ])('$name', async ({ list, kind, says, hint = /./ }) => {
    const expected = { kind, message: expect.stringMatching(says), hint: expect.stringMatching(hint) }
    await expect(read(list)).rejects.toMatchObject(expected)
  })

  test('pages without an end, of which each shows something new', async () => {
    const list: List = (page) => {
      clock.skip(60_000)
      return show([{ id: page, name: `n${page}` }])
    }
    await expect(read(list)).rejects.toThrow(/^The list was read for ten minutes, to page 1\d, and has no end\.$/)
  })

  test('a run that has ended', async () => {
    const end = new ActionError('cancelled', 'The run has ended.', '')
    const reading = read(paged(rows(150)), 1, (client) => {
      client.end(end)
    })
    await expect(reading).rejects.toBe(end)
  })
})

describe('if the list names a total,', () => {
  test('`concurrency` pages are requested at a time, in the size of the first page, and used in their order', async () => {
    let last = 0
    let lastBesideSecond = 0
    let answerSecond = (): unknown => undefined
    const list: List = (page, size) => (request, reply) => {
      last = Math.max(last, page)
      const answer = (): unknown => paged(rows(400), 400, 50)(page, size)(request, reply)
      if (page === 2) answerSecond = answer
      else answer()
      if (page !== 5) return
      setTimeout(() => {
        lastBesideSecond = last
        answerSecond()
      }, 50)
    }
    const result = await read(list, 4)
    expect(result.names).toEqual(rows(400).map(({ name }) => name))
    expect(result.asked.split(' ').toSorted()).toEqual(['1/100', ...pagesOf(50, 9, 2).split(' ')])
    // More would fill the memory.
    expect(lastBesideSecond).toBe(5)
  })

  test('and it is too large, pages that fail behind the end are of no matter', async () => {
    const list = except((page) => page > 4, say(507), paged(rows(300), 5000))
    expect((await read(list, 4)).names).toHaveLength(300)
  })
})
