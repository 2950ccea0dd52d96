import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import { dispatchEvent, pushEvent } from '../../testing/github/events.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { Workflow } from '../../testing/github/workflow.ts'
import { filesOf, git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
// A line of three commits, a fork of the first, and a merge of both.
const first = await hosted.commit({ 'docs/a.md': '# A\n' }, { bytes: { 'docs/\xe9.md': 'no line break at the end' } })
const second = await hosted.commit({ 'docs/b.md': '# A\n' })
const third = await hosted.commit({ 'docs/b.md': '# B\n', 'README.md': '' })
const side = await hosted.commit({ 'docs/c.md': '# C\n' }, { branch: 'side', parents: [first] })
const merge = await hosted.commit({ 'docs/b.md': '# B\n' }, { branch: null, parents: [third, side] })
const github = await GitHubServer.start(hosted)

afterEach(() => {
  github.setFaults()
  github.requests.length = 0
  github.requiresLogin = false
})

afterAll(async () => {
  await github[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
  expect(existsSync(folder.path)).toBe(false)
})

async function ask(path: string, headers: Record<string, string> = { authorization: 'Bearer ghs_1' }) {
  const response = await fetch(`${github.apiUrl}/repos/harbour/handbook${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('a hosted repository has exactly the trees and parents of its commits, with the same ids every time', async () => {
  expect(first).toBe('e8f91efc1749831f12b84f397c0d61c185fdec7f')
  expect(await git(hosted.folder, ['log', '-1', '--format=%P', merge])).toBe(`${third} ${side}`)
  expect([...(await filesOf(hosted.folder, third)).keys()]).toEqual(['README.md', 'docs/b.md'])
  expect(Object.fromEntries(await hosted.heads())).toEqual({ main: third, side })
  expect(await git(hosted.folder, ['for-each-ref', 'refs/testing'])).toBe('')
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
  test.each([
    ['/git/ref/heads/main', { ref: 'refs/heads/main', object: { type: 'commit', sha: third } }],
    ['/git/ref/heads%2Fside', { object: { sha: side } }],
    ['/git/ref/tags/light', { object: { type: 'commit', sha: second } }]
  ])('knows %s', async (path, body) => {
    await git(hosted.folder, ['tag', '--force', 'light', second])
    expect(await ask(path)).toMatchObject({ status: 200, body })
  })

  test('an annotated tag is an object that names its commit', async () => {
    await git(hosted.folder, ['tag', '--force', '--annotate', '--message=One', 'v1', second])
    const { body } = await ask('/git/ref/tags/v1')
    const { type, sha } = (body as { object: { type: string; sha: string } }).object
    expect({ type, isCommit: sha === second }).toEqual({ type: 'tag', isCommit: false })
    expect(await ask(`/git/tags/${sha}`)).toMatchObject({
      status: 200,
      body: { object: { type: 'commit', sha: second } }
    })
  })

  test('refuses what it does not know, what the job may not read, and everything without a token', async () => {
    for (const path of ['/git/ref/heads/no', '/git/ref/tags/no', `/git/tags/${first}`, '/compare/main...0123', '/x']) {
      expect(await ask(path)).toMatchObject({ status: 404, body: { message: 'Not Found' } })
    }
    github.permissions.contents = 'none'
    const answers = await Promise.all(['/git/ref/heads/main', '/compare/main...side'].map((path) => ask(path)))
    github.permissions.contents = 'read'
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    expect((await ask('', {})).status).toBe(401)
  })

  test.each([
    ['ahead', [first, third], { ahead_by: 2, behind_by: 0 }, first],
    ['behind', [third, second], { ahead_by: 0, behind_by: 1 }, second],
    ['diverged', [side, 'main'], { ahead_by: 2, behind_by: 1 }, first],
    ['identical', [merge, merge], { ahead_by: 0, behind_by: 0 }, merge]
  ])('compares commits: %s', async (status, commits, counts, base) => {
    const { body } = await ask(`/compare/${commits.join('...')}?per_page=1`)
    expect(body).toMatchObject({ status, ...counts, merge_base_commit: { sha: base } })
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
  github.setFaults({ route: 'git', fault: 'server error', status: 500 })
  await expect(git(clone, ['-c', login, ...fetch])).rejects.toThrow('500')
})

test('a workflow numbers its runs, repeats them, and leaves no checkout', async () => {
  const jobs = async () => (await readdir(folder.path)).filter((name) => name.startsWith('job-'))
  const before = await jobs()
  const clone = await hosted.clone()
  const inputs = 'inputs: { code: { default: "0" } }'
  await clone.write('action.yml', `name: A\ndescription: B\n${inputs}\nruns: { using: node24, main: main.cjs }\n`)
  const script = `const { GITHUB_RUN_NUMBER, GITHUB_RUN_ATTEMPT, GITHUB_SHA, INPUT_CODE } = process.env
    console.log(GITHUB_RUN_NUMBER, GITHUB_RUN_ATTEMPT, GITHUB_SHA); process.exitCode = Number(INPUT_CODE)`
  await clone.write('main.cjs', script)
  const workflow = new Workflow(hosted, github, { action: clone.folder })
  const dispatched = dispatchEvent({ repository: hosted.name, ref: 'refs/heads/main', sha: second })
  expect(await workflow.run(dispatched, { inputs: { code: '1' } })).toMatchObject({
    exitCode: 1,
    stdout: `1 1 ${second}\n`
  })
  workflow.queue(pushEvent({ repository: hosted.name, ref: 'refs/heads/main', after: third }))
  const [run] = workflow.runs
  expect(run && (await workflow.run(run)).stdout).toBe(`1 2 ${second}\n`)
  expect(workflow.runs.map(({ number, attempt }) => [number, attempt])).toEqual([
    [1, 2],
    [2, 0]
  ])
  expect(await jobs()).toEqual(before)
})
