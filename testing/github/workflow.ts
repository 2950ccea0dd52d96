import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { startAction, type JobOptions, type JobResult, type RunningJob } from '../runner/runner.ts'
import { rootOf, type CheckoutKind } from './checkout.ts'
import type { JobEvent } from './events.ts'
import type { HostedRepository } from './repository.ts'
import type { GitHubServer } from './server.ts'

/** What the workflow file says about the step that uses the Action, and what may differ in one run. */
export type StepOptions = Partial<
  Omit<JobOptions, 'event' | 'repository' | 'apiUrl' | 'runNumber' | 'runId' | 'runAttempt'>
> & {
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

/** A run that has started, and its result. */
export interface StartedRun extends RunningJob {
  readonly run: WorkflowRun
}

export function runIdOf({ number }: Pick<WorkflowRun, 'number'>): number {
  return 7_000_000_000 + number
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

  /** Runs a new, queued or earlier run from checkout to conclusion. `step` overrides the workflow, its inputs one by one. */
  async run(run: JobEvent | WorkflowRun, step: StepOptions = {}): Promise<JobResult> {
    return (await this.start(run, step)).result
  }

  /** The same, up to the start of the Action. An earlier run is repeated: the same event and commit, however old they are. */
  async start(given: JobEvent | WorkflowRun, step: StepOptions = {}): Promise<StartedRun> {
    const run = 'payload' in given ? this.queue(given) : given
    const { event } = run
    run.attempt++
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
      runId: runIdOf(run),
      runAttempt: run.attempt
    })
    const remove = async (): Promise<void> => {
      if (options.workspace === undefined) {
        await rm(dirname(workspace), { recursive: true, force: true, maxRetries: 5 })
      }
    }
    return { ...job, run, result: job.result.finally(remove) }
  }
}
