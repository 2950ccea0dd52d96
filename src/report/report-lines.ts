import { count, joined, listed, locationOf, MAX_NAMED } from '../wording.ts'
import { sayOverdue } from './overdue.ts'
import type { Report } from './report.ts'
import { isUndelivered, wordFor, type ReportRow } from './report-rows.ts'

/** Lines about runbooks and entries, and about notices. */
const MAX_LINES = 100
/** Files that one line names. */
const MAX_PATHS = 10

interface ReportLine {
  /** The outcome of the files or entries that it is about, or the level of a notice; empty if it is about the whole run. */
  readonly label: string
  readonly text: string
  readonly difference: readonly string[] | null
}

/**
 * The lines that explain the first one: all but what is unchanged, what needs a person first; the alerts without a runbook; the
 * notices; what is overdue; and the counts.
 *
 * @param hasAdvice true if the reader gets the advice of a row elsewhere.
 */
export function reportLines(
  { runbooks, alerts, notices, counts, list, alertCounts, overdue }: Report,
  hasAdvice: (row: ReportRow) => boolean
): readonly ReportLine[] {
  const lines = [
    ...groupsOf(runbooks.filter(({ outcome }) => outcome !== 'unchanged')).flatMap((rows) => {
      const hint = hasAdvice(rows[0]) ? '' : rows[0].hint
      return rows.length > 1 && rows.every(isBrief) ? [lineOfGroup(rows, hint)] : rows.map((row) => lineOf(row, hint))
    }),
    ...alerts
      .filter(({ state }) => state === 'without')
      .map(({ state, file, line, alert }) => lineWith(state, [`${file}:${line}`, alert]))
  ]
  const noticed = notices.map(({ level, message, path, line }) => {
    return lineWith(level, [locationOf(path, line), message])
  })
  // Differences are what a person asks for.
  const shown = lines.filter(({ difference }, at) => at < MAX_LINES || difference !== null)
  const all = [...shown, ...noticed.slice(0, MAX_LINES)]
  const more = lines.length + noticed.length - all.length
  // The first line names all of a few.
  const isLong = (overdue ?? []).length > MAX_NAMED
  const late = isLong && sayOverdue(overdue ?? [], undefined, MAX_PATHS)
  const sentences = [
    more > 0 && `and ${count(more, 'more line')}: see the JSON report`,
    late && `${late}.`,
    counts,
    list,
    ...alertCounts
  ]
  return [...all, ...sentences.flatMap((text) => (text ? lineWith('', [text]) : []))]
}

function lineWith(label: string, parts: Parameters<typeof joined>[0]): ReportLine {
  return { label, text: joined(parts, '  '), difference: null }
}

/** One line can stand for several such rows. */
function isBrief(row: ReportRow): boolean {
  return row.difference === null && (isUndelivered(row) || row.outcome === 'kept' || row.outcome === 'skipped')
}

function lineOf(row: ReportRow, hint: string): ReportLine {
  const { outcome, name, path, line, reason, description, difference } = row
  const said = joined([
    name !== null && `“${name}”`,
    reason,
    hint,
    outcome === 'planned' && description !== null && `Description: ${description}`
  ])
  return { ...lineWith(wordFor(outcome), [locationOf(path, line), said]), difference }
}

function lineOfGroup(rows: Group, hint: string): ReportLine {
  const [{ outcome, cause, reason }] = rows
  const paths = rows.map(({ path }) => path)
  // The reason names them.
  const named = cause === 'duplicate' ? '' : listed(paths, MAX_PATHS)
  return lineWith(wordFor(outcome), [count(rows.length, 'file'), joined([reason, hint]), named])
}

type Group = readonly [ReportRow, ...ReportRow[]]

/** Rows of which the same is to be said, in the order of the first row of each: one line can stand for all. */
export function groupsOf(rows: readonly ReportRow[]): Group[] {
  const groups = Map.groupBy(rows, ({ outcome, reason, hint, red }) => JSON.stringify([outcome, reason, hint, red]))
  return [...groups.values()] as [ReportRow, ...ReportRow[]][]
}
