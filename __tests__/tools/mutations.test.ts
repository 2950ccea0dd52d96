import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { copyWithPatch, MUTATIONS } from '../../tools/soak/mutations.ts'

test.each(MUTATIONS)('takes a rule out: %s', async (name) => {
  await using folder = await temporaryFolder()
  const copy = await copyWithPatch(folder.path, name)
  await expect(readFile(join(copy, 'action.yml'), 'utf8')).resolves.toContain('main: src/index.ts')
})

test('all mutations are there', () => {
  expect(MUTATIONS).toEqual([
    'any-4xx-ends-the-list',
    'canary-off',
    'mark-is-not-that-just-sent',
    'no-look-at-the-head-afterwards',
    'no-save-before-the-second-send',
    'one-reading-is-enough',
    'seal-without-the-name',
    'second-send-with-the-first-seal',
    'what-was-sent-is-forgotten',
    'workflow-file-not-compared'
  ])
})
