import type { Diagnostic } from '../errors.ts'
import { count, format, joined, shorten } from '../wording.ts'
import { escapeMarkdown, makeVisible, messageToMarkdown } from './escape.ts'
import { linkCommits, linkEnvironment, linkFile } from './github-links.ts'
import { isMissing, OUTCOMES, type Outcome, type Reported } from './outcome.ts'
import type { Findings } from './findings.ts'
import { headlineOf, describeInventory, isOfPerson, occurring, sorted, standingOf, verdictOf } from './verdict.ts'

/** GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024
const MAX_TEXT = 600
/** Rows that are shown without unfolding, and items of a list. */
const UNFOLDED = 25
const MAX_ITEMS = 200
/** Rows of a table that are written. */
const MAX_ROWS = 2000

/** The job summary: Markdown in which no foreign text is markup. */
export function summaryOf(findings: Findings): string {
  const icon = verdictOf(findings) !== undefined ? '❌' : findings.mode === 'plan' ? '📋' : '✅'
  const head = [
    `## ${icon} Runbook Sync: ${messageToMarkdown(headlineOf(findings))}`,
    problem(findings),
    range(findings),
    counts(findings),
    messageToMarkdown(describeInventory(findings)),
    general(findings, 'warning'),
    general(findings, 'notice')
  ]
  return fit([
    joined(head, '\n\n'),
    '',
    ...table(findings, 'Needs a person', ['failed', 'refused', 'kept']),
    ...table(findings, 'Pending', ['pending']),
    ...files(findings),
    ...table(findings, 'Delivered', ['upserted', 'retired']),
    ...table(findings, 'To be sent', ['planned']),
    ...table(findings, 'Orphaned entries', ['orphaned']),
    ...table(findings, 'Nothing to do', ['unchanged', 'skipped']),
    ...table(findings, 'Also waiting on the branch', Object.keys(OUTCOMES) as Outcome[], true),
    ...differences(findings)
  ])
}

/** As many lines as a summary holds. */
function fit(lines: readonly string[]): string {
  let left = MAX_BYTES
  const end = lines.findIndex((line) => (left -= Buffer.byteLength(line) + 1) < 0)
  if (end === -1) return `${lines.join('\n').trimEnd()}\n`
  const kept = lines.slice(0, end)
  const isFolded = kept.lastIndexOf('<details>') > kept.lastIndexOf('</details>')
  const cut = 'The rest is left out, because a summary holds 1 MiB. The JSON report has all outcomes.'
  return [...kept, ...(isFolded ? ['', '</details>'] : []), '', cut, ''].join('\n')
}

/** What ended the run or was not delivered, and what to do; the first thing that a person reads of a red run. */
function problem(findings: Findings): string {
  const verdict = verdictOf(findings)
  if (verdict === undefined) return ''
  const hasRefused =
    findings.failure === undefined &&
    findings.outcomes.some((one) => one.outcome === 'refused' && isMissing(one) && one.cause !== 'conflict')
  const hint = `**What to do:** ${messageToMarkdown(verdict.hint)}`
  return alert('CAUTION', [messageToMarkdown(verdict.message), hint, ...(hasRefused ? [LEAVE_OUT] : [])])
}

const LEAVE_OUT =
  'To leave a refused file out for now, add the line <code>&#33;PATH</code> at the end of <code>files</code>. Until then ' +
  'every run is red, and delivers the others.'

/** Which commits the run is about, and where all deliveries are. */
function range(findings: Findings): string {
  if (findings.range === undefined) return ''
  const why = messageToMarkdown(joined([findings.range.reason, standingOf(findings)]))
  return joined([why, joined([linkCommits(findings), linkEnvironment(findings)], ' · ')])
}

function counts(findings: Findings): string {
  const shown = occurring(findings)
  if (shown.length === 0)
    return findings.selected === 0 ? '' : `\`files\` selects ${count(findings.selected, 'runbook')}.`
  const legend = shown.map(([outcome]) => `${outcome}: ${OUTCOMES[outcome][1]}`).join(' · ')
  return [
    row(shown.map(([outcome]) => withIcon(outcome))),
    row(shown.map(() => ':---:')),
    row(shown.map(([, total]) => format(total))),
    '',
    `<sub>${legend}</sub>`
  ].join('\n')
}

/** Diagnostics that concern no single file. */
function general({ diagnostics }: Findings, level: Diagnostic['level']): string {
  const wanted = diagnostics.filter((diagnostic) => diagnostic.level === level && diagnostic.path === undefined)
  return alert(level === 'warning' ? 'WARNING' : 'NOTE', limited(wanted, 10, said))
}

/** Diagnostics about single files: broken links, skipped files, replaced texts. */
function files({ diagnostics, range, address }: Findings): string[] {
  const wanted = diagnostics.filter(({ path }) => path !== undefined)
  const items = limited(wanted, MAX_ITEMS, (item) => `- ${linkFile(item, range?.tip, address)}: ${said(item)}`)
  return section('⚠️ Worth a look', wanted.length, items)
}

function said({ message }: Diagnostic): string {
  return messageToMarkdown(shorten(message, MAX_TEXT))
}

function table(
  { outcomes, range, address }: Findings,
  title: string,
  wanted: readonly Outcome[],
  waits = false
): string[] {
  const rows = sorted(
    outcomes.filter(({ outcome, isWaiting = false }) => wanted.includes(outcome) && isWaiting === waits)
  )
  const columns: [title: string, cell: (row: Reported) => string][] = [
    // A file that is gone is linked where it still was.
    ['runbook', (outcome) => linkFile(outcome, outcome.about === 'entry' ? range?.base : range?.tip, address)],
    ['entry', ({ name = '' }) => escapeMarkdown(shorten(name, 200))],
    ['outcome', ({ outcome }) => withIcon(outcome)]
  ]
  if (rows.some(({ reason, hint }) => reason !== '' || hint !== undefined))
    columns.push(['why, and what to do', reasonOf])
  if (rows.some(({ attempts }) => attempts > 1)) columns.push(['attempts', ({ attempts }) => format(attempts)])
  // What needs a person is never folded.
  return section(title, rows.some(isMissing) ? 1 : rows.length, [
    row(columns.map(([name]) => name)),
    row(columns.map(() => '---')),
    ...limited(rows, MAX_ROWS, (outcome) => row(columns.map(([, cell]) => cell(outcome))))
  ])
}

/** A line for each of the first `most` items, and one for the rest. */
function limited<Item>(items: readonly Item[], most: number, line: (item: Item) => string): string[] {
  const more = items.length - most
  const lines = items.slice(0, most).map(line)
  return more > 0 ? [...lines, '', `And ${format(more)} more: see the JSON report.`] : lines
}

/** A part with a heading, folded if it is long; nothing without items. */
function section(title: string, size: number, lines: readonly string[]): string[] {
  if (size === 0) return []
  return size > UNFOLDED
    ? ['<details>', `<summary>${title} (${format(size)})</summary>`, '', ...lines, '', '</details>', '']
    : [`### ${title}`, '', ...lines, '']
}

function alert(kind: 'CAUTION' | 'WARNING' | 'NOTE', paragraphs: readonly string[]): string {
  return paragraphs.length === 0 ? '' : `> [!${kind}]\n> ${joined(paragraphs, '\n>\n> ')}`
}

function reasonOf({ reason, hint }: Reported): string {
  return joined(
    [reason, hint].map((part = '') => messageToMarkdown(shorten(part, MAX_TEXT))),
    '<br>→ '
  )
}

/** Texts of the assistant that stay, or that a sync replaces; only where the repository is private. */
function differences({ items }: Findings): string[] {
  return items.flatMap(({ decision: { path, name = '', texts = [] }, difference = [] }) => {
    // A tab stays what it is in code; a carriage return would end the code block.
    const lines = difference.map((line) => `    ${shorten(line, 300).split('\t').map(makeVisible).join('\t')}`)
    const legend = `<sub>− in the assistant, + in Git (${escapeMarkdown(shorten(path, 300))})</sub>`
    const what = texts.some(isOfPerson) ? 'Edited in the assistant' : 'Another text in the assistant'
    const title = `${what}: ${escapeMarkdown(shorten(name, 200))}`
    return section(title, lines.length, [legend, '', ...lines])
  })
}

function withIcon(outcome: Outcome): string {
  return joined([OUTCOMES[outcome][0], outcome], '&#160;')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
