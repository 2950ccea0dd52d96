import { InputError, type ActionError } from '../errors.ts'
import { Secret } from '../secret.ts'
import { joined, quoted } from '../wording.ts'

interface Declaration {
  /** Its name in `action.yml`. */
  readonly input: string
  /** The default of `action.yml` again, because an empty value given in `with:` does not fall back to it. A test compares the two. */
  readonly default?: string
  /** Gets the value without white space around it; empty without one. Throws `ActionError` of kind `input`. */
  readonly read?: (value: string, name: string) => unknown
  /** Parses the lines of an input that are neither empty nor a comment. */
  readonly readLines?: (lines: readonly string[], name: string) => unknown
}

/** Every input, once. The types and the defaults come from here. */
const INPUTS = {
  /** A plan works without it. */
  token: { input: 'token', read: readToken },
  githubToken: { input: 'github-token', read: readGitHubToken },
  /** Without a trailing slash. */
  baseUrl: { input: 'base-url', read: readBaseUrl },
  /** Patterns as written. */
  files: { input: 'files', default: 'docs/runbooks/**/*.md', readLines: (patterns) => patterns },
  /** Patterns of the files with alerts, as written; none: alerts are not judged. */
  alerts: { input: 'alerts', readLines: (patterns) => patterns },
  /** The websites that show folders of the repository, of two that contain each other the inner one first. */
  site: { input: 'site', readLines: readSites },
  /** Folder of the checkout below the workspace; empty for the workspace itself. */
  root: { input: 'root', read: readRoot },
  mode: { input: 'mode', default: 'auto', read: oneOf('auto', 'sync', 'plan', 'pull') },
  nameTemplate: { input: 'entry-name', default: '{title}', read: readNameTemplate },
  frontMatter: { input: 'front-matter', default: 'strip', read: oneOf('strip', 'keep') },
  comments: { input: 'comments', default: 'keep', read: oneOf('keep', 'strip') },
  removed: { input: 'removed', default: 'report', read: oneOf('report', 'retire') },
  onConflict: { input: 'on-conflict', default: 'keep', read: oneOf('keep', 'replace') },
  secrets: { input: 'secrets', default: 'refuse', read: oneOf('refuse', 'warn', 'send') },
  /** Milliseconds in which the list must show what was sent. */
  confirmWithin: { input: 'confirm-within', default: '120', read: readSeconds },
  /** The day on which the token stops working, at midnight UTC. */
  tokenExpiresOn: { input: 'token-expires-on', read: readDate }
} satisfies Readonly<Record<string, Declaration>>

/** The inputs: read once, checked once, typed. */
export type Inputs = { readonly [Key in keyof typeof INPUTS]: ReadBy<(typeof INPUTS)[Key]> }

type Reading<Value> = (given: never, name: string) => Value
type ReadBy<Row> = Row extends { read: Reading<infer Value> } | { readLines: Reading<infer Value> } ? Value : never

const DECLARATIONS: readonly (readonly [key: string, Declaration])[] = Object.entries(INPUTS)

export const DEFAULTS: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  DECLARATIONS.map(([, { input, default: value }]) => [input, value])
)

/** Inputs that are gone, and what does the same now. */
const GONE: Readonly<Record<string, string>> = {
  overdue:
    'is gone: the first line of every entry says until when its file is to be reviewed, and the report names what is overdue.'
}

export const INPUT_NAMES: readonly string[] = DECLARATIONS.map(([, { input }]) => input)

/**
 * Reads all inputs. Throws `ActionError` of kind `input`.
 *
 * @param given the value of an input, by its name, or several; empty if there is none.
 * @param mask gets each form of both tokens before anything else can print.
 */
export function readInputs(given: (name: string) => string | readonly string[], mask: (form: string) => void): Inputs {
  for (const value of [given('token'), given('github-token')].flat()) {
    const forms = [value, ...new Secret(value.trim()).forms()]
    for (const form of forms) if (form.trim() !== '') mask(form)
  }
  const valuesOf = (name: string): readonly string[] => [given(name)].flat().flatMap((value) => value.trim() || [])
  for (const [name, problem] of Object.entries(GONE)) {
    if (valuesOf(name).length > 0) throw new InputError(name, problem, 'Remove it.')
  }
  const inputs = DECLARATIONS.map(([key, { input, default: missing = '', read, readLines }]) => {
    const [value = missing, ...more] = valuesOf(input)
    return [key, readLines?.([value, ...more].flatMap(linesIn), input) ?? read?.(value, input)]
  })
  return Object.fromEntries(inputs) as Inputs
}

/** Why there is no access to the assistant: the token or the address is missing. */
export function emptyInputError({ token }: Pick<Inputs, 'token'>): ActionError {
  if (token === undefined) {
    return new InputError(
      'token',
      'is empty: no secret has this name, or the job may not read it.',
      'Compare the name of the secret that the workflow gives to `token` with Settings → Secrets and variables → Actions ' +
        'of the repository, add the secret if it is missing, and repeat the run. ' +
        'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.'
    )
  }
  return new InputError(
    'base-url',
    'is empty. An unset variable counts as empty.',
    'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
      '`mode: plan` works without one.'
  )
}

/** Why a plan does not compare with the knowledge base; undefined if it can. */
export function missingAccess({ token, baseUrl }: Inputs): string | undefined {
  const missing = joined([token === undefined && 'a token', baseUrl === undefined && 'an address'], ' and ')
  if (missing === '') return undefined
  return `Without ${missing} the plan cannot see the knowledge base, and checks neither address nor token.`
}

/** @see https://datatracker.ietf.org/doc/html/rfc6750#section-2.1 */
const UNPRINTABLE = /[^\x21-\x7e]/
const CHARACTER_PROBLEM = 'contains a space, a line break or a character that no token has (the value is not shown).'

/** Mistakes of pasting. Each message says what is around the value, never the value. */
const BADLY_PASTED: readonly (readonly [form: RegExp, problem: string])[] = [
  [/^bearer\s/i, 'starts with `Bearer`; Runbook Sync adds it.'],
  [/^\*+$/, 'consists of asterisks: it is the mask that hides a secret, not its value.'],
  [/^(["'`]).*\1$/s, 'is in quotation marks.'],
  [/^\$(?:\w+|\{\w+\}|\{\{.*\}\})$/s, 'is the name of a variable, not its value.'],
  [/^(?:[a-z][a-z0-9]*_[a-z0-9_]+|token)=[^=]/i, 'starts with `NAME=`.'],
  [UNPRINTABLE, CHARACTER_PROBLEM]
]

function readToken(value: string, name: string): Secret | undefined {
  if (value === '') return undefined
  const [, problem] = BADLY_PASTED.find(([form]) => form.test(value)) ?? []
  if (problem === undefined) return new Secret(value)
  const hint =
    'Store the value of the token alone in the secret (or in the variable RUNBOOK_SYNC_TOKEN), with nothing around it. ' +
    'If you no longer have it, choose Rotate in Settings → Access Tokens.'
  throw new InputError(name, problem, hint)
}

function readGitHubToken(value: string, name: string): Secret | undefined {
  if (value === '') return undefined
  if (!UNPRINTABLE.test(value)) return new Secret(value)
  throw new InputError(name, CHARACTER_PROBLEM, 'Leave it out; the default is the token of the job.')
}

function readBaseUrl(value: string, name: string): string | undefined {
  if (value === '') return undefined
  const example = value.includes('://')
    ? 'Give an address such as `https://assistant.example.com/api`.'
    : 'Put `https://` before it, or `http://` if it is on this machine.'
  const url = URL.parse(value)
  // `URL` drops tabs and line breaks silently, and cannot tell `https://host/?` from `https://host/`.
  if (url === null || /[\s\p{Cc}?#]/u.test(value) || url.username + url.password !== '') {
    const parts = 'white space, a user name, a password, a query (`?`) or a fragment (`#`)'
    throw new InputError(name, `must be a URL that begins with \`https://\`, without ${parts}.`, example)
  }
  if (!isConfidential(url)) {
    const problem =
      'must begin with `https://`, so that nobody can read the token; only this machine may use `http://`.'
    throw new InputError(name, problem, example)
  }
  const [api] = /\/personal\/v\d+(?=\/|$)/.exec(url.pathname) ?? []
  if (api === undefined) return url.href.replace(/\/+$/, '')
  const base = url.href.slice(0, url.href.indexOf(api)).replace(/\/+$/, '')
  const problem = `contains \`${api}\`; Runbook Sync adds the path of the API.`
  throw new InputError(name, problem, `Write \`${base}\`.`)
}

/** True if no network can read what is sent to a URL: `https`, or `http` on this machine. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}

function linesIn(value: string): readonly string[] {
  return value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** A website, and the folder whose Markdown it shows; both without a slash at the end. */
interface Site {
  readonly address: string
  readonly folder: string
}

function readSites(lines: readonly string[], name: string): readonly Site[] {
  const sites = lines.map((line) => {
    const [, address = '', folder = ''] = /^(\S+?)\s*=\s*(\S.*)$/.exec(line) ?? []
    const url = URL.parse(address)
    const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username + url.search + url.hash === ''
    const parts = folder.split('/').filter((part) => part !== '' && part !== '.')
    if (isPage && !folder.startsWith('/') && !/[\\*]/.test(folder) && !parts.includes('..')) {
      return { address: address.replace(/\/+$/, ''), folder: parts.join('/') }
    }
    throw new InputError(
      name,
      `has the line ${quoted(line, 80)}, which is not an address and a folder.`,
      'Write one a line, with the folder from the root of the repository: `https://runbooks.example.com/ = docs/runbooks/`.'
    )
  })
  return sites.toSorted((one, other) => other.address.length - one.address.length)
}

function readRoot(value: string): string {
  const root = value.replace(/^\.\//, '').replace(/\/+$/, '')
  if (root === '.' || root === '') return ''
  if (root.startsWith('/') || /^[a-z]:/i.test(root) || root.split(/[/\\]/).includes('..')) {
    throw new InputError(
      'root',
      'must be a folder inside the workspace, without `..`.',
      'Give the same value as `path` of actions/checkout, for example `root: handbook`.'
    )
  }
  return root
}

/** Braces have no escape, so that a later version can add variables. */
function readNameTemplate(template: string, name: string): string {
  const parts = template.match(/\{[^{}]*\}|[{}]/g) ?? []
  const wrong = parts.find((part) => !/^\{(?:title|path|dir|stem|repository)\}$/.test(part))
  if (wrong === undefined && parts.length > 0) return template
  const problem =
    wrong === undefined
      ? 'has no variable, so all runbooks would have the same name.'
      : `has ${wrong.length === 1 ? 'an unmatched brace' : 'an unknown variable'} ${quoted(wrong)}.`
  throw new InputError(name, problem, 'It takes text with `{title}`, `{path}`, `{dir}`, `{stem}` or `{repository}`.')
}

/** Takes one of some words, in any case. */
function oneOf<const Choices extends readonly string[]>(...choices: Choices) {
  return (value: string, name: string): Choices[number] => {
    const choice = value.toLowerCase()
    if (choices.includes(choice)) return choice
    throw invalidError(value, name, `one of ${choices.map((each) => `\`${each}\``).join(', ')}`)
  }
}

function readSeconds(value: string, name: string): number {
  const seconds = Number(value)
  if (/^\d{1,4}$/.test(value) && seconds >= 10 && seconds <= 3600) return seconds * 1000
  throw invalidError(value, name, 'a whole number from 10 to 3600')
}

function readDate(value: string, name: string): Date | undefined {
  if (value === '') return undefined
  const date = new Date(`${value}T00:00:00Z`)
  // `Date` takes the 30th of February for the 2nd of March.
  if (!Number.isNaN(date.getTime()) && date.toISOString() === `${value}T00:00:00.000Z`) return date
  throw invalidError(value, name, 'a date, for example `2027-02-01`')
}

/** @param takes completes the sentence "It takes …". */
function invalidError(value: string, name: string, takes: string): ActionError {
  return new InputError(name, `is ${quoted(value)}.`, `It takes ${takes}.`)
}
