import type { getOctokit } from '@actions/github'
import { COMMIT, field, type Job } from '../event.ts'
import type { Secret } from '../errors.ts'
import { array, integer, NotFoundError, RestApi, text } from './api.ts'

export { GitHubError, NotFoundError } from './api.ts'

/** A run of this workflow. */
export interface WorkflowRun {
  readonly id: number
  /** Counts the runs of the workflow; a repeated run keeps its number. */
  readonly number: number
  /** From 1. */
  readonly attempt: number
  readonly event: string
  readonly commit: string
  readonly completed: boolean
  readonly succeeded: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** How `head` relates to `base`: GitHub's words. `ahead`: `head` is a descendant. */
export interface Comparison {
  readonly status: 'identical' | 'ahead' | 'behind' | 'diverged'
  /** Commits that `head` has and `base` has not. */
  readonly aheadBy: number
}

const PAGE_SIZE = 100
/** GitHub lists a thousand runs of a branch at most. */
const MAX_PAGES = 10

/** The questions to GitHub. All of them throw `GitHubError`. */
export class GitHub {
  readonly #api: RestApi
  readonly #job: Job

  constructor(makeOctokit: typeof getOctokit, job: Job, token: Secret | undefined) {
    this.#api = new RestApi(makeOctokit, token, job.repository)
    this.#job = job
  }

  /** The commit that a branch points to. GitHub may answer with an older one for some seconds. */
  async branchHead(branch: string): Promise<string> {
    const path = `/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`
    const parse = (data: unknown): string => text(field(field(data, 'object'), 'sha'), COMMIT)
    return this.#api.get(`the head of the branch ${branch}`, path, parse)
  }

  async defaultBranch(): Promise<string> {
    return this.#api.get('the default branch', '', (data) => text(field(data, 'default_branch'), /./))
  }

  /** The full id of a commit. */
  async commit(name: string): Promise<string> {
    const path = `/commits/${encodeURIComponent(name)}`
    return this.#api.get('the commit of the input `since`', path, (data) => text(field(data, 'sha'), COMMIT))
  }

  async compare(base: string, head: string): Promise<Comparison> {
    // The first page lists changed files with their differences, which may be large.
    const path = `/compare/${base}...${head}?per_page=1&page=2`
    return this.#api.get('how two commits are related', path, (data) => ({
      status: text(field(data, 'status'), /^(?:identical|ahead|behind|diverged)$/) as Comparison['status'],
      aheadBy: integer(field(data, 'ahead_by'))
    }))
  }

  /**
   * The runs of this workflow on a branch, newest first, up to the page with the last successful push. Runs for pull
   * requests and merge groups are left out: their branch may have the same name and be another one.
   */
  async runs(branch: string): Promise<readonly WorkflowRun[]> {
    const { workflowFile } = this.#job
    if (workflowFile !== undefined) {
      try {
        return await this.#runsOf(encodeURIComponent(workflowFile), branch)
      } catch (error) {
        // A workflow that GitHub runs for an organization has its file in another repository.
        if (!(error instanceof NotFoundError)) throw error
      }
    }
    const id = await this.#getRuns(`/actions/runs/${this.#job.runId}`, (data) => integer(field(data, 'workflow_id')))
    return this.#runsOf(String(id), branch)
  }

  async #runsOf(workflow: string, branch: string): Promise<readonly WorkflowRun[]> {
    const runs: WorkflowRun[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ branch, per_page: String(PAGE_SIZE), page: String(page) }).toString()
      const listed = await this.#getRuns(`/actions/workflows/${workflow}/runs?${query}`, (data) =>
        array(field(data, 'workflow_runs')).map(runOf)
      )
      runs.push(...listed.filter(({ event }) => !/^(?:pull_request|merge_group)/.test(event)))
      if (listed.length < PAGE_SIZE || runs.some((run) => run.id !== this.#job.runId && isPushSuccess(run))) break
    }
    return runs
  }

  async #getRuns<T>(path: string, parse: (data: unknown) => T): Promise<T> {
    return this.#api.get('the runs of this workflow', path, parse, 'actions: read')
  }
}

/** Whether a run delivered a push completely. */
export function isPushSuccess({ event, succeeded }: WorkflowRun): boolean {
  return succeeded && event === 'push'
}

function runOf(run: unknown): WorkflowRun {
  return {
    id: integer(field(run, 'id')),
    number: integer(field(run, 'run_number')),
    attempt: integer(field(run, 'run_attempt')),
    event: text(field(run, 'event'), /^/),
    commit: text(field(run, 'head_sha'), COMMIT),
    completed: field(run, 'status') === 'completed',
    succeeded: field(run, 'conclusion') === 'success' && field(run, 'status') === 'completed',
    createdAt: timeOf(field(run, 'created_at')),
    updatedAt: timeOf(field(run, 'updated_at'))
  }
}

function timeOf(value: unknown): number {
  return integer(Date.parse(text(value, /^\d{4}-\d\d-\d\dT/)))
}
