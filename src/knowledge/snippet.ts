import type { Secret } from '../secret.ts'
import { field } from '../field.ts'

const MAX_LENGTH = 200
/** Characters of an answer in which a title is looked for. */
const MAX_INPUT = 4000

/**
 * What the service said, fit for a message: the text of a JSON error (RFC 9457 or the usual fields), the title of an HTML
 * page, else the body; on one line, without the token, invisible characters and workflow commands, 200 characters at most.
 * Empty where it says nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
export function snippetOf(body: string, token: Secret, mayHoldTexts = false): string {
  // Redacted before anything is cut, and again because escape sequences of JSON may have split the token.
  const text = token.redact(body.replace(/\p{Cf}/gu, ''))
  const said = messageIn(text) ?? titleIn(text) ?? (mayHoldTexts ? '' : bodyWithText(text))
  const visible = token.redact(said.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, ''))
  const snippet = visible.toWellFormed().trim()
  return snippet.length > MAX_LENGTH ? `${snippet.slice(0, MAX_LENGTH).toWellFormed()}…` : snippet
}

export function isHtml(body: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000))
}

function bodyWithText(body: string): string {
  return /^[\s{}[\]"]*$/.test(body.slice(0, MAX_INPUT)) ? '' : body
}

/** Where JSON errors commonly have their message, in the order of preference. */
const MESSAGES =
  'error.message error detail message msg error_description errors errors.message errors.0 errors.0.message title'

function messageIn(body: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  const texts = [value, ...MESSAGES.split(' ').map((path) => field(value, ...path.split('.')))]
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
}

function titleIn(body: string): string | undefined {
  return isHtml(body) ? (/<title[^>]{0,200}>([^<]{1,500})/i.exec(body.slice(0, MAX_INPUT))?.[1] ?? '') : undefined
}
