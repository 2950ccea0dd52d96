import type { ServerResponse } from 'node:http'

/**
 * What a request is for: `tip` gives the commit of a branch or tag, `compare` how two commits are related, and
 * `git` belongs to `git fetch`. Everything else is forbidden.
 */
export type Route = 'tip' | 'compare' | 'git' | 'other'

/** What GitHub knew at a past moment: the commit of each branch. */
export type Heads = ReadonlyMap<string, string>

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

export interface GitHubFault {
  /** Every route of the API by default. */
  readonly route?: Route
  /** What the client gets; heads are an answer of a past moment. */
  readonly fault: FaultName | Heads
  /** The rule ends after this many requests; by default it stays until `setFaults`. */
  readonly times?: number
  /** Instead of the usual status: 403 of a rate limit, 502 of a server error (3xx leads to where nothing listens). */
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

export const NOT_FOUND = problem(404, 'Not Found')
/** If a permission is missing. */
export const FORBIDDEN = problem(403, 'Resource not accessible by integration')

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
 * @param answer gives the answer without the fault.
 * @returns the status, or `null` if the client gets no whole answer.
 */
export async function answerWithFault(
  response: ServerResponse,
  fault: FaultName,
  { status, seconds = 1 }: GitHubFault,
  answer: () => Promise<Answer>
): Promise<number | null> {
  const send = (given: Answer): number => {
    sendAnswer(response, given)
    return given.status
  }
  switch (fault) {
    case 'forbidden':
      return send(FORBIDDEN)
    case 'rate limit': {
      const reset = String(Math.ceil(Date.now() / 1000) + seconds)
      const headers = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
      return send(problem(status ?? 403, 'API rate limit exceeded for installation ID 42.', headers))
    }
    case 'secondary rate limit': {
      const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
      return send(problem(status ?? 403, message, { 'retry-after': String(seconds) }))
    }
    case 'server error':
      return send(problem(status ?? 502, 'Server Error', { location: 'http://127.0.0.1:1' }))
    case 'not found':
      return send(NOT_FOUND)
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
    case 'reset':
      response.destroy()
      return null
    case 'hang':
      return null
  }
}

function textOf({ body }: Answer): string {
  if (body === undefined) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const type = answer.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
  response.writeHead(answer.status, { ...type, ...answer.headers }).end(textOf(answer))
}
