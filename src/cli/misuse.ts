import { Command as Parser, CommanderError } from 'commander'
import { ActionError, type Diagnostic } from '../errors.ts'
import { joined } from '../wording.ts'
import { COMMANDS, OPTIONS, variableOf, type CommandName } from './options.ts'

/** Wrong use of the command line. */
export function usageError(message: string, hint: string): ActionError {
  return new ActionError('input', message, hint)
}

/** Where the options of a command are explained. */
export function seeHelp(command: CommandName | undefined): string {
  return `See \`${joined(['runbook-sync', command, '--help'])}\`.`
}

/** What people expect from other tools, and what it is called here. */
const DRY_RUN = '`runbook-sync plan` shows what a sync would do, and writes nothing.'
const ELSEWHERE: Readonly<Record<string, string>> = {
  '-n': DRY_RUN,
  '--dry-run': DRY_RUN,
  '--force': '`runbook-sync sync --replace PATH` replaces the text of a person, `--on-conflict replace` all of them.'
}

/** In place of what `commander` says, which repeats words that it does not know: one may be a token. */
export function wrongUse({ code, message }: CommanderError, command: CommandName | undefined): ActionError {
  const [sentence = '', suggestion = ''] = message.replace(/^error: /, '').split('\n')
  const help = seeHelp(command)
  const meant = suggestion.replace(/^\(|\)$/g, '')
  switch (code) {
    case 'commander.unknownCommand':
      return usageError(
        'There is no command of this name.',
        joined([meant === '' ? `There are ${namesOf(Object.keys(COMMANDS))}.` : meant, help])
      )
    case 'commander.unknownOption':
      return unknownOption(/(?<=')--?[^'=]*/.exec(sentence)?.[0] ?? '', command)
    case 'commander.optionMissingArgument':
      return usageError(sentence.replace(/^option '(--[\w-]+) .*/, '`$1` needs a value.'), help)
    case 'commander.excessArguments':
      return usageError('Too many arguments.', joined([ARGUMENT_HINTS[command ?? 'plan'], help]))
    default:
      return usageError(`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1).replace(/\.?$/, '.')}`, help)
  }
}

const PATTERN_HINT = "A pattern needs quotation marks: `--files 'docs/**'`."

/** What a word without an option may have been meant for. */
const ARGUMENT_HINTS: Readonly<Record<CommandName, string>> = {
  plan: PATTERN_HINT,
  sync: PATTERN_HINT,
  pull: PATTERN_HINT,
  list: PATTERN_HINT,
  check: 'It takes no argument.',
  alerts: 'Name files and folders by `--rules PATH`.'
}

function unknownOption(option: string, command: CommandName | undefined): ActionError {
  const name = option.slice(2)
  const known = OPTIONS.filter((row) => row.name === name)
  if (known.some(({ commands }) => commands.some((each) => each === command))) {
    return usageError(`\`${option}\` takes no value.`, seeHelp(command))
  }
  if (known.length > 0) {
    const owners = known.flatMap(({ commands }) => commands)
    const problem = `\`${option}\` is an option of ${namesOf(owners)}`
    if (command !== undefined) return usageError(`${problem}.`, seeHelp(command))
    return usageError(`${problem}, and follows its name.`, seeHelp(owners[0]))
  }
  if (Object.hasOwn(ELSEWHERE, option)) return usageError(`There is no option \`${option}\`.`, ELSEWHERE[option] ?? '')
  const own = OPTIONS.filter(({ commands }) => commands.some((each) => each === command))
  const meant = mostSimilar(
    name,
    own.map((row) => row.name)
  )
  const isShown = /^--[a-z-]{1,20}$/.test(option)
  return usageError(
    isShown ? `There is no option \`${option}\`.` : 'There is no such option.',
    joined([meant !== undefined && `Did you mean --${meant}?`, seeHelp(command)])
  )
}

function namesOf(commands: readonly string[]): string {
  const last = commands.at(-1) ?? ''
  return commands.length > 1 ? `${commands.slice(0, -1).join(', ')} and ${last}` : last
}

/** Begins like the names of our variables, also if somebody forgot an underscore. */
const OURS = /^RUNBOOKS?_?(?:SYNC)?_?/

const PREFIX = 'RUNBOOK_SYNC_'

/** Variables that are probably meant for a command, and that none reads. */
export function misspeltVariables(env: NodeJS.ProcessEnv): Diagnostic[] {
  const options = OPTIONS.filter(({ value }) => value !== undefined).map(({ name }) => name)
  const known = [...new Set([...options, 'token' as const])].map((name) => variableOf(name))
  const endings = known.map((name) => name.slice(PREFIX.length))
  return Object.keys(env).flatMap((name): Diagnostic[] => {
    const upper = name.toUpperCase()
    // Windows ignores the case of their names.
    const isKnown = known.includes(process.platform === 'win32' ? upper : name)
    const meant = isKnown || !OURS.test(upper) ? undefined : mostSimilar(upper.replace(OURS, ''), endings)
    if (meant === undefined) return []
    return [{ level: 'warning', message: `The variable ${name} has no effect. Did you mean ${PREFIX}${meant}?` }]
  })
}

/** The word that was probably meant, as `commander` finds it among commands; undefined if none is similar. */
function mostSimilar(word: string, words: readonly string[]): string | undefined {
  const parser = new Parser()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpCommand(false)
    .helpOption(false)
  for (const each of words) parser.command(each)
  if (words.includes(word)) return word
  try {
    parser.parse([word], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return /Did you mean (?:one of )?(\w[\w-]*)/.exec(error.message)?.[1]
  }
  return undefined
}
