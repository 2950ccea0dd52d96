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
  /** Whether base and open records have the settings of this run. */
  readonly isSame: boolean
}

/**
 * Decides which commits the knowledge base may have texts of. See docs/decisions.md.
 *
 * @param records newest first, without those of this round.
 */
export function readRecords(records: readonly DeliveryRecord[], settings: Settings): Recorded {
  const base = records.find(({ succeeded }) => succeeded)
  const open = records.filter((record) =>
    base === undefined ? !record.succeeded : record !== base && record.endedAt > base.createdAt - MARGIN
  )
  if (base === undefined) return { base, open, full: 'no delivery is recorded yet', isSame: false }
  const [difference] = [base, ...open].flatMap((record) => differenceFrom(record, settings) ?? [])
  const unfinished = records.some(
    ({ payload, succeeded, createdAt }) => payload?.full === true && !succeeded && createdAt >= base.createdAt
  )
  const full = difference ?? (unfinished ? 'the last full sync did not succeed' : undefined)
  return { base, open, full, isSame: difference === undefined }
}

/**
 * A record that forbids this run to write: of another step of the same job, which would replace what this one delivers, or
 * maybe of a newer run of the same workflow file, whose inputs this repeated run does not have.
 *
 * @param records newest first, without those of this round.
 */
export function findRival(
  records: readonly DeliveryRecord[],
  settings: Settings,
  { runId, runAttempt }: Pick<Job, 'runId' | 'runAttempt'>
): { readonly kind: 'step' } | { readonly kind: 'run'; readonly sha: string } | undefined {
  const isDifferent = (record: DeliveryRecord): boolean => differenceFrom(record, settings) !== undefined
  const siblings = records.filter(({ payload }) => payload?.run === runId && payload.attempt === runAttempt)
  if (siblings.some(isDifferent)) return { kind: 'step' }
  const newest = records.find(
    ({ payload }) => payload?.workflow === settings.workflow && payload.settings['ref'] === settings.settings['ref']
  )
  const hasOtherInputs =
    newest !== undefined && differenceFrom(newest, { ...settings, access: undefined }) !== undefined
  return hasOtherInputs ? { kind: 'run', sha: newest.payload?.sha ?? '' } : undefined
}
