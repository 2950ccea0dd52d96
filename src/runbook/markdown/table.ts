import type { Span } from './span.ts'

/** The cells of a table row (GFM 4.10): the text between the pipes, without the blanks around it. */
export function cellsOf(source: string, from: number, to: number): Span[] {
  const cells: Span[] = []
  let start = -1
  let end = from
  let hasPipe = false
  for (let at = from; at <= to; at++) {
    const character = at === to ? '|' : source[at]
    if (character === '|') {
      // The first and the last pipe of a row are optional.
      if (start !== -1) cells.push({ from: start, to: end })
      else if (hasPipe && at < to) cells.push({ from: at, to: at })
      hasPipe = true
      start = -1
    } else if (character !== ' ' && character !== '\t') {
      if (start === -1) start = at
      if (character === '\\' && at + 1 < to) at++
      end = at + 1
    }
  }
  return cells
}

/** Whether a line is the delimiter row of a table with this number of columns. */
export function isDelimiterRow(row: string, columns: number): boolean {
  if (!/^[-:|][-:| \t]*$/.test(row)) return false
  const cells = cellsOf(row, 0, row.length)
  return cells.length === columns && cells.every(({ from, to }) => /^:?-+:?$/.test(row.slice(from, to)))
}
