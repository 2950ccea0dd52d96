import { startService, type RecordedRequest, type Service, type ServiceOptions } from '../service/service.ts'
import { differencesOf, textOf } from './expected-entries.ts'
import { openGate, type Gate, type GateRequest } from './gate.ts'
import { filesOf } from './git.ts'
import type { Item, Tree } from './github/commit.ts'
import { dispatchEvent, pushEvent, type JobEvent } from './github/events.ts'
import { HostedRepository, type RepositoryOptions } from './github/repository.ts'
import { GitHubServer } from './github/server.ts'
import { Workflow, type StepOptions } from './github/workflow.ts'
import type { JobResult, RunningJob } from './runner/runner.ts'
import { temporaryFolder } from './temporary-files.ts'

export interface ProjectOptions {
  /** What the workflow file says; address and token of the service are given by themselves. */
  readonly step?: StepOptions
  readonly repository?: RepositoryOptions
  readonly onSignIn?: ServiceOptions['onSignIn']
}

/** What is different in a commit, by path; `null` removes a file. */
export type Changes = Readonly<Record<string, Item | null>>

interface CommitOptions {
  /** The default branch without it, and none if it is `null`. */
  readonly branch?: string | null
  /** The commit before, whose files it changes, and others that it merges. By default the last commit of `commit` or `reset`. */
  readonly parents?: readonly string[]
  /** Files whose paths are any bytes, written in Latin-1. */
  readonly bytes?: Tree
}

/** A run of the workflow: of the last push, unless it says otherwise. Its inputs are added to those of the workflow. */
export interface RunOptions extends StepOptions {
  readonly event?: JobEvent
}

/** A run that is held before its first upsert. */
export interface HeldRun extends RunningJob {
  /** Lets the upsert go on, and waits until the service has answered everything so far. */
  release(): Promise<void>
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
  readonly workflow: Workflow
  /** Called, and waited for, before a request of any run reaches the service. */
  onRequest: ((request: GateRequest) => Promise<void> | void) | undefined
  /** The commit that the next one changes; empty before the first. */
  head = ''
  /** The last push. */
  event: JobEvent
  readonly #gate: Gate
  readonly #resources: AsyncDisposableStack
  readonly #trees = new Map<string, Tree>()
  #token: { readonly id: string; readonly value: string }
  #requestsBefore = 0

  private constructor(
    resources: AsyncDisposableStack,
    parts: Pick<Project, 'folder' | 'service' | 'repository' | 'github' | 'workflow'>,
    gate: Gate
  ) {
    this.#resources = resources
    this.#gate = gate
    this.folder = parts.folder
    this.service = parts.service
    this.repository = parts.repository
    this.github = parts.github
    this.workflow = parts.workflow
    this.#token = parts.service.tokens.create({ name: 'Runbook Sync', expiration: '30 days' })
    this.event = this.pushOf({})
  }

  /** A project with an empty repository and an empty knowledge base. */
  static async create({ step = {}, repository: options = {}, onSignIn }: ProjectOptions = {}): Promise<Project> {
    await using resources = new AsyncDisposableStack()
    const { path: folder } = resources.use(await temporaryFolder())
    const repository = await HostedRepository.create(folder, options)
    const service = resources.use(await startService({ control: true, onSignIn }))
    const github = resources.use(await GitHubServer.start(repository))
    repository.url = github.repositoryUrl
    const gate: Gate = resources.use(await openGate(service.url, (request) => project.onRequest?.(request)))
    const inputs = { 'base-url': gate.url, ...step.inputs }
    const workflow = new Workflow(repository, github, { ...step, inputs })
    const project: Project = new Project(resources.move(), { folder, service, repository, github, workflow }, gate)
    return project
  }

  // The repository

  /** A commit with these files different, on its branch. No run starts. @returns its id. */
  async commit(changes: Changes, { branch, parents, bytes }: CommitOptions = {}): Promise<string> {
    const from = parents ?? (this.head === '' ? [] : [this.head])
    const items = Object.entries({ ...this.#trees.get(from[0] ?? ''), ...changes })
    const tree = Object.fromEntries(items.filter((entry): entry is [string, Item] => entry[1] !== null))
    const options = { parents: from, ...(bytes && { bytes }), ...(branch !== undefined && { branch }) }
    const commit = await this.repository.commit(tree, options)
    this.#trees.set(commit, tree)
    if (branch === undefined) this.head = commit
    return commit
  }

  /** Moves the branch to a commit. No run starts. */
  async reset(commit: string): Promise<void> {
    await this.repository.setHead(commit)
    this.head = commit
  }

  /** The event of a push to the default branch. */
  pushOf(push: { readonly before?: string | undefined; readonly after?: string | undefined }): JobEvent {
    const { name: repository, defaultBranch } = this.repository
    return pushEvent({ ref: `refs/heads/${defaultBranch}`, ...push, repository, defaultBranch })
  }

  /** The event of one push of everything since the last one. */
  async pushed(): Promise<JobEvent> {
    const { after: before } = this.event.payload as { readonly after: string }
    this.head = (await this.repository.head()) ?? ''
    this.event = this.pushOf({ before, after: this.head })
    return this.event
  }

  // Runs of the workflow

  /** A commit, if there are changes, and the run of its push. */
  async push(changes: Changes = {}, options: RunOptions = {}): Promise<JobResult> {
    if (Object.keys(changes).length > 0) await this.commit(changes)
    return this.run({ ...options, event: await this.pushed() })
  }

  /** A run that a person starts by hand. */
  async dispatch(options: RunOptions = {}): Promise<JobResult> {
    const { name: repository, defaultBranch } = this.repository
    const sha = (await this.repository.head()) ?? ''
    return this.run({ ...options, event: dispatchEvent({ repository, ref: `refs/heads/${defaultBranch}`, sha }) })
  }

  async run(options: RunOptions = {}): Promise<JobResult> {
    return (await this.start(options)).result
  }

  /** The same, up to the start of the Action. */
  async start({ event = this.event, ...step }: RunOptions = {}): Promise<RunningJob> {
    this.#requestsBefore = this.service.requests().length
    const run = this.workflow.queue(event)
    return this.workflow.start(run, { ...step, inputs: { token: this.token, ...step.inputs } })
  }

  /** Starts the run of a push, and waits until its first upsert has reached the service, or it has ended. */
  async hold(changes: Changes, options: RunOptions = {}): Promise<HeldRun> {
    await this.commit(changes)
    const event = await this.pushed()
    const reached = Promise.withResolvers<undefined>()
    const released = Promise.withResolvers<undefined>()
    this.onRequest = ({ kind }) => {
      if (kind !== 'upsert') return
      this.onRequest = undefined
      reached.resolve(undefined)
      return released.promise
    }
    const job = await this.start({ ...options, event })
    await Promise.race([reached.promise, job.result])
    const release = async (): Promise<void> => {
      released.resolve(undefined)
      await this.idle()
    }
    return { ...job, release }
  }

  /** Waits until the service has answered everything that was sent so far, also by runs that were killed. */
  async idle(): Promise<void> {
    await this.#gate.idle()
  }

  /** What the service received since the last run was started. */
  received(path?: string): RecordedRequest[] {
    const requests = this.service.requests().slice(this.#requestsBefore)
    return requests.filter((request) => path === undefined || request.path === path)
  }

  // People

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

  // What must be

  /**
   * The knowledge base has the runbooks of the default branch, and nobody has changed their entries.
   *
   * @param job a run that must be green.
   * @throws {Error} with the differences, or with the log of a red run.
   */
  async expectEqual(job: JobResult): Promise<void> {
    expectGreen(job)
    const files = await filesOf(this.repository.folder, (await this.repository.head()) ?? '')
    const differences = differencesOf(this.entries(), files)
    if (differences.length > 0) throw new Error(`${differences.join('\n')}\n${job.log}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}

/** @throws {Error} with the log. */
export function expectGreen({ exitCode, log }: JobResult): void {
  if (exitCode !== 0) throw new Error(`The run is red:\n${log}`)
}

/** The run is red because of what it found, and not because of a defect. @throws {Error} with the log. */
export function expectRed({ exitCode, log }: JobResult): void {
  if (exitCode === 1 && !/unexpected error|^\s+at .+:\d+:\d+\)?$/im.test(log)) return
  throw new Error(`The run is not red as it should be (exit code ${exitCode}):\n${log}`)
}
