import { dispatchEvent } from '../testing/events.ts'
import { startGitHubApi, type GitHubApi } from '../testing/github-api.ts'
import { HostedRepository } from '../testing/repository.ts'
import type { ActionRun } from './action.ts'
import { importHistory } from './history.ts'
import { handbook, type Shape } from './text.ts'

/** A checkout and the event of a run by hand in it, which delivers everything. */
export interface StockedWorkspace
  extends AsyncDisposable, Required<Pick<ActionRun, 'event' | 'workspace' | 'repository' | 'apiUrl'>> {}

export async function stockedWorkspace(folder: string, count: number, shape: Shape): Promise<StockedWorkspace> {
  const repository = await HostedRepository.create(folder)
  const [sha = ''] = await importHistory(repository, [handbook(count, shape)])
  const event = dispatchEvent({ repository: repository.name, ref: 'refs/heads/main', sha })
  const workspace = await repository.checkout(event)
  const api = await startFixedApi(repository, sha)
  return {
    event,
    workspace,
    repository: repository.name,
    apiUrl: api.url,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]()
  }
}

/** GitHub's API, which knows the branch's head without asking Git, and that `synced` was delivered by the run before ours. */
export async function startFixedApi(
  { name, defaultBranch }: HostedRepository,
  head: string,
  synced?: string
): Promise<GitHubApi> {
  const api = await startGitHubApi({ name, defaultBranch, head: () => Promise.resolve(head) })
  const run = { workflow: 'runbooks.yml', event: 'push', branch: defaultBranch, conclusion: 'success' } as const
  if (synced !== undefined) api.runs.push({ ...run, number: 1, sha: synced })
  return api
}
