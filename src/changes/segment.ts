/**
 * One part of a pattern, between two slashes, as minimatch 10 reads it with the options of @actions/glob (no braces, no
 * extended globs). Reading is the same to the letter, quirks included, for a test compares the two; matching is not: no
 * regular expression ever sees more than one character, so that none can backtrack.
 */

export interface Segment {
  /** The only name it matches, where it has no wildcard. */
  readonly literal?: string
  readonly matches: (name: string) => boolean
}

/** A pattern that @actions/glob cannot take, or takes in two ways at once; the message completes "the pattern …". */
export class UnreadableSegment extends Error {}

/** Any run of characters. */
const STAR = Symbol('*')
/** One of the characters of the name: itself, `?`, or a class. */
type One = (character: string) => boolean
type Token = typeof STAR | One

const anyOne: One = () => true

/** @throws {UnreadableSegment} */
export function compileSegment(source: string): Segment {
  const { tokens, literal, unicode } = readTokens(source)
  // Where @actions/glob starts its search at a name that the pattern then does not match, it finds nothing.
  const start = literalOf(source)
  if (start !== '' && start !== literal) throw new UnreadableSegment('has brackets that can be read in two ways')
  if (literal !== undefined) return { literal, matches: (name) => name === literal }
  // minimatch's shortcuts for `*.md`, `***` and `??.md` take what follows as it stands, a backslash too.
  const afterStars = /^\*+([^+@!?*[(]*)$/.exec(source)?.[1]
  if (afterStars !== undefined) {
    return { matches: afterStars === '' ? (name) => name !== '' : (name) => name.endsWith(afterStars) }
  }
  const afterMarks = /^\?+([^+@!?*[(]*)$/.exec(source)?.[1]
  if (afterMarks !== undefined) {
    return { matches: (name) => name.length === source.length && name.endsWith(afterMarks) }
  }
  return { matches: (name) => matchTokens(tokens, unicode ? Array.from(name) : name) }
}

/** Greedy with one way back, the last star: at most the product of the two lengths. */
function matchTokens(tokens: readonly Token[], name: string | readonly string[]): boolean {
  let token = 0
  let at = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    const wanted = tokens[token]
    if (wanted === STAR) {
      star = token++
      resume = at
    } else if (wanted?.(name[at] ?? '')) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++resume
    } else {
      return false
    }
  }
  while (tokens[token] === STAR) token++
  return token === tokens.length
}

interface Read {
  readonly tokens: readonly Token[]
  /** Set where there is no wildcard. */
  readonly literal: string | undefined
  /** A POSIX class makes minimatch count in code points instead of UTF-16 units. */
  readonly unicode: boolean
}

function readTokens(source: string): Read {
  const pieces: (string | Token)[] = []
  let magic = false
  let unicode = false
  // What minimatch escapes in a way that a regular expression with the `u` flag does not take.
  let awkward = false
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at)
    const read = character === '[' ? readClass(source, at) : undefined
    if (character === '\\' && at + 1 < source.length) {
      const escaped = source.charAt(++at)
      awkward ||= escaped === '!'
      pieces.push(escaped)
    } else if (character === '*') {
      magic = true
      if (pieces.at(-1) !== STAR) pieces.push(STAR)
    } else if (character === '?') {
      magic = true
      pieces.push(anyOne)
    } else if (read !== undefined && read.literal === undefined) {
      magic = true
      unicode ||= read.unicode
      pieces.push(read.one)
      at = read.end - 1
    } else {
      const literal = read?.literal ?? character
      awkward ||= /[-,#\s]/.test(literal)
      pieces.push(literal)
      at = (read?.end ?? at + 1) - 1
    }
  }

  if (!magic) return { tokens: [], literal: pieces.join(''), unicode: false }
  if (unicode && awkward) {
    throw new UnreadableSegment('has a class such as `[:alpha:]` next to a dash, comma, hash, blank or `\\!`')
  }
  return { tokens: joined(pieces, unicode), literal: undefined, unicode }
}

/** Single pieces as tokens; with `unicode`, the two halves of a character beyond U+FFFF become one. */
function joined(pieces: readonly (string | Token)[], unicode: boolean): Token[] {
  const tokens: Token[] = []
  let text = ''
  const flush = (): void => {
    for (const wanted of unicode ? Array.from(text) : text.split('')) tokens.push((character) => character === wanted)
    text = ''
  }
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
    } else {
      flush()
      tokens.push(piece)
    }
  }
  flush()
  return tokens
}

/** Source for a character class, whether it needs the `u` flag, whether it says what must *not* be there. */
const POSIX_CLASSES: Readonly<Record<string, readonly [source: string, unicode: boolean, negative?: boolean]>> = {
  '[:alnum:]': ['\\p{L}\\p{Nl}\\p{Nd}', true],
  '[:alpha:]': ['\\p{L}\\p{Nl}', true],
  '[:ascii:]': ['\\x00-\\x7f', false],
  '[:blank:]': ['\\p{Zs}\\t', true],
  '[:cntrl:]': ['\\p{Cc}', true],
  '[:digit:]': ['\\p{Nd}', true],
  '[:graph:]': ['\\p{Z}\\p{C}', true, true],
  '[:lower:]': ['\\p{Ll}', true],
  '[:print:]': ['\\p{C}', true],
  '[:punct:]': ['\\p{P}', true],
  '[:space:]': ['\\p{Z}\\t\\r\\n\\v\\f', true],
  '[:upper:]': ['\\p{Lu}', true],
  '[:word:]': ['\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', true],
  '[:xdigit:]': ['A-Fa-f0-9', false]
}

interface Class {
  readonly one: One
  /** Set where the class is one character, which is the usual way to write a wildcard literally: `[*]`. */
  readonly literal?: string
  readonly unicode: boolean
  /** Index after it. */
  readonly end: number
}

const escapeInClass = (character: string): string => character.replace(/[[\]\\-]/, '\\$&')

/** The class that begins at `start`; `undefined` where the bracket is never closed and so stands for itself. */
function readClass(source: string, start: number): Class | undefined {
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
      const posix = Object.entries(POSIX_CLASSES).find(([name]) => source.startsWith(name, at))
      if (posix) {
        if (rangeFrom !== '') return never
        const [name, [ranges, needsUnicode, negative]] = posix
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
    return { one: anyOne, literal: only.slice(-1), unicode: false, end }
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

/**
 * The name that @actions/glob, before it hands a pattern to minimatch, takes a part for; empty where it sees a wildcard.
 * It starts its search there, and refuses `.` and `..` by it. A backslash inside brackets throws it off its track, here too.
 */
export function literalOf(source: string): string {
  let literal = ''
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at)
    if (character === '\\' && at + 1 < source.length) {
      literal += source.charAt(++at)
      continue
    }
    if (character === '*' || character === '?') return ''
    if (character === '[') {
      let set = ''
      let close = at + 1
      for (; close < source.length && source[close] !== ']'; close++) {
        set += source[close] === '\\' && close + 1 < source.length ? source.charAt(++at) : source.charAt(close)
      }
      if (close < source.length && set.length > 1) return ''
      if (close < source.length && set !== '') {
        literal += set
        at = close
        continue
      }
    }
    literal += character
  }
  return literal
}
