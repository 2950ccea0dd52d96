import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, messageOf } from '../failures.ts'
import type { Answer as HttpAnswer, Line } from '../http/line.ts'
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
   * The commits of runs that may have delivered something since it began: those after it and before ours, none of which
   * ended well, and earlier ones that were still under way or repeated, which may have left older text however they ended.
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
/** Both questions at the start of a run are asked at once. */
const CONNECTIONS = 2
/** Runs a page, and pages at most: a repeated run may be hundreds behind the newest, and GitHub lists a thousand. */
const RUNS = 50
const PAGES = 20
/** Bytes of an answer. A run is described in about ten thousand. */
const LARGEST_ANSWER = 16 * 1024 * 1024

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** An answer that GitHub does not give. */
class UnknownForm extends Error {}

/** Another answer than 200. */
class Refusal extends Error {
  readonly status: number
  readonly isRateLimit: boolean

  constructor({ status, headers }: HttpAnswer) {
    super(`HTTP ${status}`)
    this.status = status
    this.isRateLimit = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0')
  }
}

/** The JSON of what lies at `path` below the repository. */
type Get = (path: string) => Promise<unknown>

/** GitHub's REST API at `job.apiUrl`, GHES included, through the proxy of the environment. */
export function openGitHub(job: Job, token: Secret | undefined): GitHub {
  let line: Promise<Line> | undefined
  /** Once it could not be reached, each further question is asked once: a job without a way there must not wait. */
  let unreachable = false

  async function ask<T>(permission: string, question: (get: Get) => Promise<Answer<T>>): Promise<Answer<T>> {
    if (token === undefined) return { kind: 'unknown', why: 'the input `github-token` is empty' }
    const get: Get = async (path) => {
      line ??= connect(job.apiUrl, token)
      const request = { method: 'GET', path: `/repos/${job.repository}${path}`, limit: LARGEST_ANSWER } as const
      const answer = await (await line).send(request)
      if (answer.status !== 200) throw new Refusal(answer)
      return parsed(answer.text)
    }
    for (let attempt = 0; ; attempt++) {
      try {
        return await question(get)
      } catch (error) {
        const pause = unreachable ? undefined : PAUSES[attempt]
        if (pause === undefined || !mayPass(error)) {
          unreachable ||= !(error instanceof Refusal)
          return { kind: 'unknown', why: explain(error, permission, token) }
        }
        await sleep(pause)
      }
    }
  }

  return {
    lastSuccessfulPush: (branch) =>
      ask('actions: read', async (get) => {
        const { workflowPath, runNumber } = job
        if (workflowPath === undefined || runNumber === undefined) {
          return { kind: 'unknown', why: 'the runner does not say which workflow and run this is' }
        }
        const workflow = encodeURIComponent(workflowPath.slice(workflowPath.lastIndexOf('/') + 1))
        const since: string[] = []
        for (let page = 1; page <= PAGES; page++) {
          // Not only the successful ones: those after the last of them may have delivered something, too.
          const query = { branch, event: 'push', exclude_pull_requests: 'true', per_page: `${RUNS}`, page: `${page}` }
          const list = await get(`/actions/workflows/${workflow}/runs?${new URLSearchParams(query).toString()}`)
          const runs = runsOf(list).sort((one, other) => other.number - one.number)
          const earlier = runs.filter(({ number }) => number < runNumber)
          const success = earlier.find(({ succeeded }) => succeeded)
          const others = earlier.filter((run) => run !== success && (!success || mayFollow(run, success)))
          since.push(...others.map(({ commit }) => commit))
          if (success) return { kind: 'found', value: { number: success.number, commit: success.commit, since } }
          if (runs.length < RUNS) break
        }
        return { kind: 'none' }
      }),

    branchHead: (branch) =>
      ask('contents: read', async (get) => {
        try {
          const ref = await get(`/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`)
          return { kind: 'found', value: text(field(field(ref, 'object'), 'sha'), COMMIT) }
        } catch (error) {
          if (error instanceof Refusal && error.status === 404) return { kind: 'none' }
          throw error
        }
      }),

    defaultBranch: () =>
      ask('contents: read', async (get) => {
        return { kind: 'found', value: text(field(await get(''), 'default_branch'), /./) }
      })
  }
}

async function connect(baseUrl: string, token: Secret): Promise<Line> {
  const { Line } = await import('../http/line.ts')
  return Line.open({ baseUrl, token, connections: CONNECTIONS, timeout: TIMEOUT })
}

interface Run {
  readonly number: number
  readonly commit: string
  readonly succeeded: boolean
  /** When its last attempt began, and when anything of it last changed; as ISO 8601, which sorts as text. */
  readonly started: string
  readonly updated: string
}

/**
 * Without a `concurrency` group an earlier run may outlast a later one, and leave its older text over the newer; so may
 * one that is repeated, and even succeed, where GitHub does not tell it the branch's head. Times have whole seconds: a
 * good run that ended in the very second was simply the one before.
 */
function mayFollow(run: Run, success: Run): boolean {
  if (run.number > success.number) return true
  if (success.started === '') return false
  return run.succeeded ? run.updated > success.started : run.updated >= success.started
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

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new UnknownForm()
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500
  return !(error instanceof UnknownForm || error instanceof Failure) && !isDeadline(error)
}

function explain(error: unknown, permission: string, token: Secret): string {
  if (error instanceof UnknownForm) return 'GitHub’s API gave an answer of unknown form'
  if (isDeadline(error)) return `GitHub’s API did not answer in ${TIMEOUT / 1000} seconds`
  if (!(error instanceof Refusal)) {
    return `GitHub’s API cannot be reached (${token.redact(messageOf(error)).slice(0, 300)})`
  }
  const { status, isRateLimit } = error
  if (status === 401) return 'GitHub does not accept the `github-token` (HTTP 401)'
  if (isRateLimit) return `GitHub’s rate limit is used up (HTTP ${status})`
  if (status === 403 || status === 404) {
    return `the job lacks the permission \`${permission}\` (GitHub answered HTTP ${status})`
  }
  if (status >= 300 && status < 400) return `the repository was renamed or moved (GitHub answered HTTP ${status})`
  return `GitHub answered HTTP ${status}`
}

function isDeadline(error: unknown): boolean {
  return field(error, 'code') === 'DEADLINE'
}
