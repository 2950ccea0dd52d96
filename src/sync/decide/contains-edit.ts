import { diffArrays } from 'diff'

/** Changed lines beyond which texts are not compared: the time grows with the square of their number. */
const MAX_EDIT_LENGTH = 2000

/** Lines of the base that were replaced by others; none of them for lines that were added. */
interface Change {
  /** Lines of the base, from 0; `to` is behind the last one. */
  readonly from: number
  readonly to: number
  readonly added: readonly string[]
}

/**
 * True if a runbook has the whole edit of its base: every line that it removed is gone, and every block that it added stands there
 * in one piece. Where it removed lines, the runbook may have added others only in place of further lines that it replaced there.
 * Blank lines, blanks at the ends of lines, and the character of a bullet do not count, because formatters change them;
 * indentation does.
 */
export function containsEdit(runbook: string, base: string, edit: string): boolean {
  const lines = textLines(base)
  const wanted = changesOf(lines, textLines(edit))
  const made = changesOf(lines, textLines(runbook))
  if (wanted === undefined || made === undefined) return false
  // No two changes of the runbook touch, so an edit lies in one of them at most.
  const places = Map.groupBy(wanted, (one) => made.find(({ from, to }) => from <= one.from && one.to <= to))
  return [...places].every(([place, edits]) => place !== undefined && holds(place, edits))
}

function holds({ from, to, added }: Change, edits: readonly Change[]): boolean {
  let start = 0
  for (const edit of edits) {
    const found = indexOfPiece(added, edit.added, start)
    if (found === -1) return false
    start = found + edit.added.length
  }
  const removed = edits.reduce((sum, edit) => sum + edit.to - edit.from, 0)
  const kept = edits.reduce((sum, edit) => sum + edit.added.length, 0)
  return removed === 0 || added.length - kept <= to - from - removed
}

function indexOfPiece(lines: readonly string[], piece: readonly string[], start: number): number {
  for (let at = start; at + piece.length <= lines.length; at++) {
    if (piece.every((line, nth) => lines[at + nth] === line)) return at
  }
  return -1
}

function changesOf(base: string[], text: string[]): Change[] | undefined {
  const parts = diffArrays(base, text, { maxEditLength: MAX_EDIT_LENGTH })
  if (parts === undefined) return undefined
  const changes: Change[] = []
  let at = 0
  let open: { from: number; to: number; added: string[] } | undefined
  for (const { added, removed, count, value } of parts) {
    if (!added && !removed) {
      at += count
      open = undefined
      continue
    }
    if (open === undefined) changes.push((open = { from: at, to: at, added: [] }))
    if (added) open.added.push(...value)
    else open.to = at += count
  }
  return changes
}

function textLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const written = line.replace(/(?<![ \t\r])[ \t\r]+$/, '').replace(/^([ \t]*)[*+](?=[ \t])/, '$1-')
    return written === '' ? [] : written
  })
}
