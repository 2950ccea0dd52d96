import { findRival } from '../changes/base.ts'
import { changesOf, changesSinceRecords, type Changes, type Known } from '../changes/changes.ts'
import type { Plan as PlanTask, Task } from '../changes/task.ts'
import { descends, findTip, moved, untilCurrent } from '../changes/tip.ts'
import { ActionError, inputError } from '../errors.ts'
import { quoted } from '../wording.ts'
import { shortId } from '../event.ts'
import { DiskFiles } from '../git/git.ts'
import type { RecordPayload } from '../github/records.ts'
import type { RunContext, Service, SyncContext } from './context.ts'
import { RUN_ENDED } from './deliver.ts'
import type { Orphan } from './orphans.ts'
import { makePlan, type Plan } from './plan.ts'
import { RunbookReader } from './reader.ts'
import { retire } from './retire.ts'
import { reportSelection, requireMatch } from './selection.ts'
import { deliverPlan, previewPlan } from './steps.ts'

/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20

type SyncTask = Extract<Task, { kind: 'sync' }>

/** What GitHub knows at the start of a round. */
export interface Look {
  readonly tip: string
  readonly known: Known
}

/**
 * Asks for the head of the branch, then for the records. Asks again while the newest record has a newer commit than the
 * branch: the answer about the branch may be old. If it stays, the branch was reset.
 *
 * @param delivered the commit that was delivered last; at first that of the job.
 */
export async function lookAtBranch(
  { github, job, recording }: Pick<RunContext, 'github' | 'job' | 'recording'>,
  ref: string,
  delivered: string
): Promise<Look> {
  const look = async (): Promise<Look> => {
    const tip = await findTip(github, job, ref, delivered)
    return { tip, known: await recording.known() }
  }
  return untilCurrent(look, async ({ tip, known }) => {
    const newest = known.kind === 'records' ? known.records[0]?.commit : undefined
    return newest !== undefined && newest !== tip && (await descends(github, newest, tip)) === true
  })
}

/** What a round leaves for the next one. */
interface Leftovers {
  /** Entries to be retired. */
  orphans: readonly Orphan[]
  isNameInUse: Plan['isNameInUse']
}

/** Delivers the branch, then what changed on it meanwhile, until the knowledge base has the text of its head. */
export async function syncRun(run: RunContext, service: Service, task: SyncTask, firstLook: Look): Promise<void> {
  const { job, recording } = run
  const left: Leftovers = { orphans: [], isNameInUse: () => false }
  let look = firstLook
  for (let round = 1; ; round++) {
    if (round > MAX_ROUNDS) throw moved(task.ref, `moved ${MAX_ROUNDS} times while this run delivered`)
    const { tip } = look
    if (run.files instanceof DiskFiles && tip !== job.sha) {
      throw moved(task.ref, `moved to ${shortId(tip)}, which is not checked out`)
    }
    const changes = await findChanges(run, task, look)
    // Records stay few: a push that changes no runbook makes none.
    if (round === 1 && changes.kind === 'range' && changes.changed.length + changes.removed.length === 0) {
      report(run, changes)
      return
    }
    const known = await recording.begin(tip, payloadOf(run, changes.kind === 'full'), (error) => {
      // What is not recorded must not be written.
      service.client.end(run.fail(error))
    })
    try {
      await requireNoRival(run, known)
      // Other runs may have recorded something since.
      const now = isSame(look.known, known) ? changes : await findChanges(run, task, { tip, known })
      const head = await deliverRound({ ...run, ...service }, task, now, left)
      await recording.end(run.isClean() ? 'success' : 'failure', run.describe())
      if (head === tip) return
    } catch (error) {
      run.fail(error)
      await recording.end('failure', run.describe())
      throw error
    }
    look = await lookAtBranch(run, task.ref, tip)
  }
}

function payloadOf(
  { settings: { access = '', ...settings }, job }: RunContext,
  full: boolean
): Omit<RecordPayload, 'key'> {
  return { ...settings, access, full, run: job.runId, attempt: job.runAttempt, sha: job.sha }
}

async function findChanges(run: RunContext, task: SyncTask, { tip, known }: Look): Promise<Changes> {
  const { settings } = run
  if (known.kind === 'unreadable') {
    const { message, hint } = known.error
    run.diagnose({ level: 'warning', message: `This run is a full sync. ${message} ${hint}` })
  }
  const changes = await changesSinceRecords(run, tip, { known, settings, full: task.full })
  requireMatch(run, changes)
  return changes
}

function isSame(before: Known, now: Known): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}

/** @throws {ActionError} of kind `input` or `event` where another step or a newer run must write instead of this one. */
async function requireNoRival({ job, github, settings, inputs }: RunContext, known: Known): Promise<void> {
  const rival = known.kind === 'records' ? findRival(known.records, settings, job) : undefined
  if (rival?.kind === 'step') {
    throw inputError(
      'environment',
      `is ${quoted(inputs.environment ?? '')} in another step or job of this run, too, whose other inputs differ.`,
      'Give each step that delivers to a knowledge base of its own, or with other inputs, an `environment` of its own.'
    )
  }
  if (rival === undefined || rival.sha === job.sha || (await descends(github, rival.sha, job.sha)) !== true) return
  throw new ActionError(
    'event',
    'A newer run of this workflow has delivered with other inputs than this one, which was repeated.',
    'Start a new run instead: by hand, or with the next push.'
  )
}

/**
 * Delivers one commit, and retires what it leaves if the branch has not moved.
 *
 * @returns the head of the branch after that.
 */
async function deliverRound(
  run: RunContext & Service,
  { ref }: SyncTask,
  changes: Changes,
  left: Leftovers
): Promise<string> {
  const { inputs, job, github, files, options } = run
  report(run, changes)
  const context = { ...run, changes, reader: new RunbookReader(files, options) }
  const plan = await planOf(context)
  const delivered = await deliverPlan(context, plan)
  if (plan.named.length > 0) left.isNameInUse = plan.isNameInUse
  const inUse = new Set(plan.named.map(({ name }) => name))
  left.orphans = [...left.orphans, ...delivered.orphans].filter(({ name }) => !inUse.has(name))

  const tip = files instanceof DiskFiles ? job.sha : changes.tip
  const retires = inputs.removed === 'retire' && left.orphans.length > 0 && run.isClean()
  let head = delivered.wrote || retires ? await findTip(github, job, ref, tip) : tip
  if (retires && head === tip) {
    const retired = await retire(context, left, left.orphans)
    left.orphans = []
    // A runbook may have come back while its entry was retired.
    if (retired > 0) head = await findTip(github, job, ref, tip)
  }
  await reportBrokenLinks(context)
  return head
}

/** Says what a sync would do. With a service it also compares with the list. */
export async function planRun(run: RunContext, service: Service | undefined, task: PlanTask): Promise<void> {
  if (service === undefined) {
    run.diagnose({ level: 'notice', message: 'Without `token` and `base-url` the plan cannot see the knowledge base.' })
  }
  const changes = await findPlanned(run, task)
  requireMatch(run, changes)
  report(run, changes)
  const context = { ...run, changes, reader: new RunbookReader(run.files, run.options), ...service }
  await previewPlan(context, await planOf(context))
  await reportBrokenLinks(context)
}

async function findPlanned(run: RunContext, { of }: PlanTask): Promise<Changes> {
  const { job, recording, settings } = run
  if (of.kind !== 'branch') return changesOf(run, of, job)
  const known = await recording.known()
  if (known.kind === 'unreadable') {
    const { message, hint } = known.error
    run.diagnose({ level: 'notice', message: `This is a plan of a full sync. ${message} ${hint}` })
  }
  return changesSinceRecords(run, job.sha, { known, settings, full: of.full })
}

function report(run: RunContext, changes: Changes): void {
  run.changed(changes)
  reportSelection(run, changes)
}

/** Makes the plan and records it: if the run ends early, these outcomes stay. */
async function planOf({ changes, files, reader, mode, record, diagnose }: SyncContext): Promise<Plan> {
  const plan = await makePlan(changes, files, reader)
  for (const notSent of plan.notSent) {
    record(notSent)
    const { path, outcome, reason, hint } = notSent
    if (outcome !== 'skipped' || hint === undefined) continue
    diagnose({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` })
  }
  const outcome = mode === 'plan' ? 'planned' : 'pending'
  const reason = mode === 'plan' ? '' : RUN_ENDED
  for (const { path, name } of plan.send) record({ path, name, outcome, reason })
  return plan
}

async function reportBrokenLinks({ reader, files, changes, diagnose }: SyncContext): Promise<void> {
  for (const diagnostic of await reader.links.find(files, changes.tip)) diagnose(diagnostic)
}
