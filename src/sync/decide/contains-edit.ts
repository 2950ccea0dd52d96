import { structuredPatch } from 'diff'
import { MAX_EDIT_LENGTH } from '../../runbook/edit.ts'

/** Lines of the base that were replaced by others; none of them for lines that were added. */
interface Change {
  /** Lines of the base, from 0; `to` is behind the last one. */
  readonly from: number
  readonly to: number
  readonly added: readonly string[]
}

/**
 * True if a runbook has the whole edit of its base: of the lines that the edit removed, none stands in the runbook more often than in
 * the edit, wherever it stands; what it added stands in its place in one piece; and where it removed lines, the runbook has added
 * nothing else, because that may be a removed step in other words. Blank lines, blanks at the ends of lines, and the character of a
 * bullet do not count, because formatters change them; indentation does.
 */
export function containsEdit(runbook: string, base: string, edit: string): boolean {
  const [before, after, now] = [base, edit, runbook].map(comparableLines) as [string[], string[], string[]]
  const wanted = changesBetween(before, after)
  const made = changesBetween(before, now)
  if (wanted === undefined || made === undefined) return false
  const removed = wanted.flatMap(({ from, to }) => before.slice(from, to))
  if (hasMoreOf(removed, now, after)) return false
  // No two changes of the runbook touch, so an edit lies in one of them at most.
  const places = Map.groupBy(wanted, (one) => made.find(({ from, to }) => from <= one.from && one.to <= to))
  return [...places].every(([place, edits]) => place !== undefined && holds(place, edits))
}

function holds({ added }: Change, edits: readonly Change[]): boolean {
  let start = 0
  for (const edit of edits) {
    const found = indexOfPiece(added, edit.added, start)
    if (found === -1) return false
    start = found + edit.added.length
  }
  const wanted = edits.reduce((sum, edit) => sum + edit.added.length, 0)
  return edits.every(({ from, to }) => from === to) || added.length === wanted
}

/** True if some of these lines stand in one text more often than in another one, also moved, or with another number or bullet. */
function hasMoreOf(lines: readonly string[], text: readonly string[], other: readonly string[]): boolean {
  const [here, there] = [text, other].map((one) => Map.groupBy(one.map(withoutMarker), (line) => line))
  return lines.map(withoutMarker).some((line) => {
    return !isFrame(line) && (here?.get(line)?.length ?? 0) > (there?.get(line)?.length ?? 0)
  })
}

/** A line without its indentation, and the number or bullet of a list. */
function withoutMarker(line: string): string {
  return line.replace(/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/, '')
}

/** True for a line that every text has many of: without a letter or digit, a fence, or nothing but a tag, which an address is not. */
function isFrame(line: string): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(line) || /^(?:`{3,}|~{3,})/.test(line) || /^<\/?[a-z][\w-]*(?:[ \t/][^<>]*)?>$/i.test(line)
  )
}

function indexOfPiece(lines: readonly string[], piece: readonly string[], start: number): number {
  for (let at = start; at + piece.length <= lines.length; at++) {
    if (piece.every((line, nth) => lines[at + nth] === line)) return at
  }
  return -1
}

function changesBetween(base: readonly string[], text: readonly string[]): readonly Change[] | undefined {
  const [before, after] = [base, text].map((lines) => lines.map((line) => `${line}\n`).join(''))
  const options = { context: 0, maxEditLength: MAX_EDIT_LENGTH }
  const patch = structuredPatch('', '', before ?? '', after ?? '', undefined, undefined, options)
  return patch?.hunks.map(({ oldStart, oldLines, lines }) => {
    const added = lines.flatMap((line) => (line.startsWith('+') ? line.slice(1) : []))
    return { from: oldStart - 1, to: oldStart - 1 + oldLines, added }
  })
}

function comparableLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const written = line.replace(/(?<![ \t\r])[ \t\r]+$/, '').replace(/^([ \t]*)[*+](?=[ \t])/, '$1-')
    return written === '' ? [] : written
  })
}
