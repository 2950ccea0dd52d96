import { expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Git } from '../../src/branch/command.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** A stand-in for Git. */
async function scripted(folder: string, script: string): Promise<string> {
  const program = join(folder, 'git')
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return program
}

test.each<[string, user: string[] | undefined, string[]]>([
  ['for this program', undefined, ['GIT_SSL_CAINFO', 'HOME']],
  ['for a person', [], ['GIT_SSH_COMMAND', 'GIT_SSL_CAINFO', 'HOME']]
])('Git runs %s without the inputs and without variables that lead elsewhere', async (_, user, expected) => {
  await using folder = await temporaryFolder()
  const given = ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_SSH_COMMAND', 'GIT_SSL_CAINFO', 'HOME']
  const inputs = ['INPUT_TOKEN', 'INPUT_GITHUB-TOKEN']
  const env = Object.fromEntries([...given, ...inputs].map((name) => [name, 'x']))
  using git = new Git(await scripted(folder.path, 'env'), folder.path, env, user)
  const { stdout } = await git.run([])
  const names = stdout.split('\n').map((line) => line.split('=')[0] ?? '')
  expect(names.filter((name) => name in env)).toEqual(expect.arrayContaining(expected))
  expect(names.filter((name) => name in env)).toHaveLength(expected.length)
})

test.each([
  ['never ends', 'exec sleep 600', { timeout: 10 }, '`git fetch` failed: it took longer than 0.01 s.'],
  ['prints without end', 'exec yes remote: more >&2', {}, /`git fetch` failed: .*maxBuffer/]
])('a command that %s is killed, and the error says why', async (_, script, options, message) => {
  await using folder = await temporaryFolder()
  using git = new Git(await scripted(folder.path, script), folder.path, { PATH: process.env['PATH'] })
  await expect(git.run(['fetch'], options)).rejects.toThrow(message)
})
