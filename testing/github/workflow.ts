import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JobOptions } from '../runner/environment.ts'
import { startAction, type RunningJob } from '../runner/runner.ts'
import { rootOf, type CheckoutKind } from './checkout.ts'
import type { JobEvent } from './events.ts'
import type { HostedRepository } from './repository.ts'
import type { GitHubServer } from './server.ts'

/** What the workflow file says about the step that uses the Action, and what may differ in one run. */
export type StepOptions = Partial<Omit<JobOptions, 'event' | 'repository' | 'apiUrl' | 'runNumber' | 'runAttempt'>> & {
  /** Of the job's own checkout, where no `workspace` is given. */
  readonly checkout?: CheckoutKind
}

export interface WorkflowRun {
  /** From 1; a repeated run keeps its number. */
  readonly number: number
  readonly event: JobEvent
  /** 0 before it starts. */
  attempt: number
}

/** A workflow with the steps checkout and Runbook Sync: numbers its runs and starts them. */
export class Workflow {
  readonly #repository: HostedRepository
  readonly #github: GitHubServer
  readonly #step: StepOptions
  #runs = 0

  constructor(repository: HostedRepository, github: GitHubServer, step: StepOptions) {
    this.#repository = repository
    this.#github = github
    this.#step = step
  }

  /** A run that waits to be started; it may never be. */
  queue(event: JobEvent): WorkflowRun {
    return { number: ++this.#runs, event, attempt: 0 }
  }

  /** Starts a queued run, or repeats an earlier one. `step` overrides the workflow, its inputs one by one. */
  async start(run: WorkflowRun, step: StepOptions = {}): Promise<RunningJob> {
    const { event } = run
    run.attempt++
    const { checkout: kind = 'depth 1', ...options } = { ...this.#step, ...step }
    const workspace = options.workspace ?? (await this.#repository.checkout(event, kind))
    const root = rootOf(kind)
    const job = startAction({
      githubToken: `ghs_${run.number}_${run.attempt}`,
      serverUrl: this.#github.url,
      ...options,
      inputs: { ...(root !== '' && { root }), ...this.#step.inputs, ...step.inputs },
      event,
      workspace,
      repository: this.#repository.name,
      apiUrl: this.#github.apiUrl,
      runNumber: run.number,
      runAttempt: run.attempt
    })
    const remove = async (): Promise<void> => {
      if (options.workspace === undefined) {
        await rm(dirname(workspace), { recursive: true, force: true, maxRetries: 5 })
      }
    }
    return { ...job, result: job.result.finally(remove) }
  }
}
