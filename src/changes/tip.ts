import { setTimeout as sleep } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { shortId, type Job } from '../event.ts'
import { GitHubError, type GitHub } from '../github/github.ts'

/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8]

/** Where the branch is, seen from a commit of it. */
export interface Tip {
  readonly commit: string
  /** Commits between the two. */
  readonly aheadBy: number
}

/** What GitHub's answer may be an older state of. */
type Stale = (tip: string) => Promise<boolean>

/**
 * The head of the branch, which is `own` or a descendant of it.
 *
 * @throws {ActionError} of kind `github` where GitHub does not say; of kind `branch-moved` where the branch was reset.
 */
export async function findTip(github: GitHub, job: Job, branch: string): Promise<Tip> {
  const { trigger } = job
  const before = trigger.kind === 'push' && trigger.forced ? trigger.before : undefined
  // After a forced push the former head is no ancestor of the new one.
  const isStale: Stale = async (tip) =>
    before !== undefined && (tip === before || (await relation(github, tip, before)).status === 'ahead')
  return ask(github, branch, job.sha, isStale)
}

/**
 * The head of the branch after `delivered` was written.
 *
 * @throws as `findTip`.
 */
export async function findNextTip(github: GitHub, branch: string, delivered: string): Promise<Tip> {
  return ask(github, branch, delivered, () => Promise.resolve(false))
}

async function ask(github: GitHub, branch: string, commit: string, isStale: Stale): Promise<Tip> {
  for (let attempt = 0; ; attempt++) {
    const tip = await github.branchHead(branch)
    if (tip === commit) return { commit, aheadBy: 0 }
    const { status, aheadBy } = (await isStale(tip)) ? STALE : await relation(github, commit, tip)
    if (status === 'ahead') return { commit: tip, aheadBy }
    const wait = WAITS[attempt]
    if (status === 'diverged')
      throw moved(branch, `was reset to ${shortId(tip)}, which does not contain ${shortId(commit)}`)
    if (wait === undefined)
      throw moved(branch, `is at ${shortId(tip)}, which is older than ${shortId(commit)} of this run`)
    await sleep(wait * 1000)
  }
}

const STALE = { status: 'behind', aheadBy: 0 } as const

/** Commits that GitHub does not know yet count as an old answer. */
async function relation(github: GitHub, base: string, head: string) {
  try {
    return await github.compare(base, head)
  } catch (error) {
    if (error instanceof GitHubError && error.reason === 'not-found') return STALE
    throw error
  }
}

/** The workflow of the commit that started this run is not that of the branch. */
export function workflowChanged(branch: string, tip: string): ActionError {
  return moved(branch, `moved to ${shortId(tip)}, which changes \`.github/workflows\` or \`.github/actions\``)
}

export function moved(branch: string, how: string): ActionError {
  return new ActionError(
    'branch-moved',
    `The branch ${branch} ${how}.`,
    'The run of the push that moved the branch delivers it. If there is none, start the workflow by hand on the branch.'
  )
}
