import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ACTIONS_BOT, dispatchEvent, REPOSITORY_ID, scheduleEvent } from '../../testing/github/events.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

// What the tests of the Action cannot notice: that the stand-in refuses what GitHub refuses to a job that may read.

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
const first = await hosted.commit({ 'docs/a.md': '# A\n' })
const second = await hosted.commit({ 'docs/a.md': '# A\n\nText.\n' })
const beside = await hosted.commit({ 'docs/b.md': '# B\n' }, { parents: [first], branch: 'beside' })
const unrelated = await hosted.commit({ 'docs/c.md': '# C\n' }, { parents: [], branch: 'unrelated' })
await git(hosted.folder, ['tag', 'light', first])
await git(hosted.folder, ['tag', '--annotate', '--message', 'x', 'heavy', second])
const heavy = await git(hosted.folder, ['rev-parse', 'refs/tags/heavy'])
let github: GitHubServer

beforeEach(async () => {
  github = await GitHubServer.start(hosted)
})
afterEach(async () => github[Symbol.asyncDispose]())
afterAll(async () => folder[Symbol.asyncDispose]())

interface Question {
  readonly method?: string
  /** Below the repository, unless it begins with a slash. */
  readonly path: string
  readonly token?: string
}

async function ask({ method = 'GET', path, token = 'ghs_1' }: Question) {
  const url = github.apiUrl + (path.startsWith('/') ? path : `/repos/${hosted.name}${path === '' ? '' : `/${path}`}`)
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { method, headers, redirect: 'manual' })
  const body: unknown = await answer.json()
  return { status: answer.status, location: answer.headers.get('location'), body }
}

test.each<Question & { status: number; body: unknown }>([
  { path: 'git/ref/heads/main', status: 200, body: { object: { type: 'commit', sha: second } } },
  { path: 'git/ref/heads/none', status: 404, body: {} },
  { path: 'git/ref/tags/light', status: 200, body: { object: { type: 'commit', sha: first } } },
  { path: 'git/ref/tags/heavy', status: 200, body: { object: { type: 'tag', sha: heavy } } },
  { path: `git/tags/${heavy}`, status: 200, body: { object: { type: 'commit', sha: second } } },
  { path: `compare/${first}...${second}?per_page=1`, status: 200, body: { status: 'ahead' } },
  { path: `compare/${second}...${first}`, status: 200, body: { status: 'behind' } },
  { path: `compare/${second}...${second}`, status: 200, body: { status: 'identical' } },
  { path: `compare/${second}...${beside}`, status: 200, body: { status: 'diverged' } },
  { path: `compare/${second}...${unrelated}`, status: 404, body: {} },
  { path: `compare/${second}...${'0'.repeat(40)}`, status: 404, body: {} },
  { path: '/repos/harbour/none/git/ref/heads/main', status: 404, body: {} }
])('$path: $status', async ({ path, status, body }) => {
  expect(await ask({ path })).toMatchObject({ status, body })
})

test('the head is that of the default branch, and the request says which it gave', async () => {
  await ask({ path: 'git/ref/heads/main' })
  expect(github.requests).toMatchObject([{ route: 'tip', status: 200, token: 'ghs_1', tip: second }])
})

test.each<Question>([
  { path: 'deployments' },
  { path: 'contents/docs/a.md' },
  { path: 'actions/runs' },
  { path: '/user' },
  { path: '/graphql', method: 'POST' },
  { path: 'deployments', method: 'POST' },
  { path: 'git/ref/heads/main', method: 'DELETE' },
  { path: '', method: 'PATCH' }
])('$method $path is forbidden', async (question) => {
  expect(await ask(question)).toMatchObject({ status: 403 })
})

test('without a login nothing is answered', async () => {
  expect(await ask({ path: 'git/ref/heads/main', token: '' })).toMatchObject({ status: 401 })
})

describe('answers of a past moment', () => {
  const tip = async (): Promise<unknown> => {
    const { body } = await ask({ path: 'git/ref/heads/main' })
    return (body as { object: { sha: string } }).object.sha
  }

  afterEach(async () => hosted.setHead(second))

  test('by a fault', async () => {
    const past = await github.heads()
    await hosted.setHead(beside)
    github.setFaults({ route: 'tip', fault: past, times: 1 })
    expect([await tip(), await tip()]).toEqual([second, beside])
  })

  test('by a lag of two answers', async () => {
    github.lag.answers = 2
    const before = [await tip(), await tip()]
    await hosted.setHead(beside)
    expect([...before, await tip(), await tip(), await tip()]).toEqual([second, second, second, second, beside])
  })
})

test('events say who started them', () => {
  const place = { repository: hosted.name, sha: second, ref: 'refs/heads/main' }
  const repository = expect.objectContaining({ id: REPOSITORY_ID, full_name: hosted.name })
  expect(dispatchEvent(place).payload).toMatchObject({ repository, sender: { login: 'robin', type: 'User' } })
  expect(dispatchEvent({ ...place, sender: ACTIONS_BOT }).payload).toMatchObject({ sender: { type: 'Bot' } })
  expect(scheduleEvent(place).payload).not.toHaveProperty('sender')
})
