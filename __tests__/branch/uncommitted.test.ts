import { expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Clone } from '../../src/cli/clone.ts'
import { commitUncommitted, type Uncommitted } from '../../src/branch/uncommitted.ts'
import type { Tree } from '../../testing/github/commit.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

const isMarkdown = (path: string): boolean => path.endsWith('.md')
const TREE: Tree = { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'x.txt': 'x\n' }
const UNCHANGED = { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }

/** A clone of a commit, changed, and what is read of it: the selected files with their texts, or what is wrong with them. */
async function opened(hosting: Hosting, change: (folder: string) => Promise<unknown>, kind?: CheckoutKind) {
  const head = await hosting.repository.commit(TREE)
  const folder = await hosting.checkOut(head, kind)
  await change(folder)
  const repository = await hosting.openAt(folder, head)
  const commit = async (what: Uncommitted, env: NodeJS.ProcessEnv = {}) => {
    const clone = await Clone.find(join(hosting.folder, 'bin', 'git'), folder, { ...hosting.env, ...env })
    return commitUncommitted(what, clone, repository.git, head, isMarkdown)
  }
  const files = async (what: Uncommitted, env?: NodeJS.ProcessEnv): Promise<Record<string, string>> => {
    const { commit: made, unmerged } = await commit(what, env)
    const { files, skipped } = await repository.list(made, isMarkdown)
    const found: Record<string, string> = {}
    for (const { path, id } of files) found[path] = await hosting.textOf(repository, id)
    for (const { path, reason } of skipped) found[path] = reason
    for (const path of unmerged) found[path] = 'unmerged'
    return found
  }
  return { head, folder, repository, commit, files }
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

test.each<{
  what: string
  change: (folder: string) => Promise<unknown>
  kind?: CheckoutKind
  staged: Record<string, string>
  workTree: Record<string, string>
}>([
  {
    what: 'one file is changed twice, and staged once; others are new, large, ignored and in another repository',
    change: async (folder) => {
      await write(folder, { 'docs/a.md': 'A2\n', 'docs/c.md': 'C\n' })
      await git(folder, ['add', '.'])
      const ignored = { 'docs/e.md': 'E\n', '.gitignore': 'e.md\n' }
      await write(folder, { 'docs/a.md': 'A3\n', 'docs/d "é"\n.md': 'D\n', 'docs/l.md': 'x'.repeat(1025), ...ignored })
      await git(folder, ['init', '--quiet', 'other'])
      await write(folder, { 'other/o.md': 'O\n' })
    },
    staged: { ...UNCHANGED, 'docs/a.md': 'A2\n', 'docs/c.md': 'C\n' },
    workTree: {
      ...{ 'docs/a.md': 'A3\n', 'docs/b.md': 'B\n', 'docs/c.md': 'C\n' },
      ...{ 'docs/d "é"\n.md': 'D\n', 'docs/l.md': 'too-large' }
    }
  },
  {
    what: 'files are removed, one of them in the index, too',
    change: async (folder) => {
      await git(folder, ['rm', '--quiet', 'docs/a.md'])
      await rm(join(folder, 'docs/b.md'))
    },
    staged: { 'docs/b.md': 'B\n' },
    workTree: {}
  },
  {
    what: 'a folder has become a file, and a file a folder',
    change: async (folder) => {
      await rm(join(folder, 'docs'), { recursive: true })
      await rm(join(folder, 'x.txt'))
      await write(folder, { docs: 'text', 'x.txt/y.md': 'Y\n' })
    },
    staged: UNCHANGED,
    workTree: { 'x.txt/y.md': 'Y\n' }
  },
  {
    what: 'a merge is not finished',
    change: async (folder) => {
      await git(folder, ['branch', '--quiet', 'side'])
      for (const [branch, text] of Object.entries({ main: 'Ours\n', side: 'Theirs\n' })) {
        await git(folder, ['checkout', '--quiet', branch])
        await write(folder, { 'docs/a.md': text })
        await git(folder, ['commit', '--quiet', '--all', '-m', 'x'])
      }
      await git(folder, ['merge', '--quiet', 'main']).catch(() => undefined)
    },
    staged: { ...UNCHANGED, 'docs/a.md': 'unmerged' },
    workTree: { ...UNCHANGED, 'docs/a.md': 'unmerged' }
  },
  {
    what: 'files are a link, a pipe, and of a name that is not UTF-8',
    change: async (folder) => {
      await rm(join(folder, 'docs/a.md'))
      await symlink('/etc/passwd', join(folder, 'docs/a.md'))
      await rm(join(folder, 'docs/b.md'))
      execFileSync('mkfifo', [join(folder, 'docs/b.md')])
      await writeFile(Buffer.concat([Buffer.from(`${folder}/docs/`), Buffer.from([0xff]), Buffer.from('.md')]), 'X\n')
    },
    staged: UNCHANGED,
    workTree: {
      'docs/a.md': 'it is a symbolic link, which Runbook Sync never follows',
      'docs/\ufffd.md': 'its name is not UTF-8'
    }
  },
  {
    what: 'Git stores other line ends than the work tree has',
    change: (folder) => write(folder, { 'docs/a.md': 'A\r\n', 'docs/b.md': 'B2\r\n' }),
    staged: UNCHANGED,
    workTree: { 'docs/a.md': 'A\n', 'docs/b.md': 'B2\r\n' }
  },
  {
    what: 'a sparse checkout leaves files out',
    kind: 'sparse',
    change: (folder) => write(folder, { 'docs/c.md': 'C\n' }),
    staged: UNCHANGED,
    workTree: { ...UNCHANGED, 'docs/c.md': 'C\n' }
  }
])('index and work tree: $what', async ({ kind, change, staged, workTree }) => {
  for (const objectFormat of kind === 'sparse' ? (['sha1', 'sha256'] as const) : (['sha1'] as const)) {
    await using hosting = await Hosting.start({ objectFormat })
    const { files } = await opened(hosting, change, kind)
    expect({ staged: await files('staged'), workTree: await files('worktree') }).toEqual({ staged, workTree })
  }
})

test('the commit comes after HEAD; links may lead to what is new and not selected, and no more to what is removed', async () => {
  await using hosting = await Hosting.start()
  const { head, repository, commit } = await opened(hosting, async (folder) => {
    await rm(join(folder, 'x.txt'))
    await write(folder, { 'docs/a.md': 'A\r\n', 'docs/b.md': 'B2\n', 'docs/graph.png': 'P' })
  })
  const { commit: made } = await commit('worktree')
  expect(await repository.parents(made)).toEqual([head])
  expect([...((await repository.differences(head, made, isMarkdown)) ?? [])]).toEqual(['docs/b.md'])
  const asked = new Set(['docs', 'docs/graph.png', 'docs/d.md', 'x.txt'])
  expect([...(await repository.missing(made, asked))]).toEqual(['docs/d.md', 'x.txt'])
})

test('the index that `git commit -a` gives its hook is read, by any path', async () => {
  await using hosting = await Hosting.start()
  const { folder, files } = await opened(hosting, async (clone) => {
    await write(clone, { 'docs/a.md': 'A2\n' })
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
    const filters = ['clean', 'smudge', 'process'].map((name) => `filter.evil.${name}`)
    for (const name of ['core.fsmonitor', 'diff.evil.textconv', ...filters]) {
      await git(clone, ['config', name, `touch ${ran}; cat`])
    }
    await write(clone, { '.gitattributes': '* filter=evil diff=evil text=auto\n', 'docs/a.md': 'A2\n' })
  })
  expect(await files('staged')).toEqual(UNCHANGED)
  expect(await files('worktree')).toEqual({ ...UNCHANGED, 'docs/a.md': 'A2\n' })
  expect(existsSync(ran)).toBe(false)
  await git(folder, ['status'])
  expect(existsSync(ran)).toBe(true)
})
