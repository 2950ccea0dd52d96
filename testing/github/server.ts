import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { git } from '../git.ts'
import { serveGit } from './git-backend.ts'
import type { HostedRepository } from './repository.ts'

/**
 * What a request is for: `tip` gives the commit of a branch, `compare` how two commits are related, `git` belongs to `git fetch`,
 * and `page` is what a link of an entry leads to. Everything else is forbidden.
 */
type Route = 'tip' | 'compare' | 'git' | 'page' | 'other'

export interface GitHubRequest {
  readonly route: Route
  /** The `github-token` of the job that asked; empty without a login. */
  readonly token: string
  /** `null` until there is an answer. */
  status: number | null
}

interface Answer {
  readonly status: number
  /** Text is sent as it is, everything else as JSON. */
  readonly body: unknown
}

const NOT_FOUND = problem(404, 'Not Found')
const FORBIDDEN = problem(403, 'Resource not accessible by integration')
const NO_LOGIN = problem(401, 'Requires authentication')

/** What a job may ask with the permission `contents: read`, and the pages of files. */
const ROUTES: readonly (readonly [Route, path: RegExp])[] = [
  ['tip', /^\/api\/v3\/repos\/([^/]+\/[^/]+)\/git\/ref\/heads\/(.+)$/],
  ['compare', /^\/api\/v3\/repos\/([^/]+\/[^/]+)\/compare\/(.+)\.\.\.(.+)$/],
  ['git', /^\/([^/]+\/[^/]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack)$/],
  ['page', /^\/([^/]+\/[^/]+)\/blob\/([^/]+)\/(.+)$/]
]

/** A stand-in for GitHub: what a job may ask of one private repository, and the repository over HTTP. */
export class GitHubServer implements AsyncDisposable {
  /** `http://127.0.0.1:…`, the `GITHUB_SERVER_URL` of a job. */
  url = ''
  readonly requests: GitHubRequest[] = []
  /** Called before a request is answered. */
  onRequest: ((request: GitHubRequest) => void) | undefined
  /** A permission that the job lacks. */
  forbidden: Route | undefined
  readonly #repository: HostedRepository
  readonly #server = createServer((request, response) => {
    this.#receive(request, response).catch((error: unknown) => {
      send(response, problem(500, String(error)))
    })
  })

  private constructor(repository: HostedRepository) {
    this.#repository = repository
  }

  static async start(repository: HostedRepository): Promise<GitHubServer> {
    const github = new GitHubServer(repository)
    github.url = await listen(github.#server)
    return github
  }

  get repositoryUrl(): string {
    return `${this.url}/${this.#repository.name}`
  }

  /**
   * Opens a proxy as in a company's network, which leads every https address to this server.
   *
   * @param tls what it presents as the certificate of every host.
   */
  async openProxy(tls: { readonly key: string; readonly cert: string }) {
    const host = createSecureServer(tls, (request, response) => this.#server.emit('request', request, response))
    const proxy = createServer().on('connect', (_request, socket) => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      host.emit('connection', socket)
    })
    const dispose = async (): Promise<void> => {
      host.closeAllConnections()
      await close(proxy)
    }
    return { url: await listen(proxy), [Symbol.asyncDispose]: dispose }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#server)
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname)
    const [route, parameters] = routeOf(path)
    const recorded: GitHubRequest = { route, token: tokenOf(request.headers.authorization), status: null }
    this.requests.push(recorded)
    this.onRequest?.(recorded)

    const answer = this.forbidden === route ? FORBIDDEN : await this.#answer(recorded, parameters)
    recorded.status = answer?.status ?? 200
    if (answer === undefined) serveGit(this.#repository.folder, parameters[1] ?? '', request, response)
    else send(response, answer)
  }

  /** Undefined if Git answers. */
  async #answer({ route, token }: GitHubRequest, parameters: readonly string[]): Promise<Answer | undefined> {
    const [name = '', first = '', second = ''] = parameters
    const { folder } = this.#repository
    if (route !== 'other' && name.toLowerCase() !== this.#repository.name.toLowerCase()) return NOT_FOUND
    if (token === '' && ['git', 'tip', 'compare'].includes(route)) return NO_LOGIN
    switch (route) {
      case 'git':
        return undefined
      case 'page':
        return git(folder, ['cat-file', 'blob', `${first}:${second}`]).then(
          (body) => ({ status: 200, body }),
          () => NOT_FOUND
        )
      case 'tip': {
        const sha = await this.#repository.head(first)
        return sha === undefined ? NOT_FOUND : { status: 200, body: { object: { type: 'commit', sha } } }
      }
      case 'compare':
        return compare(folder, first, second)
      case 'other':
        return FORBIDDEN
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

function problem(status: number, message: string): Answer {
  return { status, body: { message } }
}

/** How two commits are related. Not found if one is missing, or they have no common ancestor. */
async function compare(folder: string, base: string, head: string): Promise<Answer> {
  const ask = (...args: string[]): Promise<string | undefined> => git(folder, args).catch(() => undefined)
  const ancestor = await ask('merge-base', base, head)
  if (ancestor === undefined) return NOT_FOUND
  const status = base === head ? 'identical' : { [base]: 'ahead', [head]: 'behind' }[ancestor]
  return { status: 200, body: { status: status ?? 'diverged' } }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const headers = {
    'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ...(status === 401 && { 'www-authenticate': 'Basic realm="GitHub"' })
  }
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** On a free port of this machine. @returns the address. */
async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
