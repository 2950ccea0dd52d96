import type { EntryDetails } from '../knowledge/api-types.ts'
import { foldName } from '../normal-form.ts'
import { findRetitled } from './decide/orphans.ts'
import type { Rows } from './read/rows.ts'
import type { Runbooks } from './read/runbooks.ts'
import { ENTRY_STATES, STANDINGS, standingOf, type EntryState } from './read/standing.ts'

export interface ComparedEntry {
  readonly name: string
  /** Path of its runbook, or of the file that it was sent from; of one from elsewhere, that file's address; else empty. */
  readonly file: string
  readonly state: EntryState
  /** When the assistant uses it, and to what people have bound it; null if the list does not say. */
  readonly trigger: string | null
  readonly labels: readonly string[]
  /** Null if it has none, or the list does not show it. */
  readonly description: string | null
}

export function entriesOf(runbooks: Runbooks, rows: Rows): ComparedEntry[] {
  const retitled = new Set([...findRetitled(runbooks, rows).values()].flat())
  const entries = rows.all.map((row): ComparedEntry => {
    const { name, line, details } = row
    // The next sync gives it the title that its runbook has now.
    const state = retitled.has(row) ? 'outdated' : STANDINGS[standingOf(row, runbooks)].state
    const [runbook] = runbooks.byName.get(foldName(name)) ?? []
    const file = (state === 'elsewhere' ? line?.address : line?.path) ?? runbook?.path ?? ''
    const labels = Object.entries(details?.labels ?? {}).map(([key, value]) => `${key}=${String(value)}`)
    return {
      name,
      file,
      state,
      trigger: details === undefined ? null : sayTrigger(details),
      labels,
      description: details?.description ?? null
    }
  })
  return entries.sort((one, other) => (one.name + one.file < other.name + other.file ? -1 : 1))
}

/** `smart`, or `alert: DiskFull, DiskSlow`. */
export function sayTrigger({ trigger, triggerConfig }: Pick<EntryDetails, 'trigger' | 'triggerConfig'>): string {
  const bound = Object.values(triggerConfig)
    .flat()
    .map((each: unknown) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return bound.length === 0 ? trigger : `${trigger}: ${bound.join(', ')}`
}

export type Inventory = Readonly<Record<'entries' | EntryState, number>>

export function inventoryOf(entries: readonly ComparedEntry[]): Inventory {
  const totals = ENTRY_STATES.map((each) => [each, entries.filter(({ state }) => state === each).length])
  return { entries: entries.length, ...Object.fromEntries(totals) } as Inventory
}
