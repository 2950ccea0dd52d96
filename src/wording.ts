/** Files that a sentence names. */
export const MAX_NAMED = 3

/** Parts of sentences for people. */

/** A value as a person typed it, fit for a message: short, printable, without a backtick. */
export function quoted(value: string, length = 60): string {
  const text = printable(value).replaceAll('`', "'")
  return `\`${text.length > length ? `${text.slice(0, length)}…` : text}\``
}

/** A text of others in characters that everybody sees, with `?` for the others. What is invisible goes. */
export function printable(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
    .replace(/[^\x20-\x7e\p{L}·]/gu, '?')
}

/** A line in which a tab, blanks and what is neither a letter nor a usual sign can be told apart. */
export function visible(line: string): string {
  return line
    .replaceAll('\t', '\\t')
    .replace(/ {2,}| $/g, (blanks) => '·'.repeat(blanks.length))
    .replace(/[^\x20-\x7e\p{L}·]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** The first items of a list, and how many more there are: `a, b and 1,200 more`. */
export function listed(items: readonly string[], most = 5): string {
  const more = items.length > most ? ` and ${format(items.length - most)} more` : ''
  return items.slice(0, most).join(', ') + more
}

/** `1 runbook`, `1,200 runbooks`; with `several`, also `3 entries`. */
export function count(number: number, thing: string, several = `${thing}s`): string {
  return `${format(number)} ${number === 1 ? thing : several}`
}

/** The parts that there are. A condition that is false, and an empty text, leave a part out. */
export function joined(parts: readonly (string | false | undefined)[], separator = ' '): string {
  return parts.filter(Boolean).join(separator)
}

/** `The file is not UTF-8.` becomes `the file is not UTF-8`. */
export function asClause(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}

/** `12,345`. `toLocaleString` takes 15 ms at its first call, because it loads the locales. */
export function format(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** At most `limit` UTF-16 units, with `…` for what is missing. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  // The cut may split a surrogate pair.
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The run to start after a repair: a repeated run of a workflow has its old inputs. */
export const NEW_RUN = 'a new run (Run workflow, a push, or the command again)'

// Documents are those of a branch that is always there: before the first release there is no tag.
/** How to keep or discard an edit, and what a workflow needs for it. */
export const WORKFLOW = 'https://github.com/runbook-sync/runbook-sync/blob/main/docs/workflow.md#edits-in-the-assistant'
/** How one gets the command line. */
export const COMMAND_LINE = 'https://github.com/runbook-sync/runbook-sync/blob/main/docs/command-line.md'
export const GITHUB_STATUS = 'https://www.githubstatus.com'

/** An argument that can be pasted into a shell. */
export function shellQuoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

/** Where a message belongs: `docs/a.md:3`; empty if it concerns no file. */
export function locationOf(path: string | null, line: number | null): string {
  if (path === null) return ''
  return line === null ? path : `${path}:${line}`
}
