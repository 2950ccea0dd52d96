import * as core from '@actions/core'
import { Cancellation } from './cancellation.ts'
import { findBase } from './changes/base.ts'
import { changesSince } from './changes/changes.ts'
import { Patterns } from './branch/patterns.ts'
import { Recording } from './changes/recording.ts'
import { settingsOf } from './changes/settings.ts'
import { ActionError } from './errors.ts'
import { importGitHub, readJob, shortRef } from './job/event.ts'
import { openSource, type Source } from './branch/checkout.ts'
import { DiskFiles, WorkTree } from './branch/disk.ts'
import type { Repository } from './branch/repository.ts'
import { GitHub } from './branch/github.ts'
import { Records } from './github/records.ts'
import { readInputs, requireService, type Inputs } from './job/inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import { prepareProxies } from './job/proxies.ts'
import { Findings } from './report/findings.ts'
import { debug, logObserver, publish } from './report/publish.ts'
import { SavedTexts } from './sync/deliver.ts'
import { countEntries } from './sync/knowledge.ts'
import { planCommit, type PlanInput } from './sync/plan.ts'
import { pullEdits } from './sync/pull.ts'
import { lookAtBranch, reportRefused, syncBranch } from './sync/sync.ts'
import { decideTask, plannedCommits, type Task } from './job/task.ts'
import { joined } from './wording.ts'

/** Runs the Action. Every error ends here: it is reported, and fails the job. */
export async function main(): Promise<void> {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_SERVER_URL: serverUrl = 'https://github.com' } = process.env
  const findings = new Findings({ repository, serverUrl }, logObserver())
  using cancellation = new Cancellation('The job was cancelled.')
  try {
    await cancellation.limit(run(findings, cancellation.signal))
  } catch (error) {
    findings.fail(error)
  }
  const failure = await publish(findings, process.env)
  if (failure === undefined) return
  core.setFailed(failure)
  // Requests and Git commands of a run that failed must not keep the process alive; the log is complete before.
  process.stdout.write('', () => process.exit())
}

/** The story of a run: inputs, event, task; then what it reads, decides, sends and confirms. */
async function run(findings: Findings, signal: AbortSignal): Promise<void> {
  const inputs = readInputs((name) => core.getInput(name, { trimWhitespace: false }), core.setSecret)
  prepareProxies(process.env)
  findings.tokenExpiresOn = inputs.tokenExpiresOn
  findings.environment = inputs.environment
  const { context, getOctokit } = await importGitHub(process.env)
  const job = readJob(context, process.env)
  const task = decideTask(job, inputs.mode)
  findings.begin(task, job.sha)
  findings.isPrivate = job.isPrivate
  if (task.kind === 'nothing') return

  await using resources = new AsyncDisposableStack()
  const connect = (): KnowledgeClient =>
    resources.use(new KnowledgeClient({ ...inputs, ...requireService(inputs), signal, trace: debug }))
  if (task.kind === 'check') {
    findings.inventory = await countEntries(connect())
    return
  }
  if (task.kind !== 'plan') requireService(inputs)

  // GitHub is asked while Git works.
  const opening = openSource(inputs, job, process.env, findings.diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  const github = new GitHub(getOctokit, job, inputs.githubToken)
  const records = inputs.environment === undefined ? undefined : new Records(github, inputs.environment)
  const recording = new Recording(records, job, findings.diagnose)
  const { ref } = task
  const [source, look] = await Promise.all([
    opening,
    task.kind === 'sync'
      ? lookAtBranch({ github, job, recording }, ref, job.sha)
      : recording.known().then((known) => ({ known, tip: job.sha }))
  ])
  const settings = settingsOf(inputs, job, ref, source instanceof DiskFiles ? 'disk' : 'Git')
  const patterns = new Patterns(inputs.files)
  const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) }
  const common = { inputs, options, patterns, ref, findings, source, replace: new Set<string>() }

  if (task.kind === 'sync') {
    const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
    const saved = new SavedTexts(job.temp, requireService(inputs).token, replacer)
    await syncBranch({ ...common, client: connect(), saved, task, look, job, settings, github, recording })
    return
  }
  const base = findBase(look.known, settings)
  if (task.kind === 'pull') {
    const { token } = requireService(inputs)
    const repository = requireCheckout(source)
    const tree = new WorkTree(repository.folder)
    await pullEdits({ ...common, source: repository, tree, head: job.sha, base, client: connect(), token })
    return
  }
  await plan({ ...common, base: { ...base, whyFull: task.whyFull ?? base.whyFull } }, task, job.sha, connect)
}

/** @throws {ActionError} of kind `git` where the files are in no checkout. */
function requireCheckout(source: Source): Repository {
  if (!(source instanceof DiskFiles)) return source
  const message = '`mode: pull` needs Git, and a checkout.'
  throw new ActionError('git', message, 'Put actions/checkout before this step, and install Git on the runner.')
}

/** Plans what the job runs on: a commit, or the merge commit `sha` of a pull request. */
async function plan(
  common: Omit<PlanInput, 'changes'> & { readonly inputs: Inputs },
  task: Extract<Task, { kind: 'plan' }>,
  sha: string,
  connect: () => KnowledgeClient
): Promise<void> {
  const { source, patterns, base, inputs, findings } = common
  const commits = await plannedCommits(source, sha, task)
  if (commits === undefined) {
    const message = 'GitHub has no merge commit of this pull request, so there is nothing to plan.'
    findings.diagnose({ level: 'notice', message })
    return
  }
  // Where a pull request changes what every entry is, or sets up the workflow, all runbooks are its concern.
  const parent = base.isNew ? undefined : commits.parent
  const changes = await changesSince(source, patterns.matches, commits.tip, base, parent)
  reportRefused(base, changes, findings)
  // A plan needs neither token nor address; with both it compares with the list.
  const { token, baseUrl } = inputs
  const missing = joined([token === undefined && '`token`', baseUrl === undefined && '`base-url`'], ' and ')
  if (missing !== '') {
    const message = `Without ${missing} the plan cannot see the knowledge base, and checks neither address nor token.`
    findings.diagnose({ level: 'notice', message })
  }
  await planCommit({ ...common, changes }, missing === '' ? connect() : undefined)
}
