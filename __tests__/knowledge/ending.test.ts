import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import { Secret } from '../../src/secret.ts'
import { hang, inTurn, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

// What happens at the same time, with the real clock.

const END = new ActionError('out-of-time', 'The run has ended.', '')

/** A client; `paused` resolves when the service asks for a pause. */
function connect(baseUrl: string, { signal } = new AbortController(), concurrency = 1) {
  const { promise: paused, resolve: onProgress } = Promise.withResolvers<unknown>()
  const token = new Secret('oap_test')
  const setup = { token, baseUrl, concurrency, signal, trace: () => undefined, onProgress }
  return Object.assign(new KnowledgeClient(setup), { paused })
}

/** What each of these upserts ends with. */
function upsertAll(client: KnowledgeClient, ...names: readonly string[]): Promise<unknown>[] {
  return names.map((name) => client.upsert({ name, content: 'Text.' }).catch((error: unknown) => error))
}

/** A service that holds the first request until it is told what to answer. */
async function startHolding() {
  const { promise: held, resolve } = Promise.withResolvers<ServerResponse>()
  const hold: Behaviour = (_, reply) => {
    resolve(reply)
  }
  return Object.assign(await startMisbehaving(hold), { held })
}

test('a late 429 does not hold back requests that wait when the run has ended', async () => {
  await using service = await startHolding()
  await using client = connect(service.url)
  const calls = upsertAll(client, 'a', 'b', 'c')
  const reply = await service.held
  client.end(END)
  reply.writeHead(429, { 'retry-after': '60' }).end()
  expect(await Promise.all(calls)).toEqual([END, END, END])
})

test('the end of a run ends a pause', async () => {
  await using service = await startMisbehaving(say(429, '{}', { 'retry-after': '60' }))
  await using client = connect(service.url)
  const [sent] = upsertAll(client, 'a')
  await client.paused
  const waiting = upsertAll(client, 'b')
  client.end(END)
  expect(await Promise.all([sent, ...waiting])).toEqual([END, END])
})

test('a pause does not end with a shorter one', async () => {
  const waits: Readonly<Record<string, string>> = { a: '0', b: '0.8' }
  await using service = await startMisbehaving((request, reply) => {
    const { name = '' } = request.body
    say(name === 'c' ? 200 : 429, '{}', { 'retry-after': waits[name] ?? '' })(request, reply)
  })
  await using client = connect(service.url, new AbortController(), 2)
  await Promise.all(upsertAll(client, 'a', 'b'))
  await Promise.all(upsertAll(client, 'c'))
  const [, second, third] = service.requests.map(({ at }) => at)
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(750)
})

test('a request in flight goes on when the run has ended', async () => {
  await using service = await startHolding()
  await using client = connect(service.url)
  const [call] = upsertAll(client, 'a')
  const reply = await service.held
  client.end(END)
  reply.end('{}')
  expect(await call).toBe(true)
})

test('a signal ends the run', async () => {
  const controller = new AbortController()
  await using service = await startMisbehaving(say(200))
  await using client = connect(service.url, controller)
  controller.abort(END)
  expect(await Promise.all(upsertAll(client, 'a'))).toEqual([END])
  expect(service.requests).toEqual([])
})

test('a service that asks to wait for days ends the run at once', async () => {
  await using service = await startMisbehaving(say(429, '{}', { 'retry-after': '999999' }))
  await using client = connect(service.url)
  const [call] = upsertAll(client, 'a')
  expect(await call).toMatchObject({ message: expect.stringMatching(/asks to wait 16,667 minutes/) })
  expect(client.ended).toBe(await call)
})

describe('a 401 ends the run at the first answer,', () => {
  test.each<{ name: string; behaviour: Behaviour }>([
    { name: 'as HTML', behaviour: say(401, '<!doctype html>', { 'content-type': 'text/html' }) },
    {
      name: 'whose body is cut',
      behaviour: (_, reply) => void reply.writeHead(401, { 'content-length': 100 }).write('{}', () => reply.destroy())
    },
    { name: 'whose body never ends', behaviour: (_, reply) => void reply.writeHead(401).write(' ') },
    { name: 'in an answer of 200', behaviour: say(200, '{"code": 401}') }
  ])('$name', async ({ behaviour }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url)
    const hint = expect.stringMatching(/Rotate/)
    expect(await Promise.all(upsertAll(client, 'a'))).toMatchObject([{ kind: 'token-rejected', hint }])
    expect(client.ended).toMatchObject({ kind: 'token-rejected' })
    expect(service.requests).toHaveLength(1)
  })

  test('also for what has no answer yet', async () => {
    await using service = await startMisbehaving(inTurn(hang, say(401)))
    await using client = connect(service.url, new AbortController(), 2)
    const results = await Promise.all(upsertAll(client, 'a', 'b', 'c'))
    expect(results).toEqual([client.ended, client.ended, client.ended])
    expect(client.ended).toMatchObject({ kind: 'token-rejected' })
  })
})
