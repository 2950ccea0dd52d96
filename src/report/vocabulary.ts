import { isTerm, type Term } from '../wording.ts'

/** What a front end calls the things of a message, by their names in `input` and `term`. */
export interface Vocabulary {
  readonly input: (name: string, value: string | undefined) => string
  readonly terms: Readonly<Record<Term, string>>
}

export const ACTION: Vocabulary = {
  input: (name, value) => (value === undefined ? `\`${name}\`` : `\`${name}: ${value}\``),
  terms: {
    // In front of the name of an input at the beginning of a sentence.
    Input: 'Input ',
    job: 'the job',
    // To repeat a run does not help if the branch has moved.
    again: 'start a new run (Run workflow, or push)',
    Again: 'Start a new run (Run workflow, or push)',
    secret: 'the secret',
    asInput: ' (input `token`)',
    machine: 'the runner',
    Machine: 'The runner',
    replace: 'start the workflow by hand with `on-conflict: replace`',
    goOn: 'start the workflow by hand (Run workflow)',
    debug: 'with debug logging',
    environment: 'in the environment of the step',
    fetch:
      'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and start a new run (Run workflow, or push).'
  }
}

export const COMMAND_LINE: Vocabulary = {
  input: (name, value) => {
    if (name === 'token') return '`RUNBOOK_SYNC_TOKEN`'
    return value === undefined ? `\`--${name}\`` : `\`--${name} ${value}\``
  },
  terms: {
    Input: '',
    job: 'the command',
    again: 'run the command again',
    Again: 'Run the command again',
    secret: 'the variable',
    asInput: '',
    machine: 'this machine',
    Machine: 'This machine',
    replace: 'run `runbook-sync sync --replace PATH`',
    goOn: 'run `runbook-sync sync --yes`',
    debug: 'with `--verbose`',
    environment: 'in your environment',
    fetch: 'Check that `git fetch` works here, and run the command again.'
  }
}

/** A message in the words of a front end. */
export function worded(message: string, { input, terms }: Vocabulary): string {
  return message
    .replace(/⟦(\w+)⟧/g, (written, name: string) => (isTerm(name) ? terms[name] : written))
    .replace(/⟦input ([\w-]+)(?:: ([^⟦⟧]*))?⟧/g, (_, name: string, value?: string) => input(name, value))
}
