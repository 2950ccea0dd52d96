import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { Secret } from '../../src/secret.ts'
import type { AnswerOptions } from '../../service/service.ts'
import { key, localhost } from '../support/certificates.ts'
import { inTurn, reset, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import type { Outcome, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// What a run, or the client alone, makes of answers. `__tests__/action/answers.test.ts` has what it prints.

const worldOf = await startWorlds()
// After the clock: these modules wait.
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { checkList, readList, WHOLE } = await import('../../src/knowledge/reading.ts')

const TOKEN = 'rsp_A1b2C3d4E5f6'
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

function clientOf(baseUrl: string, token = TOKEN) {
  const { signal } = new AbortController()
  const options = { concurrency: 1, timeout: 5000, retries: 1, trace: () => undefined }
  return new KnowledgeClient({ ...options, baseUrl, signal, token: new Secret(token) })
}

/** What an upsert ends with: the number of attempts, or an error. */
async function errorOf(baseUrl: string, token = TOKEN): Promise<unknown> {
  await using client = clientOf(baseUrl, token)
  return await client.upsert({ name: 'Disk full', content: 'Text.' }).catch((error: unknown) => error)
}

describe('the same answer to every upsert', () => {
  test.each<[status: number, kind: string]>([
    [403, 'forbidden'],
    [302, 'wrong-address']
  ])('%d: ends after 2 × `concurrency`', async (status, kind) => {
    const outcome = await pushEight({ concurrency: 2, faults: [{ path: UPSERT_PATH, status }] })
    expect(outcome.failure).toMatch(new RegExp(`^${kind}: .*HTTP ${status}`))
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

test('500 for one runbook, again and again: bounded retries, and the others are delivered', async () => {
  const outcome = await pushEight({ retries: 2, faults: [{ path: UPSERT_PATH, name: 'Runbook 2', status: 500 }] })
  const [failed] = outcome.findings.outcomes.filter(({ path }) => path === 'docs/r2.md')
  expect(failed).toMatchObject({ outcome: 'failed', attempts: 3 })
  expect([outcome.isGreen, countOf(outcome, 'upserted')]).toEqual([false, 7])
})

test('Retry-After: 999999 ends the run, which says so', async () => {
  const faults = [{ path: UPSERT_PATH, every: 2, status: 429, retry_after: 999_999 }] as const
  const outcome = await pushEight({ faults })
  expect(outcome.failure).toMatch(/^out-of-time: .*Retry-After/)
  expect([countOf(outcome, 'upserted'), countOf(outcome, 'pending')]).toEqual([1, 7])
})

test('Retry-After: no request is sent before', async () => {
  await using service = await startMisbehaving(inTurn(say(503, '{}', { 'retry-after': '7' }), say(200)))
  expect(await errorOf(service.url)).toBe(2)
  const [failed = 0, next = 0] = service.requests.map(({ at }) => at)
  expect(next - failed).toBeGreaterThanOrEqual(6990)
})

describe('an error with HTTP 200', () => {
  const FORMS = [null, []].map((data) => JSON.stringify({ code: 40_101, message: 'The token has expired', data }))

  test.each(FORMS)('to everything, the list included, is not green: %s', async (body) => {
    const { isGreen, outcomes } = await pushEight({ faults: [{ status: 200, body }] })
    expect([isGreen, outcomes.join().includes('upserted')]).toEqual([false, false])
  })

  test.each(FORMS)('to a check is not green: %s', async (body) => {
    await using service = await startMisbehaving(say(200, body))
    service.list = undefined
    await using client = clientOf(service.url)
    await expect(checkList(client)).rejects.toThrow(/reports an error/)
  })

  test.each<[string, unknown]>([
    ['below error', { error: { code: 401, message: 'Token expired' } }],
    ['below error, as status', { error: { status: '401', message: 'Token expired' } }],
    ['below errors', { errors: [{ status: '401', title: 'Token expired' }] }],
    ['with its phrase', { status: '401 Unauthorized' }],
    ['as errorCode', { errorCode: 401, message: 'Token expired' }]
  ])('that is 401 (%s) ends the run at the first request', async (_, body) => {
    const outcome = await pushEight({ faults: [{ path: UPSERT_PATH, status: 200, body: JSON.stringify(body) }] })
    expect(outcome.failure).toMatch(/^token-rejected/)
    expect([outcome.sent.length, countOf(outcome, 'pending')]).toEqual([1, 8])
  })
})

test('401 for the list: nothing is sent', async () => {
  const outcome = await pushEight({ faults: [{ path: LIST_PATH, status: 401 }] })
  expect(outcome.failure).toMatch(/^token-rejected/)
  expect([outcome.sent, countOf(outcome, 'pending')]).toEqual([[], 8])
})

describe('a list with', () => {
  const large: Behaviour = (request, reply) => say(200, `{"items":[${'0,'.repeat(8 * MEBIBYTE)}0]}`)(request, reply)

  test.each<[string, Behaviour, why: RegExp]>([
    ['16 MiB of tiny values', large, /larger than 8 MiB/],
    ['8 MiB of deep values', say(200, '['.repeat(4e6) + ']'.repeat(4e6)), /is no list of entries/]
  ])('%s is not read', async (_, answer, why) => {
    await using service = await startMisbehaving(answer)
    service.list = undefined
    await using client = clientOf(service.url)
    const { extent } = await readList(client, WHOLE)
    expect(extent).toMatchObject({ kind: 'unreadable', why: expect.stringMatching(why) })
  })

  test('entries of 1 MB, whose pages are larger than the limit, is read in smaller pages', async () => {
    const content = 'x'.repeat(1e6)
    const entries = Array.from({ length: 38 }, (_, id) => ({
      id,
      name: `Entry ${id}`,
      content: id < 30 ? content : 'x'
    }))
    const sizes: number[] = []
    await using service = await startMisbehaving((request, reply) => {
      const { page_num: page = 1, page_size: size = 0 } = request.body
      sizes.push(size)
      const items = entries.slice((page - 1) * size, page * size)
      say(200, JSON.stringify({ items, total: entries.length }))(request, reply)
    })
    service.list = undefined
    await using client = clientOf(service.url)
    const list = await readList(client, WHOLE)
    expect([list.extent, list.size]).toEqual([{ kind: 'complete' }, 38])
    expect(sizes).toEqual([100, 20, ...Array<number>(11).fill(4), 1])
  })
})

test.each<[AnswerOptions['total']]>([['none'], ['zero']])(
  'a check counts the entries of a service that counts pages from zero, total %s',
  async (total) => {
    const world = worldOf()
    await world.fill([{ name: 'Disk full', content: 'Text.' }])
    world.service.answers.set({ first_page: 0, total: total ?? 'none' })
    const { value } = world.service.tokens.create({ name: 'Check', expiration: 'never' })
    await using client = clientOf(world.service.url, value)
    expect((await checkList(client)).size).toBe(1)
  }
)

describe('no answer', () => {
  test.each<[string, () => Promise<{ readonly url: string } & AsyncDisposable>, message: RegExp]>([
    ['because it is reset, again and again', () => startMisbehaving(reset), /ended before the answer was complete/],
    [
      'because the authority of the certificate is not trusted',
      () => startMisbehaving(say(200), { key, cert: localhost }),
      /does not trust the authority/
    ],
    [
      'but an interim one (100 Continue) that nobody asked for',
      () =>
        startMisbehaving((_, reply) => {
          reply.writeContinue()
          reply.writeHead(200).end()
        }),
      /sent an interim answer \(100 Continue\)/
    ]
  ])('%s', async (_, start, message) => {
    const service = await start()
    try {
      const hint = expect.stringMatching(/\.$/)
      expect(await errorOf(service.url)).toMatchObject({ message: expect.stringMatching(message), hint })
    } finally {
      await service[Symbol.asyncDispose]()
    }
  })

  test('because the host has no address', async () => {
    const message = expect.stringMatching(/^The name of runbooks\.invalid cannot be resolved\./)
    expect(await errorOf('https://runbooks.invalid')).toMatchObject({ kind: 'unreachable', message })
  })
})

describe('a token in an answer is not told:', () => {
  const unusual = 'rsp_~~~???>>>~~~???>>>~~~???>>>'
  const header = encodeURIComponent(Buffer.from(`Bearer ${unusual}`).toString('base64'))

  test.each<[string, token: string, Behaviour, part: string]>([
    ...['#', '?'].map((mark): [string, string, Behaviour, string] => {
      const token = `${TOKEN}${mark}f6g7h8i9`
      const location = `https://elsewhere.example/${token}`
      return [`a redirect to a path with ${mark} in it`, token, say(302, '', { location }), TOKEN]
    }),
    ['the header in percent-encoded base64', unusual, say(422, `{"detail":"${header}"}`), header.slice(12, 30)]
  ])('%s', async (_, token, answer, part) => {
    await using service = await startMisbehaving(answer)
    const { message = '', hint = '' } = (await errorOf(service.url, token)) as { message?: string; hint?: string }
    expect(message).toMatch(/HTTP (?:302|422)/)
    expect(`${message}${hint}`).not.toContain(part)
  })
})
