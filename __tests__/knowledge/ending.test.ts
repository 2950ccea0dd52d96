import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import { RateLimiter } from '../../src/knowledge/limiter.ts'
import { Secret } from '../../src/secret.ts'
import { hang, inTurn, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

// What happens at the same time, with the real clock.

function connect(baseUrl: string, options: Partial<ClientOptions> = {}): KnowledgeClient {
  const { signal } = new AbortController()
  const setup = { token: new Secret('oap_test'), concurrency: 2, timeout: 10_000, signal, trace: () => undefined }
  return new KnowledgeClient({ ...setup, baseUrl, ...options })
}

/** What each of these upserts ends with. */
function upsertAll(client: KnowledgeClient, names: readonly string[]): Promise<unknown>[] {
  return names.map((name) => client.upsert({ name, content: 'Text.' }).catch((error: unknown) => error))
}

const END = new ActionError('out-of-time', 'The run has ended.', '')

test('a late 429 does not hold back requests that wait when the run has ended', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  await using service = await startMisbehaving((_, reply) => {
    held.resolve(reply)
  })
  await using client = connect(service.url, { concurrency: 1 })
  const calls = upsertAll(client, ['a', 'b', 'c'])
  const reply = await held.promise
  client.end(END)
  reply.writeHead(429, { 'retry-after': '60' }).end()
  expect(await Promise.all(calls)).toEqual([END, END, END])
})

test('the end of a run ends a pause', async () => {
  await using service = await startMisbehaving(say(429, '{}', { 'retry-after': '60' }))
  const paused = Promise.withResolvers<unknown>()
  await using client = connect(service.url, { onProgress: paused.resolve })
  const calls = upsertAll(client, ['a', 'b', 'c'])
  await paused.promise
  client.end(END)
  expect(await Promise.all(calls)).toEqual([END, END, END])
})

test('a request in flight goes on when the run has ended', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  await using service = await startMisbehaving((_, reply) => {
    held.resolve(reply)
  })
  await using client = connect(service.url)
  const [call] = upsertAll(client, ['a'])
  const reply = await held.promise
  client.end(END)
  reply.end('{}')
  expect(await call).toBe(1)
})

test('a signal ends the run', async () => {
  const controller = new AbortController()
  await using service = await startMisbehaving(say(200))
  await using client = connect(service.url, { signal: controller.signal })
  controller.abort()
  expect(await Promise.all(upsertAll(client, ['a']))).toMatchObject([{ kind: 'cancelled' }])
  expect(service.requests).toEqual([])
})

describe('a 401 ends the run at the first answer,', () => {
  test.each<{ name: string; behaviour: Behaviour }>([
    { name: 'as JSON', behaviour: say(401) },
    { name: 'as HTML', behaviour: say(401, '<!doctype html>', { 'content-type': 'text/html' }) },
    {
      name: 'whose body is cut',
      behaviour: (_, reply) => void reply.writeHead(401, { 'content-length': 100 }).write('{}', () => reply.destroy())
    },
    { name: 'whose body never ends', behaviour: (_, reply) => void reply.writeHead(401).write(' '.repeat(20_000)) },
    { name: 'whose encoding is damaged', behaviour: say(401, '{}', { 'content-encoding': 'gzip' }) },
    { name: 'in an answer of 200', behaviour: say(200, '{"code": 401}') }
  ])('$name', async ({ behaviour }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url)
    const hint = expect.stringMatching(/Rotate/)
    await expect(client.upsert({ name: 'a', content: '' })).rejects.toMatchObject({ kind: 'token-rejected', hint })
    expect(client.ended).toMatchObject({ kind: 'token-rejected' })
    expect(service.requests).toHaveLength(1)
  })

  test('also for what has no answer yet', async () => {
    await using service = await startMisbehaving(inTurn(hang, say(401)))
    await using client = connect(service.url)
    const results = await Promise.all(upsertAll(client, ['a', 'b', 'c']))
    expect(results).toEqual([client.ended, client.ended, client.ended])
    expect(client.ended).toMatchObject({ kind: 'token-rejected' })
  })
})

test('429 halves the requests in flight, once for all of one moment; each round of successes adds one', async () => {
  const limiter = new RateLimiter(8)
  const mostInFlight = async (): Promise<number> => {
    let [now, most] = [0, 0]
    const task = async (): Promise<void> => {
      most = Math.max(most, ++now)
      await setImmediate()
      now--
    }
    await Promise.all(Array.from({ length: 20 }, () => limiter.run(task)))
    return most
  }
  const started = performance.now()
  expect(await mostInFlight()).toBe(8)
  expect([limiter.throttled(started), limiter.throttled(started)]).toEqual([250, 0])
  expect(await mostInFlight()).toBe(4)
  expect(limiter.throttled(performance.now())).toBe(500)
  for (let successes = 0; successes < 2; successes++) limiter.succeeded()
  expect(await mostInFlight()).toBe(3)
  expect(limiter.throttled(performance.now())).toBe(250)
})
