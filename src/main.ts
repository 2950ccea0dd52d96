import * as core from '@actions/core'
import { decideTask } from './changes/task.ts'
import { ActionError } from './errors.ts'
import { importGitHub, readJob } from './event.ts'
import { GitHub } from './github/github.ts'
import { readInputs, requireService } from './inputs.ts'
import { prepareProxies } from './proxies.ts'
import { Findings } from './report/findings.ts'
import { debug, logObserver, publish } from './report/publish.ts'

/** Milliseconds from a cancellation to the report: the runner kills the job after ten seconds. */
const CANCEL_TIMEOUT = 4000

/** Runs the Action. Every error ends here: it is reported, and fails the job. */
export async function main(): Promise<void> {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_SERVER_URL: serverUrl = 'https://github.com' } = process.env
  const findings = new Findings({ repository, serverUrl }, logObserver())
  const cancellation = onCancel()
  try {
    await Promise.race([work(findings, cancellation.signal), cancellation.timeout])
    // Also where everything was delivered in the time that a cancellation leaves.
    cancellation.signal.throwIfAborted()
  } catch (error) {
    findings.fail(error)
  }
  const failure = await publish(findings, process.env)
  if (failure === undefined) return
  core.setFailed(failure)
  // Requests and Git commands of a run that failed must not keep the process alive; the log is complete before.
  process.stdout.write('', () => process.exit())
}

async function work(findings: Findings, signal: AbortSignal): Promise<void> {
  const inputs = readInputs((name) => core.getInput(name, { trimWhitespace: false }), core.setSecret)
  prepareProxies(process.env)
  findings.tokenExpiresOn = inputs.tokenExpiresOn
  findings.environment = inputs.environment
  const { context, getOctokit } = await importGitHub(process.env)
  const job = readJob(context, process.env)
  const github = new GitHub(getOctokit, job, inputs.githubToken)
  const task = decideTask(job, inputs.mode)
  findings.begin(task, job.sha)
  if (task.kind === 'nothing') return
  if (task.kind === 'sync' || task.kind === 'check') requireService(inputs)

  // Loaded where there is something to do: a missing secret is reported in half the time.
  const { run } = await import('./run.ts')
  await run({ task, inputs, job, github, findings, trace: debug, signal })
}

/** The runner sends SIGINT, and SIGTERM 7.5 s later. `timeout` rejects if the work does not end by itself. */
function onCancel(): { readonly signal: AbortSignal; readonly timeout: Promise<never> } {
  const controller = new AbortController()
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const cancel = (): void => {
    if (controller.signal.aborted) return
    const error = new ActionError('cancelled', 'The job was cancelled.', 'Run it again.')
    controller.abort(error)
    setTimeout(reject, CANCEL_TIMEOUT, error).unref()
  }
  process.on('SIGINT', cancel).on('SIGTERM', cancel)
  return { signal: controller.signal, timeout }
}
