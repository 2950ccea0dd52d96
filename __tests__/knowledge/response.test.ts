import { describe, expect, test } from '@jest/globals'
import type { ErrorKind } from '../../src/errors.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import { readPage, readSuccess } from '../../src/knowledge/response.ts'
import { Secret } from '../../src/secret.ts'

const TOKEN = 'rsp_A1+b2/C3d4E5f6'
const HTML = { 'content-type': 'text/html' }
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><script>pwned()</script></body></html>'

type Answer = Readonly<{ status?: number; body?: string; headers?: Record<string, string> }>

/** What an answer is taken for: undefined for a success. */
function errorOf({ status = 200, body = '', headers = {} }: Answer, read: typeof readPage | typeof readSuccess) {
  const url = 'https://assistant.example.com/list'
  try {
    read({ url, status, header: (name) => headers[name] ?? '', text: body }, new Secret(TOKEN))
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  return undefined
}
const upsertError = (answer: Answer): RequestError | undefined => errorOf(answer, readSuccess)

describe('a status is classified:', () => {
  test.each<{ status: number; kind: ErrorKind; says: RegExp }>([
    { status: 301, kind: 'wrong-address', says: /redirects \(HTTP 301\) to “https:\/\/login.example\/x”\./ },
    { status: 400, kind: 'entry-rejected', says: /rejects the request \(HTTP 400\)/ },
    { status: 403, kind: 'forbidden', says: /has no permission/ },
    { status: 404, kind: 'wrong-address', says: /no such API at https:/ },
    { status: 413, kind: 'entry-rejected', says: /too large/ },
    { status: 501, kind: 'wrong-address', says: /no such API at https:/ },
    { status: 507, kind: 'service-failing', says: /HTTP 507/ }
  ])('$status: $kind, and not tried again', ({ status, kind, says }) => {
    const error = upsertError({ status, headers: { location: 'https://login.example/x?ticket=1' } })
    expect(error).toMatchObject({ kind, message: expect.stringMatching(says), retryable: false })
  })

  test.each([
    ['expired', /^In the workspace of the runbooks, choose Rotate in [^.]+\. Store the new value as the secret /],
    ['revoked', /if the token is listed as expired, else Create Token\. Store/]
  ])('401: how to renew the token that is %s', (said, hint) => {
    const error = upsertError({ status: 401, body: `{"message":"The token is ${said}"}` })
    expect(error).toMatchObject({ kind: 'token-rejected', hint: expect.stringMatching(hint), retryable: false })
  })

  test.each([408, 409, 423, 425, 429, 500, 502, 503, 504, 520, 529])('%d: tried again', (status) => {
    const kind = status === 429 ? 'rate-limited' : 'service-failing'
    expect(upsertError({ status })).toMatchObject({ kind, retryable: true, status })
  })

  test.each<{ value: string; milliseconds: unknown }>([
    { value: '7', milliseconds: 7000 },
    { value: '2.25', milliseconds: 2250 },
    { value: new Date(Date.now() + 600_000).toUTCString(), milliseconds: expect.closeTo(600_000, -4) },
    { value: 'Wed, 21 Oct 2015 07:28:00 GMT', milliseconds: 0 },
    { value: '120 GMT', milliseconds: 0 },
    { value: '', milliseconds: 0 }
  ])('Retry-After: $value', ({ value, milliseconds }) => {
    expect(upsertError({ status: 503, headers: { 'retry-after': value } })?.retryAfter).toEqual(milliseconds)
  })
})

describe('what the service says:', () => {
  test.each<{ name: string; body: string; end: string }>([
    { name: 'the detail of a problem', body: '{"title":"Bad","detail":"too long"}', end: ': “too long”.' },
    { name: 'a nested message', body: '{"error":{"message":"nope"}}', end: ': “nope”.' },
    { name: 'text', body: 'no such thing', end: ': “no such thing”.' },
    { name: 'nothing', body: '{}', end: '.' },
    { name: 'a message before an error', body: '{"error":"Bad","message":"too long"}', end: ': “too long”.' },
    { name: 'an error in `data`', body: '{"code":7,"data":{"error":"too long"}}', end: ': “too long”.' },
    { name: 'wrong fields', body: '{"detail":[{"loc":["a","b"],"msg":"x"},{"msg":"No."},{}]}', end: ': “a.b: x, No”.' },
    { name: 'no JSON', body: '{"reason":{"id":7}}', end: '.' },
    { name: 'no JSON that is cut', body: '[{"reason":{"id":7', end: '.' },
    { name: 'several lines', body: '{"detail":"\\n::error::pwned\\r\\nx"}', end: ': “::error::pwned x”.' },
    { name: 'active characters', body: JSON.stringify({ detail: 'a\u001b[2J\u0085\u202eb' }), end: ': “a[2Jb”.' },
    { name: '10,000 characters', body: `{"detail":"${'x'.repeat(10_000)}"}`, end: `: “${'x'.repeat(199)}…”.` },
    { name: 'half a surrogate pair', body: '{"detail":"\\ud83d"}', end: ': “\ufffd”.' },
    { name: 'the token', body: `{"detail":"No ${TOKEN}"}`, end: ': “No ***”.' },
    { name: 'the token in base64', body: `No ${btoa(`Bearer ${TOKEN}`)}`, end: ': “No QmVhcmVyIH***g==”.' },
    { name: 'the token behind the cut', body: `${'x'.repeat(190)} ${TOKEN}`, end: `: “${'x'.repeat(190)} ***”.` }
  ])('$name', ({ body, end }) => {
    expect(upsertError({ status: 500, body })?.message).toBe(`The service fails (HTTP 500)${end}`)
  })

  test('a sign-in page with 403 is no lack of permission', () => {
    const page = upsertError({ status: 403, body: PAGE, headers: HTML })
    expect(page?.message).toMatch(/HTML page instead of JSON \(HTTP 403\): “Sign in”\.$/)
    expect(page?.hint).not.toMatch(/workspace|rotated/)
    expect(upsertError({ status: 403 })?.hint).toMatch(/workspace.*may edit.*rotated/)
  })

  test.each([
    ['', 'without an address'],
    [`https://evil.example/${encodeURIComponent(TOKEN)}`, 'to “https://evil.example/***”']
  ])('a redirect to “%s”', (location, where) => {
    const { message } = upsertError({ status: 302, body: PAGE, headers: { location } }) ?? {}
    expect(message).toContain(` redirects (HTTP 302) ${where}. `)
  })
})

test.each([
  ...['', '\ufeff{}', '{"code":0}', '{"code":"00000"}', '{"code":null}', '{"error":null,"errors":[]}'],
  '{"code":200,"message":"common.success","data":{"id":7}}',
  '{"data":{"status":"rejected","code":7}}',
  '{"content":"{\\"error\\":true} <div> failed","name":"error"}'
])('an answer of 200 is a success with %j', (body) => {
  expect(upsertError({ body })).toBeUndefined()
})

describe('an answer of 200 is no success with', () => {
  test.each<Answer & { name: string; says: RegExp }>([
    { name: 'HTML', body: PAGE, headers: HTML, says: /HTML page instead of JSON \(HTTP 200\): “Sign in”\.$/ },
    { name: 'text called HTML', body: 'Please sign in', headers: HTML, says: /HTML page/ },
    { name: 'XML', body: '<Error><Code>AccessDenied</Code></Error>', says: /HTML page/ },
    // It may be the text of an entry.
    { name: 'plain text', body: 'OK', says: /text instead of JSON \(HTTP 200\)\.$/ },
    { name: 'half of its JSON', body: '{"id": ', says: /incomplete or malformed/ },
    { name: 'a code', body: '{"code":40301,"message":"No."}', says: /HTTP 200, but .*`code: 40301`\): “No”\.$/ },
    { name: '`success`', body: '{"success":false}', says: /reports an error \(`success: false`\)/ },
    { name: '`error`', body: '{"error":"No."}', says: /reports an error \(`error`\)/ },
    { name: '`errors`', body: '{"errors":[1]}', says: /reports an error \(`errors`\)/ },
    { name: 'a code of letters', body: '{"code":"QUOTA"}', says: /reports an error \(`code: QUOTA`\)/ },
    { name: 'a code with markup', body: '{"code":"`x`"}', says: /reports an error \(`code`\)/ }
  ])('$name', ({ says, ...answer }) => {
    expect(upsertError(answer)?.message).toMatch(says)
  })
})

test.each<[code: number | string, kind: ErrorKind, retryAfter: number]>([
  [400, 'entry-rejected', 0],
  ['401', 'token-rejected', 0],
  [429, 'rate-limited', 7000],
  [599, 'service-failing', 0]
])('a code in the envelope, or in its error, is the status: %s', (code, kind, retryAfter) => {
  const statusText = `code ${code} in an HTTP 200`
  for (const envelope of [{ code, message: 'common.no', data: null }, { error: { code, message: 'common.no' } }]) {
    const error = upsertError({ body: JSON.stringify(envelope), headers: { 'retry-after': '7' } })
    const message = expect.stringContaining(`(${statusText}): “common.no”.`)
    expect(error).toMatchObject({ kind, status: Number(code), statusText, message, retryAfter })
  }
})

test.each<{ body: string; says: RegExp }>([
  // Some services answer so to a token without permission.
  { body: '{"code":1003,"data":[]}', says: /reports an error \(`code: 1003`\)/ },
  { body: '{"success":false,"items":[{"name":"Disk full"}]}', says: /reports an error \(`success: false`\)/ },
  { body: '{"message":"maintenance"}', says: /is no list of entries: “maintenance”\.$/ },
  { body: '{"hello":"Disk full"}', says: /is no list of entries\.$/ }
])('$body is no page of the list', ({ body, says }) => {
  expect(errorOf({ body }, readPage)?.message).toMatch(says)
})
