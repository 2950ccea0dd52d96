import type { Job } from '../event.ts'
import type { DeliveryRecord } from '../github/records.ts'
import { differenceFrom, type Settings } from './settings.ts'

/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000

/** What the records say about the knowledge base: it has the texts of `base`, except what an open record has changed since. */
export interface Recorded {
  /** The newest record that succeeded. */
  readonly base: DeliveryRecord | undefined
  /** Runs that may have written after the base had begun. */
  readonly open: readonly DeliveryRecord[]
  /** Why a full sync is needed, as a clause. */
  readonly full: string | undefined
}

/**
 * Decides which commits the knowledge base may have texts of. See docs/decisions.md.
 *
 * @param records newest first.
 * @param own the ids of the records that this round made.
 */
export function readRecords(
  records: readonly DeliveryRecord[],
  own: ReadonlySet<number>,
  settings: Settings
): Recorded {
  const others = records.filter(({ id }) => !own.has(id))
  const base = others.find(({ succeeded }) => succeeded)
  const open = others.filter((record) =>
    base === undefined ? !record.succeeded : record !== base && record.endedAt > base.createdAt - MARGIN
  )
  return { base, open, full: whyFull(others, base, open, settings) }
}

function whyFull(
  records: readonly DeliveryRecord[],
  base: DeliveryRecord | undefined,
  open: readonly DeliveryRecord[],
  settings: Settings
): string | undefined {
  if (base === undefined) return 'no delivery is recorded yet'
  for (const record of [base, ...open]) {
    const difference = differenceFrom(record, settings)
    if (difference !== undefined) return difference
  }
  const newer = records.slice(0, records.indexOf(base))
  const unfinished = newer.some(({ payload, succeeded }) => payload?.full === true && !succeeded)
  return unfinished ? 'the last full sync did not succeed' : undefined
}

/**
 * A record that forbids this run to write: of another step of the same job, which would replace what this one delivers, or
 * maybe of a newer run of the same workflow file, whose inputs this repeated run does not have.
 */
export function findRival(
  records: readonly DeliveryRecord[],
  own: ReadonlySet<number>,
  settings: Settings,
  { runId, runAttempt }: Pick<Job, 'runId' | 'runAttempt'>
): { readonly kind: 'step' } | { readonly kind: 'run'; readonly sha: string } | undefined {
  const others = records.filter(({ id }) => !own.has(id))
  const isDifferent = (record: DeliveryRecord): boolean => differenceFrom(record, settings) !== undefined
  const siblings = others.filter(({ payload }) => payload?.run === runId && payload.attempt === runAttempt)
  if (siblings.some(isDifferent)) return { kind: 'step' }
  const newest = others.find(
    ({ payload }) => payload?.workflow === settings.workflow && payload.settings['ref'] === settings.settings['ref']
  )
  const hasOtherInputs =
    newest !== undefined && differenceFrom(newest, { ...settings, access: undefined }) !== undefined
  return hasOtherInputs ? { kind: 'run', sha: newest.payload?.sha ?? '' } : undefined
}
