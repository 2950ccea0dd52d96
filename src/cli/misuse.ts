import type { CommanderError } from 'commander'
import { ActionError } from '../errors.ts'
import { joined } from '../wording.ts'
import { COMMANDS, type CommandName } from './options.ts'

/** Wrong use of the command line. */
export function usageError(message: string, hint: string): ActionError {
  return new ActionError('input', message, hint)
}

/** Where the options of a command are explained. */
export function seeHelp(command: CommandName | undefined): string {
  return `See \`${joined(['runbook-sync', command, '--help'])}\`.`
}

const PLAN = '`runbook-sync plan` shows what a sync would do, and writes nothing.'
const SYNC = '`runbook-sync sync` delivers the runbooks of HEAD.'
const REPLACE = '`runbook-sync sync --replace PATH` replaces the text of a person, `--on-conflict replace` all of them.'

/** Words that people bring from other tools, and what they are called here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['--dry-run', PLAN],
  ['-n', PLAN],
  ['diff', PLAN],
  ['preview', PLAN],
  ['validate', PLAN],
  ['lint', PLAN],
  ['apply', SYNC],
  ['push', SYNC],
  ['deploy', SYNC],
  ['--force', REPLACE],
  ['-f', REPLACE],
  ['status', '`runbook-sync list` shows each entry, and its state.']
])

/** In place of what `commander` says, which repeats words that it does not know: one may be a token. */
export function wrongUse({ code, message }: CommanderError, command: CommandName | undefined): ActionError {
  const [sentence = '', suggestion = ''] = message.replace(/^error: /, '').split('\n')
  const [word = ''] = /(?<=')[^']*/.exec(sentence) ?? []
  const help = seeHelp(command)
  const meant = ELSEWHERE.get(word) ?? suggestion.replace(/^\(|\)$/g, '')
  switch (code) {
    case 'commander.unknownCommand': {
      const names = Object.keys(COMMANDS)
      const all = `There are ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}.`
      return usageError('There is no command of this name.', joined([meant === '' ? all : meant, help]))
    }
    case 'commander.unknownOption': {
      const isShown = ELSEWHERE.has(word) || /^--[a-z-]{1,20}$/.test(word)
      return usageError(isShown ? `There is no option \`${word}\`.` : 'There is no such option.', joined([meant, help]))
    }
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
