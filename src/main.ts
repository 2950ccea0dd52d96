import * as core from '@actions/core'
import { join } from 'node:path'
import { frameOf, perform, withClient } from './action.ts'
import { openSource } from './branch/checkout.ts'
import { GitHub } from './branch/github.ts'
import { inputsByHand } from './branch/workflows.ts'
import { Cancellation } from './cancellation.ts'
import { asActionError, stacksOf } from './errors.ts'
import { importGitHub, readJob } from './job/event.ts'
import { readInputs } from './job/inputs.ts'
import { prepareProxies } from './job/proxies.ts'
import { decideTask } from './job/task.ts'
import type { Journal } from './report/journal.ts'
import { hideCredentials, NOT_SEARCHED } from './report/hide.ts'
import { debugLog, jobJournal, publish } from './report/publish.ts'
import { reportOf } from './report/report.ts'
import { Sink } from './report/sink.ts'
import { openClient, type Lifetime } from './run.ts'

/** Runs the Action. Every error ends here: it is reported, and fails the job. */
export async function main(): Promise<void> {
  const sink = new Sink([given('token'), given('github-token')])
  const journal = jobJournal(sink)
  const { GITHUB_REPOSITORY: repository = '', GITHUB_SERVER_URL: serverUrl = '' } = process.env
  journal.record({ repository, serverUrl })
  using cancellation = new Cancellation('The job was cancelled.')
  await using resources = new AsyncDisposableStack()
  const lifetime = { resources, signal: cancellation.signal, trace: debugLog(sink) }
  const ended = await cancellation.limit(act(journal, lifetime)).then(() => undefined, asActionError)
  const stacks = ended?.kind === 'defect' ? stacksOf(ended.cause) : []
  const result = journal.result(ended)
  const said = await hideCredentials({ report: reportOf(result, new Date()), stacks }, result)
  for (const line of sink.trace(said?.stacks ?? [])) core.debug(line)
  const failure = said === undefined ? NOT_SEARCHED : await publish(said.report, sink, process.env)
  if (failure === undefined) return
  core.setFailed(failure)
  // Requests and Git commands of a run that failed must not keep the process alive; the log is complete before.
  process.stdout.write('', () => process.exit())
}

/** The story of a run: inputs, event, task; then client, source, and what the task asks for. */
async function act(journal: Journal, lifetime: Lifetime): Promise<void> {
  const inputs = readInputs(given, core.setSecret)
  prepareProxies(process.env)
  const { context, getOctokit } = await importGitHub(process.env)
  const job = readJob(context, process.env)
  const task = decideTask(job, inputs.mode)
  journal.record(frameOf(job, inputs, task))
  journal.record({ inputsByHand: await inputsByHand(join(job.workspace, inputs.root), job.workflow) })
  if (task.kind === 'nothing') {
    journal.record({ nothing: task.reason })
    return
  }
  const ready = withClient(task, openClient(inputs, journal, lifetime), inputs)
  const source = await openSource(inputs, job, process.env, journal.notice)
  lifetime.resources.use(source)
  const github = new GitHub(getOctokit, job, inputs.githubToken)
  await perform({ job, inputs, source, github, journal }, ready)
}

function given(name: string): string {
  return core.getInput(name, { trimWhitespace: false })
}
