import type { Secret } from '../secret.ts'
import type { HttpResponse } from './connection.ts'
import { field } from '../field.ts'
import type { ErrorKind } from '../errors.ts'
import { NEW_RUN } from '../wording.ts'
import { HINTS, RequestError } from './failures.ts'
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
  if (page === undefined)
    throw new RequestError(
      'wrong-address',
      `The answer of ${response.url} is no list of entries${quote(response, token)}`,
      HINTS.url
    )
  return page
}

/** Undefined for an empty body. */
function readJson(response: HttpResponse, token: Secret): unknown {
  const { status, url, body } = response
  if (status < 200 || status >= 300) throw statusError(response, token)
  if (body.kind === 'too-large') {
    const message = `The answer (HTTP ${status}) is larger than ${body.limit / 1024 / 1024} MiB and was not read.`
    const hint = 'Check `base-url`, or ask the people who run the service.'
    throw new RequestError('service-failing', message, hint, { tooLarge: true })
  }
  if (body.kind === 'damaged') {
    const message = `The service returned ${snippetOf(body.encoding, token)} content that cannot be decoded (HTTP ${status}).`
    throw new RequestError('service-failing', message, HINTS.works, { retryable: true })
  }
  if (isHtmlAnswer(response)) throw htmlError(response, token)
  if (body.text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(body.text.replace(/^\uFEFF/, ''))
  } catch {
    if (/^\s*[[{"]/.test(body.text)) {
      const message = `The service returned JSON that is incomplete or malformed (HTTP ${status}).`
      throw new RequestError('service-failing', message, HINTS.works, { retryable: true })
    }
    const message = `${url} returned text instead of JSON (HTTP ${status})${quote(response, token)}`
    throw new RequestError('wrong-address', message, HINTS.url)
  }
  if (has401(value)) throw tokenRejectedError(quote(response, token))
  return value
}

function requireNoError(value: unknown, response: HttpResponse, token: Secret): void {
  const sign = signOfError(value)
  if (sign === undefined) return
  const message = `The service answered with HTTP ${response.status}, but its answer reports an error (\`${sign}\`)${quote(response, token)}`
  throw new RequestError('entry-rejected', message, HINTS.correct)
}

function htmlError(response: HttpResponse, token: Secret): RequestError {
  const { url, status } = response
  const message = `${url} returned an HTML page instead of JSON (HTTP ${status})${quote(response, token)}`
  const hint = `${HINTS.url} A sign-in page or a proxy in between also answers like this.`
  return new RequestError('wrong-address', message, hint)
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
    const message = `${url} redirects (HTTP ${status}) ${where}. Runbook Sync follows no redirect, so that the token stays here.`
    return new RequestError('wrong-address', message, `${HINTS.url} If the API has moved, give its new address.`)
  }
  if (status === 401) return tokenRejectedError(said)
  if (status === 403 && isHtmlAnswer(response)) return htmlError(response, token)
  const retryable = RETRYABLE.includes(status) || (status >= 520 && status <= 529)
  const retryAfter = retryable ? retryAfterOf(response) : undefined
  const [kind, what, hint] = sayStatus(status, url, retryable)
  const options = { status, retryable, retryAfter, tooLarge: status === 413 }
  return new RequestError(kind, `${what} (HTTP ${status})${said}`, hint, options)
}

/** What an answer of 4xx or 5xx means, and what to do. */
function sayStatus(status: number, url: string, retryable: boolean): [kind: ErrorKind, what: string, hint: string] {
  switch (status) {
    case 403: {
      const hint =
        'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the ' +
        'same workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update it ' +
        '(secret `RUNBOOK_SYNC_TOKEN`).'
      return ['forbidden', 'The token has no permission for this request', hint]
    }
    case 404:
    case 405:
    case 410:
    case 501:
      return ['wrong-address', `There is no such API at ${url}`, HINTS.url]
    case 407: {
      const hint = 'Add them to `https_proxy`, or add the host of the service to `no_proxy`.'
      return ['unreachable', 'The proxy requires credentials', hint]
    }
    case 413:
      return ['entry-rejected', 'The service says that this is too large', 'Split the runbook.']
    case 429:
      return ['rate-limited', 'The service receives too many requests', HINTS.later]
  }
  if (status >= 500 || retryable) return ['service-failing', 'The service fails', HINTS.works]
  return ['entry-rejected', 'The service rejects the request', HINTS.correct]
}

/** Only an active or expired token can be rotated, so the reason that the service gives decides what to do. */
function tokenRejectedError(said: string): RequestError {
  const message = `The service rejects the token (HTTP 401)${said}`
  const settings = 'in Settings → Access Tokens of the assistant'
  const update = `. Update the token (secret \`RUNBOOK_SYNC_TOKEN\`), and start ${NEW_RUN}.`
  const error = (choice: string): RequestError => new RequestError('token-rejected', message, choice + update)
  if (/\bexpired?\b/i.test(said)) return error(`Choose Rotate ${settings}`)
  if (/\b(?:revoked|replaced|rotated|deleted)\b/i.test(said)) {
    return error(`Choose Create Token ${settings}, or, if a rotation replaced it, take that value`)
  }
  return error(`Choose Rotate ${settings} if the token is listed as expired, else Create Token`)
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
