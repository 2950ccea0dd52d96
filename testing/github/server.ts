import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { git } from '../git.ts'
import { serveGit } from './git-backend.ts'
import type { HostedRepository } from './repository.ts'

/**
 * What a request is for: `tip` gives the commit of a branch, `compare` how two commits are related, `git` belongs to `git fetch`,
 * and `page` is what a link of an entry leads to. Everything else is forbidden.
 */
type Route = 'tip' | 'compare' | 'git' | 'page' | 'other'

export interface GitHubFault {
  readonly route: Route
  readonly fault: 'forbidden' | 'server error' | 'reset'
  /** The fault ends after this many requests; by default it stays until `setFaults`. */
  readonly times?: number
}

export interface GitHubRequest {
  readonly route: Route
  /** The `github-token` of the job that asked; empty without a login. */
  readonly token: string
  /** `null` until there is an answer, and if a fault cuts it. */
  status: number | null
}

interface Answer {
  readonly status: number
  /** Text is sent as it is, everything else as JSON. */
  readonly body: unknown
}

const NOT_FOUND = problem(404, 'Not Found')

/** What a job may ask with the permission `contents: read`, and the pages of files. */
const ROUTES: readonly (readonly [Route, path: RegExp])[] = [
  ['tip', /^\/api\/v3\/repos\/([^/]+\/[^/]+)\/git\/ref\/heads\/(.+)$/],
  ['compare', /^\/api\/v3\/repos\/([^/]+\/[^/]+)\/compare\/(.+)\.\.\.(.+)$/],
  ['git', /^\/([^/]+\/[^/]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack)$/],
  ['page', /^\/([^/]+\/[^/]+)\/blob\/([^/]+)\/(.+)$/]
]

/** A stand-in for GitHub: what a job may ask of one repository, and the repository over HTTP. */
export class GitHubServer implements AsyncDisposable {
  readonly requests: GitHubRequest[] = []
  /** Whether `git fetch` needs a token, as in a private repository. */
  requiresLogin = false
  /** Called before a request is answered. */
  onRequest: ((request: GitHubRequest) => void) | undefined
  readonly #repository: HostedRepository
  #faults: { readonly rule: GitHubFault; left: number }[] = []
  readonly #server = createServer((request, response) => {
    this.#receive(request, response).catch((error: unknown) => {
      send(response, problem(500, String(error)))
    })
  })

  private constructor(repository: HostedRepository) {
    this.#repository = repository
  }

  /** Starts it on a free port of this machine. */
  static async start(repository: HostedRepository): Promise<GitHubServer> {
    const github = new GitHubServer(repository)
    github.#server.listen(0, '127.0.0.1')
    await once(github.#server, 'listening')
    return github
  }

  /** `http://127.0.0.1:…`, the `GITHUB_SERVER_URL` of a job. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The `GITHUB_API_URL` of a job, as on GitHub Enterprise Server. */
  get apiUrl(): string {
    return `${this.url}/api/v3`
  }

  /** The address of the repository. */
  get repositoryUrl(): string {
    return `${this.url}/${this.#repository.name}`
  }

  /** Requests of `git fetch` that were let in. */
  get fetches(): number {
    return this.requests.filter(({ route, status }) => route === 'git' && status === 200).length
  }

  /** Replaces all faults. */
  setFaults(...rules: readonly GitHubFault[]): void {
    this.#faults = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname)
    const [route, parameters] = routeOf(path)
    const recorded: GitHubRequest = { route, token: tokenOf(request.headers.authorization), status: null }
    this.requests.push(recorded)
    this.onRequest?.(recorded)

    const found = this.#faults.find(({ rule, left }) => left > 0 && rule.route === route)
    if (found !== undefined) found.left--
    if (found?.rule.fault === 'reset') {
      response.destroy()
      return
    }
    const answer = found === undefined ? await this.#answer(recorded, parameters) : answerOf(found.rule)
    recorded.status = answer?.status ?? 200
    if (answer === undefined) await serveGit(this.#repository.folder, parameters[1] ?? '', request, response)
    else send(response, answer, this.requiresLogin && route === 'git')
  }

  /** Undefined if Git answers. */
  async #answer({ route, token }: GitHubRequest, parameters: readonly string[]): Promise<Answer | undefined> {
    const [name = '', first = '', second = ''] = parameters
    const { folder } = this.#repository
    const isAnonymous = token === ''
    if (route !== 'other' && name.toLowerCase() !== this.#repository.name.toLowerCase()) return NOT_FOUND
    switch (route) {
      case 'git':
        return this.requiresLogin && isAnonymous ? problem(401, 'Requires authentication') : undefined
      case 'page':
        return git(folder, ['cat-file', 'blob', `${first}:${second}`]).then(
          (body) => ({ status: 200, body }),
          () => NOT_FOUND
        )
      case 'tip': {
        if (isAnonymous) return problem(401, 'Requires authentication')
        const sha = await this.#repository.head(first)
        return sha === undefined ? NOT_FOUND : { status: 200, body: { object: { type: 'commit', sha } } }
      }
      case 'compare':
        return isAnonymous ? problem(401, 'Requires authentication') : compare(folder, first, second)
      case 'other':
        return problem(403, 'Resource not accessible by integration')
    }
  }
}

function routeOf(path: string): [Route, readonly string[]] {
  for (const [route, form] of ROUTES) {
    const match = form.exec(path)
    if (match !== null) return [route, match.slice(1)]
  }
  return ['other', []]
}

/** The token in `Bearer …`, `token …` or `Basic …` with the user `x-access-token`. */
function tokenOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64')
    .toString()
    .replace(/^x-access-token:/, '')
}

function answerOf({ fault }: GitHubFault): Answer {
  return fault === 'forbidden' ? problem(403, 'Resource not accessible by integration') : problem(502, 'Server Error')
}

function problem(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } }
}

/** How two commits are related. Not found if one is missing, or they have no common ancestor. */
async function compare(folder: string, base: string, head: string): Promise<Answer> {
  const ask = (...args: string[]): Promise<string | undefined> => git(folder, args).catch(() => undefined)
  const ancestor = await ask('merge-base', base, head)
  if (ancestor === undefined) return NOT_FOUND
  const status = base === head ? 'identical' : { [base]: 'ahead', [head]: 'behind' }[ancestor]
  return { status: 200, body: { status: status ?? 'diverged' } }
}

function send(response: ServerResponse, { status, body }: Answer, asksForLogin = false): void {
  const headers = {
    'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ...(asksForLogin && { 'www-authenticate': 'Basic realm="GitHub"' })
  }
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}
