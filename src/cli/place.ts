import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../branch/command.ts'
import type { Job } from '../job/event.ts'
import { forgeOf, type Forge } from '../runbook/links.ts'
import { Clone } from './clone.ts'
import type { Command } from './command-line.ts'
import { usageError } from './misuse.ts'
import { addressOf, hostOfAlias } from './remote-address.ts'

/**
 * The repository around the current folder, and where its files are for a browser. What the clone has configured decides about
 * links alone, never about who gets the token.
 */
export interface LocalRepository extends Pick<Job, 'repository' | 'serverUrl'> {
  readonly clone: Clone
  /** Absolute path of Git. */
  readonly program: string
  /** A name, or a URL. */
  readonly remote: string | undefined
  readonly forge: Forge
}

/** What a command reads. */
export interface LocalCommit extends LocalRepository {
  /** The commit. */
  readonly head: string
  /** The branch whose runbooks the assistant has. */
  readonly branch: string
}

/** @throws {ActionError} of kind `input` if there is no repository, or no Git. */
export async function findRepository({ given }: Command, env: NodeJS.ProcessEnv): Promise<LocalRepository> {
  const program = findProgram('git', env)
  if (program === undefined) throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.')
  const clone = await Clone.find(program, await realpath(process.cwd()), env)
  // In a CI, jobs in containers work in the checkout of another user.
  if ((env['CI'] ?? '') === '' && !(await clone.isTrusted())) {
    const hint = 'If you trust it: `git config --global --add safe.directory` with this path.'
    throw usageError(`The repository ${clone.root} belongs to another user.`, hint)
  }
  const { CI_PROJECT_PATH, CI_SERVER_URL } = gitLabVariables(env)
  const remote = await clone.remote()
  const url = remote === undefined ? undefined : await clone.ask('remote', 'get-url', remote)
  const known = await addressOf(url ?? '', (alias) => hostOfAlias(alias, env))
  const repository = given('repository') ?? CI_PROJECT_PATH ?? known?.repository ?? ''
  const server = given('server-url') ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com'
  const serverUrl = server.replace(/\/+$/, '')
  const named = forgeOf(URL.parse(serverUrl)?.hostname ?? '')
  // Its form is checked.
  const forge = (given('forge') as Forge | undefined) ?? (named === 'other' ? forgeOfPipeline(clone.root, env) : named)
  return { clone, program, remote, repository, serverUrl, forge }
}

/** @throws {ActionError} of kind `input` if there is no commit, or the branch is not known. */
export async function findCommit(
  { given }: Command,
  place: LocalRepository,
  env: NodeJS.ProcessEnv
): Promise<LocalCommit> {
  const head = await place.clone.commit('HEAD')
  if (head === undefined) {
    throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.')
  }
  const branch = given('branch') ?? gitLabVariables(env).CI_DEFAULT_BRANCH ?? (await place.clone.branch(place.remote))
  if (branch === undefined) {
    throw usageError(
      'HEAD is detached, and the remote does not say which branch is the default.',
      'Add `--branch NAME`.'
    )
  }
  return { ...place, head, branch }
}

/** The software of a server whose name does not reveal it. */
function forgeOfPipeline(root: string, env: NodeJS.ProcessEnv): Forge {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github'
  const isGitLab = env['GITLAB_CI'] === 'true' || existsSync(join(root, '.gitlab-ci.yml'))
  return isGitLab ? 'gitlab' : 'other'
}

interface GitLabVariables {
  readonly CI_DEFAULT_BRANCH?: string | undefined
  readonly CI_PROJECT_PATH?: string | undefined
  readonly CI_SERVER_URL?: string | undefined
}

/** None outside of its jobs. */
function gitLabVariables(env: NodeJS.ProcessEnv): GitLabVariables {
  return env['GITLAB_CI'] === 'true' ? env : {}
}
