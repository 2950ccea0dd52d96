import type { getOctokit } from '@actions/github'
import pRetry from 'p-retry'
import { ActionError, messageOf } from '../errors.ts'
import { COMMIT, shortRef, type Job } from '../job/event.ts'
import { field } from '../field.ts'
import { GITHUB_STATUS } from '../wording.ts'
import type { Secret } from '../secret.ts'

/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const ATTEMPT_TIMEOUT = 8_000

/** The line that a workflow needs, for messages. */
const PERMISSIONS = '`permissions: { contents: read }`'
const AGAIN = `Start a new run (Run workflow, or push) when GitHub answers (${GITHUB_STATUS}).`
const LEAVE_OUT = 'Leave out the input `github-token`; its default is the token of the job.'

/** Asks GitHub about a repository. A question is repeated after failures. All throw `ActionError` of kind `github`. */
export class GitHub {
  readonly #octokit: ReturnType<typeof getOctokit> | undefined
  readonly #repository: string

  /** @param token undefined if the input is empty; every question then fails. */
  constructor(makeOctokit: typeof getOctokit, { repository }: Pick<Job, 'repository'>, token: Secret | undefined) {
    this.#octokit = token && makeOctokit(token.reveal())
    this.#repository = repository
  }

  /**
   * Ids of the objects that a branch or tag points to: its commit last, before that an annotated tag. GitHub may answer with an
   * older one for some seconds.
   */
  async headOf(ref: string): Promise<readonly string[]> {
    const headline = `GitHub does not show the head of ${shortRef(ref)}`
    const ids: string[] = []
    let path = `git/ref/${ref.split('/').slice(1).map(encodeURIComponent).join('/')}`
    for (;;) {
      const answer = await this.#ask(headline, path)
      if (answer === undefined) {
        const hint = `Check that it exists, and that the job has ${PERMISSIONS}.`
        throw gitHubError(headline, 'it does not exist, or the job may not see it', hint)
      }
      const [sha, type] = [field(answer, 'object', 'sha'), field(answer, 'object', 'type')]
      if (typeof sha !== 'string' || !COMMIT.test(sha)) {
        throw gitHubError(headline, 'the answer has an unknown form', AGAIN)
      }
      ids.push(sha)
      if (type !== 'tag') return ids
      path = `git/tags/${sha}`
    }
  }

  /** True if there is no branch or tag of this name; false also if GitHub does not say, because nothing depends on it. */
  async isGone(name: string): Promise<boolean> {
    const path = name.split('/').map(encodeURIComponent).join('/')
    const answers = ['heads', 'tags'].map((kind) =>
      this.#ask(`GitHub does not show ${name}`, `git/ref/${kind}/${path}`)
    )
    const found = await Promise.all(answers).catch(() => [name])
    return found.every((answer) => answer === undefined)
  }

  /**
   * How `head` relates to `base`, in GitHub's words: `behind` means that `head` is an ancestor. Undefined if GitHub does not
   * know one of the commits, or they have no common ancestor.
   */
  async compare(base: string, head: string): Promise<string | undefined> {
    // The first page lists changed files with their differences, which may be large.
    const path = `compare/${base}...${head}?per_page=1&page=2`
    const relation = field(await this.#ask('GitHub does not show how two commits are related', path), 'status')
    return typeof relation === 'string' ? relation : undefined
  }

  /**
   * @param path below that of the repository.
   * @returns undefined if it does not exist, or the job may not see it.
   */
  async #ask(headline: string, path: string): Promise<unknown> {
    const octokit = this.#octokit
    if (octokit === undefined) throw gitHubError(headline, 'the input `github-token` is empty', LEAVE_OUT)
    const ask = async (): Promise<unknown> => {
      const request = { signal: AbortSignal.timeout(ATTEMPT_TIMEOUT) }
      const { data } = (await octokit.request(`GET /repos/${this.#repository}/${path}`, { request })) as {
        data: unknown
      }
      return data
    }
    try {
      return await pRetry(ask, { retries: 2, factor: 4, shouldRetry: ({ error }) => (statusOf(error) ?? 500) >= 429 })
    } catch (error) {
      const status = statusOf(error)
      // GitHub answers 422 for the name of a commit that it does not know.
      if (status === 404 || status === 422) return undefined
      throw gitHubError(headline, ...causeOf(status, messageOf(error)), error)
    }
  }
}

/** Undefined without an answer, for which Octokit has the status 500. */
function statusOf(error: unknown): number | undefined {
  return field(error, 'response', 'status') as number | undefined
}

/** Why GitHub did not answer, as a clause, and what to do. */
function causeOf(status: number | undefined, message: string): [why: string, hint: string] {
  if (status === undefined) return [`its API cannot be reached (${message})`, AGAIN]
  if (status === 401) return ['it rejects `github-token` (HTTP 401)', LEAVE_OUT]
  if (status === 403 && !/rate limit/i.test(message)) {
    return ['the job lacks a permission (HTTP 403)', `Add to the job in the workflow: ${PERMISSIONS}.`]
  }
  return [`it answers with HTTP ${status} (${message})`, AGAIN]
}

function gitHubError(headline: string, why: string, hint: string, cause?: unknown): ActionError {
  return new ActionError('github', `${headline}: ${why}.`, hint, { cause })
}
