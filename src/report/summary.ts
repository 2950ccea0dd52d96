import type { Outcome, RunbookOutcome } from '../sync/outcome.ts'
import { proseForMarkdown, shortened } from './inert.ts'
import { commitLinked, comparisonLinked, fileLinked } from './links.ts'
import { NOTE_SIGN, signed } from './signs.ts'
import { TableWriter } from './tables.ts'
import { OUTCOMES, catchesUp, countOf, grouped, totalsOf, verdictOf, type View } from './view.ts'

/** GitHub drops a step's summary above 1 MiB, with an error; the rest is for what other parts of the step wrote. */
const LIMIT = 1024 * 1024 - 64 * 1024
const LONGEST_REASON = 600
/** Rows of what needs a person, and of the rest, that are not folded away. */
const URGENT = 25
const UNFOLDED = 20
const FEW = 5
/** Notices in an alert, and those about files that are shown, and folded. */
const ALERTS = 10
const REMARKS = 10
const MOST_REMARKS = 200

/** The job summary, as Markdown in which no text of others is markup. */
export function summaryOf(view: View): string {
  const parts = [
    headline(view),
    range(view),
    counts(view),
    problem(view),
    alerts(view, 'warning'),
    alerts(view, 'notice')
  ]
  const before = parts.filter((part) => part !== '').join('\n\n')
  return `${before}\n\n${tables(view, LIMIT - Buffer.byteLength(before))}`.trimEnd() + '\n'
}

function headline(view: View): string {
  const totals = totalsOf(view.outcomes)
  const [sign, text] = verdict(view, totals.failed + totals.refused + totals.pending)
  return `## ${sign} Runbook Sync: ${text}`
}

function verdict(view: View, undelivered: number): readonly [sign: string, text: string] {
  const { upserted, retired, planned, unchanged } = totalsOf(view.outcomes)
  if (view.failure?.kind === 'token-rejected') return ['❌', 'the token was rejected']
  if (view.failure?.kind === 'cancelled') return ['❌', 'cancelled']
  if (undelivered > 0) {
    const verb = view.mode === 'plan' ? 'would not be' : undelivered === 1 ? 'was not' : 'were not'
    return ['❌', `${countOf(undelivered, 'runbook')} ${verb} delivered`]
  }
  if (view.failure !== undefined) return ['❌', 'the run failed']
  if (view.mode === 'check') return ['✅', 'the token is good']
  if (view.mode === 'plan') return ['📋', `a plan: ${countOf(planned, 'runbook')} to send, nothing written`]
  if (upserted > 0) return ['✅', `${countOf(upserted, 'runbook')} delivered`]
  if (retired > 0) return ['✅', retired === 1 ? '1 entry retired' : `${grouped(retired)} entries retired`]
  if (unchanged > 0) return ['✅', 'everything is there already']
  return ['✅', 'nothing to deliver']
}

/** Why this range, with its commits to look at. */
function range(view: View): string {
  if (view.range === undefined) return ''
  const { kind, reason } = view.range
  const prose = comparisonLinked(proseForMarkdown(reason), view)
  const head = kind === 'whole' && prose === proseForMarkdown(reason) ? commitLinked(view.range.head, view) : ''
  return head === '' ? prose : `${prose.replace(/\.$/, '')} (${head}).`
}

function counts({ outcomes }: View): string {
  const totals = totalsOf(outcomes)
  const told = OUTCOMES.filter((outcome) => totals[outcome] > 0)
  if (told.length === 0) return ''
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    row(told.map(signed)),
    row(told.map(() => ':---:')),
    row(told.map((outcome) => grouped(totals[outcome])))
  ].join('\n')
}

/** What ended the run, or what the refused ones do to the next runs; either way, what to do. */
function problem(view: View): string {
  const totals = totalsOf(view.outcomes)
  const { failed, refused, pending } = totals
  const undelivered = failed + refused + pending
  if (view.failure !== undefined) {
    // The verdict's own message lists paths, which the table does better.
    const todo = verdictOf(view)?.remedy ?? view.failure.remedy
    return alert('CAUTION', [proseForMarkdown(view.failure.message), `**What to do:** ${proseForMarkdown(todo)}`])
  }
  if (undelivered === 0) return ''
  if (view.mode === 'plan') {
    return alert('CAUTION', [`**What to do:** mend them before the merge, as the table says. ${LEAVE_OUT}`])
  }
  const todo = ['**What to do:** the table says it for each.', ...catchesUp(totals)]
  if (refused === 0) return alert('CAUTION', [todo.join(' ')])
  return alert('CAUTION', [[...todo, LEAVE_OUT].join(' '), staysRed(view)])
}

const LEAVE_OUT =
  'To leave one out for now, put <code>draft: true</code> into its front matter, or a line <code>!path/of/it.md</code> ' +
  'at the end of <code>files</code>.'

/** A refused runbook is no accident that passes: until it is mended, no run succeeds, and so the base stays. */
function staysRed(view: View): string {
  const base = view.range?.sinceSuccess === true ? commitLinked(view.range.base ?? '', view) : ''
  const from = base === '' ? '' : `, and begins again at ${base}`
  return `**Until then** every run stays red${from}: nothing is lost meanwhile, and the other runbooks go on being delivered.`
}

/** What concerns no single file. */
function alerts(view: View, level: 'warning' | 'notice'): string {
  const wanted = view.notices.filter((notice) => notice.level === level && notice.path === undefined)
  if (wanted.length === 0) return ''
  const shown = wanted.slice(0, ALERTS).map(({ message }) => proseForMarkdown(shortened(message, LONGEST_REASON)))
  const more = wanted.length - shown.length
  return alert(level === 'warning' ? 'WARNING' : 'NOTE', more > 0 ? [...shown, `And ${countOf(more, 'more')}.`] : shown)
}

function alert(kind: 'CAUTION' | 'WARNING' | 'NOTE', paragraphs: readonly string[]): string {
  return `> [!${kind}]\n${paragraphs.map((paragraph) => `> ${paragraph}`).join('\n>\n')}`
}

/** What somebody should look at in single files although they were delivered: broken links, skipped files. */
function remarks(view: View): string {
  const wanted = view.notices.filter(({ path }) => path !== undefined)
  if (wanted.length === 0) return ''
  const lines = wanted
    .slice(0, MOST_REMARKS)
    .map(
      ({ message, path = '', line }) =>
        `- ${fileLinked(path, line, view.range?.head, view)}: ${proseForMarkdown(shortened(message, LONGEST_REASON))}`
    )
  const more = wanted.length - lines.length
  if (more > 0) lines.push(`- and ${grouped(more)} more`)
  const title = `${NOTE_SIGN} Worth a look`
  return wanted.length <= REMARKS
    ? `### ${title}\n\n${lines.join('\n')}\n`
    : `<details>\n<summary>${title} (${grouped(wanted.length)})</summary>\n\n${lines.join('\n')}\n\n</details>\n`
}

function tables(view: View, budget: number): string {
  const sorted = [...view.outcomes].sort(
    (a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || (a.path < b.path ? -1 : 1)
  )
  const those = (...wanted: Outcome[]): RunbookOutcome[] => sorted.filter(({ outcome }) => wanted.includes(outcome))
  const urgent = those('failed', 'refused')
  const writer = new TableWriter(view, budget)
  writer.section({ title: 'Needs a person', rows: urgent.slice(0, URGENT), unfolded: URGENT })
  writer.section({ title: 'More that need a person', rows: urgent.slice(URGENT), unfolded: 0 })
  writer.section({ title: 'Pending', rows: those('pending'), unfolded: UNFOLDED })
  writer.text(remarks(view))
  writer.section({ title: 'Delivered', rows: those('upserted', 'retired'), unfolded: UNFOLDED })
  writer.section({ title: 'To be sent', rows: those('planned'), unfolded: UNFOLDED })
  writer.section({ title: 'Left behind', intro: LEFT_BEHIND[view.removed], rows: those('removed'), unfolded: UNFOLDED })
  writer.section({ title: 'Nothing to do', rows: those('unchanged', 'excluded'), unfolded: FEW })
  return writer.toString()
}

const LEFT_BEHIND: Readonly<Record<View['removed'], string>> = {
  report:
    'No runbook stands behind these entries any more, and the service has no way to delete one: delete them by hand in the ' +
    'assistant, or let <code>removed: retire</code> overwrite them with a note.',
  retire:
    'No runbook stands behind these entries any more, and the service has no way to delete one. The table says of each ' +
    'what <code>removed: retire</code> does to it; delete by hand in the assistant what it leaves.'
}
