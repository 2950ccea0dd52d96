import { getOctokit } from '@actions/github'
import { expect, jest, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret } from '../../src/secret.ts'
import { GitHub } from '../../src/branch/github.ts'

// Three attempts and the waits between them.
jest.setTimeout(30_000)

const SHA = 'a'.repeat(40)

type Reply = (response: ServerResponse) => unknown

const says =
  (status: number, body: unknown): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const object = (type: string, sha: string): Reply => says(200, { object: { type, sha } })
const found = object('commit', SHA)
const html: Reply = (response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Unicorn!</title>')
const cut: Reply = (response) =>
  response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy())

/** GitHub gives these replies in their order, the last one again and again. */
async function withGitHub<T>(replies: readonly Reply[], ask: (github: GitHub) => Promise<T>) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    replies[Math.min(asked.length, replies.length - 1)]?.(response)
    asked.push(url.replace('/repos/a/b/', ''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const make: typeof getOctokit = (token, options) => getOctokit(token, { ...options, baseUrl })
  try {
    return { result: await ask(new GitHub(make, { repository: 'a/b' }, new Secret('ghs_A1b2C3d4'))), asked }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const LIMITED = 'API rate limit exceeded for installation ID 42.'

test.concurrent.each<{ what: string; reply: Reply; why: RegExp; hint: RegExp }>([
  {
    what: 'forbidden',
    reply: says(403, {}),
    why: /a permission \(HTTP 403\)/,
    hint: /`permissions: \{ contents: read/
  },
  {
    what: 'the rate',
    reply: says(403, { message: LIMITED }),
    why: /HTTP 403 \(API rate limit/,
    hint: /GitHub answers/
  },
  { what: 'not found', reply: says(404, {}), why: /does not exist, or the job may not/, hint: /contents: read \}`/ },
  { what: 'the login', reply: says(401, {}), why: /rejects `github-token`/, hint: /^Leave out the input/ },
  { what: 'HTML', reply: html, why: /the answer has an unknown form/, hint: /when GitHub answers/ },
  { what: 'no commit', reply: object('commit', '-x'), why: /has an unknown form/, hint: /when GitHub answers/ },
  { what: 'an answer that is cut', reply: cut, why: /unknown form|cannot be reached/, hint: /when GitHub answers/ },
  { what: 'a failing server', reply: says(502, {}), why: /answers with HTTP 502/, hint: /when GitHub answers/ }
])('the cause of a failure is named: $what', async ({ reply, why, hint }) => {
  await expect(withGitHub([reply], (github) => github.headOf('refs/heads/main'))).rejects.toMatchObject({
    kind: 'github',
    headline: 'GitHub does not show the head of main',
    message: expect.stringMatching(why),
    hint: expect.stringMatching(hint)
  })
})

test('without a token nothing is asked', async () => {
  const github = new GitHub(getOctokit, { repository: 'a/b' }, undefined)
  await expect(github.headOf('refs/heads/main')).rejects.toThrow(/the input `github-token` is empty/)
})

test.concurrent.each<{ what: string; reply: Reply }>([
  { what: 'a failing server', reply: says(503, {}) },
  { what: 'too many requests', reply: says(429, {}) },
  { what: 'a connection that breaks', reply: (response) => response.destroy() }
])('GitHub is asked again after a fault that passes: $what', async ({ reply }) => {
  const { result, asked } = await withGitHub([reply, found], (github) => github.headOf('refs/heads/main'))
  expect({ result, asked }).toEqual({ result: [SHA], asked: ['git/ref/heads/main', 'git/ref/heads/main'] })
})

test('the head of a tag of a tag', async () => {
  const [outer, inner] = ['b'.repeat(40), 'c'.repeat(40)]
  const replies = [object('tag', outer), object('tag', inner), found]
  const { result, asked } = await withGitHub(replies, (github) => github.headOf('refs/tags/a b/v1#x'))
  expect(result).toEqual([outer, inner, SHA])
  expect(asked).toEqual(['git/ref/tags/a%20b/v1%23x', `git/tags/${outer}`, `git/tags/${inner}`])
})

test.each<{ what: string; reply: Reply; relation: string | undefined }>([
  { what: 'an ancestor', reply: says(200, { status: 'behind' }), relation: 'behind' },
  { what: 'a commit that GitHub does not know', reply: says(404, {}), relation: undefined },
  { what: 'no common ancestor', reply: says(422, {}), relation: undefined }
])('how two commits are related: $what', async ({ reply, relation }) => {
  const { result, asked } = await withGitHub([reply], (github) => github.compare('x', 'y'))
  expect({ result, asked }).toEqual({ result: relation, asked: ['compare/x...y?per_page=1&page=2'] })
})
