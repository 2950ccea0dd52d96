import * as core from '@actions/core'
import { WorkTree } from './branch/disk.ts'
import { plannedCommits } from './branch/planned.ts'
import { Repository } from './branch/repository.ts'
import { Cancellation } from './cancellation.ts'
import {
  comparisonOf,
  composePull,
  composeSync,
  findAlerts,
  openClient,
  openParts,
  planBranch,
  rulesAt,
  type Lifetime,
  type Order,
  type Parts
} from './compose.ts'
import { ActionError, asActionError } from './errors.ts'
import { importGitHub, readJob, type Job } from './job/event.ts'
import { readInputs, requireService, type Inputs } from './job/inputs.ts'
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
import type { Comparison, DecidedBlindly } from './sync/commit.ts'
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
  switch (task.kind) {
    case 'nothing':
      journal.notice({ level: 'notice', message: `There is nothing to do: ${task.reason}` })
      return
    case 'check':
      return check(order, lifetime)
    case 'sync':
    case 'pull':
      requireService(inputs)
      break
    case 'plan':
  }
  const parts = await openParts(order, process.env, getOctokit, lifetime)
  if (task.kind === 'pull') return pull(order, task.ref, parts)
  const compared = await (task.kind === 'sync' ? sync(order, task, parts) : plan(order, task, parts))
  if (compared !== undefined && inputs.alerts.length > 0) await lookAtAlerts(order, compared)
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

async function check({ inputs, journal }: Order, lifetime: Lifetime): Promise<void> {
  requireService(inputs)
  const client = openClient(inputs, journal, lifetime)
  if (client !== undefined) await checkService(client, journal)
}

/** Brings edits home into the checkout. */
async function pull(order: Order, ref: string, parts: Parts): Promise<void> {
  const { job, inputs } = order
  const { token } = requireService(inputs)
  const { source, client } = parts
  if (client === undefined || !(source instanceof Repository)) {
    const hint = 'Put actions/checkout before this step, and install Git on the runner.'
    throw new ActionError('git', '`mode: pull` needs Git, and a checkout.', hint)
  }
  const target = {
    tree: new WorkTree(source.folder),
    hasToken: (text: string): boolean => token.redact(text) !== text
  }
  await pullEdits(await composePull(comparisonOf(order, ref, parts, undefined), job.sha, client, target))
}

/** What was compared, and how. */
interface Compared {
  readonly comparison: Comparison
  readonly decided: DecidedBlindly
  /** Undefined if the run is about the branch. */
  readonly parent: string | undefined
}

async function sync(order: Order, task: Extract<Task, { kind: 'sync' }>, parts: Parts): Promise<Compared> {
  const comparison = composeSync(order, task, parts)
  return { comparison, decided: await syncBranch(comparison), parent: undefined }
}

/** Which alerts have a runbook: of a pull request, what it brings in. */
async function lookAtAlerts(
  { inputs, journal }: Order,
  { comparison, decided: { head, runbooks }, parent }: Compared
): Promise<void> {
  const { source } = comparison
  const { table, problems } = await findAlerts(comparison, head, runbooks, rulesAt(source, head, inputs.alerts))
  for (const problem of problems) journal.notice(problem)
  const changed = parent === undefined ? undefined : await source.history?.differences(parent, head, () => true)
  const broughtIn = changed && deadBecauseOf(new Set(changed.keys()), table.alerts)
  journal.outcome({ kind: 'alerts', alerts: { table, broughtIn } })
}

/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(order: Order, task: Extract<Task, { kind: 'plan' }>, parts: Parts): Promise<Compared | undefined> {
  const { job, inputs, journal } = order
  if (task.notice !== undefined) journal.notice({ level: 'notice', message: task.notice })
  const commits = await plannedCommits(parts.source, job.sha, task.proposal)
  if (commits === undefined) {
    const message = 'GitHub has no merge commit of this pull request, so there is nothing to plan.'
    journal.notice({ level: 'notice', message })
    return undefined
  }
  const comparison = comparisonOf(order, task.ref, parts, commits.parent)
  const { tip, parent } = commits
  return { comparison, decided: await planBranch(comparison, tip, inputs, parts.client), parent }
}
