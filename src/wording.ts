/** Parts of sentences for people. */

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

/** `1 runbook`, `1,200 runbooks`; with `several`, also `3 entries`. */
export function count(number: number, thing: string, several = `${thing}s`): string {
  return `${format(number)} ${number === 1 ? thing : several}`
}

/** The parts that there are. A condition that is false, and an empty text, leave a part out. */
export function joined(parts: readonly (string | false | undefined)[], separator = ' '): string {
  return parts.filter(Boolean).join(separator)
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

/** What the Action and the command line call the same things. */
const ACTION = {
  /** An input with its value, if any: `links: keep`, in backticks. */
  input: (name: string, value?: string): string => `\`${joined([name, value], ': ')}\``,
  /** In front of the name of an input at the beginning of a sentence. */
  title: 'Input ',
  /** What runs, and is started again. */
  job: 'the job',
  /** Where the token is stored, as `RUNBOOK_SYNC_TOKEN`, and what that is. */
  secret: 'the secret',
  asInput: ' (input `token`)',
  /** Where it runs. */
  machine: 'the runner',
  /** How to replace texts of people. */
  replace: 'start the workflow by hand with `on-conflict: replace`',
  /** How to see more. */
  debug: 'with debug logging',
  /** Where environment variables are set. */
  environment: 'in the environment of the step',
  /** What to do where Git can fetch nothing. */
  fetch: 'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.'
}

const COMMAND_LINE: typeof ACTION = {
  input: (name, value) => (name === 'token' ? '`RUNBOOK_SYNC_TOKEN`' : `\`--${joined([name, value])}\``),
  title: '',
  job: 'the command',
  secret: 'the variable',
  asInput: '',
  machine: 'this machine',
  replace: 'run `runbook-sync sync --replace PATH`',
  debug: 'with `--verbose`',
  environment: 'in your environment',
  fetch: 'Check that `git fetch` works here, and run the command again.'
}

/** The words of this process. */
export const words: typeof ACTION = { ...ACTION }

/** Says that this process is a command, before it makes a message. */
export function speakAsCommand(): void {
  Object.assign(words, COMMAND_LINE)
}
