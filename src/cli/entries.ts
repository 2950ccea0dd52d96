import { currentRows, isFromUnread, orphanRows } from '../report/inventory.ts'
import type { Sink } from '../report/sink.ts'
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

/** What the list shows, compared with the runbooks: one row an entry, by name. */
export function listRowsOf(look: Look): ListRow[] {
  const { runbooks, rows } = look
  const [current, orphans] = [currentRows(look), orphanRows(look)]
  const fileOf = new Map<Row, string>()
  // If files share a name, the first one counts.
  for (const { name, path } of [...runbooks.named, ...runbooks.shared.flat()].toReversed()) {
    for (const row of rows.of(name)) fileOf.set(row, path)
  }
  const stateOf = (row: Row, hasRunbook: boolean): ListRow['state'] => {
    const { line, state, origin } = row
    if (line === undefined) return hasRunbook && state === 'no text' ? 'outdated' : 'by-hand'
    if (current.has(row)) return 'current'
    // The note for a removed runbook still belongs to a file that is gone.
    const isNote = line.kind === 'retired' && origin === 'this branch'
    if (!hasRunbook && (isNote || orphans.has(row))) return 'orphaned'
    if (hasRunbook ? isElsewhere(row, runbooks) : !isFromUnread(row, runbooks)) return 'elsewhere'
    return state === 'edited' ? 'edited' : 'outdated'
  }
  const all = rows.all.map((row): ListRow => {
    const { name, line } = row
    const file = fileOf.get(row)
    const state = stateOf(row, file !== undefined)
    if (line === undefined) return { name, file: file ?? '', state }
    return { name, file: state === 'elsewhere' ? line.address : line.path, state }
  })
  return all.sort((one, other) => (one.name + one.file < other.name + other.file ? -1 : 1))
}

/** A line for each entry, not escaped. */
export function entriesTable(rows: readonly ListRow[], sink: Sink): readonly string[] {
  const width = Math.max(0, ...rows.map(({ name }) => sink.line(name).length))
  return rows.map(({ name, file, state }) => {
    return `${state.padEnd(9)}  ${sink.line(name).padEnd(width)}  ${sink.line(file)}`.trimEnd()
  })
}

/** `12 entries: 10 current, 2 edited` */
export function countEntries(rows: readonly ListRow[]): string {
  const groups = Map.groupBy(rows, ({ state }) => state)
  const counts = ENTRY_STATES.map((state) => groups.has(state) && `${format(groups.get(state)?.length ?? 0)} ${state}`)
  return joined([count(rows.length, 'entry', 'entries'), joined(counts, ', ')], ': ')
}
