import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { messageOf } from '../errors.ts'
import type { Job } from '../job/event.ts'
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

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head']
/** Milliseconds for one fetch. */
const TIMEOUT = 3 * 60 * 1000
const RETRY_DELAY = 1500
/** The variable from which Git takes the header with the token. */
const AUTHORIZATION = 'RUNBOOK_SYNC_AUTHORIZATION'

/** Failures of the network, after which the same fetch may succeed. */
const TRANSIENT =
  /could not resolve host|connection (?:timed out|reset|refused)|operation timed out|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i

/**
 * Fetches objects by id into a bare repository, without the files of commits: from the repository on GitHub, never from
 * what a checkout has configured. All of them arrive, or none.
 *
 * @param known a commit that is here; GitHub then leaves out its history.
 * @param options further options of `git fetch`; a clone of a person is fetched into without them.
 * @returns why it failed, as a clause; undefined if they have arrived.
 */
export async function fetchObjects(
  git: Git,
  setup: GitSetup,
  ids: readonly string[],
  known: string | undefined,
  options: readonly string[]
): Promise<string | undefined> {
  const { job, token } = setup
  const input = `${ids.join('\n')}\n`
  if (setup.user !== undefined) return fetchAs(setup.user, git.gitDir, input)
  if (job.repository === '') return 'the address of the repository is not known'
  const header = `http.${job.serverUrl}/.extraheader`
  const args = [
    // The empty value drops headers that the machine has configured: GitHub refuses two of them.
    ...(token === undefined ? [] : ['-c', `${header}=`, `--config-env=${header}=${AUTHORIZATION}`]),
    ...(known === undefined ? ['-c', 'fetch.negotiationAlgorithm=noop'] : []),
    ...FETCH,
    ...(known === undefined ? [] : [`--negotiation-tip=${known}`]),
    ...['--filter=blob:none', ...options, '--stdin', `${job.serverUrl}/${job.repository}`]
  ]
  const env = await environmentOf(setup, git.gitDir)
  const config = join(git.gitDir, 'config')
  const before = await readFile(config)
  for (let attempt = 1; ; attempt++) {
    const { code, stderr } = await runFetch(git, args, { input, env }).finally(async () => {
      // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
      await writeFile(`${config}.before`, before)
      await rename(`${config}.before`, config)
    })
    if (code === 0) return undefined
    const problem = lastLine(token?.redact(stderr) ?? stderr)
    if (attempt === 2 || !TRANSIENT.test(problem)) return problem
    await sleep(RETRY_DELAY)
  }
}

/** Objects come into the repository of this program, and nothing changes in the checkout: so there is no `--depth`. */
async function fetchAs(
  { git, remote }: NonNullable<GitSetup['user']>,
  gitDir: string,
  input: string
): Promise<string | undefined> {
  if (remote === undefined) return 'the repository has no remote'
  const env = { GIT_OBJECT_DIRECTORY: join(gitDir, 'objects') }
  const { code, stderr } = await runFetch(git, [...FETCH, '--refmap=', '--stdin', '--', remote], { input, env })
  return code === 0 ? undefined : lastLine(stderr)
}

/** Slow and endless answers fail, too. */
async function runFetch(git: Git, args: readonly string[], options: { readonly input: string; readonly env: object }) {
  return git.run(args, { ...options, timeout: TIMEOUT }).catch((error: unknown) => {
    return { code: 1, stderr: messageOf(error) }
  })
}

/** The token stands in a variable alone: in no file, no URL and on no command line. */
async function environmentOf({ token, env }: GitSetup, gitDir: string): Promise<Record<string, string>> {
  const variables: Record<string, string> = {}
  if (token !== undefined) {
    const login = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64')
    variables[AUTHORIZATION] = `Authorization: Basic ${login}`
  }
  if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' && env['GIT_SSL_CAINFO'] === undefined) {
    variables['GIT_SSL_CAINFO'] = join(dirname(gitDir), 'ca.pem')
    await writeFile(variables['GIT_SSL_CAINFO'], getCACertificates().join('\n'))
  }
  return variables
}
