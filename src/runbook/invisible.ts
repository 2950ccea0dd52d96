/**
 * Characters that nobody sees, and that a program reads: blanks without width, fillers, soft hyphens, what changes the direction
 * of a text, and tags and variation selectors, with which texts for a program are hidden. U+200C and U+200D are none of them,
 * because words of some languages and emoji need them.
 */
const INVISIBLE =
  /[\u{e0100}-\u{e01ef}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu
/** A line of a language that is written from right to left, and may need those for the direction. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

export function invisibleIn(text: string): readonly string[] {
  return Array.from(
    new Set(text.match(INVISIBLE)),
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  )
}

export interface InvisibleLines {
  /** As `U+200B`, each once. */
  readonly characters: readonly string[]
  /** 1-based. */
  readonly first: number
  readonly lines: number
}

/** @param firstLine the number of the first line of the text in its file. */
export function linesWithInvisible(text: string, firstLine: number): InvisibleLines | undefined {
  if (text.search(INVISIBLE) === -1) return undefined
  const found = text.split('\n').flatMap((line, at) => {
    return invisibleIn(line).length === 0 || FROM_RIGHT.test(line) ? [] : { line, number: firstLine + at }
  })
  const [first] = found
  if (first === undefined) return undefined
  const characters = invisibleIn(found.map(({ line }) => line).join(''))
  return { characters, first: first.number, lines: found.length }
}
