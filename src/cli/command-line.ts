import { Command as Parser, CommanderError, Option } from 'commander'
import { readInputs, type Inputs } from '../job/inputs.ts'
import { joined } from '../wording.ts'
import { seeHelp, usageError, wrongUse } from './misuse.ts'
import { COMMANDS, INPUT_NAMES, OPTIONS, variableOf, type CommandName, type OptionName } from './options.ts'

/** That of package.json. */
const VERSION = '1.0.0'

/** What a command line asks for. */
export interface Command {
  readonly name: CommandName
  /**
   * The value of an option, else of its variable, several on a line each; undefined without both.
   *
   * @throws {ActionError} of kind `input` for a value of another form.
   */
  readonly given: (option: OptionName | 'token') => string | undefined
  readonly has: (flag: OptionName) => boolean
}

const HELP = `
A value also comes from a variable: --entry-name from RUNBOOK_SYNC_ENTRY_NAME.
The token comes from RUNBOOK_SYNC_TOKEN alone. A plan needs no token.

Exit codes: 0 everything is there, or would be after a sync; 1 something is,
or would be, missing, refused or incomplete; 2 wrong use; 3 with plan
--exit-code: a sync would send something; 130 after a second Ctrl-C.`

/**
 * Undefined if help or the version was asked for, which is written.
 *
 * @throws {ActionError} of kind `input`.
 */
export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | undefined {
  if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
    const message = 'The token cannot be an option, because other users of this machine can see command lines.'
    throw usageError(message, 'Set RUNBOOK_SYNC_TOKEN instead.')
  }
  const program = newParser()
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw wrongUse(error, namedCommand(args))
  }
  const [word = ''] = program.args
  const name = commandNames.find((each) => each === word)
  const parsed = program.commands.find((each) => each.name() === word)
  if (name === undefined || parsed === undefined) return undefined
  return commandOf(name, parsed, env)
}

/** The command that a command line begins with, also if the rest is wrong. */
export function namedCommand([first]: readonly string[]): CommandName | undefined {
  return commandNames.find((name) => name === first)
}

const commandNames = Object.keys(COMMANDS) as CommandName[]

function newParser(): Parser {
  const program = new Parser('runbook-sync')
    .description('Keeps the knowledge base of your operations assistant equal to the runbooks on a branch.')
    .usage('COMMAND [options]')
    .version(VERSION, '-v, --version', 'Prints the version.')
    .helpOption('-h, --help', 'Shows this help.')
    .helpCommand('help [command]', 'Shows the options of a command.')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => process.stdout.write(text) })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', HELP)
  for (const name of commandNames) addCommand(program, name)
  return program
}

/** Options that few people need at first. */
const MORE = 'More:'

function addCommand(program: Parser, name: CommandName): void {
  const { does, example } = COMMANDS[name]
  const command = program
    .command(name)
    .summary(does)
    .description(`${does}\n\nExample:\n  ${example}`)
    .usage('[options]')
    // `program.args` has the name.
    .action(() => undefined)
  const own = OPTIONS.filter(({ commands }) => commands.includes(name))
  const isFirst = ({ first = [] }: (typeof OPTIONS)[number]): boolean => first.includes(name)
  // The help shows the groups in the order in which they appear.
  for (const row of own.filter(isFirst)) command.addOption(optionOf(row).helpGroup('Options:'))
  for (const row of own.filter((each) => !isFirst(each))) command.addOption(optionOf(row).helpGroup(MORE))
  command.addHelpOption(new Option('-h, --help', 'Shows this help.').helpGroup(MORE))
}

function optionOf({ name, value, help, isRepeated, conflicts }: (typeof OPTIONS)[number]): Option {
  const option = new Option(joined([`--${name}`, value !== undefined && `<${value}>`]), help)
  if (isRepeated) option.argParser((next, before = '') => joined([String(before), next], '\n'))
  return conflicts === undefined ? option : option.conflicts(conflicts)
}

function commandOf(name: CommandName, parsed: Parser, env: NodeJS.ProcessEnv): Command {
  const values = new Map(
    parsed.options.map((option) => [option.name(), parsed.getOptionValue(option.attributeName()) as unknown])
  )
  const variable = (option: OptionName | 'token'): string | undefined => {
    const value = env[variableOf(option)]
    return value === '' ? undefined : value
  }
  return {
    name,
    has: (flag) => values.get(flag) === true,
    given: (option) => {
      if (option === 'token') return variable(option)
      const row = OPTIONS.find((each) => each.name === option && each.commands.includes(name))
      // An input decides about entries in each command.
      if (row === undefined) return INPUT_NAMES.includes(option) ? variable(option) : undefined
      const value = (values.get(option) as string | undefined) ?? variable(option)
      const { validate, help } = row
      if (value === undefined || validate === undefined) return value
      if (value.split('\n').every((each) => validate.test(each))) return value
      const problem = value === '' ? 'is empty' : 'cannot be used as it is'
      throw usageError(`\`--${option}\` ${problem}.`, joined([help, seeHelp(name)]))
    }
  }
}

/**
 * The inputs, as they are given: by an option, its variable, or the workflow.
 *
 * @throws {ActionError} of kind `input`.
 */
export function inputsOf({ given }: Command, workflow: Readonly<Record<string, string>> = {}): Inputs {
  const value = (name: string): string | undefined => {
    const option = name === 'token' ? name : INPUT_NAMES.find((each) => each === name)
    return option === undefined ? undefined : (given(option) ?? workflow[option])
  }
  return readInputs(
    (name) => value(name) ?? '',
    () => undefined
  )
}
