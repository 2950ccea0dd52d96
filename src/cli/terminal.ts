import { SingleBar } from 'cli-progress'
import { styleText } from 'node:util'
import { escapeLog, shorten } from '../report/escape.ts'
import type { Findings, Observer } from '../report/findings.ts'
import { inventoryOf } from '../report/inventory.ts'
import type { Outcome } from '../report/outcome.ts'
import { countsOf, headlineOf, sorted, verdictOf } from '../report/verdict.ts'
import { format } from '../wording.ts'
import { INPUT_OPTIONS } from './options.ts'

/** Milliseconds between two states of the progress bar. */
const INTERVAL = 100
/** Lines about what needs no person. */
const MAX_LINES = 20
const NEEDS_PERSON: readonly Outcome[] = ['failed', 'refused', 'pending']
const COLORS = { failed: 'red', refused: 'red', pending: 'yellow', warning: 'yellow', notice: 'cyan' } as const

type Stream = NodeJS.WriteStream

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
export function report(findings: Findings, stream: Stream, headline = headlineOf(findings)): void {
  const rows = sorted(findings.outcomes)
  const urgent = rows.filter(({ outcome }) => NEEDS_PERSON.includes(outcome))
  const others = rows.filter(({ outcome }) => outcome === 'planned' || outcome === 'orphaned' || outcome === 'retired')
  for (const { outcome, path, line, name, reason, hint = '' } of [...urgent, ...others.slice(0, MAX_LINES)]) {
    const place = line === undefined ? path : `${path}:${line}`
    const entry = name === undefined || reason.includes(name) ? '' : `“${shorten(name, 100)}” `
    write(stream, outcome, `${entry}${reason} ${hint}`, `${place}  `)
  }
  if (others.length > MAX_LINES) write(stream, '', `and ${format(others.length - MAX_LINES)} more; \`--json\` has all`)
  for (const { level, message, path, line } of findings.diagnostics) {
    const place = path === undefined || message.includes(path) ? '' : `${path}${line === undefined ? '' : `:${line}`}  `
    write(stream, level, message, place)
  }
  const counts = countsOf(findings)
  if (counts !== '') write(stream, '', `${counts}; ${format(findings.selected)} selected`)
  const inventory = inventoryOf(findings)
  if (inventory !== '') write(stream, '', inventory)
  const verdict = verdictOf(findings)
  if (verdict === undefined) stream.write(`${paint('green', stream, '✓')} ${shown(headline)}\n`)
  else stream.write(`${paint('red', stream, '✗')} ${shown(verdict.message)}\n  ${shown(verdict.hint)}\n`)
}

function write(stream: Stream, label: keyof typeof COLORS | Outcome | '', text: string, place = ''): void {
  const color = label in COLORS ? COLORS[label as keyof typeof COLORS] : 'dim'
  stream.write(`${label === '' ? '' : `${paint(color, stream, label.padEnd(9))} `}${shown(text, place).trimEnd()}\n`)
}

/** In colour on a terminal, unless NO_COLOR is set. */
function paint(color: Parameters<typeof styleText>[0], stream: Stream, text: string): string {
  return styleText(color, text, { stream })
}

/** @param place names a file, and stays as it is. */
function shown(text: string, place = ''): string {
  return escapeLog(shorten(place + forTerminals(text), 2000))
}

const OPTION = new RegExp(`(?:Input )?\`(${INPUT_OPTIONS.join('|')})(?:: ([^\`]*))?\``, 'g')

/** The messages of the core speak to those who read the log of a job. */
const REWORDED: readonly (readonly [RegExp, string])[] = [
  [/ \(input `token`\)/g, ''],
  [/(?:Input )?`token`/g, '`RUNBOOK_SYNC_TOKEN`'],
  [/`manual-edits: save`/g, '`--saved DIR`'],
  [/ The next run of this job or of a push delivers what is missing\./g, ' Run this again to deliver what is missing.'],
  [/the annotations say how/g, 'the lines above say how'],
  [/the sync after the merge fails/g, 'the sync fails'],
  [/ until the job ends/g, ''],
  [/: actions\/checkout makes a new checkout/g, ', or make a new clone'],
  [/use actions\/checkout without `filter`/g, 'clone without `--filter`'],
  [/\b([Rr])un (?:the job|it) again/g, '$1un this again'],
  [/\b([Tt])h(?:e|is) job\b/g, '$1his command'],
  [/\b[Tt]he Action\b/g, 'Runbook Sync']
]

function forTerminals(text: string): string {
  // Names stay as they are.
  return text
    .split(/(“[^”]*”)/)
    .map((part, at) => (at % 2 === 0 ? reworded(part) : part))
    .join('')
}

function reworded(text: string): string {
  const changed = REWORDED.reduce((said, [pattern, words]) => said.replace(pattern, words), text)
  return changed.replace(OPTION, (_, name: string, value = '') => `\`--${`${name} ${String(value)}`.trimEnd()}\``)
}
