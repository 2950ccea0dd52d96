import { pushEvent, type JobEvent } from '../../testing/events.ts'
import { temporaryFolder } from '../../testing/leftovers.ts'
import { startGitHubApi, type GitHubApi } from '../../testing/github-api.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { startAction, type JobOptions, type JobResult, type RunningJob } from '../../testing/runner.ts'
import { startService, type RecordedRequest, type Service } from '../../service/service.ts'
import { commitTree, type Tree } from './commit.ts'

/** What the JSON report says. */
export interface Told {
  readonly success: boolean
  readonly mode: string
  readonly failure: { readonly kind: string; readonly message: string; readonly remedy: string } | null
  readonly range: { readonly kind: string; readonly base: string; readonly head: string; readonly reason: string }
  readonly totals: Readonly<Record<string, number>>
  readonly runbooks: readonly ToldRunbook[]
}

export interface ToldRunbook {
  readonly path: string
  readonly name: string | null
  readonly outcome: string
  readonly reason: string
  readonly remedy: string | null
  readonly line: number | null
  readonly attempts: number
}

export type RunOptions = Partial<JobOptions>

/**
 * The bundle, a repository with one checkout, GitHub's API and the service. Every run is one of its own on that checkout:
 * GitHub's API knows of no earlier one unless a test adds it to `api.runs`.
 */
export class Scene implements AsyncDisposable {
  readonly service: Service
  readonly api: GitHubApi
  readonly repository: HostedRepository
  readonly folder: string
  readonly token: string
  event: JobEvent
  workspace = ''
  readonly #made: AsyncDisposableStack
  #seen = 0

  private constructor(
    made: AsyncDisposableStack,
    folder: string,
    service: Service,
    repository: HostedRepository,
    api: GitHubApi
  ) {
    this.#made = made
    this.folder = folder
    this.service = service
    this.repository = repository
    this.api = api
    this.token = service.tokens.create({ name: 'Runbook Sync', expiration: 'never' }).value
    this.event = this.pushOf('0'.repeat(40), '0'.repeat(40))
  }

  static async open(tree: Tree, options: Parameters<typeof commitTree>[2] = {}): Promise<Scene> {
    await using made = new AsyncDisposableStack()
    const { path } = made.use(await temporaryFolder())
    const repository = await HostedRepository.create(path)
    const service = made.use(await startService({ port: 0, control: true }))
    const api = made.use(await startGitHubApi(repository))
    const scene = new Scene(made.move(), path, service, repository, api)
    await scene.push(tree, options)
    return scene
  }

  /** A commit of exactly this tree, pushed and checked out: what the next runs are about. */
  async push(tree: Tree, options: Parameters<typeof commitTree>[2] = {}): Promise<string> {
    const before = await this.repository.head(options.branch)
    const commit = await commitTree(this.repository, tree, options)
    this.event = this.pushOf(before, commit, options.branch)
    this.workspace = await this.repository.checkout(this.event)
    return commit
  }

  pushOf(before: string | undefined, after: string | undefined, branch = 'main'): JobEvent {
    return pushEvent({ repository: this.repository.name, ref: `refs/heads/${branch}`, before, after })
  }

  /** Runs the bundle with a good token and address, unless `inputs` say otherwise. */
  async run(inputs: Readonly<Record<string, string>> = {}, options: RunOptions = {}): Promise<JobResult> {
    return this.start(inputs, options).result
  }

  start(inputs: Readonly<Record<string, string>> = {}, options: RunOptions = {}): RunningJob {
    this.#seen = this.service.requests().length
    return startAction({
      event: this.event,
      workspace: this.workspace,
      repository: this.repository.name,
      apiUrl: this.api.url,
      runNumber: 100,
      timeout: 60_000,
      ...options,
      inputs: { token: this.token, 'base-url': this.service.url, ...inputs }
    })
  }

  /** What the service received of the last run. */
  received(path?: string): RecordedRequest[] {
    return this.service
      .requests()
      .slice(this.#seen)
      .filter((request) => path === undefined || request.path === path)
  }

  /** What the service holds, by name. */
  held(): Map<string, string> {
    return new Map(this.service.entries().map(({ name, content }) => [name, content]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#made.disposeAsync()
  }
}

export function toldBy(job: JobResult): Told {
  if (job.report === undefined) throw new Error(`There is no report. The job wrote:\n${job.stdout}\n${job.stderr}`)
  return job.report as Told
}

/** What the report says of the runbook at `path`; throws where it says nothing. */
export function told(job: JobResult, path: string): ToldRunbook {
  const runbook = toldBy(job).runbooks.find((one) => one.path === path)
  if (runbook === undefined) throw new Error(`The report says nothing of ${JSON.stringify(path)}`)
  return runbook
}
