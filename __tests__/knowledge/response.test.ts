import { describe, expect, test } from '@jest/globals'
import type { ErrorKind } from '../../src/errors.ts'
import type { HttpResponse } from '../../src/knowledge/connection.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import { readPage, readSuccess } from '../../src/knowledge/response.ts'
import { Secret } from '../../src/secret.ts'

const TOKEN = 'rsp_A1b2C3d4E5f6'
/** Has what is written differently in a URL, in base64, in JSON and in HTML. */
const SPECIAL = 'rsp_A1+b2/C3=d4%E5"f6\\g7&h8<i9>j0'
const HTML = { 'content-type': 'text/html' }
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><script>pwned()</script></body></html>'

interface Answer {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

function responseOf({ status = 200, body = '', headers = {} }: Answer): HttpResponse {
  return {
    url: 'https://assistant.example.com/list',
    status,
    header: (name) => headers[name] ?? '',
    body: { kind: 'text', text: body }
  }
}

/** What an answer to an upsert is taken for: undefined for a success. */
function errorOf(answer: Answer, token = TOKEN): RequestError | undefined {
  try {
    readSuccess(responseOf(answer), new Secret(token))
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  return undefined
}

describe('a status is classified:', () => {
  test.each<{ status: number; kind: ErrorKind; says: RegExp }>([
    { status: 301, kind: 'wrong-address', says: /redirects \(HTTP 301\) to “https:\/\/login.example\/x”/ },
    { status: 400, kind: 'entry-rejected', says: /rejects the request \(HTTP 400\)/ },
    { status: 401, kind: 'token-rejected', says: /rejects the token \(HTTP 401\)/ },
    { status: 403, kind: 'forbidden', says: /has no permission/ },
    { status: 404, kind: 'wrong-address', says: /no such API at https:/ },
    { status: 407, kind: 'unreachable', says: /proxy requires/ },
    { status: 413, kind: 'entry-rejected', says: /too large/ },
    { status: 501, kind: 'wrong-address', says: /no such API at https:/ },
    { status: 507, kind: 'service-failing', says: /HTTP 507/ }
  ])('$status: $kind, and not tried again', ({ status, kind, says }) => {
    const error = errorOf({ status, headers: { location: 'https://login.example/x?ticket=1' } })
    expect(error).toMatchObject({ kind, message: expect.stringMatching(says), retryable: false })
    expect(error?.tooLarge).toBe(status === 413)
  })

  test.each<{ status: number; kind: ErrorKind }>([
    ...[408, 409, 423, 425, 500, 502, 503, 504, 520, 529].map((status) => ({
      status,
      kind: 'service-failing' as const
    })),
    { status: 429, kind: 'rate-limited' }
  ])('$status: $kind, and tried again', ({ status, kind }) => {
    expect(errorOf({ status })).toMatchObject({ kind, retryable: true, status })
  })

  test.each<{ name: string; body: string; hint: RegExp }>([
    { name: 'expired', body: '{"detail":"The access token expired"}', hint: /^Choose Rotate/ },
    { name: 'revoked', body: '{"detail":"The access token was revoked"}', hint: /^Choose Create Token/ },
    { name: 'replaced', body: '{"message":"token replaced"}', hint: /rotation replaced it/ },
    { name: 'for no reason', body: '', hint: /^Choose Rotate.*Create Token/ }
  ])('a token that is rejected: $name', ({ body, hint }) => {
    expect(errorOf({ status: 401, body })?.hint).toMatch(hint)
  })

  test.each<{ name: string; headers: Record<string, string>; milliseconds: number | undefined }>([
    { name: 'seconds', headers: { 'retry-after': '7' }, milliseconds: 7000 },
    { name: 'parts of a second', headers: { 'retry-after': '2.25' }, milliseconds: 2250 },
    {
      name: 'a date after that of the answer',
      headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
      milliseconds: 30_000
    },
    { name: 'a past date', headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, milliseconds: 0 },
    { name: 'a number and GMT', headers: { 'retry-after': '120 GMT' }, milliseconds: undefined },
    { name: 'nothing', headers: {}, milliseconds: undefined }
  ])('Retry-After: $name', ({ headers, milliseconds }) => {
    expect(errorOf({ status: 503, headers })?.retryAfter).toBe(milliseconds)
  })
})

describe('what the service says:', () => {
  test.each<{ name: string; body: string; end: string }>([
    { name: 'the detail of a problem', body: '{"title":"Bad","detail":"too long"}', end: ': “too long”.' },
    { name: 'a nested message', body: '{"error":{"message":"nope"}}', end: ': “nope”.' },
    { name: 'text', body: 'no such thing', end: ': “no such thing”.' },
    { name: 'nothing', body: '{}', end: '.' },
    {
      name: 'a command',
      body: '{"detail":"\\n::error::pwned\\r\\n##[stop-commands]pwned"}',
      end: ': “::error::pwned ##[stop-commands]pwned”.'
    },
    {
      name: 'active characters',
      body: JSON.stringify({ detail: 'a\u001b[2J\u0085\u202eb\u2028c\u200b' }),
      end: ': “a[2Jb c”.'
    },
    {
      name: '10,000 characters',
      body: JSON.stringify({ detail: 'x'.repeat(10_000) }),
      end: `: “${'x'.repeat(200)}…”.`
    },
    { name: 'half a surrogate pair', body: '{"detail":"\\ud83d"}', end: ': “\ufffd”.' },
    { name: '__proto__', body: '{"__proto__":{"detail":"x"}}', end: ': “{"__proto__":{"detail":"x"}}”.' },
    { name: 'the token', body: `{"detail":"No ${TOKEN}"}`, end: ': “No ***”.' },
    { name: 'the token with an escape', body: '{"detail":"No rsp_A1\\u200bb2C3d4E5f6"}', end: ': “No ***”.' },
    { name: 'the token many times', body: `No ${`${TOKEN} `.repeat(100)}`, end: `: “No${' ***'.repeat(49)} *…”.` }
  ])('$name', ({ body, end }) => {
    expect(errorOf({ status: 500, body })?.message).toBe(`The service fails (HTTP 500)${end}`)
  })

  test('a sign-in page with 403 is no lack of permission', () => {
    const page = errorOf({ status: 403, body: PAGE, headers: HTML })
    expect(page?.message).toMatch(/HTML page instead of JSON \(HTTP 403\): “Sign in”\.$/)
    expect(page?.hint).not.toMatch(/workspace|rotated/)
    expect(errorOf({ status: 403 })?.hint).toMatch(/workspace.*may edit.*rotated/)
  })

  test.each<{ name: string; location: string; where: string; token?: string }>([
    {
      name: 'with a ticket',
      location: 'https://evil.example/login?ticket=s3cr3t',
      where: 'to “https://evil.example/login”'
    },
    { name: 'to nowhere', location: '', where: 'without an address' },
    {
      name: 'to the token',
      location: `https://evil.example/${encodeURIComponent(SPECIAL)}/x`,
      where: 'to “https://evil.example/***/x”',
      token: SPECIAL
    },
    {
      name: 'to a token with ? in it',
      location: 'https://evil.example/rsp_A1b2?C3d4#E5f6',
      where: 'to “https://evil.example/***”',
      token: 'rsp_A1b2?C3d4#E5f6'
    }
  ])('a redirect $name', ({ location, where, token }) => {
    const { message } = errorOf({ status: 302, body: PAGE, headers: { location } }, token) ?? {}
    expect(message).toContain(` redirects (HTTP 302) ${where}. `)
  })

  const MIDDLE = 'A1+b2/C3=d4%E5"f6'
  /** Parts of the token between its special characters, and of its encodings, at each offset in a longer text. */
  const FRAGMENTS = [
    ...['A1', 'C3', 'f6', Buffer.from('C3=').toString('hex'), Buffer.from('C3=').toString('hex').toUpperCase()],
    ...(['base64', 'base64url'] as const).flatMap((encoding) =>
      [0, 1, 2].map((offset) =>
        Buffer.from(' '.repeat(offset) + MIDDLE)
          .toString(encoding)
          .slice(4, 12)
      )
    )
  ]
  // `__tests__/secret.test.ts` has more forms.
  const ECHOES = [
    { form: 'behind Bearer', echo: `Bearer ${SPECIAL}` },
    {
      form: 'in percent-encoded base64',
      echo: encodeURIComponent(Buffer.from(`Bearer ${SPECIAL}`).toString('base64'))
    },
    { form: 'with its end behind the cut', echo: `${'x'.repeat(190)} ${SPECIAL}` }
  ]

  test.each<Answer & { name: string }>([
    ...ECHOES.flatMap(({ form, echo }) => [
      { name: `${form}, in JSON`, status: 422, body: JSON.stringify({ detail: `You sent ${echo} to us` }) },
      { name: `${form}, as text`, status: 422, body: `You sent ${echo}` },
      { name: `${form}, in HTML`, status: 403, body: `<html><title>${echo}</title>`, headers: HTML }
    ]),
    { name: 'as the Content-Type', body: '<p>', headers: { 'content-type': `text/html; x=${SPECIAL}` } },
    { name: 'as the Retry-After', status: 503, body: '{}', headers: { 'retry-after': SPECIAL } }
  ])('not the token $name', (answer) => {
    const { message = '', hint = '' } = errorOf(answer, SPECIAL) ?? {}
    expect(message).not.toBe('')
    expect(FRAGMENTS.filter((fragment) => `${message} ${hint}`.includes(fragment))).toEqual([])
  })
})

describe('an answer of 200 is a success with', () => {
  test.each<{ body: string }>([
    { body: '' },
    { body: '\ufeff{}' },
    { body: '{"code":0}' },
    { body: '{"code":"00000"}' },
    { body: '{"code":200,"message":"common.success","data":{"id":7}}' },
    { body: '{"code":"201"}' },
    { body: '{"code":null}' },
    { body: '{"status":"rejected","id":7}' },
    { body: '{"error":null,"errors":[]}' },
    { body: '{"data":{"status":"rejected","code":7}}' },
    { body: '{"content":"{\\"error\\":true} <div> failed","name":"error"}' },
    { body: '[{"success":false}]' }
  ])('$body', ({ body }) => {
    expect(errorOf({ body })).toBeUndefined()
  })
})

describe('an answer of 200 is no success with', () => {
  test.each<Answer & { name: string; says: RegExp }>([
    { name: 'HTML', body: PAGE, headers: HTML, says: /HTML page instead of JSON \(HTTP 200\): “Sign in”\.$/ },
    { name: 'text called HTML', body: 'Please sign in', headers: HTML, says: /HTML page/ },
    { name: 'XML', body: '<Error><Code>AccessDenied</Code></Error>', says: /HTML page/ },
    { name: 'plain text', body: 'OK', says: /text instead of JSON \(HTTP 200\)\.$/ },
    { name: 'half of its JSON', body: '{"id": ', says: /incomplete or malformed/ },
    {
      name: 'a code',
      body: '{"code":40301,"message":"knowledge.readonly","data":null}',
      says: /^The service answered with HTTP 200, but its answer reports an error \(`code: 40301`\): “knowledge.readonly”\.$/
    }
  ])('$name', ({ says, ...answer }) => {
    expect(errorOf(answer)?.message).toMatch(says)
  })

  test.each<{ body: unknown; sign: string }>([
    { body: { success: false }, sign: 'success: false' },
    { body: { error: 'No.' }, sign: 'error' },
    { body: { errors: [1] }, sign: 'errors' },
    { body: { code: 1 }, sign: 'code: 1' },
    { body: { code: 500 }, sign: 'code: 500' },
    { body: { code: 'QUOTA_EXCEEDED' }, sign: 'code: QUOTA_EXCEEDED' },
    { body: { code: '`x`' }, sign: 'code' }
  ])('the sign of an error `$sign`', ({ body, sign }) => {
    const expected = { kind: 'entry-rejected', message: expect.stringContaining(`reports an error (\`${sign}\`)`) }
    expect(errorOf({ body: JSON.stringify(body) })).toMatchObject(expected)
  })

  test.each<{ body: unknown }>([
    { body: { code: 401, message: 'common.unauthorized', data: null } },
    { body: { code: '401' } },
    { body: { error: { code: 401 } } }
  ])('a rejected token: $body', ({ body }) => {
    expect(errorOf({ body: JSON.stringify(body) })?.kind).toBe('token-rejected')
  })
})

describe('a page of the list', () => {
  const read = (body: unknown) => readPage(responseOf({ body: JSON.stringify(body) }), new Secret(TOKEN))

  test('with a code for success is read', () => {
    expect(read({ code: 0, data: [{ name: 'Disk full' }] }).rows).toMatchObject([{ name: 'Disk full' }])
  })

  test.each<{ body: unknown; says: RegExp }>([
    // Some services answer so to a token without permission.
    { body: { code: 1003, data: [] }, says: /reports an error \(`code: 1003`\)/ },
    { body: { code: 1003, data: null }, says: /reports an error \(`code: 1003`\)/ },
    { body: { success: false, items: [{ name: 'Disk full' }] }, says: /reports an error \(`success: false`\)/ },
    { body: { message: 'maintenance' }, says: /is no list of entries: “maintenance”\.$/ },
    { body: { hello: 'Disk full' }, says: /is no list of entries\.$/ }
  ])('is none: $body', ({ body, says }) => {
    expect(() => read(body)).toThrow(says)
  })
})
