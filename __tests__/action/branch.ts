import { expect, test } from '@jest/globals'
import { textSent, titleOf } from '../../testing/expected-entries.ts'
import { openGate, type Gate, type GateRequest } from '../../testing/gate.ts'
import { filesOf } from '../../testing/git.ts'
import type { Item, Tree } from '../../testing/github/commit.ts'
import type { JobEvent } from '../../testing/github/events.ts'
import { runIdOf, type StartedRun, type StepOptions, type WorkflowRun } from '../../testing/github/workflow.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { differences, expectedOf } from '../../testing/histories/judge.ts'
import { TestEnvironment, type EnvironmentOptions } from '../../testing/test-environment.ts'
import { deliveredEntry, recordDelivery } from '../../testing/delivered.ts'

export const DISK = 'docs/runbooks/disk.md'
export const OTHER = 'docs/runbooks/other.md'
export const BAD = 'docs/runbooks/bad.md'
/** No run can deliver this. */
export const UNREADABLE = '# Unreadable\n\n\0\n'

const MINUTE = 60_000

/** What is different in the next commit; `null` removes a file. */
export type Changes = Readonly<Record<string, Item | null>>

/** The text of the runbook at `DISK`. */
export const disk = (text: string): string => `# Disk full\n\n${text}\n`

/** A default branch with runbooks, and its runs. Plain Git tells what the knowledge base must hold. */
export class Branch implements AsyncDisposable {
  /** Called, and waited for, before a request of any run reaches the service. */
  onRequest: ((request: GateRequest) => Promise<void> | void) | undefined
  head = ''
  readonly environment: TestEnvironment
  readonly #gate: Gate
  /** Of the workflow. */
  readonly #inputs: Readonly<Record<string, string>>
  readonly #trees = new Map<string, Tree>()

  private constructor(environment: TestEnvironment, gate: Gate, inputs: Readonly<Record<string, string>>) {
    this.environment = environment
    this.#gate = gate
    this.#inputs = inputs
  }

  /** A branch with one commit, as a green run has delivered it. */
  static async create(
    inputs: Readonly<Record<string, string>> = {},
    options: EnvironmentOptions = {}
  ): Promise<Branch> {
    const environment = await TestEnvironment.create(options)
    const gate = await openGate(
      () => environment.service.url,
      (request) => branch.onRequest?.(request)
    )
    const all = { links: 'keep', retries: '1', timeout: '10', 'base-url': gate.url, ...inputs }
    const branch = new Branch(environment, gate, all)
    await branch.deliver({
      '.github/workflows/runbooks.yml': 'on: push\n',
      [DISK]: disk('First.'),
      [OTHER]: '# Other\n\nText.\n'
    })
    return branch
  }

  get token(): string {
    return this.environment.token
  }

  /** A commit on top of the branch, or on `parents`, and no run. */
  async commit(changes: Changes, parents: readonly string[] = this.head === '' ? [] : [this.head]): Promise<string> {
    const tree = { ...this.#trees.get(parents[0] ?? ''), ...changes }
    const items = Object.entries(tree).filter((entry): entry is [string, Item] => entry[1] !== null)
    const commit = await this.environment.repository.commit(Object.fromEntries(items), { parents })
    this.#trees.set(commit, Object.fromEntries(items))
    this.head = commit
    return commit
  }

  /** Moves the branch to a commit, and starts no run. */
  async reset(commit: string): Promise<void> {
    await this.environment.repository.setHead(commit)
    this.head = commit
  }

  /** The event of the pushes since the last event. Ten minutes have passed. */
  async pushed(): Promise<JobEvent> {
    this.environment.github.advance(10 * MINUTE)
    return this.environment.pushed()
  }

  /** A commit and the run of its push. */
  async push(changes: Changes = {}, step: StepOptions = {}): Promise<JobResult> {
    if (Object.keys(changes).length > 0) await this.commit(changes)
    return this.run(await this.pushed(), step)
  }

  /** A push as a green run has delivered it. */
  async deliver(changes: Changes): Promise<void> {
    const { repository } = this.environment
    const head = await this.commit(changes)
    for (const [path, bytes] of await filesOf(repository.folder, head)) {
      if (!path.startsWith('docs/runbooks/')) continue
      const text = bytes.toString()
      const name = titleOf(text) ?? ''
      await this.environment.write(name, deliveredEntry(this.environment, path, name, text))
    }
    const run = this.environment.workflow.queue(await this.pushed())
    run.attempt = 1
    const createdAt = this.environment.github.now()
    recordDelivery(this.environment, this.head, this.#inputs, { createdAt }, runIdOf(run))
  }

  /** A push whose run ends before it records anything. */
  async pushInVain(changes: Changes): Promise<void> {
    await this.commit(changes)
    this.environment.workflow.queue(await this.pushed())
  }

  /** A new run, or one that is repeated. */
  async run(event: JobEvent | WorkflowRun, step: StepOptions = {}): Promise<JobResult> {
    return (await this.start(event, step)).result
  }

  async start(event: JobEvent | WorkflowRun, step: StepOptions = {}): Promise<StartedRun> {
    return this.environment.workflow.start(event, {
      ...step,
      inputs: { ...this.#inputs, token: this.token, ...step.inputs }
    })
  }

  /**
   * Starts the run of a commit, and holds its first upsert until `release` is called.
   *
   * @returns once the upsert has reached the gate, or the run has ended.
   */
  async hold(changes: Changes, step: StepOptions = {}): Promise<HeldRun> {
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
    const job = await this.start(event, { ...step, inputs: { concurrency: '1', timeout: '60', ...step.inputs } })
    await Promise.race([reached.promise, job.result])
    const release = async (): Promise<void> => {
      released.resolve(undefined)
      await this.#gate.idle()
    }
    return { ...job, release }
  }

  /** The run is green, and the knowledge base equals the branch. */
  async expectEqual(job: JobResult): Promise<void> {
    if (job.exitCode !== 0) throw new Error(`The run is red:\n${job.log}`)
    const { repository } = this.environment
    const rows = Array.from(this.environment.entries(), ([name, content]) => {
      return { name, content: textSent(name, content) ?? content }
    })
    const files = Array.from(
      await filesOf(repository.folder, this.head),
      ([path, bytes]) => [path, bytes.toString()] as const
    )
    expect(differences(rows, expectedOf(new Map(files), {}))).toEqual([])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gate[Symbol.asyncDispose]()
    await this.environment[Symbol.asyncDispose]()
  }
}

export interface HeldRun extends StartedRun {
  /** Lets the upsert go on, and waits until the service has answered everything so far. */
  release(): Promise<void>
}

/** A test with a branch of its own, at the same time as the others of its file. */
export function testOnBranch(title: string, run: (branch: Branch) => Promise<void>): void {
  test.concurrent(title, async () => {
    await using branch = await Branch.create()
    await run(branch)
  })
}

/** The run is red, and no stack trace or defect is in its log. */
export function expectRed(job: JobResult): void {
  expect({ exitCode: job.exitCode, log: job.exitCode === 1 ? '' : job.log }).toEqual({ exitCode: 1, log: '' })
  expect(job.log).not.toMatch(/unexpected/i)
}
