import { getInput, setSecret } from './core.ts'
import { invalidInput } from './failures.ts'
import { Secret } from './secret.ts'

/**
 * The inputs as the rest of the Action knows them: read once, checked once, typed. Defaults stand here as well as in
 * `action.yml`, because an empty value given in `with:` does not fall back to the one there; a test holds them together.
 */
export interface Inputs {
  /** Absent is right for a plan; whoever needs it asks `requireService`. */
  readonly token: Secret | undefined
  /** Without a trailing slash. */
  readonly baseUrl: string | undefined
  /** Patterns, one an element, as written. */
  readonly files: readonly string[]
  /** Folder of the checkout below the workspace; empty where it is the workspace itself. */
  readonly root: string
  readonly mode: 'auto' | 'sync' | 'plan' | 'check'
  readonly scope: 'auto' | 'changed' | 'all'
  readonly since: string | undefined
  readonly name: string
  readonly frontMatter: 'strip' | 'keep'
  readonly links: 'absolute' | 'keep'
  readonly sourceLink: boolean
  readonly removed: 'report' | 'retire'
  readonly verify: 'auto' | 'true' | 'false'
  readonly shard: Shard | undefined
  readonly concurrency: number
  /** Milliseconds for one attempt. */
  readonly timeout: number
  /** Further attempts for one entry. */
  readonly retries: number
  /** The largest runbook, in bytes. */
  readonly maxBytes: number
  /** The last day on which the token works, at midnight UTC. */
  readonly tokenExpiresOn: Date | undefined
  readonly githubToken: Secret | undefined
}

/** The `index`th (from 1) of `count` parts. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** What it takes to talk to the service. */
export interface ServiceAccess {
  readonly token: Secret
  readonly baseUrl: string
}

export const DEFAULTS = {
  files: 'docs/runbooks/**/*.md',
  mode: 'auto',
  scope: 'auto',
  name: '{title}',
  'front-matter': 'strip',
  links: 'absolute',
  'source-link': 'false',
  removed: 'report',
  verify: 'auto',
  concurrency: '8',
  timeout: '30',
  retries: '4',
  'max-bytes': '1048576'
} as const

/**
 * Reads every input from the environment and masks the tokens before anything else can print.
 *
 * @throws {Failure} of kind `input`, naming the first input that cannot be used.
 */
export function readInputs(): Inputs {
  const token = readSecret('token')
  const githubToken = readSecret('github-token')
  const inputs: Inputs = {
    token: token === undefined ? undefined : new Secret(checkedToken(token)),
    baseUrl: readBaseUrl(),
    files: read('files')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
    root: readRoot(),
    mode: readChoice('mode', ['auto', 'sync', 'plan', 'check']),
    scope: readChoice('scope', ['auto', 'changed', 'all']),
    since: readSince(),
    name: read('name'),
    frontMatter: readChoice('front-matter', ['strip', 'keep']),
    links: readChoice('links', ['absolute', 'keep']),
    sourceLink: readChoice('source-link', ['true', 'false']) === 'true',
    removed: readChoice('removed', ['report', 'retire']),
    verify: readChoice('verify', ['auto', 'true', 'false']),
    shard: readShard(),
    concurrency: readInteger('concurrency', 1, 64),
    timeout: readSeconds('timeout', 600) * 1000,
    retries: readInteger('retries', 0, 20),
    maxBytes: readInteger('max-bytes', 1, 64 * 1024 * 1024),
    tokenExpiresOn: readDate('token-expires-on'),
    githubToken: githubToken === undefined ? undefined : new Secret(githubToken)
  }
  checkCombinations(inputs)
  return inputs
}

/**
 * The token and the address, for a run that needs them.
 *
 * @throws {Failure} of kind `input` when one is missing.
 */
export function requireService(inputs: Inputs): ServiceAccess {
  const { token, baseUrl } = inputs
  if (token === undefined) {
    throw invalidInput(
      'token',
      'is empty: the secret is missing.',
      'Add the token as a repository secret and pass it: `token: ${{ secrets.RUNBOOK_SYNC_TOKEN }}`. ' +
        'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.'
    )
  }
  if (baseUrl === undefined) {
    throw invalidInput(
      'base-url',
      'is empty; so is a variable that is not set.',
      'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
        '`mode: plan` works without one.'
    )
  }
  return { token, baseUrl }
}

function read(name: string): string {
  const value = getInput(name)
  return value === '' && name in DEFAULTS ? DEFAULTS[name as keyof typeof DEFAULTS] : value
}

function readOptional(name: string): string | undefined {
  const value = read(name)
  return value === '' ? undefined : value
}

/** Masked as given and as trimmed, and in the forms in which an echo may carry it, before it is even looked at. */
function readSecret(name: string): string | undefined {
  const raw = getInput(name, { trimWhitespace: false })
  const value = raw.trim()
  if (value === '') return undefined
  setSecret(raw)
  setSecret(value)
  setSecret(encodeURIComponent(value.toWellFormed()))
  setSecret(Buffer.from(value).toString('base64'))
  return value
}

function checkedToken(token: string): string {
  if (/^bearer\s/i.test(token)) {
    throw invalidInput('token', 'starts with `Bearer`.', 'Give the value alone; the Action adds `Bearer` itself.')
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw invalidInput(
      'token',
      'contains a space, a line break or a character that no token has (the value is not shown).',
      'Copy the value again, or rotate the token in Settings → Access Tokens, and store it without anything around it.'
    )
  }
  return token
}

function readBaseUrl(): string | undefined {
  const value = readOptional('base-url')
  if (value === undefined) return undefined
  const example = 'Give an address such as `https://assistant.example.com/api`.'
  // `URL` drops tabs and line breaks without a word, and escapes other blanks: nobody means them.
  // eslint-disable-next-line no-control-regex
  if (/[\x00-\x20\x7f]/.test(value)) throw invalidInput('base-url', 'contains a blank or a line break.', example)
  if (!URL.canParse(value)) throw invalidInput('base-url', 'is not a URL: one begins with `https://`.', example)
  const url = new URL(value)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw invalidInput(
      'base-url',
      'must be https, so that the token cannot be read on the way; plain http is for this machine (127.0.0.1) only.',
      example
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidInput(
      'base-url',
      'must not contain a user name or password.',
      `${example} The token goes into \`token\`.`
    )
  }
  // `URL` cannot tell `https://host/?` from `https://host/`, hence the raw text.
  if (value.includes('?') || value.includes('#')) {
    throw invalidInput('base-url', 'must not have a query (`?`) or a fragment (`#`).', example)
  }
  return url.href.replace(/\/+$/, '')
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function readRoot(): string {
  const value = read('root').replace(/^\.\//, '').replace(/\/+$/, '')
  if (value === '.' || value === '') return ''
  if (value.startsWith('/') || /^[a-z]:/i.test(value) || value.split(/[/\\]/).includes('..')) {
    throw invalidInput(
      'root',
      'must be a folder inside the workspace, without `..`.',
      'Give the same value as `path` of actions/checkout, for example `root: handbook`.'
    )
  }
  return value
}

function readSince(): string | undefined {
  const value = readOptional('since')
  if (value === undefined) return undefined
  // A leading dash would be an option to Git; blanks and control characters are in no name of a commit.
  // eslint-disable-next-line no-control-regex
  if (value.startsWith('-') || value.length > 255 || /[\x00-\x20\x7f]/.test(value)) {
    throw invalidInput('since', 'is not a commit.', 'Give the full id of a commit of this repository.')
  }
  return value
}

function readChoice<const Choices extends readonly string[]>(name: string, choices: Choices): Choices[number] {
  const value = read(name).toLowerCase()
  if (choices.includes(value)) return value
  throw invalidInput(name, `is ${quoted(read(name))}.`, `It takes ${listed(choices)}.`)
}

function readInteger(name: string, least: number, most: number): number {
  const value = read(name)
  const number = Number(value)
  if (/^\d{1,15}$/.test(value) && number >= least && number <= most) return number
  throw invalidInput(name, `is ${quoted(value)}.`, `It takes a whole number from ${least} to ${most}.`)
}

function readSeconds(name: string, most: number): number {
  const value = read(name)
  const number = Number(value)
  if (/^\d{1,6}(\.\d{1,3})?$/.test(value) && number > 0 && number <= most) return number
  throw invalidInput(name, `is ${quoted(value)}.`, `It takes seconds, more than 0 and at most ${most}.`)
}

function readShard(): Shard | undefined {
  const value = readOptional('shard')
  if (value === undefined) return undefined
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count) return shard
  throw invalidInput('shard', `is ${quoted(value)}.`, 'It takes the part and the number of parts, for example `3/8`.')
}

function readDate(name: string): Date | undefined {
  const value = readOptional(name)
  if (value === undefined) return undefined
  const date = new Date(`${value}T00:00:00Z`)
  // The round trip refuses the 30th of February, which `Date` would take for the 2nd of March.
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)) {
    return date
  }
  throw invalidInput(name, `is ${quoted(value)}.`, 'It takes a date, for example `2027-02-01`.')
}

function checkCombinations({ scope, since, shard, removed }: Inputs): void {
  if (since !== undefined && scope === 'all') {
    throw invalidInput('since', 'contradicts `scope: all`.', 'Give one of the two.')
  }
  if (shard !== undefined && (scope === 'changed' || since !== undefined)) {
    throw invalidInput('shard', 'is for whole syncs.', 'Leave out `since` and `scope: changed`.')
  }
  if (shard !== undefined && removed === 'retire') {
    throw invalidInput(
      'shard',
      'cannot go together with `removed: retire`: one part cannot see what the others still need.',
      'Retire in a run without `shard`.'
    )
  }
}

/** A value as a person typed it, short enough and inert enough for a message. */
function quoted(value: string): string {
  const printable = value.replace(/[^\x20-\x7e]/g, '?').replaceAll('`', "'")
  return `\`${printable.length > 60 ? `${printable.slice(0, 60)}…` : printable}\``
}

function listed(choices: readonly string[]): string {
  const marked = choices.map((choice) => `\`${choice}\``)
  return marked.length < 2 ? marked.join('') : `${marked.slice(0, -1).join(', ')} or ${marked.at(-1) ?? ''}`
}
