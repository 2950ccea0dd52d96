import { getOctokit } from '@actions/github'
import { describe, expect, jest, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret } from '../../src/secret.ts'
import { GitHub } from '../../src/branch/github.ts'

// Three attempts and the waits between them.
jest.setTimeout(30_000)

const SHA = 'a'.repeat(40)
const HEAD = '/repos/a/b/git/ref/heads/main'

interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const found: Reply = { body: { object: { type: 'commit', sha: SHA } } }

/** What is asked gets the replies in their order, the last one again and again; by its address, or as it comes. */
async function withGitHub<T>(
  replies: readonly (Reply | ((response: ServerResponse) => void))[] | Readonly<Record<string, Reply>>,
  ask: (github: GitHub) => Promise<T>
): Promise<{ readonly result: T; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const known = Array.isArray(replies)
      ? (replies as unknown[])[Math.min(asked.length, replies.length - 1)]
      : undefined
    asked.push(url)
    const reply = known ?? (replies as Readonly<Record<string, Reply>>)[url] ?? { status: 404, body: {} }
    if (typeof reply === 'function') {
      ;(reply as (response: ServerResponse) => void)(response)
      return
    }
    const { status = 200, body = {}, headers = {} } = reply as Reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
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

const headOf = (github: GitHub) => github.headOf('refs/heads/main')

describe('the cause of a failure is named:', () => {
  const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 600) }
  const html = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Unicorn!</title>')
  }
  const cut = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"object": {', () => response.destroy())
  }

  test.concurrent.each<{
    what: string
    reply: Reply | ((response: ServerResponse) => void)
    says: RegExp
    hint: RegExp
  }>([
    {
      what: 'forbidden',
      reply: { status: 403 },
      says: /lacks a permission \(HTTP 403\)\.$/,
      hint: /^Add to the job in the workflow: `permissions: \{ contents: read \}`\.$/
    },
    {
      what: 'the rate of requests',
      reply: { status: 403, headers: limited },
      says: /limits the rate of requests until \d\d:\d\d UTC/,
      hint: /after that time/
    },
    {
      what: 'the secondary rate',
      reply: {
        status: 403,
        body: { message: 'You have exceeded a secondary rate limit.' },
        headers: { 'retry-after': '99' }
      },
      says: /limits the rate of requests/,
      hint: /after that time/
    },
    {
      what: 'not found',
      reply: { status: 404 },
      says: /does not exist, or the job may not/,
      hint: /contents: read \}`/
    },
    { what: 'the login', reply: { status: 401 }, says: /rejects `github-token`/, hint: /^Leave out the input/ },
    { what: 'HTML', reply: html, says: /the answer has an unknown form/, hint: /when GitHub answers/ },
    { what: 'no commit', reply: { body: { object: {} } }, says: /has an unknown form/, hint: /when GitHub answers/ },
    { what: 'an answer that is cut', reply: cut, says: /unknown form|cannot be reached/, hint: /when GitHub answers/ },
    {
      what: 'an endless answer',
      reply: { body: { padding: 'x'.repeat(5_000_000) } },
      says: /cannot be reached \(an answer of more than 4194304 bytes\)/,
      hint: /when GitHub answers/
    },
    { what: 'a failing server', reply: { status: 502 }, says: /answers with HTTP 502/, hint: /when GitHub answers/ }
  ])('$what', async ({ reply, says, hint }) => {
    await expect(withGitHub([reply], headOf)).rejects.toMatchObject({
      kind: 'github',
      headline: 'GitHub does not show the head of main',
      message: expect.stringMatching(says),
      hint: expect.stringMatching(hint)
    })
  })

  test('no token', async () => {
    const github = new GitHub(getOctokit, { repository: 'a/b' }, undefined)
    await expect(github.headOf('refs/heads/main')).rejects.toThrow(/the input `github-token` is empty/)
  })
})

test.concurrent.each<{ what: string; reply: Reply | ((response: ServerResponse) => void) }>([
  { what: 'a failing server', reply: { status: 503 } },
  { what: 'a rate limit of a second', reply: { status: 429, headers: { 'retry-after': '1' } } },
  { what: 'an unknown form', reply: { body: [] } },
  { what: 'a connection that breaks', reply: (response) => response.destroy() }
])('GitHub is asked again after a fault that passes: $what', async ({ reply }) => {
  expect(await withGitHub([reply, found], headOf)).toEqual({ result: [SHA], asked: [HEAD, HEAD] })
})

const tag = (id: string): Reply => ({ body: { object: { type: 'tag', sha: id.repeat(40) } } })

test.each<{ what: string; replies: Reply[]; ids: string[] }>([
  { what: 'a branch', replies: [found], ids: [SHA] },
  { what: 'a tag of a tag', replies: [tag('b'), tag('c'), found], ids: ['b'.repeat(40), 'c'.repeat(40), SHA] },
  { what: 'tags without an end', replies: [tag('b')], ids: Array.from({ length: 5 }, () => 'b'.repeat(40)) }
])('the head of $what', async ({ replies, ids }) => {
  const { result, asked } = await withGitHub(replies, (github) => github.headOf('refs/tags/a b/v1#x'))
  expect(result).toEqual(ids)
  expect(asked).toEqual([
    '/repos/a/b/git/ref/tags/a%20b/v1%23x',
    ...ids.slice(0, -1).map((id) => `/repos/a/b/git/tags/${id}`)
  ])
})

test.each<{ what: string; reply: Reply; relation: string | undefined }>([
  { what: 'an ancestor', reply: { body: { status: 'behind' } }, relation: 'behind' },
  { what: 'a commit that GitHub does not know', reply: { status: 404 }, relation: undefined },
  { what: 'no common ancestor', reply: { status: 422 }, relation: undefined }
])('how two commits are related: $what', async ({ reply, relation }) => {
  const { result, asked } = await withGitHub([reply], (github) => github.compare('x', 'y'))
  expect({ result, asked }).toEqual({ result: relation, asked: ['/repos/a/b/compare/x...y?per_page=1&page=2'] })
})
