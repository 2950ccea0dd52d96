import { foldName } from '../normal-form.ts'
import { verdictOn } from './decide.ts'
import type { Look } from './look.ts'
import type { Row } from './rows.ts'

/**
 * What the knowledge base and the branch say of an entry: `current` has the text of its runbook, `outdated` an earlier one,
 * `edited` a person's; `by-hand` has no source line; the file of an `orphaned` one is no runbook any more, and that of a `retired` one has a note; one from
 * `elsewhere` is of another repository or branch, or of a file that is not selected.
 */
export const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'retired', 'elsewhere'] as const

/** An entry of the knowledge base. */
export interface ComparedEntry {
  readonly name: string
  /** Path of its runbook, or of the file that it was sent from; from elsewhere the address of that file; empty if there is none. */
  readonly file: string
  readonly state: (typeof ENTRY_STATES)[number]
}

/** The word for an entry that has another text than its runbook. */
const WORDS = { ours: 'outdated', 'no text': 'outdated', edited: 'edited', 'by hand': 'by-hand' } as const

/** What the list shows, compared with the runbooks: by name. */
export function entriesOf({ runbooks, rows, decisions }: Look): ComparedEntry[] {
  const orphans = new Set<Row>(decisions.flatMap((one) => (one.do === 'orphan' || one.do === 'retire' ? one.row : [])))
  const entries = rows.all.map((row): ComparedEntry => {
    const { name, line, origin } = row
    // If files share a name, the first one counts.
    const [runbook] = runbooks.byName.get(foldName(name)) ?? []
    if (runbook !== undefined) {
      const { why } = verdictOn(row, runbook, runbooks)
      if (why === 'elsewhere') return { name, file: line?.address ?? '', state: why }
      return { name, file: line?.path ?? runbook.path, state: why === 'current' ? why : WORDS[row.state] }
    }
    if (line === undefined) return { name, file: '', state: 'by-hand' }
    const { path: file, address, kind } = line
    if (orphans.has(row)) return { name, file, state: 'orphaned' }
    if (origin === 'this branch' && kind === 'retired') {
      return { name, file, state: row.state === 'ours' ? 'retired' : 'edited' }
    }
    // Nobody knows the name of a file that cannot be read.
    const isOfUnread = origin === 'this branch' && runbooks.at.get(file)?.kind === 'refused'
    return isOfUnread ? { name, file, state: WORDS[row.state] } : { name, file: address, state: 'elsewhere' }
  })
  return entries.sort((one, other) => (one.name + one.file < other.name + other.file ? -1 : 1))
}

/** Numbers of entries by state. */
export type Inventory = Readonly<Record<'entries' | ComparedEntry['state'], number>>

export function inventoryOf(entries: readonly ComparedEntry[]): Inventory {
  const totals = ENTRY_STATES.map((each) => [each, entries.filter(({ state }) => state === each).length])
  return { entries: entries.length, ...Object.fromEntries(totals) } as Inventory
}
