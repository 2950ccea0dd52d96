import { expect, test } from '@jest/globals'
import { Patterns } from '../../src/branch/patterns.ts'
import { selectFiles } from '../../src/branch/selection.ts'
import { selectionOf, type ListedPath, type Source } from '../../src/branch/source.ts'
import { MemoryBranch } from '../support/memory-branch.ts'

const TREE = { '.github/a.md': '1', '.github/b.md': '2', 'wiki/c.md': '3', 'README.md': '4' }

test('a pattern without a match is an error that says where most Markdown is, never in a hidden folder', async () => {
  const branch = new MemoryBranch()
  const head = branch.commit(TREE)
  const patterns = new Patterns(['docs/**/*.md'])
  await expect(selectFiles(branch.asSource(), patterns, head)).rejects.toMatchObject({
    message: 'Input `files` matches no file: `docs/**/*.md`. 4 files looked at.',
    hint: expect.stringMatching(/^`wiki\/\*\*` selects 1 Markdown file\. /)
  })
})

test('a pattern inside a submodule names it, beside others and alone', async () => {
  const listed: ListedPath[] = [
    { path: 'docs/a.md', id: '1', skip: undefined },
    { path: 'vendor/x', id: '2', skip: 'submodule' }
  ]
  const source: Source = {
    ...new MemoryBranch().asSource(),
    list: (_, matches) => Promise.resolve(selectionOf(listed, matches))
  }
  const select = async (...lines: string[]) => selectFiles(source, new Patterns(lines), '')
  const names = expect.stringContaining('`vendor/x` is a submodule, whose files are in another repository')
  const { notices } = await select('docs/**', 'vendor/x/docs/**', 'vendor/xy/**')
  expect(notices).toMatchObject([{ message: names }, { message: expect.stringContaining('no file matches') }])
  for (const line of ['vendor/x/docs/*.md', 'vendor/x', 'vendor/x/**']) {
    await expect(select(line)).rejects.toMatchObject({ message: expect.stringContaining('no file'), hint: names })
  }
})
