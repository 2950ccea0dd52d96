import { afterAll, describe, expect, test } from '@jest/globals'
import { ActionError, type ErrorKind } from '../../src/errors.ts'
import type { ReadPage } from '../../src/knowledge/reading.ts'
import { Secret } from '../../src/secret.ts'
import { hang, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import { skippingClock } from '../support/skipping-clock.ts'

const clock = skippingClock()
// After the clock: these modules wait.
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { readList } = await import('../../src/knowledge/reading.ts')
afterAll(() => {
  clock[Symbol.dispose]()
})

interface Row {
  readonly id: number
  readonly name: string
  readonly is_readonly?: boolean
}

/** What a service answers to the request for a page. */
type List = (page: number, size: number) => Behaviour

const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `n${from + at}` }))
const names = (count: number): string[] => rows(count).map(({ name }) => name)

const show = (body: unknown): Behaviour => say(200, JSON.stringify(body))

/** A service that does what it is asked, and names a total if it is given. */
const paged =
  (all: readonly Row[], total?: number): List =>
  (page, size) =>
    show({ items: all.slice((page - 1) * size, page * size), total })

/** Shows `most` rows of a page at most, of the rows that were asked for. */
const capped =
  (all: readonly Row[], most: number, total?: number): List =>
  (page, size) => {
    const start = (page - 1) * size
    return show({ items: all.slice(start, start + Math.min(most, size)), total })
  }

/** As documented: names the total and the size of a page, `most` at most, and may leave a row out. */
const documented =
  (count: number, most: number, hidden?: number): List =>
  (page, asked) => {
    const size = Math.min(asked, most)
    const items = rows(count).slice((page - 1) * size, page * size)
    const data = {
      page: { total: count, page_num: page, page_size: size },
      items: items.filter(({ id }) => id !== hidden)
    }
    return show({ code: 200, data })
  }

/** Answers so to the first requests for page 2. */
const firstForPage2 =
  (...answers: Behaviour[]): List =>
  (page, size) =>
    (page === 2 ? answers.shift() : undefined) ?? paged(rows(150))(page, size)

/** The first page as of a service of 150 entries, and something else for all others. */
const onlyFirst =
  (other: Behaviour): List =>
  (page, size) =>
    page === 1 ? paged(rows(150))(page, size) : other

/** A service, a client, and what was asked as `page/size`. */
async function start(list: List, concurrency = 1) {
  const asked: string[] = []
  const resources = new AsyncDisposableStack()
  const service = await startMisbehaving((request, reply) => {
    const { page_num: page = 0, page_size: size = 0 } = request.body
    asked.push(`${page}/${size}`)
    return list(page, size)(request, reply)
  })
  service.list = undefined
  const { signal } = new AbortController()
  const setup = { token: new Secret('oap_test'), baseUrl: service.url, concurrency, signal, trace: () => undefined }
  const client = new KnowledgeClient(setup)
  resources.use(service)
  resources.use(client)
  return { client, asked, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Reads the list that a service shows: the names in their order, what was asked, and what the reading found. */
async function read(list: List, concurrency?: number) {
  await using started = await start(list, concurrency)
  const names: string[] = []
  let found: Partial<ReadPage> = {}
  for await (const page of readList(started.client)) {
    names.push(...page.rows.map(({ name }) => name))
    found = page
  }
  const { total, readOnly } = found
  return { names, asked: started.asked.join(' '), total, readOnly }
}

/** Pages of this size, as they are asked for. */
const pagesOf = (size: number, last: number, first = 1): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `${first + at}/${size}`).join(' ')

describe('a list is read to its end:', () => {
  test.each<{ name: string; list: List; count: number; asked: string }>([
    { name: 'no entries', list: paged([]), count: 0, asked: '1/100' },
    { name: 'a page', list: paged(rows(3)), count: 3, asked: '1/100 2/3' },
    { name: 'three pages', list: paged(rows(250)), count: 250, asked: pagesOf(100, 4) },
    { name: 'a page again', list: () => show(rows(100)), count: 100, asked: '1/100 2/100' },
    {
      name: 'pages that overlap',
      list: (page) => show(rows(100, (page - 1) * 60).filter(({ id }) => id < 180)),
      count: 180,
      asked: pagesOf(100, 4)
    },
    {
      name: 'HTTP 404 behind the last page',
      list: (page, size) => (page > 2 ? say(404) : paged(rows(150))(page, size)),
      count: 150,
      asked: pagesOf(100, 3)
    },
    {
      name: 'a 503, and a 429, which pass',
      list: firstForPage2(say(503), say(429)),
      count: 150,
      asked: '1/100 2/100 2/100 2/100 3/100'
    },

    { name: 'a total', list: paged(rows(150), 150), count: 150, asked: pagesOf(100, 3) },
    { name: 'a total of the page', list: paged(rows(250), 100), count: 250, asked: pagesOf(100, 4) },
    {
      name: 'a total that counts what it does not show',
      list: paged(rows(150), 170),
      count: 150,
      asked: `${pagesOf(100, 3)} ${pagesOf(50, 4)}`
    },

    { name: 'pages of 50, as documented', list: documented(120, 50), count: 120, asked: `1/100 ${pagesOf(50, 4, 2)}` },
    { name: 'pages of 50 of each 100', list: capped(rows(170), 50), count: 170, asked: `1/100 ${pagesOf(50, 5, 2)}` },
    {
      name: 'smaller pages from the second one on',
      list: (page, size) => (page === 1 ? paged(rows(150), 150) : capped(rows(150), 30, 150))(page, size),
      count: 150,
      asked: `${pagesOf(100, 3)} ${pagesOf(30, 6)}`
    },
    {
      name: 'the same without a total, if others follow',
      list: (page, size) => (page === 1 ? paged(rows(250)) : capped(rows(250), 30))(page, size),
      count: 250,
      asked: `${pagesOf(100, 3)} ${pagesOf(30, 10)}`
    },
    {
      name: 'a page of few rows, which is no size to begin again with',
      list: (page, size) => (page === 2 ? show(rows(3, 100)) : paged(rows(250))(page, size)),
      count: 250,
      asked: `${pagesOf(100, 3)} ${pagesOf(20, 14)}`
    },
    {
      name: 'a row that is filtered out, also of the smaller page',
      list: (page, size) => {
        const shown = rows(1000).slice((page - 1) * size, page * size)
        return show({ items: shown.filter(({ id }) => id !== 250), total: 1000 })
      },
      count: 999,
      asked: `${pagesOf(100, 5)} ${pagesOf(99, 12)}`
    },
    { name: 'the same, as documented', list: documented(1000, 100, 250), count: 999, asked: pagesOf(100, 11) },
    {
      name: 'a row that is filtered out of the first page, as documented',
      list: documented(150, 50, 0),
      count: 149,
      asked: `1/100 ${pagesOf(50, 4, 2)}`
    },

    ...[400, 413, 422].map((status) => ({
      name: `HTTP ${status} for more than 50 rows`,
      list: (page: number, size: number) => (size > 50 ? say(status) : paged(rows(30))(page, size)),
      count: 30,
      asked: `1/100 ${pagesOf(20, 3)}`
    })),
    {
      name: 'a later page that is too large for the service',
      list: (page, size) => (size > 20 && page === 2 ? say(413) : paged(rows(150))(page, size)),
      count: 150,
      asked: `1/100 2/100 ${pagesOf(20, 9)}`
    },
    {
      name: 'a page that is too large to be read',
      list: (page, size) => (size > 20 ? show([{ name: 'x'.repeat(9 * 2 ** 20) }]) : paged(rows(20))(page, size)),
      count: 20,
      asked: '1/100 1/20 2/20'
    }
  ])('$name', async ({ list, count, asked }) => {
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
      name: 'an HTML page',
      list: () => say(200, '<!doctype html><title>Sign in</title>'),
      kind: 'wrong-address',
      says: /^Page 1 of the list cannot be read\. .* HTML page instead of JSON \(HTTP 200\): “Sign in”\.$/,
      hint: /sign-in page/
    },
    {
      name: 'an error that looks like an empty list',
      list: () => show({ code: 7, message: 'no rights', data: null }),
      kind: 'entry-rejected',
      says: /^Page 1 .* reports an error \(`code: 7`\): “no rights”\.$/,
      // Not the hint about an entry.
      hint: /^Ask the people who run the service: every run needs the list\.$/
    },
    {
      name: 'HTTP 400 for a later page, which says nothing about its rows',
      list: onlyFirst(say(400)),
      kind: 'entry-rejected',
      says: /^Page 2 /
    },
    {
      name: 'a row that is too large',
      list: (page, size) => (page === 2 ? say(413) : paged(rows(300))(page, size)),
      kind: 'entry-rejected',
      says: /^Page 2 .* too large \(HTTP 413\)/
    },
    {
      name: 'too large again after smaller pages',
      list: (page, size) => (page === 2 && size === 50 ? say(413) : paged(rows(150), 170)(page, size)),
      kind: 'entry-rejected',
      says: /^Page 2 .* too large \(HTTP 413\)/
    },
    { name: 'a later page that fails', list: onlyFirst(say(503)), kind: 'service-failing', says: /^Page 2 .*503/ },
    { name: 'a rejected token', list: onlyFirst(say(401)), kind: 'token-rejected', says: /^The service rejects/ },
    {
      name: 'a rate limit from the second page on',
      list: onlyFirst(say(429)),
      kind: 'out-of-time',
      says: /^No request succeeded for 10 min\. .*HTTP 429/
    }
  ])('$name', async ({ list, kind, says, hint = /./ }) => {
    const expected = { kind, message: expect.stringMatching(says), hint: expect.stringMatching(hint) }
    await expect(read(list)).rejects.toMatchObject(expected)
  })

  test('a run that has ended', async () => {
    await using started = await start(paged(rows(150)))
    const end = new ActionError('cancelled', 'The run has ended.', '')
    const reading = async (): Promise<void> => {
      for await (const page of readList(started.client)) if (page.rows.length > 0) started.client.end(end)
    }
    await expect(reading()).rejects.toBe(end)
    expect(started.asked).toEqual(['1/100'])
  })
})

describe('pages are requested', () => {
  /** Holds the requests for all pages but the first until so many of them wait, and answers the last one first. */
  const together = (count: number, list: List): List => {
    let waiting: (() => unknown)[] = []
    return (page, size) => (request, reply) => {
      waiting.push(() => list(page, size)(request, reply))
      if (page > 1 && waiting.length < count) return
      for (const answer of waiting.toReversed()) answer()
      waiting = []
    }
  }

  test('`concurrency` at a time if the list names a total, in the size of the first page, and used in their order', async () => {
    // With fewer requests at a time the service would never answer. Pages 2 to 9, the last one empty.
    const result = await read(together(4, documented(400, 50)), 4)
    expect(result.names).toEqual(names(400))
    expect(result.asked.split(' ').toSorted()).toEqual(['1/100', ...pagesOf(50, 9, 2).split(' ')])
  })

  test.each<{ what: string; behind: Behaviour }>([
    { what: 'hang', behind: hang },
    { what: 'fail', behind: say(507) }
  ])('in vain by a total that is too large: pages that $what behind the end are of no matter', async ({ behind }) => {
    const result = await read((page, size) => (page > 4 ? behind : paged(rows(300), 5000)(page, size)), 4)
    expect(result.names).toEqual(names(300))
  })

  test('but not behind a page that fails: the first failure in their order counts', async () => {
    const list: List = (page, size) => (page > 2 ? say(page === 3 ? 507 : 403) : paged(rows(150), 5000)(page, size))
    await expect(read(together(4, list), 4)).rejects.toThrow(/^Page 3 .*HTTP 507/)
  })

  test('only once if nobody waits for them any more', async () => {
    const held: (() => unknown)[] = []
    const list: List = (page, size) => (request, reply) => {
      if (page > 4) held.push(() => say(503)(request, reply))
      else paged(rows(300), 5000)(page, size)(request, reply)
    }
    await using started = await start(list, 4)
    let read = 0
    for await (const { rows } of readList(started.client)) read += rows.length
    expect(read).toBe(300)
    for (const answer of held) answer()
    for (let nth = 0; nth < 5; nth++) await started.client.listPage(1, nth)
    const pages = started.asked.filter((page) => page.endsWith('/100'))
    expect(pages.toSorted()).toEqual(pagesOf(100, 8).split(' '))
  })

  test('while the rows of one are looked at, but only as many as memory holds', async () => {
    const arrived = Promise.withResolvers<undefined>()
    let last = 0
    const list: List = (page, size) => {
      last = Math.max(last, page)
      if (page === 11) arrived.resolve(undefined)
      return paged(rows(2000), 2000)(page, size)
    }
    await using started = await start(list, 2)
    const seen: number[] = []
    for await (const { rows } of readList(started.client)) {
      if (rows[0]?.name !== 'n100') continue
      await arrived.promise
      seen.push(last)
    }
    expect(seen).toEqual([11])
  })
})
