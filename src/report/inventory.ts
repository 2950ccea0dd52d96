import { isElsewhere, isUnselected } from '../sync/decide.ts'
import type { Look } from '../sync/look.ts'
import { claimedRows, type Row } from '../sync/rows.ts'
import { isOfBranch, isOfRepository } from '../runbook/source-line.ts'
import type { EntryState, ListRow } from './entries-table.ts'
import type { Inventory } from './result.ts'

/** What the list of the knowledge base shows, compared with the runbooks: one row an entry. */
export function listRowsOf(look: Look): ListRow[] {
  const { runbooks, rows } = look
  const current = currentRows(look)
  const orphans = orphanRows(look)
  const fileOf = new Map<Row, string>()
  // If files share a name, the first one counts.
  for (const { name, path } of [...runbooks.named, ...runbooks.shared.flat()].toReversed()) {
    for (const row of rows.of(name)) fileOf.set(row, path)
  }
  return rows.all.map((row) => {
    const { name, line } = row
    const file = fileOf.get(row)
    const state = file === undefined ? stateWithoutRunbook(row, orphans, look) : stateOf(row, current, look)
    if (line === undefined) return { name, file: file ?? '', state }
    return { name, file: state === 'elsewhere' ? line.address : line.path, state }
  })
}

function stateOf(row: Row, current: ReadonlySet<Row>, { facts }: Look): EntryState {
  const { line, state } = row
  if (line !== undefined && isElsewhere(line, facts)) return 'elsewhere'
  if (current.has(row)) return 'current'
  if (state === 'by hand') return 'by-hand'
  return state === 'edited' ? 'edited' : 'outdated'
}

function stateWithoutRunbook(row: Row, orphans: ReadonlySet<Row['line']>, look: Look): EntryState {
  const { line, state } = row
  if (line === undefined) return 'by-hand'
  if (isUnread(row, look)) return state === 'edited' ? 'edited' : 'outdated'
  // The note for a removed runbook still belongs to a file that is gone.
  const isNote = line.kind === 'retired' && isOfBranch(line, look.facts.base)
  return orphans.has(line) || isNote ? 'orphaned' : 'elsewhere'
}

/** What the list held. @param showsNames whether names of entries without a runbook may be published. */
export function inventoryOf(look: Look, showsNames: boolean): Inventory {
  const { runbooks, rows, facts } = look
  const claimed = claimedRows(runbooks, rows)
  const current = currentRows(look)
  const orphans = orphanRows(look)
  const unclaimed = rows.all.filter((row) => !claimed.has(row))
  const unread = unclaimed.filter((row) => isUnread(row, look))
  const others = unclaimed.filter((row) => !isUnread(row, look))
  const orphaned = others.filter(({ line }) => orphans.has(line))
  const byHand = others.filter(({ line }) => line === undefined)
  const elsewhere = others.filter(({ line }) => line !== undefined && !isOfRepository(line, facts.base))
  return {
    entries: rows.all.length,
    current: current.size,
    differing: claimed.size - current.size + unread.length,
    orphaned: orphaned.length,
    unselected: others.length - orphaned.length - elsewhere.length - byHand.length,
    elsewhere: elsewhere.length,
    byHand: byHand.length,
    names: showsNames ? [...orphaned, ...byHand].map(({ name }) => name) : []
  }
}

function currentRows({ decisions }: Look): ReadonlySet<Row> {
  return new Set(
    decisions.flatMap((decision) => {
      if (decision.do !== 'leave' || decision.why !== 'current') return []
      return decision.rows.filter(({ digest }) => digest === decision.runbook.digest)
    })
  )
}

/** By their lines: the row of an orphan is a copy. */
function orphanRows({ decisions }: Look): ReadonlySet<Row['line']> {
  return new Set(
    decisions.flatMap((decision) => (decision.do === 'orphan' || decision.do === 'retire' ? decision.row.line : []))
  )
}

/** True for an entry from a file of this branch of which nobody knows the name. */
function isUnread({ line }: Row, { runbooks, facts }: Look): boolean {
  return line !== undefined && runbooks.unreadable.has(line.path) && isOfBranch(line, facts.base)
}

/** Paths of files that have entries, and that `files` does not select. */
export function unselectedIn({ rows, facts }: Look): readonly (readonly [path: string, row: Row])[] {
  return rows.all.flatMap((row) =>
    row.line !== undefined && isUnselected(row.line, facts) ? [[row.line.path, row] as const] : []
  )
}
