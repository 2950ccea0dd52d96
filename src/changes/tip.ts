import { setTimeout as sleep } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { shortId } from '../event.ts'
import type { GitHub, Relation } from '../github/github.ts'
import type { StartContext } from './start.ts'

/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8]

/**
 * The head of the branch, which is `commit` or a descendant of it.
 *
 * @param commit the commit of the job, or the one that was delivered last.
 * @param newest the commit of the newest run. A tip that lacks it is an old answer, or the branch was reset.
 * @throws {ActionError} of kind `github` where GitHub does not say; of kind `branch-moved` where the branch was reset.
 */
export async function findTip(
  { github, job: { trigger } }: StartContext,
  branch: string,
  commit: string,
  newest = commit
): Promise<string> {
  // The head before a forced push is no ancestor of the commit, but it and its ancestors are older answers, too.
  const replaced = trigger.kind === 'push' && trigger.forced ? trigger.before : undefined
  for (let attempt = 0; ; attempt++) {
    const tip = await github.branchHead(branch)
    const wait = WAITS[attempt]
    const isReplaced = tip !== commit && replaced !== undefined && (await isDescendant(github, replaced, tip))
    const status = isReplaced ? 'behind' : await compare(github, commit, tip)
    if (status === 'identical' || status === 'ahead') {
      // Without a run of its own, a reset of the branch looks the same.
      const isOld = newest !== commit && newest !== tip && (await isDescendant(github, newest, tip))
      if (!isOld || wait === undefined) return tip
    }
    if (status === 'diverged') {
      throw moved(branch, `was reset to ${shortId(tip)}, which does not contain ${shortId(commit)}`)
    }
    if (wait === undefined) {
      throw moved(branch, `is at ${shortId(tip)}, which is older than ${shortId(commit)} of this run`)
    }
    await sleep(wait * 1000)
  }
}

/** Whether `commit` is `ancestor` or a descendant of it. */
async function isDescendant(github: GitHub, commit: string, ancestor: string): Promise<boolean> {
  return ['identical', 'ahead'].includes(await compare(github, ancestor, commit))
}

/** Commits that GitHub does not know yet count as an old answer. */
async function compare(github: GitHub, base: string, head: string): Promise<Relation['status']> {
  return base === head ? 'identical' : ((await github.compare(base, head))?.status ?? 'behind')
}

export function moved(branch: string, how: string): ActionError {
  return new ActionError(
    'branch-moved',
    `The branch ${branch} ${how}.`,
    'The run of the push that moved the branch delivers it. If there is none, start the workflow by hand on the branch.'
  )
}
