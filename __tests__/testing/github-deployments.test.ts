import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { deployment, deploymentStatus, type StoredDeployment } from '../../testing/github/deployments.ts'
import type { StatusOrder } from '../../testing/github/graphql-deployments.ts'
import { Lag } from '../../testing/github/lag.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

// What the tests of the Action cannot notice: that the stand-in refuses what GitHub refuses, and where it is inconvenient.

const folder = await temporaryFolder()
const hosted = await HostedRepository.create(folder.path)
const sha = await hosted.commit({ 'a.md': '# A\n' })
let github: GitHubServer

beforeEach(async () => {
  github = await GitHubServer.start(hosted)
})
afterEach(async () => github[Symbol.asyncDispose]())
afterAll(async () => folder[Symbol.asyncDispose]())

async function post(path: string, body: unknown) {
  const headers = { authorization: 'Bearer ghs_1' }
  const response = await fetch(`${github.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Posts to `/deployments` or below it. */
const postBelow = (path: string, body: unknown) => post(`v3/repos/${hosted.name}/deployments${path}`, body)

/** A deployment that was made a number of minutes ago. */
function ago(minutes: number, given: Partial<StoredDeployment> & { id: number }): StoredDeployment {
  return deployment({ sha, createdAt: new Date(Date.now() - minutes * 60_000), ...given })
}

describe('a new deployment', () => {
  /** What the Action sends. */
  const RECORD = {
    ref: sha,
    task: 'runbook-sync',
    environment: 'knowledge-base',
    auto_merge: false,
    required_contexts: [],
    production_environment: false,
    transient_environment: false,
    description: 'Runbooks',
    payload: { v: 1, full: true }
  }

  test.each<[name: string, change: object, message: string]>([
    ['an unknown commit', { ref: `${'0'.repeat(39)}1` }, `No ref found for: ${'0'.repeat(39)}1`],
    ['a long description', { description: 'x'.repeat(141) }, '→ at description'],
    ['an environment that no success replaces', { production_environment: undefined }, '→ at production_environment']
  ])('is not made with %s', async (_name, change, message) => {
    const answer = { status: 422, body: { message: expect.stringContaining(message) } }
    expect(await postBelow('', { ...RECORD, ...change })).toMatchObject(answer)
    expect(github.deployments).toEqual([])
  })
})

describe('a status', () => {
  const SUCCESS = { state: 'success', description: 'Two', log_url: 'https://github.com/x', auto_inactive: true }

  test.each([{ state: 'done' }, { description: 'x'.repeat(141) }])('is refused with %j', async (change) => {
    github.deployments.push(ago(10, { id: 7, statuses: [] }))
    expect(await postBelow('/7/statuses', { ...SUCCESS, ...change })).toMatchObject({ status: 422 })
    expect(github.deployments).toMatchObject([{ statuses: [] }])
  })

  test.each<[name: string, other: Partial<StoredDeployment>, expected: string[], state?: string]>([
    ['an earlier success inactive', {}, ['success', 'inactive']],
    ['no other environment inactive', { environment: 'staging' }, ['success']],
    ['nothing inactive if it is a failure itself', {}, ['success'], 'failure']
  ])('makes %s', async (_name, given, expected, state = 'success') => {
    const [other, marked] = [ago(20, { id: 3, ...given }), ago(10, { id: 7, statuses: [] })]
    github.deployments.push(other, marked)
    await postBelow('/7/statuses', { ...SUCCESS, state })
    expect(other.statuses.map((status) => status.state)).toEqual(expected)
    expect(marked.statuses).toMatchObject([{ state }])
  })
})

describe('a query', () => {
  interface QueryAnswer {
    readonly data?: { readonly repository: { readonly deployments: { nodes: { readonly task: string }[] } } | null }
    readonly errors?: readonly { readonly type?: string; readonly message: string }[]
  }

  async function ask(fields: string, page: string, owner = 'harbour'): Promise<QueryAnswer> {
    const query = `{ repository(owner: "${owner}", name: "handbook") { deployments${page} { ${fields} } } }`
    const { status, body } = await post('graphql', { query })
    expect(status).toBe(200)
    return body
  }

  async function pageOf(fields: string, page = '') {
    const order = 'orderBy: { field: CREATED_AT, direction: DESC }'
    const { data, errors } = await ask(fields, `(${order}, first: 100, ${page})`)
    if (!data?.repository) throw new Error(JSON.stringify(errors))
    return data.repository.deployments
  }

  test('finds one environment in the case that it is asked in, newest first, and of one second by id', async () => {
    const createdAt = new Date(Date.now() - 600_000)
    github.deployments.push(
      ago(20, { id: 9, task: 'oldest' }),
      ago(0, { id: 5, task: 'second', createdAt }),
      ago(0, { id: 3, task: 'first', createdAt }),
      ago(5, { id: 1, task: 'newest' }),
      ago(5, { id: 2, environment: 'Knowledge-Base' })
    )
    const { nodes } = await pageOf('nodes { task }', 'environments: ["knowledge-base"]')
    expect(nodes.map(({ task }) => task)).toEqual(['newest', 'first', 'second', 'oldest'])
  })

  test.each<[StatusOrder, string[]]>([
    ['oldest first', ['QUEUED', 'IN_PROGRESS', 'SUCCESS']],
    ['newest first', ['SUCCESS', 'IN_PROGRESS', 'QUEUED']],
    ['mixed', ['IN_PROGRESS', 'QUEUED', 'SUCCESS']]
  ])('shows statuses %s', async (order, expected) => {
    const states = ['success', 'in_progress', 'queued'] as const
    // In the order of their times, not of the array.
    const statuses = states.map((state, at) => deploymentStatus(state, new Date(Date.now() - at * 1000)))
    github.deployments.push(ago(5, { id: 1, statuses }))
    github.statusOrder = order
    const { nodes } = await pageOf('nodes { statuses(first: 20) { nodes { state } } }')
    expect(nodes).toEqual([{ statuses: { nodes: expected.map((state) => ({ state })) } }])
  })

  test('shows who set a status, and why', async () => {
    const createdAt = new Date()
    const bot = { ...deploymentStatus('failure', createdAt), description: 'Blocked', logUrl: '' }
    const statuses = [bot, deploymentStatus('success', createdAt)]
    github.deployments.push(ago(5, { id: 1, payload: { run: 7 }, statuses }))
    const { nodes } = await pageOf('nodes { statuses(first: 20) { nodes { description logUrl } } }')
    const shown = [
      { description: 'Blocked', logUrl: null },
      { description: '', logUrl: expect.stringMatching(/\/actions\/runs\/7$/) }
    ]
    expect(nodes).toEqual([{ statuses: { nodes: shown } }])
  })

  test('for an unknown field, or about another repository, is an error', async () => {
    const unknown = await ask('nodes { sha }', '(first: 1)')
    expect(unknown.errors).toMatchObject([{ message: expect.stringContaining('Cannot query field "sha"') }])
    const { data, errors } = await ask('nodes { task }', '(first: 1)', 'a')
    expect([unknown.data, data]).toEqual([undefined, { repository: null }])
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', message: expect.stringContaining("'a/handbook'") }])
  })

  test('is answered as at a past moment', async () => {
    github.deployments.push(ago(5, { id: 1, statuses: [] }))
    const past = await github.snapshot()
    github.deployments[0]?.statuses.push(deploymentStatus('success', new Date()))
    github.deployments.push(ago(1, { id: 2 }))
    github.setFaults({ route: 'records', fault: past, times: 1 })
    const fields = 'nodes { statuses(first: 1) { nodes { state } } }'
    expect((await pageOf(fields)).nodes).toEqual([{ statuses: { nodes: [] } }])
    expect((await pageOf(fields)).nodes).toHaveLength(2)
  })
})

test('with a lag of two answers a status and a deployment appear later', () => {
  const lag = Object.assign(new Lag(), { answers: 2 })
  const status = deploymentStatus('success', new Date())
  const [marked, made] = [ago(5, { id: 1, statuses: [status] }), ago(0, { id: 2 })]
  for (const record of [status, made]) lag.made(record)
  const statuses = () => lag.answer([marked, made]).map((shown) => shown.statuses.length)
  expect([statuses(), statuses(), statuses()]).toEqual([[0], [0], [1, 1]])
})
