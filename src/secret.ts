import { inspect } from 'node:util'

const HIDDEN = '***'
/** Shorter fragments of an encoded token appear in ordinary text by chance. */
const SHORTEST_FRAGMENT = 8
const LONGEST_PART = 500

/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
export class Secret {
  readonly #value: string
  readonly #forms: readonly string[]
  /** They match the forms even if URL, JSON or HTML escapes some characters; made when they are needed. */
  #patterns: readonly RegExp[] | undefined

  constructor(value: string) {
    this.#value = value
    this.#forms = formsOf(value)
  }

  reveal(): string {
    return this.#value
  }

  /** The value and its encodings as a whole, longest first. */
  forms(): readonly string[] {
    return this.#forms
  }

  /** `text` with every form of the secret replaced by `***`. */
  redact(text: string): string {
    // The value first: a part of a longer form may match a part of a long value, which then matches no pattern of its own.
    this.#patterns ??= [...new Set([this.#value, ...this.#forms])].flatMap(patternsOf)
    return this.#patterns.reduce((redacted, pattern) => redacted.replace(pattern, HIDDEN), text)
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((offset) => base64Fragment(bytes, offset))
  const encoded = [
    encodeURIComponent(value.toWellFormed()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((fragment) => fragment.replaceAll('+', '-').replaceAll('/', '_'))
  ].filter((form) => form.length >= SHORTEST_FRAGMENT)
  return [...new Set([value, ...encoded])].sort((a, b) => b.length - a.length)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** V8 takes no pattern for thousands of characters, as a JWT has: one for each part of a long form. */
function patternsOf(form: string): RegExp[] {
  const chars = Array.from(form)
  const parts = Math.ceil(chars.length / LONGEST_PART)
  const size = Math.ceil(chars.length / parts)
  return Array.from({ length: parts }, (_, at) => {
    const source = chars.slice(at * size, (at + 1) * size).map(escapesOf)
    return new RegExp(source.join(''), 'gu')
  }).filter(({ source }) => source !== '(?:)')
}

/** Source of a pattern for a character as it is, and as encoders write it: each escapes others. */
function escapesOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const hex = code.toString(16).padStart(2, '0')
  const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const entity = ENTITIES[char] === undefined ? '' : `|&${ENTITIES[char]};`
  return `(?:\\\\?\\u{${hex}}|%${digits}|\\\\u00${digits}|&#0*${code};|&#[xX]0*${digits};${entity})`
}

/**
 * The base64 digits that depend on `bytes` alone where they stand `offset` bytes (modulo 3) into a longer text, such as
 * `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out.
 */
function base64Fragment(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}
