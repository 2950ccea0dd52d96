import { isForeign } from './decide.ts'
import type { Look } from './look.ts'
import { isCurrent, type Row } from './rows.ts'
import type { Runbook } from './runbooks.ts'

/**
 * What the knowledge base and the branch say of an entry: `current` has the text of its runbook, `outdated` an earlier one,
 * `edited` a person's; `by-hand` has no source line; the file of an `orphaned` one is no runbook any more; one from
 * `elsewhere` is of another repository or branch, or of a file that is not selected.
 */
export const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'elsewhere'] as const

/** An entry of the knowledge base. */
export interface ComparedEntry {
  readonly name: string
  /** Path of its runbook, or of the file that it was sent from; from elsewhere the address of that file; empty if there is none. */
  readonly file: string
  readonly state: (typeof ENTRY_STATES)[number]
}

/** What the list shows, compared with the runbooks: by name. */
export function entriesOf(look: Look): ComparedEntry[] {
  const { runbooks, rows, decisions } = look
  const orphans = new Set<Row>(decisions.flatMap((one) => (one.do === 'orphan' || one.do === 'retire' ? one.row : [])))
  const runbookOf = new Map<Row, Runbook>()
  // If files share a name, the first one counts.
  for (const runbook of [...runbooks.named, ...runbooks.shared.flat()].toReversed()) {
    for (const row of rows.of(runbook.name)) runbookOf.set(row, runbook)
  }
  const stateOf = (row: Row): ComparedEntry['state'] => {
    const { line, origin, state } = row
    const runbook = runbookOf.get(row)
    if (line === undefined) return runbook !== undefined && state === 'no text' ? 'outdated' : 'by-hand'
    if (runbook !== undefined && isCurrent(row, runbook)) return 'current'
    const isHere = origin === 'this branch'
    // The note for a removed runbook still belongs to a file that is gone.
    if (runbook === undefined && (orphans.has(row) || (isHere && line.kind === 'retired'))) return 'orphaned'
    // Nobody knows the name of a file that cannot be read.
    const isOfUnread = isHere && runbooks.at.get(line.path)?.kind === 'refused'
    if (runbook !== undefined ? isForeign(row, runbooks) : !isOfUnread) return 'elsewhere'
    return state === 'edited' ? 'edited' : 'outdated'
  }
  const entries = rows.all.map((row): ComparedEntry => {
    const { name, line } = row
    const state = stateOf(row)
    if (line === undefined) return { name, file: runbookOf.get(row)?.path ?? '', state }
    return { name, file: state === 'elsewhere' ? line.address : line.path, state }
  })
  return entries.sort((one, other) => (one.name + one.file < other.name + other.file ? -1 : 1))
}

/** Numbers of entries by state. */
export type Inventory = Readonly<Record<'entries' | ComparedEntry['state'], number>>

export function inventoryOf(entries: readonly ComparedEntry[]): Inventory {
  const total = (wanted: string): number => entries.filter(({ state }) => state === wanted).length
  const totals = Object.fromEntries(ENTRY_STATES.map((state) => [state, total(state)]))
  return { entries: entries.length, ...totals } as Inventory
}
