import { startService, type Service } from '../service/service.ts'
import { pushEvent, type JobEvent } from './events.ts'
import { startGitHubApi, type GitHubApi } from './github-api.ts'
import { temporaryFolder } from './leftovers.ts'
import { HostedRepository } from './repository.ts'
import type { JobResult, RunningJob } from './runner.ts'
import { Workflow, type StepOptions } from './workflow.ts'

/**
 * All that a rehearsal takes: the service with a token, a hosted repository, GitHub's API and the workflow. What it
 * makes is in one temporary folder, and gone when it is disposed.
 */
export class Stage implements AsyncDisposable {
  readonly service: Service
  readonly repository: HostedRepository
  readonly api: GitHubApi
  readonly workflow: Workflow
  readonly #made: AsyncDisposableStack
  #token: { readonly id: string; readonly value: string }
  #head: string | undefined

  private constructor(
    made: AsyncDisposableStack,
    service: Service,
    repository: HostedRepository,
    api: GitHubApi,
    step: StepOptions
  ) {
    this.#made = made
    this.service = service
    this.repository = repository
    this.api = api
    this.workflow = new Workflow(repository, api, { ...step, inputs: { 'base-url': service.url, ...step.inputs } })
    this.#token = service.tokens.create({ name: 'Runbook Sync', expiration: '30 days' })
  }

  /** @param step what the workflow file says; the address and the token of the service need not be said. */
  static async open(step: StepOptions = {}): Promise<Stage> {
    await using made = new AsyncDisposableStack()
    const folder = made.use(await temporaryFolder())
    const repository = await HostedRepository.create(folder.path)
    const service = made.use(await startService({ port: 0, control: true }))
    const api = made.use(await startGitHubApi(repository))
    return new Stage(made.move(), service, repository, api, step)
  }

  /** What the repository's secret holds. */
  get token(): string {
    return this.#token.value
  }

  /** As in Settings → Access Tokens, with the secret brought up to date. */
  rotateToken(): void {
    this.#token = this.service.tokens.rotate(this.#token.id)
  }

  /** Plays the run of a push that brings the branch to `commit`, or to where it has been pushed already. */
  async push(commit?: string, step?: StepOptions): Promise<JobResult> {
    return (await this.startPush(commit, step)).result
  }

  async startPush(commit?: string, step: StepOptions = {}): Promise<RunningJob> {
    const event = await this.#pushed(commit)
    return this.workflow.start(event, { ...step, inputs: { token: this.token, ...step.inputs } })
  }

  /** A push whose run is dropped before it starts. */
  async pushInVain(commit?: string): Promise<void> {
    this.workflow.drop(await this.#pushed(commit))
  }

  async #pushed(commit: string | undefined): Promise<JobEvent> {
    if (commit !== undefined) await this.repository.setHead(commit)
    const before = this.#head
    this.#head = await this.repository.head()
    const { name, defaultBranch } = this.repository
    return pushEvent({ repository: name, ref: `refs/heads/${defaultBranch}`, before, after: this.#head })
  }

  /** What the service holds, by name. */
  held(): Map<string, string> {
    return new Map(this.service.entries().map(({ name, content }) => [name, content]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#made.disposeAsync()
  }
}
