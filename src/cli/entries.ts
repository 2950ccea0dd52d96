import type { Sink } from '../report/sink.ts'
import type { ComparedEntry } from '../sync/entries.ts'

/** A line for each entry, not escaped. */
export function entriesTable(rows: readonly ComparedEntry[], sink: Sink): readonly string[] {
  const width = Math.max(0, ...rows.map(({ name }) => sink.line(name).length))
  return rows.map(({ name, file, state }) => {
    return `${state.padEnd(9)}  ${sink.line(name).padEnd(width)}  ${sink.line(file)}`.trimEnd()
  })
}
