import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { Failure } from '../../src/failures.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { readList } from '../../src/knowledge/list.ts'
import { contentOf, run, runbooks } from '../support/delivery.ts'
import { knowledgeBase } from '../support/knowledge-base.ts'
import { hang, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

/** Answers by the entry's name; everything else is good. */
function byName(answers: Record<string, Behaviour>): Behaviour {
  return (request, reply) => (answers[request.body.name ?? ''] ?? say(200))(request, reply)
}

describe('what becomes of each runbook', () => {
  test('all are sent, and hashed', async () => {
    await using service = await startMisbehaving(say(200))
    const items = runbooks(25)
    const { totals, hashes, ended, outcomes } = await run({ url: service.url, items })
    expect({ totals, ended }).toEqual({ totals: { upserted: 25 }, ended: undefined })
    expect(service.requests.map(({ body }) => body.name).sort()).toEqual(items.map(({ name }) => name).sort())
    expect(hashes.get('Runbook 3')).toBe(contentHash(contentOf({ path: '', name: 'Runbook 3' })))
    expect(outcomes.find(({ name }) => name === 'Runbook 3')).toEqual({
      path: 'docs/runbooks/3.md',
      name: 'Runbook 3',
      outcome: 'upserted',
      reason: '',
      attempts: 1
    })
  })

  test('one entry’s failure is its own', async () => {
    await using service = await startMisbehaving(
      byName({ 'Runbook 1': say(422, '{"detail":"no emoji"}'), 'Runbook 2': say(404), 'Runbook 3': say(500) })
    )
    const { totals, ended, outcomes } = await run({ url: service.url, items: runbooks(20) })
    expect({ totals, ended }).toEqual({ totals: { upserted: 17, failed: 3 }, ended: undefined })
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Runbook 1', attempts: 1, reason: expect.stringContaining('“no emoji”') }),
        expect.objectContaining({ name: 'Runbook 2', attempts: 1, remedy: expect.stringContaining('base-url') }),
        expect.objectContaining({ name: 'Runbook 3', attempts: 3, reason: expect.stringContaining('(500)') })
      ])
    )
  })

  test('what cannot be read or converted is not sent, and keeps nobody else from it', async () => {
    await using service = await startMisbehaving(say(200))
    const { outcomes } = await run({
      url: service.url,
      items: runbooks(4),
      prepare: (item) => {
        switch (item.name) {
          case 'Runbook 0':
            return Promise.resolve({ kind: 'refused', reason: 'not UTF-8', remedy: 'Save it as UTF-8.', line: 3 })
          case 'Runbook 1':
            return Promise.reject(new Failure('source', 'Git cannot read it.', 'Fetch it.'))
          case 'Runbook 2':
            return Promise.reject(new TypeError('x is undefined'))
          default:
            return Promise.resolve({ kind: 'ready', entry: { name: item.name, content: '' } })
        }
      }
    })
    expect(new Map(outcomes.map((outcome) => [outcome.name, outcome]))).toEqual(
      new Map<unknown, unknown>([
        [
          'Runbook 0',
          {
            path: 'docs/runbooks/0.md',
            name: 'Runbook 0',
            outcome: 'refused',
            reason: 'not UTF-8',
            remedy: 'Save it as UTF-8.',
            line: 3,
            attempts: 0
          }
        ],
        [
          'Runbook 1',
          {
            path: 'docs/runbooks/1.md',
            name: 'Runbook 1',
            outcome: 'failed',
            reason: 'Git cannot read it.',
            remedy: 'Fetch it.',
            attempts: 0
          }
        ],
        [
          'Runbook 2',
          { path: 'docs/runbooks/2.md', name: 'Runbook 2', outcome: 'failed', reason: 'x is undefined', attempts: 0 }
        ],
        ['Runbook 3', { path: 'docs/runbooks/3.md', name: 'Runbook 3', outcome: 'upserted', reason: '', attempts: 1 }]
      ])
    )
    expect(service.requests).toHaveLength(1)
  })

  test.each([
    [3, 2 * 3],
    [24, 24 + 16]
  ])('%d at a time: no more requests in flight, nor more than %d contents held', async (concurrency, held) => {
    let answered = 0
    const open: ServerResponse[] = []
    await using service = await startMisbehaving((_request, reply) => {
      open.push(reply)
      if (open.length < concurrency && answered + open.length < 100) return
      answered += open.length
      for (const each of open.splice(0)) each.end('{}')
    })
    let prepared = 0
    let most = 0
    const { totals } = await run({
      url: service.url,
      items: runbooks(100),
      concurrency,
      prepare: (item) => {
        prepared += 1
        // Those not yet answered; an answer on its way to the client counts as given.
        most = Math.max(most, prepared - answered)
        return Promise.resolve({ kind: 'ready', entry: { name: item.name, content: '' } })
      }
    })
    expect(totals).toEqual({ upserted: 100 })
    expect(service.most()).toBe(concurrency)
    expect(most).toBeLessThanOrEqual(held)
  })

  test('nothing to send: no request', async () => {
    await using service = await startMisbehaving(say(200))
    expect(await run({ url: service.url, items: [] })).toMatchObject({ totals: {}, ended: undefined })
    expect(service.requests).toHaveLength(0)
  })
})

describe('what concerns all ends the run', () => {
  test('401 in the middle: no request starts after it, those in flight are aborted, the rest is pending', async () => {
    await using service = await startMisbehaving((request, reply) => {
      if (request.nth <= 10) return say(200)(request, reply)
      return request.nth === 13 ? say(401)(request, reply) : hang(request, reply)
    })
    const { totals, ended, outcomes } = await run({ url: service.url, items: runbooks(50), timeout: 60_000 })
    expect(ended).toMatchObject({ kind: 'token-rejected' })
    expect(totals).toEqual({ upserted: 10, pending: 40 })
    expect(service.requests.length).toBeLessThanOrEqual(14)
    expect(outcomes.filter(({ attempts }) => attempts > 0)).toHaveLength(service.requests.length)
    expect(new Set(outcomes.filter(({ outcome }) => outcome === 'pending').map(({ reason }) => reason)).size).toBe(1)
  })

  test.each([
    { status: 403, kind: 'forbidden' },
    { status: 404, kind: 'wrong-address' },
    { status: 302, kind: 'wrong-address' }
  ])('$status from the start: 2 × `concurrency` requests and one error', async ({ status, kind }) => {
    await using service = await startMisbehaving(say(status))
    const { totals, ended } = await run({ url: service.url, items: runbooks(50), concurrency: 3 })
    expect(ended).toMatchObject({ kind })
    expect(totals).toEqual({ pending: 50 })
    expect(service.requests).toHaveLength(6)
  })

  test('404 to all of a few is one error, too', async () => {
    await using service = await startMisbehaving(say(404))
    const { totals, ended } = await run({ url: service.url, items: runbooks(3) })
    expect(ended).toMatchObject({ kind: 'wrong-address' })
    expect(totals).toEqual({ pending: 3 })
  })

  test('404 to many, once something was accepted, is about each of them', async () => {
    await using service = await startMisbehaving((request, reply) => say(request.nth === 7 ? 200 : 404)(request, reply))
    const { totals, ended } = await run({ url: service.url, items: runbooks(20) })
    expect({ totals, ended }).toEqual({ totals: { upserted: 1, failed: 19 }, ended: undefined })
  })

  test('a spent budget: what was tried failed, the rest is pending', async () => {
    await using service = await startMisbehaving(say(503))
    const { totals, ended } = await run({ url: service.url, items: runbooks(30), budget: 300, retries: 1 })
    expect(ended).toMatchObject({ kind: 'out-of-time' })
    expect((totals['failed'] ?? 0) + (totals['pending'] ?? 0)).toBe(30)
    expect(totals['pending']).toBeGreaterThan(0)
  })

  test('cancellation: what is in flight is ended, all others are pending and unread', async () => {
    const cancel = new AbortController()
    await using service = await startMisbehaving((request, reply) => {
      if (request.nth <= 8) return say(200)(request, reply)
      if (request.nth === 12) cancel.abort()
      return undefined
    })
    let reads = 0
    const { totals, ended } = await run({
      url: service.url,
      items: runbooks(100),
      timeout: 60_000,
      signal: cancel.signal,
      prepare: (item) => {
        reads += 1
        return Promise.resolve({ kind: 'ready', entry: { name: item.name, content: '' } })
      }
    })
    expect(ended).toMatchObject({ kind: 'cancelled' })
    expect(totals).toEqual({ upserted: 8, pending: 92 })
    expect(reads).toBeLessThanOrEqual(8 + 2 * 4)
  })
})

describe('where the list is known', () => {
  const items = runbooks(6)
  const stored = items.slice(0, 5).map((item) => ({ name: item.name, content: contentOf(item) }))
  const upserts = (requests: readonly { path: string; body: { name?: string } }[]): (string | undefined)[] =>
    requests.filter(({ path }) => path.endsWith('/upsert')).map(({ body }) => body.name)

  test('what is there with equal content is not sent, and a new one is the canary, sent twice', async () => {
    const base = knowledgeBase({ entries: stored })
    await using service = await startMisbehaving(base.behave)
    const { totals, ended, outcomes } = await run({ url: service.url, items, know: readList })
    expect({ totals, ended }).toEqual({ totals: { unchanged: 5, upserted: 1 }, ended: undefined })
    expect(upserts(service.requests)).toEqual(['Runbook 5', 'Runbook 5'])
    expect(outcomes.find(({ name }) => name === 'Runbook 5')).toMatchObject({ attempts: 2 })
    expect(base.readings()).toBe(2)
  })

  test('one that is there with other content is the canary, sent once', async () => {
    const base = knowledgeBase({
      entries: stored.map((one) => (one.name === 'Runbook 3' ? { ...one, content: '' } : one))
    })
    await using service = await startMisbehaving(base.behave)
    const { totals } = await run({ url: service.url, items, know: readList })
    expect(totals).toEqual({ unchanged: 4, upserted: 2 })
    expect(upserts(service.requests)).toEqual(['Runbook 3', 'Runbook 5'])
  })

  test('nothing to be sent: no canary', async () => {
    const base = knowledgeBase({ entries: stored })
    await using service = await startMisbehaving(base.behave)
    const { totals } = await run({ url: service.url, items: items.slice(0, 5), know: readList })
    expect(totals).toEqual({ unchanged: 5 })
    expect(base.readings()).toBe(1)
  })

  test.each([
    { name: 'an entry that is there', entries: [{ name: 'Runbook 3', content: 'old' }], copies: 2 },
    { name: 'a new entry', entries: [], copies: 2 }
  ])('a service that copies ends the run: $name', async ({ entries, copies }) => {
    const base = knowledgeBase({ entries, copies: true })
    await using service = await startMisbehaving(base.behave)
    const { totals, ended } = await run({ url: service.url, items, know: readList })
    expect(ended).toMatchObject({ kind: 'copies', message: expect.stringContaining('two entries of that name') })
    expect(totals).toEqual({ upserted: 1, pending: 5 })
    expect(base.stored).toHaveLength(copies)
    expect(base.readings()).toBe(3)
  })

  test.each<{ name: string; options: Parameters<typeof knowledgeBase>[0] }>([
    {
      name: 'two that cannot be told apart',
      options: { copies: true, shape: (rows) => rows.map(({ name, content }) => ({ name, content })) }
    },
    {
      name: 'a copy that only one look shows',
      options: { copies: true, shown: (all, look) => all.slice(0, look === 2 ? 2 : 1) }
    },
    {
      name: 'two of that name from before',
      options: {
        entries: [
          { name: 'Runbook 0', content: 'a' },
          { name: 'Runbook 0', content: 'b' }
        ]
      }
    },
    { name: 'a list that is not understood', options: { shape: () => ({ data: null }) } },
    {
      name: 'a list that knows no pages',
      options: { entries: [{ name: 'Another', content: '' }], copies: true, shape: (_rows, all) => all }
    },
    { name: 'a list that lags behind', options: { shown: () => [] } }
  ])('what proves nothing does not: $name', async ({ options }) => {
    await using service = await startMisbehaving(knowledgeBase(options).behave)
    const { totals, ended } = await run({ url: service.url, items, know: readList })
    expect({ totals, ended }).toEqual({ totals: { upserted: 6 }, ended: undefined })
  })

  test('a canary that is refused is replaced by the next, three times', async () => {
    const base = knowledgeBase()
    await using service = await startMisbehaving((request, reply) =>
      ['Runbook 0', 'Runbook 1'].includes(request.body.name ?? '')
        ? say(422)(request, reply)
        : base.behave(request, reply)
    )
    const { totals } = await run({ url: service.url, items, know: readList })
    expect(totals).toEqual({ failed: 2, upserted: 4 })
    expect(upserts(service.requests).slice(0, 4)).toEqual(['Runbook 0', 'Runbook 1', 'Runbook 2', 'Runbook 2'])
  })

  test('401 to the look ends the run', async () => {
    const base = knowledgeBase()
    await using service = await startMisbehaving((request, reply) =>
      request.path.endsWith('/list') && base.readings() === 1 && request.nth > 2
        ? say(401)(request, reply)
        : base.behave(request, reply)
    )
    const { totals, ended } = await run({ url: service.url, items, know: readList })
    expect(ended).toMatchObject({ kind: 'token-rejected' })
    expect(totals).toEqual({ upserted: 1, pending: 5 })
  })
})
