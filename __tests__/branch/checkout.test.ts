import { expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { openSource } from '../../src/branch/checkout.ts'
import { DiskFiles } from '../../src/branch/disk.ts'
import type { Job } from '../../src/job/event.ts'
import { writeFiles } from '../support/write-files.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { Hosting } from './hosting.ts'

const isMarkdown = (path: string): boolean => path.endsWith('.md')

jest.setTimeout(60_000)

// @actions/glob prints debug commands.
jest.spyOn(process.stdout, 'write').mockReturnValue(true)

type Given = Readonly<{ root?: string; files?: string[]; env?: NodeJS.ProcessEnv }>

async function open(hosting: Hosting, workspace: string, sha: string, { root = '', files = ['**'], env }: Given = {}) {
  const notices: string[] = []
  const job = { workspace, sha, temp: hosting.folder, repository: 'harbour/handbook', serverUrl: 'file:///' } as Job
  const inputs = { root, githubToken: undefined, files }
  const source = await openSource(inputs, job, { ...hosting.env, ...env }, ({ message }) => notices.push(message))
  return { source, notices }
}

test.each<Given & { what: string; kind?: CheckoutKind; notices: RegExp[] }>([
  { what: 'from the checkout', notices: [] },
  { what: 'from the checkout around `root`', root: 'docs', notices: [] },
  { what: 'from the disk without a checkout', kind: 'without Git', notices: [/ is not a Git checkout, so the runb/] },
  { what: 'from the disk if Git is in a relative folder', env: { PATH: 'bin' }, notices: [/^Git is not installed/] }
])('the runbooks come $what', async ({ kind, notices, ...given }) => {
  await using hosting = await Hosting.start()
  const sha = await hosting.repository.commit({ 'docs/a.md': '1\n' })
  const opened = await open(hosting, await hosting.checkOut(sha, kind), sha, given)
  await using source = opened.source
  expect(source.history !== undefined).toBe(notices.length === 0)
  expect((await source.list(sha, isMarkdown)).files.map((file) => file.path)).toEqual(['docs/a.md'])
  expect(opened.notices).toEqual(notices.map((notice) => expect.stringMatching(notice)))
})

test.each([
  ['none', /is `none`, which does not exist/],
  ['out', /is `out`, which leads out of the workspace/],
  ['empty', /The folder .*empty is empty/]
])('the runbooks come from nowhere: `root` is %s', async (root, says) => {
  await using hosting = await Hosting.start()
  const workspace = join(hosting.folder, 'workspace')
  await mkdir(join(workspace, 'empty'), { recursive: true })
  await symlink(hosting.folder, join(workspace, 'out'))
  await expect(open(hosting, workspace, '1'.repeat(40), { root })).rejects.toThrow(says)
})

test.each<{ what: string; files: string; others?: readonly string[]; says: RegExp | undefined }>([
  { what: 'with all selected files', files: 'handbook/docs/**', says: /`root` is not set .* in its folder `handbook`/ },
  { what: 'beside a selected file', files: '**', others: ['made/b.md'], says: undefined },
  { what: 'with a folder beside it, of another step', files: 'made/**', others: ['made/b.md'], says: undefined },
  { what: 'beside another one, and nothing is selected', files: 'none/**', others: ['b/.git'], says: undefined }
])('the folder of a checkout may be missing in `root`: one $what', async ({ files, others = [], says }) => {
  await using hosting = await Hosting.start()
  const sha = await hosting.repository.commit({ 'docs/a.md': '1\n' })
  const workspace = await hosting.checkOut(sha, 'below the workspace')
  for (const path of others) await writeFiles(workspace, { [path]: '2\n' })
  const opened = open(hosting, workspace, sha, { files: [files] })
  if (says === undefined) expect((await opened).source.history).toBeUndefined()
  else await expect(opened).rejects.toMatchObject({ kind: 'input', message: expect.stringMatching(says) })
})

test('on a disk, files are listed in their order and read; what is no file is neither', async () => {
  await using folder = await temporaryFolder()
  const at = (path: string): string => join(folder.path, path)
  await writeFiles(folder.path, { 'b/[x]/2.md': 'A', 'b/1.md': 'A', 'a.md': 'A', 'a.txt': 'A' })
  await symlink('/etc/passwd', at('link.md'))
  await symlink('/etc', at('b/etc'))
  execFileSync('mkfifo', [at('pipe.md')])
  const source = new DiskFiles(folder.path)
  const { files, skipped, paths, tree } = await source.list('', isMarkdown)
  expect({ files, skipped: skipped.map(({ path }) => path).sort(), total: paths.size }).toMatchObject({
    files: [{ path: 'a.md', id: '' }, { path: 'b/1.md' }, { path: 'b/[x]/2.md' }],
    skipped: ['link.md', 'pipe.md'],
    total: 4
  })
  expect(['b', 'b/1.md', 'link.md'].map(tree)).toEqual(['folder', 'file', 'file'])
  expect(['b/2.md', '../', '..', 'a.md/x'].filter(tree)).toEqual([])
  const read = (path: string, limit = 1) => source.read({ path, id: '' }, limit)
  expect(await read('a.md')).toEqual({ kind: 'bytes', bytes: Buffer.from('A') })
  expect(await read('a.md', 0)).toEqual({ kind: 'too-large' })
  for (const path of ['link.md', 'b/etc/passwd', 'pipe.md', 'b', 'none.md']) {
    const message = expect.stringContaining(`${path} cannot be read`)
    await expect(read(path)).rejects.toMatchObject({ kind: 'files', message })
  }
})
