import * as core from '@actions/core'
import { plannedCommits } from './branch/planned.ts'
import { Cancellation } from './cancellation.ts'
import {
  comparisonOf,
  composePull,
  composeSync,
  findAlerts,
  openAccess,
  openParts,
  planBranch,
  rulesAt,
  type Access,
  type Lifetime,
  type Order,
  type Parts
} from './compose.ts'
import { asActionError } from './errors.ts'
import { importGitHub, readJob, type Job } from './job/event.ts'
import { emptyInputError, readInputs, type Inputs } from './job/inputs.ts'
import { prepareProxies } from './job/proxies.ts'
import { decideTask, type Task } from './job/task.ts'
import { deadBecauseOf } from './report/judged-alerts.ts'
import { Edge } from './report/edge.ts'
import { debugLog, logListener } from './report/job-log.ts'
import { Journal } from './report/journal.ts'
import { publish } from './report/publish.ts'
import type { Frame } from './report/result.ts'
import { ACTION } from './report/vocabulary.ts'
import { checkService } from './sync/check.ts'
import type { Comparison, DecidedCommit } from './sync/commit.ts'
import { pullEdits } from './sync/pull.ts'
import { syncBranch } from './sync/sync.ts'

/** Runs the Action. Every error ends here: it is reported, and fails the job. */
export async function main(): Promise<void> {
  const edge = new Edge(ACTION, [given('token'), given('github-token')])
  const journal = new Journal(logListener(edge))
  using cancellation = new Cancellation('The job was cancelled.')
  await using resources = new AsyncDisposableStack()
  const lifetime = { resources, signal: cancellation.signal, trace: debugLog(edge) }
  let frame: Frame = {
    mode: 'sync',
    address: {
      repository: process.env['GITHUB_REPOSITORY'] ?? '',
      serverUrl: process.env['GITHUB_SERVER_URL'] ?? 'https://github.com'
    },
    showsTexts: false,
    confirms: true,
    tokenExpiresOn: undefined
  }
  const work = run(journal, lifetime, (known) => {
    frame = known
  })
  const ended = await cancellation.limit(work).then(() => undefined, asActionError)
  const failure = await publish(journal.result(frame, ended), edge, process.env)
  if (failure === undefined) return
  core.setFailed(failure)
  // Requests and Git commands of a run that failed must not keep the process alive; the log is complete before.
  process.stdout.write('', () => process.exit())
}

/** The story of a run: inputs, event, task; then what the task asks for. */
async function run(journal: Journal, lifetime: Lifetime, onFrame: (frame: Frame) => void): Promise<void> {
  const inputs = readInputs(given, core.setSecret)
  prepareProxies(process.env)
  const { context, getOctokit } = await importGitHub(process.env)
  const job = readJob(context, process.env)
  const task = decideTask(job, inputs.mode)
  onFrame(frameOf(job, inputs, task))
  const order = { job, inputs, journal }
  if (task.kind === 'nothing') {
    journal.notice({ level: 'notice', message: `There is nothing to do: ${task.reason}` })
    return
  }
  const access = openAccess(inputs, journal, lifetime)
  const open = async (): Promise<Parts> => openParts(order, process.env, getOctokit, lifetime)
  if (task.kind === 'plan') return plan(order, task, await open(), access)
  if (access === undefined) throw emptyInputError(inputs)
  switch (task.kind) {
    case 'check':
      return checkService(access.client, journal)
    case 'pull':
      return pull(order, task.ref, await open(), access)
    case 'sync':
      return sync(order, task, await open(), access)
  }
}

function given(name: string): string {
  return core.getInput(name, { trimWhitespace: false })
}

function frameOf(job: Job, inputs: Inputs, task: Task): Frame {
  return {
    mode: task.kind === 'nothing' ? 'sync' : task.kind,
    address: job,
    showsTexts: job.isPrivate,
    confirms: inputs.confirmWithin > 0,
    tokenExpiresOn: inputs.tokenExpiresOn
  }
}

/** Brings edits home into the checkout. */
async function pull(order: Order, ref: string, parts: Parts, access: Access): Promise<void> {
  await pullEdits(await composePull(comparisonOf(order, ref, parts, undefined), order.job.sha, access))
}

/** Delivers the branch, and says which alerts have a runbook. */
async function sync(order: Order, task: Extract<Task, { kind: 'sync' }>, parts: Parts, access: Access): Promise<void> {
  const composed = composeSync(order, task, parts, access)
  await lookAtAlerts(order, composed, await syncBranch(composed), undefined)
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
  const { table, problems } = await findAlerts(comparison, head, runbooks, rulesAt(source, head, inputs.alerts))
  for (const problem of problems) journal.notice(problem)
  const changed = parent === undefined ? undefined : await source.history?.differences(parent, head, () => true)
  const broughtIn = changed && deadBecauseOf(new Set(changed.keys()), table.alerts)
  journal.outcome({ kind: 'alerts', alerts: { table, broughtIn } })
}
