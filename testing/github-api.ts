import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostedRepository } from './repository.ts'

/** As much of a repository as the API tells. */
export type KnownRepository = Pick<HostedRepository, 'name' | 'defaultBranch' | 'head'>

/** A run of a workflow, as far as the API's list of runs tells. */
export interface WorkflowRun {
  /** The workflow file's name: `runbooks.yml`. */
  readonly workflow: string
  readonly number: number
  readonly event: string
  readonly branch: string
  readonly sha: string
  /** `null` while it is in progress. */
  conclusion: 'success' | 'failure' | 'cancelled' | 'skipped' | null
  /** When its last attempt began, and when it ended; now, while it is in progress. */
  began?: Date
  ended?: Date
}

export interface RecordedRequest {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly status: number
}

/** A stand-in for the part of GitHub's REST API that the Action asks: the runs of a workflow, and a branch's head. */
export interface GitHubApi extends AsyncDisposable {
  /** `http://127.0.0.1:…`, to be given as `GITHUB_API_URL`. */
  readonly url: string
  /** What it lists; whoever plays the runs adds them, in order. */
  readonly runs: WorkflowRun[]
  readonly requests: readonly RecordedRequest[]
  /** Answers 403 to everything from now on, as to a job without the permission; or no longer. */
  forbid(forbidden: boolean): void
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Starts it on a free port of this machine. It knows one repository, and reads the branches of the real one. */
export async function startGitHubApi(repository: KnownRepository): Promise<GitHubApi> {
  const runs: WorkflowRun[] = []
  const requests: RecordedRequest[] = []
  let forbidden = false

  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const answered = ({ status, body }: Answer) => {
      requests.push({ method, url, headers, status })
      send(response, status, body)
    }
    request.resume()
    if (headers.authorization === undefined) answered(problem(401, 'Requires authentication'))
    else if (forbidden) answered(problem(403, 'Resource not accessible by integration'))
    else if (method !== 'GET') answered(problem(404, 'Not Found'))
    else {
      answer(repository, runs, new URL(url, 'http://localhost')).then(answered, (error: unknown) => {
        answered(problem(500, String(error)))
      })
    }
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<undefined>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    resolve(undefined)
  })
  await listening
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    runs,
    requests,
    forbid(value) {
      forbidden = value
    },
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: done } = Promise.withResolvers<undefined>()
      server.close(() => {
        done(undefined)
      })
      server.closeAllConnections()
      await closed
    }
  }
}

async function answer(repository: KnownRepository, runs: readonly WorkflowRun[], url: URL): Promise<Answer> {
  const path = decodeURIComponent(url.pathname)
  const prefix = `/repos/${repository.name}`
  if (path === prefix) {
    return {
      status: 200,
      body: { full_name: repository.name, default_branch: repository.defaultBranch, private: true }
    }
  }
  const branch = new RegExp(`^${prefix}/git/ref/heads/(.+)$`).exec(path)?.[1]
  if (branch !== undefined) return branchHead(repository, branch)
  const workflow = new RegExp(`^${prefix}/actions/workflows/([^/]+)/runs$`).exec(path)?.[1]
  if (workflow !== undefined) return listRuns(runs, workflow, url.searchParams)
  return problem(404, 'Not Found')
}

async function branchHead(repository: KnownRepository, branch: string): Promise<Answer> {
  const sha = await repository.head(branch)
  if (sha === undefined) return problem(404, 'Not Found')
  return { status: 200, body: { ref: `refs/heads/${branch}`, object: { type: 'commit', sha } } }
}

/** Newest first; `status` filters by status and by conclusion alike, as GitHub's does. */
function listRuns(runs: readonly WorkflowRun[], workflow: string, query: URLSearchParams): Answer {
  const ofWorkflow = runs.filter((run) => run.workflow === workflow)
  if (ofWorkflow.length === 0 && runs.length > 0) return problem(404, 'Not Found')
  const [branch, event, status] = ['branch', 'event', 'status'].map((name) => query.get(name) ?? undefined)
  const matching = ofWorkflow.filter(
    (run) =>
      (branch === undefined || run.branch === branch) &&
      (event === undefined || run.event === event) &&
      (status === undefined || run.conclusion === status || statusOf(run) === status)
  )
  const size = Math.min(Number(query.get('per_page') ?? 30), 100)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  const page = matching.toSorted((one, other) => other.number - one.number).slice(start, start + size)
  return { status: 200, body: { total_count: matching.length, workflow_runs: page.map(described) } }
}

function described(run: WorkflowRun): Record<string, unknown> {
  return {
    id: 7_000_000_000 + run.number,
    name: 'Runbooks',
    path: `.github/workflows/${run.workflow}`,
    run_number: run.number,
    run_attempt: 1,
    event: run.event,
    head_branch: run.branch,
    head_sha: run.sha,
    status: statusOf(run),
    conclusion: run.conclusion,
    run_started_at: timestamp(run.began),
    updated_at: timestamp(run.conclusion === null ? undefined : run.ended)
  }
}

/** GitHub knows no fractions of a second. */
function timestamp(time = new Date()): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

function statusOf(run: WorkflowRun): string {
  return run.conclusion === null ? 'in_progress' : 'completed'
}

function problem(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
