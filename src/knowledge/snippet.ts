import type { Secret } from '../secret.ts'
import { field } from '../field.ts'
import { listed, shorten } from '../wording.ts'

const MAX_LENGTH = 200
/** Where JSON errors have their message, in the order of preference: the vendor's clients read the first three; RFC 9457, and usual fields. */
const MESSAGES =
  'message error data.error error.message detail msg error_description errors errors.message errors.0 errors.0.message title'

/**
 * The words of an answer, fit for a message: the text of a JSON error, the title of an HTML page, else the body if it is no JSON;
 * on one line, without the token and invisible characters. Empty if it says nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
export function snippetOf(body: string, token: Secret, mayHoldTexts: boolean): string {
  const said = messageIn(body) ?? textOfBody(token.redact(body), mayHoldTexts)
  const line = said.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '')
  // Redacted before it is cut, and after what stands between characters is gone.
  return shorten(token.redact(line.toWellFormed().trim()), MAX_LENGTH)
}

export function isHtml(body: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000))
}

function messageIn(body: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  const texts = [value, ...MESSAGES.split(' ').map((path) => field(value, ...path.split('.')))]
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? problemsIn(value)
}

/** The fields that FastAPI finds wrong: `body.name: Field required`. */
function problemsIn(value: unknown): string | undefined {
  const details = field(value, 'detail')
  const problems = (Array.isArray(details) ? details : []).flatMap((detail: unknown) => {
    const [place, problem] = [field(detail, 'loc'), field(detail, 'msg')]
    if (typeof problem !== 'string') return []
    return Array.isArray(place) ? `${place.map(String).join('.')}: ${problem}` : problem
  })
  return problems.length === 0 ? undefined : listed(problems, 3)
}

/** The text of a body that is no JSON error. */
function textOfBody(body: string, mayHoldTexts: boolean): string {
  if (isHtml(body)) return /<title[^>]{0,200}>([^<]{1,500})/i.exec(body.slice(0, 4000))?.[1] ?? ''
  return mayHoldTexts || /^\uFEFF?\s*[{["]/.test(body) ? '' : body
}
