import { describe, expect, test } from '@jest/globals'
import type { ActionError } from '../../src/errors.ts'
import { inputsOf, readCommand, type Command } from '../../src/cli/command-line.ts'
import type { OptionName } from '../../src/cli/options.ts'

const TOKEN = 'rsp-a-1-b-2-c-3'

function command(line: readonly string[], env: Record<string, string> = {}): Command {
  const read = readCommand(line, env)
  if (read === undefined) throw new Error('It asked for help')
  return read
}

/** What somebody reads of a mistake: what is wrong, and what to do. */
function mistakeIn(run: () => unknown): { readonly kind: string; readonly message: string; readonly hint: string } {
  try {
    run()
  } catch (error) {
    const { kind, message, hint } = error as ActionError
    return { kind, message, hint }
  }
  throw new Error('There was no mistake')
}

interface Misuse {
  readonly title: string
  readonly line: readonly string[]
  readonly message: string
  readonly hint: string
}

const NONE = 'There is no command of this name.'
const ALL = 'There are plan, sync, pull, list, check and alerts. See `runbook-sync --help`.'
const PLAN = 'See `runbook-sync plan --help`.'

const MISUSES: readonly Misuse[] = [
  { title: 'an unknown command', line: ['deliver'], message: NONE, hint: ALL },
  { title: 'a misspelt command', line: ['pln'], message: NONE, hint: 'Did you mean plan? See `runbook-sync --help`.' },
  { title: 'a token as a command', line: [TOKEN], message: NONE, hint: ALL },
  {
    title: 'a misspelt option',
    line: ['plan', '--file', 'x'],
    message: 'There is no option `--file`.',
    hint: `Did you mean --files? ${PLAN}`
  },
  {
    title: 'a token beside a misspelt option',
    line: ['check', `--jsn=${TOKEN}`],
    message: 'There is no such option.',
    hint: 'See `runbook-sync check --help`.'
  },
  {
    title: 'a token as an option',
    line: ['plan', `--${TOKEN}`],
    message: 'There is no such option.',
    hint: PLAN
  },
  {
    title: 'a token on the command line',
    line: ['check', `--token=${TOKEN}`],
    message: 'The token cannot be an option, because other users of this machine can see command lines.',
    hint: 'Set RUNBOOK_SYNC_TOKEN instead.'
  },
  {
    title: 'a token beside a flag',
    line: ['plan', `--diff=${TOKEN}`],
    message: 'There is no such option.',
    hint: PLAN
  },
  {
    title: 'an option without its value',
    line: ['plan', '--files'],
    message: '`--files` needs a value.',
    hint: PLAN
  },
  {
    title: 'two things to read',
    line: ['plan', '--staged', '--worktree'],
    message: "Option '--staged' cannot be used with option '--worktree'.",
    hint: PLAN
  },
  {
    title: 'an argument too many',
    line: ['plan', TOKEN],
    message: 'Too many arguments.',
    hint: `A pattern needs quotation marks: \`--files 'docs/**'\`. ${PLAN}`
  },
  {
    title: 'rules without their option',
    line: ['alerts', '../rules'],
    message: 'Too many arguments.',
    hint: 'Name files and folders by `--rules PATH`. See `runbook-sync alerts --help`.'
  },
  {
    title: 'an input that needs a workflow',
    line: ['plan', '--mode', 'sync'],
    message: 'There is no option `--mode`.',
    hint: PLAN
  },
  {
    title: 'an input that is gone',
    line: ['sync', '--retries', '3'],
    message: 'There is no option `--retries`.',
    hint: 'See `runbook-sync sync --help`.'
  }
]

test.each(MISUSES)('wrong use: $title', ({ line, message, hint }) => {
  const mistake = mistakeIn(() => readCommand(line, {}))
  expect(mistake).toEqual({ kind: 'input', message, hint })
  expect(JSON.stringify(mistake)).not.toContain(TOKEN)
})

describe('a word of another tool is answered with what it is called here', () => {
  test.each([
    { line: ['sync', '--dry-run'], meant: 'plan' },
    { line: ['sync', '-n'], meant: 'plan' },
    { line: ['diff'], meant: 'plan' },
    { line: ['preview'], meant: 'plan' },
    { line: ['validate'], meant: 'plan' },
    { line: ['lint', 'docs'], meant: 'plan' },
    { line: ['apply'], meant: 'sync' },
    { line: ['push', '--force'], meant: 'sync' },
    { line: ['deploy'], meant: 'sync' },
    { line: ['sync', '--force'], meant: 'sync --replace PATH' },
    { line: ['sync', '-f'], meant: 'sync --replace PATH' },
    { line: ['status'], meant: 'list' }
  ])('$line', ({ line, meant }) => {
    const { message, hint } = mistakeIn(() => readCommand(line, {}))
    expect(message).toMatch(/^There is no (?:command of this name|option `-+[a-z-]+`)\.$/)
    expect(hint).toMatch(new RegExp(`^\`runbook-sync ${meant}\` `))
  })
})

interface Value {
  readonly title: string
  readonly line: readonly string[]
  readonly option: OptionName
  /** Of the value that is refused; undefined if it is not. */
  readonly problem?: string
}

const VALUES: readonly Value[] = [
  { title: 'an empty commit', line: ['plan', '--since', ''], option: 'since', problem: '`--since` is empty.' },
  {
    title: 'a branch that is an option of Git',
    line: ['plan', '--branch=--upload-pack=x'],
    option: 'branch',
    problem: '`--branch` cannot be used as it is.'
  },
  {
    title: 'what no server runs',
    line: ['plan', '--forge', 'sourcehut'],
    option: 'forge',
    problem: '`--forge` cannot be used as it is.'
  }
]

test.each(VALUES)('the form of a value: $title', ({ line, option, problem }) => {
  const { given } = command(line)
  if (problem === undefined) expect(given(option)).toBeDefined()
  else expect(mistakeIn(() => given(option))).toMatchObject({ kind: 'input', message: problem })
})

describe('a value comes from', () => {
  test.each([
    { title: 'its option', line: ['plan', '--entry-name', '{path}'], expected: '{path}' },
    {
      title: 'its option, although there is a variable',
      line: ['plan', '--entry-name', '{path}'],
      variable: 'A {title}',
      expected: '{path}'
    },
    { title: 'its variable', line: ['plan'], variable: 'A {title}', expected: 'A {title}' },
    { title: 'nowhere, if its variable is empty', line: ['plan'], variable: '', expected: undefined }
  ])('$title', ({ line, variable, expected }) => {
    const env = variable === undefined ? {} : { RUNBOOK_SYNC_ENTRY_NAME: variable }
    expect(command(line, env).given('entry-name')).toBe(expected)
  })

  test('several options, a line each', () => {
    expect(command(['plan', '--files', 'docs/**', '--files', '!**/x.md']).given('files')).toBe('docs/**\n!**/x.md')
  })

  test('a variable of an input, also if the command has no such option; of others never', () => {
    const read = command(['check'], { RUNBOOK_SYNC_REMOVED: 'retire', RUNBOOK_SYNC_SINCE: 'HEAD' })
    expect([read.given('removed'), read.given('since')]).toEqual(['retire', undefined])
  })
})

test('the inputs come from an option, a variable, the workflow, in this order, and the token from its variable', () => {
  const env = { RUNBOOK_SYNC_TOKEN: TOKEN, RUNBOOK_SYNC_REMOVED: 'retire', RUNBOOK_SYNC_ENTRY_NAME: 'b {title}' }
  const workflow = { removed: 'report', 'on-conflict': 'replace', 'entry-name': 'c {title}' }
  const inputs = inputsOf(command(['sync', '--entry-name', 'a {title}'], env), workflow)
  expect(inputs).toMatchObject({
    nameTemplate: 'a {title}',
    removed: 'retire',
    onConflict: 'replace',
    frontMatter: 'strip'
  })
  expect(inputs.token?.reveal()).toBe(TOKEN)
})
