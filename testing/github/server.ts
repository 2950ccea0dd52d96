import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerApi, filePage, type ApiRequest, type KnownRepository } from './api.ts'
import { answerDeployments } from './deployment-requests.ts'
import { copyOf, type StoredDeployment } from './deployments.ts'
import {
  answerWithFault,
  Faults,
  problem,
  sendAnswer,
  type Answer,
  type GitHubFault,
  type Route,
  type Snapshot
} from './faults.ts'
import { serveGit } from './git-backend.ts'
import type { Permission, StatusOrder } from './graphql-deployments.ts'
import type * as GraphQl from './graphql.ts'
import { readBody, readRequest } from './incoming.ts'
import { Lag } from './lag.ts'

export interface GitHubRequest {
  readonly route: Route
  readonly method: string
  /** With its query. */
  readonly url: string
  /** The `github-token` of the job that asked; empty without a login. */
  readonly token: string
  /** `null` until there is an answer, and where a fault cuts it. */
  status: number | null
  /** What was sent, where it is JSON. */
  body?: unknown
  /** The commit that an answer gave as the branch's. */
  tip?: string
  /** The ids of the deployments that an answer of GraphQL knows. */
  known?: readonly number[]
}

/**
 * A stand-in for GitHub: the REST and GraphQL API that the Action uses, and the repository over HTTP. It knows one
 * repository.
 */
export class GitHubServer implements AsyncDisposable {
  /** In any order. */
  readonly deployments: StoredDeployment[] = []
  /** Of every job's token: what a workflow file gives to the job. */
  permissions: { deployments: Permission } = { deployments: 'write' }
  /** What GraphQL does not show yet. */
  readonly lag = new Lag()
  /** Of the statuses in GraphQL. */
  statusOrder: StatusOrder = 'oldest first'
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
  /** Milliseconds. */
  #ahead = 0
  /** Of the next deployment that is made through the API. As on github.com: too large for an `Int` of GraphQL. */
  #nextId = 4_442_074_271

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

  /** The time in which deployments are made. */
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
    return {
      heads: await this.#repository.heads(),
      deployments: this.deployments.map(copyOf)
    }
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
    const body = kind === 'git' ? undefined : await readBody(request)
    if (body !== undefined) recorded.body = body
    await this.onRequest?.(recorded)

    const rule = this.#faults.next(route)
    const stale = typeof rule?.fault === 'object' ? rule.fault : undefined
    if (kind === 'git' && (rule === undefined || stale !== undefined)) {
      await this.#serveGit(recorded, parameters[0] ?? '', request, response)
      return
    }
    request.resume()
    const known = stale ?? (await this.snapshot())
    const answer = async (): Promise<Answer> => {
      if (kind === 'page') return filePage(this.#repository, parameters[0] ?? '')
      if (token === '') return problem(401, 'Requires authentication')
      if (kind === 'git') return problem(404, 'Not Found')
      return this.#answerApi({ route, parameters, body }, known, known === stale, recorded)
    }
    if (rule !== undefined && typeof rule.fault === 'string') {
      recorded.status = await answerWithFault(response, rule.fault, rule, route, answer)
      return
    }
    const good = await answer()
    recorded.status = good.status
    if (route === 'tip' && good.status === 200) {
      recorded.tip = known.heads.get(parameters[1]?.replace(/^heads\//, '') ?? '') ?? ''
    }
    sendAnswer(response, good)
  }

  async #answerApi(question: ApiRequest, known: Snapshot, isStale: boolean, recorded: GitHubRequest): Promise<Answer> {
    const { deployments, lag, permissions, statusOrder } = this
    switch (question.route) {
      case 'records': {
        const shown = isStale ? known.deployments : lag.answer(deployments)
        recorded.known = shown.map(({ id }) => id)
        return loadGraphQl().answerQuery(question.body, {
          repository: this.#repository.name,
          deployments: shown,
          permission: permissions.deployments,
          statusOrder
        })
      }
      case 'record':
      case 'mark':
        return answerDeployments(this.#repository, question, {
          deployments,
          permission: permissions.deployments,
          nextId: () => this.#nextId++,
          onMade: (record) => {
            lag.made(record)
          },
          now: this.now()
        })
      case 'tip':
      case 'compare':
      case 'git':
      case 'other':
        return answerApi(this.#repository, known, question)
    }
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

/**
 * GitHub's schema takes a quarter of a second to load. Jest has an own copy of each module for each test file; Node's
 * `require` has one for all test files of a process.
 */
function loadGraphQl(): typeof GraphQl {
  const { createRequire } = process.getBuiltinModule('node:module')
  return createRequire(import.meta.url)('./graphql.ts') as typeof GraphQl
}
