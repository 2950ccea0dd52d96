import { setTimeout as sleep } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { shortId, shortRef, type Job } from '../job/event.ts'
import type { GitHub } from './github.ts'

/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8]

/**
 * The head of a branch, which is `commit` or a descendant of it; of a tag, its commit, which is `commit`.
 *
 * @param commit the commit of the job, or the one that was delivered last.
 * @throws {ActionError} of kind `github` where GitHub does not say; of kind `branch-moved` where it is another commit.
 */
export async function findTip(
  github: GitHub,
  { trigger }: Pick<Job, 'trigger'>,
  ref: string,
  commit: string
): Promise<string> {
  // The head before a forced push is no ancestor of the commit, but it and its ancestors are older answers, too.
  const replaced = trigger.kind === 'push' && trigger.forced ? trigger.before : undefined
  const look = async () => {
    const ids = await github.headOf(ref)
    const tip = ids.at(-1) ?? ''
    if (ids.includes(commit)) return { tip, relation: 'identical' } as const
    if (ref.startsWith('refs/tags/')) return { tip, relation: 'behind' } as const
    // Both commits exist: if GitHub does not know one of them, its answer is old.
    const isReplaced = replaced !== undefined && (await descends(github, replaced, tip)) !== false
    return { tip, relation: isReplaced ? 'behind' : ((await github.compare(commit, tip)) ?? 'behind') } as const
  }
  const { tip, relation } = await untilCurrent(look, (answer) => answer.relation === 'behind')
  if (relation === 'diverged') {
    throw movedError(ref, `was reset to ${shortId(tip)}, which does not contain ${shortId(commit)}`)
  }
  if (relation === 'behind') {
    throw movedError(ref, `is at ${shortId(tip)}, which is older than ${shortId(commit)} of this run`)
  }
  return tip
}

/** Whether `commit` is `ancestor` or a descendant of it; undefined where GitHub does not know one of them. */
export async function descends(github: GitHub, commit: string, ancestor: string): Promise<boolean | undefined> {
  if (commit === ancestor) return true
  const relation = await github.compare(ancestor, commit)
  return relation && relation === 'ahead'
}

/** Asks again while an answer is old: at most `times` questions, and 15 s of waiting in all. */
export async function untilCurrent<T>(
  ask: () => Promise<T>,
  isOld: (answer: T) => Promise<boolean> | boolean,
  times = WAITS.length + 1
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    const wait = WAITS[attempt - 1]
    if (attempt === times || wait === undefined || !(await isOld(answer))) return answer
    await sleep(wait * 1000)
  }
}

export function movedError(ref: string, how: string): ActionError {
  const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  return new ActionError(
    'branch-moved',
    `The ${what} ${shortRef(ref)} ${how}.`,
    `The run of the push that moved the ${what} delivers it. If there is none, start the workflow by hand on the ${what}.`
  )
}
