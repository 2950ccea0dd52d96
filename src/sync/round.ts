import type { Changes } from '../changes/changes.ts'
import type { Inputs } from '../inputs.ts'
import { contentHash } from '../knowledge/content-hash.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { isOurs, isUnchanged, readList, type Listing } from '../knowledge/list.ts'
import type { Notice } from '../notices.ts'
import { convert } from '../runbooks/convert.ts'
import { readRunbook } from '../runbooks/read.ts'
import type { Converted, Style } from '../runbooks/runbook.ts'
import { survey } from '../runbooks/survey.ts'
import type { Source, SourceFile } from '../source/source.ts'
import { deliver, type Prepared } from './deliver.ts'
import { LinkCheck } from './links.ts'
import type { RunbookOutcome } from './outcome.ts'
import { fold, makePlan, type LeftBehind, type Plan, type Readings, type Send } from './plan.ts'
import { retiredEntry } from './retire.ts'
import { inShard } from './shard.ts'
import { verify, type Verification } from './verify.ts'

/** What a run works with, round after round. */
export interface Workshop {
  readonly source: Source
  readonly style: Style
  readonly inputs: Pick<Inputs, 'concurrency' | 'shard' | 'timeout' | 'verify'>
  readonly signal: AbortSignal
  /** Told of every outcome as soon as it is known. */
  readonly onOutcome: (outcome: RunbookOutcome) => void
}

/** Milliseconds before a list that seems to lack something is read again; lists lag behind. */
const LOOK_AGAIN = 2000

/** Reads what the plan needs to know: the names of all runbooks now, and those that the base gave to what is no longer. */
export async function planRound(
  changes: Changes,
  { source, style, inputs: { shard } }: Workshop,
  judge: 'all' | 'range'
): Promise<Plan> {
  if (isUntouched(changes, judge)) return { send: [], withheld: [], leftBehind: [], namesInUse: new Set() }
  const before = changes.changed.flatMap(({ path, before }) => (before === undefined ? [] : [{ path, id: before }]))
  await source.prefetch(changes.selected, before, changes.gone)
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

/** Whether nothing changed, and what did not is good by the rules of the last success: no run succeeds that refused one. */
function isUntouched({ range, changed, gone }: Changes, judge: 'all' | 'range'): boolean {
  const known = judge === 'range' || range.sinceSuccess === true
  return range.kind === 'changed' && known && changed.length === 0 && gone.length === 0
}

/** What becomes of every runbook as long as nothing else has: sent runbooks are pending, entries left behind stay. */
export function expected(
  plan: Plan,
  { selected }: Pick<Changes, 'selected'>,
  mode: 'sync' | 'plan',
  removed: Inputs['removed']
): RunbookOutcome[] {
  const outcome = mode === 'plan' ? 'planned' : 'pending'
  const sent = plan.send.map(({ path, name }) => ({ path, name, outcome, reason: '', attempts: 0 }) as const)
  const more = removed === 'report' ? '' : selected.length === 0 ? NONE_SELECTED : RETIRES[mode]
  return [...plan.withheld, ...sent, ...plan.leftBehind.map((left) => stays(left, more))]
}

/** What can be known of retiring before it is done: the list, at the time of the sync, decides. */
const RETIRES = {
  plan: 'A sync retires it, if nothing else fails and the list shows that its text is still ours.',
  sync: 'Not retired yet: a run does that last, and only if every runbook was delivered.'
}
const NONE_SELECTED = 'Not retired: nothing is, where no file matches `files`.'

/**
 * Says more of a plan than that it would send: which links lead nowhere, and, where the list can be read, what an upsert
 * would do to the entry that is there.
 *
 * @throws {Failure} that ends the run, such as a rejected token.
 */
export async function previewRound(
  plan: Plan,
  changes: Changes,
  knowledge: Knowledge | undefined,
  workshop: Workshop
): Promise<readonly Notice[]> {
  const links = new LinkCheck(new Set(changes.selected.map(({ path }) => path)))
  const listing = knowledge === undefined ? undefined : await readList(knowledge)
  const before = new Map(changes.changed.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before]])))
  for (const { path, id, name } of plan.send) {
    const { content, targets } = await converted({ path, id }, workshop)
    links.note(path, targets)
    if (listing === undefined || listing.extent === 'unreadable') continue
    const beforeId = before.get(path)
    const former = beforeId === undefined ? undefined : await convertedBefore({ path, id: beforeId }, workshop)
    const ours = former !== undefined && hasContent(listing, name, former.content)
    const unchanged = hasContent(listing, name, content)
    const reason = unchanged ? '' : ours ? 'Updates its entry.' : effectOn(listing, name)
    workshop.onOutcome({ path, name, outcome: unchanged ? 'unchanged' : 'planned', reason, attempts: 0 })
  }
  const unread: Notice[] =
    listing?.extent === 'unreadable'
      ? [{ level: 'notice', message: `The plan cannot tell new from existing entries: ${listing.why}.` }]
      : []
  return [...unread, ...(await links.broken(workshop.source, changes.range.head))]
}

/**
 * Sends what the plan says.
 *
 * @returns what a person should know of it although nothing failed.
 * @throws {Failure} that ended the run before everything was tried.
 */
export async function deliverRound(
  plan: Plan,
  { range, selected }: Changes,
  knowledge: Knowledge,
  workshop: Workshop
): Promise<readonly Notice[]> {
  const { inputs, signal, source, onOutcome } = workshop
  const pause = Math.min(inputs.timeout, LOOK_AGAIN)
  const links = new LinkCheck(new Set(selected.map(({ path }) => path)))
  const verified = inputs.verify === 'true' || (inputs.verify === 'auto' && range.kind === 'whole')
  const known = verified ? await readList(knowledge) : undefined
  const retried = new Map<string, number>()
  const { ended, hashes } = await deliver({
    items: plan.send,
    prepare: (runbook) => prepare(runbook, links, workshop),
    knowledge,
    concurrency: inputs.concurrency,
    signal,
    onOutcome: (outcome) => {
      if (outcome.attempts > 1 && outcome.name !== undefined) retried.set(outcome.name, outcome.attempts)
      onOutcome(outcome)
    },
    ...(known !== undefined && { known, pause })
  })
  if (ended !== undefined) throw ended
  const verification =
    known === undefined ? undefined : await verify({ knowledge, before: known, hashes, pause, signal })
  for (const { path, name } of plan.send) {
    const reason = verification === undefined ? undefined : notArrived(name, verification)
    if (reason !== undefined) onOutcome({ path, name, outcome: 'failed', ...reason, attempts: retried.get(name) ?? 1 })
  }
  return [...(verification?.notices ?? []), ...(await links.broken(source, range.head))]
}

function notArrived(name: string, { missing, copied }: Verification): { reason: string; remedy: string } | undefined {
  if (missing.has(name)) {
    return {
      reason: 'The service accepted it, and its list does not show it.',
      remedy: 'Look for the entry in the assistant; if it is not there, ask whoever runs the service.'
    }
  }
  if (copied.has(name)) {
    return {
      reason: 'The service made a second entry of this name instead of updating the first.',
      remedy: 'Remove the older one in the assistant, and ask whoever runs the service what identifies an entry.'
    }
  }
  return undefined
}

/**
 * Overwrites the entries that runbooks left behind, where that cannot do harm: the list shows one entry of that name,
 * its content is what the base made of the runbook, and no runbook of the branch has a name near it.
 *
 * @throws {Failure} that ended the run before everything was tried.
 */
export async function retireRound(
  plan: Plan,
  { range: { head } }: Changes,
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
async function prepare({ path, id, name }: Send, links: LinkCheck, workshop: Workshop): Promise<Prepared> {
  const { targets, ...entry } = await converted({ path, id }, workshop)
  links.note(path, targets)
  if (entry.name === name) return { kind: 'ready', entry }
  // Git's objects do not change; a file on the disk may.
  return {
    kind: 'failed',
    reason: `The file changed while the job ran: its entry was to be named “${name}”, and now “${entry.name}”.`,
    remedy: 'Run the job again when nothing writes the file any more.'
  }
}

async function converted(file: SourceFile, { source, style }: Workshop): Promise<Converted> {
  return convert(file.path, await source.read(file, style.maxBytes), style)
}

/** What a file was sent as at the base; nothing where it was a draft then, or could not be read. */
async function convertedBefore(file: SourceFile, { source, style }: Workshop): Promise<Converted | undefined> {
  const content = await source.read(file, style.maxBytes)
  const reading = await readRunbook(file.path, content, style)
  return reading.kind === 'named' ? convert(file.path, content, style) : undefined
}

function hasContent(listing: Listing, name: string, content: string): boolean {
  return isUnchanged(listing, name, contentHash(content))
}

function effectOn({ rows, extent }: Listing, name: string): string {
  if (rows.has(name)) return 'An entry of this name has other text, which would be overwritten.'
  return extent === 'whole' ? 'A new entry.' : ''
}

async function keptFromRetiring(
  left: LeftBehind,
  { namesInUse }: Plan,
  listing: Listing,
  workshop: Workshop
): Promise<string | undefined> {
  if (namesInUse.has(fold(left.name))) return 'Not retired: another runbook has almost the same name.'
  const { content } = await converted(left, workshop)
  return isOurs(listing, left.name, contentHash(content))
    ? undefined
    : 'Not retired: the list does not show one entry of this name with the text that the runbook had.'
}

function stays({ path, name, reason, unproven, replacement }: LeftBehind, more = ''): RunbookOutcome {
  const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`
  const doubt = unproven === true ? ', if a run that did not succeed had delivered it,' : ''
  return {
    path,
    name,
    outcome: 'removed',
    reason: `Its runbook ${reason}${now}; the entry${doubt} is left behind. ${more}`.trimEnd(),
    attempts: 0
  }
}
