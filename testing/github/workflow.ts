import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { startAction, type JobOptions, type JobResult, type RunningJob } from '../runner/runner.ts'
import { rootOf, type CheckoutKind } from './checkout.ts'
import type { JobEvent } from './events.ts'
import type { HostedRepository } from './repository.ts'
import { runIdOf, type WorkflowRun } from './runs.ts'
import type { GitHubServer } from './server.ts'

/** What the workflow file says about the step that uses the Action, and what may differ in one run. */
export type StepOptions = Partial<
  Omit<JobOptions, 'event' | 'repository' | 'apiUrl' | 'runNumber' | 'runId' | 'runAttempt'>
> & {
  /** Of the job's own checkout, where no `workspace` is given. */
  readonly checkout?: CheckoutKind
}

/** A run that has started, and its result. */
export interface StartedRun extends RunningJob {
  readonly run: WorkflowRun
}

/** A workflow with the steps checkout and Runbook Sync: numbers its runs, starts them, and keeps the API's list. */
export class Workflow {
  readonly #repository: HostedRepository
  readonly #github: GitHubServer
  readonly #step: StepOptions
  readonly #events = new Map<WorkflowRun, JobEvent>()

  constructor(repository: HostedRepository, github: GitHubServer, step: StepOptions) {
    this.#repository = repository
    this.#github = github
    this.#step = step
  }

  /** A run that waits to be started. */
  queue(event: JobEvent): WorkflowRun {
    const now = this.#github.now()
    const run: WorkflowRun = {
      workflow: 'runbooks.yml',
      number: this.#events.size + 1,
      event: event.name,
      branch: event.headBranch ?? event.ref.replace(/^refs\/(heads|tags)\//, ''),
      sha: event.sha,
      attempt: 0,
      status: 'queued',
      conclusion: null,
      createdAt: now,
      startedAt: now,
      updatedAt: now
    }
    this.#events.set(run, event)
    this.#github.runs.push(run)
    return run
  }

  /**
   * A run that GitHub lists, and that never starts. `cancelled`: GitHub cancels the pending run of a `concurrency` group
   * when a newer one arrives.
   */
  drop(event: JobEvent | WorkflowRun, conclusion: 'cancelled' | 'failure' | 'success' = 'cancelled'): WorkflowRun {
    const run = 'payload' in event ? this.queue(event) : event
    this.#update(run, 'completed', conclusion)
    return run
  }

  /** What started a run. */
  eventOf(run: WorkflowRun): JobEvent {
    const event = this.#events.get(run)
    if (event === undefined) throw new Error(`Run ${run.number} is of another workflow`)
    return event
  }

  /** Deletes a run from the list. */
  delete(run: WorkflowRun): void {
    this.#github.runs.splice(this.#github.runs.indexOf(run), 1)
  }

  /** Runs a new or queued run from checkout to conclusion. `step` overrides the workflow, its inputs one by one. */
  async run(event: JobEvent | WorkflowRun, step: StepOptions = {}): Promise<JobResult> {
    return (await this.start(event, step)).result
  }

  /** The same, up to the start of the Action. */
  async start(event: JobEvent | WorkflowRun, step: StepOptions = {}): Promise<StartedRun> {
    return this.#start('payload' in event ? this.queue(event) : event, step)
  }

  /** Starts a run once more, as "Re-run all jobs" does: the same number, event and commit, however old they are. */
  async rerun(number: number, step: StepOptions = {}): Promise<JobResult> {
    return (await this.startAgain(number, step)).result
  }

  /** The same, up to the start of the Action. */
  async startAgain(number: number, step: StepOptions = {}): Promise<StartedRun> {
    const run = [...this.#events.keys()][number - 1]
    if (run === undefined) throw new Error(`There is no run ${number}`)
    run.startedAt = this.#github.now()
    return this.#start(run, step)
  }

  async #start(run: WorkflowRun, step: StepOptions): Promise<StartedRun> {
    const event = this.eventOf(run)
    run.attempt++
    this.#update(run, 'in_progress', null)
    const { checkout: kind = 'depth 1', ...options } = { ...this.#step, ...step }
    const workspace = options.workspace ?? (await this.#repository.checkout(event, kind))
    const root = rootOf(kind)
    const job = startAction({
      githubToken: `ghs_${run.number}_${run.attempt}`,
      serverUrl: this.#github.url,
      ...options,
      inputs: { ...(root === '' ? {} : { root }), ...this.#step.inputs, ...step.inputs },
      event,
      workspace,
      repository: this.#repository.name,
      apiUrl: this.#github.apiUrl,
      runNumber: run.number,
      runId: runIdOf(run.number),
      runAttempt: run.attempt
    })
    const ownFolder = options.workspace === undefined ? dirname(workspace) : undefined
    return { ...job, run, result: this.#conclude(job, run, ownFolder) }
  }

  async #conclude(job: RunningJob, run: WorkflowRun, ownFolder: string | undefined): Promise<JobResult> {
    try {
      const result = await job.result
      this.#update(run, 'completed', result.conclusion)
      return result
    } finally {
      if (ownFolder !== undefined) await rm(ownFolder, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  #update(run: WorkflowRun, status: WorkflowRun['status'], conclusion: WorkflowRun['conclusion']): void {
    Object.assign(run, { status, conclusion, updatedAt: this.#github.now() })
  }
}
