import { changesOfPlan, changesSinceRecords, nothingToDo, type Known, type Place } from './changes/changes.ts'
import { compilePatterns } from './changes/patterns.ts'
import { settingsOf, type Settings } from './changes/settings.ts'
import type { Plan, Task } from './changes/task.ts'
import { shortRef, type Job } from './event.ts'
import { DiskFiles, openFiles } from './git/git.ts'
import type { GitHub } from './github/github.ts'
import { Records } from './github/records.ts'
import { requireService, type Inputs } from './inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import { checkList } from './knowledge/list.ts'
import type { Findings } from './report/findings.ts'
import { preview } from './sync/preview.ts'
import { Recording } from './sync/recording.ts'
import { SavedTexts } from './sync/saved-texts.ts'
import { reportSelection } from './sync/selection.ts'
import { lookAtBranch, syncBranch } from './sync/sync.ts'

export interface RunOptions {
  readonly task: Task
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
  const used = new Set<string>()
  const matches = compilePatterns(inputs.files, used)
  if (task.kind === 'nothing') {
    findings.addChanges(nothingToDo(task.reason, job.sha))
    return
  }
  await using resources = new AsyncDisposableStack()
  // A plan needs neither token nor address; with both it compares with the list.
  const hasService = task.kind !== 'plan' || (inputs.token !== undefined && inputs.baseUrl !== undefined)
  const service = hasService ? requireService(inputs) : undefined
  const client = service && resources.use(new KnowledgeClient({ ...inputs, ...service, signal, trace }))
  if (task.kind === 'check') {
    if (client !== undefined) await checkList(client)
    return
  }
  const { diagnose } = findings
  const recording = new Recording(
    inputs.environment === undefined ? undefined : new Records(github, inputs.environment),
    {
      runUrl: `${job.serverUrl}/${job.repository}/actions/runs/${job.runId}`,
      diagnose
    }
  )
  const opening = openFiles(inputs, job, process.env, diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  const look = { github, job, recording, ref: task.ref }
  const looking = task.kind === 'sync' ? lookAtBranch(look, job.sha) : undefined
  const [files, firstLook] = await Promise.all([opening, looking])

  const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(task.ref) }
  const settings = settingsOf(inputs, job, task.ref, files instanceof DiskFiles ? 'disk' : 'Git')
  const place = { files, matches, mode: task.kind }
  const common = { inputs, files, options, findings }
  const saved = service && new SavedTexts(job, service.token)
  if (task.kind === 'plan') {
    if (service === undefined) diagnose({ level: 'notice', message: blindness(inputs) })
    const known = await recording.known()
    const changes = await changesToShow(task, place, { job, known, settings })
    reportSelection(changes, { patterns: inputs.files, used }, findings)
    await preview({ ...common, changes, service: client && saved && { client, saved }, showsTexts: job.isPrivate })
  } else if (client !== undefined && saved !== undefined && firstLook !== undefined) {
    const branch = { task, firstLook, place, settings, usedPatterns: used, github, recording }
    await syncBranch({ ...common, ...branch, job, client, saved, signal })
  }
}

async function changesToShow(
  { of }: Plan,
  place: Place,
  { job, known, settings }: { readonly job: Job; readonly known: Known; readonly settings: Settings }
) {
  if (of.kind !== 'branch') return changesOfPlan(place, of, { job, known, settings })
  return changesSinceRecords(place, job.sha, { known, settings, full: of.full })
}

/** What a plan without the service says about itself. */
function blindness({ token, baseUrl }: Inputs): string {
  const missing = [...(token === undefined ? ['`token`'] : []), ...(baseUrl === undefined ? ['`base-url`'] : [])]
  return `Without ${missing.join(' and ')} the plan cannot see the knowledge base.`
}
