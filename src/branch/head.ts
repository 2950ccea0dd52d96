import timers from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { shortId, shortRef, type Job } from '../job/event.ts'
import type { GitHub } from './github.ts'
import type { Source } from './source.ts'

/** Seconds after each question while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8, 0]

/**
 * The commit at the head of a branch, or of a tag. An answer that is older than `reference`, or that the push of this run has
 * replaced, is asked for again; any other one counts, also after a forced push.
 *
 * @param ref full.
 * @param reference a commit that the branch had: the job's, later the one that was delivered last.
 * @throws {ActionError} of kind `github` if GitHub does not say; of kind `branch-moved` if its answer stays old.
 */
export async function findHead(
  github: Pick<GitHub, 'headOf' | 'compare'>,
  { trigger }: Pick<Job, 'trigger'>,
  ref: string,
  reference: string
): Promise<string> {
  const replaced = trigger.kind === 'push' ? trigger.before : undefined
  let head = ''
  for (const seconds of WAITS) {
    const ids = await github.headOf(ref)
    head = ids.at(-1) ?? ''
    if (ids.includes(reference)) return head
    const isReplaced = replaced !== undefined && ids.includes(replaced)
    const relation = isReplaced ? 'behind' : await github.compare(reference, head)
    // A copy that the push has not reached does not know the reference. If that stays so, somebody has pushed another history.
    if (relation !== 'behind' && (relation !== undefined || seconds === 0)) return head
    await timers.setTimeout(seconds * 1000)
  }
  throw movedError(ref, `is at ${shortId(head)}, which is older than ${shortId(reference)} of this run`)
}

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
