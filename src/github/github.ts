import type { getOctokit } from '@actions/github'
import { throttling } from '@octokit/plugin-throttling'
import pRetry, { type RetryContext } from 'p-retry'
import { Response, type fetch } from 'undici'
import { ActionError, messageOf, type Secret } from '../errors.ts'
import { COMMIT, field, type Job } from '../event.ts'

/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const ATTEMPT_TIMEOUT = 8_000
/** Milliseconds for one question; a wait for a rate limit that has begun takes up to a minute more. */
const TOTAL_TIMEOUT = 120_000
/** Seconds that a run waits for a rate limit to end. */
const LONGEST_WAIT = 60
/** Bytes of an answer. A hundred runs take about one megabyte. */
const MAX_ANSWER = 16 * 1024 * 1024

/** GitHub did not answer; `message` names the question and the cause. */
export class GitHubError extends ActionError {
  constructor(message: string, hint: string, options?: ErrorOptions) {
    super('github', message, hint, options)
  }
}

/** What was asked for does not exist, or the job may not see it. */
class NotFoundError extends GitHubError {}

type Octokit = ReturnType<typeof getOctokit>
type Fetch = typeof fetch

/** A run of this workflow. */
export type WorkflowRun = Readonly<ReturnType<typeof runOf>>

/** How `head` relates to `base`: GitHub's words. `ahead`: `head` is a descendant. */
export interface Relation {
  readonly status: 'identical' | 'ahead' | 'behind' | 'diverged'
  /** Commits that `head` has and `base` has not. */
  readonly aheadBy: number
}

const PAGE_SIZE = 100
/** GitHub lists a thousand runs of a branch at most. */
const MAX_PAGES = 10

/** The questions to GitHub, repeated after failures and rate limits. All throw `GitHubError`. */
export class GitHub {
  readonly #octokit: Octokit | undefined
  readonly #token: Secret | undefined
  readonly #job: Job

  /** @param token undefined where the input is empty; every question then fails. */
  constructor(makeOctokit: typeof getOctokit, job: Job, token: Secret | undefined) {
    const waits = (seconds: number, _options: object, _octokit: unknown, retryCount: number): boolean =>
      seconds <= LONGEST_WAIT && retryCount < 2
    const options = { throttle: { onRateLimit: waits, onSecondaryRateLimit: waits } }
    this.#octokit = token && makeOctokit(token.reveal(), options, throttling)
    this.#token = token
    this.#job = job
  }

  /** The commit that a branch points to. GitHub may answer with an older one for some seconds. */
  async branchHead(branch: string): Promise<string> {
    const path = `/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`
    const parse = (data: unknown): string => text(field(field(data, 'object'), 'sha'), COMMIT)
    return this.#get(`the head of the branch ${branch}`, path, parse)
  }

  async defaultBranch(): Promise<string> {
    return this.#get('the default branch', '', (data) => text(field(data, 'default_branch'), /./))
  }

  /** The full id of a commit; undefined where the repository has none of this name. */
  async commit(name: string): Promise<string | undefined> {
    const path = `/commits/${encodeURIComponent(name)}`
    return this.#find('the commit of the input `since`', path, (data) => text(field(data, 'sha'), COMMIT))
  }

  /** Undefined where GitHub does not know one of the commits. */
  async compare(base: string, head: string): Promise<Relation | undefined> {
    // The first page lists changed files with their differences, which may be large.
    const path = `/compare/${base}...${head}?per_page=1&page=2`
    return this.#find('how two commits are related', path, (data) => ({
      status: text(field(data, 'status'), /^(?:identical|ahead|behind|diverged)$/) as Relation['status'],
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
    return this.#get('the runs of this workflow', path, parse, 'actions: read')
  }

  /**
   * Answers a GET below `/repos/OWNER/NAME`.
   *
   * @param what completes "GitHub does not show …".
   * @param parse the answer as typed value; throws where the answer has another form.
   * @param permission that the job needs for the question.
   * @throws {GitHubError}
   */
  async #get<T>(what: string, path: string, parse: (data: unknown) => T, permission = 'contents: read'): Promise<T> {
    const octokit = this.#octokit
    if (octokit === undefined) {
      throw new GitHubError(
        `GitHub does not show ${what}: the input \`github-token\` is empty.`,
        'Leave out the input `github-token`; its default is the token of the job.'
      )
    }
    const { fetch: given } = octokit.request.endpoint.DEFAULTS.request as { fetch: Fetch }
    const signal = AbortSignal.timeout(TOTAL_TIMEOUT)
    const request = { signal, fetch: limited(given), log: silent }
    try {
      const route = `GET /repos/${this.#job.repository}${path}`
      const ask = (): Promise<{ readonly data: unknown }> => octokit.request(route, { request })
      const { data } = await pRetry(ask, { retries: 2, factor: 4, signal, shouldRetry: isTransient })
      return parse(data)
    } catch (error) {
      throw this.#explain(what, permission, error)
    }
  }

  /** As `#get`; undefined for what does not exist, or what the job may not see. */
  async #find<T>(what: string, path: string, parse: (data: unknown) => T): Promise<T | undefined> {
    try {
      return await this.#get(what, path, parse)
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      throw error
    }
  }

  #explain(what: string, permission: string, error: unknown): GitHubError {
    const message = messageOf(error)
    const told = (this.#token?.redact(message) ?? message).slice(0, 300)
    const { status, response } = error as { status?: number; response?: { headers: Record<string, string> } }
    const headers = response?.headers ?? {}
    const fail = (why: string, hint: string, ErrorClass = GitHubError): GitHubError =>
      new ErrorClass(`GitHub does not show ${what}: ${why}.`, hint, { cause: error })
    const again = 'Run the job again when GitHub answers (https://www.githubstatus.com).'

    if (error instanceof UnknownForm) return fail('the answer has an unknown form', again)
    if (response === undefined) return fail(`its API cannot be reached (${told})`, again)
    if (/secondary rate/i.test(told)) {
      const wait = headers['retry-after'] === undefined ? '' : `, which lasts ${headers['retry-after']} s`
      return fail(`the job exceeds a secondary rate limit${wait}`, 'Run the job again later.')
    }
    if (status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0')) {
      const reset = new Date(Number(headers['x-ratelimit-reset']) * 1000)
      const until = Number.isNaN(reset.getTime()) ? '' : ` until ${reset.toISOString().slice(11, 16)} UTC`
      return fail(`the rate limit of the token is used up${until}`, 'Run the job again after that time.')
    }
    if (status === 401) {
      return fail('it rejects `github-token` (HTTP 401)', 'Leave out the input `github-token`.')
    }
    if (status === 403) {
      const why = `the job lacks the permission \`${permission}\` (HTTP 403)`
      return fail(why, `Add \`${permission}\` to \`permissions\` of the job.`)
    }
    // GitHub answers 422 for the name of a commit that it does not know.
    if (status === 404 || status === 422) {
      const why = `it does not exist, or the job may not see it (HTTP ${status})`
      const hint = `Check that it exists, and that the job has the permission \`${permission}\`.`
      return fail(why, hint, NotFoundError)
    }
    return fail(`it answers with HTTP ${status ?? 0}`, again)
  }
}

/** Octokit gives a request without an answer the status 500. */
function isTransient({ error }: RetryContext): boolean {
  return ((error as { status?: number }).status ?? 0) >= 500
}

/** Whether a run delivered a push completely. */
export function isPushSuccess({ event, succeeded }: WorkflowRun): boolean {
  return succeeded && event === 'push'
}

function runOf(run: unknown) {
  return {
    id: integer(field(run, 'id')),
    /** Counts the runs of the workflow; a repeated run keeps its number. */
    number: integer(field(run, 'run_number')),
    /** From 1. */
    attempt: integer(field(run, 'run_attempt')),
    event: text(field(run, 'event'), /^/),
    commit: text(field(run, 'head_sha'), COMMIT),
    completed: field(run, 'status') === 'completed',
    succeeded: field(run, 'conclusion') === 'success' && field(run, 'status') === 'completed',
    /** Epoch milliseconds, as `updatedAt`. */
    createdAt: timeOf(field(run, 'created_at')),
    updatedAt: timeOf(field(run, 'updated_at'))
  }
}

function timeOf(value: unknown): number {
  return integer(Date.parse(text(value, /^\d{4}-\d\d-\d\dT/)))
}

/** An answer that GitHub's documentation does not describe, such as an HTML page with status 200. */
class UnknownForm extends Error {}

/** @throws {UnknownForm} */
function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw new UnknownForm()
}

/** @throws {UnknownForm} */
function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new UnknownForm()
}

/** @throws {UnknownForm} */
function array(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  throw new UnknownForm()
}

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // Octokit prints headers of the answer, which could contain workflow commands.
}

/**
 * Gives each attempt its own deadline and a limit of bytes. A hook of Octokit cannot: its hooks pass the first options on,
 * not those of the hook around them.
 */
function limited(given: Fetch): Fetch {
  return async (url, init) => {
    const signals = [AbortSignal.timeout(ATTEMPT_TIMEOUT), ...(init?.signal ? [init.signal] : [])]
    const response = await given(url, { ...init, signal: AbortSignal.any(signals) })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ANSWER) throw new Error(`an answer of more than ${MAX_ANSWER} bytes`)
    }
    return new Response(response.body && Buffer.concat(chunks), response)
  }
}
