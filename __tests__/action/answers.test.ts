import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobResult } from '../../testing/runner/runner.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { elsewhere, expired, key, localhost } from '../support/certificates.ts'
import {
  hang,
  inTurn,
  reset,
  say,
  startMisbehaving,
  type Behaviour,
  type MisbehavingService
} from '../support/misbehaving-service.ts'
import { keepMessages, printMessages } from './messages.ts'
import { expectSafe } from './safe.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reportOf, reported } from './report.ts'

const COUNT = 6
/** With all that is written differently in a URL, in base64 and in JSON. */
const TOKEN = 'rsp_A1+b2/C3=d4%E5"f6\\g7'
const ok = say(200)

let environment: TestEnvironment
let service: MisbehavingService

beforeAll(async () => {
  environment = await TestEnvironment.with(
    Object.fromEntries(
      Array.from({ length: COUNT }, (_, at) => [`docs/runbooks/r${at}.md`, `# Runbook ${at}\n\nDo ${at}.\n`])
    )
  )
  service = await startMisbehaving(ok)
}, 60_000)

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})

beforeEach(() => {
  service.requests.length = 0
  service.behave = ok
})

printMessages('Answers')

/** One request at a time, the list left alone, and no patience, unless `inputs` say otherwise. */
const STRICT = { token: TOKEN, verify: 'false', concurrency: '1', retries: '0', timeout: '5' }

async function run(row: string, behave: Behaviour, inputs: Readonly<Record<string, string>> = {}): Promise<JobResult> {
  service.behave = behave
  const job = await environment.run({ ...STRICT, 'base-url': service.url, ...inputs })
  expectSafe(job, TOKEN, environment.token)
  keepMessages(row, job)
  return job
}

/** This answer for one runbook, a good one for the others. */
function forRunbook(at: number, behave: Behaviour): Behaviour {
  return (request, reply) => (request.body.name === `Runbook ${at}` ? behave : ok)(request, reply)
}

/** This answer for the last runbook, once, and then good ones: nobody waits longer than for one more request. */
function onceForTheLast(behave: Behaviour): Behaviour {
  return inTurn(...Array<Behaviour>(COUNT - 1).fill(ok), behave, ok)
}

function outcomes(job: JobResult): readonly string[] {
  return reportOf(job)
    .runbooks.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ outcome }) => outcome)
}

function names(): unknown[] {
  return service.requests.map(({ body }) => body.name)
}

const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><script>pwned()</script></body></html>'

describe('401', () => {
  function expectRejected(job: JobResult, upserted: number): void {
    expect(reportOf(job).failure?.kind).toBe('token-rejected')
    expect(job.outputs).toMatchObject({
      'token-rejected': 'true',
      upserted: String(upserted),
      pending: String(COUNT - upserted),
      failed: '0'
    })
    const { message = '', remedy = '' } = reportOf(job).failure ?? {}
    for (const { path, outcome } of reportOf(job).runbooks) {
      if (outcome === 'pending' && COUNT - upserted <= 5) expect(message).toContain(path)
      if (outcome === 'pending') expect(job.summary).toContain(path)
    }
    expect(message).toContain(`${COUNT - upserted} runbooks were not delivered`)
    expect(remedy).toContain('Settings → Access Tokens')
    expect(job.annotations.filter(({ level }) => level === 'error')).toHaveLength(1)
  }

  test('on the first: stop, one clear error, and what was not delivered is named', async () => {
    const job = await run('401 on the first', say(401, '{"detail":"The token has expired."}'))
    expectRejected(job, 0)
    expect(service.requests).toHaveLength(1)
  })

  test('in the middle: stop, and what was delivered counts', async () => {
    const job = await run('401 in the middle', inTurn(ok, ok, ok, say(401)))
    expectRejected(job, 3)
    expect(service.requests).toHaveLength(4)
  })

  test('in the middle of eight at a time: no request after it', async () => {
    const job = await run('401, eight at a time', say(401), { concurrency: '8' })
    expectRejected(job, 0)
    expect(service.requests.length).toBeLessThanOrEqual(COUNT)
  })

  test('as HTML: the same, without the page', async () => {
    const job = await run('401 as HTML', say(401, PAGE, { 'content-type': 'text/html' }))
    expectRejected(job, 0)
    expect(job.stdout).not.toContain('pwned')
  })

  test('for the list: no upsert', async () => {
    const job = await run('401 for the list', say(401), { verify: 'true' })
    expectRejected(job, 0)
    expect(service.requests.map(({ path }) => path)).toEqual([LIST_PATH])
  })

  test.each(['expired', 'revoked'] as const)('of the real service, for a token that is %s', async (state) => {
    const { id, value } = environment.service.tokens.create({ name: 'Short', expiration: '30 days' })
    if (state === 'revoked') environment.service.tokens.revoke(id)
    else environment.service.clock.advance(30 * 24 * 60 * 60 * 1000)
    const job = await environment.run({ token: value })
    expectSafe(job, value)
    expectRejected(job, 0)
    expect(environment.received()).toHaveLength(1)
    expect(reportOf(job).failure?.message).toContain(state)
    keepMessages(`401 of the service, ${state}`, job)
  })
})

describe('a refusal of everything', () => {
  test.each([
    [403, 'forbidden', /workspace.*may edit.*rotated/],
    [404, 'wrong-address', /base-url/],
    [405, 'wrong-address', /base-url/],
    [410, 'wrong-address', /base-url/]
  ])('%d has a text of its own', async (status, kind, says) => {
    const job = await run(String(status), say(status, '{"detail":"No."}'))
    expect(reportOf(job).failure).toMatchObject({ kind, remedy: expect.stringMatching(says) })
    expect(reportOf(job).failure?.message).toContain(String(status))
    expect(service.requests).toHaveLength(2)
    expect(outcomes(job)).toEqual(Array(COUNT).fill('pending'))
  })
})

describe('a refusal of one entry', () => {
  test.each([400, 413, 415, 422, 403, 404])('%d: no retry, and the others are sent', async (status) => {
    const job = await run(`${status} for one`, forRunbook(2, say(status, '{"detail":"The name is taken."}')), {
      retries: '3'
    })
    expect(reported(job, 'docs/runbooks/r2.md')).toMatchObject({
      outcome: 'failed',
      attempts: 1,
      reason: expect.stringContaining('The name is taken')
    })
    expect(job.outputs).toMatchObject({ upserted: String(COUNT - 1), failed: '1', pending: '0' })
    expect(service.requests).toHaveLength(COUNT)
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: 'docs/runbooks/r2.md' }))
  })

  test.each([
    ['a command', { detail: '\n::error::pwned\r\n##[stop-commands]pwned' }],
    ['markup', { detail: '<img src=x onerror=pwned()> [a](https://evil.example) `x` | y' }],
    ['control and bidirectional characters', { detail: 'a\u001b[2J\u0085\u202eb\u2028c\u200b' }],
    ['10,000 characters', { detail: 'x'.repeat(10_000) }],
    ['nesting', { error: { message: ['x'], detail: { detail: {} } } }],
    ['half a surrogate pair', '{"detail":"\\ud83d"}'],
    ['__proto__', '{"__proto__":{"detail":"x"}}']
  ])('what the service said, with %s: shortened and escaped', async (row, body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const job = await run(`422 with ${row}`, forRunbook(2, say(422, text)))
    const { outcome, reason } = reported(job, 'docs/runbooks/r2.md')
    expect(outcome).toBe('failed')
    expect(reason.length).toBeLessThan(400)
    expect(job.commands.filter(({ data }) => data.startsWith('pwned'))).toEqual([])
    // eslint-disable-next-line no-control-regex
    expect(job.summary).not.toMatch(/<img|\]\(https:\/\/evil|::|##\[|[\u202a-\u202e\u2028\u200b\u001b\u0085]/)
  })
})

describe('a failure that passes', () => {
  test.each([408, 429, 500, 502, 503, 504])('%d then 200: retried, and counted', async (status) => {
    const job = await run(`${status} then 200`, onceForTheLast(say(status)), { retries: '2' })
    expect(job.exitCode).toBe(0)
    expect(reported(job, `docs/runbooks/r${COUNT - 1}.md`)).toMatchObject({ outcome: 'upserted', attempts: 2 })
    expect(service.requests).toHaveLength(COUNT + 1)
  })

  test('a reset before the request was read, then 200', async () => {
    const job = await run('reset then 200', inTurn(reset, ok), { retries: '2' })
    expect(job.exitCode).toBe(0)
    expect(reported(job, 'docs/runbooks/r0.md').attempts).toBe(2)
  })

  test('a reset after the entry was stored: sent again, and one entry', async () => {
    environment.service.faults.set([{ path: UPSERT_PATH, reset: 'after', times: 1 }])
    const job = await environment.run({ verify: 'false', concurrency: '1', retries: '2' })
    environment.service.faults.set([])
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(environment.service.entries().filter(({ name }) => name === 'Runbook 0')).toHaveLength(1)
    expect(environment.received(UPSERT_PATH)).toHaveLength(COUNT + 1)
  })

  test('persistent 5xx for one: bounded retries, the rest delivered, red', async () => {
    const job = await run('500 for one', forRunbook(2, say(500, '{"detail":"Boom."}')), { retries: '2' })
    expect(reported(job, 'docs/runbooks/r2.md')).toMatchObject({ outcome: 'failed', attempts: 3 })
    expect(job.outputs).toMatchObject({ upserted: String(COUNT - 1), failed: '1' })
  })

  test('persistent 5xx for all: every one tried within the bounds, red', async () => {
    const job = await run('502 for all', say(502, PAGE, { 'content-type': 'text/html' }), { retries: '1' })
    expect(outcomes(job)).toEqual(Array(COUNT).fill('failed'))
    expect(service.requests).toHaveLength(2 * COUNT)
  })
})

describe('Retry-After', () => {
  /** Milliseconds between the last two requests. */
  async function gap(
    row: string,
    status: number,
    headers: Record<string, string>
  ): Promise<{ job: JobResult; waited: number }> {
    const times: number[] = []
    const answer = onceForTheLast(say(status, '{}', headers))
    const job = await run(
      row,
      (request, reply) => {
        times.push(performance.now())
        return answer(request, reply)
      },
      { retries: '2' }
    )
    return { job, waited: (times[COUNT] ?? 0) - (times[COUNT - 1] ?? 0) }
  }

  test('in seconds is a floor', async () => {
    const { job, waited } = await gap('Retry-After: 1', 429, { 'retry-after': '1' })
    expect(job.exitCode).toBe(0)
    expect(waited).toBeGreaterThanOrEqual(990)
  })

  test('as an HTTP date is one, by the service’s own clock', async () => {
    const { job, waited } = await gap('Retry-After: a date', 503, {
      date: 'Wed, 21 Oct 2015 07:28:00 GMT',
      'retry-after': 'Wed, 21 Oct 2015 07:28:01 GMT'
    })
    expect(job.exitCode).toBe(0)
    expect(waited).toBeGreaterThanOrEqual(990)
  })

  test.each([
    ['a past date', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['abc', 'abc'],
    ['a negative number', '-5'],
    ['a command', '::error::pwned']
  ])('%s does not delay', async (row, value) => {
    const { job, waited } = await gap(`Retry-After: ${row}`, 503, { 'retry-after': value })
    expect(job.exitCode).toBe(0)
    expect(waited).toBeLessThan(5_000)
  })

  test.each([
    ['999999', '999999'],
    ['a date in a hundred years', 'Fri, 31 Dec 2123 23:59:59 GMT'],
    ['more than a number holds', '9'.repeat(400)]
  ])('%s: bounded by the run’s deadline, and says so', async (row, value) => {
    const job = await run(`Retry-After: ${row}`, inTurn(ok, say(429, '{}', { 'retry-after': value })), { retries: '2' })
    expect(reportOf(job).failure).toMatchObject({
      kind: 'out-of-time',
      message: expect.stringContaining('Retry-After')
    })
    expect(job.outputs).toMatchObject({ upserted: '1' })
    expect(Number(job.outputs['pending']) + Number(job.outputs['failed'])).toBe(COUNT - 1)
    expect(job.milliseconds).toBeLessThan(15_000)
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    '%d is not followed, the token not sent on, and said where it pointed',
    async (status) => {
      await using other = await startMisbehaving(ok)
      const job = await run(
        String(status),
        say(status, PAGE, { location: `${other.url}/login?ticket=s3cr3t&token=${encodeURIComponent(TOKEN)}` })
      )
      expect(other.connections.size).toBe(0)
      expect(reportOf(job).failure?.kind).toBe('wrong-address')
      expect(reportOf(job).failure?.message).toContain('/login”')
      expectSafe(job, 's3cr3t')
      expect(service.requests).toHaveLength(2)
    }
  )

  test.each([
    ['nowhere', {}],
    ['a script', { location: 'javascript:alert(1)' }],
    ['a command', { location: 'https://evil.example/::error::pwned##[error]pwned' }],
    ['a name with the token', { location: `https://evil.example/${encodeURIComponent(TOKEN)}/x` }]
  ])('to %s: the same', async (row, headers) => {
    const job = await run(`a redirect to ${row}`, say(302, '', headers))
    expect(reportOf(job).failure?.kind).toBe('wrong-address')
  })
})

describe('200 with', () => {
  test('HTML: not the API, and nothing counts as delivered', async () => {
    const job = await run('200 with HTML', say(200, PAGE, { 'content-type': 'text/html' }))
    expect(reportOf(job).failure?.kind).toBe('not-the-api')
    expect(reportOf(job).failure?.message).toContain('Sign in')
    expect(outcomes(job)).toEqual(Array(COUNT).fill('pending'))
  })

  test.each([
    ['an empty body', '', {}],
    ['plain words', 'ok', { 'content-type': 'text/plain' }],
    ['null', 'null', {}],
    ['a list', '[]', {}],
    ['204', '', {}]
  ])('%s: accepted', async (row, body, headers) => {
    const job = await run(`200 with ${row}`, say(row === '204' ? 204 : 200, body, headers))
    expect(outcomes(job)).toEqual(Array(COUNT).fill('upserted'))
  })

  test('JSON that says it failed: that entry fails with what the service said', async () => {
    const job = await run('200 that failed', forRunbook(2, say(200, '{"success":false,"message":"Quota exceeded"}')))
    expect(reported(job, 'docs/runbooks/r2.md')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('Quota exceeded')
    })
    expect(job.outputs['upserted']).toBe(String(COUNT - 1))
  })

  test('truncated JSON: retried, and then that entry fails', async () => {
    const job = await run('200 with truncated JSON', forRunbook(2, say(200, '{"id": "1', {})), { retries: '1' })
    expect(reported(job, 'docs/runbooks/r2.md')).toMatchObject({
      outcome: 'failed',
      attempts: 2,
      reason: expect.stringContaining('breaks off')
    })
  })

  test('fewer bytes than it says: retried, and then that entry fails', async () => {
    const short: Behaviour = (_, reply) => {
      reply.writeHead(200, { 'content-length': '100' })
      reply.write('{}', () => reply.destroy())
    }
    const job = await run('200 with fewer bytes', forRunbook(2, short), { retries: '1' })
    expect(reported(job, 'docs/runbooks/r2.md')).toMatchObject({ outcome: 'failed', attempts: 2 })
  })

  test.each([200, 400, 500])('10 GB (%d): bounded, and never a hang', async (status) => {
    let written = 0
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const endless: Behaviour = (_, reply) => {
      reply.writeHead(status, { 'content-type': 'application/json' })
      const more = (): void => {
        while (written < 10_000_000_000 && !reply.destroyed) {
          written += chunk.length
          if (!reply.write(chunk)) {
            reply.once('drain', more)
            return
          }
        }
      }
      reply.on('error', () => undefined)
      more()
    }
    const job = await run(`10 GB, ${status}`, forRunbook(2, endless))
    expect(written).toBeLessThan(64 * 1024 * 1024)
    expect(reported(job, 'docs/runbooks/r2.md').outcome).toBe(status === 200 ? 'upserted' : 'failed')
    expect(job.outputs['upserted']).toBe(String(status === 200 ? COUNT : COUNT - 1))
  })

  test.each([
    [
      'a byte at a time',
      (reply: Parameters<Behaviour>[1]): void => {
        reply.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => reply.write(' '), 50)
        reply.on('close', () => {
          clearInterval(drip)
        })
      }
    ],
    ['nothing', (): void => undefined]
  ])('%s: the deadline ends it', async (row, behave) => {
    const job = await run(
      `200 with ${row}`,
      forRunbook(2, (_, reply) => {
        behave(reply)
      }),
      { timeout: '0.5' }
    )
    expect(reported(job, 'docs/runbooks/r2.md')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('0.5 s')
    })
    expect(job.outputs['upserted']).toBe(String(COUNT - 1))
  })
})

describe('a list with', () => {
  test.each([
    ['HTML', say(200, PAGE, { 'content-type': 'text/html' })],
    ['an empty body', say(200, '')],
    ['truncated JSON', say(200, '{"items": [')],
    ['words', say(200, '"none"')],
    ['no list', say(200, '{"items": {"a": 1}}')],
    ['__proto__', say(200, '{"__proto__": {"items": []}, "items": [{"__proto__": {"name": "x"}, "name": 7}]}')],
    ['nesting 100,000 deep', say(200, '['.repeat(100_000))],
    ['hostile names', say(200, JSON.stringify({ items: [{ id: 1, name: '::error::pwned', content: '\u202e' }] }))],
    ['500', say(500)],
    ['404', say(404)],
    ['a hang', hang]
  ])('%s never turns a good run red', async (row, list) => {
    const job = await run(
      `a list with ${row}`,
      (request, reply) => (request.path === LIST_PATH ? list : ok)(request, reply),
      { verify: 'true', timeout: '0.5' }
    )
    expect(job.exitCode).toBe(0)
    expect(outcomes(job)).toEqual(Array(COUNT).fill('upserted'))
  })

  test('pages that never end is read to a bound', async () => {
    const job = await run(
      'a list without an end',
      (request, reply) => {
        const page = request.body.page_num ?? 0
        const items = Array.from({ length: 100 }, (_, at) => ({ id: `${page}-${at}`, name: `Entry ${page}-${at}` }))
        const list = say(200, JSON.stringify({ items }))
        return (request.path === LIST_PATH ? list : ok)(request, reply)
      },
      { verify: 'true' }
    )
    expect(job.exitCode).toBe(0)
    expect(outcomes(job)).toEqual(Array(COUNT).fill('upserted'))
    expect(service.requests.length).toBeLessThan(10_000)
  }, 60_000)
})

describe('no answer', () => {
  const texts: string[] = []

  async function unreachable(row: string, baseUrl: string, extra?: string, retries = '0'): Promise<JobResult> {
    const ca = join(environment.folder, 'ca.pem')
    if (extra !== undefined) await writeFile(ca, extra)
    const job = await environment.run(
      { ...STRICT, retries, 'base-url': baseUrl },
      { env: { NODE_EXTRA_CA_CERTS: extra === undefined ? undefined : ca } }
    )
    expectSafe(job, TOKEN)
    keepMessages(row, job)
    expect(reportOf(job).failure?.kind).toBe('unreachable')
    expect(job.outputs).toMatchObject({ upserted: '0', pending: String(COUNT) })
    texts.push((reportOf(job).failure?.message ?? '').replace(/\d+ runbooks were not delivered.*/, ''))
    return job
  }

  test('connection refused', async () => {
    const gone = await startMisbehaving(ok)
    await gone[Symbol.asyncDispose]()
    const job = await unreachable('connection refused', gone.url)
    expect(reportOf(job).failure?.message).toContain('the connection was refused')
  })

  test('unknown host', async () => {
    const job = await unreachable('unknown host', 'https://runbooks.invalid')
    expect(reportOf(job).failure?.message).toContain('cannot be resolved')
  })

  test('reset, again and again', async () => {
    service.behave = reset
    const job = await unreachable('reset', service.url)
    expect(reportOf(job).failure?.message).toContain('broke off')
  })

  test.each([
    ['an expired certificate', expired, true, /has expired/],
    ['a certificate of nobody who is trusted', localhost, false, /nobody this runner trusts/],
    ['a certificate for another host', elsewhere, true, /another host/]
  ])('%s: not retried', async (row, cert, isTrusted, says) => {
    await using secure = await startMisbehaving(ok, { key, cert })
    const job = await unreachable(row, secure.url, isTrusted ? cert : undefined, '5')
    expect(reportOf(job).failure?.message).toMatch(says)
    expect(Math.max(...reportOf(job).runbooks.map(({ attempts }) => attempts))).toBe(1)
    expect(secure.requests).toEqual([])
  })

  test('a certificate that is good: delivered', async () => {
    await using secure = await startMisbehaving(ok, { key, cert: localhost })
    const ca = join(environment.folder, 'ca.pem')
    await writeFile(ca, localhost)
    const job = await environment.run({ ...STRICT, 'base-url': secure.url }, { env: { NODE_EXTRA_CA_CERTS: ca } })
    expectSafe(job, TOKEN)
    expect(secure.requests).toHaveLength(COUNT)
  })

  test('each has a text of its own', () => {
    expect(texts).toHaveLength(6)
    expect(new Set(texts).size).toBe(6)
  })
})

describe('the token echoed', () => {
  test.each([
    ['as it is', TOKEN],
    ['in base64', Buffer.from(TOKEN).toString('base64')],
    ['URL-encoded', encodeURIComponent(TOKEN)],
    ['with Bearer', `Bearer ${TOKEN}`],
    ['with zero-width characters inside', TOKEN.replaceAll('', '\u200b')],
    ['with its last characters beyond the excerpt', `${'x'.repeat(190)} ${TOKEN}`]
  ])('%s is never printed', async (row, echo) => {
    const json = JSON.stringify({ detail: `You sent ${echo} to us` })
    const page = `<html><title>${echo}</title>${echo}</html>`
    // One for each runbook: where a message of a service ends up may differ.
    const answers = [
      ok,
      say(422, json),
      say(500, echo, { 'content-type': 'text/plain' }),
      say(403, page, { 'content-type': 'text/html' }),
      say(200, json.replace('{', '{"success":false,')),
      say(401, json, { 'www-authenticate': `Bearer error_description="${encodeURIComponent(echo)}"` })
    ]
    const job = await run(`the token echoed ${row}`, inTurn(...answers))
    expect(outcomes(job)).toEqual(['upserted', 'failed', 'failed', 'failed', 'failed', 'pending'])
    expect(reportOf(job).failure?.kind).toBe('token-rejected')
  })
})

describe('a cancellation', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s in the middle: what is in flight ends, the report is written, red',
    async (signal) => {
      const held: (() => void)[] = []
      service.behave = (request, reply) => {
        if (request.nth <= 2) return ok(request, reply)
        held.push(() => ok(request, reply))
        if (held.length === 2) {
          job.signal(signal)
          // Longer than a signal takes, shorter than the grace of a request.
          setTimeout(() => {
            for (const answer of held) answer()
          }, 500)
        }
        return undefined
      }
      const job = environment.start({ ...STRICT, 'base-url': service.url, concurrency: '2', timeout: '30' })
      const result = await job.result
      expectSafe(result, TOKEN)
      expect(result.signal).toBeNull()
      expect(result.exitCode).not.toBe(0)
      expect(reportOf(result).failure?.kind).toBe('cancelled')
      expect(result.outputs).toMatchObject({ upserted: '4', pending: '2', failed: '0' })
      expect(names()).toHaveLength(4)
      expect(result.summary).toContain('cancelled')
      keepMessages(signal, result)
    }
  )

  test('while the service hangs: over before the runner kills', async () => {
    service.behave = () => {
      job.signal('SIGINT')
    }
    const job = environment.start({ ...STRICT, 'base-url': service.url, timeout: '60' })
    const result = await job.result
    expectSafe(result, TOKEN)
    expect(result.exitCode).toBe(1)
    expect(result.outputs).toMatchObject({ upserted: '0', pending: String(COUNT) })
    expect(result.milliseconds).toBeLessThan(10_000)
  })
})
