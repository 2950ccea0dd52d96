import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { parse } from 'yaml'
import { ActionError, messageOf } from '../errors.ts'
import { readInputs, type Inputs } from '../inputs.ts'

const COMMANDS = ['plan', 'sync', 'check', 'export'] as const

/** What a command line asks for. */
export interface Command {
  readonly name: (typeof COMMANDS)[number]
  /** Where `export` writes; empty for the other commands. */
  readonly folder: string
  readonly inputs: Inputs
  /** Where texts are saved before a sync replaces them. */
  readonly saved: string | undefined
  readonly allowStale: boolean
  /** Where the repository is, as far as it was given. */
  readonly repository: string | undefined
  readonly serverUrl: string | undefined
  readonly branch: string | undefined
}

/** Inputs that make no sense without a workflow, and the token, which command lines would show to others on the machine. */
const NO_OPTIONS = ['token', 'root', 'mode', 'environment', 'removed', 'token-expires-on', 'github-token']

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
}
const { inputs: all } = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as Action
const inputs = Object.entries(all).filter(([name]) => !NO_OPTIONS.includes(name))

/** The names of the inputs that are options. */
export const INPUT_OPTIONS: readonly string[] = inputs.map(([name]) => name)

/** The other options, each with its value; a flag has none. */
const OWN: Readonly<Record<string, readonly [value: string, meaning: string]>> = {
  saved: ['DIR', 'Folder in which `sync` saves the texts of the assistant that it replaces.'],
  'allow-stale': ['', 'Lets `sync` send HEAD although the branch of the remote has another commit.'],
  repository: ['NAME', 'Repository for links, `owner/name`. Default: from the remote, or GitLab’s variables.'],
  'server-url': ['URL', 'Server for links. Default: from the remote, or GitLab’s variables.'],
  branch: ['NAME', 'Branch for links, to be compared with HEAD. Default: the default branch of the remote.'],
  json: ['', 'Writes the report as JSON to standard output, and everything else to standard error.'],
  help: ['', 'Shows this text.']
}

export function helpText(): string {
  const shared = inputs.map(([name, { description, default: value }]) => {
    const fallback = name === 'manual-edits' ? '`save` with `--saved`, else `refuse`' : value && `\`${value}\``
    return [name, ['VALUE', `${description}${fallback === undefined ? '' : ` Default: ${fallback}.`}`]] as const
  })
  const options = [...Object.entries(OWN), ...shared].map(
    ([name, [value, meaning]]) => `${`  --${name} ${value}`.trimEnd()}\n${wrapped(meaning)}\n`
  )
  return `Usage: runbook-sync plan|sync|check [options]
       runbook-sync export DIR [options]

  plan        says what a sync would do, and writes nothing
  sync        delivers the runbooks of HEAD
  check       checks the token, and counts the entries
  export DIR  writes each entry that no runbook has as a Markdown file

The token comes from RUNBOOK_SYNC_TOKEN, the address also from RUNBOOK_SYNC_BASE_URL. A plan works without both.
Exit codes: 0 all is there, or a plan that would send; 1 something is missing, refused or incomplete; 2 wrong use.

${options.join('')}`
}

function wrapped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(.{1,100})(?: |$)/g, '      $1\n')
    .trimEnd()
}

/**
 * Undefined where help is asked for.
 *
 * @throws {ActionError} of kind `input`.
 */
export function readCommand(args: string[], env: NodeJS.ProcessEnv): Command | undefined {
  if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
    throw misused(
      'The token is no option: others on this machine see command lines.',
      'Set RUNBOOK_SYNC_TOKEN instead.'
    )
  }
  const { values, positionals } = parsed(args)
  const text = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined)
  if (values['help'] === true || args.length === 0) return undefined
  const [first, folder = '', ...rest] = positionals
  const name = COMMANDS.find((command) => command === first)
  if (name === undefined)
    throw misused(`There is no command ${nameOf(first)}.`, `Choose one of ${COMMANDS.join(', ')}.`)
  if (rest.length > 0 || (name === 'export') !== (folder !== '')) {
    throw misused(`\`${name}\` takes ${name === 'export' ? 'one folder' : 'no further argument'}.`, SEE_HELP)
  }
  if (name === 'sync' && env['GITHUB_ACTIONS'] === 'true') {
    throw misused(
      '`sync` does not run in GitHub Actions, where it would keep no record of what it delivers.',
      'Use the Action: `uses: runbook-sync/runbook-sync@v1`. `plan` and `check` run here.'
    )
  }
  const saved = text('saved')
  if (saved?.trim() === '') throw misused('`--saved` names no folder.', SEE_HELP)
  // An empty value would mean the default of the Action, which saves.
  const asked = text('manual-edits')?.trim() ?? ''
  const edits = asked === '' ? (saved === undefined && name === 'sync' ? 'refuse' : 'save') : asked
  if (name === 'sync' && edits.toLowerCase() === 'save' && saved === undefined) {
    throw misused('`--manual-edits save` needs a folder for the texts.', 'Add `--saved DIR`.')
  }
  const given: Readonly<Record<string, string | undefined>> = {
    ...Object.fromEntries(INPUT_OPTIONS.map((option) => [option, text(option)])),
    files: values['files'] instanceof Array ? values['files'].join('\n') : undefined,
    token: env['RUNBOOK_SYNC_TOKEN'],
    'base-url': text('base-url') ?? env['RUNBOOK_SYNC_BASE_URL'],
    'manual-edits': edits,
    environment: 'none'
  }
  return {
    ...{ name, folder, saved, allowStale: values['allow-stale'] === true },
    inputs: readInputs(
      (input) => given[input] ?? '',
      () => undefined
    ),
    repository: checked('repository', text('repository'), /^[\w.-]+(?:\/[\w.-]+)+$/),
    serverUrl: checked('server-url', text('server-url')?.replace(/\/+$/, ''), /^https?:\/\/[^\s@?#]+$/),
    branch: checked('branch', text('branch'), /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u)
  }
}

/** Not what may be a token in the wrong place. */
function nameOf(command: string | undefined): string {
  if (command === undefined) return 'given'
  return /^[a-z-]{1,20}$/.test(command) ? command : 'of this name'
}

const SEE_HELP = 'See `runbook-sync --help`.'

function parsed(args: string[]) {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    [...INPUT_OPTIONS, ...Object.keys(OWN)].map((name) => [
      name,
      { type: OWN[name]?.[0] === '' ? ('boolean' as const) : ('string' as const), multiple: name === 'files' }
    ])
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // The first sentence; the others advise on positional arguments.
    const [sentence = ''] = messageOf(error).split(/\.(?:\s|$)/, 1)
    throw misused(`${sentence}.`, SEE_HELP)
  }
}

function checked(option: string, value: string | undefined, form: RegExp): string | undefined {
  if (value === undefined || form.test(value)) return value
  throw misused(`\`--${option}\` cannot be used as it is.`, SEE_HELP)
}

/** Wrong use of the command line. */
export function misused(message: string, hint: string): ActionError {
  return new ActionError('input', message, hint)
}
