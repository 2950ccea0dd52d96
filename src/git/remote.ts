import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { messageOf } from '../errors.ts'
import type { Job } from '../event.ts'
import type { Secret } from '../secret.ts'
import { lastLine, type Git } from './command.ts'

/** What a repository is opened with. */
export interface GitSetup {
  /** Absolute path of Git. */
  readonly program: string
  readonly job: Pick<Job, 'repository' | 'serverUrl' | 'sha' | 'temp'>
  readonly token: Secret | undefined
  readonly env: NodeJS.ProcessEnv
  /** Fetches as a person does, from the remote of the checkout that has this name; undefined without a remote. */
  readonly user?: { readonly git: Git; readonly remote: string | undefined }
}

/** Milliseconds for one fetch. */
const TIMEOUT = 3 * 60 * 1000
const RETRY_DELAY = 1500
/** The variable from which Git takes the header with the token. */
const AUTHORIZATION = 'RUNBOOK_SYNC_AUTHORIZATION'

/** Failures of the network, after which the same fetch may succeed. */
const TRANSIENT =
  /could not resolve host|connection (?:timed out|reset|refused)|operation timed out|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i

/** Fetches from the repository on GitHub into a bare repository, never from what a checkout has configured. */
export class Remote {
  readonly #git: Git
  readonly #setup: GitSetup
  /** Why the last fetch failed. */
  problem = ''

  constructor(git: Git, setup: GitSetup) {
    this.#git = git
    this.#setup = setup
  }

  /**
   * Fetches objects by id, without the files of commits. All of them arrive, or none.
   *
   * @param known a commit that is here; GitHub then leaves out its history.
   * @param options further options of `git fetch`.
   */
  async fetch(ids: readonly string[], known: string | undefined, options: readonly string[] = []): Promise<boolean> {
    const { job, token, user } = this.#setup
    if (user !== undefined) return this.#fetchAs(user, ids)
    if (job.repository === '') {
      this.problem = 'nothing tells the address of the repository'
      return false
    }
    const header = `http.${job.serverUrl}/.extraheader`
    const args = [
      // The empty value drops headers that the machine has configured: GitHub refuses two of them.
      ...(token === undefined ? [] : ['-c', `${header}=`, `--config-env=${header}=${AUTHORIZATION}`]),
      ...(known === undefined ? ['-c', 'fetch.negotiationAlgorithm=noop'] : []),
      ...['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head'],
      ...(known === undefined ? [] : [`--negotiation-tip=${known}`]),
      ...['--filter=blob:none', ...options, '--stdin', `${job.serverUrl}/${job.repository}`]
    ]
    const env = await this.#environment()
    const config = join(this.#git.gitDir, 'config')
    const before = await readFile(config)
    for (let attempt = 1; ; attempt++) {
      const { code, stderr } = await this.#git
        .run(args, { input: `${ids.join('\n')}\n`, env, timeout: TIMEOUT })
        // Slow and endless answers end here, too.
        .catch((error: unknown) => ({ code: 1, stderr: messageOf(error) }))
        // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
        .finally(async () => {
          await writeFile(`${config}.before`, before)
          await rename(`${config}.before`, config)
        })
      if (code === 0) return true
      this.problem = lastLine(token?.redact(stderr) ?? stderr)
      if (attempt === 2 || !TRANSIENT.test(this.problem)) return false
      await sleep(RETRY_DELAY)
    }
  }

  /** Objects come into the repository of this program, and nothing changes in the checkout: so there is no `--depth`. */
  async #fetchAs({ git, remote }: NonNullable<GitSetup['user']>, ids: readonly string[]): Promise<boolean> {
    this.problem = 'the repository has no remote'
    if (remote === undefined) return false
    const args = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head']
    const env = { GIT_OBJECT_DIRECTORY: join(this.#git.gitDir, 'objects') }
    const { code, stderr } = await git
      .run([...args, '--refmap=', '--stdin', '--', remote], { input: `${ids.join('\n')}\n`, env, timeout: TIMEOUT })
      .catch((error: unknown) => ({ code: 1, stderr: messageOf(error) }))
    this.problem = lastLine(stderr)
    return code === 0
  }

  /** The token stands in a variable alone: in no file, no URL and on no command line. */
  async #environment(): Promise<Record<string, string>> {
    const { token, env } = this.#setup
    const variables: Record<string, string> = {}
    if (token !== undefined) {
      const login = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64')
      variables[AUTHORIZATION] = `Authorization: Basic ${login}`
    }
    if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' && env['GIT_SSL_CAINFO'] === undefined) {
      variables['GIT_SSL_CAINFO'] = join(dirname(this.#git.gitDir), 'ca.pem')
      await writeFile(variables['GIT_SSL_CAINFO'], getCACertificates().join('\n'))
    }
    return variables
  }
}
