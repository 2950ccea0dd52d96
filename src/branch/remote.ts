import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import timers from 'node:timers/promises'
import { messageOf } from '../errors.ts'
import type { Job } from '../job/event.ts'
import type { Secret } from '../secret.ts'
import { lastLine, type Git } from './command.ts'

/** The program, job and token with which a repository is opened. */
export interface GitSetup {
  /** Absolute path of Git. */
  readonly program: string
  readonly job: Pick<Job, 'repository' | 'serverUrl' | 'sha' | 'temp'>
  readonly token: Secret | undefined
  readonly env: NodeJS.ProcessEnv
  /** Fetches as a person does, from the remote of the checkout that has this name; undefined without a remote. */
  readonly user?: { readonly git: Git; readonly remote: string | undefined }
}

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--stdin']
/** Milliseconds for one fetch. */
const FETCH_TIMEOUT = 3 * 60 * 1000
const RETRY_DELAY = 1500
/** The variable from which Git takes the header with the token: it stands in no file, no URL and on no command line. */
const AUTHORIZATION = 'RUNBOOK_SYNC_AUTHORIZATION'

/**
 * Fetches objects by id into a bare repository, of commits the trees and not the files: from the repository on GitHub, never
 * from what a checkout has configured. All of them arrive, or none. A fetch that fails is tried once more.
 *
 * @param options of `git fetch`. A clone of a person is fetched into without them, so that nothing changes there.
 * @returns why it failed, as a clause; undefined if they have arrived.
 */
export async function fetchObjects(
  git: Git,
  setup: GitSetup,
  ids: readonly string[],
  options: readonly string[]
): Promise<string | undefined> {
  const { user, job, token } = setup
  const address = user === undefined ? job.repository : user.remote
  if (address === undefined || address === '') return 'the address of the repository is not known'
  const config = join(git.gitDir, 'config')
  const before = await readFile(config)
  const input = `${ids.join('\n')}\n`
  let problem = ''
  for (const delay of [0, RETRY_DELAY]) {
    await timers.setTimeout(delay)
    const fetch =
      user === undefined ? fetchAlone(git, setup, input, options) : fetchAs(user.git, address, git, input, options)
    // Slow and endless answers fail, too.
    const { code, stderr } = await fetch.catch((error: unknown) => ({ code: 1, stderr: messageOf(error) }))
    // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
    await writeFile(config, before)
    if (code === 0) return undefined
    problem = lastLine(token?.redact(stderr) ?? stderr)
  }
  return problem
}

async function fetchAlone(git: Git, { job, token }: GitSetup, input: string, options: readonly string[]) {
  const header = `http.${job.serverUrl}/.extraheader`
  const variables: NodeJS.ProcessEnv = {}
  const login: string[] = []
  if (token !== undefined) {
    variables[AUTHORIZATION] =
      `Authorization: Basic ${Buffer.from(`x-access-token:${token.reveal()}`).toString('base64')}`
    // The empty value drops headers that the machine has configured: GitHub refuses two of them.
    login.push('-c', `${header}=`, `--config-env=${header}=${AUTHORIZATION}`)
  }
  const place = `${job.serverUrl}/${job.repository}`
  const args = [...login, ...FETCH, '--filter=blob:none', ...options, place]
  return git.run(args, { input, env: variables, timeout: FETCH_TIMEOUT })
}

/** Objects come into the repository of this program, and nothing changes in the clone. */
async function fetchAs(user: Git, remote: string, { gitDir }: Git, input: string, options: readonly string[]) {
  // A depth would change the clone. Without `--refetch`, a partial clone is not sent files of commits that it has.
  const refetch = options.filter((option) => option === '--refetch')
  const env = { GIT_OBJECT_DIRECTORY: join(gitDir, 'objects') }
  return user.run([...FETCH, ...refetch, '--refmap=', '--', remote], { input, env, timeout: FETCH_TIMEOUT })
}
