import { readClass, UnreadableSegment, type One } from './character-class.ts'

/**
 * One part of a pattern, between two slashes, as minimatch 10 reads it with the options of @actions/glob (no braces, no
 * extended globs). Reading is the same to the letter, quirks included, for a test compares the two; matching is not: no
 * regular expression ever sees more than one character, so that none can backtrack.
 */

export interface Segment {
  /** The only name it matches, where it has no wildcard. */
  readonly literal?: string
  /** Set where it matches every name that ends like this and is not empty: `.md` for `*.md`. */
  readonly ending?: string
  readonly matches: (name: string) => boolean
}

/** Any run of characters. */
const STAR = Symbol('*')
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
    return { ending: afterStars, matches: (name) => name !== '' && name.endsWith(afterStars) }
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
    const read = character === '[' && source.includes(']', at) ? readClass(source, at) : undefined
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
