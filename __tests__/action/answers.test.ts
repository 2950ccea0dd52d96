import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { JobResult, RunningJob } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { elsewhere, key, localhost } from '../support/certificates.ts'
import {
  drip,
  endless,
  hang,
  inTurn,
  say,
  short,
  startMisbehaving,
  type Behaviour,
  type MisbehavingService
} from '../support/misbehaving-service.ts'
import { reportOf, reported, type ReportedRunbook } from './report.ts'
import { ACTIVE, expectSafe } from './safe.ts'

/** Has what is written differently in a URL, in base64, in JSON and in HTML. Its base64 ends with padding. */
const TOKEN = 'rsp_A1+b2/C3=d4%E5"f6\\g7&h8<i9>j0'
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><script>pwned()</script></body></html>'
const MEBIBYTE = 1024 * 1024
const ok = say(200)

type Inputs = Readonly<Record<string, string>>

/** An answer to the upsert of one runbook, and what becomes of it without retries. */
type Case = readonly [title: string, answer: Behaviour, outcome: 'upserted' | RegExp]

const json = (value: unknown): Behaviour => say(200, JSON.stringify(value))
const html = { 'content-type': 'text/html' }
const text = { 'content-type': 'text/plain' }
const gzip = { 'content-encoding': 'gzip' }

/** A status with the beginning of a body. */
const endlessly =
  (status: number): Behaviour =>
  (_request, reply) => {
    reply.writeHead(status, { location: 'https://elsewhere.example/' }).write('{')
  }

// `__tests__/knowledge/response.test.ts` has more signs of an error in JSON.
const SUCCESSES: readonly Case[] = [
  ['an empty body', say(200, ''), 'upserted'],
  ['an entry whose text speaks of errors', json({ content: '{"error":true} <div> failed', name: 'error' }), 'upserted'],
  ['an entry of 3 MiB', json({ content: 'x'.repeat(3 * MEBIBYTE) }), 'upserted'],
  ['204 that is called gzip', say(204, '', gzip), 'upserted'],
  ['JSON in gzip', say(200, gzipSync('{"id":1}'), gzip), 'upserted'],
  ['a byte order mark', say(200, '\ufeff{}'), 'upserted']
]

const MISUNDERSTOOD: readonly Case[] = [
  ['HTML', say(200, PAGE, html), /HTML page instead of JSON \(HTTP 200\): “Sign in”/],
  ['text called HTML', say(200, 'Please sign in', html), /HTML page/],
  ['an HTML page in brotli', say(200, brotliCompressSync(PAGE), { ...html, 'content-encoding': 'br' }), /HTML page/],
  ['truncated gzip', say(200, gzipSync('{"id":1}').subarray(0, 20), gzip), /gzip content that cannot be decoded/],
  ['gzip of 100 MiB', say(200, gzipSync(Buffer.alloc(100 * MEBIBYTE, ' ')), gzip), /larger than 4 MiB/],
  ['XML <Error>', say(200, '<Error><Code>AccessDenied</Code></Error>', text), /HTML page/],
  ['plain text', say(200, 'OK', text), /text instead of JSON \(HTTP 200\)\.$/],
  ['truncated JSON', say(200, '{"id": "1'), /JSON that is incomplete/],
  ['a problem document', say(200, '{}', { 'content-type': 'application/problem+json' }), /reports an error \(`/],
  ['5 MiB', say(200, JSON.stringify('x'.repeat(5 * MEBIBYTE))), /larger than 4 MiB/],
  ['fewer bytes than it says', short, /ended before the answer was complete/],
  ['nothing', hang, /no complete answer within 4 s/],
  ['one byte at a time', drip, /no complete answer within 4 s/]
]

const REFUSALS: readonly Case[] = [
  ['403', say(403, '{"detail":"The name is taken."}'), /HTTP 403\): “The name is taken”/],
  ['404', say(404), /HTTP 404/],
  ['403 whose body never ends', endlessly(403), /HTTP 403\)/],
  ['a sign-in page with 403', say(403, PAGE, html), /HTML page instead of JSON \(HTTP 403\): “Sign in”/],
  [
    'a command',
    say(422, '{"detail":"\\n::error::pwned\\r\\n##[stop-commands]pwned"}'),
    /“::error::pwned ##\[stop-commands\]/
  ],
  ['markup', say(422, '{"detail":"<img src=x onerror=pwned()> [a](https://evil.example) `x` | y"}'), /“<img/],
  ['active characters', say(422, JSON.stringify({ detail: 'a\u001b[2J\u0085\u202eb\u2028c\u200b' })), /“a\[2Jb c”/],
  ['10,000 characters', say(422, JSON.stringify({ detail: 'x'.repeat(10_000) })), /“x{200}…”/],
  ['half a surrogate pair', say(422, '{"detail":"\\ud83d"}'), /HTTP 422/],
  ['__proto__', say(422, '{"__proto__":{"detail":"x"}}'), /HTTP 422/],
  ['10 GB with 400', endless(400, count), /HTTP 400/],
  ['10 GB with 200', endless(200, count), /larger than 4 MiB/]
]

let written = 0
function count(bytes: number): void {
  written = Math.max(written, bytes)
}

/** How an answer may repeat the token; `__tests__/errors.test.ts` has more forms. */
const ECHOES: Readonly<Record<string, string>> = {
  'behind Bearer': `Bearer ${TOKEN}`,
  'in numeric entities': TOKEN.replace(/[&<>"'/+=]/g, (char) => `&#${char.charCodeAt(0)};`),
  'with zero-width characters inside': TOKEN.replaceAll('', '\u200b'),
  'with its end behind the cut': `${'x'.repeat(190)} ${TOKEN}`
}
const MIDDLE = 'A1+b2/C3=d4%E5"f6'
/** Parts of the token between its special characters, and of its encodings, at each offset in a longer text. */
const FRAGMENTS = [
  ...['A1', 'C3', 'f6', Buffer.from('C3=').toString('hex'), Buffer.from('C3=').toString('hex').toUpperCase()],
  ...['base64' as const, 'base64url' as const].flatMap((encoding) =>
    [0, 1, 2].map((offset) =>
      Buffer.from(' '.repeat(offset) + MIDDLE)
        .toString(encoding)
        .slice(4, 12)
    )
  )
]
const leaked = (said: string): string[] => FRAGMENTS.filter((fragment) => said.includes(fragment))

const ECHOED: readonly Case[] = [
  ...Object.entries(ECHOES).flatMap(([form, echo]): Case[] => [
    [`the token ${form}, in JSON`, say(422, JSON.stringify({ detail: `You sent ${echo} to us` })), /HTTP 422/],
    [`the token ${form}, as text`, say(422, `You sent ${echo}`, text), /HTTP 422/],
    [`the token ${form}, in HTML`, say(403, `<html><title>${echo}</title>`, html), /HTTP 403/]
  ]),
  ['the token as the Content-Encoding', say(200, '{}', { 'content-encoding': TOKEN }), /\*\*\* content that cannot/],
  ['the token as the Content-Type', say(200, '<p>', { 'content-type': `text/html; x=${TOKEN}` }), /HTML page/],
  ['the token as the Retry-After', say(503, '{}', { 'retry-after': TOKEN }), /HTTP 503/]
]

const REDIRECTS: readonly Case[] = [
  [
    '302',
    say(302, PAGE, { location: `https://evil.example/login?ticket=s3cr3t-t1cket&token=${encodeURIComponent(TOKEN)}` }),
    /redirects \(HTTP 302\) to “https:\/\/evil.example\/login”/
  ],
  ['302 whose body never ends', endlessly(302), /redirects \(HTTP 302\) to “https:\/\/elsewhere.example\/”/],
  ['302 to nowhere', say(302, ''), /redirects \(HTTP 302\) without an address/],
  ['302 to a command', say(302, '', { location: 'https://evil.example/::error::pwned##[error]pwned' }), /redirects/],
  [
    '302 to a name with the token',
    say(302, '', { location: `https://evil.example/${encodeURIComponent(TOKEN)}/x` }),
    /redirects/
  ]
]

const CASES: readonly Case[] = [
  ['a good answer', ok, 'upserted'],
  ...SUCCESSES,
  ...MISUNDERSTOOD,
  ...REFUSALS,
  ...ECHOED,
  ...REDIRECTS
]

/** Runbooks that take part only where a test says so. */
const FEW = 8
const few = { files: 'docs/few/*.md' }

let environment: TestEnvironment
let service: MisbehavingService

beforeAll(async () => {
  const numbered = (folder: string, count: number): [string, string][] =>
    Array.from({ length: count }, (_, at) => [`docs/${folder}/r${at}.md`, `# ${folder} ${at}\n\nText ${at}.\n`])
  environment = await TestEnvironment.with(
    Object.fromEntries([...numbered('runbooks', CASES.length), ...numbered('few', FEW)])
  )
  service = await startMisbehaving(ok)
})

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
  const job = await environment.run({ ...strict, ...few, ...inputs }, { env })
  expectSafe(job, TOKEN, environment.token)
  return job
}

describe('answers to one upsert among others', () => {
  let job: JobResult
  let requests: number

  beforeAll(async () => {
    const inputs = { files: 'docs/runbooks/*.md', concurrency: '8', timeout: '4' }
    const behave: Behaviour = (request, reply) =>
      (CASES[Number(request.body.name?.split(' ')[1])]?.[1] ?? ok)(request, reply)
    job = await run(behave, inputs)
    requests = service.requests.length
  })

  function runbook(title: string): ReportedRunbook {
    return reported(job, `docs/runbooks/r${CASES.findIndex(([one]) => one === title)}.md`)
  }

  test.each(SUCCESSES)('200 with %s: a success', (title) => {
    expect(runbook(title)).toMatchObject({ outcome: 'upserted', reason: '', attempts: 1 })
  })

  test.each([...MISUNDERSTOOD, ...REFUSALS, ...REDIRECTS])('%s: a failure', (title, _, says) => {
    const { outcome, reason, hint, attempts } = runbook(title)
    expect({ outcome, attempts }).toEqual({ outcome: 'failed', attempts: 1 })
    expect(reason).toMatch(says)
    expect(reason.length).toBeLessThan(400)
    expect(hint).toMatch(/\.$/)
  })

  test.each(ECHOED)('%s: not printed', (title, _, says) => {
    const { outcome, reason } = runbook(title)
    expect(outcome).toBe('failed')
    expect(reason).toMatch(says)
    expect(leaked(reason)).toEqual([])
  })

  test('each is requested once, no redirect is followed, endless answers are cut, and 403 has two causes', () => {
    expect(requests).toBe(CASES.length)
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(64 * MEBIBYTE)
    expect(runbook('a sign-in page with 403').hint).not.toMatch(/workspace|rotated/)
    expect(runbook('403').hint).toMatch(/workspace.*may edit.*rotated/)
    expect(runbook('404').hint).toMatch(/`base-url`/)
  })

  test('nothing of what the service said is active in summary and log', () => {
    const unmasked = job.stdout.replace(/^::add-mask::.*$/gm, '')
    for (const text of [unmasked, job.summary, JSON.stringify(job.report)]) {
      expect(leaked(text)).toEqual([])
      expect(text.toLowerCase()).not.toContain(TOKEN.toLowerCase())
      expect(text).not.toContain('s3cr3t')
      expect(text).not.toContain('onload')
    }
    expect(job.summary).not.toMatch(/<img|\]\(https:\/\/evil|::|##\[/)
    expect(job.summary.replaceAll('\n', '')).not.toMatch(ACTIVE)
    expect(job.commands.filter(({ data }) => data.startsWith('pwned'))).toEqual([])
  })
})

test.each<[string, behave: Behaviour | undefined, upserted: number]>([
  ['in the middle', inTurn(ok, ok, ok, say(401)), 3],
  ['while others hang', (request, reply) => (request.nth === 3 ? say(401)(request, reply) : undefined), 0],
  ['of the service, for a token that is expired', undefined, 0]
])('401 %s: the run stops, and what was not delivered is named', async (_, behave, upserted) => {
  const { value: token } = environment.service.tokens.create({ name: 'Short', expiration: '30 days' })
  environment.service.clock.advance(30 * 24 * 60 * 60 * 1000)
  const job =
    behave === undefined
      ? await environment.run({ ...few, token })
      : await run(behave, { concurrency: upserted === 0 ? '3' : '1', timeout: '600' })
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
    expect.stringMatching(/^warning: A sync replaces 8 entries .* the list repeats a page\.$/),
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
      return json([])(request, reply)
    }
    const job = environment.start({ ...few, token: TOKEN, 'base-url': service.url })
    await expectCancelled(job, FEW)
  })
})
