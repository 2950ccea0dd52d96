import { currentRows, isFromUnread, orphanRows } from '../report/inventory.ts'
import { isElsewhere } from '../sync/decide.ts'
import type { Look } from '../sync/look.ts'
import type { Row } from '../sync/rows.ts'
import { count, format, joined } from '../wording.ts'

/**
 * What the knowledge base and the branch say of an entry: `current` has the text of its runbook, `outdated` an earlier one,
 * `edited` a person's; `by-hand` has no source line; the file of an `orphaned` one is no runbook any more; one from
 * `elsewhere` is of another repository or branch, or of a file that is not selected.
 */
const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'elsewhere'] as const

/** An entry of the knowledge base, for the command `list`. */
export interface ListRow {
  readonly name: string
  /** Path of its runbook, or of the file that it was sent from; from elsewhere the address of that file; empty if there is none. */
  readonly file: string
  readonly state: (typeof ENTRY_STATES)[number]
}

/** Longer names are not aligned. */
const MAX_WIDTH = 48

/** What the list shows, compared with the runbooks: one row an entry, by name. */
export function listRowsOf(look: Look): ListRow[] {
  const { runbooks, rows } = look
  const current = currentRows(look)
  const orphans = orphanRows(look)
  const fileOf = new Map<Row, string>()
  // If files share a name, the first one counts.
  for (const { name, path } of [...runbooks.named, ...runbooks.shared.flat()].toReversed()) {
    for (const row of rows.of(name)) fileOf.set(row, path)
  }
  const all = rows.all.map((row): ListRow => {
    const { name, line } = row
    const file = fileOf.get(row)
    const state = file === undefined ? stateWithoutRunbook(row, orphans, look) : stateOf(row, current, look)
    if (line === undefined) return { name, file: file ?? '', state }
    return { name, file: state === 'elsewhere' ? line.address : line.path, state }
  })
  return all.sort((one, other) => compare(one.name, other.name) || compare(one.file, other.file))
}

/** A line for each entry. @param shown makes a text of others fit for a terminal, on one line. */
export function entriesTable(rows: readonly ListRow[], shown: (text: string) => string): readonly string[] {
  const cells = rows.map(({ name, file, state }) => [state, shown(name), shown(file)] as const)
  const widths = cells.map(([, name]) => name.length).filter((length) => length <= MAX_WIDTH)
  const width = Math.max(0, ...widths)
  return cells.map(([state, name, file]) => `${state.padEnd(9)}  ${name.padEnd(width)}  ${file}`.trimEnd())
}

/** `12 entries: 10 current, 2 edited` */
export function countEntries(rows: readonly ListRow[]): string {
  const groups = Map.groupBy(rows, ({ state }) => state)
  const counts = ENTRY_STATES.map((state) => groups.has(state) && `${format(groups.get(state)?.length ?? 0)} ${state}`)
  return joined([count(rows.length, 'entry', 'entries'), joined(counts, ', ')], ': ')
}

function stateOf(row: Row, current: ReadonlySet<Row>, { runbooks }: Look): ListRow['state'] {
  if (isElsewhere(row, runbooks)) return 'elsewhere'
  if (current.has(row)) return 'current'
  if (row.state === 'by hand') return 'by-hand'
  return row.state === 'edited' ? 'edited' : 'outdated'
}

function stateWithoutRunbook(row: Row, orphans: ReadonlySet<Row>, { runbooks }: Look): ListRow['state'] {
  const { line, state, origin } = row
  if (line === undefined) return 'by-hand'
  if (isFromUnread(row, runbooks)) return state === 'edited' ? 'edited' : 'outdated'
  // The note for a removed runbook still belongs to a file that is gone.
  const isNote = line.kind === 'retired' && origin === 'this branch'
  return orphans.has(row) || isNote ? 'orphaned' : 'elsewhere'
}

/** By code unit, the same on each machine. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
