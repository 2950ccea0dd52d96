import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerApi, routeOf, type ApiRequest, type KnownRepository } from './api.ts'
import { answerWithFault, Faults, problem, sendJson, type GitHubFault, type Route, type Snapshot } from './faults.ts'
import { serveGit } from './git-backend.ts'
import type { WorkflowRun } from './runs.ts'

export interface GitHubRequest {
  readonly route: Route
  readonly method: string
  /** With its query. */
  readonly url: string
  /** The `github-token` of the job that asked; empty without a login. */
  readonly token: string
  /** `null` until there is an answer, and where a fault cuts it. */
  status: number | null
  /** The commit that an answer gave as the branch's. */
  tip?: string
}

/** A stand-in for GitHub: the REST API that the Action uses, and the repository over HTTP. It knows one repository. */
export class GitHubServer implements AsyncDisposable {
  /** In any order. */
  readonly runs: WorkflowRun[] = []
  readonly requests: GitHubRequest[] = []
  /** Whether `git fetch` needs a token, as in a private repository. */
  requiresLogin = false
  /** Called, and waited for, before a request is answered. */
  onRequest: ((request: GitHubRequest) => Promise<void> | void) | undefined
  readonly #repository: KnownRepository
  readonly #faults = new Faults()
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      sendJson(response, problem(500, String(error)))
    })
  })
  /** Milliseconds. */
  #ahead = 0

  private constructor(repository: KnownRepository) {
    this.#repository = repository
  }

  /** Starts it on a free port of this machine. */
  static async start(repository: KnownRepository): Promise<GitHubServer> {
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

  /** How many times `git fetch` was started and let in. */
  get fetches(): number {
    return this.requests.filter(({ url, status }) => url.includes('/info/refs') && status === 200).length
  }

  /** The time in which runs begin and end. */
  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }

  /** Replaces all rules; an empty list ends them. */
  setFaults(...rules: readonly GitHubFault[]): void {
    this.#faults.set(rules)
  }

  /** What GitHub knows now, for stale answers later. */
  async snapshot(): Promise<Snapshot> {
    return { heads: await this.#repository.heads(), runs: this.runs.map((run) => ({ ...run })) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', this.url)
    const isApi = url.pathname.startsWith('/api/v3/')
    if (isApi) url.pathname = url.pathname.slice('/api/v3'.length)
    const gitPath = isApi ? undefined : this.#gitPath(url)
    const question: ApiRequest =
      gitPath === undefined
        ? routeOf(this.#repository, url)
        : { route: 'git', parameters: [gitPath], query: url.searchParams }
    const token = tokenOf(headers.authorization)
    const { route } = question
    const recorded: GitHubRequest = { route, method, url: `${url.pathname}${url.search}`, token, status: null }
    this.requests.push(recorded)
    await this.onRequest?.(recorded)

    const rule = this.#faults.next(route)
    const stale = typeof rule?.fault === 'object' ? rule.fault : undefined
    if (gitPath !== undefined && (rule === undefined || stale !== undefined)) {
      await this.#serveGit(gitPath, recorded, request, response)
      return
    }
    request.resume()
    const known = stale ?? (await this.snapshot())
    const good =
      token === '' || method !== 'GET' || !isApi
        ? problem(token === '' ? 401 : 404, token === '' ? 'Requires authentication' : 'Not Found')
        : await answerApi(this.#repository, known, question)
    if (rule !== undefined && typeof rule.fault === 'string') {
      recorded.status = answerWithFault(response, rule.fault, rule, good)
      return
    }
    recorded.status = good.status
    if (route === 'tip' && good.status === 200) recorded.tip = known.heads.get(question.parameters[1] ?? '') ?? ''
    sendJson(response, good)
  }

  #gitPath({ pathname }: URL): string | undefined {
    const prefix = `/${this.#repository.name}`
    const path = /^(?:\.git)?(\/(?:info\/refs|git-upload-pack))$/.exec(pathname.slice(prefix.length))?.[1]
    return pathname.startsWith(prefix) ? path : undefined
  }

  async #serveGit(
    path: string,
    recorded: GitHubRequest,
    request: IncomingMessage,
    response: ServerResponse
  ): Promise<void> {
    if (this.requiresLogin && recorded.token === '') {
      recorded.status = 401
      request.resume()
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
      return
    }
    recorded.status = 200
    await serveGit(this.#repository.folder, path, request, response)
  }
}

/** The token in `Bearer …`, `token …` or `Basic …` with the user `x-access-token`. */
function tokenOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64')
    .toString()
    .replace(/^x-access-token:/, '')
}
