import { getOctokit } from '@actions/github'
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  deployment,
  deploymentStatus,
  type DeploymentState,
  type StoredDeployment
} from '../../testing/github/deployments.ts'
import type { GitHubFault } from '../../testing/github/faults.ts'
import type { StatusOrder } from '../../testing/github/graphql-deployments.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
const commit = await hosted.commit({ 'a.md': '# A\n' })

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

const ENVIRONMENT = { owner: 'harbour', name: 'handbook', environment: 'knowledge-base' }

/** The query of the Action. */
const RECORDS = `query ($owner: String!, $name: String!, $environment: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    deployments(
      environments: [$environment], first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }
    ) {
      nodes {
        id databaseId commitOid task payload createdAt creator { login }
        statuses(first: 20) { totalCount nodes { state createdAt } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** A query of some fields of all deployments. */
const query = (fields: string, page = 'first: 100'): string =>
  `{ repository(owner: "harbour", name: "handbook") { deployments${page === '' ? '' : `(${page})`} { ${fields} } } }`

interface Page {
  readonly nodes: readonly Record<string, unknown>[]
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

interface QueryAnswer {
  readonly data?: { readonly repository: { readonly deployments: Page } | null }
  readonly errors?: readonly { readonly type?: string; readonly message: string; readonly path?: string[] }[]
}

async function post(body: unknown, headers: Record<string, string> = { authorization: 'Bearer ghs_1' }) {
  const address = `${github.url}/api/graphql`
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, body: (await response.json()) as QueryAnswer }
}

async function ask(text: string, variables?: Record<string, unknown>): Promise<QueryAnswer> {
  const { status, body } = await post({ query: text, ...(variables === undefined ? {} : { variables }) })
  expect(status).toBe(200)
  return body
}

/** The page of deployments of an answer without errors. */
async function page(text: string, variables?: Record<string, unknown>): Promise<Page> {
  const { data, errors } = await ask(text, variables)
  if (errors !== undefined || !data?.repository) throw new Error(JSON.stringify(errors))
  return data.repository.deployments
}

/** A deployment that was made a number of minutes ago. */
const ago = (minutes: number, given: Partial<StoredDeployment> & { id: number }): StoredDeployment =>
  deployment({ sha: commit, createdAt: new Date(Date.now() - minutes * 60_000), ...given })

const record = (body: Record<string, unknown> = {}) =>
  fetch(`${github.apiUrl}/repos/harbour/handbook/deployments`, {
    method: 'POST',
    headers: { authorization: 'Bearer ghs_1' },
    body: JSON.stringify({ ref: commit, environment: 'knowledge-base', required_contexts: [], ...body })
  })

test('the query of the Action, by octokit', async () => {
  github.deployments.push(deployment({ id: 7, sha: commit, createdAt: new Date('2026-03-01T10:00:00.700Z') }))
  const octokit = getOctokit('ghs_1', { baseUrl: github.apiUrl })
  expect(await octokit.graphql(RECORDS, ENVIRONMENT)).toEqual({
    repository: {
      deployments: {
        nodes: [
          {
            id: expect.stringMatching(/^DE_/),
            databaseId: 7,
            commitOid: commit,
            task: 'runbook-sync',
            payload: '{}',
            createdAt: '2026-03-01T10:00:00Z',
            creator: { login: 'github-actions' },
            statuses: { totalCount: 1, nodes: [{ state: 'SUCCESS', createdAt: '2026-03-01T10:01:00Z' }] }
          }
        ],
        pageInfo: { hasNextPage: false, endCursor: expect.any(String) }
      }
    }
  })
  expect(github.requests).toMatchObject([
    { route: 'records', method: 'POST', url: '/graphql', token: 'ghs_1', status: 200, body: { variables: ENVIRONMENT } }
  ])
})

test('a deployment has the same id in REST and GraphQL, and its number is too large for GraphQL', async () => {
  const { node_id: id } = (await (await record()).json()) as { node_id: string }
  expect((await page(query('nodes { id databaseId }'))).nodes).toEqual([{ id, databaseId: null }])
})

test('which deployments: of this environment in this case, newest first, of one second by id', async () => {
  const createdAt = new Date(Date.now() - 600_000)
  github.deployments.push(
    ago(20, { id: 9 }),
    deployment({ id: 5, sha: commit, createdAt }),
    deployment({ id: 3, sha: commit, createdAt }),
    ago(5, { id: 1, task: 'deploy' }),
    ago(5, { id: 2, environment: 'Knowledge-Base' }),
    ago(5, { id: 4, environment: 'staging' })
  )
  const idsOf = ({ nodes }: Page) => nodes.map(({ databaseId }) => databaseId)
  expect(idsOf(await page(RECORDS, ENVIRONMENT))).toEqual([1, 3, 5, 9])
  expect(idsOf(await page(query('nodes { databaseId }', 'first: 9')))).toEqual([9, 3, 5, 1, 2, 4])
})

test.each<[given: StoredDeployment['payload'], payload: string | null]>([
  [{ v: 1 }, '{"v":1}'],
  ['{"v":1}', String.raw`"{\"v\":1}"`],
  [null, null]
])('the payload %j is %j', async (payload, expected) => {
  github.deployments.push(ago(5, { id: 1, payload }))
  expect((await page(query('nodes { payload }'))).nodes).toEqual([{ payload: expected }])
})

test.each<[minutes: number, states: DeploymentState[], transient: boolean, state: string, latest: string | null]>([
  [29, [], false, 'PENDING', null],
  [31, [], false, 'ABANDONED', null],
  [31, ['in_progress'], false, 'IN_PROGRESS', 'IN_PROGRESS'],
  [31, ['success'], false, 'ACTIVE', 'SUCCESS'],
  [31, ['success', 'inactive'], false, 'INACTIVE', 'INACTIVE'],
  [31, ['success', 'inactive'], true, 'DESTROYED', 'INACTIVE'],
  [31, ['in_progress', 'failure'], false, 'FAILURE', 'FAILURE']
])('after %d minutes with %j (transient: %p) the state is %s', async (minutes, states, transient, state, latest) => {
  const time = new Date(Date.now() - minutes * 60_000)
  const statuses = states.map((name) => deploymentStatus(name, time))
  github.deployments.push(deployment({ id: 1, sha: commit, createdAt: time, transient, statuses }))
  const { nodes } = await page(query('nodes { state latestStatus { state } }'))
  expect(nodes).toEqual([{ state, latestStatus: latest === null ? null : { state: latest } }])
})

test.each<[StatusOrder, string[]]>([
  ['oldest first', ['QUEUED', 'IN_PROGRESS', 'SUCCESS']],
  ['newest first', ['SUCCESS', 'IN_PROGRESS', 'QUEUED']],
  ['mixed', ['IN_PROGRESS', 'QUEUED', 'SUCCESS']]
])('statuses, %s', async (order, expected) => {
  const states = ['queued', 'in_progress', 'success'] as const
  const statuses = states.map((state, at) => deploymentStatus(state, new Date(Date.now() + at * 1000)))
  // In the order of their times, not of the array.
  github.deployments.push(ago(5, { id: 1, statuses: statuses.toReversed() }))
  github.statusOrder = order
  const fields =
    'nodes { latestStatus { state } statuses(first: 2) { totalCount nodes { state } pageInfo { endCursor } } }'
  const { nodes } = await page(query(fields))
  const shown = expected.slice(0, 2).map((state) => ({ state }))
  const statusesOf = { totalCount: 3, nodes: shown, pageInfo: { endCursor: expect.any(String) } }
  expect(nodes).toEqual([{ latestStatus: { state: 'SUCCESS' }, statuses: statusesOf }])
  const cursor = (nodes[0]?.['statuses'] as Page).pageInfo.endCursor ?? ''
  const rest = await page(query(`nodes { statuses(first: 2, after: "${cursor}") { nodes { state } } }`))
  expect(rest.nodes).toEqual([{ statuses: { nodes: expected.slice(2).map((state) => ({ state })) } }])
})

test('pages of 100 stay complete when deployments come and go between them', async () => {
  github.deployments.push(...Array.from({ length: 250 }, (_, at) => ago(at + 1, { id: at + 1 })))
  const found: unknown[] = []
  let after: string | null = null
  do {
    const { nodes, pageInfo }: Page = await page(RECORDS, { ...ENVIRONMENT, after })
    found.push(...nodes.map(({ databaseId }) => databaseId))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    github.deployments.push(ago(0, { id: 1000 + found.length }))
    github.deployments.splice(
      github.deployments.findIndex(({ id }) => id === found.length),
      1
    )
  } while (after !== null)
  expect(found).toEqual(Array.from({ length: 250 }, (_, at) => at + 1))
  expect(github.requests).toHaveLength(3)
})

test('from the end', async () => {
  github.deployments.push(...[3, 2, 1].map((id) => ago(10 - id, { id })))
  const { nodes, pageInfo } = await page(query('nodes { databaseId } pageInfo { startCursor }', 'last: 1'))
  const before = (pageInfo as unknown as { startCursor: string }).startCursor
  const earlier = await page(query('nodes { databaseId }', `last: 1, before: "${before}"`))
  expect([...nodes, ...earlier.nodes]).toEqual([{ databaseId: 3 }, { databaseId: 2 }])
})

describe('refuses', () => {
  test.each([
    ['an unknown field', query('nodes { sha }'), 'Cannot query field "sha" on type "Deployment"'],
    ['an unknown argument', query('totalCount', 'first: 1, task: "x"'), 'Unknown argument "task"'],
    ['an argument of another type', query('totalCount', 'first: "1"'), 'Int cannot represent'],
    ['a variable that is missing', RECORDS, 'Variable "$owner" of required type "String!"'],
    ['bad syntax', '{', 'Syntax Error']
  ])('%s, without data', async (_name, text, message) => {
    const { errors, ...answer } = await ask(text)
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining(message) })
    expect(answer).toEqual({})
  })

  const other = '{ repository(owner: "a", name: "b") { id } }'
  const unanswered = '{ repository(owner: "harbour", name: "handbook") { id } }'
  test.each([
    ['no size of a page', query('totalCount', ''), 'MISSING_PAGINATION_BOUNDARIES', '`first` or `last`'],
    ['a large page', query('totalCount', 'first: 101'), 'EXCESSIVE_PAGINATION', '101 records on the `deployments`'],
    ['a bad cursor', query('totalCount', 'first: 1, after: "x"'), 'INVALID_CURSOR_ARGUMENTS', '`x` does not'],
    ['another repository', other, 'NOT_FOUND', "'a/b'"],
    ['a field that the stand-in has not', unanswered, undefined, 'The stand-in does not answer Repository.id']
  ])('%s, with data', async (_name, text, type, message) => {
    const { data, errors } = await ask(text)
    expect(data).toEqual({ repository: null })
    expect(errors).toMatchObject([{ message: expect.stringContaining(message) }])
    expect(errors?.[0]?.type).toBe(type)
    expect(errors?.[0]?.path?.[0]).toBe('repository')
  })
})

test('variables of another type are an error', async () => {
  const { errors } = await ask(RECORDS, { ...ENVIRONMENT, environment: 7 })
  expect(errors).toMatchObject([{ message: expect.stringContaining('String cannot represent a non string value: 7') }])
})

test.each<[name: string, body: unknown, headers: Record<string, string> | undefined, status: number]>([
  ['no token', { query: RECORDS, variables: ENVIRONMENT }, {}, 401],
  ['no query', {}, undefined, 400],
  ['no JSON object', 7, undefined, 400]
])('%s is refused', async (_name, body, headers, status) => {
  expect((await post(body, headers)).status).toBe(status)
})

test('a missing permission is an error in an answer with HTTP 200', async () => {
  github.permissions.deployments = 'none'
  const error = { type: 'FORBIDDEN', message: 'Resource not accessible by integration' }
  const forbidden = { data: { repository: null }, errors: [{ ...error, path: ['repository', 'deployments'] }] }
  expect(await ask(RECORDS, ENVIRONMENT)).toMatchObject(forbidden)
  github.permissions.deployments = 'read'
  expect((await page(RECORDS, ENVIRONMENT)).nodes).toEqual([])
  github.setFaults({ fault: 'forbidden' })
  expect(await ask(RECORDS, ENVIRONMENT)).toMatchObject(forbidden)
})

describe('a fault', () => {
  test.each<[GitHubFault, status: number, error: string | undefined, headers: Record<string, string>]>([
    [{ fault: 'rate limit' }, 200, 'RATE_LIMITED', { 'x-ratelimit-remaining': '0' }],
    [{ fault: 'rate limit', status: 403 }, 403, undefined, { 'x-ratelimit-remaining': '0' }],
    [{ fault: 'secondary rate limit', seconds: 7 }, 403, undefined, { 'retry-after': '7' }],
    [{ fault: 'not found' }, 200, 'NOT_FOUND', {}],
    [{ fault: 'server error' }, 502, undefined, {}]
  ])('%j', async (fault, status, error, headers) => {
    github.setFaults({ ...fault, route: 'records', times: 1 })
    const answer = await post({ query: RECORDS, variables: ENVIRONMENT })
    expect(answer.status).toBe(status)
    expect(answer.body.errors?.[0]?.type).toBe(error)
    expect(Object.fromEntries(answer.headers)).toMatchObject(headers)
    expect((await page(RECORDS, ENVIRONMENT)).nodes).toEqual([])
  })

  test('gives a part of the data, with errors', async () => {
    github.deployments.push(...[1, 2, 3, 4].map((id) => ago(id, { id })))
    github.setFaults({ fault: 'graphql errors' })
    const { data, errors } = await ask(query('nodes { databaseId }'))
    expect(data?.repository?.deployments.nodes).toEqual([{ databaseId: 4 }, { databaseId: 3 }])
    expect(errors).toMatchObject([{ message: expect.stringContaining('Something went wrong') }])
    expect((await record()).status).toBe(201)
  })

  test('cuts the answer', async () => {
    github.setFaults({ route: 'records', fault: 'cut' })
    await expect(ask(RECORDS, ENVIRONMENT)).rejects.toThrow(/terminated|fetch failed/)
  })

  test('answers as at a past moment', async () => {
    github.deployments.push(ago(5, { id: 1, statuses: [] }))
    const past = await github.snapshot()
    github.deployments[0]?.statuses.push(deploymentStatus('success', new Date()))
    await record()
    github.setFaults({ route: 'records', fault: past, times: 1 })
    const fields = 'nodes { statuses(first: 1) { totalCount } }'
    expect((await page(query(fields))).nodes).toEqual([{ statuses: { totalCount: 0 } }])
    expect((await page(query(fields))).nodes).toHaveLength(2)
  })
})

describe('with a lag', () => {
  const counts = async () => {
    const { nodes } = await page(query('nodes { statuses(first: 1) { totalCount } }'))
    return nodes.map(({ statuses }) => (statuses as Page).totalCount)
  }
  const mark = async (id: number) => {
    const address = `${github.apiUrl}/repos/harbour/handbook/deployments/${id}/statuses`
    const headers = { authorization: 'Bearer ghs_1' }
    expect((await fetch(address, { method: 'POST', headers, body: '{"state":"success"}' })).status).toBe(201)
  }

  test('of two answers', async () => {
    github.lag.answers = 2
    github.deployments.push(ago(5, { id: 1 }))
    expect(await counts()).toEqual([1])
    const { id } = (await (await record({ environment: 'elsewhere' })).json()) as { id: number }
    expect(await counts()).toEqual([1])
    await mark(id)
    expect(await counts()).toEqual([1])
    expect(await counts()).toEqual([1, 0])
    expect(await counts()).toEqual([1, 1])
  })

  test('of a minute', async () => {
    github.lag.milliseconds = 60_000
    await record()
    expect(await counts()).toEqual([])
    github.advance(60_000)
    await mark(4_442_074_271)
    expect(await counts()).toEqual([0])
    github.advance(60_000)
    expect(await counts()).toEqual([1])
  })
})
