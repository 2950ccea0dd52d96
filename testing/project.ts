import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  startService,
  type OnRequest,
  type RecordedRequest,
  type Service,
  type ServiceOptions
} from '../service/service.ts'
import { differencesOf, textOf } from './expected-entries.ts'
import { filesOf } from './git.ts'
import type { CheckoutKind } from './github/checkout.ts'
import type { Changes } from './github/commit.ts'
import { dispatchEvent, pushEvent, type JobEvent } from './github/events.ts'
import { HostedRepository, type CommitOptions } from './github/repository.ts'
import { GitHubServer } from './github/server.ts'
import { startAction, type JobOptions, type JobResult, type RunningJob } from './runner/runner.ts'
import { temporaryFolder } from './temporary-files.ts'

/** What the workflow file says about the step that uses the Action, and what may differ in one run. */
type StepOptions = Partial<Omit<JobOptions, 'event' | 'repository' | 'runNumber' | 'runAttempt'>> & {
  /** Of the job's own checkout, where no `workspace` is given. */
  readonly checkout?: CheckoutKind
}

export interface ProjectOptions {
  /** What the workflow file says; address and token of the service are given by themselves. */
  readonly step?: StepOptions
  readonly onSignIn?: ServiceOptions['onSignIn']
}

/** A run of the workflow: of the last push, unless it says otherwise. Its inputs are added to those of the workflow. */
export interface RunOptions extends StepOptions {
  readonly event?: JobEvent
  /** More than 1 if an earlier run is repeated. */
  readonly attempt?: number
}

/**
 * A project of users, on this machine: a repository with runbooks on GitHub, the assistant with its knowledge base, and the
 * workflow whose runs are processes. All files are in one temporary folder, which is gone when the project is disposed.
 */
export class Project implements AsyncDisposable {
  readonly folder: string
  readonly service: Service
  readonly repository: HostedRepository
  readonly github: GitHubServer
  /** Called, and waited for, before a request of any run is answered, also after the run is gone. */
  onRequest: ((request: Parameters<OnRequest>[0]) => Promise<void> | void) | undefined
  /** The last push. */
  event: JobEvent
  readonly #step: StepOptions
  readonly #resources: AsyncDisposableStack
  readonly #pending = new Set<Promise<void>>()
  #token: { readonly id: string; readonly value: string }
  #runs = 0
  #requestsBefore = 0

  private constructor(
    resources: AsyncDisposableStack,
    parts: Pick<Project, 'folder' | 'service' | 'repository' | 'github'>,
    step: StepOptions
  ) {
    this.#resources = resources
    this.#step = step
    this.folder = parts.folder
    this.service = parts.service
    this.repository = parts.repository
    this.github = parts.github
    this.#token = parts.service.tokens.create({ name: 'Runbook Sync', expiration: '30 days' })
    this.event = this.pushOf({})
  }

  /** A project with an empty repository and an empty knowledge base. */
  static async create({ step = {}, onSignIn }: ProjectOptions = {}): Promise<Project> {
    await using resources = new AsyncDisposableStack()
    const { path: folder } = resources.use(await temporaryFolder())
    const repository = await HostedRepository.create(folder)
    const onRequest: OnRequest = (request, answer) => project.#pass(request, answer)
    const service = resources.use(await startService({ control: true, onSignIn, onRequest }))
    const github = resources.use(await GitHubServer.start(repository))
    repository.url = github.repositoryUrl
    const project: Project = new Project(resources.move(), { folder, service, repository, github }, step)
    return project
  }

  /** A commit with these files different. No run starts. @returns its id. */
  async commit(changes: Changes, options?: CommitOptions): Promise<string> {
    return this.repository.change(changes, options)
  }

  pushOf({ before, after }: { readonly before?: string | undefined; readonly after?: string | undefined }): JobEvent {
    return pushEvent(this.repository.name, before, after)
  }

  /** The event of one push of everything since the last one. */
  async pushed(): Promise<JobEvent> {
    const { after } = this.event.payload as { readonly after: string }
    this.event = this.pushOf({ before: after, after: await this.repository.head() })
    return this.event
  }

  /** A commit, if there are changes, and the run of its push. */
  async push(changes: Changes = {}, options: RunOptions = {}): Promise<JobResult> {
    if (Object.keys(changes).length > 0) await this.commit(changes)
    return this.run({ ...options, event: await this.pushed() })
  }

  /** A run that a person starts by hand. */
  async dispatch(options: RunOptions = {}): Promise<JobResult> {
    const sha = (await this.repository.head()) ?? ''
    return this.run({ ...options, event: dispatchEvent(this.repository.name, sha) })
  }

  async run(options: RunOptions = {}): Promise<JobResult> {
    return (await this.start(options)).result
  }

  /** The same, which does not wait for the end. */
  async start({ event = this.event, attempt: runAttempt = 1, ...step }: RunOptions = {}): Promise<RunningJob> {
    this.#requestsBefore = this.service.requests().length
    const runNumber = ++this.#runs
    const { checkout: kind = 'depth 1', ...options } = { ...this.#step, ...step }
    const workspace = options.workspace ?? (await this.repository.checkout(event, kind))
    const given = { 'base-url': this.service.url, token: this.token }
    const job = startAction({
      githubToken: `ghs_${runNumber}`,
      serverUrl: this.github.url,
      ...options,
      inputs: { ...given, ...this.#step.inputs, ...step.inputs },
      event,
      workspace,
      repository: this.repository.name,
      runNumber,
      runAttempt
    })
    if (options.workspace !== undefined) return job
    const remove = () => rm(dirname(workspace), { recursive: true, force: true, maxRetries: 5 })
    return { ...job, result: job.result.finally(remove) }
  }

  /** Waits until the service has answered everything that was sent so far, also by runs that were killed. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
  }

  async #pass(request: Parameters<OnRequest>[0], answer: () => Promise<void>): Promise<void> {
    const passed = Promise.resolve(this.onRequest?.(request)).then(answer)
    this.#pending.add(passed)
    await passed.finally(() => this.#pending.delete(passed))
  }

  /** What the service received since the last run was started. */
  received(path?: string): RecordedRequest[] {
    const requests = this.service.requests().slice(this.#requestsBefore)
    return requests.filter((request) => path === undefined || request.path === path)
  }

  /** The secret of the repository. */
  get token(): string {
    return this.#token.value
  }

  /** Rotates the token in Settings → Access Tokens, and updates the secret. */
  rotateToken(): void {
    this.#token = this.service.tokens.rotate(this.#token.id)
  }

  /** A person edits an entry. @returns its content. @throws {Error} if the text stays as it is. */
  edit(name: string, change: (content: string) => string): string {
    const before = this.entries().get(name) ?? ''
    const content = change(before)
    if (content === before) throw new Error(`The edit does not change “${name}”: ${before}`)
    this.paste(name, content)
    return content
  }

  /** A person replaces the content of an entry, or creates an entry. */
  paste(name: string, content: string): void {
    this.service.writeEntry({ name, content })
  }

  /** The knowledge base: content by name. */
  entries(): Map<string, string> {
    return new Map(this.service.entries().map(({ name, content }) => [name, content]))
  }

  /** The same without source lines. */
  texts(): Record<string, string> {
    return Object.fromEntries(Array.from(this.entries(), ([name, content]) => [name, textOf(content)]))
  }

  /**
   * The knowledge base has the runbooks of the branch, and nobody has changed their entries.
   *
   * @param job a run that must be green.
   * @throws {Error} with the differences, or with the log of a red run.
   */
  async expectEqual(job: JobResult): Promise<void> {
    if (job.exitCode !== 0) throw new Error(`The run is red:\n${job.log}`)
    const files = await filesOf(this.repository.folder, 'main')
    const differences = differencesOf(this.entries(), files)
    if (differences.length > 0) throw new Error(`${differences.join('\n')}\n${job.log}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}
