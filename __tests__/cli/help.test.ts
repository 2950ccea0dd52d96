import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { readCommand } from '../../src/cli/command-line.ts'
import { COMMANDS, OPTIONS, type CommandName } from '../../src/cli/options.ts'

const names = Object.keys(COMMANDS) as CommandName[]
let written = ''

beforeEach(() => {
  written = ''
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
})

afterEach(() => {
  jest.restoreAllMocks()
})

/** What a command line that asks for help prints. */
function help(...args: readonly string[]): string {
  expect(readCommand(args, {})).toBeUndefined()
  return written
}

test('the help of `check`, also by `help check`', () => {
  const expected = `Usage: runbook-sync check [options]

Checks the token, and what the list of the assistant shows.

Example:
  runbook-sync check --base-url https://assistant.example.com/api

Options:
  --base-url <URL>  Address of the assistant's API, without \`/personal/v1/…\`.
  --json            Prints the report as JSON, and everything else on standard
                    error.
  --verbose         Prints each request on standard error.

More:
  -h, --help        Shows this help.
`
  expect(help('check', '-h')).toBe(expected)
  written = ''
  expect(help('help', 'check')).toBe(expected)
})

test('the help of the program names each command with what it does, the variables and the exit codes', () => {
  const text = help()
  for (const { does } of Object.values(COMMANDS)) expect(text).toContain(`  ${does}\n`)
  expect(text).toMatch(/RUNBOOK_SYNC_ENTRY_NAME[^]*Exit codes: 0 .*1 .*2 wrong use; 3/s)
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('--version is that of package.json', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(help('--version')).toBe(`${version}\n`)
})

describe.each(names)('%s', (name) => {
  const own = OPTIONS.filter(({ commands }) => commands.includes(name))

  test('shows three options first, with an example that it understands', () => {
    const [, options = ''] = /\nOptions:\n([^]*?)\n\nMore:\n/.exec(help(name, '--help')) ?? []
    expect(options.match(/^ {2}--/gm)).toHaveLength(3)
    const [, ...words] = COMMANDS[name].example.replace(/ && .*/, '').split(' ')
    expect(readCommand(words, {})?.name).toBe(name)
  })

  test('names no other command, except to say what it is not', () => {
    const others = names.filter((other) => other !== name).join('|')
    const sentences = own.map(({ help: sentence }) => sentence).join(' ')
    expect(sentences).not.toMatch(new RegExp(`runbook-sync (?:${others})|\`(?:${others})\``))
  })
})

test('no command has two options of one name', () => {
  for (const name of names) {
    const own = OPTIONS.filter(({ commands }) => commands.includes(name)).map((option) => option.name)
    expect(own).toHaveLength(new Set(own).size)
  }
})

test('each input of action.yml is an option with the same default, unless it needs a workflow', async () => {
  const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: Record<string, { default?: string }> }
  const ofWorkflows = ['token', 'root', 'mode', 'token-expires-on', 'github-token']
  for (const [name, { default: value }] of Object.entries(inputs)) {
    const command = name === 'alerts' ? 'alerts' : 'sync'
    const row = OPTIONS.find((option) => option.name === name && option.commands.includes(command))
    const isOption = !ofWorkflows.includes(name)
    expect({ name, isOption: row !== undefined }).toEqual({ name, isOption })
    if (isOption && value !== undefined) expect(row?.help).toContain(`Default: ${value}.`)
  }
})
