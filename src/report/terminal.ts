import { styleText } from 'node:util'
import { locationOf } from '../errors.ts'
import { count, format, joined, listed, shorten } from '../wording.ts'
import { escapeLog } from './escape.ts'
import type { Findings } from './findings.ts'
import { isMissing } from './outcome.ts'
import {
  countMissing,
  describeInventory,
  editsOf,
  lastLineOf,
  replacingOf,
  selectionOf,
  sorted,
  totalsOf,
  uniqueNames,
  verdictOf
} from './verdict.ts'

/** Outcomes that need a person. */
const CAUSES: readonly string[] = ['failed', 'refused', 'pending', 'kept']
/** Lines about what needs no person, and about what does. */
const MAX_LINES = 20
const MAX_CAUSES = 50
/** Paths of one cause. */
const MAX_PATHS = 10
const COLORS = { failed: 'red', refused: 'red', pending: 'yellow', warning: 'yellow', notice: 'cyan' } as const

/** What is printed about one thing, or about several with one cause. */
interface Line {
  readonly label: string
  /** Where, as far as that is known. */
  readonly place: string
  /** The name of the entry, where the text does not have it. */
  readonly name?: string | undefined
  readonly text: string
  readonly difference?: readonly string[] | undefined
}

/** Writes what a command found: a line for each cause that needs a person, then the counts, then what to do. */
export function writeReport(
  findings: Findings,
  {
    stream,
    lastLine = lastLineOf(findings),
    redact
  }: {
    readonly stream: NodeJS.WriteStream
    readonly lastLine: string | undefined
    /** Takes the token out. */
    readonly redact: (text: string) => string
  }
): void {
  const shown = (text: string): string => escapeLog(shorten(redact(text), 2000))
  const { failure, mode, diagnostics, range, outcomes, overwritten } = findings
  /** In colour on a terminal, unless NO_COLOR is set. */
  const paint = (color: Parameters<typeof styleText>[0], text: string): string => styleText(color, text, { stream })
  const legend = ['--- in the assistant', '+++ from the file']
  const write = ({ label, place, name, text, difference = [] }: Line): void => {
    const color = label in COLORS ? COLORS[label as keyof typeof COLORS] : 'dim'
    const entry = name !== undefined && `“${shorten(name, 100)}”`
    stream.write(`${joined([paint(color, label.padEnd(9)), shown(joined([place, joined([entry, text])], '  '))])}\n`)
    for (const line of difference.length > 0 ? [...legend.splice(0), ...difference] : []) {
      const lineColor = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim'
      stream.write(`    ${paint(lineColor, shown(line))}\n`)
    }
  }
  const isPlanned = mode === 'plan' && range !== undefined && failure === undefined
  if (isPlanned) stream.write(`${describePlan(findings)}\n`)
  const rows = rowsOf(findings)
  const causes = merged(rows.filter(({ label }) => CAUSES.includes(label)))
  const others = rows.filter(({ label }) => !CAUSES.includes(label))
  const shownRows = [...causes.slice(0, MAX_CAUSES), ...others.filter((row, at) => at < MAX_LINES || row.difference)]
  shownRows.forEach(write)
  const more = causes.length + others.length - shownRows.length
  if (more > 0) stream.write(`and ${format(more)} more; \`--json\` has all\n`)
  if (overwritten !== '')
    write({ label: 'saved', place: overwritten, text: 'has the texts of the assistant that were replaced' })
  merged(diagnostics.map((one) => ({ label: one.level, place: locationOf(one), text: one.message }))).forEach(write)
  if (range !== undefined && mode !== 'plan') stream.write(`${selectionOf(findings)}\n`)
  const inventory = range === undefined ? '' : describeInventory(findings)
  if (inventory !== '') stream.write(`${shown(inventory)}\n`)
  const verdict = verdictOf(findings)
  if (verdict === undefined) {
    if (lastLine !== '') stream.write(`${paint('green', '✓')} ${shown(lastLine)}\n`)
    return
  }
  // What is missing has its cause above.
  const hasMissing = outcomes.some(isMissing)
  const missed = hasMissing && `${countMissing(findings)}.`
  const isKnown = failure === undefined && inventory !== '' && outcomes.some(({ cause }) => cause === 'duplicate')
  const hint = hasMissing ? joined([failure?.hint, isKnown && uniqueNames(findings)]) : verdict.hint
  stream.write(`${paint('red', '✗')} ${shown(joined([hasMissing ? failure?.message : verdict.message, missed]))}\n`)
  if (hint !== '') stream.write(`  ${shown(hint)}\n`)
}

/** `3 to send, 1 edited by hand, 240 unchanged`. */
function describePlan(findings: Findings): string {
  const { planned, refused, orphaned, pending, unchanged } = totalsOf(findings)
  const edited = editsOf(findings)
  const conflicts = findings.outcomes.filter(({ outcome, cause, isWaiting }) => {
    return outcome === 'refused' && cause === 'conflict' && isWaiting !== true
  }).length
  if (planned + edited + refused + orphaned + pending === 0) return 'No changes.'
  const parts: [number, string][] = [
    [replacingOf(findings).length, 'of them over an edit'],
    [edited, 'edited by hand'],
    [refused - Math.min(conflicts, edited), 'refused'],
    [pending, 'unclear'],
    [orphaned, 'orphaned'],
    [unchanged, 'unchanged']
  ]
  const others = parts.map(([number, what]) => number > 0 && `${format(number)} ${what}`)
  return joined([`${format(planned)} to send`, ...others], ', ')
}

function rowsOf({ items, outcomes, failure }: Findings): Line[] {
  const differences = new Map(items.map(({ decision: { about, path }, difference }) => [about + path, difference]))
  return sorted(outcomes)
    .filter(({ outcome, about, isWaiting }) => {
      const isShown = [...CAUSES, 'planned'].includes(outcome) || about === 'entry'
      // What was not carried out, perhaps because a person said no.
      const isPlan = outcome === 'planned' || outcome === 'orphaned'
      return isShown && isWaiting !== true && !(isPlan && failure !== undefined)
    })
    .map((row) => {
      const { about, path, outcome, name, reason, hint } = row
      const text = joined([name === undefined ? reason : reason.replace(` “${name}”`, ''), hint])
      return { label: outcome, place: locationOf(row), name, text, difference: differences.get(about + path) }
    })
}

/** One line for all that have the same cause: this first, because the paths may be long. */
function merged(lines: readonly Line[]): Line[] {
  const groups = Map.groupBy(lines, ({ label, place, text }) => (place === '' ? lines : `${label} ${text}`))
  return [...groups.values()].flatMap((group) => {
    const [first, second] = group
    if (first === undefined || second === undefined || first.place === '') return group
    const difference = group.flatMap(({ place, difference: own }) => (own === undefined ? [] : [`@@ ${place}`, ...own]))
    const paths = listed(
      group.map(({ place }) => place),
      MAX_PATHS
    )
    const text = joined([first.text, paths], '  ')
    return [{ ...first, name: undefined, place: count(group.length, 'file'), text, difference }]
  })
}
