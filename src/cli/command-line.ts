import { Command as Parser, CommanderError, Option } from 'commander'
import { ActionError } from '../errors.ts'
import { INPUT_NAMES } from '../job/inputs.ts'
import { FORGES } from '../runbook/links.ts'
import { VERSION } from '../version.ts'
import { joined, listed, quoted } from '../wording.ts'

/** The process in which a command runs. */
export interface Shell {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** Every option. One without a value is a flag. */
const OPTIONS = {
  'base-url': { value: 'URL', help: "Address of the assistant's API, without `/personal/v1/…`." },
  files: { value: 'PATTERN', repeats: true, help: 'Which files are runbooks. Default: docs/runbooks/**/*.md.' },
  'entry-name': { value: 'TEMPLATE', help: 'Names of the entries, for example `{dir}: {title}`. Default: {title}.' },
  'front-matter': { value: 'WORD', help: '`strip` leaves it out, `keep` leaves it in. Default: strip.' },
  comments: { value: 'WORD', help: '`strip` leaves HTML comments out, `keep` leaves them in. Default: keep.' },
  'on-conflict': { value: 'WORD', help: '`replace` saves and replaces what a person wrote. Default: keep.' },
  removed: { value: 'WORD', help: '`retire` puts a note in place of a removed runbook. Default: report.' },
  secrets: {
    value: 'WORD',
    help: '`warn` or `send` delivers a runbook although it has a credential. Default: refuse.'
  },
  'confirm-within': { value: 'SECONDS', help: 'How long the list may take to show what was sent. Default: 120.' },
  alerts: { value: 'PATTERN', repeats: true, help: 'Files of the repository with alerting rules.' },
  rules: { value: 'PATH', repeats: true, help: 'File or folder with alerting rules, wherever it is.' },
  site: { value: 'SITE', repeats: true, help: 'A website, and the folder whose Markdown it shows.' },
  replace: { value: 'PATH', repeats: true, help: 'A runbook that replaces an edit of its entry, which is saved.' },
  saved: { value: 'DIR', help: 'Where to save the texts that are replaced. Default: with the temporary files.' },
  diff: { help: 'Shows what would change in each entry. Without it, only a terminal shows edits.' },
  staged: {
    conflicts: 'worktree',
    help: 'Reads what is staged instead of HEAD, for a pre-commit hook. Prints nothing if all is well.'
  },
  worktree: { help: 'Reads the files on the disk instead of HEAD.' },
  since: { value: 'COMMIT', help: 'Fails only for what has changed since this commit, as in a merge request.' },
  'allow-stale': { help: 'Sends HEAD although the branch of the remote has another commit.' },
  yes: { help: 'Goes on where a sync would stop, because no API can undo what it does.' },
  repository: { value: 'URL', help: 'Where the files are for a browser: OWNER/NAME on GitHub. Default: the remote.' },
  forge: {
    value: 'NAME',
    choices: FORGES,
    help: 'What its server runs, which decides how links look. Default: by its name.'
  },
  branch: { value: 'NAME', help: 'The branch whose runbooks the assistant has. Default: that of the remote.' },
  json: { help: 'Prints the report as JSON, and everything else on standard error.' },
  verbose: { help: 'Prints each request on standard error.' }
} as const satisfies Readonly<Record<string, OptionRow>>

interface OptionRow {
  /** The name of its value in the help. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly repeats?: boolean
  readonly conflicts?: string
  readonly help: string
}

type OptionName = keyof typeof OPTIONS

/** What one has of an option that is given. */
type ValueOf<Row> = Row extends { repeats: true } ? readonly string[] : Row extends { value: string } ? string : true

/** Options that are no inputs, and come from a variable as well: a CI sets them once. */
const PLACE = ['repository', 'forge', 'branch'] as const
const TEXTS = ['files', 'entry-name', 'front-matter', 'comments', 'alerts', 'site', 'secrets'] as const
const RUNBOOKS = [...TEXTS, ...PLACE]
const ENTRIES: readonly OptionName[] = ['replace', 'on-conflict', 'removed']
const SERVICE: readonly OptionName[] = ['base-url', 'json', 'verbose']

const SYNTAX = {
  plan: {
    does: 'Shows what a sync would do, and writes nothing.',
    takes: ['diff', 'staged', 'worktree', 'since', ...ENTRIES, ...RUNBOOKS, ...SERVICE]
  },
  sync: {
    does: 'Delivers the runbooks of HEAD.',
    takes: ['saved', 'allow-stale', 'yes', 'confirm-within', ...ENTRIES, ...RUNBOOKS, ...SERVICE]
  },
  pull: {
    does: 'Writes edits of the assistant into the files of the work tree.',
    argument: '[PATH...]',
    takes: [...RUNBOOKS, ...SERVICE]
  },
  list: { does: 'Shows each entry of the knowledge base, and its state.', takes: [...RUNBOOKS, ...SERVICE] },
  check: { does: 'Checks the token, and what the list of the assistant shows.', takes: SERVICE },
  alerts: { does: 'Says which alerts have no runbook.', takes: ['rules', ...RUNBOOKS, ...SERVICE] }
} satisfies Readonly<Record<string, SyntaxRow>>

interface SyntaxRow {
  readonly does: string
  /** The arguments that it takes beside options. */
  readonly argument?: string
  readonly takes: readonly OptionName[]
}

export type CommandName = keyof typeof SYNTAX

/** A command, with its options, paths and inputs as they were given. */
export interface Command {
  readonly name: CommandName
  readonly options: { readonly [Name in OptionName]?: ValueOf<(typeof OPTIONS)[Name]> }
  /** The paths that it names beside options. */
  readonly paths: readonly string[]
  readonly takes: readonly string[]
  /** Inputs by an option, else by a variable. The token comes from its variable alone. */
  readonly inputs: Readonly<Record<string, readonly string[]>>
  /** Variables with names like ours that are none: a sentence each. */
  readonly warnings: readonly string[]
}

/** `base-url` → `RUNBOOK_SYNC_BASE_URL` */
function variableOf(name: string): string {
  return `RUNBOOK_SYNC_${name.toUpperCase().replaceAll('-', '_')}`
}

const HELP = `
An input, and what says where the files are, also comes from a variable:
--entry-name from RUNBOOK_SYNC_ENTRY_NAME, --forge from RUNBOOK_SYNC_FORGE.
The token comes from RUNBOOK_SYNC_TOKEN alone. A plan needs no token.

Exit codes: 0 everything is there, or would be after a sync; 1 something is,
or would be, missing, refused or incomplete; 2 wrong use, also in a folder or
repository where it cannot work; 130 cancelled.`

/** Undefined if help or the version was asked for, which is written. */
export function readCommand({ args, env, stdout }: Pick<Shell, 'args' | 'env' | 'stdout'>): Command | undefined {
  const program = newParser(stdout)
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw misuse(error, program, args)
  }
  const parsed = program.commands.find((command) => command.name() === program.args[0])
  if (parsed === undefined) return undefined
  readPlace(parsed, env)
  const values = parsed.options.map((option): [string, unknown] => {
    return [option.name(), parsed.getOptionValue(option.attributeName())]
  })
  const options = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Command['options']
  const takes = parsed.options.map((option) => option.name()).filter((name) => INPUT_NAMES.includes(name))
  const inputs = ['token', ...takes].map((name): [string, readonly string[]] => {
    const given = [options[name as OptionName] ?? env[variableOf(name)] ?? []].flat()
    return [name, given.flatMap((value) => (value === true ? [] : value || []))]
  })
  return {
    name: parsed.name() as CommandName,
    options,
    paths: parsed.args,
    takes,
    inputs: Object.fromEntries(inputs.filter(([, values]) => values.length > 0)),
    warnings: unknownVariables(env)
  }
}

/** Gives a command what no option has said of the place, checked as the option is. */
function readPlace(command: Parser, env: NodeJS.ProcessEnv): void {
  for (const option of command.options.filter(({ long }) => PLACE.some((name) => long === `--${name}`))) {
    const variable = variableOf(option.name())
    const value = env[variable] ?? ''
    if (value === '' || command.getOptionValue(option.attributeName()) !== undefined) continue
    const { argChoices = [] } = option
    if (argChoices.length > 0 && !argChoices.includes(value)) {
      throw usageError(`${variable} is ${quoted(value)}.`, `It takes ${listed(argChoices)}.`)
    }
    command.setOptionValueWithSource(option.attributeName(), value, 'env')
  }
}

function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const inputs = Object.keys(OPTIONS).filter((name) => INPUT_NAMES.includes(name))
  const known = ['token', ...inputs, ...PLACE].map(variableOf)
  const names = Object.keys(env).filter((name) => /^RUNBOOK_?SYNC_/.test(name) && !known.includes(name))
  return names.map((name) => {
    const deletions = deletionsOf(name)
    const nearest = known.find((each) => !deletionsOf(each).isDisjointFrom(deletions))
    return joined([`No option reads the variable ${name}.`, nearest && `Did you mean ${nearest}?`])
  })
}

/**
 * A name as it is, and without each of its letters. Two names share one of these if a letter is missing, added or another one, or
 * if two neighbours have changed places.
 */
function deletionsOf(name: string): ReadonlySet<string> {
  return new Set([name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))])
}

/** The variable or option by which a person has set an input. */
export function nameOfInput(name: string, command: Command | undefined): string {
  const isOption = name !== 'token' && (!(name in (command?.inputs ?? {})) || name in (command?.options ?? {}))
  return isOption ? `--${name}` : variableOf(name)
}

function newParser(stdout: NodeJS.WriteStream): Parser {
  const program = new Parser('runbook-sync')
    .description('Keeps the knowledge base of your operations assistant equal to the runbooks on a branch.')
    .usage('COMMAND [options]')
    .version(VERSION, '-v, --version', 'Prints the version.')
    .helpOption('-h, --help', 'Shows this help.')
    .helpCommand('help [command]', 'Shows the options of a command.')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => stdout.write(text) })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', HELP)
  for (const [name, { does, argument, takes }] of Object.entries<SyntaxRow>(SYNTAX)) {
    // `program.args` has the name.
    const command = program
      .command(name)
      .description(does)
      .usage(joined([argument, '[options]']))
      .action(() => undefined)
    if (argument !== undefined) command.argument(argument)
    for (const option of takes) command.addOption(optionOf(option))
  }
  return program
}

function optionOf(name: OptionName): Option {
  const { value, choices, repeats = false, conflicts, help }: OptionRow = OPTIONS[name]
  const flags = joined([`--${name}`, value !== undefined && `<${value}>`])
  const option = new Option(flags, joined([help, repeats && 'May be given several times.']))
  if (choices !== undefined) option.choices(choices)
  if (conflicts !== undefined) option.conflicts(conflicts)
  if (repeats) option.argParser((next: string, before?: readonly string[]) => [...(before ?? []), next])
  return option
}

/** Commands and options that people know from other programs. */
const KNOWN_ELSEWHERE: ReadonlyMap<string | undefined, string> = new Map([
  ['--dry-run', '`runbook-sync plan` shows what a sync would do, and writes nothing.'],
  ['diff', '`runbook-sync plan --diff` shows what a sync would change.'],
  ['push', '`runbook-sync sync` delivers the runbooks.'],
  ['apply', '`runbook-sync sync` delivers the runbooks.']
])

function misuse({ code, message }: CommanderError, { args: [name] }: Parser, args: readonly string[]): ActionError {
  const isOption = code === 'commander.unknownOption'
  if (isOption && args.some((arg) => arg.startsWith('--token'))) {
    const why = 'The token cannot be an option, because other users of this machine can see command lines.'
    return usageError(why, 'Set RUNBOOK_SYNC_TOKEN.')
  }
  const wrong = isOption ? args.find((arg) => arg.startsWith('--') && KNOWN_ELSEWHERE.has(arg)) : name
  const known = KNOWN_ELSEWHERE.get(wrong)
  if (known !== undefined) return usageError(`There is no \`${wrong}\`.`, known)
  const shown = Object.keys(SYNTAX).find((one) => one === name) ?? 'plan'
  const hint = `\`runbook-sync help\` names the commands, and \`runbook-sync help ${shown}\` the options of one.`
  // The command that `help` was asked for.
  if (code === 'commander.help') return usageError('There is no command of this name.', hint)
  const said = message.replace(/^error: /, '').replace('\n', ' ')
  if (code === 'commander.excessArguments' && args.some((arg) => arg === '--files' || arg === '--alerts')) {
    return usageError(said, 'Put the pattern in quotation marks, or the shell gives the files that match it instead.')
  }
  return usageError(said, hint)
}

export function usageError(message: string, hint: string): ActionError {
  return new ActionError('input', message, hint)
}
