import { afterAll, describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import { pushEvent } from '../../testing/github/events.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
// A line of three commits, a fork of the first, and a merge of both.
const first = await hosted.commit({ 'docs/a.md': '# A\n' })
const second = await hosted.commit({ 'docs/b.md': '# A\n' })
const third = await hosted.commit({ 'docs/b.md': '# B\n', 'README.md': '' })
const side = await hosted.commit({ 'docs/c.md': '# C\n' }, { branch: 'side', parents: [first] })
const merge = await hosted.commit({ 'docs/b.md': '# B\n' }, { branch: null, parents: [third, side] })
const github = await GitHubServer.start(hosted)

afterAll(async () => {
  await github[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
  expect(existsSync(folder.path)).toBe(false)
})

describe('a checkout', () => {
  test.each<[CheckoutKind, commits: number, complete: boolean]>([
    ['depth 1', 1, false],
    ['full', 3, true],
    ['blobless', 3, false],
    ['blobless, depth 1', 1, false],
    ['treeless', 3, false],
    ['sparse', 1, false],
    ['worktree', 3, true],
    ['.git is a file', 1, false],
    ['alternates', 3, true],
    ['below the workspace', 1, false]
  ])('%s: %d commits in the history, every object there: %p', async (kind, commits, complete) => {
    const event = pushEvent({ repository: hosted.name, ref: 'refs/heads/main', after: third })
    const checkout = join(await hosted.checkout(event, kind), rootOf(kind))
    expect(existsSync(join(checkout, 'docs/b.md'))).toBe(kind !== 'sparse')
    expect(await git(checkout, ['rev-list', '--count', 'HEAD'])).toBe(String(commits))
    expect(await git(checkout, ['rev-parse', 'HEAD'])).toBe(third)
    const listing = git(checkout, ['rev-list', '--objects', '--missing=print', third, second, first])
    expect(await listing.then((objects) => !objects.includes('?')).catch(() => false)).toBe(complete)
  })

  test('of SHA-256, and detached at a commit of a pull request', async () => {
    const other = await HostedRepository.create(folder.path, { objectFormat: 'sha256' })
    const sha = await other.commit({ 'a.md': 'a' })
    const workspace = await other.checkout({ name: 'pull_request', ref: 'refs/pull/7/merge', sha, payload: {} })
    expect(await git(workspace, ['rev-parse', 'HEAD'])).toBe(sha)
    expect(sha).toHaveLength(64)
    await expect(git(workspace, ['symbolic-ref', 'HEAD'])).rejects.toThrow('not a symbolic ref')
  })
})

describe('the API', () => {
  async function ask(path: string, headers: Record<string, string> = { authorization: 'Bearer ghs_1' }) {
    const response = await fetch(`${github.apiUrl}/repos/harbour/handbook${path}`, { headers })
    return { status: response.status, body: await response.json() }
  }

  test('refuses what it does not know, and everything without a token', async () => {
    for (const path of ['/git/ref/heads/no', `/git/tags/${first}`, '/compare/main...0123']) {
      expect(await ask(path)).toMatchObject({ status: 404, body: { message: 'Not Found' } })
    }
    expect((await ask('/git/ref/heads/main', {})).status).toBe(401)
  })

  test.each([
    ['ahead', [first, third]],
    ['behind', [third, second]],
    ['diverged', [side, 'main']],
    ['identical', [merge, merge]]
  ])('compares commits: %s', async (status, commits) => {
    expect(await ask(`/compare/${commits.join('...')}?per_page=1`)).toEqual({ status: 200, body: { status } })
  })
})

test('git fetch over HTTP needs a login where the repository is private, and is counted', async () => {
  github.requiresLogin = true
  const clone = await mkdtemp(join(folder.path, 'clone-'))
  await git(clone, ['init', '--quiet'])
  const fetch = ['fetch', '--quiet', '--depth=1', '--filter=blob:none', github.repositoryUrl, second]
  await expect(git(clone, fetch)).rejects.toThrow('could not read Username')
  expect(github.fetches).toBe(0)
  const login = `http.extraheader=Authorization: Basic ${Buffer.from('x-access-token:ghs_1').toString('base64')}`
  await git(clone, ['-c', login, ...fetch])
  expect(await git(clone, ['rev-list', '--all', second])).toBe(second)
  expect(github.fetches).toBe(1)
})
