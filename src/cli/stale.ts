import { withoutCredentials } from '../branch/command.ts'
import { ActionError } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { isPipeline, type CommitPlace } from './place.ts'

/**
 * Why this pipeline has nothing to send, because the branch has a newer commit; undefined if HEAD is its head.
 *
 * @throws {ActionError} of kind `branch-moved` if the branch of the remote has another commit, or the remote does not tell.
 */
export async function superseded(
  { clone, remote, head, branch }: CommitPlace,
  env: NodeJS.ProcessEnv
): Promise<string | undefined> {
  const staleError = (why: string, hint: string): ActionError =>
    new ActionError('branch-moved', `${why}.`, `${hint} To send ${shortId(head)} all the same, add \`--allow-stale\`.`)
  if (remote === undefined) {
    const why = 'The repository has no remote that could tell whether HEAD is current'
    throw staleError(why, 'Add one: `git remote add`.')
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
