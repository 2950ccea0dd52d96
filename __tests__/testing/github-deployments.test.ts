import { beforeEach, describe, expect, test } from '@jest/globals'
import { deploymentStatus, type StoredDeployment } from '../../testing/github/deployments.ts'
import { git } from '../../testing/git.ts'
import { ago, first, github, hosted, post, second } from './github-server.ts'

await git(hosted.folder, ['tag', '--annotate', '--message=One', 'v1', first])

/** What the Action sends. */
const ASKED = {
  ref: second,
  task: 'runbook-sync',
  environment: 'knowledge-base',
  production_environment: false,
  transient_environment: false,
  description: 'Runbooks',
  payload: { v: 1, full: true }
}
const RECORD = { ...ASKED, auto_merge: false, required_contexts: [] }

const statesOf = ({ statuses }: StoredDeployment): string[] => statuses.map(({ state }) => state)

describe('a new deployment', () => {
  test('is as it was asked for, at a whole second of the clock', async () => {
    github.advance(3_600_000)
    const { status, body } = await post('', RECORD)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...ASKED,
        id: 4_442_074_271,
        node_id: expect.stringMatching(/^DE_/),
        sha: second,
        creator: { login: 'github-actions[bot]', type: 'Bot' },
        created_at: expect.stringMatching(/:\d\dZ$/),
        statuses_url: `${github.apiUrl}/repos/harbour/handbook/deployments/4442074271/statuses`
      }
    })
    const [made] = github.deployments
    expect(made?.createdAt).toEqual(new Date(String(body['created_at'])))
    expect(Math.abs(github.now().getTime() - (made?.createdAt.getTime() ?? 0))).toBeLessThan(5000)
    expect(github.requests).toMatchObject([{ route: 'record', token: 'ghs_1', status: 201, body: RECORD }])
  })

  test('has the defaults of GitHub', async () => {
    await post('', { ref: 'main', required_contexts: [] })
    const defaults = { ref: 'main', sha: second, task: 'deploy', environment: 'production', payload: null }
    expect(github.deployments).toMatchObject([{ ...defaults, description: '', production: true, transient: false }])
  })

  test.each([
    ['main', second],
    ['v1', first],
    ['tags/v1', first]
  ])('of %s', async (ref, sha) => {
    expect(await post('', { ...RECORD, ref })).toMatchObject({ status: 201, body: { sha } })
  })

  test.each<[name: string, change: object, status: number, message: string]>([
    ['no ref', { ref: undefined }, 422, `Invalid request.\n\n"ref" wasn't supplied.`],
    ['an unknown commit', { ref: '0'.repeat(39) + '1' }, 422, `No ref found for: ${'0'.repeat(39)}1`],
    ['an unknown branch', { ref: 'no' }, 422, 'No ref found for: no'],
    ['a payload of another type', { payload: 7 }, 422, "For 'properties/payload'"],
    ['a long description', { description: 'x'.repeat(141) }, 422, 'Validation Failed'],
    ['checks that have not ended', { required_contexts: undefined }, 409, `Commit status checks failed for ${second}.`],
    ['a commit that is behind', { ref: first, auto_merge: undefined }, 202, `Auto-merged main into ${first}`]
  ])('is not made with %s', async (_name, change, status, message) => {
    const answer = { status, body: { message: expect.stringContaining(message) } }
    expect(await post('', { ...RECORD, ...change })).toMatchObject(answer)
    expect(github.deployments).toEqual([])
  })

  test('is not made from a body that is no JSON', async () => {
    expect(await post('', '{')).toMatchObject({ status: 400, body: { message: 'Problems parsing JSON' } })
  })
})

describe('a status', () => {
  beforeEach(() => {
    github.deployments.push(ago(10, { id: 7, statuses: [] }))
  })

  test('is added to its deployment', async () => {
    const [shown, logUrl] = [{ state: 'failure', description: 'Two refused' }, 'https://github.com/x']
    const sent = { ...shown, log_url: logUrl, auto_inactive: true }
    const { status, body } = await post('/7/statuses', sent)
    expect({ status, body }).toMatchObject({ status: 201, body: { id: 1, ...shown, log_url: logUrl } })
    const createdAt = new Date(String(body['created_at']))
    expect(github.deployments[0]?.statuses).toEqual([{ ...shown, logUrl, createdAt }])
    expect(github.requests).toMatchObject([{ route: 'mark', status: 201, body: sent }])
  })

  test.each<[name: string, id: number, body: object, status: number, message: string]>([
    ['no state', 7, {}, 422, `"state" wasn't supplied.`],
    ['an unknown state', 7, { state: 'done' }, 422, "For 'properties/state'"],
    ['a long description', 7, { state: 'success', description: 'x'.repeat(141) }, 422, 'Validation Failed'],
    ['an unknown deployment', 8, { state: 'success' }, 404, 'Not Found']
  ])('is refused with %s', async (_name, id, body, status, message) => {
    const answer = { status, body: { message: expect.stringContaining(message) } }
    expect(await post(`/${id}/statuses`, body)).toMatchObject(answer)
    expect(github.deployments.map(statesOf)).toEqual([[]])
  })

  test.each<[name: string, other: Partial<StoredDeployment>, expected: string[], body?: object]>([
    ['that succeeded', {}, ['success', 'inactive']],
    ['of another task', { task: 'deploy' }, ['success', 'inactive']],
    ['of an environment in another case', { environment: 'Knowledge-Base' }, ['success', 'inactive']],
    ['of another environment', { environment: 'staging' }, ['success']],
    ['that is newer', { createdAt: new Date(Date.now() - 60_000) }, ['success']],
    ['that is transient', { transient: true }, ['success']],
    ['that is for production', { production: true }, ['success']],
    ['that failed', { statuses: [deploymentStatus('failure', new Date())] }, ['failure']],
    ['without a status', { statuses: [] }, []],
    ['after a failure', {}, ['success'], { state: 'failure' }],
    ['if it is told not to', {}, ['success'], { state: 'success', auto_inactive: false }]
  ])('changes a deployment %s', async (_name, other, expected, body = { state: 'success' }) => {
    const earlier = ago(20, { id: 3, ...other })
    github.deployments.push(earlier)
    await post('/7/statuses', body)
    expect(statesOf(earlier)).toEqual(expected)
  })
})

test.each(['none', 'read'] as const)('the permission deployments: %s is not enough', async (permission) => {
  github.permissions.deployments = permission
  github.deployments.push(ago(10, { id: 7 }))
  const refused = { status: 403, body: { message: 'Resource not accessible by integration' } }
  expect([await post('', RECORD), await post('/7/statuses', { state: 'success' })]).toMatchObject([refused, refused])
})
