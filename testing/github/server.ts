import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerApi, filePage, type KnownRepository } from './api.ts'
import { answerWithFault, Faults, NOT_FOUND, problem, sendAnswer } from './faults.ts'
import type { Answer, GitHubFault, Heads, Route } from './faults.ts'
import { serveGit } from './git-backend.ts'
import { readRequest } from './incoming.ts'
import { Lag } from './lag.ts'

export interface GitHubRequest {
  readonly route: Route
  readonly method: string
  /** With its query. */
  readonly url: string
  /** The `github-token` of the job that asked; empty without a login. */
  readonly token: string
  /** `null` until there is an answer, and if a fault cuts it. */
  status: number | null
  /** The commit that an answer gave as the branch's. */
  tip?: string
}

/**
 * A stand-in for GitHub: what a job may ask of one repository with the permission `contents: read`, and the repository over
 * HTTP. Everything else is forbidden.
 */
export class GitHubServer implements AsyncDisposable {
  /** What is not shown yet. */
  readonly lag = new Lag()
  readonly requests: GitHubRequest[] = []
  /** Whether `git fetch` needs a token, as in a private repository. */
  requiresLogin = false
  /** Called, and waited for, before a request is answered. */
  onRequest: ((request: GitHubRequest) => Promise<void> | void) | undefined
  readonly #repository: KnownRepository
  readonly #faults = new Faults()
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      sendAnswer(response, problem(500, String(error)))
    })
  })

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

  /** Replaces all rules; an empty list ends them. */
  setFaults(...rules: readonly GitHubFault[]): void {
    this.#faults.set(rules)
  }

  /** What GitHub knows now, for stale answers later. */
  async heads(): Promise<Heads> {
    return this.#repository.heads()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kind, route, method, parameters, url, token } = readRequest(this.#repository, request)
    const recorded: GitHubRequest = { route, method, url, token, status: null }
    this.requests.push(recorded)
    await this.onRequest?.(recorded)

    const rule = this.#faults.next(route)
    const fault = rule?.fault
    if (kind === 'git' && typeof fault !== 'string') {
      await this.#serveGit(recorded, parameters[0] ?? '', request, response)
      return
    }
    request.resume()
    const answer = async (): Promise<Answer> => {
      if (kind === 'page') return filePage(this.#repository, parameters[0] ?? '')
      if (token === '') return problem(401, 'Requires authentication')
      if (kind === 'git') return NOT_FOUND
      const heads = typeof fault === 'object' ? fault : await this.#shownHeads(route)
      if (route === 'tip') recorded.tip = heads.get(parameters[1]?.replace(/^heads\//, '') ?? '') ?? ''
      return answerApi(this.#repository, heads, { route, parameters })
    }
    if (rule !== undefined && typeof fault === 'string') {
      recorded.status = await answerWithFault(response, fault, rule, answer)
      return
    }
    const good = await answer()
    recorded.status = good.status
    sendAnswer(response, good)
  }

  async #shownHeads(route: Route): Promise<Heads> {
    const heads = await this.#repository.heads()
    return route === 'tip' ? this.lag.answer(heads) : heads
  }

  async #serveGit(
    recorded: GitHubRequest,
    path: string,
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
