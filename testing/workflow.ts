import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { JobEvent } from './events.ts'
import type { GitHubApi, WorkflowRun } from './github-api.ts'
import type { HostedRepository } from './repository.ts'
import { startAction, type JobOptions, type JobResult, type RunningJob } from './runner.ts'

/** What the workflow file says about the step that uses the Action, and what of a job may be different in one run. */
export type StepOptions = Partial<
  Omit<JobOptions, 'event' | 'repository' | 'apiUrl' | 'runNumber' | 'runId' | 'runAttempt'>
>

/**
 * A workflow with the steps checkout and Runbook Sync: gives its runs their numbers, plays them, and tells the API what
 * became of them, as GitHub does.
 */
export class Workflow {
  readonly #repository: HostedRepository
  readonly #api: GitHubApi
  readonly #step: StepOptions
  readonly #file: string
  readonly #played: { readonly run: WorkflowRun; readonly event: JobEvent; attempts: number }[] = []

  constructor(repository: HostedRepository, api: GitHubApi, step: StepOptions) {
    this.#repository = repository
    this.#api = api
    this.#step = step
    this.#file = basename(step.workflow ?? '.github/workflows/runbooks.yml')
  }

  /** Plays one run from checkout to conclusion. `step` goes before what the workflow says; so do single inputs. */
  async run(event: JobEvent, step: StepOptions = {}): Promise<JobResult> {
    return (await this.start(event, step)).result
  }

  /** The same, up to the start of the Action. */
  async start(event: JobEvent, step: StepOptions = {}): Promise<RunningJob> {
    return this.#play(this.#queue(event).number, step)
  }

  /** A run that never starts: GitHub cancels the pending one of a `concurrency` group when a newer one arrives. */
  drop(event: JobEvent): void {
    const run = this.#queue(event)
    run.conclusion = 'cancelled'
    run.ended = run.began = new Date()
  }

  #queue(event: JobEvent): WorkflowRun {
    const run: WorkflowRun = {
      workflow: this.#file,
      number: this.#played.length + 1,
      event: event.name,
      branch: event.ref.replace(/^refs\/(heads|tags)\//, ''),
      sha: event.sha,
      conclusion: null
    }
    this.#played.push({ run, event, attempts: 0 })
    this.#api.runs.push(run)
    return run
  }

  /** Plays a run once more, as "Re-run all jobs" does: the same number, event and commit, however old they are. */
  async rerun(number: number, step: StepOptions = {}): Promise<JobResult> {
    return (await this.startAgain(number, step)).result
  }

  /** The same, up to the start of the Action. */
  async startAgain(number: number, step: StepOptions = {}): Promise<RunningJob> {
    return this.#play(number, step)
  }

  async #play(number: number, step: StepOptions): Promise<RunningJob> {
    const played = this.#played[number - 1]
    if (played === undefined) throw new Error(`There was no run ${number}`)
    const { run, event } = played
    run.conclusion = null
    run.began = new Date()
    const workspace = step.workspace ?? (await this.#repository.checkout(event))
    const job = startAction({
      ...this.#step,
      ...step,
      inputs: { ...this.#step.inputs, ...step.inputs },
      event,
      workspace,
      repository: this.#repository.name,
      apiUrl: this.#api.url,
      runNumber: number,
      runId: 7_000_000_000 + number,
      runAttempt: ++played.attempts
    })
    return { ...job, result: this.#conclude(job, run, step.workspace === undefined ? workspace : undefined) }
  }

  async #conclude(job: RunningJob, run: WorkflowRun, ownWorkspace: string | undefined): Promise<JobResult> {
    try {
      const result = await job.result
      run.conclusion = result.conclusion
      return result
    } finally {
      run.conclusion ??= 'failure'
      run.ended = new Date()
      if (ownWorkspace !== undefined) await rm(ownWorkspace, { recursive: true, force: true })
    }
  }
}
