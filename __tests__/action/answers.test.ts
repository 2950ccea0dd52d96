import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobResult, RunningJob } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { elsewhere, key, localhost } from '../support/certificates.ts'
import { inTurn, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import { reportOf } from '../support/report.ts'
import { ACTIVE, expectSafe, runSafely } from '../support/safe.ts'

/** Has what is written differently in a URL, in base64, in JSON and in HTML. Its base64 ends with padding. */
const TOKEN = 'rsp_A1+b2/C3=d4%E5"f6\\g7&h8<i9>j0'
const ok = say(200)

type Inputs = Readonly<Record<string, string>>

/** What would do something in a log or a summary, or shows the token. */
const HOSTILE: readonly Behaviour[] = [
  // Else some of the others would end the run.
  ok,
  say(422, '{"detail":"\\n::error::pwned\\r\\n##[stop-commands]pwned"}'),
  say(422, '{"detail":"<img src=x onerror=pwned()> [a](https://evil.example) `x` | y"}'),
  say(422, JSON.stringify({ detail: 'a\u001b[2J\u0085\u202eb\u2028c\u200b' })),
  say(422, JSON.stringify({ detail: `You sent Bearer ${TOKEN} to us` })),
  say(422, `You sent ${TOKEN.replaceAll('', '\u200b')}`, { 'content-type': 'text/plain' }),
  say(403, `<html><title>${TOKEN}</title><body onload=pwned()>`, { 'content-type': 'text/html' }),
  say(302, '', { location: 'https://evil.example/::error::pwned##[error]pwned' }),
  say(302, '', { location: `https://evil.example/${encodeURIComponent(TOKEN)}/x?ticket=s3cr3t` })
]

/** One for each answer. */
const FEW = HOSTILE.length
const few = { files: 'docs/few/*.md' }

const environment = await TestEnvironment.with(
  Object.fromEntries(Array.from({ length: FEW }, (_, at) => [`docs/few/r${at}.md`, `# few ${at}\n\nText ${at}.\n`]))
)
const service = await startMisbehaving(ok)

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})

beforeEach(() => {
  service.requests.length = 0
  service.behave = ok
  service.list = say(404)
})

async function run(behave: Behaviour, inputs: Inputs = {}, env: Inputs = {}): Promise<JobResult> {
  service.behave = behave
  const strict = { token: TOKEN, 'base-url': service.url, concurrency: '1', retries: '0', timeout: '9' }
  return runSafely(environment, { ...strict, ...few, ...inputs }, { env }, TOKEN)
}

// `__tests__/knowledge/response.test.ts` has what becomes of each answer.
test('hostile answers: nothing is active in summary and log, and the token is in neither', async () => {
  const job = await run((request, reply) => HOSTILE[request.nth - 1]?.(request, reply))
  expect(job.outputs).toMatchObject({ upserted: '1', failed: String(FEW - 1) })
  expect(service.requests).toHaveLength(FEW)
  const unmasked = job.stdout.replace(/^::add-mask::.*$/gm, '')
  for (const text of [unmasked, job.summary, JSON.stringify(job.report)]) {
    expect(text).not.toMatch(/s3cr3t|onload|rsp_A1|d4%|E5.{0,3}f6|h8.{0,6}i9/i)
  }
  expect(job.summary).not.toMatch(/<img|\]\(https:\/\/evil|::|##\[/)
  expect(job.summary.replaceAll('\n', '')).not.toMatch(ACTIVE)
  expect(job.commands.filter(({ data }) => data.startsWith('pwned'))).toEqual([])
})

test.each<[string, behave: Behaviour | undefined, upserted: number]>([
  ['in the middle', inTurn(ok, ok, ok, say(401)), 3],
  ['of the service, for a token that is expired', undefined, 0]
])('401 %s: the run stops, and what was not delivered is named', async (_, behave, upserted) => {
  const { value: token } = environment.service.tokens.create({ name: 'Short', expiration: '30 days' })
  environment.service.clock.advance(30 * 24 * 60 * 60 * 1000)
  const job = behave === undefined ? await environment.run({ ...few, token }) : await run(behave)
  expectSafe(job, token)
  const { kind, message = '', hint } = reportOf(job).failure ?? {}
  expect(kind).toBe('token-rejected')
  expect(hint).toMatch(behave === undefined ? /Rotate in Settings → Access Tokens/ : /Settings → Access Tokens/)
  const counts = { upserted: String(upserted), pending: String(FEW - upserted), failed: '0' }
  expect(job.outputs).toMatchObject({ 'token-rejected': 'true', ...counts })
  const pending = reportOf(job).runbooks.filter(({ outcome }) => outcome === 'pending')
  for (const { path } of pending) expect(job.summary).toContain(path)
  for (const { path } of pending.slice(0, 5)) expect(message).toContain(path)
  expect(pending.filter(({ attempts }) => attempts > 0)).toEqual([])
  expect(message).toContain(`${FEW - upserted} runbooks were not delivered`)
  if (upserted > 0) expect(service.requests).toHaveLength(upserted + 1)
})

test('a list with hostile names that repeats a page: nothing is sent without `on-conflict: replace`', async () => {
  service.list = say(200, '[{"id":1,"name":"::error::pwned","content":"\\u202e"}]')
  const kept = await run(ok, { timeout: '3' })
  expect(kept.outputs).toMatchObject({ upserted: '0', pending: String(FEW) })
  expect(service.requests).toEqual([])
  const job = await run(ok, { timeout: '3', 'on-conflict': 'replace' })
  expect(job.outputs).toMatchObject({ upserted: String(FEW), failed: '0' })
  expect(job.annotations.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    expect.stringMatching(/^warning: A sync replaces 9 entries .* the list repeats a page\.$/),
    expect.stringMatching(/^notice: Nobody can tell whether everything was stored: the list repeats a page\.$/)
  ])
})

test.each<[string, cert: string, says: RegExp | undefined]>([
  ['for another host: not retried, the token is not sent', elsewhere, /is for another host/],
  ['that is good, of an authority in NODE_EXTRA_CA_CERTS: delivered', localhost, undefined]
])('a certificate %s', async (_, cert, says) => {
  await using secure = await startMisbehaving(ok, { key, cert })
  const file = join(environment.folder, 'ca.pem')
  await writeFile(file, cert)
  const job = await run(ok, { 'base-url': secure.url, retries: '5' }, { NODE_EXTRA_CA_CERTS: file })
  expect(secure.requests).toHaveLength(says === undefined ? FEW : 0)
  expect([reportOf(job).failure?.kind, job.outputs['pending']]).toEqual(
    says ? ['incomplete', `${FEW}`] : [undefined, '0']
  )
  const { message = '', hint = '' } = reportOf(job).failure ?? {}
  expect(message).toMatch(says ?? /^$/)
  expect(hint).toMatch(says ? /^Check the host in `base-url`/ : /^$/)
  expect(Math.max(...reportOf(job).runbooks.map(({ attempts }) => attempts))).toBeLessThanOrEqual(1)
})

describe('a cancellation', () => {
  async function expectCancelled(job: RunningJob, upserted: number): Promise<void> {
    const result = await job.result
    expectSafe(result, TOKEN)
    expect(reportOf(result).failure?.kind).toBe('cancelled')
    expect(result.outputs).toMatchObject({ upserted: `${upserted}`, pending: `${FEW - upserted}`, failed: '0' })
    expect(result.summary).toContain('cancelled')
  }

  test('requests in flight end, nothing else is sent, the report is written, red', async () => {
    const held: (() => void)[] = []
    service.behave = (request, reply) => {
      if (request.nth <= 2) return ok(request, reply)
      held.push(() => ok(request, reply))
      if (held.length < 2) return undefined
      job.signal('SIGTERM')
      // Longer than a signal takes, shorter than a cancelled run waits.
      return setTimeout(() => {
        for (const answer of held) answer()
      }, 500)
    }
    const job = environment.start({ ...few, token: TOKEN, 'base-url': service.url, concurrency: '2' })
    await expectCancelled(job, 4)
    expect(service.requests).toHaveLength(4)
  })

  test('while it waits for the list to show what was sent: no defect', async () => {
    service.list = (request, reply) => {
      if (service.requests.length === FEW)
        setTimeout(() => {
          job.signal('SIGINT')
        }, 500)
      return say(200, '[]')(request, reply)
    }
    const job = environment.start({ ...few, token: TOKEN, 'base-url': service.url })
    await expectCancelled(job, FEW)
  })
})
