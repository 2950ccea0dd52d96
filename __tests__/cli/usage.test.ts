import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
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

interface Misuse {
  readonly title: string
  readonly line: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly expected: RegExp
}

// What the command line alone cannot tell; the rest is in command-line.test.ts.
const MISUSES: readonly Misuse[] = [
  {
    title: 'a misspelt command',
    line: ['pln'],
    expected: /✗ There is no command of this name\.\n {2}Did you mean plan\? See/
  },
  {
    title: 'a token as a command',
    line: [TOKEN],
    expected: /✗ There is no command of this name\.\n {2}There are plan, /
  },
  {
    title: 'a dry run',
    line: ['sync', '--dry-run'],
    expected: /✗ There is no option `--dry-run`\.\n {2}`runbook-sync plan` shows/
  },
  {
    title: 'a file as the folder for texts',
    line: ['sync', '--repository', 'acme/handbook', '--allow-stale', '--saved', DISK],
    expected: /The folder \S*disk\.md cannot be made/
  },
  {
    title: 'a folder where none can be made',
    line: ['sync', '--repository', 'acme/handbook', '--saved', '/proc/nope'],
    expected: /The folder \/proc\/nope cannot be made/
  },
  {
    title: 'seconds with a unit',
    line: ['sync', '--repository', 'acme/handbook', '--confirm-within', '2m'],
    expected: /Input `confirm-within` is `2m`.*\n.*from 10 to 3600/
  },
  {
    title: 'an unknown word for conflicts',
    line: ['sync', '--repository', 'acme/handbook', '--on-conflict', 'save'],
    expected: /Input `on-conflict` is `save`.*\n.*`keep`, `replace`/
  },
  {
    title: 'a pattern that selects nothing',
    line: ['plan', '--files', 'nothing/**'],
    expected: /Input `files` matches no file.*\n.*`files: 'docs\/\*\*'` selects 2 Markdown files/
  },
  {
    title: 'no token',
    line: ['sync', '--repository', 'acme/handbook'],
    env: { RUNBOOK_SYNC_TOKEN: undefined },
    expected: /✗ RUNBOOK_SYNC_TOKEN is not set/
  },
  {
    title: 'a token in quotes',
    line: ['check'],
    env: { RUNBOOK_SYNC_TOKEN: `"${TOKEN}"` },
    expected: /Input `token` is in quotation.*\n.*variable RUNBOOK_SYNC_TOKEN/
  },
  {
    title: 'no address',
    line: ['check'],
    env: { RUNBOOK_SYNC_BASE_URL: '' },
    expected: /address .* is not known.*\n.*`--base-url URL`/
  }
]

test.each(MISUSES)('wrong use ends with 2, and asks nobody: $title', async ({ line, env = {}, expected }) => {
  const { code, stdout } = await clone.run(line, { env })
  expect(code).toBe(2)
  expect(stdout).toMatch(expected)
  expect(stdout).not.toMatch(/A1b2C3|::|unexpected error|defect/)
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
  const finished = await clone.start(['plan'], { nodeOptions })
  expect(finished).toMatchObject({ code: 2, stderr: expect.stringMatching(/needs Node 24.*is Node 22\.1\.0/) })
})

test('a plan runs in GitHub Actions, without workflow commands', async () => {
  const { code, stdout } = await clone.run(['plan', '--repository', 'acme/handbook'], {
    env: { GITHUB_ACTIONS: 'true' }
  })
  expect(code).toBe(0)
  expect(stdout).not.toContain('::')
})

test('the help is printed, also without a command', async () => {
  expect(await clone.run([])).toMatchObject({ code: 0, stdout: expect.stringMatching(/Commands:[^]*Exit codes/) })
  expect(await clone.run(['plan', '-h'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Example:\n {2}runbook-sync plan/)
  })
})

test('the token is not printed if it was typed in the place of something else', async () => {
  for (const option of ['--since', '--replace', '--workflow', '--files']) {
    const { stdout, stderr } = await clone.run(['plan', option, clone.token, '--json', '--repository', 'acme/handbook'])
    expect(stdout + stderr).not.toContain(clone.token)
  }
})

test('--verbose names each request, without the token', async () => {
  const { code, stderr } = await clone.run(['check', '--verbose'])
  expect(code).toBe(0)
  expect(stderr).toMatch(/^POST \/personal.*: 200 after \d+ ms\n/)
  expect(stderr).not.toContain(clone.token)
})

test('--files takes several patterns, and with --json standard output has nothing but the report, also of wrong use', async () => {
  const { stdout } = await clone.start(['plan', '--files', 'docs/**', '--files', '!**/disk.md', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ runbooks: [{ path: OTHER }] })
  expect(await clone.report(['plan', '--nothing'])).toMatchObject({ code: 2, failure: { kind: 'input' } })
})

test.each<{ line: string[]; mode: string | null }>([
  { line: ['plan', '--since', 'nothing'], mode: 'plan' },
  { line: ['list', '--base-url', 'nothing'], mode: 'list' },
  { line: ['alerts'], mode: 'alerts' },
  { line: ['deploy'], mode: null }
])('a report of wrong use has the command as its mode: $mode', async ({ line, mode }) => {
  const report = await clone.report(line)
  expect(report).toMatchObject({ code: 2, mode, success: false, failure: { kind: 'input' } })
})

test.each(['plan --json', '--help'])('standard output that is closed: no stack trace (%s)', async (args) => {
  const { stderr } = await clone.start(args.split(' '), { isReading: false })
  expect(stderr).not.toMatch(/^\s+at |EPIPE/m)
})

test('in a job of GitHub, nothing that the service says is a workflow command', async () => {
  clone.service.faults.set([{ path: LIST_PATH, status: 400, body: '##[error]PWN\n::error::PWN' }])
  const env = { GITHUB_ACTIONS: 'true', CI: 'true' }
  const { stdout, stderr } = await clone.run(['check', '--verbose'], { env })
  clone.service.faults.set([])
  expect(stdout + stderr).toContain('PWN')
  expect(stdout + stderr).not.toMatch(/^\s*::|##\[/m)
})

const hasScript = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'script')))

// Nothing else here makes a terminal.
;(hasScript ? describe : describe.skip)('on a terminal', () => {
  interface Session {
    readonly line: string
    readonly env?: Readonly<Record<string, string>>
  }

  /** util-linux runs a command on a terminal of its own. */
  async function onTerminal({ line, env = {} }: Session): Promise<string> {
    const command = `${process.execPath} --disable-warning=ExperimentalWarning ${PROGRAM} ${line}`
    const variables = { PATH: process.env['PATH'], TERM: 'xterm-256color', HOME: '/nonexistent', ...env }
    const running = promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      cwd: clone.path,
      env: { ...variables, RUNBOOK_SYNC_TOKEN: clone.token, RUNBOOK_SYNC_BASE_URL: clone.service.url }
    })
    running.child.stdin?.end()
    return (await running).stdout
  }

  test('there are colours, not with NO_COLOR, and a bar while a sync sends', async () => {
    clone.writeEntry('Own', 'Text.')
    const plan = await onTerminal({ line: 'plan --repository acme/handbook' })
    expect(plan).toContain('\u001b[32m✓')
    // A terminal is no public log.
    expect(plan).toContain('“Own”')
    // The bar appears after a tenth of a second.
    clone.service.faults.set([
      { path: UPSERT_PATH, name: 'Other', delay_ms: 400 },
      { path: UPSERT_PATH, delay_ms: 150 }
    ])
    const sync = await onTerminal({ line: 'sync --repository acme/handbook', env: { NO_COLOR: '1' } })
    expect(sync).toMatch(/█+░* [12] of 2 runbooks/)
    expect(sync).toMatch(/\n✓ 2 runbooks delivered/)
  })
})
