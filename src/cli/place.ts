import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ActionError } from '../errors.ts'
import { shortId, type Job } from '../job/event.ts'
import { Clone, addressOf, hostOfAlias } from '../branch/clone.ts'
import { findProgram, withoutCredentials } from '../branch/command.ts'
import { forgeOf, type LinkBase } from '../runbook/links.ts'
import { usageError, type Command } from './options.ts'

/** What a command reads, and where its links lead. */
export interface Place extends Pick<Job, 'repository' | 'serverUrl'> {
  readonly clone: Clone
  /** Absolute path of Git. */
  readonly program: string
  /** The commit. */
  readonly head: string
  readonly remote: string | undefined
  readonly branch: string
  /** Undefined where nothing tells how links look. */
  readonly forge: LinkBase['forge']
}

/**
 * The repository around the current folder.
 *
 * @throws {ActionError} of kind `input` where there is none, or no Git.
 */
export async function locate({ given }: Command, env: NodeJS.ProcessEnv): Promise<Place> {
  const program = findProgram('git', env)
  if (program === undefined) throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.')
  const clone = await Clone.find(program, await realpath(process.cwd()), env)
  // In a CI, jobs in containers work in the checkout of another user.
  if (!isPipeline(env) && !(await clone.isTrusted())) {
    const hint = 'If you trust it: `git config --global --add safe.directory` with this path.'
    throw usageError(`The repository ${clone.root} belongs to another user.`, hint)
  }
  const head = await clone.commit('HEAD')
  if (head === undefined) {
    throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.')
  }
  const { CI_DEFAULT_BRANCH, CI_PROJECT_PATH, CI_SERVER_URL } = env['GITLAB_CI'] === 'true' ? env : {}
  const remote = await clone.remote()
  const branch = given('branch') ?? CI_DEFAULT_BRANCH ?? (await clone.branch(remote))
  if (branch === undefined) {
    throw usageError('HEAD is detached, and the remote does not tell its default branch.', 'Add `--branch NAME`.')
  }
  const url = remote === undefined ? undefined : await clone.ask('remote', 'get-url', remote)
  const known = await addressOf(url ?? '', (alias) => hostOfAlias(alias, env))
  const repository = given('repository') ?? CI_PROJECT_PATH ?? known?.repository ?? ''
  const server = given('server-url') ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com'
  const serverUrl = server.replace(/\/+$/, '')
  const hasPipeline = CI_SERVER_URL !== undefined || existsSync(join(clone.root, '.gitlab-ci.yml'))
  const other = env['GITHUB_ACTIONS'] === 'true' ? 'github' : hasPipeline ? 'gitlab' : undefined
  const forge = (given('forge') as LinkBase['forge']) ?? forgeOf(URL.parse(serverUrl)?.hostname ?? '') ?? other
  return { repository, serverUrl, clone, program, head, remote, branch, forge }
}

/**
 * Why this pipeline has nothing to send, because the branch has a newer commit; undefined where HEAD is its head.
 *
 * @throws {ActionError} of kind `branch-moved` where the branch of the remote has another commit.
 */
export async function superseded(
  { clone, head, remote, branch }: Place,
  env: NodeJS.ProcessEnv
): Promise<string | undefined> {
  const staleError = (why: string, hint: string): ActionError =>
    new ActionError('branch-moved', `${why}.`, `${hint} To send ${shortId(head)} all the same, add \`--allow-stale\`.`)
  if (remote === undefined) {
    throw staleError(
      'The repository has no remote that could tell whether HEAD is current',
      'Add one: `git remote add`.'
    )
  }
  // A remote may have its URL as its name.
  const shown = withoutCredentials(remote)
  const told = await clone.tip(remote, branch)
  if ('problem' in told) {
    const why = `The remote ${shown} does not tell where ${branch} is: ${told.problem}`
    throw staleError(why, 'Check that `git fetch` works here.')
  }
  const { tip } = told
  if (tip === head) return undefined
  const place = tip === undefined ? 'does not exist' : `is at ${shortId(tip)}`
  const why = `HEAD is ${shortId(head)}, and the branch ${branch} of ${shown} ${place}`
  if (isPipeline(env) && tip !== undefined && (await clone.isNewer(remote, branch, tip, head))) {
    return `Superseded: ${why}, a newer commit, which its own pipeline delivers.`
  }
  throw staleError(why, 'Pull or push, and run this again; `--branch` names another branch.')
}

function isPipeline({ CI = '' }: NodeJS.ProcessEnv): boolean {
  return CI !== ''
}
