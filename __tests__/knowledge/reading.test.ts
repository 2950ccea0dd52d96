import { afterAll, describe, expect, test } from '@jest/globals'
import { ActionError, type ErrorKind } from '../../src/errors.ts'
import type { ReadPage } from '../../src/knowledge/reading.ts'
import { Secret } from '../../src/secret.ts'
import { hang, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import { skippingClock } from '../support/skipping-clock.ts'

const clock = await skippingClock()
// After the clock: these modules wait.
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { readList } = await import('../../src/knowledge/reading.ts')
afterAll(() => {
  clock[Symbol.dispose]()
})

interface Row {
  readonly id?: number
  readonly name: string
  readonly content?: string
  readonly is_readonly?: boolean
}

/** What a service answers to the request for a page. */
type List = (page: number, size: number) => Behaviour

const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `n${from + at}`, content: 'c' }))

const show = (body: unknown): Behaviour => say(200, JSON.stringify(body))

/** A service that does what it is asked, and names a total if it is given. */
const paged =
  (all: readonly Row[], total?: number): List =>
  (page, size) =>
    show({ items: all.slice((page - 1) * size, page * size), total })

/** Shows `most` rows of a page at most, and goes on after those, or after the rows that were asked for. */
const capped =
  (all: readonly Row[], most: number, next: 'after those' | 'after the asked', total?: number): List =>
  (page, size) => {
    const shown = Math.min(most, size)
    const start = (page - 1) * (next === 'after those' ? shown : size)
    return show({ items: all.slice(start, start + shown), total })
  }

/** The first page as of a service of 150 entries, and something else for all others. */
const onlyFirst =
  (other: Behaviour, total?: number): List =>
  (page, size) =>
    page === 1 ? paged(rows(150), total)(page, size) : other

/** These answers for the first requests for these pages, and then those of a list. */
function inTurnFor(first: Readonly<Record<string, Behaviour[]>>, list: List): List {
  const left = new Map(Object.entries(first).map(([page, answers]) => [page, [...answers]]))
  return (page, size) => left.get(`${page}/${size}`)?.shift() ?? list(page, size)
}

/** A service, a client, and what was asked as `page/size`. */
async function start(list: List, options: { concurrency?: number; timeout?: number; token?: string } = {}) {
  const asked: string[] = []
  const service = await startMisbehaving((request, reply) => {
    const { page_num: page = 0, page_size: size = 0 } = request.body
    asked.push(`${page}/${size}`)
    return list(page, size)(request, reply)
  })
  service.list = undefined
  const { signal } = new AbortController()
  const { concurrency = 1, timeout = 10_000, token = 'oap_test' } = options
  const setup = { token: new Secret(token), concurrency, timeout, signal, trace: () => undefined }
  const client = new KnowledgeClient({ ...setup, baseUrl: service.url })
  return {
    client,
    service,
    asked,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    }
  }
}

/** Reads the list that a service shows: the names in their order, what was asked, and what the reading found. */
async function read(list: List, { most = Infinity, ...options }: Parameters<typeof start>[1] & { most?: number } = {}) {
  await using started = await start(list, options)
  const names: string[] = []
  let found: Partial<ReadPage> = {}
  for await (const page of readList(started.client)) {
    names.push(...page.rows.map(({ name }) => name))
    found = page
    if (names.length >= most) break
  }
  const { total, readOnly } = found
  return { names, asked: started.asked.join(' '), total, readOnly }
}

/** A service that leaves this row out of its page. */
const filtered =
  (count: number, hidden: number): List =>
  (page, size) => {
    const shown = rows(count).slice((page - 1) * size, page * size)
    return show({ items: shown.filter(({ id }) => id !== hidden), total: count })
  }

/** Says the size of a page, `most` at most. */
const documented =
  (list: List, most: number): List =>
  (page, size) =>
  (request, reply) => {
    const page_size = Math.min(size, most)
    const end = reply.end.bind(reply) as (body: string) => typeof reply
    reply.end = (body: unknown) => {
      const { items, total } = JSON.parse(String(body)) as { items: unknown; total: number }
      return end(JSON.stringify({ code: 200, data: { page: { total, page_num: page, page_size }, items } }))
    }
    return list(page, page_size)(request, reply)
  }

/** The first pages of this size, as they are asked for. */
const pagesOf = (size: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + 1}/${size}`).join(' ')

describe('a list is read to its end:', () => {
  test.each<{ name: string; list: List; count: number; asked: string }>([
    { name: 'no entries', list: paged([]), count: 0, asked: '1/100' },
    { name: 'no entries, as null', list: () => show({ code: 0, data: null }), count: 0, asked: '1/100' },
    { name: 'a page', list: paged(rows(3)), count: 3, asked: '1/100 2/3' },
    { name: 'a full page', list: paged(rows(100)), count: 100, asked: '1/100 2/100' },
    { name: 'three pages', list: paged(rows(250)), count: 250, asked: '1/100 2/100 3/100 4/100' },
    { name: 'a page again', list: () => show(rows(100)), count: 100, asked: '1/100 2/100' },
    { name: 'a short page again', list: () => show(rows(40)), count: 40, asked: '1/100 2/40' },
    {
      name: 'the first page again at the end',
      list: (page, size) => paged(rows(150))(page > 2 ? 1 : page, size),
      count: 150,
      asked: '1/100 2/100 3/100'
    },
    {
      name: 'pages that overlap',
      list: (page) => show(rows(100, (page - 1) * 60).filter(({ id = 0 }) => id < 180)),
      count: 180,
      asked: '1/100 2/100 3/100 4/100'
    },
    {
      name: 'HTTP 404 behind the last page',
      list: (page, size) => (page > 2 ? say(404) : paged(rows(150))(page, size)),
      count: 150,
      asked: '1/100 2/100 3/100'
    },
    {
      name: 'pages of 150 rows for any size that is asked',
      list: (page) => paged(rows(400))(page, 150),
      count: 400,
      asked: '1/100 2/100 3/100 4/100'
    },

    { name: 'a total', list: paged(rows(150), 150), count: 150, asked: '1/100 2/100 3/100' },
    { name: 'a total of the page', list: paged(rows(250), 100), count: 250, asked: '1/100 2/100 3/100 4/100' },
    {
      name: 'a total that is too small',
      list: paged(rows(250), 120),
      count: 250,
      asked: '1/100 2/100 3/100 4/100'
    },
    { name: 'a total of 0', list: paged(rows(3), 0), count: 3, asked: '1/100 2/3' },
    {
      name: 'a total that counts what it does not show',
      list: paged(rows(150), 170),
      count: 150,
      asked: '1/100 2/100 3/100 1/50 2/50 3/50 4/50'
    },
    {
      name: 'a total that is absurd',
      list: paged(rows(150), 1e300),
      count: 150,
      asked: '1/100 2/100 3/100 4/100 1/50 2/50 3/50 4/50'
    },
    {
      name: 'a total that is another one on each page',
      list: (page, size) => paged(rows(250), 250 - page)(page, size),
      count: 250,
      asked: '1/100 2/100 3/100 4/100'
    },

    {
      name: 'pages of 50, and the next 50',
      list: capped(rows(120), 50, 'after those'),
      count: 120,
      asked: '1/100 2/50 3/50 4/50'
    },
    {
      name: 'pages of 50 of each 100',
      list: capped(rows(170), 50, 'after the asked'),
      count: 170,
      asked: '1/100 2/50 3/50 4/50 5/50'
    },
    {
      name: 'pages of 50 of each 100, of which there is one',
      list: capped(rows(80), 50, 'after the asked'),
      count: 80,
      asked: '1/100 2/50 3/50'
    },
    {
      name: 'the same with a total',
      list: capped(rows(80), 50, 'after the asked', 80),
      count: 80,
      asked: '1/100 2/50 3/50'
    },
    {
      name: 'smaller pages from the second one on',
      list: (page, size) =>
        (page === 1 ? paged(rows(150), 150) : capped(rows(150), 30, 'after the asked', 150))(page, size),
      count: 150,
      asked: '1/100 2/100 3/100 1/30 2/30 3/30 4/30 5/30 6/30'
    },
    {
      name: 'the same without a total, if others follow',
      list: (page, size) => (page === 1 ? paged(rows(250)) : capped(rows(250), 30, 'after the asked'))(page, size),
      count: 250,
      asked: '1/100 2/100 3/100 1/30 2/30 3/30 4/30 5/30 6/30 7/30 8/30 9/30 10/30'
    },
    {
      name: 'a row that is filtered out of 1,000, also of the smaller page',
      list: filtered(1000, 250),
      count: 999,
      asked: `1/100 2/100 3/100 4/100 5/100 ${pagesOf(99, 12)}`
    },
    {
      name: 'the same if the service says the size of its pages, as documented',
      list: documented(filtered(1000, 250), 100),
      count: 999,
      asked: pagesOf(100, 11)
    },
    {
      name: 'a row that is filtered out of the first page of a service that says the size of its pages',
      list: documented(filtered(150, 0), 50),
      count: 149,
      asked: '1/100 2/50 3/50 4/50'
    },
    {
      name: 'a page of few rows, which is no size to begin again with',
      list: (page, size) => (page === 2 ? show(rows(3, 100)) : paged(rows(250))(page, size)),
      count: 250,
      asked: `1/100 2/100 3/100 ${pagesOf(20, 14)}`
    },
    {
      name: 'pages of read-only rows',
      list: paged([...rows(120).map((row) => ({ ...row, is_readonly: true })), ...rows(30, 120)]),
      count: 30,
      asked: '1/100 2/100 3/100'
    },

    ...[400, 413, 422].map((status) => ({
      name: `HTTP ${status} for more than 50 rows`,
      list: (page: number, size: number) => (size > 50 ? say(status) : paged(rows(30))(page, size)),
      count: 30,
      asked: '1/100 1/20 2/20 3/20'
    })),
    {
      name: 'a later page that is too large for the service',
      list: (page, size) => (size > 20 && page === 2 ? say(413) : paged(rows(150))(page, size)),
      count: 150,
      asked: `1/100 2/100 ${pagesOf(20, 9)}`
    },
    {
      name: 'a page that is too large to be read',
      list: (page, size) =>
        size > 20 ? show([{ name: 'x', content: 'x'.repeat(9 * 2 ** 20) }]) : paged(rows(20))(page, size),
      count: 20,
      asked: '1/100 1/20 2/20'
    },
    {
      name: 'a 503, and a 429, which pass',
      list: inTurnFor({ '2/100': [say(503), say(429), say(408)] }, paged(rows(150))),
      count: 150,
      asked: '1/100 2/100 2/100 2/100 2/100 3/100'
    }
  ])('$name', async ({ list, count, asked }) => {
    const result = await read(list)
    expect(new Set(result.names).size).toBe(count)
    expect(result.asked).toBe(asked)
  })

  test('a row that several pages show comes once', async () => {
    const { names } = await read((page) => show(rows(100, (page - 1) * 60).filter(({ id = 0 }) => id < 180)))
    expect(names).toEqual(rows(180).map(({ name }) => name))
  })

  test('read-only rows are counted, and so is the total', async () => {
    const list = paged([...rows(3), { id: 9, name: 'Theirs', is_readonly: true }], 4)
    expect(await read(list)).toMatchObject({ names: ['n0', 'n1', 'n2'], readOnly: 1, total: 4 })
  })
})

describe('a list is not read to its end:', () => {
  const endless: List = (page) => show(Array.from({ length: 9000 }, (_, at) => ({ id: page * 9000 + at, name: 'a' })))
  const later = (status: number): List => onlyFirst(say(status))

  test.each<{ name: string; list: List; kind: ErrorKind; says: RegExp; hint: RegExp }>([
    {
      name: 'no permission',
      list: () => say(403),
      kind: 'forbidden',
      says: /^Page 1 of the list cannot be read\. The token has no permission for this request \(HTTP 403\)\.$/,
      hint: /same workspace/
    },
    {
      name: 'no such API',
      list: () => say(404),
      kind: 'wrong-address',
      says: /^Page 1 of the list .* no such API .* \(HTTP 404\)/,
      hint: /`base-url`/
    },
    {
      name: 'a redirect',
      list: () => say(302),
      kind: 'wrong-address',
      says: /^Page 1 .* redirects/,
      hint: /new address/
    },
    {
      name: 'an HTML page',
      list: () => say(200, '<!doctype html><title>Sign in</title>'),
      kind: 'wrong-address',
      says: /^Page 1 .* HTML page instead of JSON \(HTTP 200\): “Sign in”\.$/,
      hint: /sign-in page/
    },
    {
      name: 'another answer to everything',
      list: () => show({ message: 'maintenance' }),
      kind: 'wrong-address',
      says: /^Page 1 .* is no list of entries: “maintenance”\.$/,
      hint: /`base-url`/
    },
    ...[400, 402, 416, 422, 451].map((status) => ({
      name: `HTTP ${status} for a later page, which says nothing about its rows`,
      list: later(status),
      kind: 'entry-rejected' as const,
      says: /^Page 2 of the list cannot be read\./,
      hint: /./
    })),
    { name: 'no body', list: () => say(200, ''), kind: 'wrong-address', says: /is no list of entries\.$/, hint: /./ },
    {
      name: 'an error that looks like an empty list',
      list: () => show({ code: 7, message: 'no rights', data: null }),
      kind: 'entry-rejected',
      says: /^Page 1 .* reports an error \(`code: 7`\): “no rights”\.$/,
      hint: /^Ask the people who run the service: every run needs the list\.$/
    },
    {
      name: 'an error beside entries',
      list: () => show({ success: false, data: rows(3) }),
      kind: 'entry-rejected',
      says: /reports an error \(`success: false`\)/,
      hint: /^Ask/
    },
    { name: '400 for every size', list: () => say(400), kind: 'entry-rejected', says: /\(HTTP 400\)/, hint: /^Ask/ },
    {
      name: 'a row that is too large',
      list: (page, size) => (page === 2 ? say(413) : paged(rows(300))(page, size)),
      kind: 'entry-rejected',
      says: /^Page 2 .* too large \(HTTP 413\)/,
      hint: /^Ask/
    },
    {
      name: 'a service that fails',
      list: () => say(500),
      kind: 'service-failing',
      says: /^Page 1 .* The service fails \(HTTP 500\)/,
      hint: /^When the service works, start a new run/
    },
    {
      name: 'a later page that fails',
      list: later(503),
      kind: 'service-failing',
      says: /^Page 2 .*503/,
      hint: /works/
    },
    { name: 'a later page without permission', list: later(403), kind: 'forbidden', says: /^Page 2 /, hint: /./ },
    {
      name: 'a later page behind a proxy',
      list: later(407),
      kind: 'unreachable',
      says: /^Page 2 /,
      hint: /https_proxy/
    },
    { name: 'a later page with HTTP 408', list: later(408), kind: 'service-failing', says: /^Page 2 /, hint: /./ },
    { name: 'a later page with HTTP 409', list: later(409), kind: 'service-failing', says: /^Page 2 /, hint: /./ },
    { name: 'a later page with HTTP 425', list: later(425), kind: 'service-failing', says: /^Page 2 /, hint: /./ },
    {
      name: 'a later page that is no list',
      list: onlyFirst(show(7)),
      kind: 'wrong-address',
      says: /^Page 2 .* no list/,
      hint: /./
    },
    {
      name: 'a later page of which half is missing',
      list: onlyFirst(say(200, '[{"name": "a')),
      kind: 'service-failing',
      says: /^Page 2 .* incomplete/,
      hint: /./
    },
    {
      name: 'a connection that ends',
      list: onlyFirst((_, reply) => reply.destroy()),
      kind: 'unreachable',
      says: /^Page 2 .* ended before the answer was complete/,
      hint: /./
    },
    {
      name: 'more entries than memory holds',
      list: endless,
      kind: 'service-failing',
      says: /^The list shows more than 200,000 entries/,
      hint: /^Ask/
    },
    {
      name: 'a rejected token',
      list: () => say(401),
      kind: 'token-rejected',
      says: /^The service rejects/,
      hint: /Rotate/
    },
    {
      name: 'a token rejected later',
      list: later(401),
      kind: 'token-rejected',
      says: /^The service rejects/,
      hint: /./
    },
    {
      name: 'nothing but a rate limit',
      list: () => say(429),
      kind: 'out-of-time',
      says: /^The service made the run wait for ten minutes\. .*HTTP 429/,
      hint: /[Ll]ater/
    },
    {
      name: 'a rate limit from the second page on',
      list: later(429),
      kind: 'out-of-time',
      says: /made the run wait for ten minutes/,
      hint: /[Ll]ater/
    },
    {
      name: 'a service that asks to wait for days',
      list: () => say(503, '', { 'retry-after': 999_999 }),
      kind: 'out-of-time',
      says: /^The service asks to wait 12 days/,
      hint: /^After that time/
    }
  ])('$name', async ({ list, kind, says, hint }) => {
    const expected = { kind, message: expect.stringMatching(says), hint: expect.stringMatching(hint) }
    await expect(read(list)).rejects.toMatchObject(expected)
  })

  test('a service that never answers', async () => {
    const says = /^Page 1 of the list cannot be read\. The service gave no complete answer within 0.03 s\.$/
    await expect(read(() => hang, { timeout: 30 })).rejects.toMatchObject({
      kind: 'service-failing',
      message: expect.stringMatching(says)
    })
  })

  test('a list that takes longer than ten minutes', async () => {
    const list: List = (page, size) => (request, reply) => {
      clock.skip(4 * 60_000)
      return paged(rows(1000))(page, size)(request, reply)
    }
    const message = 'The list could not be read to its end within 10 minutes.'
    await expect(read(list)).rejects.toMatchObject({ kind: 'service-failing', message })
    expect((await read(list, { most: 200 })).asked).toBe('1/100 2/100')
  })

  test('a run that has ended', async () => {
    await using started = await start(paged(rows(150)))
    const end = new ActionError('cancelled', 'The run has ended.', '')
    const reading = async (): Promise<void> => {
      for await (const { page } of readList(started.client)) if (page.number === 1) started.client.end(end)
    }
    await expect(reading()).rejects.toBe(end)
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
  const names = (count: number): string[] => rows(count).map(({ name }) => name)

  test('`concurrency` at a time if the list names a total, and used in their order', async () => {
    // With fewer requests at a time the service would never answer. Pages 2 to 9, the last one empty.
    const result = await read(together(4, paged(rows(800), 800)), { concurrency: 4 })
    expect(result.names).toEqual(names(800))
    expect(result.asked.split(' ').toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `${at + 1}/100`))
  })

  test.each<{ name: string; total: number | undefined }>([
    { name: 'without a total', total: undefined },
    { name: 'if it is that of the page', total: 100 }
  ])('one at a time $name', async ({ total }) => {
    let [now, most] = [0, 0]
    const list: List = (page, size) => (request, reply) => {
      most = Math.max(most, ++now)
      reply.on('close', () => now--)
      return paged(rows(400), total)(page, size)(request, reply)
    }
    const result = await read(list, { concurrency: 4 })
    expect([result.names.length, most]).toEqual([400, 1])
  })

  test('one at a time behind a total that is too small', async () => {
    const { names: shown, asked } = await read(together(1, paged(rows(500), 250)), { concurrency: 4 })
    expect(shown).toEqual(names(500))
    expect(asked.split(' ').slice(4)).toEqual(['5/100', '6/100'])
  })

  test.each<{ name: string; behind: Behaviour }>([
    { name: 'hang', behind: hang },
    { name: 'fail', behind: say(507) },
    { name: 'are forbidden', behind: say(403) }
  ])('in vain by a total that is too large: pages that $name behind the end are of no matter', async ({ behind }) => {
    const list: List = (page, size) => (page > 4 ? behind : paged(rows(300), 5000)(page, size))
    const result = await read(list, { concurrency: 4 })
    expect(result.names).toEqual(names(300))
  })

  test('but not behind a page that fails: the first failure in their order counts', async () => {
    const list: List = (page, size) => (page > 2 ? say(page === 3 ? 507 : 403) : paged(rows(150), 5000)(page, size))
    await expect(read(together(4, list), { concurrency: 4 })).rejects.toThrow(/^Page 3 .*HTTP 507/)
  })

  test('only once if nobody waits for them any more', async () => {
    const held: (() => unknown)[] = []
    const list: List = (page, size) => (request, reply) => {
      if (page > 4) held.push(() => say(503)(request, reply))
      else paged(rows(300), 5000)(page, size)(request, reply)
    }
    await using started = await start(list, { concurrency: 4 })
    let read = 0
    for await (const { rows } of readList(started.client)) read += rows.length
    expect(read).toBe(300)
    for (const answer of held) answer()
    for (let nth = 0; nth < 5; nth++) await started.client.listPage(1, nth)
    const pages = started.asked.filter((page) => page.endsWith('/100'))
    expect(pages.toSorted()).toEqual(['1/100', '2/100', '3/100', '4/100', '5/100', '6/100', '7/100', '8/100'])
  })

  test('while the rows of one are looked at, but only as many as memory holds', async () => {
    const arrived = Promise.withResolvers<undefined>()
    let last = 0
    const list: List = (page, size) => {
      last = Math.max(last, page)
      if (page === 11) arrived.resolve(undefined)
      return paged(rows(2000), 2000)(page, size)
    }
    await using started = await start(list, { concurrency: 2 })
    const seen: number[] = []
    for await (const { page } of readList(started.client)) {
      if (page.number !== 2) continue
      await arrived.promise
      seen.push(last)
    }
    expect(seen).toEqual([11])
  })

  test('until the reader has enough', async () => {
    const list: List = (page, size) => (page > 2 ? hang : paged(rows(300), 300)(page, size))
    const result = await read(list, { concurrency: 4, most: 200 })
    expect(result.names).toEqual(names(200))
  })

  test('in the size of the first page, also several at a time', async () => {
    const result = await read(together(4, documented(paged(rows(400), 400), 50)), { concurrency: 4 })
    expect(result.names).toEqual(names(400))
    expect(result.asked.split(' ').toSorted()).toEqual(['1/100', ...pagesOf(50, 9).split(' ').slice(1)])
  })
})
