import { SingleBar } from 'cli-progress'
import { styleText } from 'node:util'
import { locationOf } from '../errors.ts'
import { escapeLog } from '../report/escape.ts'
import type { Findings, Observer } from '../report/findings.ts'
import { isMissing } from '../report/outcome.ts'
import { describeInventory, lastLineOf, selectionOf, sorted, verdictOf } from '../report/verdict.ts'
import { format, joined, shorten } from '../wording.ts'
import { INPUT_OPTIONS } from '../inputs.ts'

/** Milliseconds between two states of the progress bar. */
const INTERVAL = 100
/** Lines about what needs no person. */
const MAX_LINES = 20
const COLORS = { failed: 'red', refused: 'red', pending: 'yellow', warning: 'yellow', notice: 'cyan' } as const

/** Shows a progress bar while runbooks are sent, on a terminal only. */
export class Progress implements Observer, Disposable {
  readonly #bar = new SingleBar({
    ...{ format: '{bar} {value} of {total} runbooks', stream: process.stderr, clearOnComplete: true, hideCursor: true },
    ...{ barCompleteChar: '█', barIncompleteChar: '░' }
  })
  #last = performance.now()

  readonly progress = (findings: Findings): void => {
    if (findings.mode !== 'sync' || performance.now() - this.#last < INTERVAL) return
    this.#last = performance.now()
    const { outcomes } = findings
    const done = outcomes.filter(({ outcome }) => outcome !== 'pending').length
    if (!this.#bar.isActive) this.#bar.start(outcomes.length, done)
    this.#bar.setTotal(outcomes.length)
    this.#bar.update(done)
  };

  [Symbol.dispose](): void {
    this.#bar.stop()
  }
}

/** Writes what a command found: a line for each runbook that needs a person, then the counts, then what to do. */
export function report(findings: Findings, stream: NodeJS.WriteStream, lastLine = lastLineOf(findings)): void {
  /** In colour on a terminal, unless NO_COLOR is set. */
  const paint = (color: Parameters<typeof styleText>[0], text: string): string => styleText(color, text, { stream })
  const write = (label: string, place: string, text: string): void => {
    const color = label in COLORS ? COLORS[label as keyof typeof COLORS] : 'dim'
    stream.write(`${joined([paint(color, label.padEnd(9)), shown(text, place)])}\n`)
  }

  const rows = sorted(findings.outcomes)
  const others = rows.filter((row) => ['planned', 'kept'].includes(row.outcome) || row.about === 'entry')
  for (const row of [...rows.filter(isMissing), ...others.slice(0, MAX_LINES)]) {
    const { outcome, name, reason, hint } = row
    const entry = name !== undefined && !reason.includes(name) && `“${shorten(name, 100)}”`
    write(outcome, locationOf(row), joined([entry, reason, hint]))
  }
  const more = others.length - MAX_LINES
  if (more > 0) stream.write(`and ${format(more)} more; \`--json\` has all\n`)
  if (findings.overwritten !== '')
    write('saved', findings.overwritten, 'has the texts of the assistant that were replaced')
  for (const diagnostic of findings.diagnostics) write(diagnostic.level, locationOf(diagnostic), diagnostic.message)
  if (findings.range !== undefined) {
    stream.write(`${joined([selectionOf(findings), shown(describeInventory(findings))], '\n')}\n`)
  }
  const verdict = verdictOf(findings)
  if (verdict === undefined) stream.write(`${paint('green', '✓')} ${shown(lastLine)}\n`)
  else stream.write(`${paint('red', '✗')} ${shown(verdict.message)}\n  ${shown(verdict.hint)}\n`)
}

/** @param place names a file, and stays as it is. */
function shown(text: string, place = ''): string {
  // So do names.
  const parts = text.split(/(“[^”]*”)/).map((part, at) => (at % 2 === 0 ? forTerminals(part) : part))
  return escapeLog(shorten(joined([place, parts.join('')], '  '), 2000))
}

const OPTION = new RegExp(`(?:Input )?\`(${INPUT_OPTIONS.join('|')})(?:: ([^\`]*))?\``, 'g')

/** The core speaks of a job and of its inputs, which are options and a variable here. */
function forTerminals(text: string): string {
  return text
    .replace('start the workflow by hand with `on-conflict: replace`', 'run `runbook-sync sync --replace PATH`')
    .replace(/\b([Tt])he job\b/g, '$1his command')
    .replace(/ \(input `token`\)|Input (?=`token`)/g, '')
    .replaceAll('`token`', '`RUNBOOK_SYNC_TOKEN`')
    .replace(OPTION, (_, name: string, value?: string) => `\`--${joined([name, value])}\``)
}
