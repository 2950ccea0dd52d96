import type { ErrorKind } from '../errors.ts'
import { VERSION } from '../version.ts'
import { joined } from '../wording.ts'
import { sayCounts, sayFirst, sayNext, type Findings } from './first-line.ts'
import type { Result } from './journal.ts'
import { noticesOf, sayInventory } from './notices.ts'
import type { Outcome } from '../sync/deliver/fates.ts'
import { isUndelivered, needsPerson, OUTCOMES, rowsOf, type ReportRow } from './report-rows.ts'
import { overdueOf } from './overdue.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const FORMAT = 1

/**
 * What a run found and did, in sentences; what is not known is null. The JSON report is this value, and docs/report.schema.json
 * describes each field; renderers show it, and add no sentence.
 *
 * @param now decides whether the token expires soon, and says the year of other dates.
 */
export function reportOf(result: Result, now: Date) {
  const { mode, repository, serverUrl, showsTexts, look, inventory, alerts, ended, saved, pulled } = result
  // Logs of a public repository are public, and the path may be a secret.
  const assistant = showsTexts ? result.assistant : (URL.parse(result.assistant)?.host ?? '')
  const rows = rowsOf(result)
  const totals = totalsOf(rows)
  const overdue = overdueOf(result)
  const run: Findings = { ...result, rows, totals, overdue, now }
  const kind = failureOf(run)
  return {
    version: FORMAT,
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
    saved: saved.map(({ path, name, file, content, hasCredential }) => {
      return { path, name, file, text: showsTexts && hasCredential !== true ? content : null }
    }),
    pulled: pulled.map(({ path, file, kind, reason }) => ({ path, file, kind, reason })),
    notices: noticesOf(result, now).map(({ level, message, path = null, line = null }) => {
      return { level, message, path, line }
    }),
    alerts: alerts?.rows ?? [],
    rulesNotRead: alerts?.notRead ?? [],
    alertCounts: alerts?.counts ?? [],
    overdue: look === undefined ? null : overdue,
    runbooks: rows
  }
}

export type Report = ReturnType<typeof reportOf>

/** True if it says of each file what to do. */
export function isSaidOfFiles({ failure, runbooks, pulled }: Report): boolean {
  const isAboutFiles = failure === null || failure.kind === 'incomplete'
  // The failure of a service is said of the run.
  const isOfService = runbooks.some(({ ofService }) => ofService)
  return isAboutFiles && !isOfService && (runbooks.some(needsPerson) || pulled.length > 0)
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

/** What kind of failure makes the run red; undefined if it is green. */
function failureOf({ ended, pulled, rows, alerts }: Findings): ErrorKind | undefined {
  if (ended !== undefined) return ended.kind
  const isIncomplete = rows.some(({ red }) => red) || pulled.some(({ kind }) => kind !== 'changed')
  return isIncomplete || alerts?.isRed === true ? 'incomplete' : undefined
}
