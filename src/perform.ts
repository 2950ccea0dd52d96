import { deadBecauseOf } from './alerts/alerts.ts'
import { alertsOfCommit, rulesAt } from './alerts/of-branch.ts'
import { plannedCommits } from './branch/planned.ts'
import { comparisonOf, composeSync, planBranch, targetOfJob, type Access, type Order, type Parts } from './compose.ts'
import type { Job } from './job/event.ts'
import { emptyInputError, type Inputs } from './job/inputs.ts'
import type { Task } from './job/task.ts'
import type { Frame } from './report/result.ts'
import type { Comparison, DecidedCommit } from './sync/commit.ts'
import { pullBranch } from './sync/pull.ts'
import { syncBranch } from './sync/sync.ts'
import { input } from './wording.ts'

/**
 * Does what the task of a job asks for.
 *
 * @param open opens the checkout, and GitHub.
 * @param access undefined without token or address.
 * @throws {ActionError} of kind `input` if the task needs them.
 */
export async function perform(
  order: Order,
  task: Task,
  open: () => Promise<Parts>,
  access: Access | undefined
): Promise<void> {
  const { job, inputs, journal } = order
  if (task.kind === 'nothing') {
    journal.notice({ level: 'notice', message: `There is nothing to do: ${task.reason}` })
    return
  }
  if (task.kind === 'plan') return plan(order, task, await open(), access)
  if (access === undefined) throw emptyInputError(inputs)
  if (task.kind === 'sync') return sync(order, task, await open(), access)
  const { client, token } = access
  const comparison = comparisonOf(order, task.ref, await open(), undefined)
  return pullBranch(comparison, job.sha, client, (text) => token.isIn(text))
}

/** What is known of a run when its task is. */
export function frameOf(job: Job, inputs: Inputs, task: Task): Frame {
  return {
    mode: task.kind === 'nothing' ? 'sync' : task.kind,
    address: job,
    showsTexts: job.isPrivate,
    tokenExpiresOn: inputs.tokenExpiresOn
  }
}

/** Delivers the branch, and says which alerts have a runbook. */
async function sync(
  order: Order,
  task: Extract<Task, { kind: 'sync' }>,
  parts: Parts,
  { client, token }: Access
): Promise<void> {
  const { job, inputs } = order
  const checksAllLinks = job.trigger.kind !== 'push'
  // Names of alerts are in the files alone.
  const readsAll = checksAllLinks || inputs.alerts.length > 0
  const comparison = { ...comparisonOf(order, task.ref, parts, task.since), checksAllLinks, readsAll }
  const target = targetOfJob(order, task, parts, token)
  const synced = await syncBranch(composeSync(comparison, inputs, client, target))
  await lookAtAlerts(order, comparison, synced, undefined)
}

/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(
  order: Order,
  task: Extract<Task, { kind: 'plan' }>,
  parts: Parts,
  access: Access | undefined
): Promise<void> {
  const { job, inputs, journal } = order
  if (task.notice !== undefined) journal.notice({ level: 'notice', message: task.notice })
  const commits = await plannedCommits(parts.source, job.sha, task.proposal)
  if (commits === undefined) {
    const message = 'GitHub has no merge commit of this pull request, so there is nothing to plan.'
    journal.notice({ level: 'notice', message })
    return
  }
  const { tip, parent } = commits
  const comparison = comparisonOf(order, task.ref, parts, parent)
  await lookAtAlerts(order, comparison, await planBranch(comparison, tip, inputs, access), parent)
}

/**
 * Finds out which alerts have a runbook, if the inputs name any.
 *
 * @param parent what a pull request is compared with, to tell what it brings in; undefined if the run is about the branch.
 */
async function lookAtAlerts(
  { inputs, journal }: Order,
  comparison: Comparison,
  { head, runbooks }: DecidedCommit,
  parent: string | undefined
): Promise<void> {
  if (inputs.alerts.length === 0) return
  const { source } = comparison
  const rules = rulesAt(source, head, inputs.alerts)
  const { table, problems } = await alertsOfCommit(comparison, head, runbooks, rules, input('alerts'))
  for (const problem of problems) journal.notice(problem)
  const changed = parent === undefined ? undefined : await source.history?.differences(parent, head, () => true)
  const broughtIn = changed && deadBecauseOf(new Set(changed.keys()), table)
  journal.outcome({ kind: 'alerts', alerts: { table, broughtIn } })
}
