import { describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSource } from '../../src/branch/checkout.ts'
import { DiskFiles } from '../../src/branch/disk.ts'
import { Repository } from '../../src/branch/repository.ts'
import type { Job } from '../../src/job/event.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

// @actions/glob prints debug commands.
jest.spyOn(process.stdout, 'write').mockReturnValue(true)

const isMarkdown = (path: string): boolean => path.endsWith('.md')

async function open(hosting: Hosting, workspace: string, sha: string, { root = '', path = hosting.env['PATH'] } = {}) {
  const notices: string[] = []
  const job = { workspace, sha, temp: hosting.folder, repository: 'harbour/handbook', serverUrl: 'file:///' } as Job
  const env = { ...hosting.env, PATH: path }
  const source = await openSource({ root, githubToken: undefined }, job, env, ({ message }) => notices.push(message))
  return { source, notices }
}

describe('the runbooks come', () => {
  test('from the checkout, also if `root` is a folder in it', async () => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'docs/a.md': '1\n' })
    const workspace = await hosting.checkOut(sha)
    for (const root of ['', 'docs']) {
      await using resources = new AsyncDisposableStack()
      const { source, notices } = await open(hosting, workspace, sha, { root })
      resources.use(source)
      expect(source).toBeInstanceOf(Repository)
      expect((await source.list(sha, isMarkdown)).files.map(({ path }) => path)).toEqual(['docs/a.md'])
      expect(notices).toEqual([])
    }
  })

  test.each([
    {
      what: 'there is no checkout',
      kind: 'without Git',
      path: undefined,
      says: /is not a Git checkout, so the runbooks/
    },
    {
      what: 'there is no Git',
      kind: 'full',
      path: '/nonexistent',
      says: /^Git is not installed on .*, so the runbooks/
    },
    { what: 'Git is in a relative folder alone', kind: 'full', path: 'bin', says: /^Git is not installed/ }
  ] as const)('from the disk, and a notice says so: $what', async ({ kind, path, says }) => {
    await using hosting = await Hosting.start()
    const sha = await hosting.repository.commit({ 'docs/a.md': '1\n' })
    const { source, notices } = await open(hosting, await hosting.checkOut(sha, kind), sha, path && { path })
    expect(source.history).toBeUndefined()
    expect(await source.list(sha, isMarkdown)).toMatchObject({ files: [{ path: 'docs/a.md', id: '' }] })
    expect(notices).toEqual([expect.stringMatching(says)])
  })

  test.each<{ what: string; root: string; says: RegExp }>([
    { what: 'does not exist', root: 'none', says: /is `none`, which does not exist/ },
    { what: 'leads out of the workspace', root: 'out', says: /is `out`, which leads out of the workspace/ },
    { what: 'is empty', root: 'empty', says: /The folder .*empty is empty/ }
  ])('from nowhere: the folder $what', async ({ root, says }) => {
    await using hosting = await Hosting.start()
    const workspace = join(hosting.folder, 'workspace')
    await mkdir(join(workspace, 'empty'), { recursive: true })
    await symlink(hosting.folder, join(workspace, 'out'))
    await expect(open(hosting, workspace, '1'.repeat(40), { root })).rejects.toThrow(says)
  })
})

describe('files on the disk', () => {
  test('are listed in their order, and what is no file is skipped', async () => {
    await using folder = await temporaryFolder()
    const at = (path: string): string => join(folder.path, path)
    await mkdir(at('b/[x]'), { recursive: true })
    for (const path of ['b/[x]/2.md', 'b/1.md', 'a.md', 'a.txt']) await writeFile(at(path), path)
    await symlink('/etc/passwd', at('link.md'))
    await symlink('/etc', at('b/etc'))
    execFileSync('mkfifo', [at('pipe.md')])
    const { files, skipped, paths } = await new DiskFiles(folder.path).list('', isMarkdown)
    expect({ files, skipped: skipped.map(({ path }) => path).sort(), total: paths.size }).toEqual({
      files: ['a.md', 'b/1.md', 'b/[x]/2.md'].map((path) => ({ path, id: '' })),
      skipped: ['link.md', 'pipe.md'],
      // With the link to a folder, which is not entered.
      total: 5
    })
  })

  test.each<{ what: string; exchange: (file: string) => Promise<unknown> }>([
    { what: 'a link', exchange: (file) => symlink('/etc/passwd', file) },
    { what: 'a pipe', exchange: (file) => Promise.resolve(execFileSync('mkfifo', [file])) },
    { what: 'a folder', exchange: (file) => mkdir(file) },
    { what: 'nothing', exchange: () => Promise.resolve() }
  ])('are not read after they were exchanged for $what', async ({ exchange }) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'a.md'), 'A')
    const source = new DiskFiles(folder.path)
    expect(await source.read({ path: 'a.md', id: '' }, 1)).toEqual({ kind: 'bytes', bytes: Buffer.from('A') })
    expect(await source.read({ path: 'a.md', id: '' }, 0)).toEqual({ kind: 'too-large', size: 1 })
    await rm(join(folder.path, 'a.md'))
    await exchange(join(folder.path, 'a.md'))
    await expect(source.read({ path: 'a.md', id: '' }, 1)).rejects.toMatchObject({
      kind: 'files',
      message: expect.stringMatching(/^a\.md cannot be read/)
    })
  })

  test('and folders are there or missing', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'docs'))
    await writeFile(join(folder.path, 'docs', 'a.md'), '')
    const asked = new Set(['docs', 'docs/a.md', 'docs/b.md', '../', '..', 'docs/a.md/x'])
    const missing = await new DiskFiles(folder.path).missing('', asked)
    expect([...missing]).toEqual(['docs/b.md', '../', '..', 'docs/a.md/x'])
  })
})
