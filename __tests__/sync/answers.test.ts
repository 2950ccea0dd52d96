import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { Secret } from '../../src/secret.ts'
import { key, localhost } from '../support/certificates.ts'
import { inTurn, reset, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import type { Outcome, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// What a run, or the client alone, makes of answers. `__tests__/action/answers.test.ts` has what it prints.

const worldOf = await startWorlds()
// After the clock: these modules wait.
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { readList } = await import('../../src/knowledge/reading.ts')
const { countEntries } = await import('../../src/sync/knowledge.ts')

const MEBIBYTE = 1024 * 1024
const EIGHT = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`docs/r${at}.md`, `# Runbook ${at}\n\nText ${at}.\n`])
)

/** A push of eight runbooks after a delivery of nothing, to which the service answers in this way. */
async function pushEight(options: WorldOptions): Promise<Outcome> {
  const world = worldOf()
  await world.deliver({}, [])
  world.branch.commit(EIGHT)
  return world.sync(true, options)
}

const countOf = ({ outcomes }: Outcome, outcome: string): number =>
  outcomes.filter((one) => one.startsWith(`${outcome} `)).length

function clientOf(baseUrl: string, token = 'rsp_A1b2C3d4E5f6') {
  const { signal } = new AbortController()
  const options = { concurrency: 1, timeout: 5000, retries: 1, trace: () => undefined }
  return new KnowledgeClient({ ...options, baseUrl, signal, token: new Secret(token) })
}

/** What an upsert ends with: the number of attempts, or an error. */
async function errorOf(baseUrl: string): Promise<unknown> {
  await using client = clientOf(baseUrl)
  return await client.upsert({ name: 'Disk full', content: 'Text.' }).catch((error: unknown) => error)
}

describe('the same answer to every upsert', () => {
  test('403: ends after 2 × `concurrency`', async () => {
    const outcome = await pushEight({ concurrency: 2, faults: [{ path: UPSERT_PATH, status: 403 }] })
    expect(outcome.failure).toMatch(/^forbidden: .*HTTP 403/)
    expect(outcome.sent.length).toBeGreaterThanOrEqual(4)
    expect(outcome.sent.length).toBeLessThan(8)
    expect(countOf(outcome, 'pending')).toBe(8)
  })

  test('502: bounded retries, and every runbook is tried', async () => {
    const outcome = await pushEight({ concurrency: 8, retries: 1, faults: [{ path: UPSERT_PATH, status: 502 }] })
    expect([outcome.failure, outcome.sent.length, countOf(outcome, 'failed')]).toEqual(['', 16, 8])
  })

  test('503: the run ends after a minute', async () => {
    const outcome = await pushEight({ concurrency: 2, retries: 20, faults: [{ path: UPSERT_PATH, status: 503 }] })
    expect(outcome.failure).toMatch(/^out-of-time: No request succeeded for 1 min.*HTTP 503/)
    expect(countOf(outcome, 'pending') + countOf(outcome, 'failed')).toBe(8)
  })
})

test('Retry-After: no request is sent before', async () => {
  await using service = await startMisbehaving(inTurn(say(503, '{}', { 'retry-after': '7' }), say(200)))
  expect(await errorOf(service.url)).toBe(2)
  const [failed = 0, next = 0] = service.requests.map(({ at }) => at)
  expect(next - failed).toBeGreaterThanOrEqual(6990)
})

test.each([null, []])('an error with HTTP 200 to everything, with data %j, is not green', async (data) => {
  const body = JSON.stringify({ code: 40_101, message: 'The token has expired', data })
  const { isGreen, outcomes } = await pushEight({ faults: [{ status: 200, body }] })
  expect([isGreen, outcomes.join().includes('upserted')]).toEqual([false, false])
})

test('401 for the list: nothing is sent', async () => {
  const outcome = await pushEight({ faults: [{ path: LIST_PATH, status: 401 }] })
  expect(outcome.failure).toMatch(/^token-rejected/)
  expect([outcome.sent, countOf(outcome, 'pending')]).toEqual([[], 8])
})

describe('a list with', () => {
  const large: Behaviour = (request, reply) => say(200, `{"items":[${'0,'.repeat(8 * MEBIBYTE)}0]}`)(request, reply)

  test.each<[string, Behaviour, kind: string, why: RegExp]>([
    ['16 MiB of tiny values', large, 'failed', /larger than 8 MiB/],
    ['8 MiB of deep values', say(200, '['.repeat(4e6) + ']'.repeat(4e6)), 'unusable', /is no list of entries/]
  ])('%s is not read', async (_, answer, kind, why) => {
    await using service = await startMisbehaving(answer)
    service.list = undefined
    await using client = clientOf(service.url)
    const ending = await readList(client, { add: () => undefined })
    expect(ending).toMatchObject({ kind, why: expect.stringMatching(why) })
  })
})

test('a check counts the entries of a service that counts pages from zero', async () => {
  const world = worldOf()
  await world.fill([{ name: 'Disk full', content: 'Text.' }])
  world.service.answers.set({ first_page: 0, total: 'none' })
  const { value } = world.service.tokens.create({ name: 'Check', expiration: 'never' })
  await using client = clientOf(world.service.url, value)
  expect(await countEntries(client)).toMatchObject({ entries: 1, isComplete: true })
})

describe('no answer', () => {
  const interim: Behaviour = (_, reply) => {
    reply.writeContinue()
    reply.writeHead(200).end()
  }

  test.each<[string, Behaviour, tls: Parameters<typeof startMisbehaving>[1], attempts: number, message: RegExp]>([
    ['because it is reset', reset, undefined, 2, /ended before the answer was complete/],
    ['because the authority is not trusted', say(200), { key, cert: localhost }, 1, /does not trust the authority/],
    ['but an interim one (100 Continue)', interim, undefined, 2, /sent an interim answer \(100 Continue\)/]
  ])('%s', async (_, answer, tls, attempts, message) => {
    await using service = await startMisbehaving(answer, tls)
    const [says, hint] = [expect.stringMatching(message), expect.stringMatching(/\.$/)]
    expect(await errorOf(service.url)).toMatchObject({ message: says, hint, attempts })
  })

  test('because the host has no address', async () => {
    const message = expect.stringMatching(/^The name of runbooks\.invalid cannot be resolved\./)
    expect(await errorOf('https://runbooks.invalid')).toMatchObject({ kind: 'unreachable', message })
  })
})
