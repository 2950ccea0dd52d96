import { expect, test } from '@jest/globals'
import { Patterns } from '../../src/branch/patterns.ts'
import { selectFiles } from '../../src/branch/selection.ts'
import { MemoryBranch } from '../support/memory-branch.ts'

const TREE = { '.github/a.md': '1', '.github/b.md': '2', 'wiki/c.md': '3', 'README.md': '4' }

test('a pattern without a match is an error that says where most Markdown is, never in a hidden folder', async () => {
  const branch = new MemoryBranch()
  const head = branch.commit(TREE)
  const patterns = new Patterns(['docs/**/*.md'])
  await expect(selectFiles(branch.asSource(), patterns, head)).rejects.toMatchObject({
    message: 'Input `files` matches no file: `docs/**/*.md`. 4 files looked at.',
    hint: expect.stringMatching(/^`files: 'wiki\/\*\*'` selects 1 Markdown file\. /)
  })
})
