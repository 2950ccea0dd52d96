import type { EntryState, ListRow } from '../report/entries-table.ts'
import { joined } from '../wording.ts'
import type { Decided } from './commit.ts'
import { isElsewhere, isUnread } from './decide.ts'
import type { Row } from './entries.ts'
import type { Runbook } from './runbooks.ts'

type Known = Pick<Decided, 'runbooks' | 'entries' | 'decisions' | 'facts'>

/** What the list of the knowledge base shows, compared with the runbooks: one row an entry. */
export function listRows(known: Known): ListRow[] {
  const { runbooks, entries, decisions } = known
  const runbookOf = new Map<Row, Runbook>()
  // If files share a name, the first one counts.
  const byName = new Map([...runbooks.named, ...runbooks.duplicates.flat()].toReversed().map((one) => [one.name, one]))
  for (const runbook of byName.values()) {
    for (const row of entries.rowsOf(runbook.name)) if (!runbookOf.has(row)) runbookOf.set(row, runbook)
  }
  const orphans = new Set(decisions.flatMap(({ about, name }) => (about === 'entry' ? [name] : [])))
  return entries.rows.map((row) => {
    const runbook = runbookOf.get(row)
    const state = runbook === undefined ? stateWithoutRunbook(row, orphans, known) : stateOf(row, runbook, known)
    return { name: row.name, file: fileOf(row, runbook, state), state }
  })
}

function stateOf(row: Row, { version }: Runbook, { facts }: Known): EntryState {
  const { line, state } = row
  if (line !== undefined && isElsewhere(line, facts)) return 'elsewhere'
  if (state === 'ours' || facts.evidence.get(row) === 'as sent')
    return line?.version === version ? 'current' : 'outdated'
  if (state === 'by hand') return 'by-hand'
  return state === 'edited' ? 'edited' : 'outdated'
}

function stateWithoutRunbook(
  { name, line, state }: Row,
  orphans: ReadonlySet<string | undefined>,
  { runbooks, facts }: Known
): EntryState {
  if (line === undefined) return 'by-hand'
  if (isUnread(line, runbooks, facts)) return state === 'edited' ? 'edited' : 'outdated'
  // The note for a removed runbook still belongs to a file that is gone.
  const isRetired = line.kind === 'retired' && facts.isOfBranch(line)
  return orphans.has(name) || isRetired ? 'orphaned' : 'elsewhere'
}

function fileOf({ line }: Row, runbook: Runbook | undefined, state: EntryState): string {
  if (line === undefined) return runbook?.path ?? ''
  return state === 'elsewhere' ? joined([line.root, line.path], '/') : line.path
}
