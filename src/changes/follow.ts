import type { Changes, Range } from './changes.ts'
import { findMoved, type Search } from './find.ts'
import { followedBranch } from './range.ts'

/**
 * What moved on the branch since the head that was just delivered; absent where nothing did, or where GitHub does not
 * say. So a slow run ends with what is on the branch, not with what was on it when it began.
 *
 * @param sent whether anything was. Where nothing was, and the head was the commit of this job, nothing was overwritten, and
 *   what moved on since has a run of its own. Another head may have been the branch as it was before this push.
 */
export async function followBranch(search: Search, { kind, head }: Range, sent: boolean): Promise<Changes | undefined> {
  const branch = followedBranch(search.job, search.mode)
  if (branch === undefined || kind === 'nothing' || head === '') return undefined
  if (!sent && head === search.job.sha) return undefined
  const answer = await search.github.branchHead(branch)
  return answer.kind === 'found' && answer.value !== head ? findMoved(search, head, answer.value) : undefined
}
