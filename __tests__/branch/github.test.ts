import { getOctokit } from '@actions/github'
import { expect, jest, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import { GitHub } from '../../src/branch/github.ts'
import { inTurn, say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

// Three attempts and the waits between them.
jest.setTimeout(30_000)

const says = (status: number, body: unknown = {}): Behaviour => say(status, JSON.stringify(body))
const object = (type: string, sha: string): Behaviour => says(200, { object: { type, sha } })

const [TAG, INNER, SHA] = ['b', 'c', 'a'].map((letter) => letter.repeat(40)) as [string, string, string]

/** GitHub gives these replies in their order, the last one again and again. */
async function ask<T>(replies: readonly Behaviour[], question: (github: GitHub) => Promise<T>) {
  await using service = await startMisbehaving(inTurn(...replies))
  const make: typeof getOctokit = (token, options) => getOctokit(token, { ...options, baseUrl: service.url })
  const github = new GitHub(make, { repository: 'a/b' }, new Secret('ghs_A1b2C3d4'))
  const result = await question(github).catch((error: unknown) => error)
  return { result, asked: service.requests.map(({ path }) => path.replace('/repos/a/b/', '')) }
}

const WAIT = /when GitHub answers/
const LIMITED = { message: 'API rate limit exceeded for installation ID 42.' }

test.concurrent.each<{ reply: Behaviour; attempts: number; why: RegExp; hint: RegExp }>([
  { reply: says(403), attempts: 1, why: /a permission \(HTTP 403\)/, hint: /`permissions: \{ contents: read \}`/ },
  { reply: says(403, LIMITED), attempts: 1, why: /HTTP 403 \(API rate limit/, hint: WAIT },
  { reply: says(404), attempts: 1, why: /does not exist, or the job may not see it/, hint: /contents: read \}`/ },
  { reply: says(401), attempts: 1, why: /rejects `github-token`/, hint: /^Leave out the input/ },
  { reply: says(502), attempts: 3, why: /answers with HTTP 502/, hint: WAIT },
  { reply: (_, response) => response.destroy(), attempts: 3, why: /its API cannot be reached/, hint: WAIT },
  { reply: object('commit', '-x'), attempts: 1, why: /has an unknown form/, hint: WAIT }
])('a failure: $why', async ({ reply, attempts, why, hint }) => {
  const { result, asked } = await ask([reply], (github) => github.headOf('refs/heads/main'))
  const told = { message: expect.stringMatching(why), hint: expect.stringMatching(hint) }
  expect(result).toMatchObject({ kind: 'github', ...told })
  expect(asked).toEqual(Array<string>(attempts).fill('git/ref/heads/main'))
})

test('without a token nothing is asked', async () => {
  const head = new GitHub(getOctokit, { repository: 'a/b' }, undefined).headOf('refs/heads/main')
  await expect(head).rejects.toThrow(/the input `github-token` is empty/)
})

test('the head of a tag of a tag, after a fault that passes', async () => {
  const replies = [says(503), object('tag', TAG), object('tag', INNER), object('commit', SHA)]
  const { result, asked } = await ask(replies, (github) => github.headOf('refs/tags/a b/v1#x'))
  expect(result).toEqual([TAG, INNER, SHA])
  expect(asked.slice(1)).toEqual(['git/ref/tags/a%20b/v1%23x', `git/tags/${TAG}`, `git/tags/${INNER}`])
})

test.each<{ what: string; reply: Behaviour; relation: string | undefined }>([
  { what: 'an ancestor', reply: says(200, { status: 'behind' }), relation: 'behind' },
  { what: 'a commit that GitHub does not know', reply: says(404), relation: undefined },
  { what: 'no common ancestor', reply: says(422), relation: undefined }
])('how two commits are related: $what', async ({ reply, relation }) => {
  const { result, asked } = await ask([reply], (github) => github.compare('x', 'y'))
  expect({ result, asked }).toEqual({ result: relation, asked: ['compare/x...y?per_page=1&page=2'] })
})
