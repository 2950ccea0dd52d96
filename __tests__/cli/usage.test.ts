import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { git } from '../../testing/git.ts'
import { Clone, DISK, OTHER, PROGRAM } from './clone.ts'

const TOKEN = 'rsp_A1b2C3'
let clone: Clone

beforeAll(async () => {
  clone = await Clone.create()
})

afterAll(async () => {
  await clone[Symbol.asyncDispose]()
})

describe('wrong use ends with 2, and asks nobody', () => {
  test.each<[string, string[], RegExp, Record<string, string | undefined>?]>([
    ['an unknown command', ['deliver'], /There is no command/],
    ['a misspelt command', ['pln'], /There is no command of this name\.\n {2}There are plan, sync, pull, check\. See/],
    ['a token as a command', [TOKEN], /There is no command of this name/],
    [
      'an unknown option',
      ['plan', '--file', 'x'],
      /Unknown option '--file'\.\n {2}Did you mean --files\? See `runbook-sync plan --help`/
    ],
    [
      'an option of another command',
      ['sync', '--since', 'x'],
      /`--since` is an option of plan\.\n {2}See `runbook-sync sync/
    ],
    ['a pull that would replace', ['pull', '--on-conflict', 'replace'], /`--on-conflict` is an option of plan, sync/],
    ['a value for what has none', ['plan', '--diff=1'], /`--diff` takes no value/],
    ['a commit that a variable does not have', ['plan', '--since', ''], /`--since` is empty\.\n {2}Is about/],
    [
      'what no server runs',
      ['plan', '--forge', 'sourcehut'],
      /`--forge` cannot be used.*\n.*github, gitlab, bitbucket, gitea, azure/
    ],
    ['a token beside a misspelt option', ['check', `--tokn=${TOKEN}`], /Unknown option '--tokn'/],
    ['a token on the command line', ['check', `--token=${TOKEN}`], /The token is no option.*\n.*RUNBOOK_SYNC_TOKEN/],
    ['a token as an option', ['check', `--${TOKEN}`], /There is no such option/],
    ['an argument too many', ['plan', TOKEN], /Too many arguments for 'plan'\.\n {2}A pattern needs quotation marks/],
    [
      'a file as the folder for texts',
      ['sync', '--allow-stale', '--saved', DISK],
      /The folder \S*disk\.md cannot be made/
    ],
    ['a folder where none can be made', ['sync', '--saved', '/proc/nope'], /The folder \/proc\/nope cannot be made/],
    [
      'a path that is no runbook',
      ['sync', '--replace', 'docs/x.md'],
      /`--replace` names no runbook of HEAD: docs\/x\.md/
    ],
    ['seconds with a unit', ['plan', '--confirm-within', '2m'], /`--confirm-within` is `2m`.*\n.*from 0 to 3600/],
    ['an input that needs a workflow', ['plan', '--mode', 'sync'], /Unknown option '--mode'/],
    [
      'an unknown word for conflicts',
      ['sync', '--on-conflict', 'save'],
      /`--on-conflict` is `save`.*\n.*`keep`, `replace`/
    ],
    [
      'a pattern that selects nothing',
      ['plan', '--files', 'nothing/**'],
      /`--files` matches no file.*\n.*`--files 'docs\/\*\*'` selects 2 Markdown files/
    ],
    ['a branch that is an option', ['plan', '--branch=--upload-pack=x'], /`--branch` cannot be used/],
    ['no token', ['sync'], /RUNBOOK_SYNC_TOKEN is not set/, { RUNBOOK_SYNC_TOKEN: undefined }],
    ['a token in quotes', ['check'], /`RUNBOOK_SYNC_TOKEN` is in quotation/, { RUNBOOK_SYNC_TOKEN: `"${TOKEN}"` }],
    ['no address', ['check'], /address .* is not known.*\n.*`--base-url URL`/, { RUNBOOK_SYNC_BASE_URL: '' }],
    ['a sync in GitHub Actions', ['sync'], /does not run in GitHub.*\n.*uses: runbook-sync/, { GITHUB_ACTIONS: 'true' }]
  ])('%s', async (_, [command = '', ...args], expected, env = {}) => {
    const links = command === 'sync' ? ['--links', 'keep'] : []
    const { code, stdout } = await clone.run([command, ...args, ...links], { env })
    expect(code).toBe(2)
    expect(stdout).toMatch(expected)
    expect(stdout).not.toMatch(/A1b2C3|Input `|::|unexpected error|defect/)
    expect(clone.service.requests()).toEqual([])
  })

  test('a folder that is in no repository, and a repository without a commit', async () => {
    const outside = await clone.run(['plan'], { folder: '..' })
    expect(outside).toMatchObject({ code: 2, stdout: expect.stringContaining('is not in a Git repository') })
    await mkdir(join(clone.path, '..', 'empty'))
    await git(join(clone.path, '..', 'empty'), ['init', '--quiet'])
    const empty = await clone.run(['plan'], { folder: '../empty' })
    expect(empty).toMatchObject({ code: 2, stdout: expect.stringContaining('has no commit') })
  })

  test('an older Node', async () => {
    const older = `Object.defineProperty(process.versions,'node',{value:'22.1.0'})`
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
    const { code, stderr } = await clone.start(['plan'], { nodeOptions })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/needs Node 24.*is Node 22\.1\.0/) })
  })
})

test('a plan runs in GitHub Actions, without workflow commands', async () => {
  const { code, stdout } = await clone.run(['plan', '--links', 'keep'], { env: { GITHUB_ACTIONS: 'true' } })
  expect(code).toBe(0)
  expect(stdout).not.toContain('::')
})

test('the help of a command has each input of action.yml that is an option, with its default', async () => {
  const { code, stdout } = await clone.run(['sync', '-h'])
  expect(code).toBe(0)
  const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: Record<string, { default?: string }> }
  const others = ['token', 'root', 'mode', 'environment', 'removed', 'token-expires-on', 'github-token']
  for (const [name, { default: value = '' }] of Object.entries(inputs)) {
    const isOption = stdout.includes(`\n  --${name} <VALUE>`)
    expect({ name, isOption }).toEqual({ name, isOption: !others.includes(name) })
    if (isOption) expect(stdout.replace(/\s+/g, ' ')).toContain(value)
  }
  expect(await clone.run([])).toMatchObject({ code: 0, stdout: expect.stringMatching(/Commands:[^]*Exit codes/) })
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(await clone.run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test('the token is not printed where it was typed in the place of something else', async () => {
  for (const option of ['--timeout', '--since', '--replace', '--workflow']) {
    const { stdout, stderr } = await clone.run(['plan', option, clone.token, '--json', '--links', 'keep'])
    expect(stdout + stderr).not.toContain(clone.token)
  }
})

test('a sync is about all runbooks, also with a variable of another command', async () => {
  const env = { RUNBOOK_SYNC_SINCE: 'HEAD' }
  const args = ['sync', '--json', '--links', 'keep', '--allow-stale', '--retries', '0']
  clone.service.faults.set([{ path: UPSERT_PATH, status: 400 }])
  const { code } = await clone.run(args, { env })
  clone.service.faults.set([])
  expect(code).toBe(1)
})

test('--verbose names each request, without the token', async () => {
  const { code, stderr } = await clone.run(['check', '--verbose'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^POST \/personal.*: 200 after \d+ ms\n/) })
  expect(stderr).not.toContain(clone.token)
})

test('--files takes several patterns, and with --json standard output has nothing but the report, also of wrong use', async () => {
  const { stdout } = await clone.start(['plan', '--files', 'docs/**', '--files', '!**/disk.md', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ runbooks: [{ path: OTHER }] })
  expect(await clone.report(['plan', '--nothing'])).toMatchObject({ code: 2, mode: '', failure: { kind: 'input' } })
})

test.each(['plan --json', '--help'])('standard output that is closed: no stack trace (%s)', async (args) => {
  const { stderr } = await clone.start(args.split(' '), { isReading: false })
  expect(stderr).not.toMatch(/^\s+at |EPIPE/m)
})

const hasScript = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'script')))

// Nothing else here makes a terminal.
;(hasScript ? describe : describe.skip)('on a terminal', () => {
  /** util-linux runs a command on a terminal of its own. */
  async function onTerminal(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM, ...args].join(' ')
    const variables = { PATH: process.env['PATH'], TERM: 'xterm-256color', HOME: '/nonexistent', ...env }
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      cwd: clone.path,
      env: { ...variables, RUNBOOK_SYNC_TOKEN: clone.token, RUNBOOK_SYNC_BASE_URL: clone.service.url }
    })
    return stdout
  }

  test('there are colours, not with NO_COLOR, and a bar while a sync sends', async () => {
    clone.writeEntry('Own', 'Text.')
    const plan = await onTerminal({}, 'plan', '--links', 'keep')
    expect(plan).toContain('\u001b[32m✓')
    // A terminal is no public log.
    expect(plan).toContain('Without a runbook: “Own”.')
    // The bar appears after a tenth of a second.
    clone.service.faults.set([{ path: UPSERT_PATH, delay_ms: 150 }])
    const sync = await onTerminal({ NO_COLOR: '1' }, 'sync', '--links', 'keep', '--concurrency', '1')
    expect(sync).toMatch(/█+░* [12] of 2 runbooks/)
    expect(sync).toMatch(/\n✓ 2 runbooks delivered/)
  })
})
