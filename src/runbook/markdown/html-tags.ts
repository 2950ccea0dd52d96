import { matchAt } from './match.ts'

const TAG_NAME = /<[a-z][a-z\d-]*/iy
const ATTRIBUTE = /[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?/iy
const TAG_END = /[ \t\n]*\/?>/y
const CLOSING_TAG = /<\/[a-z][a-z\d-]*[ \t\n]*>/iy

/**
 * The end of an open tag (CommonMark 6.6). Of all scans that reach one offset, no two are in the same state (between quotes,
 * which, or none), so scans from many offsets take linear time together.
 */
export function openTagEnd(text: string, at: number): number | undefined {
  let end = matchAt(TAG_NAME, text, at)
  if (end === undefined) return undefined
  // A pattern for all attributes at once would run out of stack.
  for (let next: number | undefined = end; next !== undefined; next = matchAt(ATTRIBUTE, text, end)) end = next
  return matchAt(TAG_END, text, end)
}

export function closingTagEnd(text: string, at: number): number | undefined {
  return matchAt(CLOSING_TAG, text, at)
}
