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
import type { Journal, Result } from './report/journal.ts'
import { run } from './run.ts'
import type { Branch } from './sync/runbooks.ts'

/** What was asked for, and the journal of the run. */
export interface Order {
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
  { job, inputs, journal }: Order,
  env: NodeJS.ProcessEnv,
  makeOctokit: typeof getOctokit,
  resources: AsyncDisposableStack
): Promise<Parts> {
  const source = await openSource(inputs, job, env, journal.notice)
  resources.use(source)
  return { source, github: new GitHub(makeOctokit, job, inputs.githubToken) }
}

/** What is known of a run when its task is. */
export function frameOf(job: Job, inputs: Inputs, task: Task): Partial<Result> {
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
  order: Order,
  task: Task,
  open: () => Promise<Parts>,
  client: KnowledgeClient | undefined
): Promise<void> {
  const { job, inputs, journal } = order
  if (task.kind === 'nothing') {
    journal.notice({ level: 'notice', message: `There is nothing to do: ${task.reason}` })
    return
  }
  if (task.kind === 'plan') return plan(order, task, await open(), client)
  if (client === undefined) throw emptyInputError(inputs)
  const parts = await open()
  const branch = branchOf(order, parts, task.ref, task.kind === 'sync' ? task.since : undefined)
  if (task.kind === 'pull') return run(branch, { kind: 'pull', client, head: job.sha }, journal)
  const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
  const findHead = headFinder(order, parts, task)
  const sync = { kind: 'sync', client, findHead, goesOn: task.isByHand, savedIn: job.temp, replacer } as const
  return run(branch, sync, journal)
}

/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(
  order: Order,
  task: Extract<Task, { kind: 'plan' }>,
  parts: Parts,
  client: KnowledgeClient | undefined
): Promise<void> {
  const { job, journal } = order
  if (task.notice !== undefined) journal.notice({ level: 'notice', message: task.notice })
  const commits = await plannedCommits(parts.source, job.sha, task.proposal)
  if (commits === undefined) {
    const message = 'GitHub has no merge commit of this pull request, so there is nothing to plan.'
    journal.notice({ level: 'notice', message })
    return
  }
  const branch = branchOf(order, parts, task.ref, commits.parent)
  await run(branch, { kind: 'plan', client, head: commits.tip }, journal)
}

/** @param ref the branch or tag, in full. */
function branchOf({ job, inputs, journal }: Order, { source }: Parts, ref: string, since: string | undefined): Branch {
  const { repository, serverUrl, isPrivate } = job
  return {
    source,
    patterns: new Patterns(inputs.files),
    settings: { ...inputs, repository, serverUrl, ref: shortRef(ref), replace: new Set() },
    changedAt: async (head, matches) => {
      return since === undefined ? undefined : source.history?.differences(since, head, matches)
    },
    showsTexts: isPrivate,
    showsOwnTexts: false,
    notice: journal.notice
  }
}

/** The head of the branch or tag of a job is what GitHub says. */
function headFinder(
  { job }: Order,
  { source: { history }, github }: Parts,
  { ref, since }: Extract<Task, { kind: 'sync' }>
): () => Promise<string> {
  let reference = job.sha
  return async () => {
    const head = await findHead(github, job, ref, reference)
    // All in one fetch; if the replaced commit is gone, the head alone.
    if (since !== undefined) await history?.hasCommits([head, since])
    await history?.ensureCommits(head)
    requireDeliverable(head, ref, job, { history })
    reference = head
    return head
  }
}
