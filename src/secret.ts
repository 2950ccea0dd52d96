import { inspect } from 'node:util'

/** In place of a token or another credential. */
export const HIDDEN = '***'
/** Shorter encodings of a token appear in ordinary text by chance. */
const SHORTEST_ENCODING = 8

/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
export class Secret {
  readonly #value: string
  readonly #forms: readonly string[]

  constructor(value: string) {
    this.#value = value
    this.#forms = formsOf(value)
  }

  reveal(): string {
    return this.#value
  }

  /** The value and its encodings, longest first: what a runner can mask. */
  forms(): readonly string[] {
    return this.#forms
  }

  /**
   * `text` with the secret replaced by `***`: as it is, percent-encoded, as JSON escapes it, and in base64 or base64url, also as
   * a part of a longer text. A service that breaks or encodes a token in another way has it already, and means harm.
   */
  redact(text: string): string {
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text)
  }

  isIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form))
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
  const encoded = [encodeURIComponent(value.toWellFormed()), JSON.stringify(value).slice(1, -1), ...base64Forms(value)]
  const forms = [value, ...encoded.filter((form) => form.length >= SHORTEST_ENCODING)]
  return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length)
}

/**
 * The base64 digits that depend on the text alone where it stands 0, 1 or 2 bytes (modulo 3) behind the start of a longer one,
 * such as `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const digits = all.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    return [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
