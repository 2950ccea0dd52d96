import type { getOctokit } from '@actions/github'
import { openSource } from './branch/checkout.ts'
import { GitHub } from './branch/github.ts'
import { findHead, requireDeliverable } from './branch/head.ts'
import { Patterns } from './branch/patterns.ts'
import { plannedCommits } from './branch/planned.ts'
import type { Source } from './branch/source.ts'
import { shortRef, type Job } from './job/event.ts'
import { emptyInputError, type Inputs } from './job/inputs.ts'
import type { Task } from './job/task.ts'
import type { KnowledgeClient } from './knowledge/client.ts'
import type { Frame, Journal } from './report/journal.ts'
import { deliverBranch, planBranch } from './run.ts'
import { pullEdits } from './sync/pull.ts'
import type { Branch } from './sync/runbooks.ts'

/** A run of the Action: where it runs, what was asked for, and its journal. */
export interface ActionRun {
  readonly job: Job
  readonly inputs: Inputs
  readonly journal: Journal
}

/** Where the branch is. A test gives another one. */
export interface Parts {
  readonly source: Source
  readonly github: Pick<GitHub, 'headOf' | 'compare'>
}

/** Opens the checkout of a run of the Action, and GitHub. */
export async function openParts(
  { job, inputs, journal }: ActionRun,
  env: NodeJS.ProcessEnv,
  makeOctokit: typeof getOctokit,
  resources: AsyncDisposableStack
): Promise<Parts> {
  const source = await openSource(inputs, job, env, journal.notice)
  resources.use(source)
  return { source, github: new GitHub(makeOctokit, job, inputs.githubToken) }
}

/** What is known of a run when its task is. */
export function frameOf(job: Job, inputs: Inputs, task: Task): Frame {
  return {
    mode: task.kind === 'nothing' ? 'sync' : task.kind,
    repository: job.repository,
    serverUrl: job.serverUrl,
    showsTexts: job.isPrivate,
    tokenExpiresOn: inputs.tokenExpiresOn
  }
}

/** Does what the task of a job asks for. @param client undefined without token or address. */
export async function perform(
  run: ActionRun,
  task: Task,
  open: () => Promise<Parts>,
  client: KnowledgeClient | undefined
): Promise<void> {
  const { job, inputs, journal } = run
  if (task.kind === 'nothing') {
    journal.notice({ level: 'notice', message: `There is nothing to do: ${task.reason}` })
    return
  }
  if (task.kind === 'plan') return plan(run, task, await open(), client)
  if (client === undefined) throw emptyInputError(inputs)
  const parts = await open()
  if (task.kind === 'pull') {
    const branch = branchOf(run, parts, task.ref, undefined)
    return pullEdits({ ...branch, client, head: job.sha, pulled: journal.pulled })
  }
  const delivery = {
    client,
    findHead: headFinder(run, parts, task),
    goesOn: task.isByHand,
    savedIn: job.temp,
    replacer: `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
  }
  return deliverBranch(branchOf(run, parts, task.ref, task.since), delivery, journal)
}

/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(
  run: ActionRun,
  task: Extract<Task, { kind: 'plan' }>,
  parts: Parts,
  client: KnowledgeClient | undefined
): Promise<void> {
  const { job, journal } = run
  if (task.notice !== undefined) journal.notice({ level: 'notice', message: task.notice })
  const commits = await plannedCommits(parts.source, job.sha, task.proposal)
  if (commits === undefined) {
    const message = 'GitHub has no merge commit of this pull request, so there is nothing to plan.'
    journal.notice({ level: 'notice', message })
    return
  }
  const branch = branchOf(run, parts, task.ref, commits.parent)
  await planBranch(branch, { client, head: commits.tip }, journal)
}

/** @param ref the branch or tag, in full. */
function branchOf({ job, inputs }: ActionRun, { source }: Parts, ref: string, since: string | undefined): Branch {
  const { repository, serverUrl, isPrivate } = job
  return {
    source,
    patterns: new Patterns(inputs.files),
    settings: { ...inputs, repository, serverUrl, ref: shortRef(ref), replace: new Set() },
    changedAt: async (head, matches) => {
      return since === undefined ? undefined : source.history?.differences(since, head, matches)
    },
    showsTexts: isPrivate,
    showsOwnTexts: false
  }
}

/** The head of the branch or tag of a job is what GitHub says. */
function headFinder(
  { job }: ActionRun,
  { source: { history }, github }: Parts,
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
