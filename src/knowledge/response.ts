import type { Secret } from '../secret.ts'
import type { HttpResponse } from './connection.ts'
import { field, isFilled } from '../field.ts'
import type { ErrorKind } from '../errors.ts'
import { HINTS, RequestError, WHERE_STORED } from './failures.ts'
import { parsePage, type Page } from './page.ts'
import { isHtml, snippetOf } from './snippet.ts'

/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its body is empty, or JSON without a sign of an error.
 *
 * @returns the JSON; undefined for an empty body.
 * @throws {RequestError}
 */
export function readSuccess(response: HttpResponse, token: Secret): unknown {
  const { status, text } = response
  if (status < 200 || status >= 300) throw statusError(response, token, { status, statusText: `HTTP ${status}` })
  if (isHtmlAnswer(response)) throw htmlError(response, token)
  if (text.trim() === '') return undefined
  const value = parse(response, token)
  const code = statusIn(value)
  if (code !== undefined) {
    throw statusError(response, token, { status: code, statusText: `code ${code} in an HTTP ${status}` })
  }
  const sign = signOfError(value)
  if (sign === undefined) return value
  const message = `The service answered with HTTP ${status}, but its answer reports an error (\`${sign}\`)${quote(response, token)}`
  throw new RequestError('entry-rejected', message, HINTS.correct, { status })
}

/** The documented service has the status of an error in `code`, in an HTTP 200, too; undefined without one. */
function statusIn(value: unknown): number | undefined {
  const codes = [value, field(value, 'error')].map((holder) => asText(field(holder, 'code')))
  const code = codes.find((each) => /^[45]\d\d$/.test(each))
  return code === undefined ? undefined : Number(code)
}

/** Reads a page of the list. An error may have the form of an empty one. */
export function readPage(response: HttpResponse, token: Secret): Page {
  const page = parsePage(readSuccess(response, token))
  if (page !== undefined) return page
  const message = `The answer of ${response.url} is no list of entries${quote(response, token)}`
  throw new RequestError('wrong-address', message, HINTS.url, { status: response.status })
}

function parse(response: HttpResponse, token: Secret): unknown {
  const { text, status, url } = response
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    if (/^\s*[[{"]/.test(text)) {
      const message = `The service returned JSON that is incomplete or malformed (HTTP ${status}).`
      throw new RequestError('service-failing', message, HINTS.works, { retryable: true })
    }
    const message = `${url} returned text instead of JSON (HTTP ${status})${quote(response, token)}`
    throw new RequestError('wrong-address', message, HINTS.url)
  }
}

function htmlError(response: HttpResponse, token: Secret): RequestError {
  const { url, status } = response
  const message = `${url} returned an HTML page instead of JSON (HTTP ${status})${quote(response, token)}`
  const hint = `${HINTS.url} A sign-in page or a proxy in between also answers like this.`
  return new RequestError('wrong-address', message, hint)
}

/** The field of an answer which says that the request failed; undefined without one. */
function signOfError(value: unknown): string | undefined {
  if (field(value, 'success') === false) return 'success: false'
  const error = ['error', 'errors'].find((name) => isFilled(field(value, name)))
  if (error !== undefined) return error
  const code = asText(field(value, 'code'))
  if (/^(?:0*|2\d\d)$/.test(code)) return undefined
  return /^[\w.-]{1,40}$/.test(code) ? `code: ${code}` : 'code'
}

/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = /^(?:408|409|423|425|429|50[0234]|52\d)$/

/** @param statusText the status in words. */
function statusError(
  response: HttpResponse,
  token: Secret,
  { status, statusText }: { readonly status: number; readonly statusText: string }
): RequestError {
  const said = quote(response, token)
  const retryable = RETRYABLE.test(String(status))
  const retryAfter = retryable ? retryAfterOf(response) : 0
  // Some services answer 400 or 422 if a page of the list is too large.
  const options = { status, statusText, retryable, retryAfter, tooLarge: [400, 413, 422].includes(status) }
  const error = (kind: ErrorKind, what: string, hint: string): RequestError =>
    new RequestError(kind, `${what} (${statusText})${said}`, hint, options)
  switch (status) {
    case 401:
      return error('token-rejected', 'The service rejects the token', tokenHint(said))
    case 403:
      if (isHtmlAnswer(response)) return htmlError(response, token)
      return error('forbidden', 'The token has no permission for this request', HINTS.permission)
    case 404:
    case 405:
    case 410:
    case 501:
      return error('wrong-address', `There is no such API at ${response.url}`, HINTS.url)
    case 413:
      return error('entry-rejected', 'The service says that this is too large', 'Split the runbook.')
    case 429:
      return error('rate-limited', 'The service receives too many requests', HINTS.later)
  }
  if (status < 400) return redirectError(response, token)
  if (status >= 500 || retryable) return error('service-failing', 'The service fails', HINTS.works)
  return error('entry-rejected', 'The service rejects the request', HINTS.correct)
}

function redirectError({ url, status, header }: HttpResponse, token: Secret): RequestError {
  // The query of such an address often holds a ticket.
  const target = snippetOf(header('location').replace(/[?#].*/, ''), token, false)
  const where = target === '' ? 'without an address' : `to “${target}”`
  const message = `${url} redirects (HTTP ${status}) ${where}. Runbook Sync follows no redirect, so that the token stays here.`
  return new RequestError('wrong-address', message, `${HINTS.url} If the API has moved, give its new address.`)
}

function tokenHint(said: string): string {
  // Only an active or expired token can be rotated.
  const orCreate = /\bexpired?\b/i.test(said) ? '' : ' if the token is listed as expired, else Create Token'
  return `In the workspace of the runbooks, choose Rotate in Settings → Access Tokens of the assistant${orCreate}. Store the new value ${WHERE_STORED}, and repeat the run.`
}

/** A text or number as text; empty for anything else. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** JSON is JSON, whatever its type is called. */
function isHtmlAnswer({ text, header }: HttpResponse): boolean {
  const isCalledHtml = /\bx?html\b/i.test(header('content-type')) && !/^(?:\uFEFF?\s*[[{"]|\s*$)/.test(text)
  return isHtml(text) || isCalledHtml
}

/** `: “what the service says”.`, or a full stop. A body with 2xx may be a list of entries, whose texts must not be printed. */
function quote({ status, text }: HttpResponse, token: Secret): string {
  const said = snippetOf(text, token, status < 300).replace(/[.\s]+$/, '')
  return said === '' ? '.' : `: “${said}”.`
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3); 0 for anything else. */
function retryAfterOf({ header }: HttpResponse): number {
  const value = header('retry-after')
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Number(value) * 1000
  // `Date.parse` accepts nearly everything.
  const until = /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(until) ? 0 : Math.max(0, until - Date.now())
}
