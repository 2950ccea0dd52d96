import type * as actionsGitHub from '@actions/github'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import { isConfidential } from './inputs.ts'
import { field } from '../field.ts'

/** A job of a workflow, as its event and its environment describe it. */
export interface Job {
  readonly trigger: Trigger
  /** `owner/name`. */
  readonly repository: string
  /** Full ref: `refs/heads/main`, `refs/tags/v1`, `refs/pull/7/merge`. */
  readonly ref: string
  /** The commit that started the job. */
  readonly sha: string
  /** Undefined if the event does not say. */
  readonly defaultBranch: string | undefined
  /** True if the event says that the repository is private. */
  readonly isPrivate: boolean
  /** `https://github.com`, or the GitHub Enterprise Server; no trailing slash. */
  readonly serverUrl: string
  /** True if a program started the job, such as another workflow. */
  readonly isStartedByBot: boolean
  /** File name of the workflow; empty if it is not known. The run of a called workflow names its caller's. */
  readonly workflow: string
  readonly runId: number
  readonly runNumber: number
  /** From 1; a repeated run has a higher one. */
  readonly runAttempt: number
  /** Absolute path. */
  readonly workspace: string
  /** Absolute path of the runner's folder for temporary files. */
  readonly temp: string
}

/** The full id of a commit: SHA-1 or SHA-256. */
export const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Imports `@actions/github`, which reads the event file and the address of the API while it is imported. */
export async function importGitHub(env: NodeJS.ProcessEnv): Promise<typeof actionsGitHub> {
  requiredUrl(env['GITHUB_API_URL'] ?? 'https://api.github.com', 'GITHUB_API_URL')
  const path = required(env, 'GITHUB_EVENT_PATH', /./)
  try {
    JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new ActionError(
      'event',
      `The event file ${path} (GITHUB_EVENT_PATH) cannot be read as JSON: ${messageOf(cause)}.`,
      'The runner writes it before the job. Start a new run; if it happens again, an earlier step overwrites the file.',
      { cause }
    )
  }
  return import('@actions/github')
}

export function readJob(context: (typeof actionsGitHub)['context'], env: NodeJS.ProcessEnv): Job {
  const repository = required(env, 'GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/)
  // eslint-disable-next-line no-control-regex
  const ref = required(env, 'GITHUB_REF', /^refs\/[^\x00-\x20\x7f]+$/)
  const event = required(env, 'GITHUB_EVENT_NAME', /^[a-z_]+$/)
  const payload: unknown = context.payload
  return {
    trigger: triggerOf(event, payload, ref),
    repository,
    ref,
    sha: required(env, 'GITHUB_SHA', COMMIT),
    // A schedule runs on the default branch only, and its event does not name it.
    defaultBranch: event === 'schedule' ? shortRef(ref) : textOf(field(payload, 'repository', 'default_branch')),
    isPrivate: field(payload, 'repository', 'private') === true,
    serverUrl: requiredUrl(context.serverUrl, 'GITHUB_SERVER_URL'),
    isStartedByBot: field(payload, 'sender', 'type') === 'Bot',
    workflow: /\.github\/workflows\/([\w.-]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? '',
    runId: context.runId,
    runNumber: context.runNumber,
    runAttempt: context.runAttempt,
    workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
    temp: resolve(required(env, 'RUNNER_TEMP', /./))
  }
}

/** The name of a branch or tag without `refs/heads/` or `refs/tags/`. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '')
}

export function shortId(commit: string): string {
  return commit.slice(0, 7)
}

function required(env: NodeJS.ProcessEnv, variable: string, form: RegExp): string {
  const value = env[variable] ?? ''
  if (form.test(value)) return value
  throw variableError(variable, value)
}

function variableError(variable: string, value: string): ActionError {
  return new ActionError(
    'event',
    `The environment variable ${variable} ${value === '' ? 'is missing' : 'cannot be used'}.`,
    'GitHub’s runner sets it: run this Action as a step of a workflow, and do not set GITHUB_* variables there.'
  )
}

/** Both addresses get the job's token. */
function requiredUrl(value: string, variable: string): string {
  const url = URL.parse(value)
  if (url === null || !isConfidential(url) || url.username + url.password !== '') throw variableError(variable, value)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/**
 * The events that may write, beside a push: only people with write access can start these. No other event ever writes, because
 * many of them are started by anybody who may comment or fork. A called workflow has the event of its caller.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
const WRITING_EVENTS = ['schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'create', 'deployment']

export interface Proposal {
  readonly kind: 'proposal'
  readonly what: 'a pull request' | 'a merge group'
  /** The commit of the branch without it; undefined: the first parent of the merge commit that the job runs on. */
  readonly parent: string | undefined
  /** The branch that a merge would change; undefined if the event does not name it. */
  readonly into: string | undefined
}

/** The event that started the job. It decides which commits the run is about, and if it may write. */
type Trigger =
  /** `before` is undefined if the branch is new. */
  | { readonly kind: 'push'; readonly before: string | undefined; readonly deleted: boolean }
  | Proposal
  | { readonly kind: 'other'; readonly name: string; readonly mayWrite: boolean }

function triggerOf(name: string, payload: unknown, ref: string): Trigger {
  switch (name) {
    case 'push': {
      // A push that deleted another branch runs on the default branch, and says nothing of its commits.
      if ((textOf(field(payload, 'ref')) ?? ref) !== ref) return { kind: 'other', name, mayWrite: true }
      return { kind: 'push', before: commitOf(field(payload, 'before')), deleted: field(payload, 'deleted') === true }
    }
    case 'pull_request':
    case 'pull_request_review':
    case 'pull_request_review_comment': {
      const into = textOf(field(payload, 'pull_request', 'base', 'ref'))
      return { kind: 'proposal', what: 'a pull request', parent: undefined, into }
    }
    case 'merge_group': {
      const parent = commitOf(field(payload, 'merge_group', 'base_sha'))
      const into = textOf(field(payload, 'merge_group', 'base_ref'))
      return { kind: 'proposal', what: 'a merge group', parent, into: into && shortRef(into) }
    }
    default:
      return { kind: 'other', name, mayWrite: WRITING_EVENTS.includes(name) }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** GitHub writes zeros if there is none. */
function commitOf(value: unknown): string | undefined {
  return typeof value === 'string' && COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined
}
