import type { Span } from './syntax.ts'

/** The cells of a table row (GFM 4.10): the text between the pipes. */
export function cellsOf(row: string): Span[] {
  const cells: Span[] = []
  let from = 0
  const addCell = (to: number): void => {
    // The first and the last pipe of a row are optional.
    const isOptional = from === 0 || to === row.length
    if (!isOptional || /[^ \t]/.test(row.slice(from, to))) cells.push({ from, to })
    from = to + 1
  }
  for (const { 0: mark, index } of row.matchAll(/\\[^]|\|/g)) if (mark === '|') addCell(index)
  addCell(row.length)
  return cells
}

/** The number of columns if the line is the delimiter row of a table, else 0. */
export function delimiterColumns(row: string): number {
  if (!/^[-:|][-:| \t]*$/.test(row)) return 0
  const cells = cellsOf(row)
  return cells.every(({ from, to }) => /^[ \t]*:?-+:?[ \t]*$/.test(row.slice(from, to))) ? cells.length : 0
}
