import type { Seen } from './seen.ts'
import type { Timeline } from './timeline.ts'

/** Another run that writes the same knowledge base. */
export interface OtherRun {
  readonly seen: Seen
  /** Whether it ended green; undefined while it is under way. */
  readonly isGreen: boolean | undefined
  /** What it converts, and how. */
  readonly given: { readonly settings: string }
}

/**
 * Why a green run promises nothing, in words that follow "not compared:"; undefined where the knowledge base must equal the
 * branch. The first two are no limits: nothing is promised for a run while another one writes, or where it failed.
 * All others are limits of docs/decisions.md. These never happen here:
 *
 * - A person deletes a record: no step of the simulation does.
 * - A run with another environment, or with `none`, writes between two recorded ones: a knowledge base has one environment.
 * - A job is suspended for an hour and then writes: `Clock.pass` lets each run that writes renew its record.
 * - A list lags at a full sync: the service answers with all entries.
 */
export function whyNotCompared(
  { seen, given }: Pick<OtherRun, 'seen' | 'given'>,
  others: readonly OtherRun[],
  timeline: Timeline
): string | undefined {
  const overlapping = others.filter((other) => other.seen.wroteAt > seen.informedAt)
  if (overlapping.some(({ isGreen }) => isGreen === undefined)) return 'another run writes'
  if (overlapping.some(({ isGreen }) => isGreen === false)) return 'another run wrote and ended red'
  if (overlapping.some((other) => isMixture(other.given, given))) return 'two runs with other inputs overlapped'
  if (overlapping.length > 0 && wasReset(seen, timeline)) return 'two runs overlapped, and the branch was reset'
  if (hasOldTip(seen, timeline)) return 'the last answer about the branch was old'
  if (lacksRecord(seen)) return 'the answer about records was old'
  return undefined
}

/**
 * Two runs with other inputs, or of two releases, overlap and are green: each wrote a part after the other one. The next
 * run repairs it, because it finds open records with other settings.
 */
function isMixture(one: OtherRun['given'], other: OtherRun['given']): boolean {
  return one.settings !== other.settings
}

/**
 * Two runs overlap, and the branch is reset without a run of its own between the last look at the records and the last look
 * at the branch of the run that ends later.
 */
function wasReset({ informedAt, look }: Seen, timeline: Timeline): boolean {
  return look !== undefined && timeline.isResetBetween(informedAt, look.at)
}

/** GitHub gives an old answer to the last look at the branch. */
function hasOldTip({ look }: Seen, timeline: Timeline): boolean {
  return look !== undefined && !timeline.headsFrom(look.at).has(look.request.tip ?? '')
}

/**
 * GitHub gives an old answer about records that another run made seconds before, to a run that then finds nothing to do. (A
 * run that records something asks until its own record is there, and `Clock.pass` ends old answers.)
 */
function lacksRecord({ list, records }: Seen): boolean {
  return records.length === 0 && list?.existing.some((id) => list.request.known?.includes(id) === false) === true
}
