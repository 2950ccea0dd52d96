import type { GitHub } from './branch/github.ts'
import { findHead, requireDeliverable } from './branch/head.ts'
import { plannedCommits } from './branch/planned.ts'
import type { Source } from './branch/source.ts'
import { shortRef, type Job } from './job/event.ts'
import { emptyInputError, type Inputs } from './job/inputs.ts'
import type { Task } from './job/task.ts'
import type { KnowledgeClient } from './knowledge/client.ts'
import type { Frame, Journal } from './report/journal.ts'
import { deliverBranch, listOf, planBranch, rulesOf } from './run.ts'
import { pullEdits } from './sync/pull.ts'
import type { Branch } from './sync/runbooks.ts'

/** A run of the Action: where it runs, what was asked for, and where the branch is. A test gives another source and GitHub. */
export interface ActionRun {
  readonly job: Job
  readonly inputs: Inputs
  readonly source: Source
  readonly github: Pick<GitHub, 'headOf' | 'compare' | 'isGone'>
  readonly journal: Journal
  /** When it began. */
  readonly now: Date
}

/** What is known of a run when its task is. */
export function frameOf(job: Job, inputs: Inputs, task: Task): Omit<Frame, 'assistant'> {
  return {
    mode: task.kind === 'nothing' ? 'sync' : task.kind,
    repository: job.repository,
    serverUrl: job.serverUrl,
    showsTexts: job.isPrivate,
    hidesCredentials: inputs.secrets !== 'send',
    workflow: job.workflow,
    tokenExpiresOn: inputs.tokenExpiresOn
  }
}

/** What a job has to do. */
export type OpenTask = Exclude<Task, { readonly kind: 'nothing' }>

/** Does what the task of a job asks for. @param client undefined without token or address, which only a plan can do without. */
export async function perform(run: ActionRun, task: OpenTask, client: KnowledgeClient | undefined): Promise<void> {
  if (task.kind === 'plan') return plan(run, task, client)
  const { job, inputs, journal } = run
  if (client === undefined) throw emptyInputError(inputs)
  if (task.kind === 'pull') {
    const branch = branchOf(run, task.ref, undefined)
    const { pulled } = journal
    return pullEdits({ ...branch, list: listOf(branch, client), token: inputs.token, head: job.sha, pulled })
  }
  const delivery = {
    client,
    inputs,
    findHead: headFinder(run, task),
    goesOn: task.isByHand,
    savedIn: job.temp,
    replacer: `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
  }
  return deliverBranch(branchOf(run, task.ref, task.since), delivery, journal)
}

/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(
  run: ActionRun,
  task: Extract<Task, { kind: 'plan' }>,
  client: KnowledgeClient | undefined
): Promise<void> {
  const { job, inputs, source, journal } = run
  if (task.notice !== undefined) journal.notice({ level: 'notice', message: task.notice })
  const commits = await plannedCommits(source, job.sha, task.proposal)
  if (commits === undefined) {
    journal.hasNothingToDo('GitHub has no merge commit of this pull request, which may have conflicts.')
    return
  }
  const branch = branchOf(run, task.ref, commits.parent)
  await planBranch(branch, { client, head: commits.tip, inputs }, journal)
}

/** @param ref the branch or tag, in full. */
function branchOf({ job, inputs, source, github, now }: ActionRun, ref: string, since: string | undefined): Branch {
  const { repository, serverUrl, isPrivate } = job
  return {
    source,
    ...rulesOf(inputs, { repository, serverUrl, ref: shortRef(ref) }, now),
    isGone: async (name) => github.isGone(name),
    changedAt: async (head, matches) => {
      return since === undefined ? undefined : source.history?.differences(since, head, matches)
    },
    showsTexts: isPrivate,
    showsOwnTexts: false
  }
}

/** The head of the branch or tag of a job is what GitHub says. */
function headFinder(
  { job, source: { history }, github }: ActionRun,
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
