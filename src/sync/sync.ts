import { findBase, findRival, type Base, type Known } from '../changes/base.ts'
import { changesSince, type Changes } from '../changes/changes.ts'
import type { Settings } from '../changes/settings.ts'
import type { Task } from '../job/task.ts'
import { descends, findTip, movedError, untilCurrent } from '../branch/head.ts'
import { ActionError, inputError } from '../errors.ts'
import { shortId, type Job } from '../job/event.ts'
import { DiskFiles } from '../branch/disk.ts'
import type { GitHub } from '../branch/github.ts'
import type { RecordResult } from '../github/records.ts'
import { isMissing, reportedOf, type Item } from '../report/outcome.ts'
import { descriptionOf } from '../report/verdict.ts'
import { count } from '../wording.ts'
import type { Recording } from '../changes/recording.ts'
import { deliverCommit, retireEntries, type Round } from './deliver.ts'
import { reportSelection } from './runbooks.ts'

/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20

/** A delivery of the branch or tag of `task`. */
export interface Sync extends Omit<Round, 'changes' | 'base' | 'ref'> {
  readonly job: Job
  readonly task: Extract<Task, { kind: 'sync' }>
  /** What GitHub knows at the start of the first round. */
  readonly look: { readonly tip: string; readonly known: Known }
  readonly settings: Settings
  readonly github: GitHub
  readonly recording: Recording
}

/**
 * Asks for the head of the branch, then for the records. Asks again while the newest record has a newer commit than the
 * branch: the answer about the branch may be old. If it stays, the branch was reset.
 *
 * @param ref the branch or tag, in full.
 * @param lastDelivered at first the commit of the job.
 */
export async function lookAtBranch(
  { github, job, recording }: Pick<Sync, 'github' | 'job' | 'recording'>,
  ref: string,
  lastDelivered: string
): Promise<Sync['look']> {
  const look = async (): Promise<Sync['look']> => {
    const tip = await findTip(github, job, ref, lastDelivered)
    return { tip, known: await recording.known() }
  }
  return untilCurrent(look, async ({ tip, known }) => {
    const newest = known.kind === 'records' ? known.records[0]?.commit : undefined
    return newest !== undefined && newest !== tip && (await descends(github, newest, tip)) === true
  })
}

/** Delivers the branch, then what changed on it meanwhile, until the knowledge base has the text of its head. */
export async function syncBranch(sync: Sync): Promise<void> {
  const { ref } = sync.task
  /** The commits of earlier rounds. */
  const delivered: string[] = []
  for (let { look } = sync; ;) {
    const { tip } = look
    if (delivered.length === MAX_ROUNDS) throw movedError(ref, `moved ${MAX_ROUNDS} times while this run delivered`)
    if (sync.source instanceof DiskFiles && tip !== sync.job.sha)
      throw movedError(ref, `moved to ${shortId(tip)}, which is not checked out`)
    const head = await syncCommit(sync, look, delivered)
    if (head === tip) return
    delivered.push(tip)
    look = await lookAtBranch(sync, ref, tip)
  }
}

/**
 * One round: records a commit, delivers it, and marks the record.
 *
 * @param delivered the commits of earlier rounds.
 * @returns the head of the branch after it; `tip`, unasked, where nothing was to be sent.
 */
async function syncCommit(sync: Sync, { tip, known }: Sync['look'], delivered: readonly string[]): Promise<string> {
  const { task, settings, github, recording, job, findings, client, source, patterns } = sync
  const { ref } = task
  const isFirst = delivered.length === 0
  const baseOf = (found: Known): Base => {
    const base = findBase(found, settings)
    // Where there are records, they name the commits of earlier rounds, too.
    const open = found.kind === 'records' ? base.open : delivered
    return { ...base, open, whyFull: task.whyFull ?? base.whyFull }
  }
  const knownBase = baseOf(known)
  const seen = await changesSince(source, patterns.matches, tip, knownBase)
  // Before a record is made. The plan says it again, and findings keep it once.
  await reportSelection(source, seen, patterns, findings)
  // Records stay few: a push that changes no runbook makes none.
  if (isFirst && !seen.isFull && seen.earlier.size === 0) {
    findings.addChanges(seen)
    reportRefused(knownBase, seen, findings)
    return tip
  }
  // Asked before this run makes a record, which would hide that of the newer run from the next attempt.
  if (isFirst) requireNoRival(known, settings, job)
  const { runId: run, runAttempt: attempt, runNumber: number } = job
  const payload = { ...settings, access: settings.access ?? '', full: seen.isFull, run, attempt, number }
  const recorded = await recording.begin(tip, payload, (error) => {
    // What is not recorded must not be written.
    client.end(findings.fail(error))
  })
  // Other runs may have recorded something since.
  const isSame = JSON.stringify(recorded) === JSON.stringify(known)
  const base = isSame ? knownBase : baseOf(recorded)
  try {
    requireNoRival(recorded, settings, job)
    const changes = isSame ? seen : await changesSince(source, patterns.matches, tip, base)
    reportUnreadable(recorded, findings)
    if (isFirst) reportRefused(base, changes, findings)
    const round = { ...sync, ref, base, changes }
    const done = await deliverRound(round, tip, async () => findTip(github, job, ref, tip))
    findings.observer.settled?.(findings)
    await recording.end(done.items.some(keepsOpen) ? 'failure' : 'success', resultOf(round, done))
    return done.head
  } catch (error) {
    findings.fail(error)
    const { refused, listShows } = base
    await recording.end('failure', { what: descriptionOf(findings), refused, listShows })
    throw error
  }
}

/**
 * Delivers one commit, and retires the entries that it leaves if the branch has not moved.
 *
 * @param tip the head of the branch before; `changes` has none for files from the disk.
 * @param findHead asks for the head of the branch.
 */
async function deliverRound(round: Round, tip: string, findHead: () => Promise<string>) {
  const done = await deliverCommit(round)
  const isWhole = !done.items.some((item) => isMissing(reportedOf(item)))
  const retires = isWhole && done.items.some(({ decision }) => decision.kind === 'retire')
  let head = done.hadToSend || retires ? await findHead() : tip
  // A runbook may come back while its entry is retired.
  if (retires && head === tip) {
    await retireEntries(round, done)
    head = await findHead()
  }
  return { ...done, head }
}

/** Whether a later run has to look at an item again: not where only a commit of its file, or a full sync, can change it. */
function keepsOpen(item: Item): boolean {
  return isMissing(reportedOf(item)) && (item.decision.kind !== 'refused' || item.decision.cause === 'duplicate')
}

/** What later runs read of this round. */
function resultOf(
  { base, changes, findings }: Round,
  { items, hadToSend, listShows }: Awaited<ReturnType<typeof deliverCommit>>
): RecordResult {
  const refused = items.filter((item) => item.decision.kind === 'refused' && !keepsOpen(item)).length
  const shown = hadToSend ? listShows : base.listShows
  return {
    what: descriptionOf(findings),
    refused: refused + (changes.isFull ? 0 : base.refused),
    // Only a full sync that sees its texts as they were sent clears `changed`.
    listShows: base.listShows === 'changed' && !(changes.isFull && shown === 'as sent') ? 'changed' : shown
  }
}

function reportUnreadable(known: Known, findings: Round['findings']): void {
  if (known.kind !== 'unreadable') return
  const { message, hint } = known.error
  findings.diagnose({ level: 'warning', message: `This run is a full sync. ${message} ${hint}` })
}

/** Warns of runbooks that earlier deliveries refused: their records succeeded, as only a commit of theirs corrects them. */
export function reportRefused(
  { refused }: Base,
  { isFull }: Pick<Changes, 'isFull'>,
  findings: Round['findings']
): void {
  if (refused === 0 || isFull) return
  const message = `${count(refused, 'runbook')} of earlier deliveries may still be refused. Start the workflow by hand: a full sync names them.`
  findings.diagnose({ level: 'warning', message })
}

/** @throws {ActionError} of kind `input` or `event` where another step or a newer run must write instead of this one. */
function requireNoRival(known: Known, settings: Settings, job: Job): void {
  const rival = findRival(known, settings, job)
  if (rival === 'step') {
    throw inputError(
      'environment',
      'is the same in another step or job of this run, whose other inputs differ.',
      'Give each step that delivers to a knowledge base of its own, or with other inputs, an `environment` of its own.'
    )
  }
  if (rival === undefined) return
  throw new ActionError(
    'event',
    'A newer run of this workflow has delivered with other inputs than this one, which was repeated.',
    'Start a new run instead: by hand, or with the next push.'
  )
}
