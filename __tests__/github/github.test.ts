import { getOctokit } from '@actions/github'
import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import { GitHub } from '../../src/github/github.ts'
import { Records } from '../../src/github/records.ts'
import { deployment, deploymentStatus, type StoredDeployment } from '../../testing/github/deployments.ts'
import type { FaultName, GitHubFault } from '../../testing/github/faults.ts'
import { GitHubServer } from '../../testing/github/server.ts'

const HOUR = 3_600_000
const SHA = 'a'.repeat(40)
const PAYLOAD = {
  v: 1,
  settings: { files: 'f' },
  access: 'x',
  full: false,
  run: 7,
  attempt: 1,
  workflow: 'w',
  key: 'k',
  sha: SHA
}

/** A server with one record, and what a job there asks. */
async function asking<T>(
  { fault, prepare }: { readonly fault?: GitHubFault; readonly prepare?: (server: GitHubServer) => void },
  ask: (records: Records, server: GitHubServer) => Promise<T>
): Promise<T> {
  const heads = () => Promise.resolve(new Map<string, string>())
  await using server = await GitHubServer.start({ name: 'a/b', defaultBranch: 'main', folder: '', heads })
  server.deployments.push(deployment({ id: 7, sha: SHA, payload: PAYLOAD }))
  prepare?.(server)
  if (fault !== undefined) server.setFaults({ route: 'records', ...fault })
  const make: typeof getOctokit = (token, options) => getOctokit(token, { ...options, baseUrl: server.apiUrl })
  const github = new GitHub(make, { repository: 'a/b' }, new Secret('ghs_A1b2C3d4'))
  return await ask(new Records(github, 'knowledge-base'), server)
}

describe('the cause of a failure is named:', () => {
  test.concurrent.each<[GitHubFault, message: RegExp, hint: RegExp]>([
    [{ fault: 'forbidden' }, /lacks a permission \(HTTP \d+\)/, /^Add to the job .*deployments: write/],
    [{ fault: 'rate limit' }, /it limits the rate of requests until \d\d:\d\d UTC/, /after that time/],
    [{ fault: 'not found' }, /does not exist, or the job may not see it/, /has `permissions: .*deployments: write/],
    [{ fault: 'HTML' }, /the answer has an unknown form/, /when GitHub answers/],
    [{ fault: 'cut' }, /the answer has an unknown form|cannot be reached/, /when GitHub answers/],
    [{ fault: 'huge' }, /cannot be reached \(an answer of more than 16777216 bytes\)/, /when GitHub answers/],
    [{ fault: 'graphql errors' }, /it answers with HTTP 200 and an error \(.*went wrong/, /when GitHub answers/],
    [{ fault: 'server error', status: 204 }, /the answer has an unknown form/, /when GitHub answers/],
    [{ fault: 'server error', status: 401 }, /rejects `github-token`/, /^Leave out the input/]
  ])('%j', async (fault, message, hint) => {
    await expect(
      asking({ fault: { ...fault, seconds: 100 } }, async (records) => records.list())
    ).rejects.toMatchObject({
      kind: 'github',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint)
    })
  })
})

test.concurrent.each<FaultName>([
  'rate limit',
  'secondary rate limit',
  'reset',
  'HTML',
  'graphql errors',
  'server error'
])('GitHub is asked again after a fault that passes: %s', async (fault) => {
  const records = await asking({ fault: { fault, times: 1 } }, async (asked) => asked.list())
  expect(records).toMatchObject([{ commit: SHA, succeeded: true, payload: { run: 7 } }])
})

describe('records', () => {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR)
  const others = (count: number, hours: number): StoredDeployment[] =>
    Array.from({ length: count }, (_, at) =>
      deployment({ id: 1000 + at, sha: SHA, task: 'deploy', payload: null, createdAt: ago(hours) })
    )

  test.concurrent.each<[string, (server: GitHubServer) => void, pages: number, found: number]>([
    ['150 of somebody else before the base', (server) => server.deployments.push(...others(150, 0)), 2, 1],
    ['400 of somebody else long after the base', (server) => server.deployments.push(...others(400, 9)), 1, 1],
    [
      'in another environment',
      (server) => server.deployments.push(deployment({ id: 1, sha: SHA, environment: 'x' })),
      1,
      1
    ]
  ])('%s', async (_, prepare, pages, found) => {
    await asking({ prepare }, async (records, server) => {
      expect(await records.list()).toHaveLength(found)
      expect(server.requests).toHaveLength(pages)
    })
  })

  test.concurrent('more than five pages without a base: unreadable', async () => {
    const prepare = (server: GitHubServer): void => {
      server.deployments.splice(0, 1, ...others(501, 1))
    }
    await expect(asking({ prepare }, async (records) => records.list())).rejects.toThrow(
      /has more than 500 deployments/
    )
  })

  test.concurrent.each<[string, Partial<StoredDeployment>, expected: Record<string, unknown>]>([
    [
      'without a status ends an hour after it was made',
      { statuses: [] },
      { succeeded: false, endedAt: ago(0).getTime() }
    ],
    [
      'in progress ends an hour after it was made',
      { statuses: [deploymentStatus('in_progress', ago(0.1))] },
      { succeeded: false, endedAt: ago(0).getTime() }
    ],
    [
      'that a later success made inactive has succeeded, and ended at its own success',
      { statuses: [deploymentStatus('inactive', ago(0.2)), deploymentStatus('success', ago(0.5))] },
      { succeeded: true, endedAt: ago(0.5).getTime() }
    ],
    [
      'that failed, and to which somebody adds a success, ended when it failed',
      { statuses: [deploymentStatus('failure', ago(0.7)), deploymentStatus('success', ago(0.5))] },
      { succeeded: true, endedAt: ago(0.7).getTime() }
    ],
    [
      'with a payload in JSON in JSON',
      { payload: JSON.stringify(PAYLOAD) },
      { payload: expect.objectContaining({ run: 7 }) }
    ],
    ['without a payload', { payload: null }, { payload: undefined }],
    ['of a later version', { payload: { ...PAYLOAD, v: 2 } }, { payload: undefined }],
    ['with a payload of other types', { payload: { ...PAYLOAD, settings: [], run: '7' } }, { payload: undefined }],
    ['whose payload is text', { payload: '{"v": 1' }, { payload: undefined }]
  ])('one %s', async (_, given, expected) => {
    const prepare = ({ deployments }: GitHubServer): void => {
      deployments.splice(0, 1, deployment({ id: 7, sha: SHA, payload: PAYLOAD, createdAt: ago(1), ...given }))
    }
    const [record] = await asking({ prepare }, async (records) => records.list())
    expect(record).toMatchObject(expected)
  })
})
