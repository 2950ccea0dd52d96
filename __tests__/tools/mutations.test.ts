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
