import type { Diagnostic } from '../errors.ts'
import type { Outcome, RunbookOutcome } from '../sync/outcome.ts'
import { escapeMarkdown, makeVisible, messageToMarkdown, shorten } from './escape.ts'
import { linkCommits, linkFile } from './links.ts'
import { OUTCOMES, count, format, headlineOf, totalsOf, verdictOf, type View } from './view.ts'

/** GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024
/** Bytes kept for the sentence about what is left out. */
const RESERVE = 400
const MAX_TEXT = 600
/** Rows that are shown without unfolding, and items of a list. */
const UNFOLDED = 25
const MAX_ITEMS = 200

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
  const head = [
    `## ${verdictOf(view) !== undefined ? '❌' : view.mode === 'plan' ? '📋' : '✅'} Runbook Sync: ${headlineOf(view)}`,
    problem(view),
    view.range === undefined ? '' : linkCommits(messageToMarkdown(view.range.reason), view),
    counts(view),
    alert('WARNING', general(view, 'warning')),
    alert('NOTE', general(view, 'notice'))
  ]
  const writer = new Writer(MAX_BYTES)
  writer.write(head.filter((part) => part !== '').join('\n\n') + '\n')
  const tables: [title: string, ...Outcome[]][] = [
    ['Needs a person', 'failed', 'refused'],
    ['Pending', 'pending'],
    ['Delivered', 'upserted', 'retired'],
    ['To be sent', 'planned'],
    ['Orphaned entries', 'orphaned'],
    ['Nothing to do', 'unchanged', 'skipped']
  ]
  for (const [title, ...outcomes] of tables) {
    if (title === 'Delivered') files(view, writer)
    table(view, writer, title, outcomes)
  }
  differences(view, writer)
  return writer.text
}

/** What ended the run or was not delivered, and what to do; the first thing that a person reads of a red run. */
function problem(view: View): string {
  const verdict = verdictOf(view)
  if (verdict === undefined) return ''
  // The tables list the paths of the verdict.
  const message = view.failure === undefined ? [] : [messageToMarkdown(view.failure.message)]
  const { refused } = totalsOf(view)
  const leaveOut =
    refused === 0
      ? []
      : [
          'To leave a refused runbook out for now, write <code>draft: true</code> into its front matter. Until then every run ' +
            'is red, and delivers the others.'
        ]
  return alert('CAUTION', [...message, `**What to do:** ${messageToMarkdown(verdict.hint)}`, ...leaveOut])
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
function files(view: View, writer: Writer): void {
  const wanted = view.diagnostics.filter(({ path }) => path !== undefined)
  const items = wanted.slice(0, MAX_ITEMS).map(({ message, path = '', line }) => {
    const file = linkFile(path, line, view.range?.tip, view)
    return `- ${file}: ${messageToMarkdown(shorten(message, MAX_TEXT))}`
  })
  const more = wanted.length - items.length
  writer.section('⚠️ Worth a look', wanted.length, [...items, ...(more > 0 ? [`- and ${format(more)} more`] : [])])
}

function table(view: View, writer: Writer, title: string, outcomes: readonly Outcome[]): void {
  const rows = view.outcomes
    .filter(({ outcome }) => outcomes.includes(outcome))
    .sort((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || (a.path < b.path ? -1 : 1))
  const hasReason = rows.some(({ reason, hint }) => reason !== '' || hint !== undefined)
  const hasAttempts = rows.some(({ attempts }) => attempts > 1)
  const columns: [title: string, cell: (row: RunbookOutcome) => string][] = [
    ['runbook', (outcome) => linkFile(outcome.path, outcome.line, commitOf(view, outcome), view)],
    ['entry', ({ name = '' }) => escapeMarkdown(shorten(name, 200))],
    ['outcome', ({ outcome }) => withIcon(outcome)]
  ]
  if (hasReason) columns.push(['why, and what to do', reasonOf])
  if (hasAttempts) columns.push(['attempts', ({ attempts }) => (attempts > 0 ? format(attempts) : '')])
  const header = [row(columns.map(([name]) => name)), row(columns.map(() => '---'))]
  writer.section(title, rows.length, header, (at) => {
    const outcome = rows[at]
    return outcome === undefined ? undefined : row(columns.map(([, cell]) => cell(outcome)))
  })
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
function differences(view: View, writer: Writer): void {
  for (const { item, difference } of view.edits) {
    if (difference === undefined) continue
    // A tab stays what it is in code; a carriage return would end the code block.
    const lines = difference.map((line) => `    ${shorten(line, 300).split('\t').map(makeVisible).join('\t')}`)
    writer.section(`Edited in the assistant: ${escapeMarkdown(shorten(item.name, 200))}`, UNFOLDED + 1, [
      `<sub>− in the assistant, + in Git (${escapeMarkdown(shorten(item.path, 300))})</sub>`,
      '',
      ...lines
    ])
  }
}

function withIcon(outcome: Outcome): string {
  return ICONS[outcome] === '' ? outcome : `${ICONS[outcome]}&#160;${outcome}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Writes sections as long as there is room, and says what does not fit. */
class Writer {
  readonly #lines: string[] = []
  #left: number

  /** @param bytes that the whole text may take. */
  constructor(bytes: number) {
    this.#left = bytes
  }

  get text(): string {
    return `${this.#lines.join('\n').trimEnd()}\n`
  }

  write(...lines: readonly string[]): void {
    for (const line of lines) {
      this.#lines.push(line)
      this.#left -= Buffer.byteLength(line) + 1
    }
  }

  /**
   * A section with a heading, folded if it is long.
   *
   * @param size number of its items; without any, nothing is written.
   * @param lines its first lines.
   * @param rowAt further lines by their number, as long as there are any.
   */
  section(title: string, size: number, lines: readonly string[], rowAt?: (at: number) => string | undefined): void {
    if (size === 0 || this.#left < 4 * RESERVE) return
    const isFolded = size > UNFOLDED
    this.write(
      ...(isFolded ? ['<details>', `<summary>${title} (${format(size)})</summary>`, ''] : [`### ${title}`, ''])
    )
    let written = 0
    const rows = function* (): Generator<string> {
      yield* lines
      for (let at = 0, line = rowAt?.(0); line !== undefined; line = rowAt?.(++at)) yield line
    }
    for (const line of rows()) {
      if (this.#left < Buffer.byteLength(line) + RESERVE) break
      this.write(line)
      written++
    }
    const missing = size - (written - (rowAt === undefined ? 0 : lines.length))
    if (rowAt !== undefined && missing > 0) {
      this.write(
        '',
        `${count(missing, 'row')} left out, because a summary holds 1 MiB. The JSON report has all of them.`
      )
    }
    this.write('', ...(isFolded ? ['</details>', ''] : []))
  }
}
