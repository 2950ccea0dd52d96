import { inspect } from 'node:util'

const HIDDEN = '***'

/**
 * A token that cannot be printed by accident: it lives in one private field, and every way an object turns into text
 * yields `***`. Whoever needs the value says so with `reveal()`, which three places do: the `Authorization` header of the
 * service, that of GitHub's API, and that of `git fetch`.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  /** `text` with every appearance of the secret replaced, also as base64 and URL-encoded: a service may echo it. */
  redact(text: string): string {
    const forms = [this.#value, encodeURIComponent(this.#value), Buffer.from(this.#value).toString('base64')]
    return forms.reduce((redacted, form) => redacted.replaceAll(form, HIDDEN), text)
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
