import type { Secret } from '../secret.ts'

/** A message longer than this helps nobody, and an annotation has to hold it. */
const LENGTH = 200

/**
 * What the service said, fit to be shown: the message out of a JSON error (RFC 9457 or the usual fields), the title of a
 * page, else the text itself; one line, without the token, without characters that hide or reorder others and without
 * the beginnings of workflow commands, shortened. Empty where there is nothing to say.
 */
export function excerpt(text: string, token: Secret): string {
  // Redacted before anything is cut off, and again after characters went out from between others.
  const raw = token.redact(text)
  const said = token.redact(inert(messageIn(raw) ?? titleOf(raw) ?? wordsIn(raw)))
  return said.length > LENGTH ? `${said.slice(0, LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…` : said
}

function inert(text: string): string {
  return (
    text
      .slice(0, 4000)
      .toWellFormed()
      .replace(/\s+/gu, ' ')
      // Controls, and format characters: zero width, bidirectional overrides, tags.
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .replaceAll('##[', '## [')
      .replace(/:(?=:)/g, ': ')
      .trim()
  )
}

/** Not the brackets of an empty JSON answer, which say nothing. */
function wordsIn(text: string): string {
  return /^[\s{}[\]]*$/.test(text) ? '' : text
}

function messageIn(text: string): string | undefined {
  const value = parsed(text)
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  const inner = fields['error']
  const told = [fields['detail'], fields['message'], fields['msg'], fields['error_description'], inner, fields['title']]
  if (typeof inner === 'object' && inner !== null) told.unshift((inner as Record<string, unknown>)['message'])
  return told.find((part): part is string => typeof part === 'string' && part.trim() !== '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function titleOf(text: string): string | undefined {
  return looksLikeHtml(text) ? (/<title[^>]{0,200}>([^<]{1,500})/i.exec(text.slice(0, 4000))?.[1] ?? '') : undefined
}

/** A page for people begins like this; no JSON does. */
export function looksLikeHtml(text: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype|!--|\?xml|html|head|body)/i.test(text.slice(0, 1000))
}
