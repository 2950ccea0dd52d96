import { expect, test } from '@jest/globals'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { copyWithout, MUTATIONS } from '../../tools/soak/mutations.ts'

test.each(MUTATIONS)('the rule is where the soak takes it out: %s', async (name) => {
  await using folder = await temporaryFolder()
  await expect(copyWithout(folder.path, name)).resolves.toContain(folder.path)
})
