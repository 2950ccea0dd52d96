import { startGitHubApi } from '../github-api.ts'
import { temporaryFolder } from '../leftovers.ts'
import { HostedRepository } from '../repository.ts'
import { Workflow } from '../workflow.ts'
import { Handbook } from './handbook.ts'
import type { SoakResult } from './judge.ts'
import { KillableService } from './killable-service.ts'
import { Random } from './random.ts'
import { Turns } from './turns.ts'

export interface SoakOptions {
  readonly seed: number
  /** Seconds until the reconciling run. */
  readonly seconds: number
  /** Told of each run, for whoever watches. */
  readonly narrate?: (line: string) => void
}

/**
 * Plays random pushes and runs of the built Action for a time while the service, the runner and the token fail at random
 * moments, and compares the knowledge base with the branch whenever a green run says that they are equal. What is done is
 * decided by the seed; at which instant it hits, by the machine.
 */
export async function soak({ seed, seconds, narrate = () => undefined }: SoakOptions): Promise<SoakResult> {
  await using folder = await temporaryFolder()
  const hosted = await HostedRepository.create(folder.path)
  await using service = await KillableService.start(folder.path)
  await using api = await startGitHubApi(hosted)
  const random = new Random(seed)
  const handbook = await Handbook.create(hosted, random)
  const workflow = new Workflow(hosted, api, {
    inputs: { 'base-url': service.url, files: 'docs/runbooks/**/*.md', retries: '2', timeout: '2', concurrency: '4' },
    timeout: 60_000
  })
  const turns = new Turns({ hosted, service, handbook, workflow, random, narrate })
  return await turns.play(performance.now() + seconds * 1000)
}
