import type { Secret } from '../secret.ts'
import { field } from '../field.ts'

const MAX_LENGTH = 200
/** Characters of an answer in which a title is looked for. */
const MAX_INPUT = 4000

/**
 * What the service said, fit for a message: the text of a JSON error (RFC 9457 or the usual fields), the title of an HTML
 * page, else the body; on one line, without the token and invisible characters, 200 characters at most. Empty if it says
 * nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
export function snippetOf(body: string, token: Secret, mayHoldTexts = false): string {
  const said = messageIn(body) ?? textIn(token.redact(body), mayHoldTexts)
  // Redacted before it is cut, and after what stands between characters is gone.
  const line = token.redact(
    said
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .toWellFormed()
      .trim()
  )
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).toWellFormed()}…` : line
}

export function isHtml(body: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000))
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

/** What a body says that is no JSON error. */
function textIn(body: string, mayHoldTexts: boolean): string {
  const beginning = body.slice(0, MAX_INPUT)
  if (isHtml(body)) return /<title[^>]{0,200}>([^<]{1,500})/i.exec(beginning)?.[1] ?? ''
  return mayHoldTexts || /^[\s{}[\]"]*$/.test(beginning) ? '' : body
}
