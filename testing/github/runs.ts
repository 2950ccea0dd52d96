/** A run of a workflow, as far as the API tells. Tests change times and conclusions as they need. */
export interface WorkflowRun {
  readonly number: number
  /** Of its first attempt. */
  readonly event: string
  readonly branch: string
  readonly sha: string
  /** The workflow file's name; a name with slashes is a file of another repository, which the API does not find by name. */
  readonly workflow: string
  attempt: number
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: 'success' | 'failure' | 'cancelled' | 'skipped' | null
  /** When the event arrived. */
  createdAt: Date
  /** When the present attempt was triggered. */
  startedAt: Date
  updatedAt: Date
}

/** A successful push run on `main` an hour ago, unless `run` says otherwise. */
export function workflowRun(run: Pick<WorkflowRun, 'number' | 'sha'> & Partial<WorkflowRun>): WorkflowRun {
  const time = run.createdAt ?? new Date(Date.now() - 3_600_000)
  const conclusion = run.conclusion === undefined ? 'success' : run.conclusion
  return {
    event: 'push',
    branch: 'main',
    workflow: 'runbooks.yml',
    attempt: 1,
    status: conclusion === null ? 'in_progress' : 'completed',
    createdAt: time,
    startedAt: time,
    updatedAt: time,
    ...run,
    conclusion
  }
}

export function runIdOf(number: number): number {
  return 7_000_000_000 + number
}

/** The API's id of a workflow file. */
export function workflowIdOf(workflow: string): number {
  return 500_000 + Buffer.from(workflow).reduce((sum, byte) => sum + byte, 0)
}

/** A run in the API's words. GitHub knows no fractions of a second. */
export function describeRun(run: WorkflowRun): Record<string, unknown> {
  const timestamp = (time: Date) => time.toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    id: runIdOf(run.number),
    name: 'Runbooks',
    path: `.github/workflows/${run.workflow.slice(run.workflow.lastIndexOf('/') + 1)}`,
    workflow_id: workflowIdOf(run.workflow),
    run_number: run.number,
    run_attempt: run.attempt,
    event: run.event,
    head_branch: run.branch,
    head_sha: run.sha,
    status: run.status,
    conclusion: run.conclusion,
    created_at: timestamp(run.createdAt),
    run_started_at: timestamp(run.startedAt),
    updated_at: timestamp(run.updatedAt)
  }
}

/** One page of a workflow's runs, newest first. A list of one branch ends at 1,000 runs, as GitHub's. */
export function listRuns(runs: readonly WorkflowRun[], query: URLSearchParams): Record<string, unknown> {
  const branch = query.get('branch')
  const matching = runs
    .filter((run) => branch === null || run.branch === branch)
    .toSorted((one, other) => other.number - one.number)
  const listed = branch === null ? matching : matching.slice(0, 1000)
  const size = Math.min(Number(query.get('per_page') ?? 30), 100)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { total_count: matching.length, workflow_runs: listed.slice(start, start + size).map(describeRun) }
}
