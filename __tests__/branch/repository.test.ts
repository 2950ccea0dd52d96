import { afterAll, describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repository } from '../../src/branch/repository.ts'
import { Clone } from '../../src/cli/clone.ts'
import { CHECKOUTS, rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { git, type ObjectFormat } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

const isMarkdown = (path: string): boolean => path.endsWith('.md')

jest.setTimeout(60_000)

/** The texts of files. */
async function textsOf(hosting: Hosting, repository: Repository, ids: readonly string[] = []): Promise<string[]> {
  await repository.prefetch(ids)
  return Promise.all(ids.map((id) => hosting.textOf(repository, id)))
}

/** Every file below a folder, with its size and time. */
async function filesBelow(folder: string): Promise<unknown[]> {
  const paths = (await readdir(folder, { recursive: true })).sort()
  const stats = await Promise.all(paths.map((path) => stat(join(folder, path))))
  return paths.map((path, at) => [path, stats[at]?.size, stats[at]?.mtimeMs])
}

async function makeHistory(objectFormat: ObjectFormat) {
  const hosting = await Hosting.start(objectFormat)
  const { repository: hosted } = hosting
  const before = await hosted.commit({ 'docs/a.md': 'First\n', 'docs/b.md': 'B\n' })
  const side = await hosted.commit({ 'docs/a.md': 'Side\n' }, { branch: 'side', parents: [before] })
  const second = await hosted.commit({ 'docs/a.md': 'Second\n', 'docs/b.md': 'B\n' })
  await hosted.commit({ 'docs/a.md': 'Both\n' }, { parents: [second, side] })
  const tip = await hosted.commit({ 'docs/a.md': 'Third\n', 'docs/c.md': 'C\n' })
  const newer = await hosted.commit({ 'docs/a.md': 'Fourth\n' })
  return { hosting, before, tip, newer }
}

/** For each form of ids, shared by the checkouts. */
const histories = { sha1: makeHistory('sha1'), sha256: makeHistory('sha256') }
afterAll(async () => {
  for (const history of Object.values(histories)) await (await history).hosting[Symbol.asyncDispose]()
})

describe.each<[CheckoutKind, ObjectFormat]>([
  ...CHECKOUTS.filter((kind) => kind !== 'without Git').map((kind): [CheckoutKind, 'sha1'] => [kind, 'sha1']),
  ['depth 1', 'sha256'],
  ['full', 'sha256']
])('a checkout: %s (%s)', (kind, objectFormat) => {
  test.concurrent('has every file, and is not changed', async () => {
    const { hosting, before, tip, newer } = await histories[objectFormat]
    const workspace = await hosting.checkOut(tip, kind)
    const files = await filesBelow(dirname(workspace))
    const repository = await hosting.openAt(join(workspace, rootOf(kind)), tip)

    const differences = await repository.differences(before, tip, isMarkdown)
    expect([...(differences ?? [])].sort()).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
    const blobs = await repository.blobsOf(tip, ['docs/a.md', 'docs/b.md', 'docs/d.md'])
    const [newest, ...older] = await textsOf(hosting, repository, blobs.get('docs/a.md'))
    // The merge has what none of its parents has.
    expect([newest, ...older.sort()]).toEqual(['Third\n', 'Both\n', 'First\n', 'Second\n', 'Side\n'])
    expect(await textsOf(hosting, repository, blobs.get('docs/b.md'))).toEqual(['B\n'])
    expect(blobs.get('docs/d.md')).toEqual([])
    await repository.ensureCommits(newer)
    const { files: listed } = await repository.list(newer, isMarkdown)
    expect(listed.map(({ path }) => path)).toEqual(['docs/a.md'])
    for await (const { content } of repository.contents(listed, 1024)) {
      expect(content).toEqual({ kind: 'bytes', bytes: Buffer.from('Fourth\n') })
    }
    expect(await repository.parents(newer)).toEqual([tip])
    expect(await filesBelow(dirname(workspace))).toEqual(files)
  })
})

test('what a checkout lacks comes in one fetch for the commits and one for the files, and Git is asked once', async () => {
  await using hosting = await Hosting.start()
  const { repository: hosted } = hosting
  const before = await hosted.commit({ 'a.md': '1\n', 'b.md': '1\n' })
  const sha = await hosted.commit({ 'a.md': '2\n', 'b.md': '2\n' })
  const tip = await hosted.commit({ 'a.md': '3\n', 'b.md': '3\n' })
  const repository = await hosting.open(sha, 'depth 1')
  const opening = await hosting.calls('cat-file')
  for (let round = 0; round < 3; round++) {
    await repository.fetchCommits([tip, before])
    await repository.prefetch([])
    expect(await repository.differences(before, tip, isMarkdown)).toEqual(new Set(['a.md', 'b.md']))
  }
  expect((await hosting.calls('cat-file')) - opening).toBe(1)
  expect(await hosting.calls('ls-tree')).toBe(2)
  const { files } = await repository.list(tip, isMarkdown)
  const ids = files.map(({ id }) => id)
  expect(await textsOf(hosting, repository, ids)).toEqual(['3\n', '3\n'])
  expect(await hosting.calls('fetch')).toBe(2)
})

test('what cannot be fetched is an error, or not known; of a history it is left out', async () => {
  await using hosting = await Hosting.start()
  await hosting.repository.commit({ 'a.md': '1\n' })
  const tip = await hosting.repository.commit({ 'a.md': '2\n' })
  const repository = await hosting.open(tip, 'depth 1')
  expect(await repository.differences('1'.repeat(40), tip, isMarkdown)).toBeUndefined()
  const message = expect.stringMatching(/^The commit .* cannot be fetched: .*not our ref/)
  await expect(repository.ensureCommits(tip, '1'.repeat(40))).rejects.toMatchObject({ kind: 'git', message })
  await hosting.disconnect()
  const blobs = await repository.blobsOf(tip, ['a.md'])
  expect(await textsOf(hosting, repository, blobs.get('a.md'))).toEqual(['2\n'])
})

test('two commits: their files, what differs, and what is in their trees', async () => {
  await using hosting = await Hosting.start()
  const same: Tree = { 'same.md': 's\n', 'mode.md': 'x\n', 'lib/x': { mode: '160000', content: '1'.repeat(40) } }
  const from: Tree = { ...same, 'a.md': '1\n', 'gone.md': 'g\n', 'D.md': 'd\n', 'x.txt': '1\n', 'a\t"b"\n.md': '1\n' }
  const to: Tree = { ...same, 'a.md': '2\n', 'new/[c]é*.md': 'n\n', 'd.md': 'd\n', 'x.txt': '2\n' }
  const modes: Tree = { 'mode.md': { mode: '100755', content: 'x\n' }, 'link.md': { mode: '120000', content: 'a.md' } }
  const before = await hosting.repository.commit(from)
  const tip = await hosting.repository.commit({ ...to, ...modes }, { bytes: { '\xff.md': 'x' } })
  const repository = await hosting.open(tip)
  const differences = (await repository.differences(before, tip, isMarkdown)) ?? new Set()
  const changed = ['D.md', 'a\t"b"\n.md', 'a.md', 'd.md', 'gone.md', 'link.md', 'new/[c]é*.md', '\ufffd.md']
  expect([...differences].sort()).toEqual(changed)
  const asked = ['a.md', 'gone.md', 'new', 'new/[c]é*.md', 'lib/x', 'New', '../x', './new', '', '.']
  const present = async (commit: string) => asked.filter((await repository.list(commit, isMarkdown)).tree)
  expect(await present(before)).toEqual(['a.md', 'gone.md', 'lib/x'])
  expect(await present(tip)).toEqual(['a.md', 'new', 'new/[c]é*.md', 'lib/x'])
  // Nobody here knows what is in a submodule.
  expect(['new', 'lib/x/y'].map((await repository.list(tip, isMarkdown)).tree)).toEqual(['folder', 'file'])
  const { files, skipped, paths } = await repository.list(tip, (path) => path !== 'x.txt')
  const selected = ['a.md', 'd.md', 'mode.md', 'new/[c]é*.md', 'same.md']
  expect(files.map(({ path }) => path).sort()).toEqual(selected)
  expect([...paths].sort()).toEqual([...selected, 'x.txt'])
  expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
    'lib/x': expect.stringContaining('submodule'),
    'link.md': expect.stringContaining('symbolic link'),
    '\ufffd.md': 'its name is not UTF-8'
  })
})

test('the contents that files had are found by paths that Git could take for patterns', async () => {
  await using hosting = await Hosting.start()
  const tip = await hosting.repository.commit({ 'docs/a.md': 'a', ':(glob)*.md': 'g', ':': ':' })
  const repository = await hosting.open(tip)
  const blobs = await repository.blobsOf(tip, ['docs/a.md', 'docs', ':(glob)*.md', ':', '../x', ''])
  const texts = Array.from(blobs.values(), (ids) => textsOf(hosting, repository, ids))
  expect(await Promise.all(texts)).toEqual([['a'], [], ['g'], [':'], [], []])
})

test('a shallow clone of a person stays as it is, and what it lacks comes from its remote', async () => {
  await using hosting = await Hosting.start()
  let tip = ''
  for (const text of ['1\n', '2\n', '3\n', '4\n']) tip = await hosting.repository.commit({ 'a.md': text })
  const workspace = await hosting.checkOut(tip, 'depth 3')
  const before = await filesBelow(workspace)
  const clone = await Clone.find(hosting.program, workspace, hosting.env)
  const repository = await hosting.openAt(workspace, tip, clone)
  expect((await repository.blobsOf(tip, ['a.md'])).get('a.md')).toHaveLength(3)
  expect(await hosting.calls('fetch')).toBe(0)
  const newer = await hosting.repository.commit({ 'b.md': '1\n' })
  await repository.ensureCommits(newer)
  expect((await repository.list(newer, isMarkdown)).files).toHaveLength(1)
  expect(await filesBelow(workspace)).toEqual(before)
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
    read.push([file.path, content.kind, content.kind === 'bytes' ? content.bytes.length : 100_000])
    // Another question in between does not wait for the rest.
    if (read.length === 3) expect(await hosting.textOf(repository, file.id)).toBe('')
  }
  expect(read).toEqual(sizes.map((size, at) => [tree[at]?.[0], size === 100_000 ? 'too-large' : 'bytes', size]))
})

test('a checkout whose files of Git are a pipe, or name no folder, cannot be used', async () => {
  await using hosting = await Hosting.start()
  const sha = await hosting.repository.commit({ 'a.md': '1\n' })
  const workspace = await hosting.checkOut(sha, 'depth 1')
  const pipe = join(workspace, '.git', 'shallow')
  await rm(pipe)
  execFileSync('mkfifo', [pipe])
  await expect(hosting.openAt(workspace, sha)).rejects.toMatchObject({
    kind: 'git',
    message: expect.stringContaining('shallow is not a file'),
    hint: `Start a new run, with a new checkout, and let this user write to ${hosting.folder}.`
  })
  await writeFile(join(hosting.folder, '.git'), 'hello\n')
  await expect(hosting.openAt(hosting.folder, sha)).rejects.toThrow(/\.git names no folder/)
})

test('an object that is a pipe is an error when its time is over', async () => {
  await using hosting = await Hosting.start()
  const sha = await hosting.repository.commit({ 'a.md': '1\n' })
  const workspace = await hosting.checkOut(sha, 'depth 1')
  const id = await git(workspace, ['rev-parse', `${sha}:a.md`])
  const repository = await hosting.openAt(workspace, sha)
  const object = join(workspace, '.git', 'objects', id.slice(0, 2), id.slice(2))
  await rm(join(workspace, '.git', 'objects'), { recursive: true })
  await mkdir(dirname(object), { recursive: true })
  execFileSync('mkfifo', [object])
  const later = setTimeout
  using timer = jest.spyOn(globalThis, 'setTimeout')
  timer.mockImplementation(((run: () => void, time: number) => later(run, time / 100)) as typeof setTimeout)
  await expect(repository.read({ path: 'a.md', id }, 9)).rejects.toThrow('`git cat-file` failed: no answer in 60 s.')
})

test.each<CheckoutKind>(['full', 'worktree'])('a checkout of another repository cannot be used: %s', async (kind) => {
  await using hosting = await Hosting.start()
  hosting.repository.url = 'https://github.com/harbour/elsewhere.git'
  const workspace = await hosting.checkOut(await hosting.repository.commit({ 'a.md': '1\n' }), kind)
  const says = /is of harbour\/elsewhere; this workflow runs in harbour\/handbook/
  await expect(hosting.openAt(workspace, '1'.repeat(40))).rejects.toThrow(says)
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
  const core = ['core.sshCommand', 'core.fsmonitor', 'core.alternateRefsCommand', 'diff.external']
  const names = [...core, 'diff.evil.textconv', 'filter.evil.smudge', 'remote.origin.uploadpack']
  for (const name of names) await git(workspace, ['config', name, `touch ${ran} #`])
  await git(workspace, ['config', 'credential.helper', `!touch ${ran} #`])
  await git(workspace, ['config', 'url.ext::false.insteadOf', hosting.repository.url])
  const repository = await hosting.openAt(workspace, tip)
  expect([...((await repository.differences(sha, tip, isMarkdown)) ?? [])]).toHaveLength(2)
  expect((await repository.blobsOf(tip, ['b.md'])).get('b.md')).toHaveLength(1)
  expect((await readdir(hosting.folder)).includes('ran')).toBe(false)
})
