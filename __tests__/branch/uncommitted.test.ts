import { describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Clone } from '../../src/cli/clone.ts'
import type { Repository } from '../../src/branch/repository.ts'
import { commitUncommitted, type Uncommitted } from '../../src/branch/uncommitted.ts'
import type { Tree } from '../../testing/github/commit.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

const isMarkdown = (path: string): boolean => path.endsWith('.md')

/** A clone with one commit, and what is beside it. */
class Opened {
  readonly folder: string
  readonly head: string
  readonly repository: Repository
  readonly #hosting: Hosting

  private constructor(hosting: Hosting, folder: string, head: string, repository: Repository) {
    this.#hosting = hosting
    this.folder = folder
    this.head = head
    this.repository = repository
  }

  /** @param change changes the clone. */
  static async start(
    hosting: Hosting,
    tree: Tree,
    change: (folder: string) => Promise<unknown>,
    kind: CheckoutKind = 'full'
  ): Promise<Opened> {
    const head = await hosting.repository.commit(tree)
    const folder = await hosting.checkOut(head, kind)
    await change(folder)
    return new Opened(hosting, folder, head, await hosting.openAt(folder, head))
  }

  async commit(kind: Uncommitted, env: NodeJS.ProcessEnv = {}) {
    const program = join(this.#hosting.folder, 'bin', 'git')
    const clone = await Clone.find(program, this.folder, { ...this.#hosting.env, ...env })
    return commitUncommitted(kind, { clone, git: this.repository.git, head: this.head }, isMarkdown)
  }

  /** The selected files with their texts, and what is skipped or in conflict. */
  async files(kind: Uncommitted, env: NodeJS.ProcessEnv = {}): Promise<Record<string, string>> {
    const { commit, unmerged } = await this.commit(kind, env)
    const { files, skipped } = await this.repository.list(commit, isMarkdown)
    const found: Record<string, string> = {}
    for await (const { file, content } of this.repository.contents(files, 1000)) {
      found[file.path] = content.kind === 'bytes' ? content.bytes.toString() : content.kind
    }
    for (const { path, reason } of skipped) found[path] = reason
    for (const path of unmerged) found[path] = 'unmerged'
    return found
  }
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const TREE: Tree = { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'x.txt': 'x\n' }
const LINK = 'it is a symbolic link, which Runbook Sync never follows'

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
    staged: { 'docs/a.md': 'unmerged', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': 'unmerged', 'docs/b.md': 'B\n' }
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
    workTree: { 'docs/a.md': LINK, 'docs/c.md': 'C\n' }
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
    what: 'a file has become a folder, and another repository is there',
    change: async (folder) => {
      await rm(join(folder, 'docs/a.md'))
      await rm(join(folder, 'x.txt'))
      await write(folder, { 'docs/a.md/new.md': 'N\n', 'x.txt/y.md': '' })
      await git(folder, ['init', '--quiet', 'other'])
      await write(folder, { 'other/o.md': 'O\n' })
    },
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md/new.md': 'N\n', 'docs/b.md': 'B\n', 'x.txt/y.md': '' }
  },
  {
    what: 'a name is not UTF-8',
    change: async (folder) => {
      await writeFile(Buffer.concat([Buffer.from(`${folder}/docs/`), Buffer.from([0xff]), Buffer.from('.md')]), 'X\n')
      await git(folder, ['add', '.'])
    },
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'docs/\ufffd.md': 'its name is not UTF-8' },
    workTree: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'docs/\ufffd.md': 'its name is not UTF-8' }
  },
  {
    what: 'a file is large',
    change: (folder) => write(folder, { 'docs/a.md': 'x'.repeat(1001) }),
    staged: { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' },
    workTree: { 'docs/a.md': 'too-large', 'docs/b.md': 'B\n' }
  }
])('index and work tree: $what', async ({ tree = TREE, change, staged, workTree }) => {
  await using hosting = await Hosting.start()
  const clone = await Opened.start(hosting, tree, change)
  expect({ staged: await clone.files('staged'), workTree: await clone.files('worktree') }).toEqual({ staged, workTree })
})

test('a sparse checkout, and ids of 64 digits: what it leaves out is not removed', async () => {
  await using hosting = await Hosting.start({ objectFormat: 'sha256' })
  const change = (folder: string): Promise<void> => write(folder, { 'docs/c.md': 'C\n' })
  const tree = { ...TREE, 'README.md': 'R\n' }
  const clone = await Opened.start(hosting, tree, change, 'sparse')
  const committed = { 'README.md': 'R\n', 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }
  expect({ staged: await clone.files('staged'), workTree: await clone.files('worktree') }).toEqual({
    staged: committed,
    workTree: { ...committed, 'docs/c.md': 'C\n' }
  })
})

test('links may lead to what is new and not selected, and no more to what is removed', async () => {
  await using hosting = await Hosting.start()
  const clone = await Opened.start(hosting, TREE, async (folder) => {
    await rm(join(folder, 'x.txt'))
    await write(folder, { 'docs/graph.png': 'P', 'docs/c.md': '' })
  })
  const asked = new Set(['docs', 'docs/a.md', 'docs/graph.png', 'docs/c.md', 'docs/d.md', 'x.txt'])
  const missing = async (kind: Uncommitted) => [
    ...(await clone.repository.missing((await clone.commit(kind)).commit, asked))
  ]
  expect({ staged: await missing('staged'), workTree: await missing('worktree') }).toEqual({
    staged: ['docs/graph.png', 'docs/c.md', 'docs/d.md'],
    workTree: ['docs/d.md', 'x.txt']
  })
})

test('the commit comes after HEAD, and differs from it in what was changed', async () => {
  await using hosting = await Hosting.start()
  const clone = await Opened.start(hosting, TREE, async (folder) => {
    await write(folder, { 'docs/a.md': 'A\r\n', 'docs/b.md': 'B2\n', 'docs/c.md': 'C\n', 'x.txt': 'y\n' })
  })
  const { commit } = await clone.commit('worktree')
  const differences = await clone.repository.differences(clone.head, commit, isMarkdown)
  expect({ parents: await clone.repository.parents(commit), differences: [...(differences ?? [])] }).toEqual({
    parents: [clone.head],
    differences: ['docs/b.md', 'docs/c.md']
  })
  expect((await clone.repository.blobsOf(commit, ['docs/b.md'])).get('docs/b.md')).toHaveLength(2)
})

describe('`git commit -a` gives its hook an index of its own', () => {
  /** What a hook of `git commit -a` would read, and the variable that names its index. */
  async function hooked(hosting: Hosting): Promise<{ readonly clone: Opened; readonly index: string }> {
    const report = join(hosting.folder, 'index')
    let index = ''
    const clone = await Opened.start(hosting, TREE, async (folder) => {
      await mkdir(join(folder, '.git', 'hooks'))
      const script = `#!/bin/sh\nprintf %s "$GIT_INDEX_FILE" > ${report}\ncp "$GIT_INDEX_FILE" .git/own\nexit 1\n`
      await writeFile(join(folder, '.git', 'hooks', 'pre-commit'), script, { mode: 0o755 })
      await write(folder, { 'docs/a.md': 'A2\n' })
      await git(folder, ['commit', '--quiet', '--all', '-m', 'x']).catch(() => undefined)
      index = await readFile(report, 'utf8')
    })
    return { clone, index }
  }

  test('it is read, by an absolute path or one from the root', async () => {
    await using hosting = await Hosting.start()
    const { clone, index } = await hooked(hosting)
    // The lock of the index, which is gone by now.
    expect(index).toMatch(/\.git\/(?:index\.lock|next-index-\d+\.lock)$/)
    expect(await clone.files('staged')).toMatchObject({ 'docs/a.md': 'A\n' })
    for (const path of ['.git/own', join(clone.folder, '.git', 'own')]) {
      expect(await clone.files('staged', { GIT_INDEX_FILE: path })).toMatchObject({ 'docs/a.md': 'A2\n' })
    }
  })
})

test('the configuration of a clone starts no program', async () => {
  await using hosting = await Hosting.start()
  const ran = join(hosting.folder, 'ran')
  const clone = await Opened.start(
    hosting,
    { ...TREE, '.gitattributes': '* filter=evil diff=evil text=auto\n' },
    async (folder) => {
      const run = `touch ${ran}; cat`
      for (const name of [
        'core.fsmonitor',
        'filter.evil.clean',
        'filter.evil.smudge',
        'filter.evil.process',
        'diff.evil.textconv'
      ])
        await git(folder, ['config', name, run])
      await write(folder, { 'docs/a.md': 'A2\n', 'docs/c.md': 'C\n' })
    }
  )
  expect(await clone.files('staged')).toEqual({ 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' })
  expect(await clone.files('worktree')).toEqual({ 'docs/a.md': 'A2\n', 'docs/b.md': 'B\n', 'docs/c.md': 'C\n' })
  expect(existsSync(ran)).toBe(false)
  await git(clone.folder, ['status'])
  expect(existsSync(ran)).toBe(true)
})
