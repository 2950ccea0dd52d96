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
 * @param head a commit that is here, if the source has a history.
 * @throws {ActionError} of kind `branch-moved` if the files are those of the job's commit, or if the branch has another
 *   version of the workflow's file by now: the inputs of this run would be old. What the inputs take from variables, reusable
 *   workflows and other repositories is not compared.
 */
export async function requireSameWorkflow({
  source: { history },
  job,
  ref,
  head
}: {
  readonly source: Pick<Source, 'history'>
  readonly job: Pick<Job, 'sha' | 'workflow' | 'repository'>
  readonly ref: string
  readonly head: string
}): Promise<void> {
  const { sha, workflow } = job
  if (head === sha) return
  if (history === undefined) {
    throw movedError(ref, `is at ${shortId(head)}, and the files on the disk are those of ${shortId(sha)}`)
  }
  const path = ownWorkflow(job)
  if (workflow === undefined || path === undefined) return
  const { commit } = workflow
  await history.ensureCommits(commit)
  const [own, present] = [await history.idAt(commit, path), await history.idAt(head, path)]
  if (own !== undefined && own === present) return
  throw new ActionError(
    'branch-moved',
    `The inputs of this run are old: ${path} has changed between ${shortId(commit)} and ${shortId(head)}, the head of ` +
      `${shortRef(ref)}.`,
    'Start a new run: push, or start the workflow by hand. Repeating this run does not help.'
  )
}

/** The path of the workflow's file; undefined if this repository does not have it. */
export function ownWorkflow({ workflow, repository }: Pick<Job, 'workflow' | 'repository'>): string | undefined {
  return workflow?.repository.toLowerCase() === repository.toLowerCase() ? workflow.path : undefined
}

function movedError(ref: string, how: string): ActionError {
  const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  return new ActionError(
    'branch-moved',
    `The ${what} ${shortRef(ref)} ${how}.`,
    `The run of the push that moved the ${what} delivers it. If there is none, start the workflow by hand on the ${what}.`
  )
}
