import { expect, test } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { git } from '../../testing/git.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { Clone, DISK } from './clone.ts'

const ADDRESS = ['--repository', 'acme/handbook']
const BY_HAND = '# Disk full\n\nWritten by hand.\n'

test('a password with a slash in the URL of the remote is not printed', async () => {
  await using clone = await Clone.create()
  await clone.git('remote', 'set-url', 'origin', 'https://robin:hun/ter2@127.0.0.1:9/acme/handbook.git')
  const { code, stdout, stderr } = await clone.run(['sync', ...ADDRESS])
  expect(code).toBe(1)
  expect(stdout + stderr).not.toContain('ter2')
})

test('a remote that a partial fetch by URL has registered: its password is not printed', async () => {
  await using clone = await Clone.create()
  const url = 'http://robin:hunter2@127.0.0.1:9/acme/handbook.git'
  await clone.git('remote', 'remove', 'origin')
  await clone.git('config', `remote.${url}.promisor`, 'true')
  await clone.git('config', `remote.${url}.partialclonefilter`, 'blob:none')
  const { stdout, stderr } = await clone.run(['sync', '--branch', 'main', ...ADDRESS])
  expect(stdout + stderr).not.toContain('hunter2')
})

test('a branch `a/refs/heads/main` is not taken for `main`', async () => {
  await using clone = await Clone.create()
  const old = await clone.git('rev-parse', 'HEAD')
  await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  await clone.git('push', '--quiet', 'origin', `${old}:refs/heads/a/refs/heads/main`)
  expect(await clone.run(['sync', ...ADDRESS])).toMatchObject({ code: 0 })
  await clone.git('checkout', '--quiet', '--detach', old)
  const stale = await clone.run(['sync', '--saved', '../saved', ...ADDRESS])
  expect(clone.entries()['Disk full']).toContain('Newer.')
  expect(stale.code).toBe(1)
})

test('an old commit to which a branch `a/refs/heads/main` points is not sent as `main`', async () => {
  await using clone = await Clone.create()
  const old = await clone.git('rev-parse', 'HEAD')
  await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  await clone.git('push', '--quiet', 'origin', `${old}:refs/heads/a/refs/heads/main`)
  await clone.git('checkout', '--quiet', '--detach', old)
  const { code } = await clone.run(['sync', ...ADDRESS])
  expect({ code, entries: clone.entries() }).toEqual({ code: 1, entries: {} })
})

test('a tag `origin/main` changes neither the branch nor its links', async () => {
  await using clone = await Clone.create({
    [DISK]: '# Disk full\n\n[x](other.md)\n',
    'docs/runbooks/other.md': '# O\n\nx\n'
  })
  await clone.git('tag', 'origin/main')
  expect(await clone.run(['sync', '--allow-stale', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(clone.entries()['Disk full']).toContain('/blob/main/docs/')
})

test('a tag with the name of the branch changes neither the branch nor its links', async () => {
  await using clone = await Clone.create({
    [DISK]: '# Disk full\n\n[x](other.md)\n',
    'docs/runbooks/other.md': '# O\n\nx\n'
  })
  await clone.git('remote', 'remove', 'origin')
  await clone.git('tag', 'main')
  expect(await clone.run(['sync', '--allow-stale', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(clone.entries()['Disk full']).toContain('/blob/main/docs/')
})

test.each([
  ['', ''],
  [' save', ' save']
])('--manual-edits %j without --saved replaces no text', async (_, value) => {
  await using clone = await Clone.create()
  await clone.writeEntry('Disk full', BY_HAND)
  const { stdout } = await clone.run(['sync', '--manual-edits', value, ...ADDRESS])
  expect(clone.entries()['Disk full']).toBe(BY_HAND)
  expect(stdout).toContain('`--saved DIR`')
})

test.each([
  ['an empty --saved', ['sync', '--saved', '', ...ADDRESS]],
  ['a --saved that is a file', ['sync', '--saved', DISK, ...ADDRESS]],
  ['a --saved below a file', ['sync', '--saved', `${DISK}/x`, ...ADDRESS]],
  ['an export to a file', ['export', DISK]],
  ['an export below a file', ['export', `${DISK}/x`]]
])('%s is no defect, and ends with 2', async (_, args) => {
  await using clone = await Clone.create()
  const { code, stdout } = await clone.run(args)
  expect(stdout).not.toMatch(/unexpected error|defect/)
  expect(code).toBe(2)
})

test.each([['plan', '--json'], ['plan'], ['--help']])(
  'standard output that is closed: no stack trace (%s %s)',
  async (...args) => {
    const tree = Object.fromEntries(
      Array.from({ length: 1500 }, (_, at) => [`docs/runbooks/r${at}.md`, `# R ${at}\n\nx\n`])
    )
    await using clone = await Clone.create(tree)
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', resolve('src/cli.ts'), ...args.filter(Boolean)],
      {
        cwd: clone.path,
        env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
        stdio: ['ignore', 'pipe', 'pipe']
      }
    )
    child.stdout.destroy()
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(stderr).not.toMatch(/^\s+at |EPIPE/m)
  }
)

test('the repository of another user: its configuration runs nothing', async () => {
  await using clone = await Clone.create()
  const ran = await mkdtemp('/tmp/ran-')
  const program = join(ran, 'program')
  await writeFile(program, `#!/bin/sh\n: > ${ran}/marker\n`, { mode: 0o755 })
  await chmod(ran, 0o777)
  await clone.git('config', 'core.fsmonitor', program)
  await chown(join(clone.path, '.git'), 65534, 65534)
  await chown(clone.path, 65534, 65534)
  await expect(git(clone.path, ['status'])).rejects.toThrow(/dubious ownership/)
  const env = { RUNBOOK_SYNC_TOKEN: undefined, RUNBOOK_SYNC_BASE_URL: undefined }
  const { code, stdout } = await clone.run(['plan'], { env, folder: 'docs' })
  const files = await readdir(ran)
  await rm(ran, { recursive: true })
  expect({ files, code, stdout }).toEqual({
    files: ['program'],
    code: 2,
    stdout: expect.stringContaining('safe.directory')
  })
})

test('a repository without a commit ends with 2', async () => {
  await using clone = await Clone.create()
  await mkdir(join(clone.path, '..', 'empty'))
  await git(join(clone.path, '..', 'empty'), ['init', '--quiet'])
  const { code } = await clone.run(['plan'], { folder: '../empty' })
  expect(code).toBe(2)
})

test('a runbook `Restart the job` keeps its name', async () => {
  await using clone = await Clone.create({ 'docs/runbooks/Restart the job.md': '# Restart the job\n\nx\n' })
  const { stdout } = await clone.run(['plan', ...ADDRESS])
  expect(stdout).toContain('docs/runbooks/Restart the job.md  “Restart the job”')
})

test('the token as a command is not printed', async () => {
  await using clone = await Clone.create()
  const { code, stdout } = await clone.run([clone.token])
  expect(code).toBe(2)
  expect(stdout).not.toContain(clone.token)
})

test('the export of a long list keeps no texts in memory', async () => {
  await using clone = await Clone.create()
  await using service = await startMisbehaving((request, reply) => {
    const page = request.body.page_num ?? 1
    const rows =
      page > 40 || page < 1
        ? []
        : Array.from({ length: 6 }, (_, at) => ({
            id: `${page} ${at}`,
            name: `E ${page} ${at}`,
            content: `${page} ${at} ${'x'.repeat(1e6)}`
          }))
    say(200, JSON.stringify(rows))(request, reply)
  })
  service.list = undefined
  const { code, stderr } = await clone.run(['export', 'adopted', '--links', 'keep', '--max-bytes', '9000000'], {
    env: { RUNBOOK_SYNC_BASE_URL: service.url },
    nodeOptions: ['--max-old-space-size=160']
  })
  expect({ code, stderr: stderr.slice(-600) }).toEqual({ code: 0, stderr: '' })
}, 120_000)

test('an export writes no file with the token', async () => {
  await using clone = await Clone.create()
  await using service = await startMisbehaving((request, reply) =>
    say(
      200,
      JSON.stringify(
        request.body.page_num === 1
          ? [
              { id: 1, name: 'Leak', content: `Use ${clone.token} here.\n` },
              { id: 2, name: clone.token }
            ]
          : []
      )
    )(request, reply)
  )
  service.list = undefined
  const { stdout } = await clone.run(['export', 'adopted', '--links', 'keep'], {
    env: { RUNBOOK_SYNC_BASE_URL: service.url }
  })
  expect(stdout).not.toContain(clone.token)
  for (const file of await readdir(join(clone.path, 'adopted')))
    expect(await readFile(join(clone.path, 'adopted', file), 'utf8')).not.toContain(clone.token)
})
