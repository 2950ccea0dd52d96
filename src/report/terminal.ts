import { styleText } from 'node:util'
import { locationOf } from '../errors.ts'
import { count, format, joined, listed } from '../wording.ts'
import { groupsOf, needsPerson, type Report, type ReportNotice, type RowGroup } from './report.ts'
import type { Outcome, ReportRow } from './rows.ts'
import type { Sink } from './sink.ts'

/** Outcomes of which a terminal names each; what was delivered, and what was left out, is counted. */
const NAMED: readonly Outcome[] = ['planned', 'retired', 'orphaned']
/** Lines about what needs a person, about the rest, and about notices. */
const MAX_CAUSES = 50
const MAX_OTHERS = 20
const MAX_NOTICES = 50
/** Lines of all differences together. */
const MAX_DIFFERENCES = 10_000
const MAX_PATHS = 10
/** JSON characters of one list, about 10,000 runbooks, so that a report of any repository takes a few MB at most. */
const MAX_LIST = 3_000_000

const COLORS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  failed: 'red',
  refused: 'red',
  pending: 'yellow',
  warning: 'yellow',
  notice: 'cyan'
}

/** What a log or a terminal says about one file or entry, or about several of which the same is to be said. */
export interface ReportLine {
  readonly label: string
  readonly text: string
  readonly rows: readonly ReportRow[]
}

/** All but what is unchanged, what needs a person first; then the alerts without a runbook. */
export function reportLines({ runbooks, failure, alerts }: Report): ReportLine[] {
  const others = runbooks.filter(({ outcome }) => outcome !== 'unchanged')
  const lines = groupsOf(others).flatMap((group) => {
    const { outcome, rows } = group
    const isGrouped = rows.length > 1 && (needsPersonOrNone(group) || outcome === 'skipped')
    return isGrouped ? [lineOfGroup(group, failure)] : rows.map(lineOf)
  })
  const missing = alerts.filter(({ state }) => state === 'dead' || state === 'without')
  return [
    ...lines,
    ...missing
      .sort((one, other) => Number(one.state === 'without') - Number(other.state === 'without'))
      .map(({ state, file, line, alert, reason }) => {
        return { label: state, text: joined([`${file}:${line}`, joined([alert, reason ?? ''])], '  '), rows: [] }
      })
  ]
}

function needsPersonOrNone({ rows }: RowGroup): boolean {
  return rows.every(needsPerson)
}

function lineOf(row: ReportRow): ReportLine {
  const { outcome, name, path, line, reason, hint } = row
  const entry = name !== null && `“${name}”`
  // What was delivered needs no reason.
  const why = outcome === 'upserted' ? '' : joined([reason, hint ?? ''])
  const place = locationOf({ path, ...(line !== null && { line }) })
  return { label: outcome, text: joined([place, joined([entry, why])], '  '), rows: [row] }
}

function lineOfGroup({ outcome, reason, hint, rows }: RowGroup, failure: Report['failure']): ReportLine {
  // What ended the run is the reason, and the paths would only hide it.
  const isEnded = outcome === 'pending' && failure?.kind !== 'incomplete'
  const paths = listed(isEnded ? [] : rows.map(({ path }) => path), MAX_PATHS)
  return { label: outcome, text: joined([count(rows.length, 'file'), joined([reason, hint ?? '']), paths], '  '), rows }
}

/** The report as JSON, with as many items of each list as it holds. docs/report.schema.json has its form. */
export function jsonOf(report: Report, sink: Sink): string {
  const { saved, pulled, notices, alerts, runbooks } = report
  const lists = Object.entries({ saved, pulled, notices, alerts, runbooks })
  const bounded = lists.map(([name, items]) => [name, firstOf<object>(items)] as const)
  const more = bounded.map(([name, { length }], at) => [name, (lists[at]?.[1].length ?? 0) - length])
  const inventory = report.inventory && { ...report.inventory, names: firstOf(report.inventory.names) }
  return sink.json({ ...report, inventory, ...Object.fromEntries(bounded), more: Object.fromEntries(more) as object })
}

function firstOf<Item>(items: readonly Item[]): Item[] {
  const first: Item[] = []
  let characters = 0
  for (const item of items) {
    characters += JSON.stringify(item).length
    if (characters > MAX_LIST) break
    first.push(item)
  }
  return first
}

/** Writes what a command found: a line for each outcome, text that was saved and notice, then the counts, then what to do. */
export function writeReport(
  report: Report,
  sink: Sink,
  { stream, lastLine }: { readonly stream: NodeJS.WriteStream; readonly lastLine?: string | undefined }
): void {
  const terminal = new Terminal(sink, stream)
  terminal.outcomes(report)
  if (report.overwritten !== null)
    terminal.labelled('saved', `${report.overwritten}  has the texts of the assistant that were replaced`)
  terminal.notices(report)
  for (const line of [report.counts, report.list, ...report.alertCounts]) terminal.plain(line)
  terminal.ending(report, lastLine)
}

class Terminal {
  readonly #sink: Sink
  readonly #stream: NodeJS.WriteStream
  #differences = 0

  constructor(sink: Sink, stream: NodeJS.WriteStream) {
    this.#sink = sink
    this.#stream = stream
  }

  outcomes(report: Report): void {
    // A plan that ended was not carried out, perhaps because a person said no.
    const isEnded = report.failure !== null && report.failure.kind !== 'incomplete'
    const lines = reportLines(report)
    const causes = lines.filter(({ rows }) => rows.length === 0 || rows.every(needsPerson))
    const rest = lines.filter(({ rows: [row] }) => {
      return row !== undefined && NAMED.includes(row.outcome) && (!isEnded || row.outcome === 'retired')
    })
    const shown = [
      ...causes.slice(0, MAX_CAUSES),
      ...rest.filter(({ rows }, at) => at < MAX_OTHERS || rows.some(({ difference }) => difference !== null))
    ]
    for (const line of shown) this.#outcome(line)
    const more = causes.length + rest.length - shown.length
    if (more > 0) this.plain(`and ${format(more)} more; \`--json\` has them`)
  }

  #outcome({ label, text, rows }: ReportLine): void {
    this.labelled(label, text)
    for (const { path, difference } of rows) {
      if (difference === null) continue
      const left = Math.max(0, MAX_DIFFERENCES - this.#differences)
      this.#differences += difference.length
      for (const line of [`--- in the assistant`, `+++ ${path}`, ...difference.slice(0, left)]) this.#code(line)
      if (difference.length > left) this.plain(`    and ${count(difference.length - left, 'more line')}`)
    }
  }

  /** One line for all notices that say the same. */
  notices({ notices, pulled }: Report): void {
    const all: ReportNotice[] = [
      ...notices,
      ...pulled.map(({ kind, path, message }) => {
        return { level: kind === 'changed' ? 'notice' : 'warning', path: path || null, line: null, message } as const
      })
    ]
    // Thousands of files may have one, and must not hide what is said of the run.
    const ordered = all.sort((one, other) => Number(one.path !== null) - Number(other.path !== null))
    const groups = [...Map.groupBy(ordered, ({ level, message }) => `${level} ${message}`).values()]
    for (const group of groups.slice(0, MAX_NOTICES)) {
      const [first] = group
      if (first === undefined) continue
      const places = group.map(placeOf).filter((place) => place !== '')
      const files = group.length > 1 && count(group.length, 'file')
      this.labelled(
        first.level,
        joined(
          [files, ...(files === false ? places : []), first.message, files !== false && listed(places, MAX_PATHS)],
          '  '
        )
      )
    }
    const more = groups.length - MAX_NOTICES
    if (more > 0)
      this.plain(`and ${count(more, 'more warning or notice', 'more warnings and notices')}; \`--json\` has them`)
  }

  ending({ failure, firstLine, nextStep }: Report, lastLine: string | undefined): void {
    const line = failure === null ? (lastLine ?? firstLine) : firstLine
    const mark = failure === null ? this.#paint('green', '✓') : this.#paint('red', '✗')
    if (line !== '') this.#write(`${mark} ${this.#sink.line(line)}`)
    if (nextStep !== '' && lastLine === undefined) this.plain(`  ${nextStep}`)
  }

  /** Nothing if the text is empty. */
  plain(text: string): void {
    if (text !== '') this.#write(this.#sink.line(text))
  }

  labelled(label: string, text: string): void {
    this.#write(joined([this.#paint(COLORS[label] ?? 'dim', label.padEnd(9)), this.#sink.line(text)]))
  }

  #code(line: string): void {
    const [sign = ''] = line
    const color = { '+': 'green', '-': 'red' } as const
    this.#write(`    ${this.#paint(sign in color ? color[sign as keyof typeof color] : 'dim', this.#sink.code(line))}`)
  }

  /** In colour on a terminal, unless NO_COLOR is set. */
  #paint(color: Parameters<typeof styleText>[0], text: string): string {
    return styleText(color, text, { stream: this.#stream })
  }

  #write(line: string): void {
    this.#stream.write(`${line}\n`)
  }
}

function placeOf({ path, line, message }: ReportNotice): string {
  return locationOf({ path: path ?? '', ...(line !== null && { line }), message })
}
