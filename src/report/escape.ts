/**
 * The only way in which foreign text (file names, titles, answers) reaches the log and the summary. The runner executes
 * `::command::` at the start of a line and the old `##[command]` anywhere in one; terminals and browsers obey control and
 * bidirectional characters; a summary renders Markdown and HTML.
 */

/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
export function makeVisible(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** One line that the runner does not take for a command. */
export function escapeLog(text: string): string {
  return makeVisible(text)
    .replaceAll('##[', '# #[')
    .replace(/^(\s*:):/, '$1 :')
}

/** Text in which neither Markdown nor HTML is markup. */
export function escapeMarkdown(text: string): string {
  return (
    makeVisible(text)
      .replace(/["!#$&*<>[\]\\^`{|}~]/g, entity)
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

/** A message of this Action as Markdown: what stands between two backticks becomes code. */
export function messageToMarkdown(text: string): string {
  return makeVisible(text)
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? escapeMarkdown(part) : `<code>${escapeMarkdown(part)}</code>`))
    .join('')
}

function entity(char: string): string {
  return `&#${char.charCodeAt(0)};`
}
