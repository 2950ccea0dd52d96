import type { ServerResponse } from 'node:http'
import type { WorkflowRun } from './runs.ts'

/** What a request is for; `tip` answers with the commit of a branch, `git` is a request of `git fetch`. */
export type Route = 'repository' | 'tip' | 'run' | 'runs' | 'compare' | 'git' | 'other'

/** What GitHub knew at a past moment. */
export interface Snapshot {
  /** The commit of each branch. */
  readonly heads: ReadonlyMap<string, string>
  readonly runs: readonly WorkflowRun[]
}

export type FaultName =
  | 'forbidden'
  | 'rate limit'
  | 'secondary rate limit'
  | 'server error'
  | 'not found'
  | 'HTML'
  | 'cut'
  | 'huge'
  | 'hang'
  | 'stall'
  | 'reset'

export interface GitHubFault {
  /** Every route of the API without it. */
  readonly route?: Route
  /** What the client gets; a snapshot is an answer of a past moment. */
  readonly fault: FaultName | Snapshot
  /** The rule ends after this many requests; without it, it stays until `setFaults`. */
  readonly times?: number
  /** Instead of the usual status: 403 of a rate limit, 502 of a server error (3xx: to where nothing listens). */
  readonly status?: number
  /** Until a rate limit ends; 1 by default. */
  readonly seconds?: number
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export function problem(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body, headers }
}

/** The rules of the moment: the first one that applies to a request decides. */
export class Faults {
  #rules: { readonly rule: GitHubFault; left: number }[] = []

  set(rules: readonly GitHubFault[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  next(route: Route): GitHubFault | undefined {
    const concerns = (rule: GitHubFault) => (rule.route === undefined ? route !== 'git' : rule.route === route)
    const found = this.#rules.find(({ rule, left }) => left > 0 && concerns(rule))
    if (found !== undefined) found.left--
    return found?.rule
  }
}

/**
 * Answers as the fault says.
 *
 * @param good is the answer without the fault; a cut one begins like it.
 * @returns the status, or `null` where the client gets no whole answer.
 */
export function answerWithFault(
  response: ServerResponse,
  fault: FaultName,
  { status, seconds = 1 }: GitHubFault,
  good: Answer
): number | null {
  const answer = (given: Answer): number => {
    sendJson(response, given)
    return given.status
  }
  switch (fault) {
    case 'forbidden':
      return answer(problem(403, 'Resource not accessible by integration'))
    case 'rate limit': {
      const reset = String(Math.ceil(Date.now() / 1000) + seconds)
      const headers = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
      return answer(problem(status ?? 403, 'API rate limit exceeded for installation ID 42.', headers))
    }
    case 'secondary rate limit': {
      const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
      return answer(problem(status ?? 403, message, { 'retry-after': String(seconds) }))
    }
    case 'server error':
      return answer(problem(status ?? 502, 'Server Error', { location: 'http://127.0.0.1:1' }))
    case 'not found':
      return answer(problem(404, 'Not Found'))
    case 'HTML':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Unicorn!</title>')
      return 200
    case 'huge':
      return answer({ ...good, body: { ...(good.body as object), padding: 'x'.repeat(20 * 1024 * 1024) } })
    case 'cut':
    case 'stall': {
      const body = JSON.stringify(good.body)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) })
      response.write(body.slice(0, body.length / 2), () => {
        if (fault === 'cut') response.destroy()
      })
      return null
    }
    case 'reset':
      response.destroy()
      return null
    case 'hang':
      return null
  }
}

export function sendJson(response: ServerResponse, { status, body, headers }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}
