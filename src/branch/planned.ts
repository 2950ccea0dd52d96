import type { Proposal } from '../job/task.ts'
import type { Source } from './source.ts'

/**
 * The commit of a plan, and what the branch has without it: a plan of a proposal is about their difference.
 *
 * @param sha of the job.
 * @param proposal undefined: the plan is about the branch.
 * @returns commits that are here; undefined for a pull request without a merge commit.
 */
export async function plannedCommits(
  { history }: Pick<Source, 'history'>,
  sha: string,
  proposal: Proposal | undefined
): Promise<{ readonly tip: string; readonly parent?: string } | undefined> {
  if (history === undefined) return { tip: sha }
  if (proposal === undefined) {
    await history.ensureCommits(sha)
    return { tip: await history.peel(sha) }
  }
  if (proposal.parent !== undefined) {
    await history.ensureCommits(sha, proposal.parent)
    return { tip: sha, parent: proposal.parent }
  }
  // GitHub's merge commit cannot be fetched after the pull request was closed.
  const [parent, ...others] = (await history.hasCommits([sha])) ? await history.parents(sha) : []
  if (parent === undefined || others.length === 0) return undefined
  await history.ensureCommits(parent)
  return { tip: sha, parent }
}
