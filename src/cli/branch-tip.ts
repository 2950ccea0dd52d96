import { withoutCredentials } from '../branch/command.ts'
import type { Matcher, Source } from '../branch/source.ts'
import { ActionError } from '../errors.ts'
import { shortId } from '../job/event.ts'
import type { LocalCommit } from './place.ts'
import { isWorkflow } from './workflow.ts'

/**
 * The commit that a sync delivers: `HEAD`, or, in a pipeline whose file is known, a newer one of the branch, because no other
 * pipeline has to deliver that.
 *
 * @throws {ActionError} of kind `branch-moved` if the branch of the remote has another commit, the remote does not say, or the
 *   options of a newer commit may be others.
 */
export async function commitToSend(
  { clone, remote, head, branch }: LocalCommit,
  { history }: Source,
  env: NodeJS.ProcessEnv
): Promise<string> {
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
    const why = `The remote ${shown} does not say where ${branch} is: ${told.problem}`
    throw staleError(why, 'Check that `git fetch` works here.')
  }
  const { tip } = told
  if (tip === head) return head
  const place = tip === undefined ? 'does not exist' : `is at ${shortId(tip)}`
  const why = `HEAD is ${shortId(head)}, and the branch ${branch} of ${shown} ${place}`
  const isPipelineFile = pipelineFiles(env)
  if (isPipelineFile === undefined || tip === undefined || !(await clone.isNewer(remote, branch, tip, head))) {
    throw staleError(why, 'Pull or push, and run this again; `--branch` names another branch.')
  }
  // The options of this run may be old.
  const changes = await history?.differences(head, tip, isPipelineFile)
  if (changes?.size !== 0) throw staleError(`${why}, with another pipeline`, 'Start a pipeline of the newer commit.')
  return tip
}

/** Tells the files that have the options of a pipeline; undefined if it is none, or of a CI whose files are not known. */
function pipelineFiles(env: NodeJS.ProcessEnv): Matcher | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return isWorkflow
  if (env['GITLAB_CI'] !== 'true') return undefined
  const file = env['CI_CONFIG_PATH'] ?? '.gitlab-ci.yml'
  // `--workflow` and a clone of a mirror take options from workflows.
  return (path) => path === file || isWorkflow(path)
}
