import { setTimeout as sleep } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { shortId, type Job } from '../event.ts'
import { NotFoundError, type Relation, type GitHub } from '../github/github.ts'

/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8]

/** Where the branch is, seen from a commit of it. */
interface Tip {
  readonly commit: string
  /** Commits between the two. */
  readonly aheadBy: number
}

/**
 * The head of the branch, which is the commit of the job or a descendant of it.
 *
 * @param newest the commit of a newer run. A tip that lacks it is an old answer, or the branch was reset.
 * @throws {ActionError} of kind `github` where GitHub does not say; of kind `branch-moved` where the branch was reset.
 */
export async function findTip(github: GitHub, { sha, trigger }: Job, branch: string, newest?: string): Promise<string> {
  const replaced = trigger.kind === 'push' && trigger.forced ? trigger.before : undefined
  return (await findNextTip(github, branch, sha, { replaced, newest })).commit
}

interface OtherCommits {
  /** The head before a forced push: no ancestor of the expected commit, but it and its ancestors are older answers, too. */
  readonly replaced?: string | undefined
  readonly newest?: string | undefined
}

/**
 * The head of the branch, which is `commit` or a descendant of it.
 *
 * @throws as `findTip`.
 */
export async function findNextTip(
  github: GitHub,
  branch: string,
  commit: string,
  { replaced, newest }: OtherCommits = {}
): Promise<Tip> {
  for (let attempt = 0; ; attempt++) {
    const tip = await github.branchHead(branch)
    const wait = WAITS[attempt]
    const { status, aheadBy } = await compare(github, commit, tip, replaced)
    if (status === 'identical' || status === 'ahead') {
      // Without a run of its own, a reset of the branch looks the same.
      const isOld = newest !== undefined && newest !== tip && (await relation(github, tip, newest)).status === 'ahead'
      if (!isOld || wait === undefined) return { commit: tip, aheadBy }
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

async function compare(github: GitHub, commit: string, tip: string, replaced?: string): Promise<Relation> {
  if (tip === commit) return { status: 'identical', aheadBy: 0 }
  const isReplaced =
    replaced !== undefined && (tip === replaced || (await relation(github, tip, replaced)).status === 'ahead')
  return isReplaced ? STALE : relation(github, commit, tip)
}

const STALE = { status: 'behind', aheadBy: 0 } as const

/** Commits that GitHub does not know yet count as an old answer. */
async function relation(github: GitHub, base: string, head: string): Promise<Relation> {
  try {
    return await github.compare(base, head)
  } catch (error) {
    if (error instanceof NotFoundError) return STALE
    throw error
  }
}

export function moved(branch: string, how: string): ActionError {
  return new ActionError(
    'branch-moved',
    `The branch ${branch} ${how}.`,
    'The run of the push that moved the branch delivers it. If there is none, start the workflow by hand on the branch.'
  )
}
