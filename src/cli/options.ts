import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { parse } from 'yaml'
import { ActionError, messageOf } from '../errors.ts'
import { INPUT_OPTIONS, readInputs, type Inputs } from '../inputs.ts'
import { joined } from '../wording.ts'

const COMMANDS = ['plan', 'sync', 'pull', 'check'] as const

/** What a command line asks for. */
export interface Command {
  readonly name: (typeof COMMANDS)[number]
  /** Where `pull` writes entries without a runbook; empty where it does not. */
  readonly folder: string
  readonly inputs: Inputs
  /** Where texts are saved before a sync replaces them. */
  readonly saved: string | undefined
  readonly allowStale: boolean
  /** Paths of runbooks whose edits in the assistant `sync` replaces. */
  readonly replace: ReadonlySet<string>
  /** Where the repository is, as far as it was given. */
  readonly repository: string | undefined
  readonly serverUrl: string | undefined
  readonly branch: string | undefined
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
}
const { inputs } = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as Action

/** Of inputs that have another default here. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'base-url': '`RUNBOOK_SYNC_BASE_URL`'
}

/** All options, each with its value; a flag has none. */
const OPTIONS: Readonly<Record<string, readonly [value: string, meaning: string]>> = {
  saved: [
    'DIR',
    'Folder in which `sync` saves the texts of the assistant that it replaces. Default: the one for temporary files.'
  ],
  new: ['DIR', 'Lets `pull` write each entry that no runbook has as a new file into this folder.'],
  replace: ['PATH', 'Lets `sync` replace the edit of one runbook; may be repeated.'],
  'allow-stale': ['', 'Lets `sync` send HEAD although the branch of the remote has another commit.'],
  repository: ['NAME', 'Repository for links, `owner/name`. Default: from the remote, or GitLab’s variables.'],
  'server-url': ['URL', 'Server for links. Default: from the remote, or GitLab’s variables.'],
  branch: ['NAME', 'Branch for links, to be compared with HEAD. Default: the default branch of the remote.'],
  json: ['', 'Writes the report as JSON to standard output, and everything else to standard error.'],
  help: ['', 'Shows this text.'],
  ...Object.fromEntries(
    INPUT_OPTIONS.map((name) => {
      const { description = '', default: value = '' } = inputs[name] ?? {}
      return [name, ['VALUE', `${description} Default: ${DEFAULTS[name] ?? `\`${value}\``}.`]]
    })
  )
}

export function helpText(): string {
  const options = Object.entries(OPTIONS).map(([name, [value, meaning]]) => {
    const lines = meaning.replace(/\s+/g, ' ').replace(/(.{1,100})(?: |$)/g, '      $1\n')
    return `  ${joined([`--${name}`, value])}\n${lines}`
  })
  return `Usage: runbook-sync plan|sync|pull|check [options]

  plan        says what a sync would do, and writes nothing
  sync        delivers the runbooks of HEAD
  pull        writes edits of the assistant into the files of the work tree
  check       checks the token, and counts the entries

The token comes from RUNBOOK_SYNC_TOKEN, the address also from RUNBOOK_SYNC_BASE_URL. A plan works without both.
Exit codes: 0 all is there, or a plan that would send; 1 something is missing, refused or incomplete; 2 wrong use.

${options.join('')}`
}

/**
 * Undefined where help is asked for.
 *
 * @throws {ActionError} of kind `input`.
 */
export function readCommand(args: string[], env: NodeJS.ProcessEnv): Command | undefined {
  const { values, positionals } = parsed(args)
  if (values['help'] === true || args.length === 0) return undefined
  const text = (option: string, form = /(?:)/): string | undefined => {
    if (values[option] === undefined) return undefined
    const value = [values[option]].flat().join('\n')
    if (form.test(value)) return value
    throw usageError(`\`--${option}\` cannot be used as it is.`, SEE_HELP)
  }
  const [first, ...rest] = positionals
  const name = COMMANDS.find((command) => command === first)
  // Its word may be a token in the wrong place.
  if (name === undefined) throw usageError('There is no command of this name.', `Choose one of ${COMMANDS.join(', ')}.`)
  if (rest.length > 0) throw usageError(`\`${name}\` takes no further argument.`, SEE_HELP)
  if (name === 'sync' && env['GITHUB_ACTIONS'] === 'true') {
    const message = '`sync` does not run in GitHub Actions, where it would keep no record of what it delivers.'
    throw usageError(message, 'Use the Action: `uses: runbook-sync/runbook-sync@v1`. `plan` and `check` run here.')
  }
  const [saved, folder = ''] = [text('saved', /\S/), text('new', /\S/)]
  const given: Readonly<Record<string, string | undefined>> = {
    token: env['RUNBOOK_SYNC_TOKEN'],
    'base-url': text('base-url') ?? env['RUNBOOK_SYNC_BASE_URL'],
    environment: 'none'
  }
  return {
    ...{ name, folder, saved, allowStale: values['allow-stale'] === true },
    replace: new Set([values['replace'] ?? []].flat().map(String)),
    inputs: readInputs(
      (input) => given[input] ?? text(input) ?? '',
      () => undefined
    ),
    repository: text('repository', /^[\w.-]+(?:\/[\w.-]+)+$/),
    serverUrl: text('server-url', /^https?:\/\/[^\s/@?#][^\s@?#]*$/)?.replace(/\/+$/, ''),
    branch: text('branch', /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u)
  }
}

const SEE_HELP = 'See `runbook-sync --help`.'

function parsed(args: string[]) {
  if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
    const message = 'The token is no option: others on this machine see command lines.'
    throw usageError(message, 'Set RUNBOOK_SYNC_TOKEN instead.')
  }
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, [value]]) => [
      name,
      {
        type: value === '' ? ('boolean' as const) : ('string' as const),
        multiple: name === 'files' || name === 'replace'
      }
    ])
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // The first sentence; the others advise on positional arguments.
    const [sentence = ''] = messageOf(error).split(/\.(?:\s|$)/, 1)
    throw usageError(`${sentence}.`, SEE_HELP)
  }
}

/** Wrong use of the command line. */
export function usageError(message: string, hint: string): ActionError {
  return new ActionError('input', message, hint)
}
