import {
  startService,
  UPSERT_PATH,
  type RecordedRequest,
  type Service,
  type ServiceOptions
} from '../service/service.ts'
import type { Tree } from './github/commit.ts'
import { pushEvent, type JobEvent } from './github/events.ts'
import { HostedRepository, type CommitOptions, type RepositoryOptions } from './github/repository.ts'
import { GitHubServer } from './github/server.ts'
import { Workflow, type StartedRun, type StepOptions } from './github/workflow.ts'
import { startAction, type JobOptions, type JobResult, type RunningJob } from './runner/runner.ts'
import { temporaryFolder } from './temporary-files.ts'

export interface EnvironmentOptions {
  /** What the workflow file says; address and token of the service are given by themselves. */
  readonly step?: StepOptions
  readonly repository?: RepositoryOptions
  readonly onSignIn?: ServiceOptions['onSignIn']
}

/**
 * Everything that a run needs, on this machine: the service with a token, a hosted repository, GitHub and a workflow. All
 * files are in one temporary folder, and gone when the environment is disposed.
 */
export class TestEnvironment implements AsyncDisposable {
  readonly folder: string
  readonly service: Service
  readonly repository: HostedRepository
  readonly github: GitHubServer
  readonly workflow: Workflow
  /** The last push, and its checkout after `commit`. */
  event: JobEvent
  workspace = ''
  readonly #resources: AsyncDisposableStack
  #token: { readonly id: string; readonly value: string }
  #head: string | undefined
  #requestsBefore = 0
  /** Beyond those of `workflow`. */
  #runNumber = 1000

  private constructor(
    resources: AsyncDisposableStack,
    folder: string,
    service: Service,
    repository: HostedRepository,
    github: GitHubServer,
    step: StepOptions
  ) {
    this.#resources = resources
    this.folder = folder
    this.service = service
    this.repository = repository
    this.github = github
    this.workflow = new Workflow(repository, github, { ...step, inputs: { 'base-url': service.url, ...step.inputs } })
    this.#token = service.tokens.create({ name: 'Runbook Sync', expiration: '30 days' })
    this.event = this.pushOf(undefined, undefined)
  }

  static async create({
    step = {},
    repository: options = {},
    onSignIn
  }: EnvironmentOptions = {}): Promise<TestEnvironment> {
    await using resources = new AsyncDisposableStack()
    const { path } = resources.use(await temporaryFolder())
    const repository = await HostedRepository.create(path, options)
    const service = resources.use(await startService({ port: 0, control: true, onSignIn }))
    const github = resources.use(await GitHubServer.start(repository))
    repository.url = github.repositoryUrl
    return new TestEnvironment(resources.move(), path, service, repository, github, step)
  }

  /** An environment whose default branch has one commit of this tree, checked out. */
  static async with(tree: Tree, options: CommitOptions = {}): Promise<TestEnvironment> {
    const environment = await TestEnvironment.create()
    await environment.commit(tree, options)
    return environment
  }

  /** The secret of the repository. */
  get token(): string {
    return this.#token.value
  }

  /** As in Settings → Access Tokens, with the secret updated. */
  rotateToken(): void {
    this.#token = this.service.tokens.rotate(this.#token.id)
  }

  /** The knowledge base: content by name. */
  entries(): Map<string, string> {
    return new Map(this.service.entries().map(({ name, content }) => [name, content]))
  }

  /** Writes an entry, as a person does in the assistant. */
  async write(name: string, content: string): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, content })
    const { status } = await fetch(this.service.url + UPSERT_PATH, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`The service refuses the entry (HTTP ${status})`)
  }

  pushOf(before: string | undefined, after: string | undefined, branch = 'main', forced = false): JobEvent {
    return pushEvent({ repository: this.repository.name, ref: `refs/heads/${branch}`, before, after, forced })
  }

  /** Pushes a commit of exactly this tree and checks it out, for `run` and `start`. */
  async commit(tree: Tree, options: CommitOptions = {}): Promise<string> {
    const branch = options.branch ?? this.repository.defaultBranch
    const before = await this.repository.head(branch)
    const commit = await this.repository.commit(tree, options)
    this.event = this.pushOf(before, commit, branch)
    this.workspace = await this.repository.checkout(this.event)
    return commit
  }

  /** Runs the Action for the last commit, as a run of its own. */
  async run(inputs: Readonly<Record<string, string>> = {}, options: Partial<JobOptions> = {}): Promise<JobResult> {
    return this.start(inputs, options).result
  }

  start(inputs: Readonly<Record<string, string>> = {}, options: Partial<JobOptions> = {}): RunningJob {
    this.#requestsBefore = this.service.requests().length
    const runNumber = ++this.#runNumber
    return startAction({
      event: this.event,
      workspace: this.workspace,
      repository: this.repository.name,
      serverUrl: this.github.url,
      apiUrl: this.github.apiUrl,
      runId: 7_000_000_000 + runNumber,
      runNumber,
      timeout: 60_000,
      ...options,
      inputs: { token: this.token, 'base-url': this.service.url, ...inputs }
    })
  }

  /** What the service received of the last `run` or `start`. */
  received(path?: string): RecordedRequest[] {
    const requests = this.service.requests().slice(this.#requestsBefore)
    return requests.filter((request) => path === undefined || request.path === path)
  }

  /** Starts a run of the workflow for a push that moves the branch to `commit`, or has moved it; waits for its end. */
  async push(commit?: string, step?: StepOptions): Promise<JobResult> {
    return (await this.startPush(commit, step)).result
  }

  async startPush(commit?: string, step: StepOptions = {}): Promise<StartedRun> {
    const event = await this.pushed(commit)
    return this.workflow.start(event, { ...step, inputs: { token: this.token, ...step.inputs } })
  }

  /** The event of a push that moves the branch to `commit`, or has moved it, since the last push. */
  async pushed(commit?: string): Promise<JobEvent> {
    if (commit !== undefined) await this.repository.setHead(commit)
    const before = this.#head
    this.#head = await this.repository.head()
    const forced = before !== undefined && !(await this.repository.isAncestor(before, this.#head ?? ''))
    this.event = this.pushOf(before, this.#head, this.repository.defaultBranch, forced)
    return this.event
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}
