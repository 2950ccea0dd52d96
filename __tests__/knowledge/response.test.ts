import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/errors.ts'
import type { HttpBody, HttpResponse } from '../../src/knowledge/connection.ts'
import { parseSuccess, RequestError } from '../../src/knowledge/response.ts'

const TOKEN = new Secret('rsp_A1b2C3d4E5f6')

function response(status: number, body: string | HttpBody, headers: Record<string, string> = {}): HttpResponse {
  return {
    url: 'https://assistant.example.com/list',
    status,
    header: (name) => headers[name] ?? '',
    body: typeof body === 'string' ? { kind: 'text', text: body } : body
  }
}

function errorOf(...args: Parameters<typeof response>): RequestError {
  try {
    parseSuccess(response(...args), TOKEN)
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error('a success')
}

describe('a success', () => {
  test.each<[string, number, string]>([
    ['an empty body', 200, ''],
    ['white space', 201, ' \n'],
    ['no content', 204, ''],
    ['an object', 200, '{"id":7}'],
    ['an object without errors', 200, '{"id":1,"error":null,"errors":[]}'],
    ['an empty error', 200, '{"error":"","errors":{},"success":true}'],
    ['code 0', 200, '{"code":0,"message":"success"}'],
    ['code 200', 200, '{"code":200,"status":"ok"}'],
    ['an entry whose text speaks of errors', 200, '{"name":"error","content":"status: error, code 500"}'],
    ['an array', 200, '[]'],
    ['a string', 200, '"stored"'],
    ['a byte order mark', 200, '\uFEFF{}']
  ])('%s', (_, status, body) => {
    expect(() => parseSuccess(response(status, body), TOKEN)).not.toThrow()
  })
})

describe('no success although the status is 2xx', () => {
  test.each<[string, RegExp, string | HttpBody, Record<string, string>]>([
    ['HTML', /HTML page instead of JSON/, '<!doctype html><title>Sign in</title>', {}],
    ['a piece of HTML', /HTML page/, '<div class="login">', {}],
    ['a script', /HTML page/, '<script>location="/login"</script>', {}],
    ['HTML by its type', /HTML page/, 'Please sign in', { 'content-type': 'text/html; charset=utf-8' }],
    ['XML', /HTML page/, '<Error><Code>AccessDenied</Code></Error>', {}],
    ['text', /text instead of JSON/, 'OK', {}],
    ['incomplete JSON', /incomplete or malformed/, '{"id":', {}],
    ['damaged gzip', /gzip content that cannot be decoded/, { kind: 'damaged', encoding: 'gzip' }, {}],
    ['a large body', /larger than 4 MiB/, { kind: 'too-large', limit: 4 * 1024 * 1024 }, {}],
    ['success: false', /reports an error/, '{"success":false}', {}],
    ['ok: false', /reports an error/, '{"ok":false}', {}],
    ['error: true', /reports an error/, '{"error":true}', {}],
    ['an error in words', /reports an error: “quota exceeded”/, '{"error":"quota exceeded"}', {}],
    ['an error as an object', /reports an error: “too long”/, '{"error":{"message":"too long"}}', {}],
    ['a list of errors', /reports an error: “no”/, '{"errors":[{"message":"no"}]}', {}],
    ['status: error', /reports an error/, '{"status":"error"}', {}],
    ['status: failed', /reports an error/, '{"status":"Failed"}', {}],
    ['a numeric status', /reports an error/, '{"status":500}', {}],
    ['a code', /reports an error/, '{"code":413}', {}],
    ['code 401', /rejects the token/, '{"code":401}', {}],
    ['a problem document', /reports an error/, '{"title":"Nope"}', { 'content-type': 'application/problem+json' }]
  ])('%s', (_, message, body, headers) => {
    expect(errorOf(200, body, headers).message).toMatch(message)
  })
})

describe('a status is classified', () => {
  test.each<[number, string, boolean, RegExp]>([
    [301, 'wrong-address', false, /redirects \(HTTP 301\) to “https:\/\/login.example\/x”/],
    [400, 'entry-rejected', false, /rejects the request \(HTTP 400\)/],
    [401, 'token-rejected', false, /rejects the token/],
    [403, 'forbidden', false, /has no permission/],
    [404, 'wrong-address', false, /no such API at https:/],
    [405, 'wrong-address', false, /no such API at https:/],
    [407, 'unreachable', false, /proxy requires/],
    [408, 'service-failing', true, /HTTP 408/],
    [413, 'entry-rejected', false, /too large/],
    [422, 'entry-rejected', false, /HTTP 422/],
    [429, 'rate-limited', true, /too many requests/],
    [500, 'service-failing', true, /HTTP 500/],
    [503, 'service-failing', true, /HTTP 503/],
    [507, 'service-failing', false, /HTTP 507/]
  ])('%d: %s', (status, kind, retryable, message) => {
    const error = errorOf(status, '', { location: 'https://login.example/x?ticket=1' })
    expect([error.kind, error.retryable]).toEqual([kind, retryable])
    expect(error.message).toMatch(message)
  })

  test.each<[string, string, RegExp]>([
    ['expired', '{"detail":"The access token is expired"}', /^Choose Rotate/],
    ['revoked', '{"detail":"The access token was revoked"}', /cannot be rotated.*Create Token/],
    ['replaced', '{"message":"token replaced"}', /replacement is still valid/],
    ['for no reason', '', /choose Rotate.*Create Token/],
    ['as HTML', '<html><title>401</title>', /choose Rotate.*Create Token/]
  ])('a token that is rejected: %s', (_, body, hint) => {
    expect(errorOf(401, body).hint).toMatch(hint)
  })

  test('a sign-in page with 403 says nothing about the token', () => {
    const error = errorOf(403, '<html><title>Sign in</title>', { 'content-type': 'text/html' })
    expect(error.message).toBe(
      'https://assistant.example.com/list returned an HTML page instead of JSON (HTTP 403): “Sign in”.'
    )
    expect(error.hint).not.toMatch(/workspace/)
  })

  test.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    [
      'a date after that of the answer',
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
      30_000
    ],
    ['a past date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['a word', { 'retry-after': 'abc' }, undefined],
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
    ['nothing', '{}', '.'],
    ['control characters', '{"message":"a\\u001b[31m\\u202eb\\n::error::c"}', ': “a[31mb ::error::c”.'],
    ['the token', `{"message":"bad token ${TOKEN.reveal()}"}`, ': “bad token ***”.'],
    ['the token between invisible characters', `{"message":"${TOKEN.reveal().split('').join('\\u200b')}"}`, ': “***”.'],
    ['the token at the cut', `${'x'.repeat(195)}${TOKEN.reveal()}`, `: “${'x'.repeat(195)}***”.`],
    ['a long text', 'y'.repeat(5000), `: “${'y'.repeat(200)}…”.`]
  ])('%s', (_, body, end) => {
    expect(errorOf(500, body).message).toBe(`The service fails (HTTP 500)${end}`)
  })
})
