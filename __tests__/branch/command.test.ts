import { expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Git } from '../../src/branch/command.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** With a script in the place of Git. */
async function withScript<T>(script: string, env: NodeJS.ProcessEnv, use: (git: Git) => Promise<T>): Promise<T> {
  await using folder = await temporaryFolder()
  const program = join(folder.path, 'git')
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  using git = new Git(program, folder.path, { PATH: process.env['PATH'], ...env })
  return await use(git)
}

test('Git runs without the inputs, and without variables that lead elsewhere', async () => {
  const left = ['GIT_DIR', 'GIT_OBJECT_DIRECTORY', 'INPUT_TOKEN', 'INPUT_GITHUB-TOKEN']
  const kept = ['GIT_INDEX_FILE', 'GIT_SSH_COMMAND', 'GIT_SSL_CAINFO', 'HOME']
  const env = Object.fromEntries([...left, ...kept].map((name) => [name, 'x']))
  const output = await withScript('env', env, (git) => git.text([]))
  const names = output.split('\n').map((line) => line.split('=')[0] ?? '')
  expect(names.filter((name) => name in env).sort()).toEqual(kept)
})

test('a command that never ends is killed, and the error says why', async () => {
  const run = withScript('exec sleep 600', {}, (git) => git.run(['fetch'], { timeout: 10 }))
  await expect(run).rejects.toThrow('`git fetch` failed: it took longer than 0.01 s.')
})

test('the error of a command has its last line that says what happened, without a password', async () => {
  const script = `printf 'fatal: https://me:p@ss@host/ is gone.\\nhint: try again\\n' >&2; exit 1`
  const run = withScript(script, {}, (git) => git.text(['fetch']))
  await expect(run).rejects.toThrow('`git fetch` failed: fatal: https://host/ is gone.')
})
