import type { ServerResponse } from 'node:http'
import type { StoredDeployment } from './deployments.ts'

/**
 * What a request is for; `tip` answers with the commit of a branch, `git` is a request of `git fetch`. `record` makes a
 * deployment, `mark` a status of it, `records` reads them by GraphQL.
 */
export type Route = 'tip' | 'compare' | 'record' | 'mark' | 'records' | 'git' | 'other'

/** What GitHub knew at a past moment. */
export interface Snapshot {
  /** The commit of each branch. */
  readonly heads: ReadonlyMap<string, string>
  readonly deployments: readonly StoredDeployment[]
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
  | 'reset'
  /** GitHub does what was asked, and the connection breaks; with a `status`, this is the answer. */
  | 'lost answer'
  /** Of GraphQL only: half of each list, and `errors`. */
  | 'graphql errors'

export interface GitHubFault {
  /** Every route of the API without it. */
  readonly route?: Route
  /** What the client gets; a snapshot is an answer of a past moment. */
  readonly fault: FaultName | Snapshot
  /** The rule ends after this many requests; without it, it stays until `setFaults`. */
  readonly times?: number
  /** Instead of the usual status: 403 of a rate limit (200 of GraphQL), 502 of a server error (3xx: to where nothing listens). */
  readonly status?: number
  /** Until a rate limit ends; 1 by default. */
  readonly seconds?: number
}

export interface Answer {
  readonly status: number
  /** Text is sent as it is, everything else as JSON, `undefined` not at all. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export function problem(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body, headers }
}

/** The message of a missing permission. */
export const FORBIDDEN = 'Resource not accessible by integration'

/** An error of GraphQL about all that was asked of the repository. */
function queryProblem(type: string, path: readonly string[], message: string): Answer {
  const error = { type, path, locations: [{ line: 1, column: 1 }], message }
  return { status: 200, body: { data: { repository: null }, errors: [error] } }
}

/** The rules of the moment: the first one that applies to a request decides. */
export class Faults {
  #rules: { readonly rule: GitHubFault; left: number }[] = []

  set(rules: readonly GitHubFault[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  next(route: Route): GitHubFault | undefined {
    const concerns = (rule: GitHubFault) => {
      if (rule.fault === 'graphql errors') return route === 'records'
      return rule.route === undefined ? route !== 'git' : rule.route === route
    }
    const found = this.#rules.find(({ rule, left }) => left > 0 && concerns(rule))
    if (found !== undefined) found.left--
    return found?.rule
  }
}

/**
 * Answers as the fault says. What was asked is done only where the client gets a part of the answer, and with
 * `lost answer`.
 *
 * @param answer does what was asked, and gives the answer without the fault.
 * @returns the status, or `null` where the client gets no whole answer.
 */
export async function answerWithFault(
  response: ServerResponse,
  fault: FaultName,
  { status, seconds = 1 }: GitHubFault,
  route: Route,
  answer: () => Promise<Answer>
): Promise<number | null> {
  const isQuery = route === 'records'
  const send = (given: Answer): number => {
    sendAnswer(response, given)
    return given.status
  }
  switch (fault) {
    case 'forbidden':
      return send(
        isQuery ? queryProblem('FORBIDDEN', ['repository', 'deployments'], FORBIDDEN) : problem(403, FORBIDDEN)
      )
    case 'rate limit': {
      const reset = String(Math.ceil(Date.now() / 1000) + seconds)
      const headers = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
      const message = 'API rate limit exceeded for installation ID 42.'
      if (!isQuery || status !== undefined) return send(problem(status ?? 403, message, headers))
      return send({ status: 200, body: { errors: [{ type: 'RATE_LIMITED', message }] }, headers })
    }
    case 'secondary rate limit': {
      const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
      return send(problem(status ?? 403, message, { 'retry-after': String(seconds) }))
    }
    case 'server error':
      return send(problem(status ?? 502, 'Server Error', { location: 'http://127.0.0.1:1' }))
    case 'not found':
      return send(
        isQuery
          ? queryProblem('NOT_FOUND', ['repository'], 'Could not resolve to a Repository.')
          : problem(404, 'Not Found')
      )
    case 'HTML':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Unicorn!</title>')
      return 200
    case 'huge': {
      const good = await answer()
      return send({ ...good, body: { ...(good.body as object), padding: 'x'.repeat(20 * 1024 * 1024) } })
    }
    case 'cut': {
      const good = await answer()
      const body = textOf(good)
      const length = String(Buffer.byteLength(body))
      response.writeHead(good.status, { 'content-type': 'application/json', 'content-length': length })
      response.write(body.slice(0, body.length / 2), () => response.destroy())
      return null
    }
    case 'lost answer':
      await answer()
      if (status !== undefined) return send(problem(status, 'Server Error'))
      response.destroy()
      return null
    case 'graphql errors':
      return send(partOf(await answer()))
    case 'reset':
      response.destroy()
      return null
    case 'hang':
      return null
  }
}

/** The answer of a query that GitHub gave up. */
function partOf({ status, body }: Answer): Answer {
  const halved = (_key: string, value: unknown): unknown =>
    Array.isArray(value) ? value.slice(0, Math.floor(value.length / 2)) : value
  const data = JSON.parse(JSON.stringify((body as { readonly data: unknown }).data), halved) as unknown
  const message = 'Something went wrong while executing your query. This may be the result of a timeout.'
  return { status, body: { data, errors: [{ message }] } }
}

function textOf({ body }: Answer): string {
  if (body === undefined) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const type = answer.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
  response.writeHead(answer.status, { ...type, ...answer.headers }).end(textOf(answer))
}
