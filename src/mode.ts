import { ActionError, type Diagnostic } from './errors.ts'
import { shortRef, type Job } from './event.ts'
import type { GitHub } from './github/github.ts'
import type { Inputs } from './inputs.ts'

export type Mode = 'sync' | 'plan' | 'check'

/**
 * Whether the run writes: on the default branch, elsewhere only with `mode: sync`, and never for pull requests and events
 * that run on behalf of somebody else. Throws `ActionError` of kind `event` where `mode: sync` must not write.
 */
export async function decideMode(
  input: Inputs['mode'],
  job: Job,
  github: GitHub,
  diagnose: (diagnostic: Diagnostic) => void
): Promise<Mode> {
  const name = shortRef(job.ref)
  if (job.trigger.kind === 'push' && job.branch === undefined && name === job.defaultBranch) {
    throw new ActionError(
      'event',
      `The tag ${name} has the name of the default branch: GitHub lists its runs among those of the branch.`,
      'Rename the tag, or limit `on: push` to `branches`.'
    )
  }
  if (input === 'plan' || input === 'check') return input
  const planOn = (what: string, more = ' `mode: sync` writes from any branch or tag.'): Mode => {
    const message = `Nothing is written, because the job runs on ${what}: this is a plan.${more}`
    diagnose({ level: 'notice', message })
    return 'plan'
  }
  const proposal = proposalOf(job)
  if (proposal !== undefined && input === 'sync') {
    throw new ActionError(
      'event',
      `\`mode: sync\` does not write on ${proposal}: its text is not on the branch yet.`,
      'Leave out `mode`, or use `mode: plan`, for this event.'
    )
  }
  if (proposal !== undefined) return planOn(proposal, '')
  if (input === 'sync') return 'sync'
  if (job.branch === undefined) return planOn(`the tag ${name}`)
  const isDefault = job.branch === (job.defaultBranch ?? (await github.defaultBranch()))
  return isDefault ? 'sync' : planOn(`the branch ${name}, which is not the default one`)
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
