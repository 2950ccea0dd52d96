import { nothingToDo } from './changes/changes.ts'
import { compilePatterns } from './changes/patterns.ts'
import { settingsOf } from './changes/settings.ts'
import type { Task } from './changes/task.ts'
import { shortRef, type Job } from './event.ts'
import { DiskFiles, openFiles } from './git/git.ts'
import type { GitHub } from './github/github.ts'
import { Records } from './github/records.ts'
import { requireService, type Inputs } from './inputs.ts'
import { FIRST_PAGE } from './knowledge/api-types.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Report } from './report/report.ts'
import { Recording } from './sync/recording.ts'
import { SavedTexts } from './sync/saved-texts.ts'
import { lookAtBranch, planRun, syncRun } from './sync/sync.ts'

export interface RunOptions {
  readonly inputs: Inputs
  readonly job: Job
  readonly github: GitHub
  readonly task: Task
  readonly report: Report
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal
}

/** Checks the token, or opens the checkout and plans or syncs it. */
export async function run({ inputs, job, github, task, report, signal }: RunOptions): Promise<void> {
  const usedPatterns = new Set<string>()
  const matches = compilePatterns(inputs.files, usedPatterns)
  if (task.kind === 'nothing') {
    report.changed(nothingToDo(task.reason, job.sha))
    return
  }
  await using resources = new AsyncDisposableStack()
  // A plan needs neither token nor address; with both it compares with the list.
  const hasService = task.kind !== 'plan' || (inputs.token !== undefined && inputs.baseUrl !== undefined)
  const client = hasService
    ? resources.use(new KnowledgeClient({ ...inputs, ...requireService(inputs), signal, trace: report.debug }))
    : undefined
  if (task.kind === 'check') {
    await client?.listPage(FIRST_PAGE, 1)
    return
  }
  const { diagnose, changed, record, edited, isClean, fail, describe } = report
  const records = inputs.environment === undefined ? undefined : new Records(github, inputs.environment)
  const runUrl = `${job.serverUrl}/${job.repository}/actions/runs/${job.runId}`
  const recording = new Recording(records, { runUrl, diagnose })
  const opening = openFiles(inputs, job, process.env, diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  const looking = task.kind === 'sync' ? lookAtBranch({ github, job, recording }, task.ref, job.sha) : undefined
  const [files, look] = await Promise.all([opening, looking])

  const { nameTemplate, frontMatter, links, maxBytes } = inputs
  const { repository, serverUrl } = job
  const options = { nameTemplate, frontMatter, links, maxBytes, repository, serverUrl, ref: shortRef(task.ref) }
  const settings = settingsOf(inputs, job, task.ref, files instanceof DiskFiles ? 'disk' : 'Git')
  const reporting = { diagnose, changed, record, edited, isClean, fail, describe }
  const mode = task.kind
  const context = {
    inputs,
    job,
    mode,
    files,
    github,
    recording,
    settings,
    matches,
    usedPatterns,
    options,
    signal,
    ...reporting
  }
  const service = client && { client, texts: new SavedTexts(job, requireService(inputs).token) }
  if (task.kind === 'plan') await planRun(context, service, task)
  else if (service !== undefined && look !== undefined) await syncRun(context, service, task, look)
}
