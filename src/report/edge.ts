import { Secret } from '../secret.ts'
import { shorten } from '../wording.ts'
import { escapeCode, escapeJson, escapeLine } from './escape.ts'
import { worded, type Vocabulary } from './vocabulary.ts'

/** A shorter value stands in ordinary text by chance, and no token is so short. */
const SHORTEST_TOKEN = 8
/** Characters of a line. GitHub cuts an annotation at 4,096. */
const MAX_LINE = 2000
/** Characters of a line of a text. */
const MAX_CODE = 500
/** Characters of a message, so that a report stays small even if a service answers at length. */
const MAX_MESSAGE = 4000
/** Errors that are the cause of another. */
const MAX_CAUSES = 5

/**
 * Everything that a run prints or reports passes here. It words messages for its front end, removes the tokens, and escapes
 * for the medium: `line` and `code` for logs and terminals, `json`, and markup.ts for Markdown. What renderers show comes from
 * shown.ts, or passes `line`.
 */
export class Edge {
  readonly #vocabulary: Vocabulary
  readonly #secrets: readonly Secret[]

  /** @param tokens as they were given, perhaps with white space around them; undefined or empty if there is none. */
  constructor(vocabulary: Vocabulary, tokens: readonly (string | undefined)[]) {
    this.#vocabulary = vocabulary
    const values = tokens.map((token = '') => token.trim())
    this.#secrets = values.filter(({ length }) => length >= SHORTEST_TOKEN).map((value) => new Secret(value))
  }

  /** A text of others, such as a path, without the tokens. Not escaped. */
  redact(text: string): string {
    return this.#secrets.reduce((redacted, secret) => secret.redact(redacted), text)
  }

  /** A message in the words of the front end, without the tokens. Not escaped. */
  say(message: string): string {
    return shorten(this.redact(worded(message, this.#vocabulary)), MAX_MESSAGE)
  }

  /** A message as one line for a log or a terminal. */
  line(message: string, limit = MAX_LINE): string {
    return shorten(escapeLine(this.say(message)), limit)
  }

  /** A line of a text of others, in which a tab stays what it is. */
  code(line: string): string {
    return shorten(escapeCode(this.redact(line)), MAX_CODE)
  }

  /** A value with texts of others as JSON. */
  json(value: unknown): string {
    const redact = (_: string, part: unknown): unknown => (typeof part === 'string' ? this.redact(part) : part)
    return escapeJson(`${JSON.stringify(value, redact, 2)}\n`)
  }

  /** The stack of an error and of its causes, as safe lines. */
  trace(error: unknown): string[] {
    const stacks: string[] = []
    for (let cause = error; cause instanceof Error && stacks.length < MAX_CAUSES; cause = cause.cause) {
      stacks.push(cause.stack ?? cause.message)
    }
    return stacks
      .join('\n')
      .split('\n')
      .map((line) => this.line(line))
  }
}
