import { styleText } from 'node:util'
import { locationOf } from '../errors.ts'
import { count, format, joined, listed } from '../wording.ts'
import type { Report } from './report.ts'
import { needsPerson, type ReportRow } from './rows.ts'
import type { Sink } from './sink.ts'

/** Lines about runbooks and entries, and about notices. */
const MAX_LINES = 100
/** Files that one line names. */
const MAX_PATHS = 10

/** What a log or a terminal says about one file or entry, or about several of which the same is to be said. */
interface ReportLine {
  readonly label: string
  readonly text: string
  readonly difference: readonly string[] | null
}

/** All but what is unchanged, what needs a person first; then the alerts without a runbook. `more` is how many are left out. */
export function reportLines({ runbooks, alerts }: Report): { lines: readonly ReportLine[]; more: number } {
  const groups = groupsOf(runbooks.filter(({ outcome }) => outcome !== 'unchanged'))
  const all = [
    ...groups.flatMap((rows) => (rows.length > 1 && rows.every(isBrief) ? [lineOfGroup(rows)] : rows.map(lineOf))),
    ...alerts
      .filter(({ state }) => state === 'without')
      .map(({ state, file, line, alert }) => ({ label: state, text: `${file}:${line}  ${alert}`, difference: null }))
  ]
  // Differences are what a person asks for.
  const lines = all.filter(({ difference }, at) => at < MAX_LINES || difference !== null)
  return { lines, more: all.length - lines.length }
}

/** One line can stand for several such rows. */
function isBrief(row: ReportRow): boolean {
  return row.difference === null && (needsPerson(row) || row.outcome === 'skipped')
}

function lineOf({ outcome, name, path, line, reason, hint, difference }: ReportRow): ReportLine {
  const entry = name !== null && `“${name}”`
  const place = locationOf({ path, line: line ?? undefined })
  return { label: outcome, text: joined([place, joined([entry, reason, hint])], '  '), difference }
}

function lineOfGroup(rows: readonly [ReportRow, ...ReportRow[]]): ReportLine {
  const [{ outcome, reason, hint }] = rows
  const paths = rows.map(({ path }) => path)
  const text = joined([count(rows.length, 'file'), joined([reason, hint]), listed(paths, MAX_PATHS)], '  ')
  return { label: outcome, text, difference: null }
}

const COLORS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  failed: 'red',
  refused: 'red',
  pending: 'yellow',
  warning: 'yellow',
  notice: 'cyan',
  '+': 'green',
  '-': 'red'
}

/** Writes what a command found: lines about runbooks, entries and notices, then the counts, then what happened and what to do. */
export function writeReport(
  report: Report,
  sink: Sink,
  { stream, lastLine }: { readonly stream: NodeJS.WriteStream; readonly lastLine?: string | undefined }
): void {
  const { notices, counts, list, alertCounts, failure, firstLine, nextStep } = report
  // In colour on a terminal, unless NO_COLOR is set.
  const paint = (text: string, key = text): string => styleText(COLORS[key] ?? 'dim', text, { stream })
  const write = (...parts: readonly string[]): void => {
    stream.write(`${joined(parts)}\n`)
  }
  const plain = (text: string): void => {
    if (text !== '') write(sink.line(text))
  }
  const labelled = (label: string, text: string): void => {
    write(paint(label.padEnd(9), label), sink.line(text))
  }
  const { lines, more } = reportLines(report)
  for (const { label, text, difference } of lines) {
    labelled(label, text)
    const changes = difference === null ? [] : ['--- in the assistant', '+++ in Git', ...difference]
    for (const line of changes) write(`    ${paint(sink.code(line), line.slice(0, 1))}`)
  }
  for (const { level, message, path, line } of notices.slice(0, MAX_LINES)) {
    const place = locationOf({ path: path ?? '', line: line ?? undefined, message })
    labelled(level, joined([place, message], '  '))
  }
  const rest = more + Math.max(0, notices.length - MAX_LINES)
  if (rest > 0) plain(`and ${format(rest)} more; \`--json\` has them`)
  for (const text of [counts, list, ...alertCounts]) plain(text)
  const last = failure === null ? (lastLine ?? firstLine) : firstLine
  if (last !== '')
    write(failure === null ? styleText('green', '✓', { stream }) : styleText('red', '✗', { stream }), sink.line(last))
  if (lastLine === undefined && nextStep !== '') plain(`  ${nextStep}`)
}

/** Rows of which the same is to be said, in the order of the first row of each: one line can stand for all. */
export function groupsOf(rows: readonly ReportRow[]): (readonly [ReportRow, ...ReportRow[]])[] {
  const groups = Map.groupBy(rows, ({ outcome, reason, hint, waiting }) =>
    JSON.stringify([outcome, reason, hint, waiting])
  )
  return [...groups.values()] as [ReportRow, ...ReportRow[]][]
}
