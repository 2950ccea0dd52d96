import { describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
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

describe.each<[CheckoutKind, 'sha1' | 'sha256']>([
  ...CHECKOUTS.filter((kind) => kind !== 'without Git').map((kind): [CheckoutKind, 'sha1'] => [kind, 'sha1']),
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
    expect([...(differences ?? [])].sort()).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
    const versions = (await repository.blobsOf(tip, ['docs/a.md'])).get('docs/a.md') ?? []
    const old = versions.map((id) => ({ path: '', id }))
    expect(await textsOf(repository, old)).toEqual(['Third\n', 'Second\n', 'First\n'])
    await repository.ensureCommits(newer)
    const selection = await repository.list(newer, isMarkdown)
    const id = await git(hosted.folder, ['rev-parse', `${newer}:docs/a.md`])
    expect(selection.files).toEqual([{ path: 'docs/a.md', id }])
    expect(await textsOf(repository, selection.files)).toEqual(['Fourth\n'])
    expect(await filesBelow(dirname(workspace))).toEqual(files)
  })
})

describe('what a checkout lacks', () => {
  test('comes in one fetch for the commits and one for the files', async () => {
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

  test('may be asked for twice at the same time', async () => {
    await using hosting = await Hosting.start()
    const commits: string[] = []
    for (let at = 0; at < 5; at++) commits.push(await hosting.repository.commit({ 'a.md': `${at}\n` }))
    const repository = await hosting.open(commits.at(-1) ?? '', 'depth 1')
    const had = await Promise.all(commits.map((commit) => repository.hasCommits([commit])))
    expect(had).toEqual(commits.map(() => true))
  })

  test('and cannot be had is an error, or not known', async () => {
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

test('two commits: their files, what differs, and which paths are missing', async () => {
  await using hosting = await Hosting.start()
  const same: Tree = { 'same.md': 's\n', 'mode.md': 'x\n', 'lib/x': { mode: '160000', content: '1'.repeat(40) } }
  const from: Tree = { ...same, 'a.md': '1\n', 'gone.md': 'g\n', 'D.md': 'd\n', 'x.txt': '1\n', 'a\t"b"\n.md': '1\n' }
  const program: Item = { mode: '100755', content: 'x\n' }
  const to: Tree = { ...same, 'mode.md': program, 'a.md': '2\n', 'new/[c]é*.md': 'n\n', 'd.md': 'd\n', 'x.txt': '2\n' }
  const link: Item = { mode: '120000', content: 'a.md' }
  const before = await hosting.repository.commit(from)
  const tip = await hosting.repository.commit({ ...to, 'link.md': link }, { bytes: { '\xff.md': 'x' } })
  const repository = await hosting.open(tip)
  const differences = (await repository.differences(before, tip, isMarkdown)) ?? new Set()
  const changed = ['D.md', 'a\t"b"\n.md', 'a.md', 'd.md', 'gone.md', 'link.md', 'new/[c]é*.md', '\ufffd.md']
  expect([...differences].sort()).toEqual(changed)
  const asked = new Set(['a.md', 'gone.md', 'new', 'new/[c]é*.md', 'lib/x', 'lib/x/y', 'New', '../x', './new', ''])
  const missing = async (commit: string) => [...(await repository.missing(commit, asked))]
  expect({ before: await missing(before), tip: await missing(tip) }).toEqual({
    before: ['new', 'new/[c]é*.md', 'lib/x/y', 'New', '../x', './new', ''],
    tip: ['gone.md', 'lib/x/y', 'New', '../x', './new', '']
  })
  const { files, skipped, paths } = await repository.list(tip, (path) => path !== 'x.txt')
  expect({ files: files.map(({ path }) => path).sort(), skipped, total: paths.size }).toEqual({
    files: ['a.md', 'd.md', 'mode.md', 'new/[c]é*.md', 'same.md'],
    skipped: expect.arrayContaining([
      { path: 'lib/x', reason: expect.stringContaining('submodule') },
      { path: 'link.md', reason: expect.stringContaining('symbolic link') },
      { path: '\ufffd.md', reason: 'its name is not UTF-8' }
    ]),
    total: 6
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
  })

  test('are found by paths that Git could take for patterns', async () => {
    await using hosting = await Hosting.start()
    const tree = { 'docs/a.md': 'a', 'c.md': 'c', ':(glob)*.md': 'g', ':(top)c.md': 't', ':': ':' }
    const tip = await hosting.repository.commit(tree)
    const repository = await hosting.open(tip)
    const paths = ['docs/a.md', 'docs', ':(glob)*.md', ':(top)c.md', ':', '../x', '']
    const versions = await repository.blobsOf(tip, paths)
    const read = Array.from(versions.values(), (ids) => Promise.all(ids.map((id) => hosting.textOf(repository, id))))
    expect(await Promise.all(read)).toEqual([['a'], [], ['g'], ['t'], [':'], [], []])
  })

  test('a shallow clone of a person stays as it is', async () => {
    await using hosting = await Hosting.start()
    const tip = await merged(hosting)
    const workspace = await hosting.checkOut(tip, 'depth 3')
    const before = await filesBelow(workspace)
    const repository = await hosting.openAt(workspace, tip, { isOfPerson: true })
    await hosting.forgetCommands()
    expect((await repository.blobsOf(tip, ['a.md'])).get('a.md')).toHaveLength(3)
    expect(hosting.commands()).not.toContain('fetch')
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

test('the parents of a commit are known at depth 1', async () => {
  await using hosting = await Hosting.start()
  const parent = await hosting.repository.commit({ 'a.md': '1\n' })
  const made = await hosting.repository.commit({ 'a.md': '2\n' })
  const repository = await hosting.open(made, 'depth 1')
  expect(await repository.parents(made)).toEqual([parent])
})

test('the contents of many files come in order, and one over the limit is not kept', async () => {
  await using hosting = await Hosting.start()
  const sizes = [99_999, 100_000, 0, ...Array.from({ length: 70 }, (_, at) => 90_000 + at)]
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
  expect(read).toEqual(sizes.map((size, at) => [tree[at]?.[0], size === 100_000 ? 'too-large' : 'bytes', size]))
})

describe('a checkout that cannot be used', () => {
  const pipe = (...path: string[]) => Promise.resolve(execFileSync('mkfifo', [join(...path)]))

  test.each<{ what: string; damage: (entry: string) => Promise<unknown>; says: RegExp }>([
    {
      what: 'a `.git` that names no folder',
      damage: async (entry) => {
        await rm(entry, { recursive: true })
        await writeFile(entry, 'hello\n')
      },
      says: /Git cannot use the checkout .*\.git names no folder/
    },
    {
      what: 'a `.git` that is a pipe',
      damage: async (entry) => {
        await rm(entry, { recursive: true })
        await pipe(entry)
      },
      says: /\.git is not a file/
    },
    {
      what: 'a list of commits that is a pipe',
      damage: async (entry) => {
        await rm(join(entry, 'shallow'))
        await pipe(entry, 'shallow')
      },
      says: /shallow is not a file/
    },
    {
      what: 'a `commondir` that is a pipe',
      damage: (entry) => pipe(entry, 'commondir'),
      says: /commondir is not a file/
    },
    {
      what: 'a list of other objects that is a pipe',
      damage: (entry) => pipe(entry, 'objects', 'info', 'alternates'),
      says: /alternates is not a file/
    }
  ])('$what', async ({ damage, says }) => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'a.md': '1\n' })
    const workspace = await hosting.checkOut(sha, 'depth 1')
    await damage(join(workspace, '.git'))
    await expect(hosting.openAt(workspace, sha)).rejects.toMatchObject({
      kind: 'git',
      message: expect.stringMatching(says),
      hint: expect.stringContaining('new checkout')
    })
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
    await pipe(objects, id.slice(0, 2), id.slice(2))
    const later = setTimeout
    using timer = jest.spyOn(globalThis, 'setTimeout')
    timer.mockImplementation(((run: () => void, time: number) => later(run, time / 100)) as typeof setTimeout)
    await expect(repository.read({ path: 'a.md', id }, 9)).rejects.toThrow('`git cat-file` failed: no answer in 60 s.')
  })

  test.each<CheckoutKind>(['full', 'worktree'])('one of another repository: %s', async (kind) => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'a.md': '1\n' })
    hosting.repository.url = 'https://github.com/harbour/elsewhere.git'
    const workspace = await hosting.checkOut(sha, kind)
    await expect(hosting.openAt(workspace, '1'.repeat(40))).rejects.toThrow(
      /is of harbour\/elsewhere; this workflow runs in harbour\/handbook/
    )
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
