import { inspect } from 'node:util'

const HIDDEN = '***'
/** Shorter fragments of an encoded token appear in ordinary text by chance. */
const SHORTEST_FRAGMENT = 8

/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
export class Secret {
  readonly #value: string
  readonly #forms: readonly string[]
  /** The value, also where URL, JSON or HTML escapes some of its characters. */
  readonly #pattern: RegExp

  constructor(value: string) {
    this.#value = value
    this.#forms = formsOf(value)
    this.#pattern = new RegExp(Array.from(value, escapesOf).join(''), 'gu')
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
    const unescaped = text.replace(this.#pattern, HIDDEN)
    return this.#forms.reduce((redacted, form) => redacted.replaceAll(form, HIDDEN), unescaped)
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
