import { Failure } from '../failures.ts'
import type { Inputs } from '../inputs.ts'
import type { GitHub } from '../github/github.ts'
import type { Job } from '../github/job.ts'
import type { Notice } from '../notices.ts'

export interface Mode {
  readonly mode: 'sync' | 'plan' | 'check'
  readonly notices: readonly Notice[]
}

const BRANCH = 'refs/heads/'

/**
 * Whether this job may write. Only the default branch is what people rely on at night; everything else is a proposal,
 * and what runs on behalf of somebody else must not write whatever the inputs say.
 *
 * @throws {Failure} of kind `event` where `mode: sync` was asked for and must not be.
 */
export async function decideMode(asked: Inputs['mode'], job: Job, github: GitHub): Promise<Mode> {
  if (asked === 'plan' || asked === 'check') return { mode: asked, notices: [] }
  const proposal = proposalOf(job)
  if (proposal !== undefined) {
    if (asked === 'auto') return { mode: 'plan', notices: [planned(proposal, '')] }
    throw new Failure(
      'event',
      `\`mode: sync\` on ${proposal}: it would deliver what is not on the branch yet.`,
      'Leave out `mode`, or use `mode: plan`, for this event.'
    )
  }
  if (asked === 'sync') return { mode: 'sync', notices: [] }
  if (!job.ref.startsWith(BRANCH)) return { mode: 'plan', notices: [planned(`the tag ${shortRef(job.ref)}`)] }
  const branch = job.ref.slice(BRANCH.length)
  const known = job.defaultBranch ?? (await asDefaultBranch(branch, job, github))
  if (known === branch) return { mode: 'sync', notices: [] }
  const why = known === undefined ? `the branch ${branch}, which may not be the default one` : `the branch ${branch}`
  return { mode: 'plan', notices: [planned(why)] }
}

function proposalOf({ trigger, ref }: Job): string | undefined {
  switch (trigger.kind) {
    case 'pull-request':
      return 'a pull request'
    case 'merge-group':
      return 'a merge group'
    case 'untrusted':
      return `the event ${trigger.name}`
    case 'push':
    case 'other':
      return ref.startsWith('refs/pull/') ? 'a pull request' : undefined
  }
}

/** A schedule runs on the default branch only; for other events that do not tell, GitHub is asked. */
async function asDefaultBranch(branch: string, { trigger }: Job, github: GitHub): Promise<string | undefined> {
  if (trigger.kind === 'other' && trigger.name === 'schedule') return branch
  const answer = await github.defaultBranch()
  return answer.kind === 'found' ? answer.value : undefined
}

function planned(on: string, way = ' `mode: sync` writes from any branch.'): Notice {
  return { level: 'notice', message: `This is a plan, and nothing is written: the job runs on ${on}.${way}` }
}

function shortRef(ref: string): string {
  return ref.replace(/^refs\/(tags|heads)\//, '')
}
