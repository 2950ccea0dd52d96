import { styleText } from 'node:util'
import { locationOf, type Diagnostic } from '../errors.ts'
import { count, format, joined } from '../wording.ts'
import { listPaths } from './causes.ts'
import type { Edge } from './edge.ts'
import { headlineOf } from './headline.ts'
import { countLinesOf, reportLinesOf, type ReportLine } from './lines.ts'
import { noticesForPeople } from './notices.ts'
import { OUTCOMES, type Outcome, type Result } from './result.ts'
import { showResult, type ShownResult } from './shown.ts'
import { closingOf } from './verdict.ts'

/** Outcomes that need no person, and are named all the same. */
const OTHERS: readonly Outcome[] = ['planned', 'retired', 'orphaned']
/** Lines about what needs a person, about the rest, and about notices. */
const MAX_CAUSES = 50
const MAX_OTHERS = 20
const MAX_NOTICES = 50
/** Lines of all differences together. */
const MAX_DIFFERENCES = 10_000
const MAX_PATHS = 10

const COLORS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  failed: 'red',
  refused: 'red',
  pending: 'yellow',
  warning: 'yellow',
  notice: 'cyan'
}

/** Writes what a command found: a line for each outcome, text that was saved and notice, then the counts, then what to do. */
export function writeReport(
  result: Result,
  edge: Edge,
  { stream, lastLine }: { readonly stream: NodeJS.WriteStream; readonly lastLine?: string | undefined }
): void {
  const report = new TerminalReport(edge, stream)
  const shown = showResult(result, edge)
  report.outcomes(shown)
  const [saved] = shown.saved
  if (saved !== undefined)
    report.labelled('saved', `${saved.folder}  has the texts of the assistant that were replaced`)
  report.notices(noticesForPeople(shown, new Date()))
  for (const line of countLinesOf(shown)) report.plain(line)
  report.ending(shown, lastLine)
}

class TerminalReport {
  readonly #edge: Edge
  readonly #stream: NodeJS.WriteStream
  #differences = 0

  constructor(edge: Edge, stream: NodeJS.WriteStream) {
    this.#edge = edge
    this.#stream = stream
  }

  outcomes(result: ShownResult): void {
    // A plan that ended was not carried out, perhaps because a person said no.
    const others = result.ended === undefined ? OTHERS : OTHERS.filter((outcome) => outcome === 'retired')
    const lines = reportLinesOf(result)
    const causes = lines.filter(
      ({ label, text }) => ['person', 'pending'].includes(OUTCOMES[label].table) && text !== ''
    )
    const rest = lines.filter(({ label }) => others.includes(label))
    const shown = [
      ...causes.slice(0, MAX_CAUSES),
      ...rest.filter(({ difference }, at) => at < MAX_OTHERS || difference.length > 0)
    ]
    for (const line of shown) this.#outcome(line)
    const more = causes.length + rest.length - shown.length
    if (more > 0) this.plain(`and ${format(more)} more; \`--json\` has them`)
  }

  #outcome({ label, text, details, difference }: ReportLine): void {
    this.labelled(label, text)
    for (const detail of details) this.labelled('', detail)
    if (difference.length === 0) return
    const left = Math.max(0, MAX_DIFFERENCES - this.#differences)
    this.#differences += difference.length
    for (const line of ['--- in the assistant', '+++ in Git', ...difference.slice(0, left)]) this.#code(line)
    if (difference.length > left) this.plain(`    and ${count(difference.length - left, 'more line')}`)
  }

  /** One line for all notices that say the same. */
  notices(all: readonly Diagnostic[]): void {
    // Thousands of files may have one, and must not hide what is said of the run.
    const ordered = all.toSorted((one, other) => Number(one.path !== undefined) - Number(other.path !== undefined))
    const groups = Map.groupBy(ordered, (notice) => {
      return locationOf(notice) === '' ? notice : `${notice.level} ${notice.message}`
    })
    const lines = [...groups.values()].flatMap((group) => {
      const [first, second] = group
      if (first === undefined) return []
      const { level, message } = first
      const places = group.map(locationOf)
      const text =
        second === undefined
          ? joined([...places, message], '  ')
          : joined([count(group.length, 'file'), message, listPaths(places, MAX_PATHS)], '  ')
      return [{ level, text }]
    })
    for (const { level, text } of lines.slice(0, MAX_NOTICES)) this.labelled(level, text)
    const more = lines.length - MAX_NOTICES
    if (more > 0)
      this.plain(`and ${count(more, 'more warning or notice', 'more warnings and notices')}; \`--json\` has them`)
  }

  ending(result: ShownResult, lastLine: string | undefined): void {
    const closing = closingOf(result)
    if (closing === undefined) {
      const line = lastLine ?? headlineOf(result)
      if (line !== '') this.#write(`${this.#paint('green', '✓')} ${this.#edge.line(line)}`)
      return
    }
    this.#write(`${this.#paint('red', '✗')} ${this.#edge.line(closing.message)}`)
    this.plain(closing.hint === '' ? '' : `  ${closing.hint}`)
  }

  /** Nothing if the text is empty. */
  plain(text: string): void {
    if (text !== '') this.#write(this.#edge.line(text))
  }

  labelled(label: string, text: string): void {
    this.#write(joined([this.#paint(COLORS[label] ?? 'dim', label.padEnd(9)), this.#edge.line(text)]))
  }

  #code(line: string): void {
    const [sign = ''] = line
    const color = { '+': 'green', '-': 'red' } as const
    this.#write(`    ${this.#paint(sign in color ? color[sign as keyof typeof color] : 'dim', this.#edge.code(line))}`)
  }

  /** In colour on a terminal, unless NO_COLOR is set. */
  #paint(color: Parameters<typeof styleText>[0], text: string): string {
    return styleText(color, text, { stream: this.#stream })
  }

  #write(line: string): void {
    this.#stream.write(`${line}\n`)
  }
}
