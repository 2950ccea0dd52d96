/**
 * A class of characters in a pattern, such as `[a-z]`, as minimatch 10 reads it, quirks included. The regular expression
 * that it becomes is only ever tried on one character.
 */

/** A pattern that @actions/glob cannot take, or takes in two ways at once; the message completes "the pattern …". */
export class UnreadableSegment extends Error {}

/** Whether one character of a name is the right one. */
export type One = (character: string) => boolean

/** Source for a character class, whether it needs the `u` flag, whether it says what must *not* be there. */
const POSIX_CLASSES = new Map<string, readonly [source: string, unicode: boolean, negative?: boolean]>([
  ['[:alnum:]', ['\\p{L}\\p{Nl}\\p{Nd}', true]],
  ['[:alpha:]', ['\\p{L}\\p{Nl}', true]],
  ['[:ascii:]', ['\\x00-\\x7f', false]],
  ['[:blank:]', ['\\p{Zs}\\t', true]],
  ['[:cntrl:]', ['\\p{Cc}', true]],
  ['[:digit:]', ['\\p{Nd}', true]],
  ['[:graph:]', ['\\p{Z}\\p{C}', true, true]],
  ['[:lower:]', ['\\p{Ll}', true]],
  ['[:print:]', ['\\p{C}', true]],
  ['[:punct:]', ['\\p{P}', true]],
  ['[:space:]', ['\\p{Z}\\t\\r\\n\\v\\f', true]],
  ['[:upper:]', ['\\p{Lu}', true]],
  ['[:word:]', ['\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', true]],
  ['[:xdigit:]', ['A-Fa-f0-9', false]]
])
const LONGEST_POSIX_CLASS = '[:xdigit:]'.length

export interface Class {
  readonly one: One
  /** Set where the class is one character, which is the usual way to write a wildcard literally: `[*]`. */
  readonly literal?: string
  readonly unicode: boolean
  /** Index after it. */
  readonly end: number
}

const escapeInClass = (character: string): string => character.replace(/[[\]\\-]/, '\\$&')

/** The class that begins at `start`; `undefined` where the bracket is never closed and so stands for itself. */
export function readClass(source: string, start: number): Class | undefined {
  /** Can match nothing, which makes the whole segment match nothing. */
  const never: Class = { one: () => false, unicode: false, end: source.length }
  const wanted: string[] = []
  const unwanted: string[] = []
  let at = start + 1
  const negated = source[at] === '!' || source[at] === '^'
  if (negated) at++
  let unicode = false
  let escaping = false
  let rangeFrom = ''
  let end = 0
  for (let first = true; at < source.length;) {
    const character = source.charAt(at)
    if (character === ']' && !first && !escaping) {
      end = at + 1
      break
    }
    first = false
    if (character === '\\' && !escaping) {
      escaping = true
      at++
      continue
    }
    if (character === '[' && !escaping) {
      const name = /^\[:[a-z]+:\]/.exec(source.slice(at, at + LONGEST_POSIX_CLASS))?.[0] ?? ''
      const posix = POSIX_CLASSES.get(name)
      if (posix) {
        if (rangeFrom !== '') return never
        const [ranges, needsUnicode, negative] = posix
        ;(negative ? unwanted : wanted).push(ranges)
        unicode ||= needsUnicode
        at += name.length
        continue
      }
    }
    escaping = false
    if (rangeFrom !== '') {
      if (character > rangeFrom) wanted.push(`${escapeInClass(rangeFrom)}-${escapeInClass(character)}`)
      else if (character === rangeFrom) wanted.push(escapeInClass(character))
      rangeFrom = ''
      at++
    } else if (source.startsWith('-]', at + 1)) {
      wanted.push(`${escapeInClass(character)}\\-`)
      at += 2
    } else if (source.startsWith('-', at + 1)) {
      rangeFrom = character
      at += 2
    } else {
      wanted.push(escapeInClass(character))
      at++
    }
  }
  if (end === 0) return undefined
  const [only = ''] = wanted
  if (wanted.length === 0 && unwanted.length === 0) return never
  if (!negated && unwanted.length === 0 && wanted.length === 1 && /^\\?.$/.test(only)) {
    const literal = only.slice(-1)
    return { one: (character) => character === literal, literal, unicode: false, end }
  }
  const positive = wanted.length > 0 ? `[${negated ? '^' : ''}${wanted.join('')}]` : ''
  const negative = unwanted.length > 0 ? `[${negated ? '' : '^'}${unwanted.join('')}]` : ''
  return { one: oneOf([positive, negative].filter((part) => part !== '').join('|'), unicode), unicode, end }
}

function oneOf(source: string, unicode: boolean): One {
  try {
    const expression = new RegExp(`^(?:${source})$`, unicode ? 'u' : '')
    return (character) => expression.test(character)
  } catch {
    throw new UnreadableSegment('has brackets that are no character class')
  }
}
