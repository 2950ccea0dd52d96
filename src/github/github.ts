import type { getOctokit } from '@actions/github'
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { Response, type fetch } from 'undici'
import { ActionError, messageOf } from '../errors.ts'
import type { Secret } from '../secret.ts'
import { COMMIT, shortRef, type Job } from '../event.ts'
import { field } from '../json.ts'

/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const ATTEMPT_TIMEOUT = 8_000
/** Milliseconds for one question with all its attempts and waits. */
const TOTAL_TIMEOUT = 150_000
/** Seconds that a run waits for a rate limit to end. */
const LONGEST_WAIT = 60
/** Bytes of an answer. A hundred records take less than 100 KiB. */
const MAX_ANSWER = 16 * 1024 * 1024

/** A tag may point to a tag. */
const MAX_TAGS = 5

/** The lines that a workflow needs, for messages. */
export const PERMISSIONS = '`permissions: { contents: read, deployments: write }`'

/** GitHub did not answer as needed; `message` names the question and the cause. */
export class GitHubError extends ActionError {
  constructor(message: string, hint: string, options?: ErrorOptions) {
    super('github', message, hint, options)
  }
}

/** What was asked for does not exist, or the job may not see it. */
class NotFoundError extends GitHubError {}

type Octokit = ReturnType<typeof getOctokit>
type Fetch = typeof fetch
type Permission = 'contents: read' | 'deployments: write'

/** What is asked of GitHub. */
export interface Question<T> {
  /** Completes "GitHub does not …". */
  readonly what: string
  readonly permission: Permission
  /** Makes the answer a typed value; throws `UnknownForm` where it has another form. */
  readonly parse: (data: unknown) => T
}

/** How `head` relates to `base`, in GitHub's words: `ahead` means that `head` is a descendant. */
export type Relation = 'identical' | 'ahead' | 'behind' | 'diverged'

/** Asks GitHub about one repository. A question is repeated after failures and rate limits. All throw `GitHubError`. */
export class GitHub {
  readonly #octokit: Octokit | undefined
  readonly #token: Secret | undefined
  readonly #repository: string

  /** @param token undefined where the input is empty; every question then fails. */
  constructor(makeOctokit: typeof getOctokit, { repository }: Pick<Job, 'repository'>, token: Secret | undefined) {
    this.#octokit = token && makeOctokit(token.reveal())
    this.#token = token
    this.#repository = repository
  }

  /**
   * What a branch or tag points to: its commit last, before that the object of an annotated tag. GitHub may answer with an
   * older one for some seconds.
   */
  async headOf(ref: string): Promise<readonly string[]> {
    const path = ref
      .replace(/^refs\//, '')
      .split('/')
      .map(encodeURIComponent)
      .join('/')
    const parse = (data: unknown) => {
      const object = field(data, 'object')
      return { isTag: field(object, 'type') === 'tag', sha: text(field(object, 'sha'), COMMIT) }
    }
    const question = { what: `show the head of ${shortRef(ref)}`, permission: 'contents: read', parse } as const
    const targets = [await this.request(question, `GET /git/ref/${path}`)]
    for (const { isTag, sha } of targets) {
      if (isTag && targets.length < MAX_TAGS) targets.push(await this.request(question, `GET /git/tags/${sha}`))
    }
    return targets.map(({ sha }) => sha)
  }

  /** Undefined where GitHub does not know one of the commits, or they have no common ancestor. */
  async compare(base: string, head: string): Promise<Relation | undefined> {
    const parse = (data: unknown): Relation =>
      text(field(data, 'status'), /^(?:identical|ahead|behind|diverged)$/) as Relation
    const question = { what: 'show how two commits are related', permission: 'contents: read', parse } as const
    try {
      // The first page lists changed files with their differences, which may be large.
      return await this.request(question, `GET /compare/${base}...${head}?per_page=1&page=2`)
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      throw error
    }
  }

  /** @param route a method and a path below `/repos/OWNER/NAME`. */
  async request<T>(question: Question<T>, route: string, parameters: object = {}): Promise<T> {
    const path = route.replace(' ', ` /repos/${this.#repository}`)
    return this.#ask(question, async (octokit, request) => {
      const { data } = (await octokit.request(path, { ...parameters, request })) as { data: unknown }
      return data
    })
  }

  /** @param query gets the variables `owner` and `name`, and those of `variables`. */
  async graphql<T>(question: Question<T>, query: string, variables: Readonly<Record<string, unknown>>): Promise<T> {
    const [owner = '', name = ''] = this.#repository.split('/')
    return this.#ask(question, (octokit, request) => octokit.graphql(query, { ...variables, owner, name, request }))
  }

  async #ask<T>(
    { what, permission, parse }: Question<T>,
    send: (octokit: Octokit, request: object) => Promise<unknown>
  ): Promise<T> {
    const octokit = this.#octokit
    if (octokit === undefined) {
      throw new GitHubError(
        `GitHub does not ${what}: the input \`github-token\` is empty.`,
        'Leave out the input `github-token`; its default is the token of the job.'
      )
    }
    const { fetch: given } = octokit.request.endpoint.DEFAULTS.request as { fetch: Fetch }
    const signal = AbortSignal.timeout(TOTAL_TIMEOUT)
    const request = { signal, fetch: limited(given), log: silent }
    try {
      return await pRetry(async () => parse(await send(octokit, request)), {
        ...{ retries: 2, factor: 4, signal },
        shouldRetry: ({ error }) => secondsToWait(error) <= LONGEST_WAIT,
        onFailedAttempt: async ({ error, retriesLeft }) => {
          const seconds = secondsToWait(error)
          if (retriesLeft > 0 && seconds <= LONGEST_WAIT) await sleep(seconds * 1000, undefined, { signal })
        }
      })
    } catch (error) {
      throw this.#explain(what, permission, error)
    }
  }

  #explain(what: string, permission: Permission, error: unknown): GitHubError {
    const message = messageOf(error)
    const told = (this.#token?.redact(message) ?? message).replace(/\s+/g, ' ').slice(0, 300)
    const { isAnswer, status, headers, types, limit } = readFailure(error)
    const fail = (why: string, hint: string, ErrorClass = GitHubError): GitHubError =>
      new ErrorClass(`GitHub does not ${what}: ${why}.`, hint, { cause: error })
    const again = 'Run the job again when GitHub answers (https://www.githubstatus.com).'

    if (error instanceof UnknownForm) return fail('the answer has an unknown form', again)
    if (!isAnswer) return fail(`its API cannot be reached (${told})`, again)
    if (limit === 'secondary') {
      const wait = headers['retry-after'] === undefined ? '' : `, which lasts ${headers['retry-after']} s`
      return fail(`the job exceeds a secondary rate limit${wait}`, 'Run the job again later.')
    }
    if (limit === 'primary') {
      const reset = new Date(Number(headers['x-ratelimit-reset']) * 1000)
      const until = Number.isNaN(reset.getTime()) ? '' : ` until ${reset.toISOString().slice(11, 16)} UTC`
      return fail(`the rate limit of the token is used up${until}`, 'Run the job again after that time.')
    }
    if (status === 401) {
      return fail('it rejects `github-token` (HTTP 401)', 'Leave out the input `github-token`.')
    }
    if (status === 403 || types.includes('FORBIDDEN')) {
      const why = `the job lacks the permission \`${permission}\` (HTTP ${status})`
      return fail(why, `Add to the job in the workflow: ${PERMISSIONS}.`)
    }
    // GitHub answers 422 for the name of a commit that it does not know.
    if (status === 404 || status === 422 || types.includes('NOT_FOUND')) {
      const why = `it does not exist, or the job may not see it (HTTP ${status})`
      const hint = `Check that it exists, and that the job has the permission \`${permission}\`.`
      return fail(why, hint, NotFoundError)
    }
    return fail(status === 200 ? `it answers with an error (${told})` : `it answers with HTTP ${status}`, again)
  }
}

/** What a failure says, of REST and of GraphQL, which answers 200 with errors. */
function readFailure(error: unknown) {
  const {
    response,
    errors = [],
    status = 200,
    ...rest
  } = error as {
    readonly status?: number
    readonly response?: { readonly headers?: Readonly<Record<string, string>> }
    readonly headers?: Readonly<Record<string, string>>
    readonly errors?: readonly { readonly type?: string }[]
  }
  const headers = rest.headers ?? response?.headers ?? {}
  const types = errors.map(({ type = '' }) => type)
  const isSecondary = /secondary rate/i.test(messageOf(error))
  const isPrimary =
    types.includes('RATE_LIMITED') || status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0')
  const limit = isSecondary ? 'secondary' : isPrimary ? 'primary' : undefined
  return { isAnswer: response !== undefined, status, headers, types, limit }
}

/** Until the same question may succeed; Infinity where it cannot. Octokit gives a request without an answer the status 500. */
function secondsToWait(error: unknown): number {
  const { status, headers, types, limit } = readFailure(error)
  if (limit === 'secondary') return Number(headers['retry-after'] ?? LONGEST_WAIT)
  if (limit === 'primary') {
    const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
    // A second more, because GitHub gives whole ones.
    return Number.isNaN(reset) ? LONGEST_WAIT : Math.max(0, reset) + 1
  }
  // A GraphQL error without a type is a failure of the server.
  return status >= 500 || error instanceof UnknownForm || types.includes('') ? 0 : Infinity
}

/** An answer that GitHub's documentation does not describe, such as an HTML page with status 200. */
export class UnknownForm extends Error {}

/** @throws {UnknownForm} */
export function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw new UnknownForm()
}

/** @throws {UnknownForm} */
export function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new UnknownForm()
}

/** @throws {UnknownForm} */
export function array(value: unknown): readonly unknown[] {
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
