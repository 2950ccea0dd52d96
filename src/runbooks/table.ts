import type { Span } from './inline.ts'

/** The cells of a table's row (GFM 4.10): what stands between its pipes, without the blanks around it. */
export function cellsOf(source: string, from: number, to: number): Span[] {
  const cells: Span[] = []
  let start = -1
  let end = from
  let opened = false
  for (let at = from; at <= to; at++) {
    const code = at === to ? PIPE : source.charCodeAt(at)
    if (code === PIPE) {
      // Before the first pipe and behind the last one there need not be a cell.
      if (start !== -1) cells.push({ from: start, to: end })
      else if (opened && at < to) cells.push({ from: at, to: at })
      opened = true
      start = -1
    } else if (code !== SPACE && code !== TAB) {
      if (start === -1) start = at
      if (code === BACKSLASH && at + 1 < to) at++
      end = at + 1
    }
  }
  return cells
}

/** Whether this is the second line of a table with so many columns. */
export function isDelimiterRow(row: string, columns: number): boolean {
  if (!/^[-:|][-:| \t]*$/.test(row) || !row.includes('|')) return false
  const cells = cellsOf(row, 0, row.length)
  return cells.length === columns && cells.every(({ from, to }) => /^:?-+:?$/.test(row.slice(from, to)))
}

const PIPE = 0x7c
const BACKSLASH = 0x5c
const SPACE = 0x20
const TAB = 0x09
