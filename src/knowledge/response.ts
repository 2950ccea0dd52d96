import type { Secret } from '../secret.ts'
import type { HttpResponse } from './connection.ts'
import { field } from '../field.ts'
import { requestError, type RequestError } from './failures.ts'
import { parsePage, type Page } from './list.ts'
import { isHtml, snippetOf } from './snippet.ts'

/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its whole body is understood: empty, or without a
 * sign of an error.
 *
 * @throws {RequestError}
 */
export function readSuccess(response: HttpResponse, token: Secret): void {
  requireNoError(readJson(response, token), response, token)
}

/**
 * Reads a page of the list.
 *
 * @throws {RequestError}
 */
export function readPage(response: HttpResponse, token: Secret): Page {
  const value = readJson(response, token)
  // An error may look like an empty list.
  requireNoError(value, response, token)
  const page = parsePage(value)
  if (page === undefined) throw requestError('notAList', { url: response.url, said: quote(response, token) })
  return page
}

/** Undefined for an empty body. */
function readJson(response: HttpResponse, token: Secret): unknown {
  const { status, url, body } = response
  if (status < 200 || status >= 300) throw statusError(response, token)
  if (body.kind === 'too-large') {
    throw requestError('answerTooLarge', { status, mebibytes: body.limit / 1024 / 1024 }, { tooLarge: true })
  }
  if (body.kind === 'damaged') {
    const encoding = snippetOf(body.encoding, token)
    throw requestError('damaged', { status, encoding }, { retryable: true })
  }
  if (isHtmlAnswer(response)) throw requestError('html', { url, status, said: quote(response, token) })
  if (body.text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(body.text.replace(/^\uFEFF/, ''))
  } catch {
    if (/^\s*[[{"]/.test(body.text)) throw requestError('brokenJson', { status }, { retryable: true })
    throw requestError('notJson', { url, status, said: quote(response, token) })
  }
  if (has401(value)) throw tokenRejectedError(quote(response, token))
  return value
}

function requireNoError(value: unknown, response: HttpResponse, token: Secret): void {
  const sign = signOfError(value)
  if (sign === undefined) return
  throw requestError('reportsError', { status: response.status, sign, said: quote(response, token) })
}

/** What in an answer says that the request failed; undefined without such a field. */
function signOfError(value: unknown): string | undefined {
  if (field(value, 'success') === false) return 'success: false'
  const error = ['error', 'errors'].find((name) => isFilled(field(value, name)))
  if (error !== undefined) return error
  const code = textOf(field(value, 'code'))
  if (/^(?:0*|2\d\d)$/.test(code)) return undefined
  return /^[\w.-]{1,40}$/.test(code) ? `code: ${code}` : 'code'
}

function has401(value: unknown): boolean {
  return [value, field(value, 'error')].some((holder) => textOf(field(holder, 'code')) === '401')
}

/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = [408, 409, 423, 425, 429, 500, 502, 503, 504]

function statusError(response: HttpResponse, token: Secret): RequestError {
  const { status, url } = response
  const said = quote(response, token)
  if (status < 400) {
    // The query of such an address often holds a ticket.
    const target = snippetOf(token.redact(response.header('location')).replace(/[?#].*/s, ''), token)
    const where = target === '' ? 'without an address' : `to “${target}”`
    return requestError('redirected', { url, status, where })
  }
  if (status === 401) return tokenRejectedError(said)
  const retryable = RETRYABLE.includes(status) || (status >= 520 && status <= 529)
  const retryAfter = retryable ? retryAfterOf(response) : undefined
  const options = { status, retryable, retryAfter, tooLarge: status === 413 }
  return requestError(failureOf(response), { url, status, said }, options)
}

/** Which failure an answer of 4xx or 5xx is, but 401. */
function failureOf(response: HttpResponse): Parameters<typeof requestError>[0] {
  const { status } = response
  if (status === 403) return isHtmlAnswer(response) ? 'html' : 'forbidden'
  if ([404, 405, 410, 501].includes(status)) return 'noSuchApi'
  if (status === 407) return 'proxyNeedsLogin'
  if (status === 413) return 'tooLarge'
  if (status === 429) return 'rateLimited'
  return status >= 500 || RETRYABLE.includes(status) ? 'failing' : 'rejected'
}

/** Says what to do by the reason that the service gives: only an active or expired token can be rotated. */
function tokenRejectedError(said: string): RequestError {
  if (/\bexpired?\b/i.test(said)) return requestError('tokenExpired', { said })
  const isRevoked = /\b(?:revoked|replaced|rotated|deleted)\b/i.test(said)
  return requestError(isRevoked ? 'tokenRevoked' : 'tokenRejected', { said })
}

/** A text or number as text; empty for anything else. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value)
}

function isHtmlAnswer({ body, header }: HttpResponse): boolean {
  if (body.kind !== 'text' || body.text.trim() === '') return false
  return isHtml(body.text) || /\bx?html\b/i.test(header('content-type'))
}

/** `: “what the service says”.`, or a full stop. */
function quote({ status, body }: HttpResponse, token: Secret): string {
  const said = body.kind === 'text' ? snippetOf(body.text, token, status < 300).replace(/[.\s]+$/, '') : ''
  return said === '' ? '.' : `: “${said}”.`
}

/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). A date counts from the answer's own `Date`,
 * because clocks differ; a past one is 0. Undefined for anything else.
 */
function retryAfterOf({ header }: HttpResponse): number | undefined {
  const value = header('retry-after').trim()
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000
  const until = httpDate(value)
  if (Number.isNaN(until)) return undefined
  const now = httpDate(header('date'))
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now))
}

/** `Date.parse` accepts nearly everything. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : NaN
}
