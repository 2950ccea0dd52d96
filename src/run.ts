import { compilePatterns, findFollowedBranch } from './changes/changes.ts'
import { shortRef, type Job } from './event.ts'
import { openFiles } from './git/git.ts'
import type { GitHub } from './github/github.ts'
import { requireService, type Inputs } from './inputs.ts'
import { FIRST_PAGE } from './knowledge/api-types.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Mode } from './mode.ts'
import type { Report } from './report/report.ts'
import { planRun, syncRun } from './sync/sync.ts'
import { SavedTexts } from './sync/saved-texts.ts'

export interface RunOptions {
  readonly inputs: Inputs
  readonly job: Job
  readonly github: GitHub
  readonly mode: Mode
  readonly report: Report
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal
}

/** Checks the token, or opens the checkout and plans or syncs it. */
export async function run({ inputs, job, github, mode, report, signal }: RunOptions): Promise<void> {
  const usedPatterns = new Set<string>()
  const matches = compilePatterns(inputs.files, usedPatterns)
  await using resources = new AsyncDisposableStack()
  // A plan needs neither token nor address; with both it compares with the list.
  const hasService = mode !== 'plan' || (inputs.token !== undefined && inputs.baseUrl !== undefined)
  const client = hasService
    ? resources.use(new KnowledgeClient({ ...inputs, ...requireService(inputs), signal, trace: report.debug }))
    : undefined
  if (mode === 'check') {
    await client?.listPage(FIRST_PAGE, 1)
    return
  }
  const opening = openFiles(inputs, job, process.env, report.diagnose)
  resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]())
  const following = findFollowedBranch({ inputs, job, mode, github })
  const [files, followed] = await Promise.all([opening, following])
  const { nameTemplate, frontMatter, links, maxBytes } = inputs
  const { repository, serverUrl, ref } = job
  const options = { nameTemplate, frontMatter, links, maxBytes, repository, serverUrl, ref: shortRef(ref) }
  const { diagnose, changed, record, edited, isClean } = report
  const reporting = { diagnose, changed, record, edited, isClean }
  const context = { inputs, job, mode, files, followed, github, matches, usedPatterns, options, signal, ...reporting }
  const service = client && { client, texts: new SavedTexts(job, requireService(inputs).token) }
  if (mode === 'plan' || service === undefined) await planRun(context, service)
  else await syncRun(context, service)
}
