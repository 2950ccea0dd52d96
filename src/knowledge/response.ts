import { ActionError, type ErrorKind } from '../errors.ts'
import type { Secret } from '../secret.ts'
import type { HttpResponse } from './connection.ts'
import { field } from '../field.ts'
import { isHtml, snippetOf } from './snippet.ts'
import { words } from '../wording.ts'

type RequestErrorOptions = ErrorOptions & Partial<Pick<RequestError, 'retryable' | 'retryAfter' | 'tooLarge'>>

/** Why an attempt failed. */
export class RequestError extends ActionError {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter: number | undefined
  /** Whether a smaller page of the list may be possible. */
  readonly tooLarge: boolean
  /** Requests that were made. */
  attempts = 1

  constructor(kind: ErrorKind, message: string, hint: string, options: RequestErrorOptions = {}) {
    super(kind, message, hint, options)
    this.retryable = options.retryable ?? false
    this.retryAfter = options.retryAfter
    this.tooLarge = options.tooLarge ?? false
  }
}

/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its whole body is understood.
 *
 * @param parse makes the JSON what is needed of it; undefined where it has another form. Without it, an answer
 *   succeeds if it has no sign of an error, and the body may be empty.
 * @param learntCodes the service's own words for success by field; gets those of a page of the list that has rows.
 * @throws {RequestError}
 */
export function readSuccess<T>(
  response: HttpResponse,
  token: Secret,
  {
    parse,
    learntCodes
  }: {
    readonly parse?: ((value: unknown) => T | undefined) | undefined
    readonly learntCodes: Map<string, unknown>
  }
): T | undefined {
  const value = readJson(response, token)
  if (has401(value)) throw tokenRejectedError(quote(response, token))
  const parsed = parse?.(value)
  if (hasRows(parsed)) {
    for (const [name, code] of entriesOf(value)) {
      if (CODES.includes(name) && !isUsualCode(code)) learntCodes.set(name, code)
    }
  }
  const sign = /\bproblem\+json\b/i.test(response.header('content-type'))
    ? 'content-type'
    : signOfError(value, learntCodes)
  if (sign !== undefined) {
    const what = `The service answered with HTTP ${response.status}, but its answer reports an error (\`${sign}\`)`
    throw new RequestError('entry-rejected', what + quote(response, token), CORRECT)
  }
  if (parse !== undefined && parsed === undefined) {
    throw wrongAddressError(`The answer of ${response.url} is no list of entries.`)
  }
  return parsed
}

/** Undefined for an empty body. */
function readJson(response: HttpResponse, token: Secret): unknown {
  const { status, body } = response
  if (status < 200 || status >= 300) throw statusError(response, token)
  if (body.kind === 'too-large') {
    const message = `The answer (HTTP ${status}) is larger than ${body.limit / 1024 / 1024} MiB and was not read.`
    const hint = `Check ${words.input('base-url')}, or ask those who operate the service.`
    throw new RequestError('service-failing', message, hint, { tooLarge: true })
  }
  if (body.kind === 'damaged')
    throw incompleteError(`${snippetOf(body.encoding, token)} content that cannot be decoded`, status)
  if (isHtmlAnswer(response)) throw htmlError(response, quote(response, token))
  if (body.text.trim() === '') return undefined
  try {
    return JSON.parse(body.text.replace(/^\uFEFF/, ''))
  } catch {
    if (/^\s*[[{"]/.test(body.text)) throw incompleteError('JSON that is incomplete or malformed', status)
    throw wrongAddressError(`${response.url} returned text instead of JSON (HTTP ${status})${quote(response, token)}`)
  }
}

const CODES = ['code', 'errcode', 'errorCode', 'error_code', 'statusCode']

/** An error may look like an empty list. */
function hasRows(page: unknown): boolean {
  const rows = field(page, 'rows')
  return Array.isArray(rows) && rows.length > 0
}

function isUsualCode(code: unknown): boolean {
  return /^(?:|0+|2\d\d|ok|success)$/i.test(textOf(code))
}

/** The field of an answer that says that the request failed; undefined without one. */
function signOfError(value: unknown, learntCodes: ReadonlyMap<string, unknown>): string | undefined {
  if (value === false) return 'false'
  const isFailure = (name: string, found: unknown): boolean => {
    switch (name) {
      case 'success':
      case 'ok':
        return found === 0 || /^false$/i.test(textOf(found))
      case 'error':
      case 'errors':
        return isFilled(found)
      case 'status':
        return (
          Number(textOf(found)) >= 400 || /^(?:error|fail(?:ed|ure)?|rejected|denied|invalid)$/i.test(textOf(found))
        )
      default:
        if (learntCodes.has(name)) return found !== learntCodes.get(name)
        return CODES.includes(name) && !isUsualCode(found)
    }
  }
  const top = entriesOf(value).find(([name, found]) => isFailure(name, found))
  if (top !== undefined) return top[0]
  for (const holder of ['data', 'result']) {
    const inner = entriesOf(field(value, holder)).find(
      ([name, found]) => /^(?:errors?|success|ok)$/.test(name) && isFailure(name, found)
    )
    if (inner !== undefined) return `${holder}.${inner[0]}`
  }
  return undefined
}

function has401(value: unknown): boolean {
  const holders = [
    value,
    ...['data', 'result', 'error', 'errors'].map((name) => field(value, name)),
    field(value, 'errors', '0')
  ]
  return holders.some((holder) => [...CODES, 'status'].some((name) => /^401\b/.test(textOf(field(holder, name)))))
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

const CORRECT =
  'Correct the runbook by what the service says; if that does not help, ask those who operate the service.'
const LOG_IN_TO_PROXY = 'Add them to `https_proxy`, or add the host of the service to `no_proxy`.'
const TOKENS = 'Settings → Access Tokens of the assistant'

const checkUrl = (): string =>
  `Check ${words.input('base-url')}: it is the address of the assistant’s API, not of its web pages, without ` +
  '`/personal/v1/knowledge/…`.'
const checkWorkspace = (): string =>
  `A token works only in the workspace in which it was created: check that ${words.input('base-url')} and ` +
  `${words.input('token')} belong to the same workspace, and that the owner of the token may edit knowledge there. If the ` +
  `token was rotated, update ${words.secret}.`
const runAgain = (): string =>
  `Run ${words.job} again when the service works; if it does not, tell those who operate it.`

/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = [408, 409, 423, 425, 500, 502, 503, 504]

function statusError(response: HttpResponse, token: Secret): RequestError {
  const { status, url } = response
  const said = quote(response, token)
  const error = (kind: ErrorKind, what: string, hint: string, options?: RequestErrorOptions): RequestError =>
    new RequestError(kind, `${what} (HTTP ${status})${said}`, hint, options)
  const retryAfter = retryAfterOf(response)
  const retryable = RETRYABLE.includes(status) || (status >= 520 && status <= 529)
  if (status < 400) return redirectError(response, token)
  if (status === 401) return tokenRejectedError(said)
  if (status === 403 && isHtmlAnswer(response)) return htmlError(response, said)
  if (status === 403) return error('forbidden', 'The token has no permission for this request', checkWorkspace())
  if ([404, 405, 410, 501].includes(status)) return error('wrong-address', `There is no such API at ${url}`, checkUrl())
  if (status === 407) return error('unreachable', 'The proxy requires credentials', LOG_IN_TO_PROXY)
  if (status === 413) {
    return error('entry-rejected', 'The entry is too large for the service', 'Split the runbook.', { tooLarge: true })
  }
  if (status === 429) {
    const hint = `Run ${words.job} again later, with a lower ${words.input('concurrency')}.`
    return error('rate-limited', 'The service receives too many requests', hint, { retryable: true, retryAfter })
  }
  if (status < 500 && !retryable) {
    const tooLarge = status === 400 || status === 422
    return error('entry-rejected', 'The service rejects the request', CORRECT, { tooLarge })
  }
  return error('service-failing', 'The service fails', runAgain(), { retryable, retryAfter })
}

/** Says what to do by the reason that the service gives: only an active or expired token can be rotated. */
function tokenRejectedError(said: string): RequestError {
  const store = `store the new value, which is shown once, in ${words.secret} \`RUNBOOK_SYNC_TOKEN\`${words.asInput}. Then run ${words.job} again.`
  const hint = /\bexpired?\b/i.test(said)
    ? `Choose Rotate in ${TOKENS}, and ${store}`
    : /\b(?:revoked|replaced|rotated|deleted)\b/i.test(said)
      ? 'A revoked token cannot be rotated. If a rotation replaced it, store that value. ' +
        `Otherwise choose Create Token in ${TOKENS}, and ${store}`
      : `In ${TOKENS}, choose Rotate if the token is listed as expired, else Create Token; then ${store}`
  return new RequestError('token-rejected', `The service rejects the token (HTTP 401)${said}`, hint)
}

function redirectError(response: HttpResponse, token: Secret): RequestError {
  // The query of such an address often holds a ticket.
  const target = snippetOf(token.redact(response.header('location')).replace(/[?#].*$/s, ''), token)
  const where = target === '' ? 'without an address' : `to “${target}”`
  return wrongAddressError(
    `${response.url} redirects (HTTP ${response.status}) ${where}. Runbook Sync follows no redirect, so that the token stays here.`,
    'If the API has moved, give its new address.'
  )
}

function htmlError({ url, status }: HttpResponse, said: string): RequestError {
  return wrongAddressError(
    `${url} returned an HTML page instead of JSON (HTTP ${status})${said}`,
    'A sign-in page or a proxy in between also answers like this.'
  )
}

function wrongAddressError(message: string, more = ''): RequestError {
  return new RequestError('wrong-address', message, `${checkUrl()} ${more}`.trimEnd())
}

function incompleteError(what: string, status: number): RequestError {
  const message = `The service returned ${what} (HTTP ${status}).`
  return new RequestError('service-failing', message, runAgain(), { retryable: true })
}

/** A text, number or boolean as text; empty for anything else. */
function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
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
