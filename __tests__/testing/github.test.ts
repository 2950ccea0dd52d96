import { afterAll, describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import { pushEvent } from '../../testing/github/events.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
const first = await hosted.commit({ 'docs/a.md': '# A\n' })
const second = await hosted.commit({ 'docs/b.md': '# A\n' })
const third = await hosted.commit({ 'docs/b.md': '# B\n', 'README.md': '' })

afterAll(async () => {
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
