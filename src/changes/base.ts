import type { Job } from '../event.ts'
import type { GitHubError } from '../github/github.ts'
import type { DeliveryRecord } from '../github/records.ts'
import { differenceFrom, type Settings } from './settings.ts'

/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000

/** What is known of earlier deliveries. */
export type Known =
  /** Newest first, without those of this round. */
  | { readonly kind: 'records'; readonly records: readonly DeliveryRecord[] }
  | { readonly kind: 'unreadable'; readonly error: GitHubError }
  /** `environment: none`. */
  | { readonly kind: 'unrecorded' }

/** Which texts the knowledge base has: those of the base, except what an open commit has changed since. */
export interface Base {
  /** The commit of the newest record that succeeded; undefined where none is known. */
  readonly commit: string | undefined
  /** The commits of runs that may have written after the base had begun. */
  readonly open: readonly string[]
  /** Why a full sync is needed, as a clause. */
  readonly full: string | undefined
  /** Whether these commits are all that the knowledge base may have texts of. */
  readonly knowsAll: boolean
  /** Whether all of them were delivered with the settings of this run, so that a text that none of them gives is an edit. */
  readonly isAttributable: boolean
}

/** Decides which commits the knowledge base may have texts of. See docs/decisions.md. */
export function findBase(known: Known, settings: Settings): Base {
  const unknown = { commit: undefined, open: [], isAttributable: false }
  switch (known.kind) {
    case 'unreadable':
      return { ...unknown, full: 'earlier deliveries are not known', knowsAll: false }
    case 'unrecorded':
      return { ...unknown, full: '`environment: none` records no deliveries', knowsAll: true }
    case 'records':
      return readRecords(known.records, settings)
  }
}

function readRecords(records: readonly DeliveryRecord[], settings: Settings): Base {
  const base = records.find(({ succeeded }) => succeeded)
  // A long run renews its record: what it knew when it began is older than its last record.
  const isOfBase = (record: DeliveryRecord): boolean =>
    record === base || (base?.payload !== undefined && record.payload?.key === base.payload.key)
  const begunAt = records.filter(isOfBase).reduce((first, { createdAt }) => Math.min(first, createdAt), Infinity)
  const isOpen = (record: DeliveryRecord): boolean =>
    base === undefined || (!isOfBase(record) && record.endedAt > begunAt - MARGIN)
  const open = records.filter(isOpen)
  const commits = { commit: base?.commit, open: open.map(({ commit }) => commit), knowsAll: true }
  if (base === undefined) return { ...commits, full: 'no delivery is recorded yet', isAttributable: false }
  const [difference] = [base, ...open].flatMap((record) => differenceFrom(record, settings) ?? [])
  const isUnfinished = records.some(
    (record) => !isOfBase(record) && record.payload?.full === true && !record.succeeded && record.createdAt >= begunAt
  )
  const full = difference ?? (isUnfinished ? 'the last full sync did not succeed' : undefined)
  return { ...commits, full, isAttributable: difference === undefined }
}

/**
 * What forbids this run to write: another step of the same job, which would replace what this one delivers, or a newer run
 * of the same workflow file, whose inputs this repeated run does not have. A repeated run keeps its number.
 */
export function findRival(
  known: Known,
  settings: Settings,
  { runId, runAttempt, runNumber }: Pick<Job, 'runId' | 'runAttempt' | 'runNumber'>
): 'step' | 'newer run' | undefined {
  const records = known.kind === 'records' ? known.records : []
  const isSibling = ({ payload }: DeliveryRecord): boolean => payload?.run === runId && payload.attempt === runAttempt
  const siblings = records.filter(isSibling)
  if (siblings.some((record) => differenceFrom(record, settings) !== undefined)) return 'step'
  const newest = records.find(
    ({ payload }) => payload?.workflow === settings.workflow && payload.settings['ref'] === settings.settings['ref']
  )
  if (newest === undefined || differenceFrom(newest, { ...settings, access: undefined }) === undefined) return undefined
  return (newest.payload?.number ?? 0) > runNumber ? 'newer run' : undefined
}
