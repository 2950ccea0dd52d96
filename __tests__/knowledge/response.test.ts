import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import type { HttpResponse } from '../../src/knowledge/connection.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import { readPage, readSuccess } from '../../src/knowledge/response.ts'

const TOKEN = new Secret('rsp_A1b2C3d4E5f6')
/** Has what is written differently in a URL, in base64, in JSON and in HTML. */
const SPECIAL = 'rsp_A1+b2/C3=d4%E5"f6\\g7&h8<i9>j0'
const WITH_MARKS = 'rsp_A1b2?C3d4#E5f6'
const html = { 'content-type': 'text/html' }
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><script>pwned()</script></body></html>'

function response(status: number, body: string, headers: Record<string, string> = {}): HttpResponse {
  return {
    url: 'https://assistant.example.com/list',
    status,
    header: (name) => headers[name] ?? '',
    body: { kind: 'text', text: body }
  }
}

function errorOf(...args: Parameters<typeof response>): RequestError {
  return errorFor(TOKEN, ...args)
}

function errorFor(token: Secret, ...args: Parameters<typeof response>): RequestError {
  try {
    readSuccess(response(...args), token, new Map())
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error('a success')
}

describe('a status is classified', () => {
  test.each<[number, string, boolean, RegExp]>([
    [301, 'wrong-address', false, /redirects \(HTTP 301\) to “https:\/\/login.example\/x”/],
    [400, 'entry-rejected', false, /rejects the request \(HTTP 400\)/],
    [403, 'forbidden', false, /has no permission/],
    [404, 'wrong-address', false, /no such API at https:/],
    [407, 'unreachable', false, /proxy requires/],
    [413, 'entry-rejected', false, /too large/],
    [429, 'rate-limited', true, /too many requests/],
    [507, 'service-failing', false, /HTTP 507/]
  ])('%d: %s', (status, kind, retryable, message) => {
    const error = errorOf(status, '', { location: 'https://login.example/x?ticket=1' })
    expect([error.kind, error.retryable]).toEqual([kind, retryable])
    expect(error.message).toMatch(message)
  })

  test.each([408, 409, 423, 425, 500, 502, 503, 504, 520, 529])('%d is worth another attempt', (status) => {
    expect(errorOf(status, '')).toMatchObject({ kind: 'service-failing', retryable: true })
  })

  test('a smaller page of the list may be accepted after some', () => {
    const statuses = [400, 403, 413, 418, 422, 500]
    expect(statuses.filter((status) => errorOf(status, '').tooLarge)).toEqual([400, 413, 422])
  })

  test('200 with JSON that is cut is worth another attempt', () => {
    expect(errorOf(200, '{"id": ')).toMatchObject({ kind: 'service-failing', retryable: true })
  })

  test.each<[string, string, RegExp]>([
    ['revoked', '{"detail":"The access token was revoked"}', /cannot be rotated.*Create Token/],
    ['replaced', '{"message":"token replaced"}', /rotation replaced it/],
    ['for no reason', '', /choose Rotate.*Create Token/]
  ])('a token that is rejected: %s', (_, body, hint) => {
    expect(errorOf(401, body).hint).toMatch(hint)
  })

  test.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['parts of a second', { 'retry-after': '2.25' }, 2250],
    [
      'a date after that of the answer',
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
      30_000
    ],
    ['a past date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['a number and GMT', { 'retry-after': '120 GMT' }, undefined],
    ['nothing', {}, undefined]
  ])('Retry-After: %s', (_, headers, expected) => {
    expect(errorOf(503, '', headers).retryAfter).toBe(expected)
  })
})

describe('what the service says', () => {
  test.each<[string, string, string]>([
    ['the detail of a problem', '{"title":"Bad","detail":"too long"}', ': “too long”.'],
    ['a nested message', '{"error":{"message":"nope"}}', ': “nope”.'],
    ['text', 'no such thing', ': “no such thing”.'],
    ['the token, split by an escape', '{"detail":"No rsp_A1\\u200bb2C3d4E5f6"}', ': “No ***”.'],
    ['nothing', '{}', '.'],
    [
      'a command',
      '{"detail":"\\n::error::pwned\\r\\n##[stop-commands]pwned"}',
      ': “::error::pwned ##[stop-commands]pwned”.'
    ],
    ['active characters', JSON.stringify({ detail: 'a\u001b[2J\u0085\u202eb\u2028c\u200b' }), ': “a[2Jb c”.'],
    ['10,000 characters', JSON.stringify({ detail: 'x'.repeat(10_000) }), `: “${'x'.repeat(200)}…”.`],
    ['half a surrogate pair', '{"detail":"\\ud83d"}', ': “\ufffd”.'],
    ['__proto__', '{"__proto__":{"detail":"x"}}', ': “{"__proto__":{"detail":"x"}}”.']
  ])('%s', (_, body, end) => {
    expect(errorOf(500, body).message).toBe(`The service fails (HTTP 500)${end}`)
  })

  test('a sign-in page with 403 is no lack of permission', () => {
    const { message, hint } = errorOf(403, PAGE, html)
    expect(message).toMatch(/HTML page instead of JSON \(HTTP 403\): “Sign in”\.$/)
    expect(hint).not.toMatch(/workspace|rotated/)
    expect(errorOf(403, '').hint).toMatch(/workspace.*may edit.*rotated/)
  })

  test.each<[string, location: string, where: string, token?: string]>([
    ['with a ticket', 'https://evil.example/login?ticket=s3cr3t', 'to “https://evil.example/login”'],
    ['to nowhere', '', 'without an address'],
    ['to the token', `https://evil.example/${encodeURIComponent(SPECIAL)}/x`, 'to “https://evil.example/***/x”'],
    ['to a token with ? in it', `https://evil.example/${WITH_MARKS}`, 'to “https://evil.example/***”', WITH_MARKS]
  ])('a redirect %s', (_, location, where, token = SPECIAL) => {
    expect(errorFor(new Secret(token), 302, PAGE, { location }).message).toContain(` redirects (HTTP 302) ${where}. `)
  })

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
  // `__tests__/errors.test.ts` has more forms.
  const ECHOES: readonly (readonly [string, echo: string])[] = [
    ['behind Bearer', `Bearer ${SPECIAL}`],
    ['in percent-encoded base64', encodeURIComponent(Buffer.from(`Bearer ${SPECIAL}`).toString('base64'))],
    ['in numeric entities', SPECIAL.replace(/[&<>"'/+=]/g, (char) => `&#${char.charCodeAt(0)};`)],
    ['with zero-width characters inside', SPECIAL.replaceAll('', '\u200b')],
    ['with its end behind the cut', `${'x'.repeat(190)} ${SPECIAL}`]
  ]

  test.each<[string, ...Parameters<typeof response>]>([
    ...ECHOES.flatMap(([form, echo]): [string, ...Parameters<typeof response>][] => [
      [`${form}, in JSON`, 422, JSON.stringify({ detail: `You sent ${echo} to us` })],
      [`${form}, as text`, 422, `You sent ${echo}`],
      [`${form}, in HTML`, 403, `<html><title>${echo}</title>`, html]
    ]),
    ['as the Content-Type', 200, '<p>', { 'content-type': `text/html; x=${SPECIAL}` }],
    ['as the Retry-After', 503, '{}', { 'retry-after': SPECIAL }]
  ])('not the token %s', (_, ...given) => {
    const { message, hint } = errorFor(new Secret(SPECIAL), ...given)
    expect(FRAGMENTS.filter((fragment) => `${message} ${hint}`.includes(fragment))).toEqual([])
  })
})

describe('an answer of 200', () => {
  test.each<[string, body: string]>([
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
    ['an entry whose text speaks of errors', '{"content":"{\\"error\\":true} <div> failed","name":"error"}']
  ])('with %s: a success', (_, body) => {
    expect(() => {
      readSuccess(response(200, body), TOKEN, new Map())
    }).not.toThrow()
  })

  test.each<[string, body: string, headers: Record<string, string>, says: RegExp]>([
    ['HTML', PAGE, html, /HTML page instead of JSON \(HTTP 200\): “Sign in”\.$/],
    ['text called HTML', 'Please sign in', html, /HTML page/],
    ['XML', '<Error><Code>AccessDenied</Code></Error>', {}, /HTML page/],
    ['plain text', 'OK', {}, /text instead of JSON \(HTTP 200\)\.$/],
    ['a problem document', '{}', { 'content-type': 'application/problem+json' }, /reports an error \(`content-type`\)/]
  ])('with %s: a failure', (_, body, headers, says) => {
    expect(errorOf(200, body, headers).message).toMatch(says)
  })

  const reading =
    (body: unknown, learntCodes = new Map<string, unknown>()) =>
    (): void => {
      readSuccess(response(200, JSON.stringify(body)), TOKEN, learntCodes)
    }

  test.each<[unknown]>([
    [{ code: 0 }],
    [{ code: '00000' }],
    [{ code: '201', errcode: 0 }],
    [{ code: 'success' }],
    [{ status: 'draft', id: 7 }],
    [{ error: null, errors: [] }],
    [{ data: { status: 'rejected', code: 7 } }],
    [{ name: 'error', content: '{"success": false}' }],
    [[{ success: false }]]
  ])('without a sign of an error: %j', (body) => {
    expect(reading(body)).not.toThrow()
  })

  test.each<[unknown, field: string]>([
    [false, 'false'],
    [{ success: false }, 'success'],
    [{ error: 'No.' }, 'error'],
    [{ errors: [1] }, 'errors'],
    [{ code: 1, message: 'quota exceeded' }, 'code'],
    [{ code: 'QUOTA_EXCEEDED' }, 'code'],
    [{ statusCode: 500 }, 'statusCode'],
    [{ status: 422 }, 'status'],
    [{ status: 'rejected' }, 'status'],
    [{ data: { error: 'No.' } }, 'data.error'],
    [{ result: { success: false } }, 'result.success']
  ])('with one: %j', (body, field) => {
    expect(reading(body)).toThrow(`reports an error (\`${field}\`)`)
  })

  test.each([
    [{ errorCode: 401 }],
    [{ status: '401 Unauthorized' }],
    [{ data: { code: '401' } }],
    [{ result: { statusCode: 401 } }],
    [{ error: { code: 401 } }],
    [{ errors: { code: 401 } }],
    [{ errors: [{ status: '401' }] }]
  ])('of a rejected token: %j', (body) => {
    expect(reading(body)).toThrow(/rejects the token/)
  })

  const listed = (body: string): Map<string, unknown> => {
    const learntCodes = new Map<string, unknown>()
    readPage(response(200, body), TOKEN, learntCodes)
    return learntCodes
  }

  test('whose code is that of a page with entries', () => {
    const learnt = listed('{"code": 1, "data": [{"name": "Disk full"}]}')
    expect(reading({ code: 1 }, learnt)).not.toThrow()
    expect(reading({ code: 0 }, learnt)).toThrow(/reports an error/)
    expect(reading({ code: 1003 }, learnt)).toThrow(/reports an error/)
  })

  test('with another usual code than the list', () => {
    expect(reading({ code: 201 }, listed('{"code": 200, "data": [{"name": "Disk full"}]}'))).not.toThrow()
  })

  test.each(['[]', 'null'])('of a token without permission, which looks like an empty list: %s', (data) => {
    expect(() => listed(`{"code": 1003, "data": ${data}}`)).toThrow(/reports an error/)
  })
})
