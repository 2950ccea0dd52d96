import { getOctokit } from '@actions/github'
import { describe, expect, test } from '@jest/globals'
import { deployment, deploymentStatus, type StoredDeployment } from '../../testing/github/deployments.ts'
import type { StatusOrder } from '../../testing/github/graphql-deployments.ts'
import { ago, AUTHORIZATION, github, post, second as commit } from './github-server.ts'

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

async function postQuery(body: unknown, headers: Record<string, string> = AUTHORIZATION) {
  const response = await fetch(`${github.url}/api/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, body: (await response.json()) as QueryAnswer }
}

async function ask(text: string, variables?: Record<string, unknown>): Promise<QueryAnswer> {
  const { status, body } = await postQuery({ query: text, ...(variables === undefined ? {} : { variables }) })
  expect(status).toBe(200)
  return body
}

/** The page of deployments of an answer without errors. */
async function page(text: string, variables?: Record<string, unknown>): Promise<Page> {
  const { data, errors } = await ask(text, variables)
  if (errors !== undefined || !data?.repository) throw new Error(JSON.stringify(errors))
  return data.repository.deployments
}

const record = (body: object = {}) =>
  post('', { ref: commit, environment: 'knowledge-base', required_contexts: [], ...body })

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
  const { nodes } = await page(
    query('nodes { statuses(first: 2) { totalCount nodes { state } pageInfo { endCursor } } }')
  )
  const shown = expected.slice(0, 2).map((state) => ({ state }))
  const statusesOf = { totalCount: 3, nodes: shown, pageInfo: { endCursor: expect.any(String) } }
  expect(nodes).toEqual([{ statuses: statusesOf }])
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

describe('refuses', () => {
  test.each([
    ['an unknown field', query('nodes { sha }'), 'Cannot query field "sha" on type "Deployment"'],
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

test.each<[body: unknown, headers: Record<string, string> | undefined, status: number]>([
  [{ query: RECORDS, variables: ENVIRONMENT }, {}, 401],
  [{}, undefined, 400]
])('%j with the headers %j is HTTP %d', async (body, headers, status) => {
  expect((await postQuery(body, headers)).status).toBe(status)
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

describe('with a lag', () => {
  const counts = async () => {
    const { nodes } = await page(query('nodes { statuses(first: 1) { totalCount } }'))
    return nodes.map(({ statuses }) => (statuses as Page).totalCount)
  }
  const mark = async (id: unknown) => {
    expect((await post(`/${String(id)}/statuses`, { state: 'success' })).status).toBe(201)
  }

  test('of two answers', async () => {
    github.lag.answers = 2
    github.deployments.push(ago(5, { id: 1 }))
    expect(await counts()).toEqual([1])
    const { id } = (await record({ environment: 'elsewhere' })).body
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
