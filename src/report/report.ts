import type { JudgedAlert } from '../alerts/alerts.ts'
import type { Diagnostic, ErrorKind } from '../errors.ts'
import type { Inventory } from '../sync/entries.ts'
import type { Pulled } from '../sync/pull.ts'
import type { SavedText } from '../saved-texts.ts'
import { sayCounts, sayFirst, sayHeading, sayNext, type Run } from './first-line.ts'
import type { Frame, Result } from './journal.ts'
import { noticesOf, sayAlerts, sayInventory } from './notices.ts'
import { isMissing, isRed, OUTCOMES, rowsOf, type Outcome, type ReportRow } from './rows.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1

/**
 * What a run found and did, in sentences. The JSON report is this value, and docs/report.schema.json describes each field;
 * renderers show it, and add no sentence.
 */
export interface Report {
  readonly version: number
  readonly mode: Frame['mode'] | null
  readonly success: boolean
  readonly heading: string
  readonly firstLine: string
  readonly nextStep: string
  readonly failure: { readonly kind: ErrorKind; readonly message: string; readonly hint: string } | null
  readonly repository: string
  readonly serverUrl: string
  readonly head: string
  readonly counts: string
  readonly totals: Run['totals']
  readonly upserted: number
  /** What is not known is null. */
  readonly failed: number | null
  readonly edits: number | null
  readonly orphaned: number | null
  readonly inventory: Inventory | null
  readonly list: string
  readonly overwritten: string | null
  readonly saved: readonly (Pick<SavedText, 'path' | 'name' | 'file'> & { readonly text: string | null })[]
  readonly pulled: readonly Pulled[]
  readonly notices: readonly ReportNotice[]
  readonly alerts: readonly ReportAlert[]
  readonly alertCounts: readonly string[]
  readonly runbooks: readonly ReportRow[]
}

/** What a person should know although it does not fail the run. */
export interface ReportNotice {
  readonly level: Diagnostic['level']
  readonly message: string
  readonly path: string | null
  readonly line: number | null
}

interface ReportAlert extends Pick<JudgedAlert, 'alert' | 'file' | 'line' | 'state'> {
  readonly address: string | null
  readonly runbook: string | null
  readonly reason: string | null
}

/** @param now decides whether the token expires soon. */
export function reportOf(result: Result, now: Date): Report {
  const { mode, address, look, inventory, alerts, ended, saved, pulled } = result
  const rows = rowsOf(result)
  const totals = totalsOf(rows)
  const run: Run = { ...result, rows, totals }
  const kind = failureOf(run)
  const [firstLine, nextStep] = [sayFirst(run), sayNext(run)]
  const isCompared = look?.isCompared === true
  return {
    version: VERSION,
    mode: mode ?? null,
    success: kind === undefined,
    heading: sayHeading(run),
    firstLine,
    nextStep,
    failure: kind === undefined ? null : { kind, message: firstLine, hint: nextStep },
    ...address,
    head: look?.runbooks.head ?? '',
    counts: sayCounts(run),
    totals,
    upserted: totals.upserted,
    failed: look !== undefined || ended === undefined ? rows.filter(isMissing).length : null,
    edits: editsIn(run, isCompared),
    orphaned: isCompared ? totals.orphaned : null,
    inventory: inventory ?? null,
    list: inventory === undefined ? '' : `The knowledge base had ${sayInventory(inventory)}.`,
    overwritten: saved[0]?.folder ?? null,
    saved: saved.map(({ path, name, file, content }) => ({ path, name, file, text: content || null })),
    pulled,
    notices: noticesOf(result, now).map(({ level, message, path = null, line = null }) => {
      return { level, message, path, line }
    }),
    alerts: alertsIn(alerts),
    alertCounts: alerts === undefined ? [] : sayAlerts(alerts),
    runbooks: rows
  }
}

function totalsOf(rows: readonly ReportRow[]): Run['totals'] {
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of rows) totals[outcome]++
  return totals
}

/** Edits, and entries by hand, that are not in the files. */
function editsIn({ mode, pulled, ended, rows }: Run, isCompared: boolean): number | null {
  if (mode === 'pull' && (ended === undefined || pulled.length > 0)) return pulled.length
  return isCompared ? rows.filter(({ outcome, cause }) => outcome === 'kept' || cause === 'conflict').length : null
}

/** What kind of failure makes the run red; undefined if it is green. */
function failureOf({ ended, pulled, rows, alerts }: Run): ErrorKind | undefined {
  if (ended !== undefined) return ended.kind
  const isIncomplete = rows.some(isRed) || pulled.some(({ kind }) => kind !== 'changed')
  // A sync is never red because of alerts: the runbooks have arrived.
  return isIncomplete || (alerts?.broughtIn ?? []).length > 0 ? 'incomplete' : undefined
}

/** Each alert, and whether it has a runbook. */
export function alertsIn(alerts: Result['alerts']): ReportAlert[] {
  return (alerts?.table.alerts ?? []).map(({ alert, file, line, state, address, path, reason }) => {
    const runbook = state === 'runbook' ? path : null
    return { alert, file, line, state, address: address || null, runbook, reason: reason || null }
  })
}
