import MarkdownIt from 'markdown-it'

/** Parts of links and images that inline links and link reference definitions share (CommonMark 4.7 and 6.3). */

/** A range of characters, from `from` up to but not including `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A link reference definition: the range of its destination, without angle brackets. */
export interface Definition extends Span {
  readonly label: string
}

/** ASCII punctuation, which a backslash escapes. */
export const PUNCTUATION = /[!-/:-@[-`{-~]/

const BLANKS = /[ \t]*/y
/** Blanks and at most one line ending. */
const WHITESPACE = /[ \t]*(?:\n[ \t]*)?/y
const REST_OF_LINE = /[ \t]*(?:\n|$)/y
const { helpers } = new MarkdownIt()

/** Where the match of a sticky pattern at `at` ends; undefined without a match. */
export function matchAt(pattern: RegExp, text: string, at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Reads one of the link reference definitions at the start of a paragraph, and where it ends. */
export function readDefinition(text: string, start: number): (Definition & { readonly end: number }) | undefined {
  const labelStart = matchAt(BLANKS, text, start) ?? start
  const labelEnd = readLabel(text, labelStart)
  if (labelEnd === undefined || text[labelEnd] !== ':') return undefined
  const label = normalizeLabel(text.slice(labelStart + 1, labelEnd - 1))
  const destination = label === '' ? undefined : readDestination(text, labelEnd + 1)
  if (destination === undefined) return undefined
  const titleEnd = readTitle(text, destination.end)
  const end = matchAt(REST_OF_LINE, text, titleEnd) ?? matchAt(REST_OF_LINE, text, destination.end)
  return end === undefined ? undefined : { ...destination, label, end }
}

/** The end of a label `[…]`, with at most 999 characters and escapes. */
export function readLabel(text: string, at: number): number | undefined {
  return matchAt(/\[(?:[^\\[\]]|\\[^]){0,999}\]/y, text, at)
}

/** Makes labels comparable. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** Reads a link destination after white space. The span is without angle brackets, `end` is after them. */
export function readDestination(text: string, at: number): (Span & { readonly end: number }) | undefined {
  const from = matchAt(WHITESPACE, text, at) ?? at
  if (text[from] === '<') {
    for (let end = from + 1; end < text.length; end++) {
      const character = text[end]
      if (character === '>') return { from: from + 1, to: end, end: end + 1 }
      if (character === '<' || character === '\n') return undefined
      if (character === '\\' && text[end + 1] !== '\n') end++
    }
    return undefined
  }
  let depth = 0
  let end = from
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code <= 0x20 || code === 0x7f) break
    const character = text[end]
    if (character === '\\' && PUNCTUATION.test(text[end + 1] ?? '')) end++
    // The limit of cmark. Without it, repeated `[a](` takes quadratic time.
    else if (character === '(' && ++depth > 32) return undefined
    else if (character === ')' && --depth < 0) break
  }
  return end === from || depth > 0 ? undefined : { from, to: end, end }
}

/** The end of a title after white space. */
export function readTitle(text: string, at: number): number | undefined {
  const from = matchAt(WHITESPACE, text, at) ?? at
  const { ok, pos } = helpers.parseLinkTitle(text, from, text.length)
  return ok && from > at ? pos : undefined
}
