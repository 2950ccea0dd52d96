// What services change in texts and names, so that it is no difference.

/** Services trim texts, and change line ends, blanks at the ends of lines, runs of blank lines, and the Unicode form. */
export function normalForm(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    // Without the condition before, blanks inside a line would take quadratic time.
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
  return composed(lines.trim())
}

/**
 * In NFC, except a text with more combining characters in a row than any language has, for which that takes quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function composed(text: string): string {
  return /(?<!\p{M})\p{M}{31}/u.test(text) ? text : text.normalize('NFC')
}

/** A service may take two names for one that differ only in case, blanks or Unicode form. */
export function foldName(name: string): string {
  // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
  const folded = composed(composed(name).toUpperCase().toLowerCase())
  return folded.replace(/\s+/g, ' ').trim()
}
