/** The job as the runner describes it: its environment and its event, read once and typed. */
export interface Job {
  readonly trigger: Trigger
  /** `owner/name`. */
  readonly repository: string
  /** Full ref: `refs/heads/main`, `refs/tags/v1`, `refs/pull/7/merge`. */
  readonly ref: string
  /** The commit that started the job. */
  readonly sha: string
  /** Absent where the event does not tell; a schedule runs on the default branch only. */
  readonly defaultBranch: string | undefined
  /** `https://github.com`, or the GHES server; no trailing slash. */
  readonly serverUrl: string
  /** `https://api.github.com`, or the GHES one; no trailing slash. */
  readonly apiUrl: string
  /** `.github/workflows/sync.yml`, where the workflow file is of this repository. */
  readonly workflowPath: string | undefined
  readonly runNumber: number | undefined
  readonly runId: string
  /** Absolute path. */
  readonly workspace: string
}

/** What started the job, as far as it decides which commits it concerns and whether it may write. */
export type Trigger =
  | {
      readonly kind: 'push'
      /** Absent on the first push of a branch or tag. */
      readonly before: string | undefined
      readonly after: string
      readonly deleted: boolean
    }
  | { readonly kind: 'pull-request'; readonly number: number; readonly base: string; readonly head: string }
  | { readonly kind: 'merge-group'; readonly base: string; readonly head: string }
  /** Runs with the repository's secrets on behalf of somebody else: `pull_request_target`, `workflow_run`. */
  | { readonly kind: 'untrusted'; readonly name: string }
  /** By hand, by clock, or any other event: it names no commits. */
  | { readonly kind: 'other'; readonly name: string }
