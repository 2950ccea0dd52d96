import { count, joined, shorten } from '../wording.ts'
import { causesOf, type Cause } from './causes.ts'
import { linkFile } from './github-links.ts'
import { joinMarkup, Markup, markup, prose, tableRow } from './markup.ts'
import { hasEntries, nameAdvice, sharedNames, type SharedNames } from './names.ts'
import { reportedOf, type Reported } from './outcomes.ts'
import { OUTCOMES, type Outcome } from './result.ts'
import type { ShownResult } from './shown.ts'

/** Rows of a table that are written, and files that one row names. */
const MAX_ROWS = 2000
const MAX_FILES = 10
/** Rows that are shown without unfolding. */
const UNFOLDED = 25
/** Characters of a name, and of a reason and a hint. */
const MAX_NAME = 200
const MAX_TEXT = 600

/** Names that several files have, with the advice before them. */
export function namesTable(result: ShownResult): Markup[] {
  const shared = sharedNames(reportedOf(result))
  if (shared.length === 0) return []
  const cells = ({ name, paths }: SharedNames): Markup[] => [
    markup`${shorten(name, MAX_NAME)}`,
    filesCell(
      paths.map((path) => ({ path })),
      result
    )
  ]
  return section('Names that several files have', [
    prose(nameAdvice(shared, hasEntries(result)), result.edge),
    markup``,
    ...table(['name', 'files'], shared, cells)
  ])
}

/** A row for each cause, with its files. What needs a person is never folded. */
export function causesTable(title: string, rows: readonly Reported[], result: ShownResult): Markup[] {
  // What ended the run is the reason, and thousands of paths would only hide it.
  const namesFiles = ({ outcome }: Cause): boolean => outcome !== 'pending' || result.ended === undefined
  const cells = (cause: Cause): Markup[] => [
    namesFiles(cause) ? filesCell(cause.rows, result) : markup`${count(cause.rows.length, 'file')}`,
    cause.rows.length === 1 ? nameCell(cause.rows[0]) : markup``,
    withIcon(cause.outcome),
    reasonCell(cause, result)
  ]
  const causes = causesOf(rows)
  return causes.length === 0
    ? []
    : section(title, table(['runbook', 'entry', 'outcome', 'why, and what to do'], causes, cells))
}

/** A row for each runbook or entry. */
export function rowsTable(title: string, rows: readonly Reported[], result: ShownResult): Markup[] {
  const hasReasons = rows.some(({ reason, hint }) => reason !== '' || hint !== undefined)
  const columns = ['runbook', 'entry', 'outcome', ...(hasReasons ? ['why, and what to do'] : [])]
  const cells = (row: Reported): Markup[] => [
    // A file that is gone is not at this commit.
    row.about === 'entry' ? markup`${row.path}` : linkFile(row, result),
    nameCell(row),
    withIcon(row.outcome),
    ...(hasReasons ? [reasonCell(row, result)] : [])
  ]
  return rows.length === 0 ? [] : foldedSection(title, rows.length, table(columns, rows, cells))
}

function table<Row>(columns: readonly string[], rows: readonly Row[], cells: (row: Row) => Markup[]): Markup[] {
  return [
    tableRow(columns.map((column) => markup`${column}`)),
    tableRow(columns.map(() => new Markup('---'))),
    ...limited(rows, MAX_ROWS, (row) => tableRow(cells(row)))
  ]
}

function filesCell(files: readonly Partial<Reported>[], result: ShownResult): Markup {
  const shown = files.slice(0, MAX_FILES).map((file) => linkFile(file, result))
  const more = files.length - shown.length
  return joinMarkup([...shown, more > 0 ? markup`and ${more} more` : markup``], '<br>')
}

function nameCell(row: Reported | undefined): Markup {
  return markup`${shorten(row?.name ?? '', MAX_NAME)}`
}

function reasonCell({ reason, hint = '' }: Pick<Reported, 'reason' | 'hint'>, { edge }: ShownResult): Markup {
  return joinMarkup(
    [reason, hint].map((part) => prose(shorten(part, MAX_TEXT), edge)),
    '<br>→ '
  )
}

export function withIcon(outcome: Outcome): Markup {
  return new Markup(joined([OUTCOMES[outcome].icon, outcome], '&#160;'))
}

/** A line for each of the first `most` items, and one for the rest. */
export function limited<Item>(items: readonly Item[], most: number, line: (item: Item) => Markup): Markup[] {
  const lines = items.slice(0, most).map(line)
  const more = items.length - lines.length
  return more > 0 ? [...lines, markup``, markup`And ${more} more: see the JSON report.`] : lines
}

/** A part with a heading; nothing without lines. */
function section(title: string | Markup, lines: readonly Markup[]): Markup[] {
  return lines.length === 0 ? [] : [markup`### ${title}`, markup``, ...lines, markup``]
}

/** A part with a heading that is folded if it has many rows. */
export function foldedSection(title: string | Markup, rows: number, lines: readonly Markup[]): Markup[] {
  if (rows <= UNFOLDED || lines.length === 0) return section(title, lines)
  return [
    markup`<details>`,
    markup`<summary>${title} (${rows})</summary>`,
    markup``,
    ...lines,
    markup``,
    markup`</details>`,
    markup``
  ]
}
