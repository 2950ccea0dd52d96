/**
 * How foreign text (paths, titles, answers) becomes inert in each medium. The runner executes `::command::` at the start of a
 * line and the old `##[command]` anywhere in one; terminals and browsers obey control and bidirectional characters; a summary
 * renders Markdown and HTML. Only edge.ts, markup.ts and json-report.ts use it.
 */

/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Those of them that JSON may hold as they are; its line feeds are between values. */
const INVISIBLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

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

/** A line of a text in code, where a tab stays what it is. */
export function escapeCode(line: string): string {
  return line.split('\t').map(escapeLine).join('\t')
}

/** JSON with the same values, in which nothing is active when a step or a terminal prints it. */
export function escapeJson(json: string): string {
  return json
    .replace(INVISIBLE_IN_JSON, (char) =>
      Array.from({ length: char.length }, (_, at) => unicodeEscape(char.charCodeAt(at))).join('')
    )
    .replaceAll('##[', '#\\u0023[')
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
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
