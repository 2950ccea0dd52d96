import type { ServerResponse } from 'node:http'
import { expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { hang, inTurn, say, type Behaviour } from '../support/misbehaving-service.ts'
import { serve } from './connect.ts'

// What ends a run, with the real clock.

const END = new ActionError('out-of-time', 'The run has ended.', '')

/** What an upsert ends with. */
const upsert = ({ client }: { readonly client: KnowledgeClient }): Promise<unknown> =>
  client.write({ name: 'Disk full', content: 'Text.', listed: undefined }).catch((error: unknown) => error)

test('the end of a run ends a pause', async () => {
  const controller = new AbortController()
  await using api = await serve(say(429, '{}', { 'retry-after': '60' }), { signal: controller.signal })
  await upsert(api)
  const page = api.client.listPage(1, 100)
  controller.abort(END)
  await expect(page).rejects.toBe(END)
})

test('a request in flight goes on when the run has ended, and no other one is sent', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>()
  await using api = await serve((_, reply) => {
    hold(reply)
  })
  const call = upsert(api)
  const reply = await held
  api.client.end(END)
  expect(await upsert(api)).toBe(END)
  reply.end('{}')
  expect(await call).toBeUndefined()
  expect(api.requests).toHaveLength(1)
})

const cut: Behaviour = (_, reply) => {
  reply.writeHead(401, { 'content-length': 100 }).write('{}', () => reply.destroy())
}
const REJECTED = { kind: 'token-rejected', hint: expect.stringMatching(/Rotate/) }

test.each<{ what: string; behaviour: Behaviour; end: object }>([
  {
    what: 'that asks to wait for days',
    behaviour: say(429, '{}', { 'retry-after': '999999' }),
    end: { kind: 'out-of-time', message: expect.stringMatching(/asks to wait 16,667 minutes/) }
  },
  { what: '401 as HTML', behaviour: say(401, '<!doctype html>', { 'content-type': 'text/html' }), end: REJECTED },
  { what: '401 whose body is cut', behaviour: cut, end: REJECTED }
])('an answer ends the run at once: $what', async ({ behaviour, end }) => {
  await using api = await serve(behaviour)
  expect(await upsert(api)).toMatchObject(end)
  expect(api.client.ended).toMatchObject(end)
  expect(api.requests).toHaveLength(1)
})

test('a 401 also ends the run for what has no answer yet', async () => {
  await using api = await serve(inTurn(hang, say(401)))
  const results = await Promise.all([upsert(api), upsert(api)])
  expect(results).toEqual([api.client.ended, api.client.ended])
  expect(api.client.ended).toMatchObject({ kind: 'token-rejected' })
})
