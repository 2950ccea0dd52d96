import { messageOf } from '../failures.ts'
import type { Secret } from '../secret.ts'
import type { Job } from './job.ts'

/** An answer of GitHub's API, or why there is none, in words that follow “because”. */
export type Answer<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly why: string }

export interface SuccessfulRun {
  readonly number: number
  readonly commit: string
  /**
   * The commits of the push runs after it and before ours, newest first. None of them succeeded, and any may have
   * delivered something before it ended.
   */
  readonly since: readonly string[]
}

/** What GitHub knows and the event does not tell. Nothing here throws: a run can go on without it, and says so. */
export interface GitHub {
  /** The newest successful push run of this workflow on this branch with a run number below ours. */
  lastSuccessfulPush(branch: string): Promise<Answer<SuccessfulRun>>
  /** The commit a branch points to now. */
  branchHead(branch: string): Promise<Answer<string>>
  defaultBranch(): Promise<Answer<string>>
}

/** Milliseconds for one request; and how often it is made before the run goes on without an answer. */
const TIMEOUT = 10_000
const ATTEMPTS = 3
/** Runs a page, and pages at most: a repeated run may be hundreds behind the newest. */
const RUNS = 50
const PAGES = 10

/** GitHub's REST API at `job.apiUrl`, GHES included. Octokit is loaded with the first question. */
export function openGitHub(job: Job, token: Secret | undefined): GitHub {
  const [owner = '', repo = ''] = job.repository.split('/')
  const connect = once(async () => {
    const { getOctokit } = await import('@actions/github')
    return getOctokit(token?.reveal() ?? '', { baseUrl: job.apiUrl })
  })
  type Octokit = Awaited<ReturnType<typeof connect>>
  type Signal = Readonly<{ signal: AbortSignal }>

  async function ask<T>(
    permission: string,
    question: (octokit: Octokit, request: Signal) => Promise<Answer<T>>
  ): Promise<Answer<T>> {
    if (token === undefined) return { kind: 'unknown', why: 'the input `github-token` is empty' }
    for (let attempt = 1; ; attempt++) {
      try {
        return await question(await connect(), { signal: AbortSignal.timeout(TIMEOUT) })
      } catch (error) {
        const status = statusOf(error)
        const passing = status === undefined || status >= 500
        if (!passing || attempt === ATTEMPTS) return { kind: 'unknown', why: explain(error, status, permission, token) }
      }
    }
  }

  return {
    lastSuccessfulPush: (branch) =>
      ask('actions: read', async ({ rest }, request) => {
        const { workflowPath, runNumber } = job
        if (workflowPath === undefined || runNumber === undefined) {
          return { kind: 'unknown', why: 'the runner does not say which workflow and run this is' }
        }
        const since: string[] = []
        for (let page = 1; page <= PAGES; page++) {
          const { data } = await rest.actions.listWorkflowRuns({
            owner,
            repo,
            workflow_id: workflowPath.slice(workflowPath.lastIndexOf('/') + 1),
            branch,
            event: 'push',
            exclude_pull_requests: true,
            per_page: RUNS,
            page,
            request
          })
          const newestFirst = data.workflow_runs.toSorted((one, other) => other.run_number - one.run_number)
          for (const { run_number, head_sha, conclusion } of newestFirst) {
            if (run_number >= runNumber) continue
            if (conclusion === 'success')
              return { kind: 'found', value: { number: run_number, commit: head_sha, since } }
            since.push(head_sha)
          }
          if (data.workflow_runs.length < RUNS) return { kind: 'none' }
        }
        return { kind: 'none' }
      }),

    branchHead: (branch) =>
      ask('contents: read', async ({ rest }, request) => {
        try {
          const { data } = await rest.git.getRef({ owner, repo, ref: `heads/${branch}`, request })
          return { kind: 'found', value: data.object.sha }
        } catch (error) {
          if (statusOf(error) === 404) return { kind: 'none' }
          throw error
        }
      }),

    defaultBranch: () =>
      ask('contents: read', async ({ rest }, request) => {
        const { data } = await rest.repos.get({ owner, repo, request })
        return { kind: 'found', value: data.default_branch }
      })
  }
}

function explain(error: unknown, status: number | undefined, permission: string, token: Secret): string {
  if (status === 401) return 'GitHub does not accept the `github-token` (HTTP 401)'
  if (status === 403 || status === 404) {
    return `the job lacks the permission \`${permission}\` (GitHub answered HTTP ${status})`
  }
  if (status !== undefined) return `GitHub answered HTTP ${status}`
  return `GitHub’s API cannot be reached (${token.redact(messageOf(error))})`
}

function statusOf(error: unknown): number | undefined {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  // Octokit gives 500 to what never had an answer.
  const answered = typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined
  return typeof status === 'number' && answered ? status : undefined
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
