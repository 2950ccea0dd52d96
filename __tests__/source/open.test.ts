import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job } from '../../src/github/job.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { openSource, type Opened } from '../../src/source/open.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function open(workspace: string, root = '', env: NodeJS.ProcessEnv = GIT_ENVIRONMENT): Promise<Opened> {
  const job: Job = {
    trigger: { kind: 'other', name: 'workflow_dispatch' },
    repository: 'harbour/handbook',
    ref: 'refs/heads/main',
    sha: 'a'.repeat(40),
    defaultBranch: 'main',
    serverUrl: 'http://127.0.0.1:1',
    apiUrl: 'http://127.0.0.1:1',
    workflowPath: undefined,
    runNumber: 1,
    workspace
  }
  return openSource(job, { root, files: ['**'], githubToken: undefined }, env)
}

test.each<[name: string, root: string, prepare: (workspace: string) => Promise<unknown>, kind: 'git' | 'disk']>([
  ['a checkout', '', (at) => git(at, ['init', '--quiet', '.']), 'git'],
  ['a checkout with a `path`', 'handbook', (at) => git(at, ['init', '--quiet', 'handbook']), 'git'],
  ['a bare repository', 'bare.git', (at) => git(at, ['init', '--quiet', '--bare', 'bare.git']), 'git'],
  [
    'a folder of a checkout',
    'docs',
    (at) => git(at, ['init', '--quiet', '.']).then(() => mkdir(join(at, 'docs'))),
    'git'
  ],
  ['a folder without Git', '', (at) => writeFile(join(at, 'a.md'), 'a'), 'disk']
])('%s', async (_, root, prepare, kind) => {
  await prepare(folder)
  const { source, notices } = await open(folder, root)
  expect(source.kind).toBe(kind)
  await source[Symbol.asyncDispose]()
  expect(notices.map(({ message }) => message)).toEqual(
    kind === 'git' ? [] : [expect.stringMatching(/^There is no Git work tree here: .* disk/)]
  )
})

test('a repository around the workspace is none of the job’s', async () => {
  await git(folder, ['init', '--quiet', '.'])
  const workspace = join(folder, 'work')
  await mkdir(workspace)
  await writeFile(join(workspace, 'a.md'), 'a')
  const { source } = await open(workspace)
  expect(source.kind).toBe('disk')
})

test('a workspace that is reached through a link', async () => {
  await mkdir(join(folder, 'real'))
  await git(join(folder, 'real'), ['init', '--quiet', '.'])
  await symlink(join(folder, 'real'), join(folder, 'link'))
  const { source } = await open(join(folder, 'link'))
  expect(source.kind).toBe('git')
})

test('no git on the machine', async () => {
  await git(folder, ['init', '--quiet', '.'])
  await writeFile(join(folder, 'a.md'), 'a')
  const { source, notices } = await open(folder, '', { PATH: join(folder, 'empty') })
  expect(source.kind).toBe('disk')
  expect(notices[0]?.message).toMatch(/^Git is not installed on this machine/)
})

test.each<
  [name: string, root: string, prepare: (workspace: string) => Promise<unknown>, expected: Record<string, unknown>]
>([
  [
    'an empty workspace',
    '',
    () => Promise.resolve(),
    { kind: 'source', remedy: expect.stringContaining('actions/checkout') }
  ],
  [
    'a root that is not there',
    'nowhere',
    () => Promise.resolve(),
    { kind: 'input', message: expect.stringContaining('root') }
  ],
  ['a root that leads out', 'out', (at) => symlink('/etc', join(at, 'out')), { kind: 'input' }],
  [
    'a repository that cannot be read',
    '',
    (at) => writeFile(join(at, '.git'), 'gitdir: /nonexistent'),
    { kind: 'source', message: expect.stringContaining('not a git repository') }
  ]
])('%s is refused', async (_, root, prepare, expected) => {
  await prepare(folder)
  await expect(open(folder, root)).rejects.toMatchObject(expected)
})

test('a workspace that is not there is refused', async () => {
  await expect(open(join(folder, 'gone'))).rejects.toMatchObject({ kind: 'source' })
})
