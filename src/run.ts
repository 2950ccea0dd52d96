import { findBase } from './changes/base.ts'
import { changesSince } from './changes/changes.ts'
import { Patterns } from './changes/patterns.ts'
import { shortRef, type Job } from './event.ts'
import { ActionError } from './errors.ts'
import { DiskFiles, openSource, type Source } from './git/git.ts'
import { WorkTree } from './git/work-tree.ts'
import type { GitHub } from './github/github.ts'
import { Records } from './github/records.ts'
import { settingsOf } from './github/settings.ts'
import { requireService, type Inputs } from './inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Findings } from './report/findings.ts'
import { Confirmation } from './sync/confirm.ts'
import { countEntries } from './sync/knowledge.ts'
import { Recording } from './sync/recording.ts'
import { pullEdits } from './sync/pull.ts'
import { planCommit } from './sync/round.ts'
import { SavedTexts } from './sync/saved-texts.ts'
import { lookAtBranch, reportRefused, syncBranch } from './sync/sync.ts'
import type { Task } from './task.ts'

export interface RunOptions {
  readonly task: Exclude<Task, { kind: 'nothing' }>
  readonly inputs: Inputs
  readonly job: Job
  readonly github: GitHub
  readonly findings: Findings
  /** Gets a line for each request to the service. */
  readonly trace: (line: string) => void
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal
}

/** Checks the token, or opens the checkout and plans or syncs it. */
export async function run({ task, inputs, job, github, findings, trace, signal }: RunOptions): Promise<void> {
  const patterns = new Patterns(inputs.files)
  await using resources = new AsyncDisposableStack()
  const connect = (): KnowledgeClient =>
    resources.use(new KnowledgeClient({ ...inputs, ...requireService(inputs), signal, trace }))
  if (task.kind === 'check') {
    findings.inventory = await countEntries(connect())
    return
  }

  const { ref } = task
  const records = inputs.environment === undefined ? undefined : new Records(github, inputs.environment)
  const recording = new Recording(records, job, findings.diagnose)
  const opening = openSource(inputs, job, process.env, findings.diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) }
  const settingsFor = (source: Source) => settingsOf(inputs, job, ref, source instanceof DiskFiles ? 'disk' : 'Git')
  const common = { inputs, options, patterns, ref, findings, replace: new Set<string>() }
  // GitHub is asked while Git works.
  if (task.kind === 'sync') {
    const [source, look] = await Promise.all([opening, lookAtBranch({ github, job, recording, ref }, job.sha)])
    const client = connect()
    const onWait = (message: string) => findings.observer.waiting?.(message)
    const confirmation = new Confirmation({ client, signal, within: inputs.confirmWithin, onWait })
    const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
    const saved = new SavedTexts(job.temp, requireService(inputs).token, replacer)
    const settings = settingsFor(source)
    await syncBranch({ ...common, source, client, confirmation, saved, task, look, job, settings, github, recording })
    return
  }
  const [source, known] = await Promise.all([opening, recording.known()])
  if (task.kind === 'pull') {
    if (source instanceof DiskFiles) {
      const message = '`mode: pull` needs a Git checkout, and Git.'
      throw new ActionError('git', message, 'Check out the repository by actions/checkout before this step.')
    }
    const tree = new WorkTree(source.folder)
    const [base, { token }] = [findBase(known, settingsFor(source)), requireService(inputs)]
    const given = { source, tree, head: job.sha, base, patterns, options, ref, client: connect(), token, findings }
    await pullEdits({ ...given, newFolder: undefined })
    return
  }
  const recorded = findBase(known, settingsFor(source))
  const base = { ...recorded, full: task.full ?? recorded.full }
  const commits = await commitsOf(source, job, task)
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
  const missing = (['token', 'base-url'] as const).filter((_, at) => [inputs.token, inputs.baseUrl][at] === undefined)
  const message = `Without \`${missing.join('` and `')}\` the plan cannot see the knowledge base, and checks neither address nor token.`
  if (missing.length > 0) findings.diagnose({ level: 'notice', message })
  await planCommit({ ...common, changes, base, source }, missing.length === 0 ? connect() : undefined)
}

/** The commit of a plan, and what the branch has without it; undefined for a pull request without a merge commit. */
async function commitsOf(
  source: Source,
  { sha, trigger }: Pick<Job, 'sha' | 'trigger'>,
  { proposal }: Extract<Task, { kind: 'plan' }>
): Promise<{ readonly tip: string; readonly parent?: string } | undefined> {
  if (source instanceof DiskFiles) return { tip: sha }
  if (proposal === undefined) {
    await source.ensureCommits(sha)
    return { tip: await source.peel(sha) }
  }
  if (trigger.kind === 'merge-group')
    return { tip: sha, ...(proposal.parent !== undefined && { parent: proposal.parent }) }
  // GitHub's merge commit cannot be fetched after the pull request was closed.
  const [parent, ...others] = (await source.hasCommits([sha])) ? await source.parents(sha) : []
  return parent === undefined || others.length === 0 ? undefined : { tip: sha, parent }
}
