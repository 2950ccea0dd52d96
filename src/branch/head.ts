import { setTimeout as sleep } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { shortId, shortRef, type Job } from '../job/event.ts'
import type { GitHub } from './github.ts'
import type { Source } from './source.ts'

/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8]

/**
 * The commit at the head of a branch, or of a tag. An answer that is older than `reference`, or that the push of this run has
 * replaced, is asked for again; any other one counts, also after a forced push.
 *
 * @param ref full.
 * @param reference a commit that the branch had: the job's, later the one that was delivered last.
 * @throws {ActionError} of kind `github` if GitHub does not say; of kind `branch-moved` if its answer stays old.
 */
export async function findHead({
  github,
  job: { trigger },
  ref,
  reference
}: {
  readonly github: Pick<GitHub, 'headOf' | 'compare'>
  readonly job: Pick<Job, 'trigger'>
  readonly ref: string
  readonly reference: string
}): Promise<string> {
  const replaced = trigger.kind === 'push' ? trigger.before : undefined
  const ask = async (): Promise<{ readonly head: string; readonly age: Age }> => {
    const ids = await github.headOf(ref)
    const head = ids.at(-1) ?? ''
    if (ids.includes(reference)) return { head, age: 'current' }
    if (replaced !== undefined && ids.includes(replaced)) return { head, age: 'old' }
    const relation = await github.compare(reference, head)
    // A copy that the push has not reached does not know the reference, either.
    if (relation === undefined) return { head, age: 'unknown' }
    return { head, age: relation === 'behind' ? 'old' : 'current' }
  }
  let answer = await ask()
  for (const seconds of WAITS) {
    if (answer.age === 'current') break
    await sleep(seconds * 1000)
    answer = await ask()
  }
  // Two commits without a common ancestor stay unknown: somebody has pushed another history.
  if (answer.age !== 'old') return answer.head
  throw movedError(ref, `is at ${shortId(answer.head)}, which is older than ${shortId(reference)} of this run`)
}

type Age = 'current' | 'old' | 'unknown'

/**
 * Checks that a run may deliver a head that is not the commit of its job.
 *
 * @throws {ActionError} of kind `branch-moved` if the files are those of the job's commit, or the run is a repeated one, whose
 *   inputs are as old as its commit.
 */
export function requireDeliverable(
  head: string,
  ref: string,
  { sha, runAttempt }: Pick<Job, 'sha' | 'runAttempt'>,
  { history }: Pick<Source, 'history'>
): void {
  if (head === sha) return
  if (history === undefined) {
    throw movedError(ref, `is at ${shortId(head)}, and the files on the disk are those of ${shortId(sha)}`)
  }
  if (runAttempt > 1) {
    throw new ActionError(
      'branch-moved',
      `This run repeats an old one: its inputs are those of ${shortId(sha)}, and ${shortRef(ref)} is at ${shortId(head)}.`,
      'Start a new run: Run workflow, or push.'
    )
  }
}

function movedError(ref: string, how: string): ActionError {
  const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  return new ActionError(
    'branch-moved',
    `The ${what} ${shortRef(ref)} ${how}.`,
    `The run of the push that moved the ${what} delivers it. If there is none, start the workflow by hand on the ${what}.`
  )
}
