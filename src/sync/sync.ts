import { findBase, findRival, type Base, type Known } from '../changes/base.ts'
import { changesSince } from '../changes/changes.ts'
import type { Patterns } from '../changes/patterns.ts'
import type { Settings } from '../changes/settings.ts'
import type { Task } from '../changes/task.ts'
import { descends, findTip, movedError, untilCurrent } from '../changes/tip.ts'
import { ActionError, inputError } from '../errors.ts'
import { shortId, type Job } from '../event.ts'
import { DiskFiles } from '../git/git.ts'
import type { GitHub } from '../github/github.ts'
import { descriptionOf, verdictOf } from '../report/verdict.ts'
import type { Recording } from './recording.ts'
import { deliverCommit, retireOrphans, type Leftovers, type Round } from './round.ts'
import { reportSelection } from './selection.ts'

/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20

/** What GitHub knows at the start of a round. */
export interface Look {
  readonly tip: string
  readonly known: Known
}

interface LookOptions {
  readonly github: GitHub
  readonly job: Job
  readonly recording: Recording
  /** The branch or tag, in full. */
  readonly ref: string
}

/**
 * Asks for the head of the branch, then for the records. Asks again while the newest record has a newer commit than the
 * branch: the answer about the branch may be old. If it stays, the branch was reset.
 *
 * @param delivered the commit that was delivered last; at first that of the job.
 */
export async function lookAtBranch({ github, job, recording, ref }: LookOptions, delivered: string): Promise<Look> {
  const look = async (): Promise<Look> => {
    const tip = await findTip(github, job, ref, delivered)
    return { tip, known: await recording.known() }
  }
  return untilCurrent(look, async ({ tip, known }) => {
    const newest = known.kind === 'records' ? known.records[0]?.commit : undefined
    return newest !== undefined && newest !== tip && (await descends(github, newest, tip)) === true
  })
}

/** Delivers the branch, then what changed on it meanwhile, until the knowledge base has the text of its head. */
export async function syncBranch({
  task,
  look: firstLook,
  patterns,
  settings,
  github,
  recording,
  ...round
}: Omit<Round, 'changes' | 'ref'> & {
  readonly job: Job
  readonly task: Extract<Task, { kind: 'sync' }>
  readonly look: Look
  readonly patterns: Patterns
  readonly settings: Settings
  readonly github: GitHub
  readonly recording: Recording
}): Promise<void> {
  const { job, findings, client, source } = round
  const { ref, full } = task
  const left: Leftovers = { orphans: [], isNameInUse: () => false }
  /** The commits of earlier rounds. */
  const delivered: string[] = []
  for (let { tip, known } = firstLook, rounds = 1; ; rounds++) {
    if (rounds > MAX_ROUNDS) throw movedError(ref, `moved ${MAX_ROUNDS} times while this run delivered`)
    if (source instanceof DiskFiles && tip !== job.sha)
      throw movedError(ref, `moved to ${shortId(tip)}, which is not checked out`)
    const baseOf = (found: Known): Base => {
      const base = findBase(found, settings)
      // Records name these, too.
      const open = found.kind === 'records' ? base.open : delivered
      return { ...base, open, full: full ?? base.full }
    }
    const seen = await changesSince(source, patterns.matches, tip, baseOf(known))
    reportSelection(seen, patterns, findings)
    // Records stay few: a push that changes no runbook makes none.
    if (rounds === 1 && seen.kind === 'range' && seen.changed.length + seen.removed.length === 0) {
      findings.addChanges(seen)
      return
    }
    // Before a record of this run hides that of the newer one from the next attempt.
    if (rounds === 1) requireNoRival(known, settings, job)
    const { runId: run, runAttempt: attempt, runNumber: number } = job
    const payload = { ...settings, access: settings.access ?? '', full: seen.kind === 'full', run, attempt, number }
    const recorded = await recording.begin(tip, payload, (error) => {
      // What is not recorded must not be written.
      client.end(findings.fail(error))
    })
    let head: string
    try {
      requireNoRival(recorded, settings, job)
      // Other runs may have recorded something since.
      const isSame = JSON.stringify(recorded) === JSON.stringify(known)
      const changes = isSame ? seen : await changesSince(source, patterns.matches, tip, baseOf(recorded))
      reportUnreadable(recorded, round)
      findings.addChanges(changes)
      head = await deliverRound({ ...round, changes, ref }, tip, left, async () => findTip(github, job, ref, tip))
      await recording.end(verdictOf(findings) === undefined ? 'success' : 'failure', descriptionOf(findings))
    } catch (error) {
      findings.fail(error)
      await recording.end('failure', descriptionOf(findings))
      throw error
    }
    if (head === tip) return
    delivered.push(tip)
    ;({ tip, known } = await lookAtBranch({ github, job, recording, ref }, tip))
  }
}

/**
 * Delivers one commit, and retires what it leaves if the branch has not moved.
 *
 * @param findHead asks for the head of the branch.
 * @returns it.
 */
async function deliverRound(
  round: Round,
  tip: string,
  left: Leftovers,
  findHead: () => Promise<string>
): Promise<string> {
  const wrote = await deliverCommit(round, left)
  const retires =
    round.inputs.removed === 'retire' && left.orphans.length > 0 && verdictOf(round.findings) === undefined
  let head = wrote || retires ? await findHead() : tip
  // A runbook may have come back while its entry was retired.
  if (retires && head === tip && (await retireOrphans(round, tip, left)) > 0) head = await findHead()
  return head
}

function reportUnreadable(known: Known, { findings }: Pick<Round, 'findings'>): void {
  if (known.kind !== 'unreadable') return
  const { message, hint } = known.error
  findings.diagnose({ level: 'warning', message: `This run is a full sync. ${message} ${hint}` })
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
