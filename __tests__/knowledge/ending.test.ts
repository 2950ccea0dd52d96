import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { hang, inTurn, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import { connect } from './connect.ts'

// What ends a run, with the real clock.

const END = new ActionError('out-of-time', 'The run has ended.', '')

/** What an upsert ends with. */
const upsert = (client: KnowledgeClient): Promise<unknown> =>
  client.write({ name: 'Disk full', content: 'Text.', listed: undefined }).catch((error: unknown) => error)

test('the end of a run ends a pause', async () => {
  const controller = new AbortController()
  await using service = await startMisbehaving(say(429, '{}', { 'retry-after': '60' }))
  await using client = connect(service.url, { signal: controller.signal })
  await upsert(client)
  const page = client.listPage(1, 100)
  controller.abort(END)
  await expect(page).rejects.toBe(END)
})

test('a request in flight goes on when the run has ended, and no other one is sent', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>()
  await using service = await startMisbehaving((_, reply) => {
    hold(reply)
  })
  await using client = connect(service.url)
  const call = upsert(client)
  const reply = await held
  client.end(END)
  expect(await upsert(client)).toBe(END)
  reply.end('{}')
  expect(await call).toBeUndefined()
  expect(service.requests).toHaveLength(1)
})

test('a service that asks to wait for days ends the run at once', async () => {
  await using service = await startMisbehaving(say(429, '{}', { 'retry-after': '999999' }))
  await using client = connect(service.url)
  const message = expect.stringMatching(/asks to wait 16,667 minutes/)
  expect(await upsert(client)).toMatchObject({ kind: 'out-of-time', message })
  expect(client.ended).toMatchObject({ message })
})

describe('a 401 ends the run at the first answer,', () => {
  test.each<{ name: string; behaviour: Behaviour }>([
    { name: 'as HTML', behaviour: say(401, '<!doctype html>', { 'content-type': 'text/html' }) },
    {
      name: 'whose body is cut',
      behaviour: (_, reply) => void reply.writeHead(401, { 'content-length': 100 }).write('{}', () => reply.destroy())
    }
  ])('$name', async ({ behaviour }) => {
    await using service = await startMisbehaving(behaviour)
    await using client = connect(service.url)
    expect(await upsert(client)).toMatchObject({ kind: 'token-rejected', hint: expect.stringMatching(/Rotate/) })
    expect(client.ended).toMatchObject({ kind: 'token-rejected' })
    expect(service.requests).toHaveLength(1)
  })

  test('also for what has no answer yet', async () => {
    await using service = await startMisbehaving(inTurn(hang, say(401)))
    await using client = connect(service.url)
    const results = await Promise.all([upsert(client), upsert(client)])
    expect(results).toEqual([client.ended, client.ended])
    expect(client.ended).toMatchObject({ kind: 'token-rejected' })
  })
})
