import type { Secret } from '../secret.ts'
import type { HttpResponse } from './connection.ts'
import { field } from '../field.ts'
import type { ErrorKind } from '../errors.ts'
import { NEW_RUN } from '../wording.ts'
import { HINTS, RequestError } from './failures.ts'
import { parsePage, type Page } from './list.ts'
import { isHtml, snippetOf } from './snippet.ts'

/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its body is empty, or JSON without a sign of an error.
 *
 * @returns the JSON; undefined for an empty body.
 * @throws {RequestError}
 */
export function readSuccess(response: HttpResponse, token: Secret): unknown {
  const { status, text } = response
  if (status < 200 || status >= 300) throw statusError(response, token)
  const said = quote(response, token)
  if (isHtmlAnswer(response)) throw htmlError(response, said)
  if (text.trim() === '') return undefined
  const value = parse(response, said)
  if ([value, field(value, 'error')].some((holder) => textOf(field(holder, 'code')) === '401')) {
    throw tokenRejectedError(said)
  }
  const sign = signOfError(value)
  if (sign === undefined) return value
  const message = `The service answered with HTTP ${status}, but its answer reports an error (\`${sign}\`)${said}`
  throw new RequestError('entry-rejected', message, HINTS.correct)
}

/** Reads a page of the list. An error may look like an empty one. */
export function readPage(response: HttpResponse, token: Secret): Page {
  const page = parsePage(readSuccess(response, token))
  if (page !== undefined) return page
  const message = `The answer of ${response.url} is no list of entries${quote(response, token)}`
  throw new RequestError('wrong-address', message, HINTS.url)
}

function parse({ text, status, url }: HttpResponse, said: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    if (/^\s*[[{"]/.test(text)) {
      const message = `The service returned JSON that is incomplete or malformed (HTTP ${status}).`
      throw new RequestError('service-failing', message, HINTS.works, { retryable: true })
    }
    const message = `${url} returned text instead of JSON (HTTP ${status})${said}`
    throw new RequestError('wrong-address', message, HINTS.url)
  }
}

function htmlError({ url, status }: HttpResponse, said: string): RequestError {
  const message = `${url} returned an HTML page instead of JSON (HTTP ${status})${said}`
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

/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = /^(?:408|409|423|425|429|50[0234]|52\d)$/

function statusError(response: HttpResponse, token: Secret): RequestError {
  const { status, url } = response
  const said = quote(response, token)
  if (status < 400) {
    // The query of such an address often holds a ticket.
    const target = snippetOf(response.header('location').replace(/[?#].*/, ''), token, false)
    const where = target === '' ? 'without an address' : `to “${target}”`
    const message = `${url} redirects (HTTP ${status}) ${where}. Runbook Sync follows no redirect, so that the token stays here.`
    return new RequestError('wrong-address', message, `${HINTS.url} If the API has moved, give its new address.`)
  }
  if (status === 401) return tokenRejectedError(said)
  if (status === 403 && isHtmlAnswer(response)) return htmlError(response, said)
  const retryable = RETRYABLE.test(String(status))
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
  return Boolean(value)
}

function isHtmlAnswer({ text, header }: HttpResponse): boolean {
  return text.trim() !== '' && (isHtml(text) || /\bx?html\b/i.test(header('content-type')))
}

/** `: “what the service says”.`, or a full stop. A body with 2xx may be a list of entries, whose texts must not be printed. */
function quote({ status, text }: HttpResponse, token: Secret): string {
  const said = snippetOf(text, token, status < 300).replace(/[.\s]+$/, '')
  return said === '' ? '.' : `: “${said}”.`
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3); undefined for anything else. */
function retryAfterOf({ header }: HttpResponse): number | undefined {
  const value = header('retry-after')
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Number(value) * 1000
  // `Date.parse` accepts nearly everything.
  const until = /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now())
}
