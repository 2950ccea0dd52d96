import { findBase } from './changes/base.ts'
import { changesOfPlan } from './changes/changes.ts'
import { Patterns } from './changes/patterns.ts'
import { settingsOf } from './changes/settings.ts'
import type { Task } from './changes/task.ts'
import { shortRef, type Job } from './event.ts'
import { DiskFiles, openFiles } from './git/git.ts'
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
  const opening = openFiles(inputs, job, process.env, diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  // GitHub is asked while Git works.
  const looking = task.kind === 'sync' ? lookAtBranch({ github, job, recording, ref }, job.sha) : recording.known()
  const [files, seen] = await Promise.all([opening, looking])

  const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) }
  const settings = settingsOf(inputs, job, ref, files instanceof DiskFiles ? 'disk' : 'Git')
  const common = { job, inputs, files, options, findings }
  if (task.kind === 'sync' && 'tip' in seen) {
    await syncBranch({ ...common, ...connect(), task, look: seen, patterns, settings, github, recording, signal })
  } else if (task.kind === 'plan' && 'kind' in seen) {
    const recorded = findBase(seen, settings)
    const changes = await changesOfPlan(files, patterns.matches, { sha: job.sha, subject: task.of, recorded })
    reportSelection(changes, patterns, findings)
    // A plan needs neither token nor address; with both it compares with the list.
    const missing = (['token', 'base-url'] as const).filter((_, at) => [inputs.token, inputs.baseUrl][at] === undefined)
    const message = `Without \`${missing.join('` and `')}\` the plan cannot see the knowledge base, and checks neither address nor token.`
    if (missing.length > 0) diagnose({ level: 'notice', message })
    await preview({ ...common, changes, service: missing.length === 0 ? connect() : undefined })
  }
}
