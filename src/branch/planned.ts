import type { Proposal } from '../job/event.ts'
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
  proposal: Pick<Proposal, 'parent'> | undefined
): Promise<{ readonly tip: string; readonly parent?: string } | undefined> {
  if (history === undefined) return { tip: sha }
  if (proposal === undefined) {
    await history.ensureCommits(sha)
    return { tip: sha }
  }
  let { parent } = proposal
  // GitHub's merge commit cannot be fetched after the pull request was closed.
  if (parent === undefined && (await history.fetchCommits([sha]))) {
    const [into, proposed] = await history.parents(sha)
    parent = proposed && into
  }
  if (parent === undefined) return undefined
  await history.ensureCommits(sha, parent)
  return { tip: sha, parent }
}
