import * as core from '@actions/core'
import { Cancellation } from './cancellation.ts'
import { decideTask } from './task.ts'
import { importGitHub, readJob } from './event.ts'
import { GitHub } from './github/github.ts'
import { readInputs, requireService } from './inputs.ts'
import { prepareProxies } from './proxies.ts'
import { Findings } from './report/findings.ts'
import { debug, logObserver, publish } from './report/publish.ts'

/** Runs the Action. Every error ends here: it is reported, and fails the job. */
export async function main(): Promise<void> {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_SERVER_URL: serverUrl = 'https://github.com' } = process.env
  const findings = new Findings({ repository, serverUrl }, logObserver())
  using cancellation = new Cancellation('The job was cancelled.')
  try {
    await cancellation.limit(work(findings, cancellation.signal))
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
  findings.isPrivate = job.isPrivate
  if (task.kind === 'nothing') return
  if (task.kind !== 'plan') requireService(inputs)

  // Loaded where there is something to do: a missing secret is reported in half the time.
  const { run } = await import('./run.ts')
  await run({ task, inputs, job, github, findings, trace: debug, signal })
}
