import { hash } from 'node:crypto'

// What services change in texts and names, so that it is no difference.

/** Stands for a text where texts cannot be kept: of two texts that differ only as services change them, it is the same. */
export function textHash(text: string): string {
  return hash('sha256', normalText(text), 'base64url')
}

/** Services trim texts, and change line ends, blanks at the end of lines, and the Unicode form. */
export function normalText(text: string): string {
  const normal = text
    .replace(/\r\n?/g, '\n')
    // Without the condition before, blanks inside a line would take quadratic time.
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
  return composed(normal)
}

/**
 * In NFC, except a text with more combining characters in a row than any language has, for which that takes quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function composed(text: string): string {
  return /\p{M}{31}/u.test(text) ? text : text.normalize('NFC')
}

/** A service may take two names for one that differ only in case, blanks or Unicode form. */
export function foldName(name: string): string {
  // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
  const folded = composed(composed(name).toUpperCase().toLowerCase())
  return folded.replace(/\s+/g, ' ').trim()
}

/** Whether two names differ at most in blanks and Unicode form, as services store them. */
export function isSpelledLike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => composed(name).replace(/\s+/g, ' ').trim())
  return a === b
}
