import { Command as Parser, CommanderError, Option } from 'commander'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ActionError } from '../errors.ts'
import { INPUT_OPTIONS, readInputs, type Inputs } from '../job/inputs.ts'
import { FORGE_NAMES } from '../runbook/links.ts'
import { joined } from '../wording.ts'

const COMMANDS = {
  plan: 'says what a sync would do, and writes nothing',
  sync: 'delivers the runbooks of HEAD',
  pull: 'writes edits of the assistant into the files of the work tree',
  check: 'checks the token, and counts the entries'
} as const

/** What a command line asks for. */
export interface Command {
  readonly name: keyof typeof COMMANDS
  /**
   * The value of an option, else of its variable; undefined without both.
   *
   * @throws {ActionError} of kind `input` for a value of another form.
   */
  readonly given: (option: string) => string | undefined
  readonly has: (flag: string) => boolean
}

/** That of package.json. */
const VERSION = '0.1.0'

const { inputs: INPUTS } = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
}

/** Those of `check`, which reads no repository. */
const OF_SERVICE = ['base-url', 'concurrency', 'timeout', 'retries']
/** Those of what sends, or says what would be sent. */
const OF_SENDING = ['on-conflict', 'confirm-within']

const [ALL, SYNC, REPOSITORY] = ['plan sync pull check', 'plan sync', 'plan sync pull']
const FORGE = new RegExp(`^(?:${FORGE_NAMES.join('|')})$`)
/** A name of Git that is no option of it. */
const REF = /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u

/** All options: the commands that have it, its value, which a flag has not, its meaning, and the form of the value. */
const OPTIONS: Readonly<Record<string, readonly [of: string, value: string, meaning: string, form?: RegExp]>> = {
  diff: ['plan', '', 'Shows what would change in each entry. Without it, a terminal shows edits alone.'],
  'exit-code': ['plan', '', 'Ends with 3 if a sync would send something.'],
  since: ['plan', 'COMMIT', 'Is about the runbooks that differ from this commit alone.', REF],
  replace: [SYNC, 'PATH', 'Replaces the edit of one runbook; may be repeated.'],
  saved: [SYNC, 'DIR', 'Folder for the texts of people that a sync replaces. Default: one for temporary files.', /\S/],
  'allow-stale': ['sync', '', 'Sends HEAD although the branch of the remote has another commit.'],
  yes: ['sync', '', 'Sends also if that leaves most entries of this repository without a runbook.'],
  new: ['pull', 'DIR', 'Writes each entry that no runbook has as a new file into this folder.', /\S/],
  workflow: [REPOSITORY, 'FILE', 'Has the step with the options. Default: the only one. `none` for none.'],
  repository: [
    REPOSITORY,
    'NAME',
    'For links, `owner/name`. Default: that of the remote.',
    /^[\w.%-]+(?:\/[\w.%-]+)+$/
  ],
  'server-url': [REPOSITORY, 'URL', 'For links. Default: that of the remote.', /^https?:\/\/[^\s/@?#][^\s@?#]*$/],
  forge: [REPOSITORY, 'NAME', `What the server runs: ${FORGE_NAMES.join(', ')}. Default: by its name.`, FORGE],
  branch: [REPOSITORY, 'NAME', 'For links, and to be compared with HEAD. Default: that of the remote.', REF],
  ...Object.fromEntries(
    INPUT_OPTIONS.map((name) => {
      const { description = '', default: value } = INPUTS[name] ?? {}
      const meaning = joined([description.trim(), value !== undefined && `Default: \`${value}\`.`])
      const of = OF_SENDING.includes(name) ? SYNC : OF_SERVICE.includes(name) ? ALL : REPOSITORY
      return [name, [of, 'VALUE', meaning]]
    })
  ),
  json: [ALL, '', 'Writes the report as JSON to standard output, and everything else to standard error.'],
  verbose: [ALL, '', 'Names each request on standard error.']
}

const HELP = `
Each option with a value is also a variable: --entry-name is RUNBOOK_SYNC_ENTRY_NAME. The token is RUNBOOK_SYNC_TOKEN alone.
A plan needs neither token nor address.

Exit codes: 0 all is there, or a plan; 1 something is missing, refused or incomplete; 2 wrong use;
3 with plan --exit-code: a sync would send something.`

/**
 * Undefined where help or the version was asked for, which is written.
 *
 * @throws {ActionError} of kind `input`.
 */
export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | undefined {
  if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
    const message = 'The token is no option: others on this machine see command lines.'
    throw usageError(message, 'Set RUNBOOK_SYNC_TOKEN instead.')
  }
  let found: { readonly name: keyof typeof COMMANDS; readonly values: ReadonlyMap<string, unknown> } | undefined
  const program = new Parser('runbook-sync')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => process.stdout.write(text) })
    .addHelpText('after', HELP)
  for (const [name, meaning] of Object.entries(COMMANDS) as [keyof typeof COMMANDS, string][]) {
    const command = program.command(name).description(meaning)
    for (const [option, [of, value, description]] of Object.entries(OPTIONS)) {
      if (!of.split(' ').includes(name)) continue
      const added = new Option(joined([`--${option}`, value !== '' && `<${value}>`]), description)
      const isRepeated = option === 'files' || option === 'replace'
      command.addOption(
        isRepeated ? added.argParser((line, before = '') => joined([String(before), line], '\n')) : added
      )
    }
    command.action(() => {
      const values = command.options.map((option) => {
        return [option.name(), command.getOptionValue(option.attributeName()) as unknown] as const
      })
      found = { name, values: new Map(values) }
    })
  }
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw wrongUse(error, args[0])
  }
  if (found === undefined) return undefined
  const { name, values } = found
  if (name === 'sync' && env['GITHUB_ACTIONS'] === 'true') {
    const message = '`sync` does not run in GitHub Actions, where it would keep no record of what it delivers.'
    throw usageError(message, 'Use the Action: `uses: runbook-sync/runbook-sync@v1`. `plan` and `check` run here.')
  }
  return {
    name,
    has: (flag) => values.get(flag) === true,
    given: (option) => {
      if (option !== 'token' && !values.has(option)) return undefined
      const variable = env[`RUNBOOK_SYNC_${option.toUpperCase().replaceAll('-', '_')}`]
      const value = (values.get(option) as string | undefined) ?? (variable === '' ? undefined : variable)
      if (value === undefined || OPTIONS[option]?.[3]?.test(value) !== false) return value
      const problem = value === '' ? 'is empty' : 'cannot be used as it is'
      throw usageError(`\`--${option}\` ${problem}.`, joined([OPTIONS[option][2], seeHelp(name)]))
    }
  }
}

/**
 * The inputs, where they are given: an option, its variable, the workflow.
 *
 * @throws {ActionError} of kind `input`.
 */
export function inputsOf({ given }: Command, workflow: Readonly<Record<string, string>> = {}): Inputs {
  const value = (name: string): string | undefined => {
    if (name === 'environment') return 'none'
    if (name === 'token') return given(name)
    return INPUT_OPTIONS.includes(name) ? (given(name) ?? workflow[name]) : undefined
  }
  return readInputs(
    (name) => value(name) ?? '',
    () => undefined
  )
}

/** Without the words that it does not know: one may be a token in the wrong place. */
function wrongUse({ code, message }: CommanderError, command = ''): ActionError {
  const help = seeHelp(command)
  const [sentence = '', suggestion = ''] = message
    .replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
    .split('\n')
  if (code === 'commander.unknownCommand')
    return usageError('There is no command of this name.', `There are ${Object.keys(COMMANDS).join(', ')}. ${help}`)
  if (code === 'commander.unknownOption') {
    const [option = ''] = /(?<=')[^'=]*/.exec(sentence) ?? []
    const name = option.slice(2)
    const [, [of = ''] = []] = Object.entries(OPTIONS).find(([known]) => known === name) ?? []
    if (of !== '') {
      const problem = of.split(' ').includes(command) ? 'takes no value' : `is an option of ${of.replaceAll(' ', ', ')}`
      return usageError(`\`--${name}\` ${problem}.`, help)
    }
    // A word that is no option may be a token.
    if (!/^--[a-z-]{1,20}$/.test(option)) return usageError('There is no such option.', help)
    return usageError(`Unknown option '${option}'.`, joined([suggestion.replace(/^\(|\)$/g, ''), help]))
  }
  if (code === 'commander.excessArguments')
    return usageError(
      sentence.replace(/\. .*|\.$/, '.'),
      `A pattern needs quotation marks: \`--files 'docs/**'\`. ${help}`
    )
  return usageError(sentence.replace(/=.*'/, "'").replace(/\.?$/, '.'), help)
}

/** The options stand in the help of their command. */
function seeHelp(command: string): string {
  return `See \`${joined(['runbook-sync', Object.hasOwn(COMMANDS, command) && command, '--help'])}\`.`
}

/** Wrong use of the command line. */
export function usageError(message: string, hint: string): ActionError {
  return new ActionError('input', message, hint)
}
