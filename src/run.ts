import { findBase } from './changes/base.ts'
import { changesOfPlan } from './changes/changes.ts'
import { Patterns } from './changes/patterns.ts'
import { settingsOf, type Settings } from './changes/settings.ts'
import type { Task } from './changes/task.ts'
import { shortRef, type Job } from './event.ts'
import { DiskFiles, openSource, type Source } from './git/git.ts'
import type { GitHub } from './github/github.ts'
import { Records } from './github/records.ts'
import { requireService, type Inputs } from './inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import { checkList } from './knowledge/reading.ts'
import type { Findings } from './report/findings.ts'
import type { Service } from './sync/compare.ts'
import { preview } from './sync/preview.ts'
import { Recording } from './sync/recording.ts'
import { SavedTexts } from './sync/saved-texts.ts'
import { reportSelection } from './sync/selection.ts'
import { lookAtBranch, syncBranch } from './sync/sync.ts'

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
  const connect = (): Service => {
    const { token, baseUrl } = requireService(inputs)
    const client = resources.use(new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace }))
    const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
    return { client, saved: new SavedTexts(job.temp, token, replacer) }
  }
  if (task.kind === 'check') {
    const { size: entries, isComplete } = await checkList(connect().client)
    findings.inventory = { entries, isComplete, differing: 0, withoutRunbook: 0, names: [] }
    return
  }

  const { ref } = task
  const { diagnose } = findings
  const records = inputs.environment === undefined ? undefined : new Records(github, inputs.environment)
  const recording = new Recording(records, job, diagnose)
  const opening = openSource(inputs, job, process.env, diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) }
  const settingsFor = (source: Source): Settings =>
    settingsOf(inputs, job, ref, source instanceof DiskFiles ? 'disk' : 'Git')
  const common = { job, inputs, options, findings }
  // GitHub is asked while Git works.
  if (task.kind === 'sync') {
    const [source, look] = await Promise.all([opening, lookAtBranch({ github, job, recording, ref }, job.sha)])
    const settings = settingsFor(source)
    await syncBranch({ ...common, ...connect(), task, look, source, patterns, settings, github, recording, signal })
    return
  }
  const [source, known] = await Promise.all([opening, recording.known()])
  const recorded = findBase(known, settingsFor(source))
  const changes = await changesOfPlan(source, patterns.matches, { sha: job.sha, subject: task.of, recorded })
  reportSelection(changes, patterns, findings)
  // A plan needs neither token nor address; with both it compares with the list.
  const missing = (['token', 'base-url'] as const).filter((_, at) => [inputs.token, inputs.baseUrl][at] === undefined)
  const message = `Without \`${missing.join('` and `')}\` the plan cannot see the knowledge base, and checks neither address nor token.`
  if (missing.length > 0) diagnose({ level: 'notice', message })
  await preview({ ...common, source, changes, service: missing.length === 0 ? connect() : undefined })
}
