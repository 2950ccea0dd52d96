import { describe, expect, test } from '@jest/globals'
import { glob, readFile, stat } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { parse } from 'yaml'
import { nameOfInput, readCommand, type Command } from '../../src/cli/command-line.ts'
import { inputsOf } from '../../src/cli/session.ts'
import type { ActionError } from '../../src/errors.ts'

const COMMANDS = ['plan', 'sync', 'pull', 'list', 'check', 'alerts']

/** The command; or what is printed if there is none. */
function read(args: readonly string[], env: Readonly<Record<string, string>> = {}): Command | string {
  const stdout = new PassThrough()
  return readCommand({ args, env, stdout: stdout as never }) ?? String(stdout.read())
}

function command(args: readonly string[], env?: Readonly<Record<string, string>>): Command {
  const found = read(args, env)
  if (typeof found === 'string') throw new Error('It asked for help')
  return found
}

/** What somebody reads of a mistake: what is wrong, and what to do. */
function mistakeIn(args: readonly string[]): string {
  try {
    read(args)
  } catch (error) {
    const { kind, message, hint } = error as ActionError
    expect(kind).toBe('input')
    return `${message} ${hint}`
  }
  throw new Error('There was no mistake')
}

test.each([
  {
    title: 'a misspelt command',
    line: 'pln',
    says: /^unknown command 'pln' \(Did you mean plan\?\).*`runbook-sync help`/
  },
  { title: 'help about a command that is none', line: 'help completion', says: /^There is no command of this name\./ },
  { title: 'a misspelt option', line: 'plan --file x', says: /^unknown option '--file' \(Did you mean --files\?\)/ },
  { title: 'an option of others', line: 'sync --diff=1', says: /`runbook-sync help sync` the options of one\.$/ },
  { title: 'an option without its value', line: 'plan --files', says: /'--files <PATTERN>' argument missing/ },
  { title: 'a dry run', line: 'sync --dry-run', says: /^There is no `--dry-run`\. `runbook-sync plan` .*nothing\.$/ },
  { title: 'a difference', line: 'diff', says: /^There is no `diff`\. `runbook-sync plan --diff` shows/ },
  { title: 'a push', line: 'push --yes', says: /^There is no `push`\. `runbook-sync sync` delivers/ },
  { title: 'an apply', line: 'apply', says: /^There is no `apply`\. `runbook-sync sync` delivers/ },
  { title: 'what no server runs', line: 'plan --forge x', says: /Allowed choices are github, gitlab, other\./ },
  { title: 'two things to read', line: 'plan --staged --worktree', says: /cannot be used with option '--worktree'/ },
  { title: 'an argument too many', line: 'plan docs', says: /^too many .* for 'plan'.* `runbook-sync help plan`/ },
  { title: 'a pattern without quotes', line: 'plan --alerts a.yml b.yml', says: /^too many .* in quotation marks/ },
  { title: 'a token', line: 'check --token=rsp_1', says: /^The token cannot be .* Set RUNBOOK_SYNC_TOKEN\.$/ },
  { title: 'a token behind its option', line: 'check --token rsp_1', says: /^The token cannot be an option/ },
  { title: 'a value like another mistake', line: 'plan --files push --fil', says: /^unknown option '--fil'/ },
  { title: 'an argument like a token', line: 'plan docs -- --token', says: /^too many arguments for 'plan'/ }
])('wrong use: $title', ({ line, says }) => {
  const mistake = mistakeIn(line.split(' '))
  expect(mistake).toMatch(says)
  expect(mistake).not.toContain('rsp_1')
})

describe('an input comes from', () => {
  test.each<{ title: string; line?: string[]; variable?: string; expected?: string }>([
    { title: 'its option', line: ['--entry-name', '{path}'], expected: '{path}' },
    { title: 'its option before its variable', line: ['--entry-name', '{path}'], variable: 'x', expected: '{path}' },
    { title: 'its variable', variable: 'A {title}', expected: 'A {title}' },
    { title: 'nowhere', variable: '' }
  ])('$title', ({ line = [], variable, expected }) => {
    const env = variable === undefined ? {} : { RUNBOOK_SYNC_ENTRY_NAME: variable }
    expect(command(['plan', ...line], env).inputs['entry-name']).toEqual(expected && [expected])
  })

  test('each of several options, the lines of a variable, and the token from its variable', () => {
    const env = { RUNBOOK_SYNC_TOKEN: 'rsp_1', RUNBOOK_SYNC_ALERTS: 'a.yml\n# none\nb.yml\n' }
    const { options, inputs } = command(['plan', '--files', 'docs/**', '--files', '!x.md', '--diff'], env)
    expect(options).toEqual({ files: ['docs/**', '!x.md'], diff: true })
    const { files, alerts, token, frontMatter } = inputsOf(inputs)
    const given = { files, alerts, token: token?.reveal(), frontMatter }
    const expected = { files: options.files, alerts: ['a.yml', 'b.yml'], token: 'rsp_1', frontMatter: 'strip' }
    expect(given).toEqual(expected)
  })

  test('its default, if its option is empty', () => {
    const { options, inputs } = command(['plan', '--files', ''], { RUNBOOK_SYNC_FILES: 'x' })
    expect({ options, inputs }).toEqual({ options: { files: [''] }, inputs: {} })
  })
})

const PLACE = { RUNBOOK_SYNC_REPOSITORY: 'a/b', RUNBOOK_SYNC_BRANCH: 'x' }
const GITLAB = { RUNBOOK_SYNC_FORGE: 'gitlab' }

test.each<{ title: string; line?: string; env: Record<string, string>; options: object }>([
  { title: 'variables', env: { ...PLACE, ...GITLAB }, options: { repository: 'a/b', branch: 'x', forge: 'gitlab' } },
  { title: 'options before variables', line: 'plan --forge github', env: GITLAB, options: { forge: 'github' } },
  { title: 'no empty variable', env: { RUNBOOK_SYNC_FORGE: '' }, options: {} },
  { title: 'nothing for a command without a repository', line: 'check', env: { RUNBOOK_SYNC_FORGE: 'x' }, options: {} }
])('where the files are comes from $title', ({ line = 'plan', env, options }) => {
  expect(command(line.split(' '), env).options).toEqual(options)
})

test('a variable that no server runs', () => {
  expect(() => read(['plan'], { RUNBOOK_SYNC_FORGE: 'svn' })).toThrow('RUNBOOK_SYNC_FORGE is `svn`.')
})

test.each([
  { title: 'without a letter', name: 'RUNBOOK_SYNC_TOKN', nearest: 'RUNBOOK_SYNC_TOKEN' },
  { title: 'with letters that changed places', name: 'RUNBOOK_SYNC_STIE', nearest: 'RUNBOOK_SYNC_SITE' },
  { title: 'with another letter', name: 'RUNBOOK_SYNC_FORCE', nearest: 'RUNBOOK_SYNC_FORGE' },
  { title: 'in two words', name: 'RUNBOOKSYNC_TOKEN', nearest: 'RUNBOOK_SYNC_TOKEN' },
  { title: 'near to none', name: 'RUNBOOK_SYNC_LOG' }
])('a variable that is none is named, with the nearest one: $title', ({ name, nearest }) => {
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const env = { [name]: 'secret', RUNBOOK_SYNC_REMOVED: 'retire', OTHER: 'x' }
  expect(command(['plan'], env).warnings).toEqual([`No option reads the variable ${name}.${advice}`])
})

test('a mistake in an input is said of what somebody has written', () => {
  const given = command(['plan', '--removed', 'x'], { RUNBOOK_SYNC_FILES: 'y' })
  const names = ['removed', 'files', 'token', 'entry-name'].map((name) => nameOfInput(name, given))
  expect(names).toEqual(['--removed', 'RUNBOOK_SYNC_FILES', 'RUNBOOK_SYNC_TOKEN', '--entry-name'])
})

describe('the help', () => {
  test('of `check`, also by `help check`', () => {
    const expected = expect.stringMatching(/^Usage: runbook-sync check [^]* --base-url <URL> +Address of the assistant/)
    expect(read(['check', '-h'])).toEqual(expected)
    expect(read(['help', 'check'])).toEqual(expected)
  })

  test('of the program, also without a command: each command, the variables and the exit codes', () => {
    const help = read([]) as string
    expect(help).toBe(read(['--help']))
    for (const name of COMMANDS) expect(help).toMatch(new RegExp(`^  ${name} +[A-Z].*\\.$`, 'm'))
    expect(help).toMatch(/RUNBOOK_SYNC_ENTRY_NAME[^]*Exit codes: 0 .*1 .*2 wrong use, .*; 130 cancelled\./s)
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  test('--version is that of package.json', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    expect(read(['--version'])).toBe(`${version}\n`)
  })

  test('has each input of action.yml with the same default, unless it needs a workflow', async () => {
    const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: Record<string, { default?: string }> }
    const help = COMMANDS.map((name) => (read([name, '--help']) as string).replace(/\s+/g, ' ')).join(' ')
    const ofWorkflows = ['token', 'root', 'mode', 'token-expires-on', 'github-token']
    for (const [name, { default: value = '' }] of Object.entries(inputs)) {
      const [, text] = new RegExp(` --${name} <[A-Z]+> (.*?) -`).exec(help) ?? []
      expect({ name, isOption: text !== undefined }).toEqual({ name, isOption: !ofWorkflows.includes(name) })
      if (text !== undefined && value !== '') expect(text).toContain(`Default: ${value}.`)
    }
  })
})

describe('the command lines of', () => {
  /** Of an alias, or what npm has; not what a pipe does. */
  const PROGRAM = /^ *(?:- )?(?:npx --yes )?runbook-sync(?:@\d+)? ([^|\n]+)/gm

  test('documents and examples are valid', async () => {
    const lines: string[][] = []
    for await (const name of glob(['README.md', 'docs/*.md', 'examples/gitlab-ci.yml'])) {
      const found = (await readFile(name, 'utf8')).matchAll(PROGRAM)
      for (const [, line = ''] of found) lines.push(line.trim().replace(/['"]/g, '').split(' '))
    }
    expect(lines.length).toBeGreaterThan(4)
    for (const line of lines) expect(COMMANDS).toContain(command(line).name)
  })

  test('the hook for pre-commit is valid, and its program can be started', async () => {
    const [hook] = parse(await readFile('.pre-commit-hooks.yaml', 'utf8')) as { entry: string; language: string }[]
    expect(hook).toMatchObject({ language: 'script', pass_filenames: false })
    const [program = '', ...line] = hook?.entry.split(' ') ?? []
    expect(command(line).options.staged).toBeDefined()
    expect((await stat(program)).mode & 0o111).toBe(0o111)
  })
})
