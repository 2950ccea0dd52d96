import { describe, expect, test } from '@jest/globals'
import { connect } from '../../src/knowledge/client.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { isOurs, isUnchanged, readList, type Listing } from '../../src/knowledge/list.ts'
import { Secret } from '../../src/secret.ts'
import { knowledgeBase, type KnowledgeBaseOptions } from '../support/knowledge-base.ts'
import { say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

async function read(behave: Behaviour): Promise<{ listing: Listing; pages: number[]; sizes: number[] }> {
  await using service = await startMisbehaving(behave)
  await using knowledge = await connect({
    access: { token: new Secret('t'), baseUrl: service.url },
    concurrency: 2,
    timeout: 5000,
    retries: 0,
    signal: new AbortController().signal
  })
  const listing = await readList(knowledge)
  return {
    listing,
    pages: service.requests.map(({ body }) => body.page_num ?? NaN),
    sizes: service.requests.map(({ body }) => body.page_size ?? NaN)
  }
}

function entries(count: number): { name: string; content: string }[] {
  return Array.from({ length: count }, (_, i) => ({ name: `Runbook ${i}`, content: `text ${i}` }))
}

describe('a list is read to its end', () => {
  test.each<{ name: string; options: KnowledgeBaseOptions; extent: string; size: number; pages: number[] }>([
    { name: 'nothing in it', options: {}, extent: 'whole', size: 0, pages: [1] },
    { name: 'one short page', options: { entries: entries(3) }, extent: 'whole', size: 3, pages: [1, 2] },
    { name: 'full pages', options: { entries: entries(200) }, extent: 'whole', size: 200, pages: [1, 2, 3] },
    {
      name: 'pages that the service caps',
      options: { entries: entries(45), pageSize: 20 },
      extent: 'whole',
      size: 45,
      pages: [1, 2, 3, 4]
    },
    {
      name: 'a service that knows no pages',
      options: { entries: entries(3), shape: (_rows, all) => all },
      extent: 'repeated',
      size: 3,
      pages: [1, 2]
    },
    {
      name: 'a service that repeats its last page',
      options: { entries: entries(150), shape: (rows, all) => (rows.length > 0 ? rows : all.slice(100)) },
      extent: 'repeated',
      size: 150,
      pages: [1, 2, 3]
    },
    {
      name: 'pages that shift by one that is inserted in front',
      options: {
        entries: entries(150),
        shape: (rows, all, page) => (page === 2 ? [...all.slice(99, 100), ...rows] : rows)
      },
      extent: 'whole',
      size: 150,
      pages: [1, 2, 3]
    },
    {
      name: 'two of one name, without an identity',
      options: {
        entries: [...entries(1), ...entries(1)],
        shape: (rows) => rows.map(({ name, content }) => ({ name, content }))
      },
      extent: 'whole',
      size: 2,
      pages: [1, 2]
    },
    {
      name: 'fewer than the service says that there are',
      options: { entries: entries(3), shape: (items) => ({ items, total: 12 }) },
      extent: 'cut',
      size: 3,
      pages: [1, 2]
    },
    {
      name: 'a form that changes',
      options: { entries: entries(101), shape: (items, _all, page) => ({ items: page === 1 ? items : 'more' }) },
      extent: 'cut',
      size: 100,
      pages: [1, 2]
    },
    { name: 'a form that is not known', options: { shape: () => 'x' }, extent: 'unreadable', size: 0, pages: [1] }
  ])('$name', async ({ options, extent, size, pages }) => {
    const { listing, ...asked } = await read(knowledgeBase(options).behave)
    expect({ extent: listing.extent, size: listing.size, pages: asked.pages }).toEqual({ extent, size, pages })
    expect([...listing.rows.values()].flat()).toHaveLength(size)
    expect(listing.why === '').toBe(extent === 'whole')
  })

  test('that fails in the middle is cut, and says where', async () => {
    const { behave } = knowledgeBase({ entries: entries(300) })
    const { listing } = await read((request, reply) =>
      request.nth === 2 ? say(500)(request, reply) : behave(request, reply)
    )
    expect(listing).toMatchObject({ extent: 'cut', size: 100, why: expect.stringMatching(/^page 2 .*\(500\)/) })
  })

  test.each([404, 422])('%i to every page makes it unreadable', async (status) => {
    const { listing } = await read(say(status))
    expect(listing).toMatchObject({ extent: 'unreadable', size: 0 })
  })

  test('a page size that is refused is asked for smaller, and then always so', async () => {
    const { behave } = knowledgeBase({ entries: entries(30) })
    const { listing, sizes } = await read((request, reply) =>
      (request.body.page_size ?? 0) > 50 ? say(422)(request, reply) : behave(request, reply)
    )
    expect(listing).toMatchObject({ extent: 'whole', size: 30 })
    expect(sizes).toEqual([100, 20, 20, 20])
  })

  test('401 ends the run', async () => {
    await expect(read(say(401))).rejects.toMatchObject({ kind: 'token-rejected', ends: 'run' })
  })
})

describe('what a listing permits', () => {
  const [first, second] = entries(2) as [{ name: string; content: string }, { name: string; content: string }]
  const same = contentHash(first.content)
  test.each<{ name: string; options: KnowledgeBaseOptions; hash: string; unchanged: boolean; ours: boolean }>([
    { name: 'one entry, equal', options: { entries: [first, second] }, hash: same, unchanged: true, ours: true },
    {
      name: 'one entry, other content',
      options: { entries: [first] },
      hash: contentHash('x'),
      unchanged: false,
      ours: false
    },
    { name: 'none', options: { entries: [second] }, hash: same, unchanged: false, ours: false },
    { name: 'two of that name', options: { entries: [first, first] }, hash: same, unchanged: false, ours: false },
    {
      name: 'no content shown',
      options: { entries: [first], shape: (rows) => rows.map(({ id, name }) => ({ id, name })) },
      hash: same,
      unchanged: false,
      ours: false
    },
    {
      name: 'content trimmed by the service',
      options: { entries: [first], shape: (rows) => rows.map((row) => ({ ...row, content: row.content.trim() })) },
      hash: contentHash(`${first.content}\n`),
      unchanged: false,
      ours: false
    },
    {
      name: 'a service that knows no pages',
      options: { entries: [first], shape: (_rows, all) => all },
      hash: same,
      unchanged: true,
      ours: false
    },
    {
      name: 'a list that was cut',
      options: { entries: [first], shape: (items) => ({ items, total: 2 }) },
      hash: same,
      unchanged: false,
      ours: false
    }
  ])('$name', async ({ options, hash, unchanged, ours }) => {
    const { listing } = await read(knowledgeBase(options).behave)
    expect(isUnchanged(listing, first.name, hash)).toBe(unchanged)
    expect(isOurs(listing, first.name, hash)).toBe(ours)
  })
})
