import { expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Clone } from '../../src/cli/clone.ts'
import { commitUncommitted, type Uncommitted } from '../../src/branch/uncommitted.ts'
import { writeFiles } from '../support/write-files.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

const isMarkdown = (path: string): boolean => path.endsWith('.md')

jest.setTimeout(60_000)

const UNCHANGED = { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }
const TREE = { ...UNCHANGED, 'x.txt': 'x\n' }

/** A clone of a commit, changed, and what is read of it: the selected files with their texts, or what is wrong with them. */
async function opened(
  hosting: Hosting,
  change: (folder: string) => Promise<unknown>,
  { tree = TREE, kind = 'full' }: { readonly tree?: Tree; readonly kind?: 'full' | 'sparse' } = {}
) {
  const head = await hosting.repository.commit(tree)
  const folder = await hosting.checkOut(head, kind)
  await change(folder)
  const repository = await hosting.openAt(folder, head)
  const commit = async (what: Uncommitted, env: NodeJS.ProcessEnv = {}) => {
    const clone = await Clone.find(hosting.program, folder, { ...hosting.env, ...env })
    return commitUncommitted(what, clone, repository.git, head, isMarkdown)
  }
  const files = async (what: Uncommitted, env?: NodeJS.ProcessEnv): Promise<Record<string, string>> => {
    const { commit: made, unmerged } = await commit(what, env)
    const selection = await repository.list(made, isMarkdown)
    const found: Record<string, string> = {}
    for (const { path, id } of selection.files) found[path] = await hosting.textOf(repository, id)
    for (const { path, reason } of selection.skipped) found[path] = reason
    for (const path of unmerged) found[path] = 'unmerged'
    return found
  }
  return { head, folder, repository, commit, files }
}

test('the index and the work tree are read as they are', async () => {
  await using hosting = await Hosting.start()
  const tree = {
    ...{ 'twice.md': '1\n', 'unstaged.md': 'x\n', 'deleted.md': 'd\n', 'file.txt': 'f\n', 'folder/in.md': 'i\n' },
    ...{ 'link.md': 'l\n', 'pipe.md': 'p\n', 'line-ends.md': 'e\n', 'changed-ends.md': 'e\n' }
  }
  const change = async (folder: string): Promise<void> => {
    await git(folder, ['rm', '--quiet', 'unstaged.md'])
    await writeFiles(folder, { 'twice.md': '2\n', 'staged.md': 's\n' })
    await git(folder, ['add', 'twice.md', 'staged.md'])
    for (const path of ['deleted.md', 'file.txt', 'folder', 'link.md', 'pipe.md']) {
      await rm(join(folder, path), { recursive: true })
    }
    await symlink('/etc/passwd', join(folder, 'link.md'))
    execFileSync('mkfifo', [join(folder, 'pipe.md')])
    await writeFiles(folder, {
      ...{ 'twice.md': '3\n', 'line-ends.md': 'e\r\n', 'changed-ends.md': 'E\r\n', folder: 'f\n', 'ignored.md': 'i\n' },
      ...{ 'new "é"\n.md': 'n\n', 'large.md': 'x'.repeat(1025), 'file.txt/in.md': 'i\n', '.gitignore': 'ignored.md\n' }
    })
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff]), Buffer.from('.md')]), 'x\n')
    await git(folder, ['init', '--quiet', 'other'])
    await writeFiles(folder, { 'other/o.md': 'o\n' })
  }
  const { files } = await opened(hosting, change, { tree })
  const both = { 'staged.md': 's\n', 'line-ends.md': 'e\n' }
  const removed = { 'deleted.md': 'd\n', 'folder/in.md': 'i\n', 'link.md': 'l\n', 'pipe.md': 'p\n' }
  expect(await files('staged')).toEqual({ ...both, ...removed, 'twice.md': '2\n', 'changed-ends.md': 'e\n' })
  expect(await files('worktree')).toEqual({
    ...both,
    ...{ 'twice.md': '3\n', 'changed-ends.md': 'E\r\n', 'new "é"\n.md': 'n\n', 'file.txt/in.md': 'i\n' },
    'large.md': 'too-large',
    'link.md': 'it is a symbolic link, which Runbook Sync never follows',
    '\ufffd.md': 'its name is not UTF-8'
  })
})

test('a merge that is not finished: its conflicts are named', async () => {
  await using hosting = await Hosting.start()
  const { files } = await opened(hosting, async (folder) => {
    await git(folder, ['branch', '--quiet', 'side'])
    for (const [branch, text] of Object.entries({ main: 'Ours\n', side: 'Theirs\n' })) {
      await git(folder, ['checkout', '--quiet', branch])
      await writeFiles(folder, { 'docs/a.md': text })
      await git(folder, ['commit', '--quiet', '--all', '-m', 'x'])
    }
    await git(folder, ['merge', '--quiet', 'main']).catch(() => undefined)
  })
  for (const kind of ['staged', 'worktree'] as const) {
    expect(await files(kind)).toEqual({ ...UNCHANGED, 'docs/a.md': 'unmerged' })
  }
})

test.each(['sha1', 'sha256'] as const)('what a sparse checkout leaves out is not removed: %s', async (objectFormat) => {
  await using hosting = await Hosting.start(objectFormat)
  const { files } = await opened(hosting, (folder) => writeFiles(folder, { 'docs/c.md': 'C\n' }), { kind: 'sparse' })
  expect(await files('staged')).toEqual(UNCHANGED)
  expect(await files('worktree')).toEqual({ ...UNCHANGED, 'docs/c.md': 'C\n' })
})

test('the commit comes after HEAD; links may lead to what is new and not selected, and no more to what is removed', async () => {
  await using hosting = await Hosting.start()
  const { head, repository, commit } = await opened(hosting, async (folder) => {
    await rm(join(folder, 'x.txt'))
    await writeFiles(folder, { 'docs/a.md': 'A\r\n', 'docs/b.md': 'B2\n', 'docs/graph.png': 'P' })
  })
  const { commit: made } = await commit('worktree')
  expect(await repository.parents(made)).toEqual([head])
  expect([...((await repository.differences(head, made, isMarkdown)) ?? [])]).toEqual(['docs/b.md'])
  const { tree } = await repository.list(made, isMarkdown)
  expect(['docs', 'docs/graph.png', 'docs/d.md', 'x.txt'].filter(tree)).toEqual(['docs', 'docs/graph.png'])
})

test('the index that `git commit -a` gives its hook is read, by any path', async () => {
  await using hosting = await Hosting.start()
  const { folder, files } = await opened(hosting, async (clone) => {
    await writeFiles(clone, { 'docs/a.md': 'A2\n' })
    await copyFile(join(clone, '.git', 'index'), join(clone, '.git', 'own'))
    await git(clone, ['add', '.'], { env: { GIT_INDEX_FILE: join(clone, '.git', 'own') } })
  })
  expect(await files('staged')).toEqual(UNCHANGED)
  for (const index of ['.git/own', join(folder, '.git', 'own')]) {
    expect(await files('staged', { GIT_INDEX_FILE: index })).toEqual({ ...UNCHANGED, 'docs/a.md': 'A2\n' })
  }
})

test('the configuration of a clone starts no program', async () => {
  await using hosting = await Hosting.start()
  const ran = join(hosting.folder, 'ran')
  const { folder, files } = await opened(hosting, async (clone) => {
    for (const name of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process']) {
      await git(clone, ['config', name, `touch ${ran}; cat`])
    }
    await writeFiles(clone, { '.gitattributes': '* filter=evil text=auto\n', 'docs/a.md': 'A2\n' })
  })
  expect(await files('staged')).toEqual(UNCHANGED)
  expect(await files('worktree')).toEqual({ ...UNCHANGED, 'docs/a.md': 'A2\n' })
  expect(existsSync(ran)).toBe(false)
  await git(folder, ['status'])
  expect(existsSync(ran)).toBe(true)
})
