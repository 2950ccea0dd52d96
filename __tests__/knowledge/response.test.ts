import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import type { HttpResponse } from '../../src/knowledge/connection.ts'
import { parsePage } from '../../src/knowledge/list.ts'
import { readSuccess, RequestError } from '../../src/knowledge/response.ts'

const TOKEN = new Secret('rsp_A1b2C3d4E5f6')

function response(status: number, body: string, headers: Record<string, string> = {}): HttpResponse {
  return {
    url: 'https://assistant.example.com/list',
    status,
    header: (name) => headers[name] ?? '',
    body: { kind: 'text', text: body }
  }
}

function errorOf(...args: Parameters<typeof response>): RequestError {
  try {
    readSuccess(response(...args), TOKEN, { learntCodes: new Map() })
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
    ['nothing', '{}', '.']
  ])('%s', (_, body, end) => {
    expect(errorOf(500, body).message).toBe(`The service fails (HTTP 500)${end}`)
  })
})

describe('an answer of 200', () => {
  const read = (body: unknown, learntCodes = new Map<string, unknown>()) =>
    readSuccess(response(200, JSON.stringify(body)), TOKEN, { learntCodes })

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
    expect(() => read(body)).not.toThrow()
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
    expect(() => read(body)).toThrow(`reports an error (\`${field}\`)`)
  })

  test.each([
    [{ errorCode: 401 }],
    [{ status: '401 Unauthorized' }],
    [{ data: { code: '401' } }],
    [{ result: { statusCode: 401 } }],
    [{ error: { code: 401 } }],
    [{ errors: [{ status: '401' }] }]
  ])('of a rejected token: %j', (body) => {
    expect(() => read(body)).toThrow(/rejects the token/)
  })

  const listed = (body: string): Map<string, unknown> => {
    const learntCodes = new Map<string, unknown>()
    readSuccess(response(200, body), TOKEN, { learntCodes, parse: parsePage })
    return learntCodes
  }

  test('whose code is that of a page with entries', () => {
    const learnt = listed('{"code": 1, "data": [{"name": "Disk full"}]}')
    expect(() => read({ code: 1 }, learnt)).not.toThrow()
    expect(() => read({ code: 0 }, learnt)).toThrow(/reports an error/)
    expect(() => read({ code: 1003 }, learnt)).toThrow(/reports an error/)
  })

  test('with another usual code than the list', () => {
    expect(() => read({ code: 201 }, listed('{"code": 200, "data": [{"name": "Disk full"}]}'))).not.toThrow()
  })

  test.each(['[]', 'null'])('of a token without permission, which looks like an empty list: %s', (data) => {
    expect(() => listed(`{"code": 1003, "data": ${data}}`)).toThrow(/reports an error/)
  })
})
