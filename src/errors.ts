import { inspect } from 'node:util'

/** What kind of thing went wrong; part of the JSON report, so that programs can tell errors apart. */
export type ErrorKind =
  | 'input'
  | 'event'
  | 'git' // The commits cannot be read.
  | 'github' // GitHub's API does not answer as needed.
  | 'branch-moved' // The branch is not where this run may deliver it.
  | 'token-rejected' // HTTP 401.
  | 'forbidden' // HTTP 403.
  | 'wrong-address' // HTTP 404, a redirect or HTML.
  | 'entry-rejected' // Another 4xx, or an answer that says that the entry was not stored.
  | 'rate-limited' // HTTP 429.
  | 'service-failing' // HTTP 5xx or an incomplete answer.
  | 'unreachable' // No connection.
  | 'copies' // An upsert made a second entry.
  | 'out-of-time' // No success for too long.
  | 'cancelled' // By the runner.
  | 'incomplete' // Some runbooks were refused, failed or are pending.
  | 'defect' // A bug of this Action.

/** An error that a person can act on: `message` says what happened and to what, `hint` what to do now. */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly kind: ErrorKind
  readonly hint: string

  constructor(kind: ErrorKind, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.hint = hint
  }
}

/** @param problem completes the sentence "Input `x` …". */
export function inputError(input: string, problem: string, hint: string): ActionError {
  return new ActionError('input', `Input \`${input}\` ${problem}`, hint)
}

/** A value as a person typed it, fit for a message: short, printable, without a backtick. */
export function quoted(value: string, length = 60): string {
  const printable = value.replace(/[^\x20-\x7e\p{L}]/gu, '?').replaceAll('`', "'")
  return `\`${printable.length > length ? `${printable.slice(0, length)}…` : printable}\``
}

/** The first items of a list, and how many more there are: `a, b and 1,200 more`. */
export function listed(items: readonly string[], most = 5): string {
  const more = items.length > most ? ` and ${format(items.length - most)} more` : ''
  return items.slice(0, most).join(', ') + more
}

/** `1 runbook`, `1,200 runbooks`. */
export function count(number: number, thing: string): string {
  return `${format(number)} ${thing}${number === 1 ? '' : 's'}`
}

/** `12,345`. `toLocaleString` takes 15 ms at its first call, because it loads the locales. */
export function format(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** The message of anything thrown, for use inside another message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Something that a person should know although it does not fail the job. */
export interface Diagnostic {
  readonly level: 'warning' | 'notice'
  readonly message: string
  /** Path from the repository's root, where the diagnostic is about one file. */
  readonly path?: string
  /** 1-based line in that file. */
  readonly line?: number
}

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
