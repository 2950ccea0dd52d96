import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import type { HttpResponse } from '../../src/knowledge/connection.ts'
import { parseSuccess, RequestError } from '../../src/knowledge/response.ts'

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
    parseSuccess(response(...args), TOKEN)
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
    [405, 'wrong-address', false, /no such API at https:/],
    [407, 'unreachable', false, /proxy requires/],
    [413, 'entry-rejected', false, /too large/],
    [422, 'entry-rejected', false, /HTTP 422/],
    [429, 'rate-limited', true, /too many requests/],
    [507, 'service-failing', false, /HTTP 507/]
  ])('%d: %s', (status, kind, retryable, message) => {
    const error = errorOf(status, '', { location: 'https://login.example/x?ticket=1' })
    expect([error.kind, error.retryable]).toEqual([kind, retryable])
    expect(error.message).toMatch(message)
  })

  test.each<[string, string, RegExp]>([
    ['revoked', '{"detail":"The access token was revoked"}', /cannot be rotated.*Create Token/],
    ['replaced', '{"message":"token replaced"}', /rotation replaced it/],
    ['for no reason', '', /choose Rotate.*Create Token/],
    ['as HTML', '<html><title>401</title>', /choose Rotate.*Create Token/]
  ])('a token that is rejected: %s', (_, body, hint) => {
    expect(errorOf(401, body).hint).toMatch(hint)
  })

  test.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    [
      'a date of the next century',
      { 'retry-after': 'Sat, 01 Jan 2101 00:00:00 GMT', date: 'Fri, 31 Dec 2100 23:59:59 GMT' },
      1000
    ],
    [
      'a date after that of the answer',
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
      30_000
    ],
    ['a past date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['a word', { 'retry-after': 'abc' }, undefined],
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
