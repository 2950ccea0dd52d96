import { afterAll, afterEach, beforeEach } from '@jest/globals'
import { deployment, type StoredDeployment } from '../../testing/github/deployments.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GitHubServer } from '../../testing/github/server.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

// A stand-in for GitHub, new for each test, and a repository of two commits for all of them.

const folder = await temporaryFolder()
export const hosted = await HostedRepository.create(folder.path)
export const first = await hosted.commit({ 'a.md': '# A\n' })
export const second = await hosted.commit({ 'a.md': '# B\n' })

export let github: GitHubServer

beforeEach(async () => {
  github = await GitHubServer.start(hosted)
})
afterEach(async () => {
  await github[Symbol.asyncDispose]()
})
afterAll(async () => {
  await folder[Symbol.asyncDispose]()
})

export const AUTHORIZATION = { authorization: 'Bearer ghs_1' }

/** Posts to `/deployments` or below it. */
export async function post(path: string, body: unknown) {
  const response = await fetch(`${github.apiUrl}/repos/${hosted.name}/deployments${path}`, {
    method: 'POST',
    headers: AUTHORIZATION,
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** A deployment that was made a number of minutes ago. */
export function ago(minutes: number, given: Partial<StoredDeployment> & { id: number }): StoredDeployment {
  return deployment({ sha: first, createdAt: new Date(Date.now() - minutes * 60_000), ...given })
}
