import { expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Git } from '../../src/git/command.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test.each([
  ['never ends', 'exec sleep 600', { timeout: 10 }, '`git fetch` failed: it took longer than 0.01 s.'],
  ['prints without end', 'exec yes remote: more >&2', {}, /`git fetch` failed: .*maxBuffer/]
])('a command that %s is killed, and the error says why', async (_, script, options, message) => {
  await using folder = await temporaryFolder()
  const program = join(folder.path, 'git')
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  using git = new Git(program, folder.path, { PATH: process.env['PATH'] })
  await expect(git.run(['fetch'], options)).rejects.toThrow(message)
})
