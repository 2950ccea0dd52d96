import { diffArrays } from 'diff'
import { composed } from '../normal-form.ts'
import { encodePath, fileAddress, type LinkBase } from './links.ts'
import type { ConvertedRunbook } from './runbook.ts'
import { originOf, readText } from './source-line.ts'

/** Changed lines of an edit beyond which texts are not compared: the time grows with the square of their number. */
export const MAX_EDIT_LENGTH = 2000

/** A line with text, and the number of blank lines before it: services and people change these without a meaning. */
interface TextLine {
  /** Its place among all lines, from 0. */
  readonly at: number
  readonly text: string
  readonly gap: number
}

/** A line of the edit: `own` is the same line in the entry, `replaced` the line whose place it has. */
interface EditedLine {
  readonly line: TextLine
  readonly own: TextLine | undefined
  readonly replaced: TextLine | undefined
}

/**
 * The file as it would be if the person who edited its entry had edited the file: each line that the entry had is the line of
 * the file that it came from, so that links stay relative, and blanks and line ends stay.
 *
 * @param edit the text of the edited entry, without its source line and in normal form.
 * @returns undefined if both differ too much.
 */
export function editedFile(
  file: string,
  { above, below, written }: Pick<ConvertedRunbook, 'above' | 'below' | 'written'>,
  edit: string
): string | undefined {
  const lines = linesOf(file)
  const bodyAt = lines.length - linesOf(below).length
  const own = entryLines(above, below, bodyAt)
  const shown = edit.split('\n')
  const aligned = align(own, textLines(shown))
  const first = own.find(({ at }) => at >= bodyAt)
  const last = own.at(-1)
  if (aligned === undefined || first === undefined || last === undefined) return undefined
  const lastAbove = own[own.indexOf(first) - 1]

  const result = lines.slice(0, lastAbove === undefined ? first.at : 0)
  const lineEnd = lineEndOf(file)
  for (const [nth, { line, own: same, replaced }] of aligned.entries()) {
    const { at, gap } = same ?? replaced ?? { at: 0, gap: 0 }
    // The source line stood there, with blank lines around it that are in no file.
    const isBelowSource = lastAbove !== undefined && aligned[nth - 1]?.own === lastAbove
    if (isBelowSource) result.push(...lines.slice(lastAbove.at + 1, first.at))
    else if (nth > 0 && line.gap > 0) result.push(...(gap > 0 ? lines.slice(at - gap, at) : [lineEnd]))
    if (same !== undefined) result.push(lines[same.at] ?? '')
    else result.push(asWritten(shown[line.at] ?? '', written) + lineEnd)
  }
  return [...result, ...lines.slice(last.at + 1)].join('')
}

/** A text with the line ends of another one, unless that mixes them, and with one behind its last line. */
export function withLineEndsOf(model: string, text: string): string {
  const lineEnd = lineEndOf(model)
  const isMixed = linesOf(model).some((line) => (LINE_END.exec(line)?.[0] ?? lineEnd) !== lineEnd)
  const lines = isMixed ? text : text.replace(/\r?\n/g, lineEnd)
  return lines.endsWith('\n') ? lines : lines + lineEnd
}

const LINE_END = /\r\n$|[\r\n]$/

function lineEndOf(text: string): '\n' | '\r\n' {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
}

/** The lines, each with what ends it. A file may mix all kinds of line ends. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)|(?<=\r)(?!\n)/)
}

/** The lines of an entry from its first text to its last, numbered as those of the file, whose body begins at a line. */
function entryLines(above: string, below: string, bodyAt: number): TextLine[] {
  const linesAbove = above === '' ? 0 : linesOf(above).length
  const lines = textLines(linesOf(composed(above + below)))
  const numbered = lines.map((line) => (line.at < linesAbove ? line : { ...line, at: line.at - linesAbove + bodyAt }))
  // A text in normal form is trimmed, also of other white space than blanks.
  const isText = ({ text }: TextLine): boolean => text.trim() !== ''
  return numbered.slice(numbered.findIndex(isText), numbered.findLastIndex(isText) + 1)
}

function textLines(lines: readonly string[]): TextLine[] {
  const found: TextLine[] = []
  let gap = 0
  for (const [at, line] of lines.entries()) {
    const text = line.replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '')
    if (text !== '') found.push({ at, text, gap })
    gap = text === '' ? gap + 1 : 0
  }
  return found
}

/** Tells which lines of an entry an edit has left alone; undefined if there are too few. */
function align(own: TextLine[], edited: TextLine[]): EditedLine[] | undefined {
  const [start, end] = [edited[0], edited.at(-1)]
  const parts = diffArrays(own, edited, {
    maxEditLength: MAX_EDIT_LENGTH,
    // Normal form also trims the start of the first line and the end of the last one.
    comparator(a, b) {
      const left = b === start ? a.text.trimStart() : a.text
      return (b === end ? left.trimEnd() : left) === b.text
    }
  })
  if (parts === undefined) return undefined
  const aligned: EditedLine[] = []
  let [ownAt, editedAt] = [0, 0]
  let removed: readonly TextLine[] = []
  for (const { added, removed: isRemoved, count } of parts) {
    if (isRemoved) {
      removed = own.slice(ownAt, (ownAt += count))
      continue
    }
    const same = added ? [] : own.slice(ownAt, (ownAt += count))
    for (const [nth, line] of edited.slice(editedAt, (editedAt += count)).entries()) {
      aligned.push({ line, own: same[nth], replaced: added ? removed[nth] : undefined })
    }
    removed = []
  }
  return aligned
}

/** An address in a link, an image, a definition or an attribute; elsewhere only addresses are links. */
const ADDRESS = /(\]\(<?|\]:[ \t]*<?|=["'])(https?:[^\s<>()"']+)/g

/** A line in which the addresses that the conversion made are as the file writes them. */
function asWritten(line: string, written: ReadonlyMap<string, string>): string {
  return line.replace(ADDRESS, (_, before: string, address: string) => before + (written.get(address) ?? address))
}

/** The text that a person wrote, with addresses as they are now: the branch may have another name since. */
export function textOfEdit(content: string, base: LinkBase): string {
  const { line, text } = readText(content)
  const path = encodePath(line?.path ?? '')
  if (line === undefined || originOf(line, base) === 'another repository' || !line.address.endsWith(`/${path}`))
    return text
  const roots = [line.address, fileAddress(line.path, base)].map((address) => address.slice(0, -path.length))
  if (roots[0] === roots[1]) return text
  return ['blob', 'raw', 'tree'].reduce((edited, page) => {
    const [from = '', to = ''] = roots.map((root) => {
      // The last one: a repository may be called so.
      const at = root.lastIndexOf('/blob/')
      return at === -1 ? root : `${root.slice(0, at)}/${page}/${root.slice(at + '/blob/'.length)}`
    })
    return edited.replaceAll(from, to)
  }, text)
}
