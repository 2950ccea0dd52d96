import { describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repository } from '../../src/branch/repository.ts'
import type { SourceFile } from '../../src/branch/source.ts'
import { CHECKOUTS, rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { Item, Tree } from '../../testing/github/commit.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

const isMarkdown = (path: string): boolean => path.endsWith('.md')

async function textsOf(repository: Repository, files: readonly SourceFile[]): Promise<string[]> {
  const texts: string[] = []
  for await (const { content } of repository.contents(files, 1024)) {
    texts.push(content.kind === 'bytes' ? content.bytes.toString() : content.kind)
  }
  return texts
}

/** Every file below a folder, with its size and time. */
async function filesBelow(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true })
  const files = paths.map(async (path) => {
    const { size, mtimeMs } = await stat(join(folder, path))
    return `${path} ${size} ${mtimeMs}`
  })
  return (await Promise.all(files)).sort()
}

describe('the commands of Git that a push needs', () => {
  test.each<[CheckoutKind, string[]]>([
    ['full', ['cat-file', 'diff-tree', 'ls-tree']],
    // The commit that the push replaced, without its files.
    ['depth 1', ['cat-file', 'fetch', 'diff-tree', 'ls-tree']]
  ])('in a checkout: %s', async (kind, expected) => {
    await using hosting = await Hosting.start()
    const before = await hosting.repository.commit({ 'docs/a.md': 'Old\n', 'docs/b.md': 'Same\n' })
    const tip = await hosting.repository.commit({ 'docs/a.md': 'New\n', 'docs/b.md': 'Same\n' })
    const repository = await hosting.open(tip, kind)
    await repository.hasCommits([tip, before])
    const differences = await repository.differences(before, tip, isMarkdown)
    const { files } = await repository.list(tip, isMarkdown)
    const texts = await textsOf(repository, files)
    const missing = await repository.missing(tip, new Set(['docs/a.md', 'docs/gone.md']))
    expect({ paths: [...(differences ?? [])], texts, missing: [...missing] }).toEqual({
      paths: ['docs/a.md'],
      texts: ['New\n', 'Same\n'],
      missing: ['docs/gone.md']
    })
    expect(hosting.commands()).toEqual(expected)
  })
})

const WITH_GIT = CHECKOUTS.filter((kind) => kind !== 'without Git')

describe.each<[CheckoutKind, 'sha1' | 'sha256']>([
  ...WITH_GIT.map((kind): [CheckoutKind, 'sha1'] => [kind, 'sha1']),
  ['depth 1', 'sha256'],
  ['full', 'sha256']
])('a checkout: %s (%s)', (kind, objectFormat) => {
  test.concurrent('has every file, and is not changed', async () => {
    await using hosting = await Hosting.start({ objectFormat })
    const { repository: hosted } = hosting
    const before = await hosted.commit({ 'docs/a.md': 'First\n', 'docs/b.md': 'B\n' })
    await hosted.commit({ 'docs/a.md': 'Second\n', 'docs/b.md': 'B\n' })
    const tip = await hosted.commit({ 'docs/a.md': 'Third\n', 'docs/c.md': 'C\n' })
    const newer = await hosted.commit({ 'docs/a.md': 'Fourth\n' })
    const workspace = await hosting.checkOut(tip, kind)
    const files = await filesBelow(dirname(workspace))
    const repository = await hosting.openAt(join(workspace, rootOf(kind)), tip)

    expect(await repository.hasCommits([tip, before])).toBe(true)
    const differences = await repository.differences(before, tip, isMarkdown)
    expect([...(differences ?? [])]).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
    const versions = (await repository.blobsOf(tip, ['docs/a.md'])).get('docs/a.md') ?? []
    const texts = await textsOf(
      repository,
      versions.map((id) => ({ path: '', id }))
    )
    expect(texts).toEqual(['Third\n', 'Second\n', 'First\n'])
    await repository.ensureCommits(newer)
    const selection = await repository.list(newer, isMarkdown)
    expect(selection.files).toEqual([
      { path: 'docs/a.md', id: await git(hosting.repository.folder, ['rev-parse', `${newer}:docs/a.md`]) }
    ])
    expect(await textsOf(repository, selection.files)).toEqual(['Fourth\n'])
    expect(await filesBelow(dirname(workspace))).toEqual(files)
  })
})

test('two fetches at the same time do not hinder each other', async () => {
  await using hosting = await Hosting.start()
  const commits: string[] = []
  for (let at = 0; at < 5; at++) commits.push(await hosting.repository.commit({ 'a.md': `${at}\n` }))
  const repository = await hosting.open(commits.at(-1) ?? '', 'depth 1')
  const had = await Promise.all(commits.map((commit) => repository.hasCommits([commit])))
  expect(had).toEqual(commits.map(() => true))
})

test('what a checkout lacks comes in one fetch for the commits and one for the files', async () => {
  await using hosting = await Hosting.start()
  const { repository: hosted } = hosting
  const before = await hosted.commit({ 'a.md': '1\n', 'b.md': '1\n' })
  const sha = await hosted.commit({ 'a.md': '2\n', 'b.md': '2\n' })
  const tip = await hosted.commit({ 'a.md': '3\n', 'b.md': '3\n' })
  const repository = await hosting.open(sha, 'depth 1')
  await repository.hasCommits([tip, before])
  await repository.differences(before, tip, isMarkdown)
  expect(await textsOf(repository, (await repository.list(tip, isMarkdown)).files)).toEqual(['3\n', '3\n'])
  expect(hosting.commands().filter((name) => name === 'fetch')).toHaveLength(2)
})

describe('what differs between two commits', () => {
  const link: Item = { mode: '120000', content: 'x\n' }
  const program: Item = { mode: '100755', content: 'Text\n' }

  test.concurrent.each<{ what: string; from: Tree; to: Tree; expected: string[] }>([
    { what: 'a changed text', from: { 'a.md': '1\n' }, to: { 'a.md': '2\n' }, expected: ['a.md'] },
    { what: 'a new file', from: {}, to: { 'a.md': '1\n' }, expected: ['a.md'] },
    { what: 'a removed file', from: { 'a.md': '1\n' }, to: {}, expected: ['a.md'] },
    { what: 'a mode alone', from: { 'a.md': 'Text\n' }, to: { 'a.md': program }, expected: [] },
    {
      what: 'files that are not selected',
      from: { 'a.txt': '1\n' },
      to: { 'a.txt': '2\n', 'b.txt': '' },
      expected: []
    },
    { what: 'a moved file', from: { 'a.md': 'x\n' }, to: { 'docs/b.md': 'x\n' }, expected: ['a.md', 'docs/b.md'] },
    { what: 'a name in other case', from: { 'D.md': 'x\n' }, to: { 'd.md': 'x\n' }, expected: ['D.md', 'd.md'] },
    {
      what: 'a file that moves out of the patterns',
      from: { 'a.md': 'x\n' },
      to: { 'a.txt': 'x\n' },
      expected: ['a.md']
    },
    { what: 'a file that becomes a link', from: { 'a.md': 'x\n' }, to: { 'a.md': link }, expected: ['a.md'] },
    { what: 'a link that becomes a file', from: { 'a.md': link }, to: { 'a.md': 'x\n' }, expected: ['a.md'] },
    {
      what: 'a link that leads elsewhere',
      from: { 'a.md': link },
      to: { 'a.md': { ...link, content: 'y' } },
      expected: []
    },
    {
      what: 'names that need quotes',
      from: { 'a\t"b"\n.md': '1\n' },
      to: { '[c]é*.md': '1\n' },
      expected: ['[c]é*.md', 'a\t"b"\n.md']
    }
  ])('$what', async ({ from, to, expected }) => {
    await using hosting = await Hosting.start()
    const before = await hosting.repository.commit(from)
    const after = await hosting.repository.commit(to)
    const repository = await hosting.open(after)
    const differences = (await repository.differences(before, after, isMarkdown)) ?? []
    expect([...differences].sort()).toEqual(expected)
  })

  test('a commit that cannot be had: not known', async () => {
    await using hosting = await Hosting.start()
    const tip = await hosting.repository.commit({ 'a.md': '1\n' })
    const repository = await hosting.open(tip)
    expect(await repository.differences('1'.repeat(40), tip, isMarkdown)).toBeUndefined()
    await expect(repository.ensureCommits(tip, '1'.repeat(40))).rejects.toMatchObject({
      kind: 'git',
      message: expect.stringMatching(/^The commit .* cannot be fetched: .*not our ref/)
    })
  })
})

describe('the contents that files had', () => {
  /** `a.md` by commit: 1, 2 and 3 on the branch; s on a side branch from 1; both, in the merge, that no parent has. */
  async function merged(hosting: Hosting): Promise<string> {
    const { repository } = hosting
    const fork = await repository.commit({ 'a.md': '1\n', 'old.md': 'o\n' })
    const side = await repository.commit({ 'a.md': 's\n', 'old.md': 'o\n' }, { branch: 'side', parents: [fork] })
    await repository.commit({ 'a.md': '2\n', 'old.md': 'o\n' })
    await repository.commit({ 'a.md': '3\n' })
    const head = (await repository.head()) ?? ''
    await repository.commit({ 'a.md': 'both\n' }, { parents: [head, side] })
    return repository.commit({ 'a.md': 's\n', 'new.md': 'n\n' })
  }

  test.concurrent.each<CheckoutKind>(['full', 'depth 1', 'treeless'])('in a checkout: %s', async (kind) => {
    await using hosting = await Hosting.start()
    const tip = await merged(hosting)
    const repository = await hosting.open(tip, kind)
    await hosting.forgetCommands()
    const versions = await repository.blobsOf(tip, ['a.md', 'old.md', 'new.md', 'none.md'])
    await repository.prefetch([...versions.values()].flat())
    const texts = new Map<string, string[]>()
    for (const [path, ids] of versions) {
      texts.set(path, await Promise.all(ids.map(async (id) => (await hosting.textOf(repository, id)).trim())))
    }
    expect(texts.get('a.md')?.slice(0, 2)).toEqual(['s', 'both'])
    expect(texts.get('a.md')?.toSorted()).toEqual(['1', '2', '3', 'both', 's'])
    expect([...texts].slice(1)).toEqual([
      ['old.md', ['o']],
      ['new.md', ['n']],
      ['none.md', []]
    ])
    const commands = hosting.commands().filter((name) => name !== 'cat-file')
    if (kind === 'full') expect(commands).toEqual(['rev-list', 'diff-tree'])
    if (kind === 'depth 1') expect(commands).toEqual(['rev-list', 'fetch', 'rev-list', 'diff-tree', 'fetch'])
  })

  test.each<{ paths: string[]; texts: string[][] }>([
    { paths: ['docs/x/a.md', 'docs/x/b.md'], texts: [['a2', 'a1'], ['b']] },
    { paths: ['docs/x/a.md', 'docs/y/a.md'], texts: [['a2', 'a1'], ['y']] },
    { paths: ['c.md', 'docs/y/a.md'], texts: [['c'], ['y']] },
    { paths: ['docs/x', 'docs/x/a.md', 'docs'], texts: [[], ['a2', 'a1'], []] },
    { paths: [':(glob)*.md', 'docs/*'], texts: [['g'], []] },
    { paths: [':(top)c.md'], texts: [['t']] },
    { paths: [], texts: [] }
  ])('of $paths', async ({ paths, texts }) => {
    await using hosting = await Hosting.start()
    const tree = { 'docs/x/b.md': 'b', 'docs/y/a.md': 'y', 'c.md': 'c', ':(glob)*.md': 'g', ':(top)c.md': 't' }
    await hosting.repository.commit({ ...tree, 'docs/x/a.md': 'a1' })
    const tip = await hosting.repository.commit({ ...tree, 'docs/x/a.md': 'a2' })
    const repository = await hosting.open(tip)
    const versions = await repository.blobsOf(tip, paths)
    const read = Array.from(versions.values(), (ids) => Promise.all(ids.map((id) => hosting.textOf(repository, id))))
    expect({ paths: [...versions.keys()], texts: await Promise.all(read) }).toEqual({ paths, texts })
  })

  test('of a merge are in none of its parents', async () => {
    await using hosting = await Hosting.start()
    const tip = await merged(hosting)
    const merge = await git(hosting.repository.folder, ['rev-parse', `${tip}^`])
    const repository = await hosting.open(tip)
    const [newest = ''] = (await repository.blobsOf(merge, ['a.md'])).get('a.md') ?? []
    expect(await hosting.textOf(repository, newest)).toBe('both\n')
  })

  test('a hundred at most, the newest first', async () => {
    await using hosting = await Hosting.start()
    const commits = Array.from({ length: 102 }, (_, at) => {
      const text = `${at + 1}\n`
      const file = `M 100644 inline a.md\ndata ${text.length}\n${text}`
      return `commit refs/heads/main\ncommitter Robin <robin@harbour.example> ${at} +0000\ndata 0\n${file}\n`
    })
    await git(hosting.repository.folder, ['fast-import', '--quiet'], { input: commits.join('') })
    const tip = (await hosting.repository.head()) ?? ''
    const repository = await hosting.open(tip)
    const ids = (await repository.blobsOf(tip, ['a.md'])).get('a.md') ?? []
    expect(ids).toHaveLength(100)
    expect(await hosting.textOf(repository, ids[0] ?? '')).toBe('102\n')
  })

  test('a shallow clone of a person stays as it is', async () => {
    await using hosting = await Hosting.start()
    const tip = await merged(hosting)
    const workspace = await hosting.checkOut(tip, 'depth 3')
    const before = await filesBelow(workspace)
    const repository = await hosting.openAt(workspace, tip, { isOfPerson: true })
    await hosting.forgetCommands()
    expect((await repository.blobsOf(tip, ['a.md'])).get('a.md')).toHaveLength(3)
    expect(hosting.commands()).toEqual(['rev-list', 'diff-tree'])
    // A commit that it lacks comes from its remote, into a folder of this program.
    const newer = await hosting.repository.commit({ 'b.md': '1\n' })
    await repository.ensureCommits(newer)
    expect((await repository.list(newer, isMarkdown)).files.map(({ path }) => path)).toEqual(['b.md'])
    expect(await filesBelow(workspace)).toEqual(before)
  })

  test('what cannot be fetched is left out', async () => {
    await using hosting = await Hosting.start()
    const tip = await merged(hosting)
    const repository = await hosting.open(tip, 'depth 1')
    await hosting.disconnect()
    const ids = (await repository.blobsOf(tip, ['a.md'])).get('a.md') ?? []
    expect(await Promise.all(ids.map((id) => hosting.textOf(repository, id)))).toEqual(['s\n'])
  })
})

test('two commits in turn: each has its own files', async () => {
  await using hosting = await Hosting.start()
  const before = await hosting.repository.commit({ 'a.md': 'A\n' })
  const tip = await hosting.repository.commit({ 'b.md': 'B\n' })
  const repository = await hosting.open(tip)
  const paths: string[] = []
  for (const commit of [tip, before, tip]) {
    paths.push(...(await repository.list(commit, isMarkdown)).files.map(({ path }) => path))
    paths.push(...(await repository.missing(commit, new Set(['a.md', 'b.md']))))
  }
  expect(paths).toEqual(['b.md', 'a.md', 'a.md', 'b.md', 'b.md', 'a.md'])
})

test('paths of a commit: which of them are missing', async () => {
  await using hosting = await Hosting.start()
  const submodule: Item = { mode: '160000', content: '1'.repeat(40) }
  const tip = await hosting.repository.commit({ 'docs/a b.md': 'x\n', 'docs/a\nb.md': 'x\n', 'lib/x': submodule })
  const repository = await hosting.open(tip)
  const asked = new Set(['docs', 'docs/a\nb.md', 'lib', 'lib/x', 'lib/x/y', 'Docs', '../x', './docs', ''])
  expect([...(await repository.missing(tip, asked))]).toEqual(['lib/x/y', 'Docs', '../x', './docs', ''])
})

test('a commit: its id under the id of a tag, its parents at depth 1', async () => {
  await using hosting = await Hosting.start()
  const { repository: hosted } = hosting
  const parent = await hosted.commit({ 'a.md': '1\n' })
  const made = await git(hosted.folder, ['commit-tree', '-p', parent, '-m', 'parent x', `${parent}^{tree}`])
  await git(hosted.folder, ['tag', '-a', '-m', 'Release', 'v1', made])
  const tag = await git(hosted.folder, ['rev-parse', 'v1'])
  const repository = await hosting.open(made, 'depth 1')
  await repository.ensureCommits(tag)
  expect({
    peeled: [await repository.peel(tag), await repository.peel(made)],
    parents: await repository.parents(made)
  }).toEqual({ peeled: [made, made], parents: [parent] })
  await expect(repository.peel(await git(hosted.folder, ['rev-parse', `${made}^{tree}`]))).rejects.toThrow(/no commit/)
})

describe('the contents of many files', () => {
  test('come in order, also if they are more than one batch, and one over the limit is not read', async () => {
    await using hosting = await Hosting.start()
    const sizes = [99_999, 100_000, 0, ...Array.from({ length: 30 }, (_, at) => 90_000 + at)]
    const tree = sizes.map((size, at) => [`${String(at).padStart(2, '0')}.md`, 'x'.repeat(size)])
    const tip = await hosting.repository.commit(Object.fromEntries(tree) as Tree)
    const repository = await hosting.open(tip)
    const { files } = await repository.list(tip, isMarkdown)
    const read: (string | number)[][] = []
    for await (const { file, content } of repository.contents(files, 99_999)) {
      read.push([file.path, content.kind, content.kind === 'bytes' ? content.bytes.length : content.size])
      // Another question in between does not wait for the rest.
      if (read.length === 3) expect(await hosting.textOf(repository, file.id)).toBe('')
    }
    const kinds = sizes.map((size, at) => [tree[at]?.[0], size === 100_000 ? 'too-large' : 'bytes', size])
    expect(read).toEqual(kinds)
  })

  test('one that is no file', async () => {
    await using hosting = await Hosting.start()
    const tip = await hosting.repository.commit({ 'a.md': '1\n' })
    const repository = await hosting.open(tip)
    await expect(repository.read({ path: 'a.md', id: tip }, 1)).rejects.toThrow(/something else/)
  })
})

test('merges at the same time', async () => {
  await using hosting = await Hosting.start()
  const repository = await hosting.open(await hosting.repository.commit({ 'a.md': '1\n' }))
  const merges = [repository.merge('1\nx\n', '1\n2\n', '1\n2!'), repository.merge('a\n', 'a\n', 'b\n')]
  expect(await Promise.all(merges)).toEqual([['1\n', { ours: ['x\n'], base: ['2\n'], theirs: ['2!\n'] }], ['b\n']])
})

describe('a checkout that cannot be used', () => {
  test.each<{ what: string; damage: (entry: string) => Promise<unknown>; says: RegExp }>([
    {
      what: 'a `.git` that names no folder',
      damage: async (entry) => {
        await rm(entry, { recursive: true })
        await writeFile(entry, 'hello\n')
      },
      says: /Git cannot use the checkout: .*\.git is damaged/
    },
    {
      what: 'no objects',
      damage: (entry) => rm(join(entry, 'objects'), { recursive: true }),
      says: /\.git is damaged .*objects/
    },
    {
      what: 'a list of commits that is a link',
      damage: async (entry) => {
        await rm(join(entry, 'shallow'))
        await symlink('/etc/passwd', join(entry, 'shallow'))
      },
      says: /list of commits without parents is damaged/
    },
    {
      what: 'a list of commits that is a pipe',
      damage: async (entry) => {
        await rm(join(entry, 'shallow'))
        execFileSync('mkfifo', [join(entry, 'shallow')])
      },
      says: /shallow is not a file/
    },
    {
      what: 'a `.git` that is a pipe',
      damage: async (entry) => {
        await rm(entry, { recursive: true })
        execFileSync('mkfifo', [entry])
      },
      says: /\.git is not a file/
    },
    {
      what: 'a folder of objects that a pipe names',
      damage: (entry) => Promise.resolve(execFileSync('mkfifo', [join(entry, 'commondir')])),
      says: /commondir is not a file/
    },
    {
      what: 'a list of other objects that is a pipe',
      damage: (entry) => Promise.resolve(execFileSync('mkfifo', [join(entry, 'objects', 'info', 'alternates')])),
      says: /alternates is not a file/
    },
    {
      what: 'a list with something else',
      damage: (entry) => writeFile(join(entry, 'shallow'), '--upload-pack=x\n'),
      says: /list of commits without parents is damaged/
    }
  ])('$what: an error, and nothing is left behind', async ({ damage, says }) => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'a.md': '1\n' })
    const workspace = await hosting.checkOut(sha, 'depth 1')
    await damage(join(workspace, '.git'))
    await expect(hosting.openAt(workspace, sha)).rejects.toMatchObject({
      kind: 'git',
      message: expect.stringMatching(says),
      hint: expect.stringContaining('new checkout')
    })
    expect((await readdir(hosting.folder)).filter((name) => name.startsWith('runbook-sync-git-'))).toEqual([])
  })

  test('an object that is a pipe: an error when its time is over', async () => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'a.md': '1\n' })
    const workspace = await hosting.checkOut(sha, 'depth 1')
    const id = await git(workspace, ['rev-parse', `${sha}:a.md`])
    const repository = await hosting.openAt(workspace, sha)
    const objects = join(workspace, '.git', 'objects')
    await rm(objects, { recursive: true })
    await mkdir(join(objects, id.slice(0, 2)), { recursive: true })
    execFileSync('mkfifo', [join(objects, id.slice(0, 2), id.slice(2))])
    const later = setTimeout
    using timer = jest.spyOn(globalThis, 'setTimeout')
    timer.mockImplementation(((run: () => void, time: number) => later(run, time / 100)) as typeof setTimeout)
    await expect(repository.read({ path: 'a.md', id }, 9)).rejects.toThrow('`git cat-file` failed: no answer in 60 s.')
  })

  test.each<CheckoutKind>(['full', 'worktree', '.git is a file'])('one of another repository: %s', async (kind) => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'a.md': '1\n' })
    hosting.repository.url = 'https://github.com/harbour/elsewhere.git'
    const workspace = await hosting.checkOut(sha, kind)
    await expect(hosting.openAt(workspace, '1'.repeat(40))).rejects.toThrow(
      /is of harbour\/elsewhere; this workflow runs in harbour\/handbook/
    )
  })

  test('a Git that is too old', async () => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'a.md': '1\n' })
    const workspace = await hosting.checkOut(sha)
    const script = '#!/bin/sh\ncase "$*" in *--batch-command*) exit 129 ;; *) echo git version 2.35.8 ;; esac\n'
    await writeFile(join(hosting.folder, 'bin', 'git'), script)
    await expect(hosting.openAt(workspace, sha)).rejects.toMatchObject({
      message: 'Git is too old: git version 2.35.8.',
      hint: expect.stringContaining('2.36')
    })
  })
})

test('the configuration, hooks and attributes of a checkout have no effect', async () => {
  await using hosting = await Hosting.start()
  const sha = await hosting.repository.commit({ 'a.md': '1\n', '.gitattributes': '* diff=evil filter=evil\n' })
  const tip = await hosting.repository.commit({ 'b.md': '1\n2\n', '.gitattributes': '* diff=evil filter=evil\n' })
  const workspace = await hosting.checkOut(tip, 'depth 1')
  const ran = join(hosting.folder, 'ran')
  await mkdir(join(workspace, '.git', 'hooks'), { recursive: true })
  for (const name of ['post-checkout', 'reference-transaction']) {
    await writeFile(join(workspace, '.git', 'hooks', name), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
  }
  const run = `touch ${ran} #`
  const settings = {
    'core.sshCommand': run,
    'core.fsmonitor': run,
    'core.alternateRefsCommand': run,
    'diff.external': run,
    'diff.evil.textconv': run,
    'filter.evil.smudge': run,
    'remote.origin.uploadpack': run,
    'credential.helper': `!${run}`,
    'url.ext::false.insteadOf': hosting.repository.url
  }
  for (const [key, value] of Object.entries(settings)) await git(workspace, ['config', key, value])
  const repository = await hosting.openAt(workspace, tip)
  expect(await repository.hasCommits([sha])).toBe(true)
  expect([...((await repository.differences(sha, tip, isMarkdown)) ?? [])]).toHaveLength(2)
  expect((await repository.blobsOf(tip, ['b.md'])).get('b.md')).toHaveLength(1)
  expect((await readdir(hosting.folder)).includes('ran')).toBe(false)
})
