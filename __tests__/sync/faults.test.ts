import { expect, test } from '@jest/globals'
import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { run, runbooks } from '../support/delivery.ts'
import { reset, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

const SEED = 5

/** The same number from 0 to 1 for the same words in every run: what befalls an entry does not depend on timing. */
function chance(...words: readonly (string | number)[]): number {
  return parseInt(hash('sha256', JSON.stringify([SEED, ...words]), 'hex').slice(0, 12), 16) / 2 ** 48
}

/** Lets so many requests a second pass, and as many at once. */
function limiter(perSecond: number): () => boolean {
  let tokens = perSecond
  let last = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(perSecond, tokens + ((now - last) / 1000) * perSecond)
    last = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

test('2,000 runbooks against 429, 5xx, resets, hangs and slow answers: delivered, or red and named', async () => {
  const kept = new Map<string, number>()
  const attempts = new Map<string, number>()
  const befallen = new Set<string>()
  const passes = limiter(400)

  const keep = (name: string, reply: ServerResponse): void => {
    kept.set(name, (kept.get(name) ?? 0) + 1)
    reply.end('{}')
  }
  /** Each with its share of the requests. */
  const faults: readonly (readonly [string, number, Behaviour])[] = [
    ['500', 0.01, say(500)],
    ['502', 0.01, say(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })],
    ['503', 0.005, say(503, '', { 'retry-after': '0' })],
    ['504', 0.01, say(504)],
    ['reset before', 0.01, reset],
    [
      'reset after it was kept',
      0.01,
      ({ body }, reply) => {
        kept.set(body.name ?? '', 1)
        reply.socket?.resetAndDestroy()
      }
    ],
    [
      'broken off',
      0.01,
      (_request, reply) => reply.writeHead(200, { 'content-length': 9 }).write('{', () => reply.destroy())
    ],
    ['truncated JSON', 0.01, say(200, '{"id":')],
    ['hang', 0.005, () => undefined],
    [
      'slow',
      0.05,
      ({ body }, reply) =>
        setTimeout(() => {
          keep(body.name ?? '', reply)
        }, 100)
    ]
  ]
  await using service = await startMisbehaving((request, reply) => {
    const { name = '' } = request.body
    const nth = (attempts.get(name) ?? 0) + 1
    attempts.set(name, nth)
    if (!passes()) {
      befallen.add('429')
      return say(429, '', { 'retry-after': '1' })(request, reply)
    }
    if (chance('refused', name) < 0.005) return say(422, '{"detail":"no"}')(request, reply)
    if (chance('down for good', name) < 0.003) return say(500)(request, reply)
    let number = chance('fault', name, nth)
    for (const [fault, share, behave] of faults) {
      number -= share
      if (number < 0) {
        befallen.add(fault)
        return behave(request, reply)
      }
    }
    keep(name, reply)
    return undefined
  })

  const { outcomes, ended, totals } = await run({
    url: service.url,
    items: runbooks(2000),
    concurrency: 32,
    timeout: 1000,
    retries: 4
  })

  expect(ended).toBeUndefined()
  expect([...befallen].sort()).toEqual([...faults.map(([fault]) => fault), '429'].sort())
  expect(outcomes).toHaveLength(2000)
  expect(new Set(outcomes.map(({ path }) => path)).size).toBe(2000)
  // Whatever is green is there; whatever is not there is red and says why.
  expect(outcomes.filter(({ outcome, name }) => outcome === 'upserted' && !kept.has(name ?? ''))).toEqual([])
  const failed = outcomes.filter(({ outcome }) => outcome !== 'upserted')
  expect(
    failed.filter(({ outcome, reason, remedy }) => outcome !== 'failed' || reason === '' || remedy === '')
  ).toEqual([])
  const doomed = runbooks(2000).filter(
    ({ name }) => chance('refused', name) < 0.005 || chance('down for good', name) < 0.003
  )
  expect(doomed.length).toBeGreaterThan(10)
  expect(failed.map(({ name }) => name)).toEqual(expect.arrayContaining(doomed.map(({ name }) => name)))
  expect(failed.length).toBeLessThanOrEqual(doomed.length + 2)
  expect(totals).toEqual({ upserted: 2000 - failed.length, failed: failed.length })
  expect(outcomes.filter(({ name, attempts: counted }) => counted < (attempts.get(name ?? '') ?? 0))).toEqual([])
}, 60_000)

test.each([{ concurrency: 4 }, { concurrency: 32 }])(
  'a service that allows 200 a second is asked about so often, with $concurrency at a time',
  async ({ concurrency }) => {
    const passes = limiter(200)
    let refusals = 0
    await using service = await startMisbehaving((_request, reply) => {
      setTimeout(() => {
        if (passes()) reply.end('{}')
        else {
          refusals += 1
          reply.writeHead(429).end()
        }
      }, 2)
    })
    const started = performance.now()
    const { totals } = await run({ url: service.url, items: runbooks(800), concurrency, retries: 4 })
    expect(totals).toEqual({ upserted: 800 })
    // Ideally 3 s (200 pass at once); asking without pause would be refused thousands of times.
    expect(performance.now() - started).toBeLessThan(12_000)
    expect(refusals).toBeLessThan(800 * 0.15)
  }
)
