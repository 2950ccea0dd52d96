import { expect, test } from '@jest/globals'
import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findGit } from '../../src/branch/command.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { COMMAND_LINE } from '../../testing/runner/command-line.ts'
import { sharedClone, type Clone } from './clone.ts'

// What only a process shows.

const shared = sharedClone()

test('an older Node is named', async () => {
  const older = `Object.defineProperty(process.versions,'node',{value:'22.1.0'})`
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  const finished = await shared().start(['plan'], { nodeOptions })
  expect(finished).toMatchObject({ code: 2, stderr: expect.stringMatching(/needs Node 24.*is Node 22\.1\.0/) })
})

test.each<{ name: string; line: string; lost: Parameters<Clone['start']>[1]; code: number; says: string }>([
  { name: 'a full disk', line: 'plan', lost: { stdout: '/dev/full' }, code: 1, says: 'cannot be written: ENOSPC' },
  { name: 'nobody reads the JSON', line: 'plan --json', lost: { isReading: false }, code: 1, says: '' },
  { name: 'a person has read enough', line: 'plan', lost: { isReading: false }, code: 0, says: '' }
])('a report that cannot be written: $name', async ({ line, lost, code, says }) => {
  const finished = await shared().start(line.split(' '), lost)
  expect(finished).toMatchObject({ code, stderr: expect.stringContaining(says) })
  expect(finished.stderr).not.toMatch(/^\s+at |EPIPE/m)
})

test('a signal while the list hangs: the report, and nothing stays behind in the folder for temporary files', async () => {
  let child: ChildProcess | undefined
  await using service = await startMisbehaving((request, reply) => {
    const page = Array.from({ length: 100 }, (_, at) => ({ name: `Entry ${at}`, content: 'x' }))
    if (request.body.page_num === 1) say(200, JSON.stringify(page))(request, reply)
    else child?.kill('SIGTERM')
  })
  service.list = undefined
  const folder = await mkdtemp(join(shared().path, '..', 'temporary-'))
  const onStart = (started: ChildProcess): void => void (child = started)
  const env = { RUNBOOK_SYNC_BASE_URL: service.url, TMPDIR: folder }
  const { code, stdout } = await shared().start(['plan'], { env, onStart })
  expect(code).toBe(130)
  expect(await readdir(folder)).toEqual([])
  expect(stdout).toMatch(/^✗ The command was cancelled\./m)
})

test('Ctrl-C in a terminal, which also ends Git: the report says that, and blames nobody', async () => {
  const program = findGit(process.env) ?? ''
  const folder = await mkdtemp(join(shared().path, '..', 'bin-'))
  // A terminal sends the signal to all processes of the group.
  const interrupt = `case "$*" in *ls-remote*) kill -INT 0 ;; esac`
  await writeFile(join(folder, 'git'), `#!/bin/sh\n${interrupt}\nexec ${program} "$@"\n`, { mode: 0o755 })
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  const { code, stdout } = await shared().start(['sync', '--branch', 'main'], { env, isGroup: true })
  expect(stdout).toMatch(/^✗ The command was cancelled\./m)
  expect(stdout).not.toMatch(/git|SIGINT|remote/i)
  expect(code).toBe(130)
})

test('a hook of Git prints nothing if all is well, and refuses a commit of two equal titles', async () => {
  const command = `${process.execPath} --disable-warning=ExperimentalWarning ${COMMAND_LINE} plan --staged --repository acme/x`
  const [hook, log] = [join(shared().path, '.git', 'hooks', 'pre-commit'), join(shared().path, '..', 'log')]
  await mkdir(dirname(hook), { recursive: true })
  await writeFile(hook, `#!/bin/sh\nexec ${command} > ${log} 2>&1\n`, { mode: 0o755 })
  await shared().write({ 'docs/runbooks/new.md': '# Other\n' })
  await shared().git('add', '--all')
  const message = ['commit', '--quiet', '--message', 'New']
  await expect(shared().git(...message)).rejects.toThrow()
  expect(await shared().read('../log')).toContain('docs/runbooks/new.md')
  await shared().write({ 'docs/runbooks/new.md': '# New\n' })
  // Git gives the hook another index.
  await shared().git(...message, '--all')
  expect(await shared().read('../log')).toBe('')
})
