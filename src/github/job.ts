import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure, messageOf } from '../failures.ts'

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
  /** Absolute path. */
  readonly workspace: string
}

/** What started the job, as far as it decides which commits it concerns and whether it may write. */
export type Trigger =
  | {
      readonly kind: 'push'
      /** Absent on the first push of a branch or tag, and where the event does not say. */
      readonly before: string | undefined
      readonly after: string
      readonly deleted: boolean
    }
  | { readonly kind: 'pull-request'; readonly base: string; readonly head: string }
  | { readonly kind: 'merge-group'; readonly base: string; readonly head: string }
  /** Runs with the repository's secrets on behalf of somebody else: `pull_request_target`, `workflow_run`. */
  | { readonly kind: 'untrusted'; readonly name: string }
  /** By hand, by clock, or any other event: it names no commits. */
  | { readonly kind: 'other'; readonly name: string }

/** GitHub's own limit for a webhook's payload is 25 MB. */
const LARGEST_EVENT = 32 * 1024 * 1024
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * Reads the runner's environment and event file.
 *
 * @throws {Failure} of kind `event`, naming the variable or the file.
 */
export async function readJob(env: NodeJS.ProcessEnv): Promise<Job> {
  const name = required(env, 'GITHUB_EVENT_NAME', /^[a-z_]+$/)
  const repository = required(env, 'GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/)
  const sha = required(env, 'GITHUB_SHA', COMMIT)
  const event = await readEvent(required(env, 'GITHUB_EVENT_PATH', /./))
  // eslint-disable-next-line no-control-regex
  const ref = required(env, 'GITHUB_REF', /^refs\/[^\x00-\x20\x7f]+$/)
  const runNumber = Number(env['GITHUB_RUN_NUMBER'])
  return {
    trigger: triggerOf(name, event, sha, ref),
    repository,
    ref,
    sha,
    defaultBranch: text(object(event['repository'])['default_branch']),
    serverUrl: address(env, 'GITHUB_SERVER_URL', 'https://github.com'),
    apiUrl: address(env, 'GITHUB_API_URL', 'https://api.github.com'),
    workflowPath: workflowPath(env['GITHUB_WORKFLOW_REF'] ?? '', repository),
    runNumber: Number.isSafeInteger(runNumber) && runNumber > 0 ? runNumber : undefined,
    workspace: resolve(env['GITHUB_WORKSPACE'] ?? '')
  }
}

function required(env: NodeJS.ProcessEnv, variable: string, form: RegExp): string {
  const value = env[variable] ?? ''
  if (form.test(value)) return value
  throw unusable(variable, value)
}

/** It goes into links, and into what Git sends the token to. */
function address(env: NodeJS.ProcessEnv, variable: string, fallback: string): string {
  const value = env[variable] ?? ''
  if (value === '') return fallback
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw unusable(variable, value)
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function unusable(variable: string, value: string): Failure {
  return new Failure(
    'event',
    `The environment variable ${variable} ${value === '' ? 'is missing' : 'cannot be used'}.`,
    'GitHub’s runner sets it: run this as a step of a workflow, and do not set GITHUB_* variables in it.'
  )
}

async function readEvent(path: string): Promise<JsonObject> {
  const unreadable = (why: string, cause?: unknown): Failure =>
    new Failure(
      'event',
      `The event file ${path} (GITHUB_EVENT_PATH) ${why}.`,
      'GitHub’s runner writes it before the job: run the job again; if this stays, an earlier step overwrote the file.',
      { cause }
    )
  let bytes: Buffer
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw unreadable('is not a file')
    const { size } = stats
    if (size > LARGEST_EVENT) throw unreadable(`is larger than any event (${size} bytes)`)
    bytes = await readFile(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw unreadable(`cannot be read: ${messageOf(error)}`, error)
  }
  if (bytes.length === 0) throw unreadable('is empty')
  try {
    return object(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw unreadable('is not JSON', error)
  }
}

function triggerOf(name: string, event: JsonObject, sha: string, ref: string): Trigger {
  switch (name) {
    case 'push':
      if (event['deleted'] === true && (text(event['ref']) ?? ref) !== ref) {
        // Of the branch that was deleted only the event tells: the run itself goes back to the default branch, and GitHub
        // lists it as one of its runs. Were it to do nothing, its success would speak for what earlier ones left undone.
        return { kind: 'push', before: undefined, after: sha, deleted: false }
      }
      return {
        kind: 'push',
        before: commit(event['before']),
        after: commit(event['after']) ?? sha,
        deleted: event['deleted'] === true
      }
    case 'pull_request':
    case 'pull_request_review':
    case 'pull_request_review_comment': {
      const pullRequest = object(event['pull_request'])
      const base = commit(object(pullRequest['base'])['sha'])
      const head = commit(object(pullRequest['head'])['sha'])
      return base === undefined || head === undefined ? { kind: 'other', name } : { kind: 'pull-request', base, head }
    }
    case 'merge_group': {
      const group = object(event['merge_group'])
      const base = commit(group['base_sha'])
      return base === undefined
        ? { kind: 'other', name }
        : { kind: 'merge-group', base, head: commit(group['head_sha']) ?? sha }
    }
    case 'pull_request_target':
    case 'workflow_run':
      return { kind: 'untrusted', name }
    default:
      return { kind: 'other', name }
  }
}

/** `owner/name/.github/workflows/sync.yml@refs/heads/main` → `.github/workflows/sync.yml`. */
function workflowPath(reference: string, repository: string): string | undefined {
  const path = reference.replace(/@refs\/.*$/s, '')
  const prefix = `${repository}/`
  return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : undefined
}

type JsonObject = Readonly<Record<string, unknown>>

function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A commit's id; 40 or 64 zeros are GitHub's way to say that there is none. */
function commit(value: unknown): string | undefined {
  return typeof value === 'string' && COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined
}
