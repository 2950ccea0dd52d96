import { setFailed } from './core.ts'
import type { Changes } from './changes/changes.ts'
import { findChanges } from './changes/find.ts'
import { followBranch } from './changes/follow.ts'
import { decideMode } from './changes/mode.ts'
import { compilePatterns } from './changes/patterns.ts'
import { Failure } from './failures.ts'
import { openGitHub } from './github/github.ts'
import { readJob, type Job } from './github/job.ts'
import { readInputs, requireService, type Inputs } from './inputs.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { expiryNotices } from './report/expiry.ts'
import { Report } from './report/report.ts'
import { checkNameTemplate } from './runbooks/name.ts'
import type { Style } from './runbooks/runbook.ts'
import { openSource } from './source/open.ts'
import { deliverRound, expected, planRound, previewRound, retireRound } from './sync/round.ts'
import { FIRST_PAGE } from './wire.ts'

/** How often a run follows a branch that moves while it delivers; the push that moved it has a run of its own. */
const ROUNDS = 5

/** Milliseconds from a cancellation to the report, whatever is still under way: the runner kills the job after 10 s. */
const PATIENCE = 4000

/** The job from top to bottom. Whatever goes wrong is in the report, and fails the job once. */
export async function run(): Promise<void> {
  const report = new Report(process.env)
  const cancelled = cancellation()
  try {
    await Promise.race([work(report, cancelled.signal), cancelled.overdue])
    // Also where all that was left to do was done in the seconds that a cancellation gives.
    cancelled.signal.throwIfAborted()
  } catch (error) {
    report.fail(error)
  }
  const failure = await report.write()
  if (failure !== undefined) setFailed(failure)
  // What a cancelled job left under way must not keep the process alive.
  if (cancelled.signal.aborted) process.exit()
}

async function work(report: Report, signal: AbortSignal): Promise<void> {
  const inputs = readInputs()
  report.notices(expiryNotices(inputs.tokenExpiresOn, new Date()))
  checkNameTemplate(inputs.name)
  const choose = compilePatterns(inputs.files)
  const job = await readJob(process.env)
  const github = openGitHub(job, inputs.githubToken)
  const { mode, notices } = await decideMode(inputs.mode, job, github)
  report.begin(mode, inputs.removed, notices)
  if (mode !== 'plan') requireService(inputs)

  await using open = new AsyncDisposableStack()
  const service = once(async () => open.use(await connect(inputs, signal, report.trace)))
  if (mode === 'check') {
    await (await service()).listPage(FIRST_PAGE, 1)
    return
  }

  const { source, notices: ofSource } = await openSource(job, inputs)
  open.use(source)
  report.notices(ofSource)
  const style = styleOf(inputs, job)
  const workshop = { source, style, inputs, signal, onOutcome: report.outcome }
  const search = { job, inputs, mode, source, github, choose }

  let changes: Changes | undefined = await findChanges(search)
  for (let round = 1; changes !== undefined; round++) {
    report.changes(changes, inputs.files)
    const plan = await planRound(changes, workshop, mode === 'plan' ? 'range' : 'all')
    report.planned(expected(plan, changes, mode, inputs.removed), plan.send.length)
    if (mode === 'plan') {
      report.notices(await previewRound(plan, changes, canAsk(inputs) ? await service() : undefined, workshop))
      return
    }
    if (plan.send.length > 0) report.notices(await deliverRound(plan, changes, await service(), workshop))
    if (inputs.removed === 'retire' && plan.leftBehind.length > 0 && changes.selected.length > 0 && report.clean) {
      await retireRound(plan, changes, await service(), workshop)
    }
    changes = round < ROUNDS ? await followBranch(search, changes.range, plan.send.length > 0) : undefined
  }
}

/** A plan works offline; with token and address it also tells new entries from existing ones. */
function canAsk({ token, baseUrl }: Inputs): boolean {
  return token !== undefined && baseUrl !== undefined
}

/** Loaded when there is something to send: most pushes to a repository change no runbook. */
async function connect(inputs: Inputs, signal: AbortSignal, trace: Report['trace']): Promise<Knowledge> {
  const { connect } = await import('./knowledge/client.ts')
  const { concurrency, timeout, retries } = inputs
  return connect({ access: requireService(inputs), concurrency, timeout, retries, signal, trace })
}

function styleOf(
  { name, frontMatter, links, sourceLink, maxBytes }: Inputs,
  { repository, serverUrl, ref }: Job
): Style {
  const shortRef = ref.replace(/^refs\/(?:heads|tags)\//, '')
  return { name, frontMatter, links, sourceLink, maxBytes, repository, serverUrl, ref: shortRef }
}

/** The runner's SIGINT, 7.5 s later SIGTERM. `overdue` rejects when the work has not ended itself in time. */
function cancellation(): { readonly signal: AbortSignal; readonly overdue: Promise<never> } {
  const controller = new AbortController()
  const { promise: overdue, reject } = Promise.withResolvers<never>()
  const cancel = (): void => {
    if (controller.signal.aborted) return
    const failure = new Failure('cancelled', 'The job was cancelled.', 'Run it again.')
    controller.abort(failure)
    setTimeout(reject, PATIENCE, failure).unref()
  }
  process.on('SIGINT', cancel).on('SIGTERM', cancel)
  return { signal: controller.signal, overdue }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
