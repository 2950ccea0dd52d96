import type { Diagnostic } from '../errors.ts'
import { count, shorten } from '../wording.ts'
import type { Edge } from './edge.ts'
import { linkCommit, linkFile } from './github-links.ts'
import { describeInventory, describeWaiting, headingOf } from './headline.ts'
import { alertsMarkdown } from './judged-alerts.ts'
import { alertBox, differenceBlock, joinMarkup, Markup, markup, prose, tableRow } from './markup.ts'
import { dueItems, isMissing, reportedOf, totalsOf, type Reported } from './outcomes.ts'
import { OUTCOMES, type Outcome } from './result.ts'
import type { ShownResult } from './shown.ts'
import { causesTable, foldedSection, limited, namesTable, rowsTable, withIcon } from './tables.ts'
import { openingOf, verdictOf } from './verdict.ts'

/** Bytes. GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024
const MAX_GENERAL = 10
const MAX_ITEMS = 200
const MAX_DIFFERENCES = 20
/** Characters of a message, of a name, and of a line of a difference. */
const MAX_TEXT = 600
const MAX_NAME = 200
const MAX_LINE = 300

/** The job summary: Markdown in which no foreign text is markup. */
export function summaryOf(result: ShownResult, notices: readonly Diagnostic[]): string {
  const rows = dueItems(result)
  const waiting = reportedOf(result).filter(({ isWaiting }) => isWaiting)
  const of = (table: (typeof OUTCOMES)[Outcome]['table']): Reported[] =>
    rows.filter(({ outcome }) => OUTCOMES[outcome].table === table)
  const person = of('person').filter(({ cause }) => cause !== 'duplicate')
  return fit([
    ...head(result, notices),
    ...namesTable(result),
    ...causesTable('Needs a person', person, result),
    ...causesTable('Pending', of('pending'), result),
    ...fileNotices(result, notices),
    ...alertsSection(result),
    ...rowsTable('Delivered', of('delivered'), result),
    ...rowsTable('To be sent', of('planned'), result),
    ...rowsTable('Orphaned entries', of('orphaned'), result),
    ...rowsTable('Left out', of('left out'), result),
    ...causesTable('Also waiting on the branch', waiting, result),
    ...differences(result)
  ])
}

/** What happened and what to do, then the counts, then what concerns the whole run. */
function head(result: ShownResult, notices: readonly Diagnostic[]): Markup[] {
  const parts = [
    markup`## ${new Markup(iconOf(result))} Runbook Sync: ${prose(headingOf(result), result.edge)}`,
    problem(result),
    counts(result),
    joinMarkup(
      [selection(result), prose(describeWaiting(result), result.edge), prose(describeInventory(result), result.edge)],
      ' '
    ),
    general(result, notices, 'warning'),
    general(result, notices, 'notice')
  ]
  return [joinMarkup(parts, '\n\n'), markup``]
}

function iconOf(result: ShownResult): string {
  if (verdictOf(result) !== undefined) return '❌'
  return result.mode === 'plan' ? '📋' : '✅'
}

function problem(result: ShownResult): Markup {
  const opening = openingOf(result)
  if (opening === undefined) return markup``
  const mayBeLeftOut =
    result.ended === undefined &&
    reportedOf(result).some((row) => isMissing(row) && row.outcome === 'refused' && row.cause !== 'conflict')
  const hint = opening.hint === '' ? markup`` : markup`**What to do:** ${prose(opening.hint, result.edge)}`
  const paragraphs = [
    prose(opening.message, result.edge),
    hint,
    mayBeLeftOut ? prose(LEAVE_OUT, result.edge) : markup``
  ]
  return alertBox(
    'CAUTION',
    paragraphs.filter(({ text }) => text !== '')
  )
}

const LEAVE_OUT =
  'To leave a refused file out for now, add the line `!PATH` at the end of `files`. Until then, runs by hand and pushes that ' +
  'change it are red; the other runbooks are delivered.'

function counts(result: ShownResult): Markup {
  const occurring = (Object.entries(totalsOf(result)) as [Outcome, number][]).filter(([, total]) => total > 0)
  if (occurring.length === 0) return markup``
  const legend = occurring.map(([outcome]) => `${outcome}: ${OUTCOMES[outcome].meaning}`).join(' · ')
  const lines = [
    tableRow(occurring.map(([outcome]) => withIcon(outcome))),
    tableRow(occurring.map(() => new Markup(':---:'))),
    tableRow(occurring.map(([, total]) => markup`${total}`)),
    new Markup(`\n<sub>${legend}</sub>`)
  ]
  return joinMarkup(lines, '\n')
}

function selection(result: ShownResult): Markup {
  const { selected, head: commit } = result
  if (selected === 0 && commit === '') return markup``
  const files = count(selected, 'file')
  return commit === '' ? markup`${files} selected.` : markup`${files} selected at commit ${linkCommit(result)}.`
}

/** Notices that concern no single file. */
function general({ edge }: ShownResult, notices: readonly Diagnostic[], level: Diagnostic['level']): Markup {
  const wanted = notices.filter((notice) => notice.level === level && notice.path === undefined)
  return alertBox(
    level === 'warning' ? 'WARNING' : 'NOTE',
    limited(wanted, MAX_GENERAL, (notice) => messageOfNotice(notice, edge))
  )
}

/** Notices about single files: broken links, skipped files, edits that were pulled. */
function fileNotices(result: ShownResult, notices: readonly Diagnostic[]): Markup[] {
  const wanted = notices.filter(({ path }) => path !== undefined)
  const item = (notice: Diagnostic): Markup =>
    markup`- ${linkFile(notice, result)}: ${messageOfNotice(notice, result.edge)}`
  return foldedSection('⚠️ Worth a look', wanted.length, limited(wanted, MAX_ITEMS, item))
}

function messageOfNotice({ message }: Diagnostic, edge: Edge): Markup {
  return prose(shorten(message, MAX_TEXT), edge)
}

function alertsSection(result: ShownResult): Markup[] {
  return result.alerts === undefined ? [] : alertsMarkdown(result.alerts.table, (place) => linkFile(place, result))
}

/** Texts of the assistant that stay, or that a sync replaces. */
function differences(result: ShownResult): Markup[] {
  return reportedOf(result)
    .filter(({ difference }) => difference !== undefined)
    .slice(0, MAX_DIFFERENCES)
    .flatMap(({ path, name = '', difference = [] }) => {
      const lines = [`--- in the assistant: ${name}`, `+++ in Git: ${path}`, ...difference]
      const block = differenceBlock(lines.map((line) => shorten(line, MAX_LINE)))
      return foldedSection(markup`Another text in the assistant: ${shorten(name, MAX_NAME)}`, difference.length, block)
    })
}

/** As many lines as a summary holds. */
function fit(lines: readonly Markup[]): string {
  let left = MAX_BYTES
  const end = lines.findIndex(({ text }) => (left -= Buffer.byteLength(text) + 1) < 0)
  if (end === -1) return `${joinLines(lines).trimEnd()}\n`
  const kept = joinLines(lines.slice(0, end))
  const isFolded = kept.lastIndexOf('<details>') > kept.lastIndexOf('</details>')
  const cut = 'The rest is left out, because a summary holds 1 MiB. The JSON report has more.'
  return `${kept}\n${isFolded ? '\n</details>\n' : ''}\n${cut}\n`
}

function joinLines(lines: readonly Markup[]): string {
  return lines.map(({ text }) => text).join('\n')
}
