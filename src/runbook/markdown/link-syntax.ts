import { matchAt } from './match.ts'
import type { Span } from './span.ts'

/** Parts of links and images that inline links and link reference definitions share (CommonMark 4.7 and 6.3). */

/** Of a link reference definition. */
export interface Definition {
  readonly label: string
  readonly destination: Span
}

/** Reads the link reference definitions at the start of a paragraph, and where they end. */
export function readDefinitions(text: string): { readonly definitions: readonly Definition[]; readonly end: number } {
  const definitions: Definition[] = []
  let end = 0
  for (;;) {
    const definition = readDefinition(text, end)
    if (definition === undefined) return { definitions, end }
    definitions.push(definition)
    end = definition.end
  }
}

function readDefinition(text: string, start: number): (Definition & { readonly end: number }) | undefined {
  const from = skipBlanks(text, start)
  const labelEnd = readLabel(text, from)
  if (labelEnd === undefined || text[labelEnd] !== ':') return undefined
  const label = normalizeLabel(text.slice(from + 1, labelEnd - 1))
  const destination = label === '' ? undefined : readDestination(text, skipWhitespace(text, labelEnd + 1))
  if (destination === undefined) return undefined
  const titleEnd = readTitle(text, destination.end)
  const end = (titleEnd === undefined ? undefined : lineEnd(text, titleEnd)) ?? lineEnd(text, destination.end)
  return end === undefined ? undefined : { label, destination: destination.span, end }
}

/** The end of a label `[…]`, with at most 999 characters and escapes. */
export function readLabel(text: string, at: number): number | undefined {
  return matchAt(/\[(?:[^\\[\]]|\\[^]){0,999}\]/y, text, at)
}

/** Makes labels comparable. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** Reads a link destination. `span` is without angle brackets, `end` is after them. */
export function readDestination(text: string, at: number): { readonly span: Span; readonly end: number } | undefined {
  if (text[at] === '<') {
    for (let end = at + 1; end < text.length; end++) {
      const character = text[end]
      if (character === '>') return { span: { from: at + 1, to: end }, end: end + 1 }
      if (character === '<' || character === '\n') return undefined
      if (character === '\\' && text[end + 1] !== '\n') end++
    }
    return undefined
  }
  let depth = 0
  let end = at
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code <= 0x20 || code === 0x7f) break
    if (code === 0x5c && isPunctuation(text.charCodeAt(end + 1))) end++
    // The limit of cmark. Without it, repeated `[a](` takes quadratic time.
    else if (code === 0x28 && ++depth > 32) return undefined
    else if (code === 0x29 && --depth < 0) break
  }
  return end === at || depth > 0 ? undefined : { span: { from: at, to: end }, end }
}

const TITLE_END: Partial<Record<string, string>> = { '"': '"', "'": "'", '(': ')' }

/** The end of a title after white space. */
export function readTitle(text: string, at: number): number | undefined {
  const from = skipWhitespace(text, at)
  const close = TITLE_END[text[from] ?? '']
  if (from === at || close === undefined) return undefined
  for (let end = from + 1; end < text.length; end++) {
    const character = text[end]
    if (character === close) return end + 1
    if (character === '(' && close === ')') return undefined
    if (character === '\\') end++
  }
  return undefined
}

/** Skips blanks and at most one line ending. */
export function skipWhitespace(text: string, at: number): number {
  const end = skipBlanks(text, at)
  return text[end] === '\n' ? skipBlanks(text, end + 1) : end
}

function skipBlanks(text: string, at: number): number {
  let end = at
  while (text[end] === ' ' || text[end] === '\t') end++
  return end
}

/** The start of the next line, if only blanks follow. */
function lineEnd(text: string, at: number): number | undefined {
  const end = skipBlanks(text, at)
  if (end === text.length) return end
  return text[end] === '\n' ? end + 1 : undefined
}

/** ASCII punctuation, which a backslash escapes. */
export function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  )
}
