import { locationOf } from '../errors.ts'
import { count, joined, shorten } from '../wording.ts'
import { causesOf, listPaths, withoutName, type Cause } from './causes.ts'
import { describeCounts, describeInventory, describeWaiting } from './headline.ts'
import { alertsLines } from './judged-alerts.ts'
import { describeName, hasEntries, nameAdvice, sharedNames } from './names.ts'
import { dueItems, reportedOf, type Reported } from './outcomes.ts'
import { OUTCOMES, type Outcome, type Result } from './result.ts'

/** Paths of one cause, and names that several files have. */
const MAX_PATHS = 10
const MAX_NAMES = 20
/** Characters of a name, and of a reason and a hint. */
const MAX_NAME = 100
const MAX_TEXT = 600

/** What a log or a terminal says about one file or entry, or about several for one reason. */
export interface ReportLine {
  readonly label: Outcome
  readonly text: string
  /** Lines below it. */
  readonly details: readonly string[]
  readonly difference: readonly string[]
}

/**
 * What a log lists: not what waits on the branch, or is only counted. What needs a person comes first, and each reason stands
 * once.
 */
export function reportLinesOf(result: Result): ReportLine[] {
  const rows = dueItems(result)
  const others = rows.filter(({ cause, outcome }) => cause !== 'duplicate' && OUTCOMES[outcome].table !== 'none')
  return [...namesLine(result), ...causesOf(others).flatMap((cause) => linesOfCause(cause, result))]
}

/** The counts, which come after everything else: of the run, of the list, and of alerts. */
export function countLinesOf(result: Result): readonly string[] {
  const alerts = result.alerts === undefined ? [] : alertsLines(result.alerts.table)
  return [describeCounts(result), describeWaiting(result), describeInventory(result), ...alerts].filter(
    (line) => line !== ''
  )
}

/** Names that several files have are one line, with the advice before the names. */
function namesLine(result: Result): ReportLine[] {
  const shared = sharedNames(reportedOf(result))
  if (shared.length === 0) return []
  const files = shared.reduce((sum, { paths }) => sum + paths.length, 0)
  const what = shared.length === 1 ? 'have one name' : `share ${count(shared.length, 'name')}`
  const more = shared.length - MAX_NAMES
  const names = shared.slice(0, MAX_NAMES).map(describeName)
  return [
    {
      label: 'refused',
      text: joined([`${count(files, 'file')} ${what}.`, nameAdvice(shared, hasEntries(result))]),
      details: more > 0 ? [...names, `and ${count(more, 'more name')}`] : names,
      difference: []
    }
  ]
}

function linesOfCause(cause: Cause, { ended }: Result): ReportLine[] {
  const { outcome, rows } = cause
  const why = joined([shorten(cause.reason, MAX_TEXT), shorten(cause.hint ?? '', MAX_TEXT)])
  if (why === '' || rows.length === 1 || !OUTCOMES[outcome].isGrouped) return rows.map((row) => lineOf(row, why))
  // What ended the run is the reason, and the paths would only hide it.
  const paths = listPaths(outcome === 'pending' && ended !== undefined ? [] : rows.map(({ path }) => path), MAX_PATHS)
  const difference = rows.flatMap((row) => (row.difference === undefined ? [] : [`@@ ${row.path}`, ...row.difference]))
  return [{ label: outcome, text: joined([count(rows.length, 'file'), why, paths], '  '), details: [], difference }]
}

function lineOf(row: Reported, why: string): ReportLine {
  const { outcome, name, difference = [] } = row
  const entry = name !== undefined && `“${shorten(name, MAX_NAME)}”`
  // The name stands before the reason.
  const text = withoutName(row, why)
  return { label: outcome, text: joined([locationOf(row), joined([entry, text])], '  '), details: [], difference }
}
