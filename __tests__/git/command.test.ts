import { expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Git } from '../../src/git/command.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test('a command that never ends is killed, and the error says after how long', async () => {
  await using folder = await temporaryFolder()
  const program = join(folder.path, 'git')
  await writeFile(program, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
  using git = new Git(program, folder.path, { PATH: process.env['PATH'] })
  await expect(git.run(['fetch'], { timeout: 10 })).rejects.toThrow('`git fetch` failed: it took longer than 0.01 s.')
})
