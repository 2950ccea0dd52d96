import { count, inputError, quoted } from '../errors.ts'
import type { Job } from '../event.ts'
import { GitHubError, isPushSuccess, type GitHub, type WorkflowRun } from '../github/github.ts'
import type { Inputs } from '../inputs.ts'

/** Commits of the first fetch where GitHub does not say how many are needed; `Repository.range` fetches more. */
const UNKNOWN_DEPTH = 50

export interface StartContext {
  readonly job: Job
  readonly inputs: Pick<Inputs, 'scope' | 'since' | 'shard'>
  readonly github: GitHub
}

/** What a range begins with, before any commit is read. */
export type Start =
  | { readonly kind: 'full'; readonly why: string; readonly warning?: string }
  | {
      readonly kind: 'range'
      /** Probably the oldest first; the last is that of the newest run. */
      readonly commits: readonly string[]
      readonly why: string
      /** Why everything is sent all the same. */
      readonly full: string | undefined
    }

/** The commits that the range must contain, or why it is a full sync. */
export async function findStart({ job, inputs, github }: StartContext, branch: string): Promise<Start> {
  const full = (why: string) => ({ kind: 'full', why }) as const
  const since = inputs.since === undefined ? [] : [await commitOf(github, inputs.since)]
  if (inputs.shard !== undefined) return full('`shard` is for full syncs')
  if (inputs.scope === 'all') return full('the input `scope` is `all`')
  if (inputs.scope === 'auto' && job.trigger.kind === 'other') return full(`the event is ${job.trigger.name}`)
  if (job.trigger.kind === 'push' && job.trigger.forced) return full('the push was forced')
  try {
    const runs = await github.runs(branch)
    const base = findBase(runs, { id: job.runId, number: job.runNumber, attempt: job.runAttempt })
    if (base.kind === 'none') return full('no push run of this workflow has succeeded on this branch yet')
    if (base.kind === 'outdated') return full('GitHub’s list of runs does not show this run yet')
    const { run, overlapping } = base
    // A full sync also delivers what no commit shows, such as texts that a restored knowledge base lost.
    const unfinished = overlapping.find(({ event, succeeded }) => event !== 'push' && !succeeded)
    const own = { number: job.runNumber, commit: job.sha }
    const commits = [run, ...overlapping, own].sort((a, b) => a.number - b.number).map(({ commit }) => commit)
    const others =
      overlapping.length === 0
        ? ''
        : `, and ${count(overlapping.length, 'other run')} that overlapped it or ended later`
    return {
      kind: 'range',
      commits: [...since, ...commits],
      why: `since run ${run.number}, the last successful push${others}`,
      full: unfinished && `run ${unfinished.number} (${unfinished.event}) has not succeeded`
    }
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    const warning = `This run is a full sync. ${error.message} ${error.hint}`
    return { ...full('the last successful run is not known'), warning }
  }
}

/** How many commits a shallow checkout needs from the tip to `oldest`; undefined where the tip does not contain it. */
export async function depthOf(github: GitHub, oldest: string, tip: string): Promise<number | undefined> {
  try {
    const relation = await github.compare(oldest, tip)
    return relation?.status === 'ahead' || relation?.status === 'identical' ? relation.aheadBy + 1 : undefined
  } catch (error) {
    if (error instanceof GitHubError) return UNKNOWN_DEPTH
    throw error
  }
}

async function commitOf(github: GitHub, name: string): Promise<string> {
  const commit = await github.commit(name)
  if (commit !== undefined) return commit
  const problem = `is ${quoted(name)}, which is no commit of this repository.`
  throw inputError('since', problem, 'Give the full id of a commit.')
}

/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000

/**
 * Which commits the knowledge base may hold texts of: `run` is the successful push run with the highest number, and the
 * overlapping runs may have written since it began. `none` where no push run has succeeded yet; `outdated` where the list
 * is older than this run.
 *
 * @param runs of all events but pull requests and merge groups, this run included.
 * @param own this run. The list must show it, or a newer one; of a repeated run it must show this attempt, because any
 *   older list shows its first.
 */
export function findBase(runs: readonly WorkflowRun[], own: Pick<WorkflowRun, 'id' | 'number' | 'attempt'>) {
  const isCurrent = ({ id, number, attempt }: WorkflowRun): boolean =>
    id === own.id ? attempt >= own.attempt : own.attempt === 1 && number > own.number
  if (!runs.some(isCurrent)) return { kind: 'outdated' } as const
  const others = runs.filter(({ id }) => id !== own.id)
  const [run] = others.filter(isPushSuccess).sort((a, b) => b.number - a.number)
  if (run === undefined) return { kind: 'none' } as const
  const overlaps = ({ completed, updatedAt }: WorkflowRun): boolean => !completed || updatedAt > run.createdAt - MARGIN
  return { kind: 'base', run, overlapping: others.filter((other) => other !== run && overlaps(other)) } as const
}
