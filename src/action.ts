import type { GitHub } from './branch/github.ts'
import { findHead, requireDeliverable } from './branch/head.ts'
import { plannedCommits } from './branch/planned.ts'
import type { Source } from './branch/source.ts'
import { shortRef, type Job } from './job/event.ts'
import { emptyInputError, type Inputs } from './job/inputs.ts'
import type { Task } from './job/task.ts'
import type { KnowledgeClient } from './knowledge/client.ts'
import type { Frame, Journal } from './report/journal.ts'
import { Run, type Place } from './run.ts'

/** A job with all that its run works on. A test gives another source and GitHub. */
export interface JobSetup {
  readonly job: Job
  readonly inputs: Inputs
  readonly source: Source
  readonly github: Pick<GitHub, 'headOf' | 'compare' | 'isGone'>
  readonly journal: Journal
}

/** The circumstances of a run that its job, inputs and task settle. */
export function frameOf(job: Job, inputs: Inputs, task: Task): Partial<Frame> {
  return {
    mode: task.kind === 'nothing' ? 'sync' : task.kind,
    repository: job.repository,
    serverUrl: job.serverUrl,
    showsTexts: job.isPrivate,
    hidesCredentials: inputs.secrets !== 'send',
    workflow: job.workflow,
    workflowUrl:
      job.workflow === '' ? '' : `${job.serverUrl}/${job.repository}/blob/${job.sha}/.github/workflows/${job.workflow}`,
    runId: job.runId,
    keepsTexts: job.isPrivate,
    tokenExpiresOn: inputs.tokenExpiresOn
  }
}

type ReadyTask =
  | (Extract<Task, { kind: 'plan' }> & { readonly client: KnowledgeClient | undefined })
  | (Extract<Task, { kind: 'sync' | 'pull' }> & { readonly client: KnowledgeClient })

/**
 * @param client undefined without token or address.
 * @throws {ActionError} if the task cannot do without; only a plan can.
 */
export function withClient(
  task: Exclude<Task, { kind: 'nothing' }>,
  client: KnowledgeClient | undefined,
  inputs: Inputs
): ReadyTask {
  if (task.kind === 'plan') return { ...task, client }
  if (client === undefined) throw emptyInputError(inputs)
  return { ...task, client }
}

export async function perform(setup: JobSetup, task: ReadyTask): Promise<void> {
  const { job } = setup
  if (task.kind === 'plan') return plan(setup, task)
  if (task.kind === 'pull') return openRun(setup, task.ref, undefined).pull(job.sha, task.client)
  return openRun(setup, task.ref, task.since).deliver({
    client: task.client,
    findHead: headFinder(setup, task),
    isAgreed: task.isByHand,
    mayBeFirst: async () => task.mayBeFirst || (await changesWorkflow(setup)),
    savedIn: job.temp,
    replacer: `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
  })
}

/** True if the push of a job has changed the file of its workflow, as people do who set it up. */
async function changesWorkflow({ job, source: { history } }: JobSetup): Promise<boolean> {
  const { trigger, sha, workflow } = job
  if (trigger.kind !== 'push' || trigger.before === undefined || workflow === '') return false
  const own = `.github/workflows/${workflow}`
  const changed = await history?.differences(trigger.before, sha, (path) => path === own)
  return changed?.has(own) ?? false
}

/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(setup: JobSetup, task: Extract<ReadyTask, { kind: 'plan' }>): Promise<void> {
  const { job, source, journal } = setup
  if (task.notice !== undefined) journal.notice({ level: 'notice', message: task.notice })
  const commits = await plannedCommits(source, job.sha, task.proposal)
  if (commits === undefined) {
    journal.record({ nothing: 'GitHub has no merge commit of this pull request, which may have conflicts.' })
    return
  }
  await openRun(setup, task.ref, commits.parent).plan(commits.tip, task.client)
}

/**
 * @param ref the branch or tag, in full.
 * @param since the commit whose later changes the run is about; undefined if it is about everything.
 */
function openRun({ job, inputs, source, github, journal }: JobSetup, ref: string, since: string | undefined): Run {
  const { repository, serverUrl, isPrivate } = job
  const place = {
    source,
    base: { repository, serverUrl, ref: shortRef(ref) },
    changedAt: async (head, matches) => {
      return since === undefined ? undefined : source.history?.differences(since, head, matches)
    },
    isGone: async (name) => github.isGone(name),
    replace: new Set<string>(),
    shows: isPrivate ? 'edits' : 'none',
    // An artifact of a public repository is public.
    keepsTexts: isPrivate
  } satisfies Place
  return new Run(inputs, place, journal)
}

/** Asks GitHub for the head of the branch or tag of a job, and fetches it. */
function headFinder(
  { job, source: { history }, github }: JobSetup,
  { ref, since }: Extract<Task, { kind: 'sync' }>
): () => Promise<string> {
  let reference = job.sha
  return async () => {
    const head = await findHead(github, job, ref, reference)
    // Both in one fetch. The replaced commit may be gone.
    if (since !== undefined) await history?.fetchCommits([head, since])
    await history?.ensureCommits(head)
    requireDeliverable(head, ref, job, { history })
    reference = head
    return head
  }
}
