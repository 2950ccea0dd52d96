import { expect, test } from '@jest/globals'
import { noRulesError } from '../../src/alerts/of-branch.ts'
import { Patterns } from '../../src/branch/patterns.ts'
import { selectFiles } from '../../src/branch/selection.ts'
import { selectionOf, type ListedPath, type Source } from '../../src/branch/source.ts'
import { MemoryBranch } from '../support/memory-branch.ts'

const branch = new MemoryBranch()
const HEAD = branch.commit({
  ...{ '.github/a.md': '1', '.github/b.md': '2', 'wiki/c.md': '3', 'README.md': '4' },
  'docs/a b/d.txt': '5'
})
const selectIn = async (source: Source, ...lines: string[]) => selectFiles(source, new Patterns(lines), HEAD)
const select = async (...lines: string[]) => selectIn(branch.asSource(), ...lines)

test('a pattern without a match is an error that says where most Markdown is, never in a hidden folder', async () => {
  await expect(select('docs/**/*.md')).rejects.toMatchObject({
    message: 'Input `files` matches no file: `docs/**/*.md`. 5 files looked at.',
    hint: expect.stringMatching(/^`wiki\/\*\*` selects 1 Markdown file\. /)
  })
})

test('patterns in one line, with a blank, are shown as the lines that were meant, unless a file matches', async () => {
  const hint = expect.stringContaining('If these are 2 patterns, write `docs/**/*.md`, then `ops/**/*.md`: one a line.')
  await expect(select('docs/**/*.md ops/**/*.md')).rejects.toMatchObject({ hint })
  const lines = { hint: expect.stringContaining('patterns, write') }
  await expect(select('docs/My book.md')).rejects.not.toMatchObject(lines)
  const message = expect.stringMatching(/^The pattern `wiki\/\* !wiki\/c\.md` .* write `wiki\/\*`, then `!wiki\/c\.md`/)
  expect((await select('docs/a b/*.*', 'wiki/*  !wiki/c.md')).notices).toMatchObject([{ message }])
  expect(noRulesError(['rules/*.yml ops/*.yml']).hint).toContain('write `rules/*.yml`, then `ops/*.yml`')
  expect(noRulesError(['rules/*.yml']).hint).toMatch(/matches `rules\/\*\.yml`\.$/)
})

test('a pattern inside a submodule names it, beside others and alone', async () => {
  const x: ListedPath = { path: 'vendor/x', id: '2', skip: 'submodule' }
  const listed = [{ path: 'docs/a.md', id: '1', skip: undefined }, x]
  const list: Source['list'] = (_, matches) => Promise.resolve(selectionOf(listed, matches))
  const source = { ...branch.asSource(), list }
  const names = expect.stringContaining('`vendor/x` is a submodule, whose files are in another repository')
  const { notices } = await selectIn(source, 'docs/**', 'vendor/x/docs/**', 'vendor/xy/**')
  expect(notices).toMatchObject([{ message: names }, { message: expect.stringContaining('no file matches') }])
  for (const line of ['vendor/x/docs/*.md', 'vendor/x', 'vendor/x/**']) {
    const error = { message: expect.stringContaining('no file'), hint: names }
    await expect(selectIn(source, line)).rejects.toMatchObject(error)
  }
})
