import { count, format, joined } from '../wording.ts'

/**
 * What the knowledge base and the branch say of an entry: `current` has the text of its runbook, `outdated` an earlier one,
 * `edited` a person's; `by-hand` has no source line; the file of an `orphaned` one is no runbook any more; one from
 * `elsewhere` is of another repository or branch, or of a file that is not selected.
 */
const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'elsewhere'] as const

export type EntryState = (typeof ENTRY_STATES)[number]

/** An entry of the knowledge base. */
export interface ListRow {
  readonly name: string
  /** Path of its runbook, or of the file that it was sent from; from elsewhere the address of that file; empty if there is none. */
  readonly file: string
  readonly state: EntryState
}

/** Longer names are not aligned. */
const MAX_WIDTH = 48

/**
 * A line for each entry, sorted by name.
 *
 * @param shown makes a text of others fit for a terminal, on one line.
 */
export function entriesTable(rows: readonly ListRow[], shown: (text: string) => string): readonly string[] {
  const cells = sorted(rows).map(({ name, file, state }) => [state, shown(name), shown(file)] as const)
  const widths = cells.map(([, name]) => name.length).filter((length) => length <= MAX_WIDTH)
  const width = Math.max(0, ...widths)
  return cells.map(([state, name, file]) => `${state.padEnd(9)}  ${name.padEnd(width)}  ${file}`.trimEnd())
}

/** The entries for a program: `{"entries": [{"name", "file", "state"}]}`. */
export function entriesJson(rows: readonly ListRow[]) {
  return { entries: sorted(rows) }
}

function sorted(rows: readonly ListRow[]): readonly ListRow[] {
  return rows
    .map(({ name, file, state }) => ({ name, file, state }))
    .sort((one, other) => compare(one.name, other.name) || compare(one.file, other.file))
}

/** `12 entries: 10 current, 2 edited` */
export function countEntries(rows: readonly ListRow[]): string {
  const groups = Map.groupBy(rows, ({ state }) => state)
  const counts = ENTRY_STATES.map((state) => groups.has(state) && `${format(groups.get(state)?.length ?? 0)} ${state}`)
  return joined([count(rows.length, 'entry', 'entries'), joined(counts, ', ')], ': ')
}

/** By code unit, the same on each machine. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
