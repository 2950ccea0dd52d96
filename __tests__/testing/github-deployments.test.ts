import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { deployment, deploymentStatus, type StoredDeployment } from '../../testing/github/deployments.ts'
import type { GitHubFault, Route } from '../../testing/github/faults.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
const first = await hosted.commit({ 'a.md': '# A\n' })
const second = await hosted.commit({ 'a.md': '# B\n' })
await git(hosted.folder, ['tag', '--annotate', '--message=One', 'v1', first])

let github: GitHubServer

beforeEach(async () => {
  github = await GitHubServer.start(hosted)
})

afterEach(async () => {
  await github[Symbol.asyncDispose]()
})

afterAll(async () => {
  await folder[Symbol.asyncDispose]()
})

/** What the Action sends. */
const RECORD = {
  ref: second,
  task: 'runbook-sync',
  environment: 'knowledge-base',
  auto_merge: false,
  required_contexts: [],
  production_environment: false,
  transient_environment: false,
  description: 'Runbooks',
  payload: { v: 1, full: true }
}

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(`${github.apiUrl}/repos/harbour/handbook/deployments${path}`, {
    method,
    headers: { authorization: 'Bearer ghs_1' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> }
}

/** A deployment of a number of minutes ago. */
function ago(minutes: number, given: Partial<StoredDeployment> & { id: number }): StoredDeployment {
  return deployment({ sha: first, createdAt: new Date(Date.now() - minutes * 60_000), ...given })
}

const statesOf = ({ statuses }: StoredDeployment): string[] => statuses.map(({ state }) => state)

describe('a new deployment', () => {
  test('is as it was asked for, at a whole second of the clock', async () => {
    github.advance(3_600_000)
    const { status, body } = await ask('POST', '', RECORD)
    const url = `${github.apiUrl}/repos/harbour/handbook/deployments/4442074271`
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        url,
        id: 4_442_074_271,
        node_id: expect.stringMatching(/^DE_/),
        sha: second,
        ref: second,
        task: 'runbook-sync',
        payload: { v: 1, full: true },
        original_environment: 'knowledge-base',
        environment: 'knowledge-base',
        description: 'Runbooks',
        creator: { login: 'github-actions[bot]', type: 'Bot' },
        created_at: expect.stringMatching(/:\d\dZ$/),
        updated_at: body['created_at'],
        statuses_url: `${url}/statuses`,
        repository_url: `${github.apiUrl}/repos/harbour/handbook`,
        transient_environment: false,
        production_environment: false
      }
    })
    const [made] = github.deployments
    expect(made?.createdAt).toEqual(new Date(String(body['created_at'])))
    expect(Math.abs(github.now().getTime() - (made?.createdAt.getTime() ?? 0))).toBeLessThan(5000)
    expect(github.requests).toMatchObject([
      { route: 'record', method: 'POST', token: 'ghs_1', status: 201, body: RECORD }
    ])
  })

  test('has the defaults of GitHub', async () => {
    await ask('POST', '', { ref: 'main', required_contexts: [] })
    const defaults = { ref: 'main', sha: second, task: 'deploy', environment: 'production', payload: null }
    expect(github.deployments).toMatchObject([{ ...defaults, description: '', production: true, transient: false }])
  })

  test.each([
    ['a commit', () => second, () => second],
    ['a branch', () => 'main', () => second],
    ['an annotated tag', () => 'v1', () => first],
    ['tags/ and its name', () => 'tags/v1', () => first]
  ])('of %s', async (_name, ref, sha) => {
    expect(await ask('POST', '', { ...RECORD, ref: ref() })).toMatchObject({ status: 201, body: { sha: sha() } })
  })

  test.each<[name: string, change: Record<string, unknown>, status: number, message: string]>([
    ['no ref', { ref: undefined }, 422, `Invalid request.\n\n"ref" wasn't supplied.`],
    ['a ref of another type', { ref: 7 }, 422, "For 'properties/ref'"],
    ['an unknown commit', { ref: '0'.repeat(39) + '1' }, 422, `No ref found for: ${'0'.repeat(39)}1`],
    ['an unknown branch', { ref: 'no' }, 422, 'No ref found for: no'],
    ['contexts of another type', { required_contexts: '' }, 422, "For 'properties/required_contexts'"],
    ['a payload of another type', { payload: 7 }, 422, "For 'properties/payload'"],
    ['a long description', { description: 'x'.repeat(141) }, 422, 'Validation Failed'],
    ['a long environment', { environment: 'x'.repeat(256) }, 422, 'Validation Failed'],
    ['checks that have not ended', { required_contexts: undefined }, 409, `Commit status checks failed for ${second}.`],
    [
      'a merge, where the commit is behind',
      { ref: first, auto_merge: undefined },
      202,
      `Auto-merged main into ${first}`
    ]
  ])('is not made with %s', async (_name, change, status, message) => {
    const answer = { status, body: { message: expect.stringContaining(message) } }
    expect(await ask('POST', '', { ...RECORD, ...change })).toMatchObject(answer)
    expect(github.deployments).toEqual([])
  })

  test('is not made from a body that is no JSON', async () => {
    expect(await ask('POST', '', '{')).toMatchObject({ status: 400, body: { message: 'Problems parsing JSON' } })
  })
})

describe('a status', () => {
  test('is added to its deployment', async () => {
    github.deployments.push(ago(10, { id: 7, statuses: [] }))
    const sent = { state: 'failure', description: 'Two refused', log_url: 'https://github.com/x', auto_inactive: true }
    const { status, body } = await ask('POST', '/7/statuses', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ id: 1, state: 'failure', description: 'Two refused', log_url: 'https://github.com/x' })
    expect(github.deployments[0]?.statuses).toEqual([
      {
        state: 'failure',
        createdAt: new Date(String(body['created_at'])),
        description: 'Two refused',
        logUrl: 'https://github.com/x'
      }
    ])
    expect(github.requests).toMatchObject([{ route: 'mark', status: 201, body: sent }])
  })

  test.each<[name: string, id: number, body: Record<string, unknown>, status: number, message: string]>([
    ['no state', 7, {}, 422, `"state" wasn't supplied.`],
    ['an unknown state', 7, { state: 'done' }, 422, "For 'properties/state'"],
    ['a long description', 7, { state: 'success', description: 'x'.repeat(141) }, 422, 'Validation Failed'],
    ['an address that is no text', 7, { state: 'success', log_url: 1 }, 422, "For 'properties/log_url'"],
    ['a deployment that was deleted', 8, { state: 'success' }, 404, 'Not Found']
  ])('is refused with %s', async (_name, id, body, status, message) => {
    github.deployments.push(ago(10, { id: 7, statuses: [] }))
    const answer = { status, body: { message: expect.stringContaining(message) } }
    expect(await ask('POST', `/${id}/statuses`, body)).toMatchObject(answer)
    expect(github.deployments.map(statesOf)).toEqual([[]])
  })

  test.each<[name: string, other: Partial<StoredDeployment>, expected: string[]]>([
    ['that succeeded', {}, ['success', 'inactive']],
    ['of another task', { task: 'deploy' }, ['success', 'inactive']],
    ['of an environment in another case', { environment: 'Knowledge-Base' }, ['success', 'inactive']],
    ['of another environment', { environment: 'staging' }, ['success']],
    ['that is newer', { createdAt: new Date(Date.now() - 60_000) }, ['success']],
    ['that is transient', { transient: true }, ['success']],
    ['that is for production', { production: true }, ['success']],
    ['that failed', { statuses: [deploymentStatus('failure', new Date())] }, ['failure']],
    ['without a status', { statuses: [] }, []]
  ])('of success changes a deployment %s', async (_name, other, expected) => {
    const own = ago(10, { id: 7, statuses: [] })
    const earlier = ago(20, { id: 3, ...other })
    github.deployments.push(own, earlier)
    await ask('POST', '/7/statuses', { state: 'success' })
    expect([statesOf(own), statesOf(earlier)]).toEqual([['success'], expected])
  })

  test.each([{ state: 'failure' }, { state: 'success', auto_inactive: false }])('%j changes no other', async (body) => {
    const earlier = ago(20, { id: 3 })
    github.deployments.push(earlier, ago(10, { id: 7, statuses: [] }))
    await ask('POST', '/7/statuses', body)
    expect(statesOf(earlier)).toEqual(['success'])
  })
})

test.each<['none' | 'read' | 'write', made: number, marked: number, listed: number]>([
  ['none', 403, 403, 403],
  ['read', 403, 403, 200],
  ['write', 201, 201, 200]
])('the permission deployments: %s', async (permission, ...statuses) => {
  github.permissions.deployments = permission
  github.deployments.push(ago(10, { id: 7 }))
  const answers = [
    await ask('POST', '', RECORD),
    await ask('POST', '/7/statuses', { state: 'success' }),
    await ask('GET', '')
  ]
  expect(answers.map(({ status }) => status)).toEqual(statuses)
  const refused = answers.filter(({ status }) => status === 403).map(({ body }) => body['message'])
  expect(refused).toEqual(refused.map(() => 'Resource not accessible by integration'))
})

describe('the list of deployments', () => {
  beforeEach(() => {
    const createdAt = new Date(Date.now() - 1_800_000)
    github.deployments.push(
      ago(30, { id: 1, environment: 'Staging', createdAt }),
      ago(30, { id: 4, environment: 'other', createdAt }),
      ago(10, { id: 2, task: 'deploy', sha: second, ref: 'main' }),
      ago(20, { id: 3, environment: 'staging' })
    )
  })

  test.each([
    ['', [2, 3, 4, 1]],
    ['?environment=STAGING', [3, 1]],
    ['?task=deploy', [2]],
    [`?sha=${first}`, [3, 4, 1]],
    ['?ref=main', [2]],
    ['?per_page=2', [2, 3]],
    ['?per_page=2&page=2', [4, 1]]
  ])('with %s', async (query, ids) => {
    const { body } = await ask('GET', query)
    expect((body as unknown as { id: number }[]).map(({ id }) => id)).toEqual(ids)
  })

  test('tells one, and its statuses, newest first', async () => {
    await ask('POST', '/3/statuses', { state: 'failure' })
    expect(await ask('GET', '/3')).toMatchObject({ status: 200, body: { id: 3, environment: 'staging' } })
    expect(await ask('GET', '/3/statuses')).toMatchObject({ body: [{ state: 'failure' }, { state: 'success' }] })
    expect(await ask('GET', '/5')).toMatchObject({ status: 404 })
  })

  test('loses a deployment that is inactive, or the only one', async () => {
    const { message } = (await ask('DELETE', '/3')).body
    expect(message).toMatch('cannot delete an active deployment')
    await ask('POST', '/3/statuses', { state: 'inactive' })
    expect(await ask('DELETE', '/3')).toEqual({ status: 204, body: undefined })
    expect(github.deployments.map(({ id }) => id)).toEqual([1, 4, 2])
    github.deployments.length = 1
    expect(await ask('DELETE', '/1')).toMatchObject({ status: 204 })
  })
})

describe('a fault', () => {
  const requests: Partial<Record<Route, () => ReturnType<typeof ask>>> = {
    record: () => ask('POST', '', RECORD),
    mark: () => ask('POST', '/7/statuses', { state: 'success' })
  }

  test.each<[Route, GitHubFault['fault'] & string, answered: number | null, made: boolean]>([
    ['record', 'forbidden', 403, false],
    ['record', 'rate limit', 403, false],
    ['record', 'server error', 502, false],
    ['record', 'reset', null, false],
    ['record', 'cut', null, true],
    ['record', 'lost answer', null, true],
    ['mark', 'not found', 404, false],
    ['mark', 'reset', null, false],
    ['mark', 'lost answer', null, true]
  ])('of %s, %s: HTTP %p, done: %p', async (route, fault, answered, made) => {
    github.deployments.push(ago(10, { id: 7, statuses: [] }))
    github.setFaults({ route, fault })
    const answer = await requests[route]?.().catch(() => ({ status: null }))
    expect(answer?.status).toBe(answered)
    expect(github.deployments.length === 2 || github.deployments[0]?.statuses.length === 1).toBe(made)
    expect(github.requests).toMatchObject([{ route, status: answered }])
  })

  test('loses an answer behind a status', async () => {
    github.setFaults({ route: 'record', fault: 'lost answer', status: 502, times: 1 })
    expect((await ask('POST', '', RECORD)).status).toBe(502)
    expect((await ask('POST', '', RECORD)).status).toBe(201)
    expect(github.deployments.map(({ id }) => id)).toEqual([4_442_074_271, 4_442_074_272])
  })
})
