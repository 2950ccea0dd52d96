import { decodeHTMLStrict } from 'entities/decode'

// Services change these things in texts and names that they store, so texts are compared without them.

/** At the end of a line. Without the condition before, blanks inside a line would take quadratic time. */
const BLANKS = /(?<![ \t])[ \t]+(?=\n)/g

/** A copy of a part of a text: in V8, a part of more than twelve characters keeps the whole text in memory. */
export function detached(part: string): string {
  return Buffer.from(part).toString()
}

/** With the line ends of Git. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Services trim texts, and change line ends, blanks at the ends of lines, runs of blank lines, and the Unicode form. */
export function normalForm(text: string): string {
  // Most texts need none of these replacements, and `includes` is many times faster than a pattern.
  const lines = withLineFeeds(text)
  const trimmed = lines.includes(' \n') || lines.includes('\t\n') ? lines.replace(BLANKS, '') : lines
  const collapsed = trimmed.includes('\n\n\n') ? trimmed.replace(/\n{3,}/g, '\n\n') : trimmed
  return composed(collapsed.trim())
}

/**
 * In NFC, except a text with more combining characters in a row than any language has, for which that takes quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function composed(text: string): string {
  // Only in ASCII each character takes one byte, and ASCII is the same in each form.
  if (Buffer.byteLength(text) === text.length || hasManyMarks(text)) return text
  return text.normalize('NFC')
}

function hasManyMarks(text: string): boolean {
  // U+0300 is the first one. In most texts this pattern takes a tenth of the time.
  return /[\u0300-\uffff]{31}/.test(text) && /(?<!\p{M})\p{M}{31}/u.test(text)
}

/** A service may take two names for one that differ only in case, blanks or Unicode form, or show a name escaped for HTML. */
export function foldName(name: string): string {
  return foldForm(name.includes('&') ? composed(decodeHTMLStrict(name)) : name)
}

/** A name without what services change in it: case, blanks and Unicode form. */
export function foldForm(name: string): string {
  // In printable ASCII without blanks to fold, only case can differ.
  if (!/[^ -~]|^ | $| {2}/.test(name)) return name.toLowerCase()
  // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
  const folded = composed(composed(name).toUpperCase().toLowerCase())
  return folded.replace(/\s+/g, ' ').trim()
}
