import type { AlertRow } from '../alerts/findings.ts'
import type { Diagnostic, ErrorKind } from '../errors.ts'
import type { SavedText } from '../saved-texts.ts'
import type { Inventory } from '../sync/inventory.ts'
import type { Pulled } from '../sync/pull.ts'
import { VERSION } from '../version.ts'
import { joined } from '../wording.ts'
import { sayCounts, sayFirst, sayNext, type Findings } from './first-line.ts'
import type { Result } from './journal.ts'
import { noticesOf, sayInventory } from './notices.ts'
import type { Outcome } from '../sync/deliver/fates.ts'
import { isUndelivered, OUTCOMES, rowsOf, type ReportRow } from './report-rows.ts'
import { overdueOf, type OverdueRunbook } from './overdue.ts'

/**
 * The outcome of a run, in sentences. It is the JSON report, whose schema is docs/report.schema.json; renderers show it, and add no
 * sentence. Its own texts are empty if there is nothing to say.
 */
export interface Report {
  /** Raised when a reader of version 1 would misunderstand the report. */
  readonly version: 1
  readonly programVersion: string
  /** Null if the run ended before it was known. */
  readonly mode: NonNullable<Result['mode']> | null
  /** True if the job is green. */
  readonly success: boolean
  readonly firstLine: string
  /** For a person, in sentences. */
  readonly nextStep: string
  /** Null if the job is green. */
  readonly failure: { readonly kind: ErrorKind } | null
  /** `owner/name`. */
  readonly repository: string
  readonly serverUrl: string
  /** File name of the workflow; empty on a command line, as its address and that of the run. */
  readonly workflow: string
  readonly workflowUrl: string
  readonly runUrl: string
  /** `base-url`, or its host alone if the repository is public. */
  readonly assistant: string
  /** Says `assistant` and `programVersion`. */
  readonly where: string
  /** The last commit that the run decided about; empty for what is not committed. */
  readonly head: string
  /** `totals` in words, with the number of selected files and the commit. */
  readonly counts: string
  /** Numbers of `runbooks` by outcome. */
  readonly totals: Readonly<Record<Outcome, number>>
  /** Runbooks that are not delivered, red or not. */
  readonly failed: number | null
  /** Entries with a text of a person that is not in the file; in a pull, edits that it found. Null if the list was not read. */
  readonly edits: number | null
  /** The entries when the run first looked; null if the list was not read. */
  readonly inventory: Inventory | null
  /** False if the list shows no text of any entry; null if it was not read. */
  readonly listShowsTexts: boolean | null
  /** Says `inventory`. */
  readonly list: string
  /** Texts of the assistant that were saved before they were replaced. */
  readonly saved: readonly ReportedText[]
  /** Edits that a pull found. */
  readonly pulled: readonly Omit<Pulled, 'credentials'>[]
  /** Those about the whole run come first. */
  readonly notices: readonly ReportedNotice[]
  /** Empty without the input `alerts`, as the two below. */
  readonly alerts: readonly AlertRow[]
  /** Paths of files with rules of a form that is not read. */
  readonly rulesNotRead: readonly string[]
  /** `alerts` in sentences. */
  readonly alertCounts: readonly string[]
  /** Runbooks whose review is overdue, the oldest first; null if nothing was decided. */
  readonly overdue: readonly OverdueRunbook[] | null
  /** Those first that need a person. */
  readonly runbooks: readonly ReportRow[]
}

interface ReportedText extends Pick<SavedText, 'path' | 'name' | 'file'> {
  /** Null in a public repository, and if it has a credential. */
  readonly text: string | null
}

interface ReportedNotice extends Pick<Diagnostic, 'level' | 'message'> {
  /** Null if it is about the whole run. */
  readonly path: string | null
  readonly line: number | null
}

/** @param now decides which reviews are overdue, and whether the token expires soon. */
export function reportOf(result: Result, now: Date): Report {
  const { mode, repository, serverUrl, showsTexts, look, inventory, alerts, ended, saved, pulled } = result
  // Logs of a public repository are public, and the path may be a secret.
  const assistant = showsTexts ? result.assistant : (URL.parse(result.assistant)?.host ?? '')
  const rows = rowsOf(result)
  const totals = totalsOf(rows)
  const overdue = overdueOf(result, now)
  const run: Findings = { ...result, rows, totals, overdue, now }
  const kind = failureOf(run)
  return {
    version: 1,
    programVersion: VERSION,
    mode: mode ?? null,
    success: kind === undefined,
    firstLine: sayFirst(run),
    nextStep: sayNext(run),
    failure: kind === undefined ? null : { kind },
    repository,
    serverUrl,
    workflow: result.workflow,
    workflowUrl: result.workflowUrl,
    runUrl: result.runId === undefined ? '' : `${serverUrl}/${repository}/actions/runs/${result.runId}`,
    assistant,
    where: joined([assistant !== '' && `Assistant: ${assistant}.`, `Runbook Sync ${VERSION}.`]),
    head: result.uncommitted === undefined ? (look?.runbooks.head ?? '') : '',
    counts: sayCounts(run),
    totals,
    failed: look !== undefined || ended === undefined ? rows.filter(isUndelivered).length : null,
    edits: editsIn(run),
    inventory: inventory ?? null,
    listShowsTexts: inventory === undefined ? null : look?.rows.areWithoutTexts !== true,
    list: inventory === undefined ? '' : `Before the run, the knowledge base had ${sayInventory(inventory)}.`,
    saved: saved.map(({ path, name, file, content, hasCredential }): ReportedText => {
      return { path, name, file, text: showsTexts && hasCredential !== true ? content : null }
    }),
    pulled: pulled.map(({ path, file, kind, reason }) => ({ path, file, kind, reason })),
    notices: noticesOf(result, now).map(({ level, message, path = null, line = null }): ReportedNotice => {
      return { level, message, path, line }
    }),
    alerts: alerts?.rows ?? [],
    rulesNotRead: alerts?.notRead ?? [],
    alertCounts: alerts?.counts ?? [],
    overdue: look === undefined ? null : overdue,
    runbooks: rows
  }
}

/** True if it says of each file what to do. */
export function isSaidOfFiles({ failure, runbooks, pulled }: Report): boolean {
  const isAboutFiles = failure === null || failure.kind === 'incomplete'
  // The failure of a service is said of the run.
  const isOfService = runbooks.some(({ ofService }) => ofService)
  return isAboutFiles && !isOfService && (runbooks.some(({ needs }) => needs === 'person') || pulled.length > 0)
}

function totalsOf(rows: readonly ReportRow[]): Findings['totals'] {
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of rows) totals[outcome]++
  return totals
}

/** Edits, and entries by hand, that are not in the files. */
function editsIn({ mode, pulled, ended, rows, inventory }: Findings): number | null {
  if (mode === 'pull' && (ended === undefined || pulled.length > 0)) return pulled.length
  if (inventory === undefined) return null
  return rows.filter(({ outcome, cause }) => outcome === 'kept' || cause === 'conflict' || cause === 'edited').length
}

/** The kind of failure that makes the run red; undefined if it is green. */
function failureOf({ ended, pulled, rows, alerts }: Findings): ErrorKind | undefined {
  if (ended !== undefined) return ended.kind
  const isIncomplete = rows.some(({ red }) => red) || pulled.some(({ kind }) => kind !== 'changed')
  return isIncomplete || alerts?.isRed === true ? 'incomplete' : undefined
}
