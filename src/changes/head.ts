import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failures.ts'
import type { GitHub } from '../github/github.ts'
import type { Job } from '../github/job.ts'
import type { Notice } from '../notices.ts'
import type { Source } from '../source/source.ts'
import { short, shortRef, type Question } from './range.ts'

export interface Head {
  readonly commit: string
  /** What a proposal is compared with, where that could be found. */
  readonly base?: string
  readonly notices: readonly Notice[]
}

/** Milliseconds in which all of GitHub should know of a push. */
const LAG = 2000

interface Search {
  readonly job: Job
  readonly source: Source
  readonly github: GitHub
}

/**
 * The commit that this run is about, made readable: the head of the branch as GitHub names it now, so that a run that is
 * repeated or slow delivers no old text; what a proposal would make; else the commit that started the job.
 *
 * @throws {Failure} of kind `source` where none of them can be read.
 */
export async function findHead(search: Search, question: Question, branch: string | undefined): Promise<Head> {
  if (question.kind === 'proposal') return proposalHead(search, question)
  return branch === undefined ? pushedHead(search) : branchHead(search, branch)
}

async function branchHead(search: Search, branch: string): Promise<Head> {
  const { trigger } = search.job
  let answer = await search.github.branchHead(branch)
  if (answer.kind === 'found' && trigger.kind === 'push' && answer.value === trigger.before) {
    // The branch was reset, or GitHub answers from a copy that this push has not reached yet.
    await sleep(LAG)
    answer = await search.github.branchHead(branch)
  }
  if (answer.kind === 'found' && (await search.source.has(answer.value))) return { commit: answer.value, notices: [] }
  const why = ((): string => {
    switch (answer.kind) {
      case 'found':
        return `it is at ${short(answer.value)}, which cannot be fetched (${search.source.problem})`
      case 'none':
        return 'GitHub does not show it: it is gone, or the job lacks the permission `contents: read`'
      case 'unknown':
        return answer.why
    }
  })()
  const message =
    `The head of ${branch} cannot be read: ${why}. The commit of this job is delivered instead; ` +
    'if the branch has moved on since, newer text may be overwritten until the next run.'
  const { commit } = await pushedHead(search)
  return { commit, notices: [{ level: 'notice', message }] }
}

async function pushedHead({ job, source }: Pick<Search, 'job' | 'source'>): Promise<Head> {
  if (!(await source.has(job.sha))) {
    throw new Failure(
      'source',
      `The commit ${short(job.sha)} of ${shortRef(job.ref)} is not in the checkout and cannot be fetched: ${source.problem}.`,
      `Check out ${job.repository} with actions/checkout before this step (\`root\`, if it has a \`path\`), ` +
        'and give the job `permissions: contents: read`.'
    )
  }
  // The event of an annotated tag may name the tag; the range is about its commit.
  return { commit: (await source.resolve(job.sha)) ?? job.sha, notices: [] }
}

/**
 * Of a pull request, GitHub's merge commit and its first parent: their difference is what the merge would change, and it
 * takes no history. Where the merge commit cannot be had, the head and where it left the branch.
 */
async function proposalHead(
  { job, source }: Pick<Search, 'job' | 'source'>,
  { base, head }: Extract<Question, { kind: 'proposal' }>
): Promise<Head> {
  if (job.trigger.kind === 'merge-group') {
    return (await source.has(base, head)) ? { commit: head, base, notices: [] } : pushedHead({ job, source })
  }
  if (await source.has(job.sha)) {
    const [into, ...others] = await source.parents(job.sha)
    if (into !== undefined && others.length > 0 && (await source.has(into))) {
      return { commit: job.sha, base: into, notices: [] }
    }
  }
  if (await source.has(head, base)) {
    const fork = await source.mergeBase(base, head)
    return { commit: head, ...(fork !== undefined && { base: fork }), notices: [] }
  }
  return pushedHead({ job, source })
}
