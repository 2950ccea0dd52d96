import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import type { Secret } from '../errors.ts'
import { lastLine, type Git } from './command.ts'

export interface RemoteOptions {
  /** `https://github.com`, or the GitHub Enterprise Server; no trailing slash. */
  readonly serverUrl: string
  /** `owner/name`. */
  readonly repository: string
  readonly token: Secret | undefined
  readonly env: NodeJS.ProcessEnv
}

/** Milliseconds for one fetch. */
const TIMEOUT = 3 * 60 * 1000
const RETRY_DELAY = 1500

/** Failures of the network, after which the same fetch may succeed. */
const TRANSIENT =
  /could not resolve host|connection (?:timed out|reset|refused)|operation (?:timed out|too slow)|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i

/** Fetches from the repository on GitHub into a bare repository, never from what a checkout has configured. */
export class Remote {
  readonly #git: Git
  readonly #gitDir: string
  readonly #options: RemoteOptions
  #env: Promise<Readonly<Record<string, string>>> | undefined
  /** Why the last fetch failed. */
  problem = ''

  constructor(git: Git, gitDir: string, options: RemoteOptions) {
    this.#git = git
    this.#gitDir = gitDir
    this.#options = options
  }

  /**
   * Fetches objects by id, without the files of commits. All of them arrive, or none.
   *
   * @param options further options of `git fetch`.
   * @param settings as for `git -c`.
   */
  async fetch(ids: readonly string[], options: readonly string[], settings: readonly string[] = []): Promise<boolean> {
    const { serverUrl, repository, token } = this.#options
    const args = [
      ...settings.flatMap((setting) => ['-c', setting]),
      ...[`--git-dir=${this.#gitDir}`, 'fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc'],
      ...['--no-write-fetch-head', '--filter=blob:none', ...options, '--stdin', `${serverUrl}/${repository}`]
    ]
    const env = await (this.#env ??= this.#environment())
    const config = join(this.#gitDir, 'config')
    const before = await readFile(config)
    for (let attempt = 1; ; attempt++) {
      const { code, stderr } = await this.#git.run(args, { input: `${ids.join('\n')}\n`, env, timeout: TIMEOUT })
      // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
      await writeFile(config, before)
      if (code === 0) return true
      this.problem = lastLine(token?.redact(stderr) ?? stderr)
      if (attempt === 2 || !TRANSIENT.test(this.problem)) return false
      await sleep(RETRY_DELAY)
    }
  }

  /** Settings in variables: the token stands in no file, no URL and on no command line. */
  async #environment(): Promise<Record<string, string>> {
    const { serverUrl, token, env } = this.#options
    const settings: [key: string, value: string][] = [
      // A redirect would take the header to another host.
      ['http.followRedirects', 'false'],
      ['credential.helper', '']
    ]
    if (token !== undefined) {
      const basic = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64')
      const header = `http.${serverUrl}/.extraheader`
      // The empty value drops headers that the machine has configured: GitHub refuses two of them.
      settings.push([header, ''], [header, `Authorization: Basic ${basic}`])
    }
    if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' && env['GIT_SSL_CAINFO'] === undefined) {
      const file = join(dirname(this.#gitDir), 'ca.pem')
      await writeFile(file, getCACertificates().join('\n'))
      settings.push(['http.sslCAInfo', file])
    }
    const inherited = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0
    const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(inherited + settings.length) }
    settings.forEach(([key, value], at) => {
      variables[`GIT_CONFIG_KEY_${inherited + at}`] = key
      variables[`GIT_CONFIG_VALUE_${inherited + at}`] = value
    })
    return variables
  }
}
