import { Secret } from '../secret.ts'
import { COMMAND_LINE, format, GITHUB_STATUS, shorten, WORKFLOW } from '../wording.ts'

/**
 * How texts of others (paths, titles, answers) are written: without the tokens, inert in the medium, and not too long; in this
 * order, so that no part of a token is left. The runner executes `::command::` at the start of a line and the old `##[command]`
 * anywhere in one; terminals and browsers obey control and bidirectional characters; a summary renders Markdown and HTML.
 */

/** A shorter value stands in ordinary text by chance, and no token is so short. */
const SHORTEST_TOKEN = 8
/** Characters of a line, of which GitHub cuts an annotation at 4,096; of a line of code; of a text in Markdown, and in JSON. */
const MAX_LINE = 2000
const MAX_CODE = 500
const MAX_MARKDOWN = 1000
const MAX_JSON = 4000

/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** The characters among them that JSON may hold as they are; its line feeds are between values. */
const INVISIBLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** An address that a sentence may have, and what a reader sees in its place. */
type Link = readonly [address: string, title: string]

const LINKS: readonly Link[] = [
  [WORKFLOW, 'docs/workflow.md'],
  [COMMAND_LINE, 'docs/command-line.md'],
  [GITHUB_STATUS, 'githubstatus.com']
]

/** Markdown that is ours. A string is not. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup

/** All that a run prints or writes passes here. */
export class Sink {
  readonly #secrets: readonly Secret[]

  /** @param tokens as they were given, perhaps with white space around them; undefined or empty if there is none. */
  constructor(tokens: readonly (string | undefined)[]) {
    const values = tokens.map((token = '') => token.trim())
    this.#secrets = values.filter(({ length }) => length >= SHORTEST_TOKEN).map((value) => new Secret(value))
  }

  /** Without the tokens. Not escaped. */
  redact(text: string): string {
    return this.#secrets.reduce((redacted, secret) => secret.redact(redacted), text)
  }

  line(text: string): string {
    return shorten(escapeLine(this.redact(text)), MAX_LINE)
  }

  /** A line of a text, in which a tab stays what it is. */
  code(line: string): string {
    return shorten(this.redact(line).split('\t').map(escapeLine).join('\t'), MAX_CODE)
  }

  /** JSON of the same value, in which nothing is active when a step or a terminal prints it. */
  json(value: unknown): string {
    const redact = (_: string, part: unknown): unknown =>
      typeof part === 'string' ? shorten(this.redact(part), MAX_JSON) : part
    return `${JSON.stringify(value, redact, 2)}\n`
      .replace(INVISIBLE_IN_JSON, (char) => char.replace(/[^]/g, unicodeEscape))
      .replaceAll('##[', '#\\u0023[')
  }

  trace(stacks: readonly string[]): string[] {
    return stacks.flatMap((stack) => stack.split('\n')).map((line) => this.line(line))
  }

  /** A template of Markdown. The strings that are put in become text in which nothing is markup. */
  readonly markup = (template: TemplateStringsArray, ...parts: readonly Part[]): Markup => {
    const [start = '', ...rest] = template
    return new Markup(start + rest.map((text, at) => this.#textOf(parts[at] ?? '') + text).join(''))
  }

  #textOf(part: Part): string {
    if (part instanceof Markup) return part.text
    return typeof part === 'number' ? format(part) : escapeMarkdown(shorten(this.redact(part), MAX_MARKDOWN))
  }

  /**
   * A sentence of a report, which may quote texts of others: what stands between two backticks becomes code, and an address of ours
   * a link.
   *
   * @param own addresses of this run.
   */
  readonly prose = (sentence: string, own: readonly Link[] = []): Markup => {
    let text = this.#textOf(sentence).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>')
    for (const [address, title] of [...LINKS, ...own]) {
      text = text.replaceAll(escapeMarkdown(address), `[${title}](${address})`)
    }
    return new Markup(text)
  }

  /** Lines as a block of code whose fence is longer than every run of tildes in it. */
  readonly codeBlock = (language: 'diff' | 'text', lines: readonly string[]): Markup => {
    const shown = lines.map((line) => this.code(line))
    const runs = shown.flatMap((line) => line.match(/~+/g) ?? [])
    const fence = '~'.repeat(runs.reduce((most, { length }) => Math.max(most, length), 2) + 1)
    return new Markup([`${fence}${language}`, ...shown, fence].join('\n'))
  }
}

/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function makeVisible(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** One line that neither the runner nor a terminal takes for a command. */
export function escapeLine(text: string): string {
  return makeVisible(text)
    .replaceAll('##[', '# #[')
    .replace(/^(\s*:):/, '$1 :')
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Text in which neither Markdown nor HTML is markup, wherever it stands. */
export function escapeMarkdown(text: string): string {
  return (
    makeVisible(text)
      .trimStart()
      .replace(/["!#$&*<>[\]\\^`{|}~]/g, entity)
      // At the start of a line they make a list, a heading or a rule.
      .replace(/^(?:[-+=]|\d+[.)])/, (start) => start.slice(0, -1) + entity(start.slice(-1)))
      // GitHub finds mentions, e-mail addresses and issues after it has decoded entities; a zero-width space prevents it.
      .replaceAll('@', '&#64;&#8203;')
      .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
      // Addresses, and names of emoji.
      .replace(/:(?=\S)/g, entity)
      // An underscore inside a word is no emphasis.
      .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
      .replace(/www\./gi, (start) => start.replace('.', '&#46;'))
  )
}

function entity(char: string): string {
  return `&#${char.charCodeAt(0)};`
}
