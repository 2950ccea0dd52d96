/**
 * The one place through which text that others wrote (file names, titles, answers of the service) reaches people. The
 * runner reads `::command::` after leading white space and the old `##[command]` anywhere in a line; a terminal and a
 * browser obey control and bidirectional characters; a summary renders Markdown and HTML. None of it survives here.
 */

/** C0, DEL, C1, line and paragraph separator, bidirectional controls, zero-width characters, the byte order mark, tags. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Makes what cannot be seen visible, on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** One line for the log that holds no workflow command, wherever it is put. */
export function forLog(text: string): string {
  return visible(text)
    .replaceAll('##[', '# #[')
    .replace(/:(?=:)/g, ': ')
}

/** Text for Markdown and for HTML inside it, in which nothing is markup. */
export function forMarkdown(text: string): string {
  return (
    visible(text)
      .replace(/["!#$&*<>@[\]\\^`{|}~]/g, entity)
      // An address, or the name of an emoji.
      .replace(/:(?=\S)/g, entity)
      // Inside a word an underscore is only an underscore; elsewhere two of them are emphasis.
      .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
      // Bare addresses become links without any markup.
      .replace(/\bwww\./gi, (start) => start.replace('.', '&#46;'))
  )
}

/** A sentence of ours for Markdown: what stands between two backticks is code, and nothing else of it is markup. */
export function proseForMarkdown(text: string): string {
  return visible(text)
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? forMarkdown(part) : `<code>${forMarkdown(part)}</code>`))
    .join('')
}

function entity(char: string): string {
  return `&#${char.charCodeAt(0)};`
}

/** At most `limit` characters, never half of one, with `…` where something is missing. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
