import { styleText } from 'node:util'
import { joined } from '../wording.ts'
import { reportLines } from './report-lines.ts'
import { urgentOf } from './report-rows.ts'
import type { Report } from './report.ts'
import type { Sink } from './sink.ts'

const COLORS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  failed: 'red',
  refused: 'red',
  pending: 'yellow',
  warning: 'yellow',
  notice: 'cyan',
  '+': 'green',
  '-': 'red'
}

/** Writes what a command found: the lines that explain the first line, then that line, and what to do. */
export function writeReport(
  report: Report,
  sink: Sink,
  stream: NodeJS.WriteStream,
  firstLine = report.firstLine
): void {
  // In colour on a terminal, unless NO_COLOR is set.
  const paint = (text: string, key: string): string => styleText(COLORS[key] ?? 'dim', text, { stream })
  const write = (...parts: readonly string[]): void => {
    stream.write(`${joined(parts)}\n`)
  }
  // The next step, below, has the advice of the first.
  const [first] = isAboutRows(report) ? urgentOf(report.runbooks) : []
  for (const { label, text, difference } of reportLines(report, ({ hint }) => hint === first?.hint)) {
    write(label && paint(label.padEnd(9), label), sink.line(text))
    for (const line of difference ?? []) write(`    ${paint(sink.code(line), line.slice(0, 1))}`)
  }
  if (report.assistant !== '') write(sink.line(report.where))
  write(signOf(report, stream), sink.line(firstLine))
  if (report.nextStep !== '') write(`  ${sink.line(report.nextStep)}`)
}

/** True if the next step is the advice of a row: not of what ended the run, nor of edits that were pulled. */
function isAboutRows({ failure, pulled }: Report): boolean {
  return (failure === null || failure.kind === 'incomplete') && pulled.length === 0
}

function signOf({ success, mode, rulesNotRead }: Report, stream: NodeJS.WriteStream): string {
  if (!success) return styleText('red', '✗', { stream })
  // Alerts that are not read may have dead addresses.
  if (mode === 'alerts' && rulesNotRead.length > 0) return styleText('yellow', '!', { stream })
  return styleText('green', '✓', { stream })
}
