import { getOctokit } from '@actions/github'
import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/errors.ts'
import type { Job } from '../../src/event.ts'
import { GitHub } from '../../src/github/github.ts'
import type { FaultName, GitHubFault } from '../../testing/github/faults.ts'
import { workflowRun } from '../../testing/github/runs.ts'
import { GitHubServer } from '../../testing/github/server.ts'

/** A server whose list of runs has a fault, and the client of a job there. */
async function asking(fault: GitHubFault, ask: (github: GitHub) => Promise<unknown>): Promise<unknown> {
  const heads = () => Promise.resolve(new Map<string, string>())
  await using server = await GitHubServer.start({ name: 'a/b', defaultBranch: 'main', folder: '', heads })
  server.runs.push(workflowRun({ number: 7, sha: 'a'.repeat(40) }))
  server.setFaults({ ...fault, route: 'runs' })
  const make: typeof getOctokit = (token, options, ...plugins) =>
    getOctokit(token, { ...options, baseUrl: server.apiUrl }, ...plugins)
  const job = { repository: 'a/b', workflowFile: 'runbooks.yml', runId: 7_000_000_007 } as Job
  return await ask(new GitHub(make, job, new Secret('ghs_A1b2C3d4')))
}

describe('the cause of a failure is named:', () => {
  test.concurrent.each<[GitHubFault, message: RegExp, hint: RegExp]>([
    [{ fault: 'forbidden' }, /lacks the permission `actions: read` \(HTTP 403\)/, /^Add `actions: read`/],
    [{ fault: 'rate limit' }, /rate limit of the token is used up until \d\d:\d\d UTC/, /after that time/],
    [{ fault: 'not found' }, /does not exist, or the job may not see it \(HTTP 404\)/, /permission `actions: read`/],
    [{ fault: 'HTML' }, /the answer has an unknown form/, /when GitHub answers/],
    [{ fault: 'cut' }, /the answer has an unknown form|cannot be reached/, /when GitHub answers/],
    [{ fault: 'huge' }, /cannot be reached \(an answer of more than 16777216 bytes\)/, /when GitHub answers/],
    [{ fault: 'server error', status: 204 }, /the answer has an unknown form/, /when GitHub answers/],
    [{ fault: 'server error', status: 401 }, /rejects `github-token`/, /^Leave out the input/]
  ])('%j', async (fault, message, hint) => {
    await expect(asking({ ...fault, seconds: 100 }, (github) => github.runs('main'))).rejects.toMatchObject({
      kind: 'github',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint)
    })
  })
})

test.concurrent.each<FaultName>(['rate limit', 'secondary rate limit', 'reset'])(
  'GitHub is asked again after a fault that passes: %s',
  async (fault) => {
    const runs = await asking({ fault, times: 1 }, (github) => github.runs('main'))
    expect(runs).toMatchObject([{ number: 7, event: 'push', completed: true, succeeded: true }])
  }
)
