import type { Changes, Range } from '../changes/changes.ts'
import type { Inputs } from '../inputs.ts'
import { contentHash } from '../knowledge/content-hash.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { isOurs, readList, type Listing } from '../knowledge/list.ts'
import { convert } from '../runbooks/convert.ts'
import type { Style } from '../runbooks/runbook.ts'
import { survey } from '../runbooks/survey.ts'
import type { Source, SourceFile } from '../source/source.ts'
import type { Entry } from '../wire.ts'
import { deliver, type Prepared } from './deliver.ts'
import type { RunbookOutcome } from './outcome.ts'
import { fold, makePlan, type LeftBehind, type Plan, type Readings, type Send } from './plan.ts'
import { retiredEntry } from './retire.ts'
import { inShard } from './shard.ts'

/** What a run works with, round after round. */
export interface Workshop {
  readonly source: Source
  readonly style: Style
  readonly inputs: Pick<Inputs, 'concurrency' | 'shard' | 'verify'>
  readonly signal: AbortSignal
  /** Told of every outcome as soon as it is known. */
  readonly onOutcome: (outcome: RunbookOutcome) => void
}

/** Reads what the plan needs to know: the names of all runbooks now, and those that the base gave to what is no longer. */
export async function planRound(
  changes: Changes,
  { source, style, inputs: { shard } }: Workshop,
  judge: 'all' | 'range'
): Promise<Plan> {
  const before = changes.changed.flatMap(({ path, before }) => (before === undefined ? [] : [{ path, id: before }]))
  const readings: Readings = {
    head: await survey(source, changes.selected, style),
    base: await survey(source, [...before, ...changes.gone], style)
  }
  const plan = makePlan(changes, readings, judge)
  if (shard === undefined) return plan
  return {
    ...plan,
    send: plan.send.filter(({ name }) => inShard(name, shard)),
    withheld: plan.withheld.filter(({ name, path }) => inShard(name ?? path, shard))
  }
}

/** What becomes of every runbook as long as nothing else has: sent runbooks are pending, entries left behind stay. */
export function expected(plan: Plan, mode: 'sync' | 'plan'): RunbookOutcome[] {
  const outcome = mode === 'plan' ? 'planned' : 'pending'
  const sent = plan.send.map(({ path, name }) => ({ path, name, outcome, reason: '', attempts: 0 }) as const)
  return [...plan.withheld, ...sent, ...plan.leftBehind.map((left) => stays(left))]
}

/**
 * Sends what the plan says.
 *
 * @throws {Failure} that ended the run before everything was tried.
 */
export async function deliverRound(plan: Plan, range: Range, knowledge: Knowledge, workshop: Workshop): Promise<void> {
  const { inputs, signal, onOutcome } = workshop
  const verified = inputs.verify === 'true' || (inputs.verify === 'auto' && range.kind === 'whole')
  const known = verified ? await readList(knowledge) : undefined
  const { ended } = await deliver({
    items: plan.send,
    prepare: (runbook) => prepare(runbook, workshop),
    knowledge,
    concurrency: inputs.concurrency,
    signal,
    onOutcome,
    ...(known !== undefined && { known })
  })
  if (ended !== undefined) throw ended
}

/**
 * Overwrites the entries that runbooks left behind, where that cannot do harm: the list shows one entry of that name,
 * its content is what the base made of the runbook, and no runbook of the branch has a name near it.
 *
 * @throws {Failure} that ended the run before everything was tried.
 */
export async function retireRound(
  plan: Plan,
  { head }: Range,
  knowledge: Knowledge,
  workshop: Workshop
): Promise<void> {
  const listing = await readList(knowledge)
  const ours: LeftBehind[] = []
  for (const left of plan.leftBehind) {
    const why = await keptFromRetiring(left, plan, listing, workshop)
    if (why === undefined) ours.push(left)
    else workshop.onOutcome(stays(left, why))
  }
  const since = { ...workshop.style, commit: head, date: await workshop.source.dateOf(head) }
  const { ended } = await deliver({
    items: ours,
    prepare: (left) => Promise.resolve({ kind: 'ready', entry: retiredEntry(left, since) }),
    knowledge,
    concurrency: workshop.inputs.concurrency,
    signal: workshop.signal,
    accepted: 'retired',
    onOutcome: workshop.onOutcome
  })
  if (ended !== undefined) throw ended
}

/** Reads and converts one runbook, just before it is sent. */
async function prepare({ path, id, name }: Send, workshop: Workshop): Promise<Prepared> {
  const entry = await entryOf({ path, id }, workshop)
  if (entry.name === name) return { kind: 'ready', entry }
  // Git's objects do not change; a file on the disk may.
  return {
    kind: 'failed',
    reason: `The file changed while the job ran: its entry was to be named “${name}”, and now “${entry.name}”.`,
    remedy: 'Run the job again when nothing writes the file any more.'
  }
}

async function entryOf(file: SourceFile, { source, style }: Workshop): Promise<Entry> {
  const { name, content } = await convert(file.path, await source.read(file, style.maxBytes), style)
  return { name, content }
}

async function keptFromRetiring(
  left: LeftBehind,
  { namesInUse }: Plan,
  listing: Listing,
  workshop: Workshop
): Promise<string | undefined> {
  if (namesInUse.has(fold(left.name))) return 'Not retired: another runbook has almost the same name.'
  const { content } = await entryOf(left, workshop)
  return isOurs(listing, left.name, contentHash(content))
    ? undefined
    : 'Not retired: the list does not show one entry of this name with the text that the runbook had.'
}

function stays({ path, name, reason, replacement }: LeftBehind, more = ''): RunbookOutcome {
  const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`
  return {
    path,
    name,
    outcome: 'removed',
    reason: `Its runbook ${reason}${now}; the entry is left behind. ${more}`.trimEnd(),
    attempts: 0
  }
}
