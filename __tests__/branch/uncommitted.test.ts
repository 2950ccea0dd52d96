import { describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Clone } from '../../src/branch/clone.ts'
import { blobIdOf, type Source } from '../../src/branch/source.ts'
import { StagedFiles, WorkTreeFiles } from '../../src/branch/uncommitted.ts'
import type { Tree } from '../../testing/github/commit.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

const isMarkdown = (path: string): boolean => path.endsWith('.md')

interface Opened {
  readonly folder: string
  readonly head: string
  readonly staged: StagedFiles
  readonly workTree: WorkTreeFiles
}

/** A clone with one commit, changed by `change`. */
async function opened(
  hosting: Hosting,
  tree: Tree,
  change: (folder: string) => Promise<unknown>,
  { kind = 'full', env = {} }: { kind?: CheckoutKind; env?: NodeJS.ProcessEnv } = {}
): Promise<Opened> {
  const head = await hosting.repository.commit(tree)
  const folder = await hosting.checkOut(head, kind)
  await change(folder)
  const clone = await Clone.find(join(hosting.folder, 'bin', 'git'), folder, { ...hosting.env, ...env })
  const repository = await hosting.openAt(folder, head)
  return { folder, head, staged: new StagedFiles(clone, repository), workTree: new WorkTreeFiles(clone, repository) }
}

/** The selected files with their texts, and what is skipped. */
async function filesOf(source: Source, head: string): Promise<Record<string, string>> {
  const { files, skipped } = await source.list(head, isMarkdown)
  await source.prefetch(files.map(({ id }) => id))
  const found: Record<string, string> = {}
  for (const file of files) {
    const content = await source.read(file, 1000)
    if (content.kind === 'bytes') {
      const [normal, raw] = [content.bytes.toString().replaceAll('\r\n', '\n'), content.bytes.toString()]
      const ids = [normal, raw].map((text) => blobIdOf(Buffer.from(text), head.length))
      expect(ids).toContain(file.id)
    }
    found[file.path] = content.kind === 'bytes' ? content.bytes.toString() : content.kind
  }
  for (const { path, reason } of skipped) found[path] = reason
  return found
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const TREE: Tree = { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'x.txt': 'x\n' }
const LINK = 'it is a symbolic link, which Runbook Sync never follows'
const CONFLICT = 'it has a conflict of a merge, which you have to resolve first'

test.each<{
  what: string
  tree?: Tree
  change: (folder: string) => Promise<unknown>
  staged: Record<string, string>
  workTree: Record<string, string>
}>([
  {
    what: 'nothing changed',
    change: () => Promise.resolve(),
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }
  },
  {
    what: 'one file is changed twice, and staged once',
    change: async (folder) => {
      await write(folder, { 'docs/a.md': 'A2\n' })
      await git(folder, ['add', '.'])
      await write(folder, { 'docs/a.md': 'A3\n' })
    },
    staged: { 'docs/a.md': 'A2\n', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': 'A3\n', 'docs/b.md': 'B\n' }
  },
  {
    what: 'files are new, staged and not, and ignored',
    change: async (folder) => {
      await write(folder, { 'docs/c.md': 'C\n' })
      await git(folder, ['add', '.'])
      await write(folder, { 'docs/d "é"\n.md': 'D\n', 'docs/e.md': 'E\n', '.gitignore': 'e.md\n' })
    },
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'docs/c.md': 'C\n' },
    workTree: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'docs/c.md': 'C\n', 'docs/d "é"\n.md': 'D\n' }
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
    what: 'a folder has become a file',
    change: async (folder) => {
      await rm(join(folder, 'docs'), { recursive: true })
      await write(folder, { docs: 'text' })
    },
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' },
    workTree: {}
  },
  {
    what: 'a merge is not finished',
    change: async (folder) => {
      const commit = async (text: string): Promise<unknown> => {
        await write(folder, { 'docs/a.md': text })
        return git(folder, ['commit', '--quiet', '--all', '-m', 'x'])
      }
      await git(folder, ['branch', '--quiet', 'side'])
      await commit('Ours\n')
      await git(folder, ['checkout', '--quiet', 'side'])
      await commit('Theirs\n')
      await git(folder, ['merge', '--quiet', 'main']).catch(() => undefined)
    },
    staged: { 'docs/a.md': CONFLICT, 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': CONFLICT, 'docs/b.md': 'B\n' }
  },
  {
    what: 'files are links, pipes and directories',
    tree: { ...TREE, 'docs/c.md': { mode: '120000', content: 'a.md' } },
    change: async (folder) => {
      await rm(join(folder, 'docs/a.md'))
      await symlink('/etc/passwd', join(folder, 'docs/a.md'))
      await rm(join(folder, 'docs/c.md'))
      await write(folder, { 'docs/c.md': 'C\n' })
      await rm(join(folder, 'docs/b.md'))
      execFileSync('mkfifo', [join(folder, 'docs/b.md')])
    },
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'docs/c.md': LINK },
    workTree: { 'docs/a.md': LINK, 'docs/b.md': 'it is not a regular file', 'docs/c.md': 'C\n' }
  },
  {
    what: 'Git stores other line ends than the work tree has',
    change: async (folder) => {
      await git(folder, ['config', 'core.autocrlf', 'true'])
      await write(folder, { 'docs/a.md': 'A\r\n', 'docs/b.md': 'B2\r\n' })
    },
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': 'A\n', 'docs/b.md': 'B2\r\n' }
  },
  {
    what: 'a file is large',
    change: (folder) => write(folder, { 'docs/a.md': 'x'.repeat(1001) }),
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': 'too-large', 'docs/b.md': 'B\n' }
  }
])('index and work tree: $what', async ({ tree = TREE, change, staged, workTree }) => {
  await using hosting = await Hosting.start()
  const clone = await opened(hosting, tree, change)
  expect({
    staged: await filesOf(clone.staged, clone.head),
    workTree: await filesOf(clone.workTree, clone.head)
  }).toEqual({
    staged,
    workTree
  })
})

test('a sparse checkout, and ids of 64 digits: what it leaves out is not removed', async () => {
  await using hosting = await Hosting.start({ objectFormat: 'sha256' })
  const change = (folder: string): Promise<void> => write(folder, { 'docs/c.md': 'C\n' })
  const tree = { ...TREE, 'README.md': 'R\n' }
  const { head, staged, workTree } = await opened(hosting, tree, change, { kind: 'sparse' })
  const committed = { 'README.md': 'R\n', 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }
  expect({ staged: await filesOf(staged, head), workTree: await filesOf(workTree, head) }).toEqual({
    staged: committed,
    workTree: { ...committed, 'docs/c.md': 'C\n' }
  })
  const asked = new Set(['docs', 'docs/a.md', 'docs/c.md', 'docs/d.md', 'x.txt'])
  expect({
    staged: [...(await staged.missing(head, asked))],
    workTree: [...(await workTree.missing(head, asked))]
  }).toEqual({ staged: ['docs/c.md', 'docs/d.md'], workTree: ['docs/d.md'] })
})

describe('`git commit -a` gives its hook an index of its own', () => {
  /** What a hook of `git commit -a` would read, and the variable that names its index. */
  async function hooked(hosting: Hosting): Promise<Opened & { readonly index: string }> {
    const report = join(hosting.folder, 'index')
    let index = ''
    const clone = await opened(hosting, TREE, async (folder) => {
      await mkdir(join(folder, '.git', 'hooks'))
      const script = `#!/bin/sh\nprintf %s "$GIT_INDEX_FILE" > ${report}\ncp "$GIT_INDEX_FILE" .git/own\nexit 1\n`
      await writeFile(join(folder, '.git', 'hooks', 'pre-commit'), script, { mode: 0o755 })
      await write(folder, { 'docs/a.md': 'A2\n' })
      await git(folder, ['commit', '--quiet', '--all', '-m', 'x']).catch(() => undefined)
      index = await readFile(report, 'utf8')
    })
    return { ...clone, index }
  }

  test('it is read, by an absolute path or one from the root', async () => {
    await using hosting = await Hosting.start()
    const { folder, head, staged, index } = await hooked(hosting)
    // The lock of the index, which is gone by now.
    expect(index).toMatch(/\.git\/(?:index\.lock|next-index-\d+\.lock)$/)
    expect(await filesOf(staged, head)).toMatchObject({ 'docs/a.md': 'A\n' })
    for (const path of ['.git/own', join(folder, '.git', 'own')]) {
      const clone = await Clone.find(join(hosting.folder, 'bin', 'git'), folder, {
        ...hosting.env,
        GIT_INDEX_FILE: path
      })
      const source = new StagedFiles(clone, staged.history)
      expect(await filesOf(source, head)).toMatchObject({ 'docs/a.md': 'A2\n' })
    }
  })

  test('that of another repository is not', async () => {
    await using hosting = await Hosting.start()
    const { folder, head, staged } = await hooked(hosting)
    await mkdir(join(folder, 'elsewhere'))
    await rm(join(folder, '.git', 'hooks'), { recursive: true })
    for (const path of ['elsewhere/index', '/nonexistent/index', '']) {
      const clone = await Clone.find(join(hosting.folder, 'bin', 'git'), folder, {
        ...hosting.env,
        GIT_INDEX_FILE: path
      })
      expect(await filesOf(new StagedFiles(clone, staged.history), head)).toMatchObject({ 'docs/a.md': 'A\n' })
    }
  })
})

test('the configuration of a clone starts no program', async () => {
  await using hosting = await Hosting.start()
  const ran = join(hosting.folder, 'ran')
  const { head, staged, workTree, folder } = await opened(
    hosting,
    { ...TREE, '.gitattributes': '* filter=evil diff=evil text=auto\n' },
    async (clone) => {
      const run = `touch ${ran}; cat`
      for (const name of [
        'core.fsmonitor',
        'filter.evil.clean',
        'filter.evil.smudge',
        'filter.evil.process',
        'diff.evil.textconv'
      ])
        await git(clone, ['config', name, run])
      await write(clone, { 'docs/a.md': 'A2\n', 'docs/c.md': 'C\n' })
    }
  )
  expect(await filesOf(staged, head)).toEqual({ 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' })
  expect(await filesOf(workTree, head)).toEqual({ 'docs/a.md': 'A2\n', 'docs/b.md': 'B\n', 'docs/c.md': 'C\n' })
  expect(existsSync(ran)).toBe(false)
  await git(folder, ['status'])
  expect(existsSync(ran)).toBe(true)
})
