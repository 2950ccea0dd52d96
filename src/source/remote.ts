import { setTimeout as sleep } from 'node:timers/promises'
import type { Secret } from '../secret.ts'
import { lastLine, type GitCommands } from './git-command.ts'

/** Where the repository comes from, as the job knows it. */
export interface Origin {
  /** `https://github.com`, or the GHES server; no trailing slash. */
  readonly serverUrl: string
  /** `owner/name`. */
  readonly repository: string
  readonly token: Secret | undefined
}

/** Milliseconds for one fetch: a large repository, and a slow line. */
const FETCH_TIMEOUT = 3 * 60 * 1000
const RETRY_AFTER = 1500

const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-prune',
  '--no-recurse-submodules',
  '--no-auto-gc',
  '--no-write-fetch-head'
]

/** A network's trouble, after which the same request may succeed. */
const TRANSIENT =
  /could not resolve host|connection (timed out|reset|refused)|operation (timed out|too slow)|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i

/** The server's last word: it was asked, and it has no such object. */
const ABSENT = /not our ref|unadvertised object|couldn't find remote ref/i

/** Brings objects that the clone has not: it changes nothing else, no ref, no configuration, no depth of history. */
export class Remote {
  readonly #git: GitCommands
  readonly #origin: Origin
  /** The URL that the clone has for `origin`; may be empty. */
  readonly #configured: string
  /** How many settings the environment gives already. */
  readonly #inherited: number
  /** How to log in, as it last worked. */
  #login: Readonly<Record<string, string>> = {}
  /** Why the last fetch failed, for a message. */
  problem = ''

  constructor(git: GitCommands, origin: Origin, env: NodeJS.ProcessEnv, configured: string) {
    this.#git = git
    this.#origin = origin
    this.#configured = configured
    this.#inherited = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0
  }

  /** Variables for a command that may itself fetch: in a partial clone any may. */
  get login(): Readonly<Record<string, string>> {
    return this.#login
  }

  /** Fetches commits by id, all or none, with their files and as little history as can be. */
  async fetchCommits(ids: readonly string[]): Promise<boolean> {
    // A depth given in a full clone would cut its history off; none, in a shallow one, would bring all of it.
    const { stdout } = await this.#git.run(['rev-parse', '--is-shallow-repository'])
    return this.#fetch(ids, stdout.trim() === 'true' ? ['--depth=1'] : [])
  }

  /** Fetches files by id, all or none. */
  async fetchBlobs(ids: readonly string[]): Promise<boolean> {
    return this.#fetch(ids, [])
  }

  /** First as the clone is set up (`persist-credentials: true`), then with the job's token. */
  async #fetch(ids: readonly string[], options: readonly string[]): Promise<boolean> {
    const { serverUrl, repository, token } = this.#origin
    const url = `${serverUrl}/${repository}`
    const input = `${ids.join('\n')}\n`
    const attempt = async (from: string, env: Readonly<Record<string, string>>): Promise<boolean> => {
      const args = [...FETCH, ...options, '--stdin', from]
      const { code, stderr } = await this.#git.run(args, { input, env, timeout: FETCH_TIMEOUT })
      if (code === 0) this.#login = env
      else this.problem = token?.redact(lastLine(stderr)) ?? lastLine(stderr)
      return code === 0
    }
    const tokenLogin = this.#tokenLogin()
    const everyWay = async (): Promise<boolean> =>
      (await attempt(this.#configured === '' ? url : 'origin', this.#login)) ||
      (tokenLogin !== undefined &&
        !ABSENT.test(this.problem) &&
        (await attempt(this.#configured.startsWith(`${serverUrl}/`) ? 'origin' : url, tokenLogin)))

    if (await everyWay()) return true
    if (!TRANSIENT.test(this.problem)) return false
    await sleep(RETRY_AFTER)
    return everyWay()
  }

  /**
   * The token as configuration in variables, so that it stands in no file and on no command line. The empty value first
   * drops what the clone has configured: two `Authorization` headers are refused. The token is not sent to where a
   * redirect leads.
   */
  #tokenLogin(): Readonly<Record<string, string>> | undefined {
    const { token, serverUrl } = this.#origin
    if (token === undefined) return undefined
    const basic = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64')
    const header = `http.${serverUrl}/.extraheader`
    return this.#configuration([
      [header, ''],
      [header, `Authorization: Basic ${basic}`],
      ['http.followRedirects', 'false'],
      ['credential.helper', '']
    ])
  }

  /** Settings as Git reads them from the environment, after those that are there already. */
  #configuration(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
    const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(this.#inherited + settings.length) }
    settings.forEach(([key, value], at) => {
      variables[`GIT_CONFIG_KEY_${this.#inherited + at}`] = key
      variables[`GIT_CONFIG_VALUE_${this.#inherited + at}`] = value
    })
    return variables
  }
}
