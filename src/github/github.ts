import { setTimeout as sleep } from 'node:timers/promises'
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
   * The commits of runs that may have delivered something since it began, and did not end well: those after it and
   * before ours, and earlier ones that were still under way.
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

/** Milliseconds for one request. A server that does not answer in this time is not asked again. */
const TIMEOUT = 10_000
/** Milliseconds before each further attempt, after a fault that may pass. */
const PAUSES = [500, 2000]
/** Runs a page, and pages at most: a repeated run may be hundreds behind the newest, and GitHub lists a thousand. */
const RUNS = 50
const PAGES = 20

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Octokit would write to the console. */
const quiet = (): void => undefined
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** An answer that GitHub does not give. */
class UnknownForm extends Error {}

/**
 * GitHub's REST API at `job.apiUrl`, GHES included, through the proxy of the environment. Octokit, which is large, is
 * loaded with the first question.
 */
export function openGitHub(job: Job, token: Secret | undefined): GitHub {
  const [owner = '', repo = ''] = job.repository.split('/')
  const connect = once(async () => {
    const { getOctokit } = await import('@actions/github')
    return getOctokit(token?.reveal() ?? '', { baseUrl: job.apiUrl, log: SILENT })
  })
  type Octokit = Awaited<ReturnType<typeof connect>>
  /** Once it could not be reached, each further question is asked once: a job without a way there must not wait. */
  let unreachable = false

  async function ask<T>(
    permission: string,
    question: (octokit: Octokit, request: () => { signal: AbortSignal; log: typeof SILENT }) => Promise<Answer<T>>
  ): Promise<Answer<T>> {
    if (token === undefined) return { kind: 'unknown', why: 'the input `github-token` is empty' }
    const request = () => ({ signal: AbortSignal.timeout(TIMEOUT), log: SILENT })
    for (let attempt = 0; ; attempt++) {
      try {
        return await question(await connect(), request)
      } catch (error) {
        const pause = unreachable ? undefined : PAUSES[attempt]
        if (pause === undefined || !mayPass(error)) {
          unreachable ||= statusOf(error) === undefined
          return { kind: 'unknown', why: explain(error, permission, token) }
        }
        await sleep(pause)
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
          // Not only the successful ones: those after the last of them may have delivered something, too.
          const { data } = await rest.actions.listWorkflowRuns({
            owner,
            repo,
            workflow_id: workflowPath.slice(workflowPath.lastIndexOf('/') + 1),
            branch,
            event: 'push',
            exclude_pull_requests: true,
            per_page: RUNS,
            page,
            request: request()
          })
          const runs = runsOf(data).sort((one, other) => other.number - one.number)
          const earlier = runs.filter(({ number }) => number < runNumber)
          const success = earlier.find(({ succeeded }) => succeeded)
          const unfinished = earlier.filter((run) => !run.succeeded && (!success || mayFollow(run, success)))
          since.push(...unfinished.map(({ commit }) => commit))
          if (success) return { kind: 'found', value: { number: success.number, commit: success.commit, since } }
          if (runs.length < RUNS) break
        }
        return { kind: 'none' }
      }),

    branchHead: (branch) =>
      ask('contents: read', async ({ rest }, request) => {
        try {
          const { data } = await rest.git.getRef({ owner, repo, ref: `heads/${branch}`, request: request() })
          return { kind: 'found', value: text(field(field(data, 'object'), 'sha'), COMMIT) }
        } catch (error) {
          if (statusOf(error) === 404) return { kind: 'none' }
          throw error
        }
      }),

    defaultBranch: () =>
      ask('contents: read', async ({ rest }, request) => {
        const { data } = await rest.repos.get({ owner, repo, request: request() })
        return { kind: 'found', value: text(field(data, 'default_branch'), /./) }
      })
  }
}

interface Run {
  readonly number: number
  readonly commit: string
  readonly succeeded: boolean
  /** When its last attempt began, and when anything of it last changed; as ISO 8601, which sorts as text. */
  readonly started: string
  readonly updated: string
}

/** Without a `concurrency` group an earlier run may outlast a later one, and leave its older text over the newer. */
function mayFollow(run: Run, success: Run): boolean {
  return run.number > success.number || (success.started !== '' && run.updated >= success.started)
}

function runsOf(data: unknown): Run[] {
  const runs = field(data, 'workflow_runs')
  if (!Array.isArray(runs)) throw new UnknownForm()
  return runs.map((run: unknown) => {
    const number = field(run, 'run_number')
    if (typeof number !== 'number') throw new UnknownForm()
    return {
      number,
      commit: text(field(run, 'head_sha'), COMMIT),
      succeeded: field(run, 'conclusion') === 'success',
      started: timeOf(run, 'run_started_at'),
      updated: timeOf(run, 'updated_at')
    }
  })
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function timeOf(run: unknown, name: string): string {
  const time = field(run, name)
  return typeof time === 'string' ? time : ''
}

function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw new UnknownForm()
}

function mayPass(error: unknown): boolean {
  if (error instanceof UnknownForm || isTimeout(error)) return false
  const status = statusOf(error)
  return status === undefined || status >= 500
}

function explain(error: unknown, permission: string, token: Secret): string {
  if (error instanceof UnknownForm) return 'GitHub’s API gave an answer of unknown form'
  if (isTimeout(error)) return `GitHub’s API did not answer in ${TIMEOUT / 1000} seconds`
  const status = statusOf(error)
  if (status === undefined) return `GitHub’s API cannot be reached (${token.redact(messageOf(error)).slice(0, 300)})`
  if (status === 401) return 'GitHub does not accept the `github-token` (HTTP 401)'
  const left = field(field(field(error, 'response'), 'headers'), 'x-ratelimit-remaining')
  if (status === 429 || (status === 403 && left === '0')) return `GitHub’s rate limit is used up (HTTP ${status})`
  if (status === 403 || status === 404) {
    return `the job lacks the permission \`${permission}\` (GitHub answered HTTP ${status})`
  }
  return `GitHub answered HTTP ${status}`
}

/** Octokit gives the status 500 to what never had an answer; only an answer's counts. */
function statusOf(error: unknown): number | undefined {
  const status = field(error, 'status')
  return typeof status === 'number' && field(error, 'response') !== undefined ? status : undefined
}

function isTimeout(error: unknown): boolean {
  return [error, field(error, 'cause')].some((one) => field(one, 'name') === 'TimeoutError')
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
