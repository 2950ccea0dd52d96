import type { getOctokit } from '@actions/github'
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { Response, type fetch } from 'undici'
import { ActionError, messageOf } from '../errors.ts'
import { COMMIT, shortRef, type Job } from '../job/event.ts'
import { field } from '../field.ts'
import type { Secret } from '../secret.ts'

/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const ATTEMPT_TIMEOUT = 8_000
/** Milliseconds for one question with all its attempts and waits. */
const TOTAL_TIMEOUT = 150_000
/** Seconds that a run waits for a rate limit to end. */
const LONGEST_WAIT = 60
const ONE_DAY = 24 * 60 * 60
/** Bytes of an answer. The largest one is a comparison of two commits, without its files. */
const MAX_ANSWER = 4 * 1024 * 1024
/** A tag may point to a tag. */
const MAX_TAGS = 5

/** The line that a workflow needs, for messages. */
const PERMISSIONS = '`permissions: { contents: read }`'

/** GitHub did not answer as needed; `message` names the question and the cause. */
class GitHubError extends ActionError {
  /** True if what was asked for does not exist, which may be an answer, or the job may not see it. */
  readonly isMissing: boolean

  constructor(headline: string, { why, hint, isMissing = false }: Omit<GitHubFailure, 'wait'>, cause?: unknown) {
    super('github', `${headline}: ${why}.`, hint, { cause, headline })
    this.isMissing = isMissing
  }
}

/** An answer that GitHub's documentation does not describe, such as an HTML page with status 200. */
class UnknownForm extends Error {}

/** Asks GitHub about a repository. A question is repeated after failures and rate limits. All throw `GitHubError`. */
export class GitHub {
  readonly #octokit: ReturnType<typeof getOctokit> | undefined
  readonly #token: Secret | undefined
  readonly #repository: string

  /** @param token undefined if the input is empty; every question then fails. */
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
    const path = ref.split('/').slice(1).map(encodeURIComponent).join('/')
    const parse = (data: unknown) => {
      const object = field(data, 'object')
      return { isTag: field(object, 'type') === 'tag', sha: text(field(object, 'sha'), COMMIT) }
    }
    const what = `show the head of ${shortRef(ref)}`
    const targets = [await this.#ask(what, `${this.#repository}/git/ref/${path}`, parse)]
    for (const { isTag, sha } of targets) {
      if (isTag && targets.length < MAX_TAGS)
        targets.push(await this.#ask(what, `${this.#repository}/git/tags/${sha}`, parse))
    }
    return targets.map(({ sha }) => sha)
  }

  /**
   * How `head` relates to `base`, in GitHub's words: `behind` means that `head` is an ancestor. Undefined if GitHub does not
   * know one of the commits, or they have no common ancestor.
   */
  async compare(base: string, head: string) {
    const parse = (data: unknown) =>
      text(field(data, 'status'), /^(?:identical|ahead|behind|diverged)$/) as
        'identical' | 'ahead' | 'behind' | 'diverged'
    // The first page lists changed files with their differences, which may be large.
    const path = `${this.#repository}/compare/${base}...${head}?per_page=1&page=2`
    return this.#ask('show how two commits are related', path, parse).catch((error: unknown) => {
      if (error instanceof GitHubError && error.isMissing) return undefined
      throw error
    })
  }

  /**
   * @param what completes "GitHub does not …".
   * @param path below `/repos/`.
   * @param parse makes the answer a typed value, or throws `UnknownForm`.
   */
  async #ask<T>(what: string, path: string, parse: (data: unknown) => T): Promise<T> {
    const octokit = this.#octokit
    const headline = `GitHub does not ${what}`
    if (octokit === undefined) {
      throw new GitHubError(headline, { why: 'the input `github-token` is empty', hint: LEAVE_OUT })
    }
    const signal = AbortSignal.timeout(TOTAL_TIMEOUT)
    const { fetch: given } = octokit.request.endpoint.DEFAULTS.request as { fetch: typeof fetch }
    const request = { signal, fetch: limited(given), log: SILENT }
    const ask = async (): Promise<T> => {
      const { data } = (await octokit.request(`GET /repos/${path}`, { request })) as { data: unknown }
      return parse(data)
    }
    try {
      return await pRetry(ask, {
        retries: 2,
        factor: 4,
        signal,
        shouldRetry: ({ error }) => (causeOf(error).wait ?? Infinity) <= LONGEST_WAIT,
        onFailedAttempt: async ({ error, retriesLeft }) => {
          const { wait = 0 } = causeOf(error)
          if (retriesLeft > 0 && wait <= LONGEST_WAIT) await sleep(wait * 1000, undefined, { signal })
        }
      })
    } catch (error) {
      const { why, ...failure } = causeOf(error)
      const shown = (this.#token?.redact(why) ?? why).replace(/\s+/g, ' ').slice(0, 400)
      throw new GitHubError(headline, { ...failure, why: shown }, error)
    }
  }
}

const AGAIN = 'Start a new run (Run workflow, or push) when GitHub answers (https://www.githubstatus.com).'
const LEAVE_OUT = 'Leave out the input `github-token`; its default is the token of the job.'

interface GitHubFailure {
  /** A clause that follows "GitHub does not …:". */
  readonly why: string
  readonly hint: string
  /** Seconds until the same question may succeed; undefined if it cannot. */
  readonly wait?: number
  readonly isMissing?: boolean
}

/** Why GitHub did not answer. */
function causeOf(error: unknown): GitHubFailure {
  const { status = 0, response } = error as {
    readonly status?: number
    readonly response?: { readonly headers?: Readonly<Record<string, string>> }
  }
  const message = messageOf(error)
  if (error instanceof UnknownForm) return { why: 'the answer has an unknown form', hint: AGAIN, wait: 0 }
  // Octokit gives a request without an answer the status 500.
  if (response === undefined) return { why: `its API cannot be reached (${message})`, hint: AGAIN, wait: 0 }
  const { headers = {} } = response
  const isUsedUp = headers['x-ratelimit-remaining'] === '0'
  if (status === 429 || (status === 403 && isUsedUp) || /secondary rate/i.test(message)) {
    const reset = Number(headers['x-ratelimit-reset']) - Math.floor(Date.now() / 1000)
    // A second more, because GitHub gives whole ones; a minute if it gives none.
    const given = Number(headers['retry-after'] ?? (isUsedUp ? reset : NaN)) || LONGEST_WAIT - 1
    const wait = Math.min(Math.max(0, given), ONE_DAY) + 1
    const until = new Date(Date.now() + wait * 1000).toISOString().slice(11, 16)
    return {
      why: `it limits the rate of requests until ${until} UTC`,
      hint: 'Start a new run (Run workflow, or push) after that time.',
      wait
    }
  }
  if (status === 401) return { why: 'it rejects `github-token` (HTTP 401)', hint: LEAVE_OUT }
  if (status === 403) {
    const hint = `Add to the job in the workflow: ${PERMISSIONS}.`
    return { why: 'the job lacks a permission (HTTP 403)', hint }
  }
  // GitHub answers 422 for the name of a commit that it does not know.
  if (status === 404 || status === 422) {
    const hint = `Check that it exists, and that the job has ${PERMISSIONS}.`
    return { why: `it does not exist, or the job may not see it (HTTP ${status})`, hint, isMissing: true }
  }
  const why = `it answers with HTTP ${status}`
  return status >= 500 ? { why, hint: AGAIN, wait: 0 } : { why, hint: AGAIN }
}

/** @throws {UnknownForm} */
function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw new UnknownForm()
}

/** Octokit prints headers of the answer, which could contain workflow commands. */
const ignore = (): void => undefined
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Gives each attempt its own deadline and a limit of bytes. A hook of Octokit cannot: its hooks pass the first options on,
 * not those of the hook around them.
 */
function limited(given: typeof fetch): typeof fetch {
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
