import type { FailureKind } from '../failures.ts'
import type { Secret } from '../secret.ts'
import type { Answer } from '../http/line.ts'
import { excerpt, looksLikeHtml } from './excerpt.ts'

/** Why one attempt failed, and what it means for the next. */
export interface Problem {
  readonly kind: FailureKind
  readonly message: string
  readonly remedy: string
  /** True where the same request may succeed later. */
  readonly again: boolean
  /** The service is asked too often, or says it has too much to do. */
  readonly congestion?: 'rate' | 'load'
  /** `Retry-After` and `Date`, as received. */
  readonly retryAfter?: string | undefined
  readonly date?: string | undefined
  readonly cause?: unknown
}

export type Judgement<T> =
  { readonly kind: 'good'; readonly value: T } | { readonly kind: 'bad'; readonly problem: Problem }

const CHECK_ADDRESS =
  'Check `base-url`: it is the part before `/personal/v1/knowledge/…`, without that path itself, of the assistant’s API ' +
  'and not of its web pages.'

export const ROTATE =
  'Its owner opens Settings → Access Tokens in the assistant, in the workspace that `base-url` belongs to, chooses ' +
  'Rotate, and puts the new value, which is shown once, into the secret behind the input `token` (usually ' +
  '`RUNBOOK_SYNC_TOKEN`).'

/**
 * What the answer to an upsert means. Its form is unspecified, so that any 2xx is good whose body is empty, JSON or plain
 * words; not a page of HTML (a login, a captive portal), JSON that breaks off, or JSON that says itself that it failed.
 */
export function judgeUpsert(answer: Answer, token: Secret): Judgement<void> {
  if (!isSuccess(answer)) return bad(refusal(answer, token))
  if (isHtml(answer)) return bad(page(answer, token))
  if (answer.cut || answer.text.trim() === '') return { kind: 'good', value: undefined }
  const json = parse(answer.text)
  if (json === undefined) {
    const meantAsJson = /^\s*[[{"]/.test(answer.text) || /json/i.test(typeOf(answer))
    return meantAsJson ? bad(brokenOff(answer)) : { kind: 'good', value: undefined }
  }
  return saysItFailed(json.value)
    ? bad({
        kind: 'entry-refused',
        message: `The service answered ${answer.status}, and in it that the upsert failed${said(answer, token)}`,
        remedy:
          'Correct the runbook by what the service says; if it says nothing of use, ask whoever runs the service.',
        again: false
      })
    : { kind: 'good', value: undefined }
}

/** What the answer to a list means: only complete JSON can be read. */
export function judgeList(answer: Answer, token: Secret): Judgement<unknown> {
  if (!isSuccess(answer)) return bad(refusal(answer, token))
  if (isHtml(answer)) return bad(page(answer, token))
  if (answer.cut) {
    return bad(notTheApi('The service’s list is larger than can be read.', 'Nothing needs to be done.'))
  }
  if (answer.text.trim() === '') return bad(notTheApi('The service’s list is an empty answer.', CHECK_ADDRESS))
  const json = parse(answer.text)
  return json === undefined ? bad(brokenOff(answer)) : { kind: 'good', value: json.value }
}

function refusal(answer: Answer, token: Secret): Problem {
  const { status } = answer
  const what = said(answer, token)
  const later = { retryAfter: answer.headers.get('retry-after'), date: answer.headers.get('date') }
  if (status >= 300 && status < 400) return redirect(answer, token)
  switch (status) {
    case 401:
      return {
        kind: 'token-rejected',
        message: `The service rejects the token (HTTP 401)${what} It has expired, was revoked or rotated, or is of another workspace.`,
        remedy: ROTATE,
        again: false
      }
    case 403:
      return {
        kind: 'forbidden',
        message: `The service knows the token but does not permit this (403)${what}`,
        remedy:
          'A token works only in the workspace in which it was created: check that `base-url` and `token` are of the ' +
          'same one, and that its owner may edit knowledge there. If the token was rotated lately, the secret may still ' +
          'hold the old value.',
        again: false
      }
    case 404:
    case 405:
    case 410:
    case 501:
      return {
        kind: 'wrong-address',
        message: `There is no such API at this address (${status})${what}`,
        remedy: CHECK_ADDRESS,
        again: false
      }
    case 407:
      return {
        kind: 'unreachable',
        message: 'The proxy on the way wants credentials (407).',
        remedy: 'Put them into `https_proxy`, or add the service’s host to `no_proxy`.',
        again: false
      }
    case 429:
      return {
        kind: 'rate-limited',
        message: `The service is asked too often (429)${what}`,
        remedy: 'Run the job again later, with a lower `concurrency`.',
        again: true,
        congestion: 'rate',
        ...later
      }
    case 408:
    case 500:
    case 502:
    case 503:
    case 504:
      return {
        kind: 'service-failing',
        message: `The service fails (${status})${what}`,
        remedy: 'Run the job again when the service is well; if it stays so, tell whoever runs it.',
        again: true,
        ...(status === 503 ? { congestion: 'load' as const } : {}),
        ...later
      }
    case 413:
      return entryRefused(`The entry is too large for the service (413)${what}`, 'Split the runbook into smaller ones.')
    default:
      if (status >= 400 && status < 500) {
        return entryRefused(
          `The service refuses the entry (${status})${what}`,
          'Correct the runbook by what the service says; if it says nothing of use, ask whoever runs the service.'
        )
      }
      return {
        kind: 'service-failing',
        message: `The service fails (${status})${what}`,
        remedy: 'If it stays so, tell whoever runs the service.',
        again: false
      }
  }
}

function entryRefused(message: string, remedy: string): Problem {
  return { kind: 'entry-refused', message, remedy, again: false }
}

function redirect({ status, headers }: Answer, token: Secret): Problem {
  const location = headers.get('location') ?? ''
  // The query of such an address often holds a state or a ticket, and never helps.
  const target = excerpt(location.replace(/[?#].*$/s, ''), token)
  return {
    kind: 'wrong-address',
    message:
      target === ''
        ? `The service redirects (${status}) without saying where to.`
        : `The service redirects (${status}) to “${target}”. Redirects are not followed, so that the token goes nowhere else.`,
    remedy: `${CHECK_ADDRESS} If the API has moved, give its new address there.`,
    again: false
  }
}

function page(answer: Answer, token: Secret): Problem {
  return notTheApi(
    `The answer (${answer.status}) is a page for people, not the API’s${said(answer, token)}`,
    `${CHECK_ADDRESS} A login page, a captive portal or a proxy in between answers like this, too.`
  )
}

function notTheApi(message: string, remedy: string): Problem {
  return { kind: 'not-the-api', message, remedy, again: false }
}

function brokenOff({ status }: Answer): Problem {
  return {
    kind: 'service-failing',
    message: `The service’s answer (${status}) is JSON that breaks off or is malformed.`,
    remedy: 'Run the job again; if it stays so, tell whoever runs the service, or the proxy in between.',
    again: true
  }
}

/** No service says these of an upsert that succeeded; codes and states mean too many things to be judged. */
function saysItFailed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { success, ok, error } = value as Record<string, unknown>
  if (success === true || ok === true) return false
  return success === false || ok === false || (typeof error === 'string' && error.trim() !== '') || isFilled(error)
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function said({ text }: Answer, token: Secret): string {
  const words = excerpt(text, token).replace(/[.\s]+$/, '')
  return words === '' ? '.' : `: “${words}”.`
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

function isHtml(answer: Answer): boolean {
  return (/\bx?html\b/i.test(typeOf(answer)) && answer.text.trim() !== '') || looksLikeHtml(answer.text)
}

function typeOf({ headers }: Answer): string {
  return headers.get('content-type') ?? ''
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return undefined
  }
}

function bad(problem: Problem): { kind: 'bad'; problem: Problem } {
  return { kind: 'bad', problem }
}
