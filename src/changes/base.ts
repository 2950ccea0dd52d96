import type { Job } from '../job/event.ts'
import type { GitHubError } from '../branch/github.ts'
import { lastDelivery, type DeliveryRecord } from '../github/records.ts'
import { count } from '../wording.ts'
import { differenceFrom, type Settings } from './settings.ts'

/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000
/** Open records that are compared: a runbook that is never accepted leaves one with each push. */
const MAX_OPEN = 100
/** Commits of older records in which a text is looked for. */
const MAX_OLDER = 100

/** What is known of earlier deliveries. */
export type Known =
  /** Newest first, without those of this round. */
  | { readonly kind: 'records'; readonly records: readonly DeliveryRecord[] }
  | { readonly kind: 'unreadable'; readonly error: GitHubError }
  /** `environment: none`, and the command line. */
  | { readonly kind: 'unrecorded' }

/** Which texts the knowledge base has: those of the base, except what an open commit has changed since. */
export interface Base {
  /** The commit of the newest record that succeeded; undefined where none is known. */
  readonly commit: string | undefined
  /** The commits of runs that may have written after the base had begun. */
  readonly open: readonly string[]
  /** The commits of all other records, newest first. */
  readonly older: readonly string[]
  /** Why a full sync is needed, as a clause. */
  readonly whyFull: string | undefined
  /** Whether the records say that nothing was delivered with these inputs. */
  readonly isNew: boolean
  /** Whether the open runs, with the present inputs, are all that may have written since the base. */
  readonly knowsAll: boolean
  /** With which inputs the base was delivered, as digests. */
  readonly settings: Readonly<Record<string, string>>
  /** What the list shows of texts: `changed` where the base or an open record says so, else what the base says. */
  readonly listShows: DeliveryRecord['listShows']
  /** How many runbooks the base says were refused, although the record succeeded. */
  readonly refused: number
}

/** Where no deliveries are recorded. */
export const NOTHING_KNOWN: Base = {
  ...{ commit: undefined, open: [], older: [], whyFull: undefined, knowsAll: true },
  ...{ isNew: false, settings: {}, listShows: undefined, refused: 0 }
}

/** Decides which commits the knowledge base may have texts of. See docs/decisions.md. */
export function findBase(known: Known, settings: Settings): Base {
  if (known.kind === 'unreadable') {
    return { ...NOTHING_KNOWN, whyFull: 'earlier deliveries are not known', knowsAll: false }
  }
  if (known.kind === 'unrecorded') return { ...NOTHING_KNOWN, whyFull: 'no deliveries are recorded' }
  const { records } = known
  // A long run renews its record, but knows only what had been recorded when it made the first one.
  const { base, parts, begunAt } = lastDelivery(records)
  // Times are whole seconds.
  const isOpen = (record: DeliveryRecord): boolean =>
    base === undefined || (!parts.has(record) && record.endedAt >= begunAt - MARGIN)
  const allOpen = records.filter(isOpen)
  const open = allOpen.slice(0, MAX_OPEN)
  const relevant = base === undefined ? open : [base, ...open]
  const anyAccess = { ...settings, access: undefined }
  const [difference] = base === undefined ? [] : relevant.flatMap((record) => differenceFrom(record, settings) ?? [])
  const isUnfinished = records.some(
    (record) => !parts.has(record) && record.payload?.full === true && !record.succeeded && record.createdAt >= begunAt
  )
  const reasons = [
    base === undefined && 'no delivery is recorded yet',
    difference,
    isUnfinished && 'the last full sync did not succeed',
    allOpen.length > MAX_OPEN && `${count(allOpen.length, 'run')} since the last delivery did not succeed`
  ]
  return {
    commit: base?.commit,
    open: commitsOf(open),
    older: commitsOf(records.filter((record) => !relevant.includes(record)).slice(0, MAX_OLDER)),
    whyFull: reasons.find((reason) => typeof reason === 'string'),
    isNew: base === undefined || difference !== undefined,
    // A list that lags does not show yet what such a run has written, perhaps of every runbook. A token decides where a
    // run writes, not what: the first run after a rotated token still compares.
    knowsAll: allOpen.length <= MAX_OPEN && !open.some((record) => differenceFrom(record, anyAccess) !== undefined),
    settings: base?.payload?.settings ?? {},
    // With another token or address it may be another list.
    listShows: relevant.some(({ listShows }) => listShows === 'changed')
      ? 'changed'
      : difference === undefined
        ? base?.listShows
        : undefined,
    refused: base?.refused ?? 0
  }
}

function commitsOf(records: readonly DeliveryRecord[]): string[] {
  return [...new Set(records.map(({ commit }) => commit))]
}

/**
 * What forbids this run to write: another step of the same job, which would replace what this one delivers, or a newer run
 * of the same workflow file, whose inputs this repeated run does not have. A repeated run keeps its number.
 */
export function findRival(
  known: Known,
  own: Settings,
  { runId, runAttempt, runNumber }: Pick<Job, 'runId' | 'runAttempt' | 'runNumber'>
): 'step' | 'newer run' | undefined {
  const records = known.kind === 'records' ? known.records : []
  const siblings = records.filter(({ payload }) => payload?.run === runId && payload.attempt === runAttempt)
  if (siblings.some((record) => differenceFrom(record, own) !== undefined)) return 'step'
  const newest = records.find(
    ({ payload }) => payload?.workflow === own.workflow && payload.settings['ref'] === own.settings['ref']
  )
  if (newest === undefined || differenceFrom(newest, { ...own, access: undefined }) === undefined) return undefined
  return (newest.payload?.number ?? 0) > runNumber ? 'newer run' : undefined
}
