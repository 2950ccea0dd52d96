import { getOctokit } from '@actions/github'
import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import { GitHub } from '../../src/branch/github.ts'
import { Records, type RecordResult } from '../../src/github/records.ts'
import { deployment, deploymentStatus, type StoredDeployment } from '../../testing/github/deployments.ts'
import type { GitHubFault } from '../../testing/github/faults.ts'
import { GitHubServer } from '../../testing/github/server.ts'

const TOKEN = new Secret('ghs_A1b2C3d4')
const HOUR = 3_600_000
const SHA = 'a'.repeat(40)
const WRITTEN = { settings: { files: 'f' }, access: 'x', full: false, workflow: 'w', key: 'k' }
const PAYLOAD = { v: 1, run: 7, attempt: 1, number: 3, ...WRITTEN }

const OWN = deployment({ id: 7, sha: SHA, payload: PAYLOAD })

/** What `run` makes of the records of a job, and the number of its requests. */
async function withRecords<T>(
  deployments: readonly StoredDeployment[],
  run: (records: Records, server: GitHubServer) => Promise<T>,
  fault?: GitHubFault
) {
  const heads = () => Promise.resolve(new Map<string, string>())
  await using server = await GitHubServer.start({ name: 'a/b', defaultBranch: 'main', folder: '', heads })
  server.deployments.push(...deployments)
  if (fault !== undefined) server.setFaults({ route: 'records', ...fault })
  const make: typeof getOctokit = (token, options) => getOctokit(token, { ...options, baseUrl: server.apiUrl })
  const github = new GitHub(make, { repository: 'a/b' }, TOKEN)
  return { records: await run(new Records(github, 'knowledge-base'), server), requests: server.requests.length }
}

const recordsOf = (deployments: readonly StoredDeployment[] = [OWN], fault?: GitHubFault) =>
  withRecords(deployments, (records) => records.list(), fault)

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
    const said = { message: expect.stringMatching(message), hint: expect.stringMatching(hint) }
    const error = { kind: 'github', headline: 'GitHub does not show earlier deliveries', ...said }
    await expect(recordsOf([OWN], { ...fault, seconds: 100 })).rejects.toMatchObject(error)
  })
})

test.each([
  ['a branch', 0, 1],
  ['a tag of a tag', 2, 3],
  ['tags without an end', 99, 5]
])('the head of %s', async (_, tags, answers) => {
  let asked = 0
  const fetch = () => Promise.resolve(Response.json({ object: { type: asked++ < tags ? 'tag' : 'commit', sha: SHA } }))
  const github = new GitHub((token) => getOctokit(token, { request: { fetch } }), { repository: 'a/b' }, TOKEN)
  expect(await github.headOf('refs/tags/v1')).toHaveLength(answers)
})

const PASSING = ['rate limit', 'secondary rate limit', 'reset', 'HTML', 'graphql errors', 'server error'] as const
test.concurrent.each(PASSING)('GitHub is asked again after a fault that passes: %s', async (fault) => {
  const { records } = await recordsOf([OWN], { fault, times: 1 })
  expect(records).toMatchObject([{ commit: SHA, succeeded: true, payload: { run: 7 } }])
})

describe('records', () => {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR)
  const others = (count: number, hours: number): StoredDeployment[] =>
    Array.from({ length: count }, (_, at) =>
      deployment({ id: 1000 + at, sha: SHA, task: 'deploy', payload: null, createdAt: ago(hours) })
    )

  test.concurrent.each<[string, StoredDeployment[], pages: number]>([
    ['150 of somebody else after the base', [OWN, ...others(150, 0)], 2],
    ['150 of somebody else less than two hours before it', [OWN, ...others(150, 2.9)], 2],
    ['150 of somebody else more than two hours before it', [OWN, ...others(150, 3.1)], 1],
    ['one in another environment', [OWN, deployment({ id: 1, sha: SHA, environment: 'x' })], 1]
  ])('%s', async (_, deployments, pages) => {
    const { records, requests } = await recordsOf(deployments)
    expect([records.length, requests]).toEqual([1, pages])
  })

  test.concurrent('more than five pages without a base: unreadable', async () => {
    await expect(recordsOf(others(501, 1))).rejects.toThrow(/has more than 500 deployments/)
  })

  const [inactive, success] = [deploymentStatus('inactive', ago(0.2)), deploymentStatus('success', ago(0.5))]
  const [failure, progress] = [deploymentStatus('failure', ago(0.7)), deploymentStatus('in_progress', ago(0.1))]
  const open = { succeeded: false, endedAt: ago(0).getTime() }

  test.concurrent.each<[string, Partial<StoredDeployment>, expected: Record<string, unknown>]>([
    ['without a final status ends an hour after it was made', { statuses: [progress] }, open],
    [
      'that a later success made inactive has succeeded, and ended at its own success',
      { statuses: [inactive, success] },
      { succeeded: true, endedAt: ago(0.5).getTime() }
    ],
    [
      'that failed, and to which somebody adds a success, ended when it failed',
      { statuses: [failure, success] },
      { succeeded: true, endedAt: ago(0.7).getTime() }
    ],
    [
      'that a bot calls a success has not succeeded',
      { statuses: [{ ...success, logUrl: 'https://ci.example/1', description: '9 refused.' }] },
      { ...open, refused: 0 }
    ],
    [
      'that another run calls a success has not succeeded',
      { statuses: [{ ...success, logUrl: 'https://github.com/a/b/actions/runs/77' }] },
      open
    ],
    [
      'with a payload that is not understood: each status counts',
      { payload: null, statuses: [{ ...success, logUrl: '' }] },
      { succeeded: true, payload: undefined }
    ],
    ['with a payload in JSON in JSON', { payload: JSON.stringify(PAYLOAD) }, { payload: { run: 7, full: false } }],
    ['that does not say so was of a full sync', { payload: { ...PAYLOAD, full: null } }, { payload: { full: true } }],
    ['of a later version', { payload: { ...PAYLOAD, v: 2 } }, { payload: undefined }],
    ['with a payload of other types', { payload: { ...PAYLOAD, settings: [], run: '7' } }, { payload: undefined }],
    ['whose payload is text', { payload: '{"v": 1' }, { payload: undefined }]
  ])('one %s', async (_, given, expected) => {
    const made = deployment({ id: 7, sha: SHA, payload: PAYLOAD, createdAt: ago(1), ...given })
    expect((await recordsOf([made])).records).toMatchObject([expected])
  })

  test.concurrent.each<[string, result: RecordResult, description: string]>([
    ['nothing else', { what: 'It is so', refused: 0, listShows: undefined }, 'It is so.'],
    [
      'what was refused',
      { what: '2 not delivered: refused', refused: 2, listShows: 'as sent' },
      '2 not delivered: refused. 2 refused. Listed as sent.'
    ],
    [
      'all, at most 140 characters',
      { what: 'x'.repeat(300), refused: 12, listShows: 'changed' },
      `${'x'.repeat(99)}…. 12 refused. The service changes texts.`
    ]
  ])('a final status says what later runs read of it: %s', async (_, result, description) => {
    const made = deployment({ id: 7, sha: SHA, payload: PAYLOAD, statuses: [] })
    await withRecords([made], async (records, server) => {
      await records.mark(7, 'success', result, 'https://github.com/a/b/actions/runs/7')
      expect(server.deployments[0]?.statuses.map((status) => status.description)).toEqual([description])
      expect(description.length).toBeLessThanOrEqual(140)
      const { refused, listShows } = result
      expect(await records.list()).toMatchObject([{ succeeded: true, refused, listShows }])
    })
  })
})
