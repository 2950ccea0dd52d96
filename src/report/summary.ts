import type { Diagnostic } from '../errors.ts'
import type { Outcome, RunbookOutcome } from '../sync/outcome.ts'
import { escapeMarkdown, makeVisible, messageToMarkdown, shorten } from './escape.ts'
import { linkCommits, linkFile } from './links.ts'
import { OUTCOMES, count, format, headlineOf, totalsOf, verdictOf, type View } from './view.ts'

/** GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024
const MAX_TEXT = 600
/** Rows that are shown without unfolding, and items of a list. */
const UNFOLDED = 25
const MAX_ITEMS = 200
/** Rows of a table that are written. */
const MAX_ROWS = 2000

const ICONS: Readonly<Record<Outcome, string>> = {
  failed: '❌',
  refused: '⛔',
  pending: '⏳',
  upserted: '✅',
  planned: '📤',
  retired: '📕',
  orphaned: '🍂',
  unchanged: '',
  skipped: ''
}

const LEGEND: Readonly<Record<Outcome, string>> = {
  failed: 'the service did not accept it',
  refused: 'not sent, see the reason',
  pending: 'not sent, the run ended before',
  upserted: 'sent and accepted',
  planned: 'a sync would send it',
  retired: 'the entry now says that its runbook is gone',
  orphaned: 'the entry has no runbook',
  unchanged: 'the entry has this text',
  skipped: 'no runbook'
}

/** The job summary: Markdown in which no foreign text is markup. */
export function summaryOf(view: View): string {
  const icon = verdictOf(view) !== undefined ? '❌' : view.mode === 'plan' ? '📋' : '✅'
  const head = [
    `## ${icon} Runbook Sync: ${headlineOf(view)}`,
    problem(view),
    view.range === undefined ? '' : `${messageToMarkdown(view.range.reason)} ${linkCommits(view)}`.trimEnd(),
    counts(view),
    alert('WARNING', general(view, 'warning')),
    alert('NOTE', general(view, 'notice'))
  ]
  return fit([
    ...head.filter((part) => part !== '').flatMap((part) => [part, '']),
    ...table(view, 'Needs a person', ['failed', 'refused']),
    ...table(view, 'Pending', ['pending']),
    ...files(view),
    ...table(view, 'Delivered', ['upserted', 'retired']),
    ...table(view, 'To be sent', ['planned']),
    ...table(view, 'Orphaned entries', ['orphaned']),
    ...table(view, 'Nothing to do', ['unchanged', 'skipped']),
    ...differences(view)
  ])
}

/** As many lines as a summary holds. */
function fit(lines: readonly string[]): string {
  let left = MAX_BYTES
  const end = lines.findIndex((line) => (left -= Buffer.byteLength(line) + 1) < 0)
  const cut = '\nThe rest is left out, because a summary holds 1 MiB. The JSON report has all of it.'
  return `${(end === -1 ? lines : [...lines.slice(0, end), cut]).join('\n').trimEnd()}\n`
}

/** What ended the run or was not delivered, and what to do; the first thing that a person reads of a red run. */
function problem(view: View): string {
  const verdict = verdictOf(view)
  if (verdict === undefined) return ''
  const { refused } = totalsOf(view)
  const leaveOut =
    refused === 0
      ? []
      : [
          'To leave a refused runbook out for now, write <code>draft: true</code> into its front matter. Until then every run ' +
            'is red, and delivers the others.'
        ]
  return alert('CAUTION', [
    messageToMarkdown(verdict.message),
    `**What to do:** ${messageToMarkdown(verdict.hint)}`,
    ...leaveOut
  ])
}

function counts(view: View): string {
  const totals = totalsOf(view)
  const shown = OUTCOMES.filter((outcome) => totals[outcome] > 0)
  if (shown.length === 0) return view.selected === 0 ? '' : `${count(view.selected, 'runbook')} selected.`
  const legend = shown.map((outcome) => `${outcome}: ${LEGEND[outcome]}`).join(' · ')
  return [
    row(shown.map(withIcon)),
    row(shown.map(() => ':---:')),
    row(shown.map((outcome) => format(totals[outcome]))),
    '',
    `<sub>${legend}</sub>`
  ].join('\n')
}

/** Diagnostics that concern no single file. */
function general(view: View, level: Diagnostic['level']): string[] {
  const wanted = view.diagnostics.filter((diagnostic) => diagnostic.level === level && diagnostic.path === undefined)
  const shown = wanted.slice(0, 10).map(({ message }) => messageToMarkdown(shorten(message, MAX_TEXT)))
  const more = wanted.length - shown.length
  return more > 0 ? [...shown, `And ${format(more)} more.`] : shown
}

function alert(kind: 'CAUTION' | 'WARNING' | 'NOTE', paragraphs: readonly string[]): string {
  if (paragraphs.length === 0) return ''
  return `> [!${kind}]\n${paragraphs.map((paragraph) => `> ${paragraph}`).join('\n>\n')}`
}

/** Diagnostics about single files: broken links, skipped files, replaced texts. */
function files(view: View): string[] {
  const wanted = view.diagnostics.filter(({ path }) => path !== undefined)
  const items = wanted.slice(0, MAX_ITEMS).map(({ message, path = '', line }) => {
    const file = linkFile(path, line, view.range?.tip, view)
    return `- ${file}: ${messageToMarkdown(shorten(message, MAX_TEXT))}`
  })
  const more = wanted.length - items.length
  return section('⚠️ Worth a look', wanted.length, [...items, ...(more > 0 ? [`- and ${format(more)} more`] : [])])
}

function table(view: View, title: string, outcomes: readonly Outcome[]): string[] {
  const rows = view.outcomes
    .filter(({ outcome }) => outcomes.includes(outcome))
    .sort((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || (a.path < b.path ? -1 : 1))
  const columns: [title: string, cell: (row: RunbookOutcome) => string][] = [
    ['runbook', (outcome) => linkFile(outcome.path, outcome.line, commitOf(view, outcome), view)],
    ['entry', ({ name = '' }) => escapeMarkdown(shorten(name, 200))],
    ['outcome', ({ outcome }) => withIcon(outcome)]
  ]
  if (rows.some(({ reason, hint }) => reason !== '' || hint !== undefined))
    columns.push(['why, and what to do', reasonOf])
  if (rows.some(({ attempts }) => attempts > 1)) columns.push(['attempts', ({ attempts }) => format(attempts)])
  const header = [row(columns.map(([name]) => name)), row(columns.map(() => '---'))]
  const shown = rows.slice(0, MAX_ROWS).map((outcome) => row(columns.map(([, cell]) => cell(outcome))))
  const more = rows.length - shown.length
  const rest = more > 0 ? ['', `${count(more, 'more row')}: see the JSON report.`] : []
  return section(title, rows.length, [...header, ...shown, ...rest])
}

/** A part with a heading, folded if it is long; nothing without items. */
function section(title: string, size: number, lines: readonly string[]): string[] {
  if (size === 0) return []
  return size > UNFOLDED
    ? ['<details>', `<summary>${title} (${format(size)})</summary>`, '', ...lines, '', '</details>', '']
    : [`### ${title}`, '', ...lines, '']
}

/** A file that is gone is linked where it still was. */
function commitOf({ range }: View, { outcome }: RunbookOutcome): string | undefined {
  return outcome === 'orphaned' || outcome === 'retired' ? range?.base : range?.tip
}

function reasonOf({ reason, hint = '' }: RunbookOutcome): string {
  return [reason, hint]
    .filter((part) => part !== '')
    .map((part) => messageToMarkdown(shorten(part, MAX_TEXT)))
    .join('<br>→ ')
}

/** Texts that a sync replaces although Git does not know them; only where the repository is private. */
function differences(view: View): string[] {
  return view.edits.flatMap(({ item, difference = [] }) => {
    if (difference.length === 0) return []
    // A tab stays what it is in code; a carriage return would end the code block.
    const lines = difference.map((line) => `    ${shorten(line, 300).split('\t').map(makeVisible).join('\t')}`)
    const legend = `<sub>− in the assistant, + in Git (${escapeMarkdown(shorten(item.path, 300))})</sub>`
    const title = `Edited in the assistant: ${escapeMarkdown(shorten(item.name, 200))}`
    return section(title, lines.length, [legend, '', ...lines])
  })
}

function withIcon(outcome: Outcome): string {
  return ICONS[outcome] === '' ? outcome : `${ICONS[outcome]}&#160;${outcome}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
