import * as core from '@actions/core'
import { compilePatterns, decideMode } from './changes/changes.ts'
import { ActionError, inputError } from './errors.ts'
import { importGitHub, readJob, shortRef, type Job } from './event.ts'
import { openFiles } from './git/git.ts'
import { GitHub } from './github/github.ts'
import { readInputs, requireService, type Inputs } from './inputs.ts'
import { FIRST_PAGE } from './knowledge/api-types.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import { Report } from './report/report.ts'
import { expiryWarning } from './report/token-expiry.ts'
import { checkNameTemplate, type RunbookOptions } from './runbook/runbook.ts'
import { planRun, syncRun } from './sync/sync.ts'

const NAME_HINT = 'It takes text with `{title}`, `{path}`, `{dir}`, `{stem}` or `{repository}`.'
/** Milliseconds from a cancellation to the report: the runner kills the job after ten seconds. */
const CANCEL_TIMEOUT = 4000

/** Runs the Action. Every error ends here: it is reported, and fails the job. */
export async function run(): Promise<void> {
  const report = new Report(process.env)
  const cancellation = onCancel()
  try {
    await Promise.race([work(report, cancellation.signal), cancellation.timeout])
    // Also where everything was delivered in the time that a cancellation leaves.
    cancellation.signal.throwIfAborted()
  } catch (error) {
    report.fail(error)
  }
  const failure = await report.write()
  if (failure !== undefined) core.setFailed(failure)
  // Requests and Git commands of a cancelled run must not keep the process alive.
  if (cancellation.signal.aborted) process.exit()
}

async function work(report: Report, signal: AbortSignal): Promise<void> {
  const inputs = readInputs()
  const matches = compilePatterns(inputs.files)
  const problem = checkNameTemplate(inputs.name)
  if (problem !== undefined) throw inputError('name', `${problem}.`, NAME_HINT)
  const expiry = expiryWarning(inputs.tokenExpiresOn, new Date())
  if (expiry !== undefined) report.diagnose(expiry)

  const { context, getOctokit } = await importGitHub(process.env)
  const job = readJob(context, process.env)
  const github = new GitHub(getOctokit, job, inputs.githubToken)
  const { mode, diagnostics } = await decideMode(inputs.mode, job, github)
  report.begin(mode, inputs.removed)
  for (const diagnostic of diagnostics) report.diagnose(diagnostic)

  await using resources = new AsyncDisposableStack()
  const client = openClient(inputs, mode !== 'plan', signal, report)
  if (client !== undefined) resources.use(client)
  if (mode === 'check') {
    await client?.listPage(FIRST_PAGE, 1)
    return
  }
  const { serverUrl, repository, temp, workspace, sha } = job
  const { files, diagnostics: fileDiagnostics } = await openFiles({
    ...{ serverUrl, repository, temp, workspace },
    ...{ root: inputs.root, token: inputs.githubToken, ownCommit: sha, env: process.env }
  })
  resources.use(files)
  for (const diagnostic of fileDiagnostics) report.diagnose(diagnostic)

  const setup = { inputs, job, files, github, matches, signal, report, options: runbookOptions(inputs, job) }
  if (mode === 'plan' || client === undefined) await planRun(setup, client)
  else await syncRun(setup, client)
}

function runbookOptions(inputs: Inputs, { repository, serverUrl, ref }: Job): RunbookOptions {
  const { name, frontMatter, links, maxBytes } = inputs
  return { nameTemplate: name, frontMatter, links, maxBytes, repository, serverUrl, ref: shortRef(ref) }
}

/** A plan needs neither token nor address; with both it compares with the list. */
function openClient(
  inputs: Inputs,
  isNeeded: boolean,
  signal: AbortSignal,
  report: Report
): KnowledgeClient | undefined {
  if (!isNeeded && (inputs.token === undefined || inputs.baseUrl === undefined)) return undefined
  const { concurrency, timeout, retries } = inputs
  return new KnowledgeClient({ ...requireService(inputs), concurrency, timeout, retries, signal, trace: report.debug })
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
