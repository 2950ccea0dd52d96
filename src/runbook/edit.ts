import { diffArrays } from 'diff'
import { composed, normalForm } from '../normal-form.ts'
import { readFrontMatter } from './front-matter.ts'
import { hasAddresses, makeLinksRelative } from './links.ts'
import { parseMarkdown } from './markdown.ts'
import { convertText, type ConvertedRunbook, type RunbookOptions } from './runbook.ts'

/** An edit with more changed lines is not pulled, because the time grows with the square of their number. */
const MAX_EDIT_LENGTH = 2000

/** Merges two changes of a text, line by line; undefined if they conflict. */
type Merge = (ours: string, base: string, theirs: string) => Promise<string | undefined>

/**
 * True if a text contains by now what an edit changed in the text before it, so that merging both changes nothing.
 *
 * @param texts all of them as `textOf` gives them.
 */
export async function containsEdit(
  merge: Merge,
  texts: { readonly now: string; readonly before: string; readonly edit: string }
): Promise<boolean> {
  const merged = await merge(texts.now, texts.before, texts.edit)
  return merged !== undefined && normalForm(merged) === texts.now
}

/**
 * True if the text of an entry is a file that a person copied by hand, with its links as they are there, with or without its
 * front matter.
 *
 * @param text of the entry, as `textOf` gives it.
 */
export function isCopyOfFile(path: string, file: string, text: string, options: RunbookOptions): boolean {
  return (['strip', 'keep'] as const).some((frontMatter) => {
    // Without a repository, links stay as they are.
    const { above, below } =
      convertText(path, file, { ...options, nameTemplate: '{stem}', frontMatter, repository: '' }) ?? {}
    return above !== undefined && normalForm(`${above}${below}`) === text
  })
}

/**
 * Changes a file as if the person who edited its entry had edited the file: the front matter and all lines that the edit
 * leaves alone stay as they are, and links of this repository become relative again.
 *
 * @param edit what `textOf` makes of the edited entry.
 * @returns undefined if the file would not become an entry of this name with the text of the edit.
 */
export function applyEdit(path: string, file: string, edit: string, options: RunbookOptions): string | undefined {
  const before = convertText(path, file, options)
  const result = before && editFile(path, file, before, edit, options)
  const after = result === undefined ? undefined : convertText(path, result, options)
  return after !== undefined && after.name === before?.name && after.text === edit ? result : undefined
}

/** A line with text, and the number of blank lines before it: services and people change these without a meaning. */
interface TextLine {
  /** Its place among all lines, from 0. */
  readonly at: number
  readonly text: string
  readonly gap: number
}

/** A line of the edit, the line of the entry that it is, and, if it is none of them, the one in whose place it stands. */
interface EditedLine {
  readonly line: TextLine
  readonly own: TextLine | undefined
  readonly replaced: TextLine | undefined
}

/** Undefined if both texts differ too much. */
function editFile(
  path: string,
  file: string,
  { above, below }: Pick<ConvertedRunbook, 'above' | 'below'>,
  edit: string,
  options: RunbookOptions
): string | undefined {
  const fileLines = linesOf(file)
  const bodyAt = fileLines.length - linesOf(below).length
  const shown = withRelativeLinks(path, fileLines.slice(bodyAt).join(''), edit, options).split('\n')

  // The entry has the lines of the file from here on.
  const textAt = options.frontMatter === 'keep' ? 0 : bodyAt
  const own = entryLines(above + below, fileLines.length)
  const first = own.find(({ at }) => at >= bodyAt)
  const last = own.at(-1)
  const aligned = align(own, textLines(edit.split('\n')))
  if (aligned === undefined || first === undefined || last === undefined) return undefined
  const lastAbove = own[own.indexOf(first) - 1]
  const blanksAbove = fileLines.slice(Math.max(textAt, (lastAbove?.at ?? -1) + 1), first.at)

  const lines = fileLines.slice(0, textAt)
  for (const [nth, { line, own: same, replaced }] of aligned.entries()) {
    if (same !== undefined && same.at < textAt) continue
    const isTop = lastAbove === undefined ? nth === 0 : aligned[nth - 1]?.own === lastAbove
    const { at, gap } = same ?? replaced ?? { at: 0, gap: 0 }
    const blanks = fileLines.slice(Math.max(textAt, at - gap), at)
    if (isTop) lines.push(...blanksAbove)
    else if (line.gap > 0) lines.push(...(blanks.length > 0 ? blanks : ['']))
    lines.push((same === undefined ? shown[line.at] : fileLines[same.at]) ?? '')
  }
  return joinLines(lines, fileLines.slice(last.at + 1), file)
}

/** The lines of an entry from its first text to its last, numbered as those of the file, which end with them. */
function entryLines(entry: string, fileLength: number): TextLine[] {
  const lines = linesOf(composed(entry))
  const shift = fileLength - lines.length
  const all = textLines(lines).map((line) => ({ ...line, at: line.at + shift }))
  // A text in normal form is trimmed, also of other white space than blanks.
  const isText = ({ text }: TextLine): boolean => text.trim() !== ''
  return all.slice(all.findIndex(isText), all.findLastIndex(isText) + 1)
}

/** With line ends as the file has them, also at its end. */
function joinLines(lines: readonly string[], rest: readonly string[], file: string): string {
  const lineEnd = /^[^\n]*\r\n/.test(file) ? '\r\n' : '\n'
  const text = lines.map((line) => (LINE_END.test(line) ? line : line + lineEnd)).join('')
  return rest.length > 0 || LINE_END.test(file) ? text + rest.join('') : text.replace(LINE_END, '')
}

const LINE_END = /\r\n$|[\r\n]$/

/** The lines, each with what ends it. A file may mix all kinds of line ends. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)|(?<=\r)(?!\n)/)
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

/** @param body of the file, which spells some links already. */
function withRelativeLinks(path: string, body: string, edit: string, options: RunbookOptions): string {
  if (!hasAddresses(options)) return edit
  const frontMatter = options.frontMatter === 'keep' ? readFrontMatter(edit) : { end: 0 }
  const end = 'end' in frontMatter ? frontMatter.end : 0
  const markdown = edit.slice(end)
  try {
    const [own, edited] = [parseMarkdown(body), parseMarkdown(markdown)]
    const relative = makeLinksRelative(markdown, edited.destinations, path, options, { markdown: body, ...own })
    return edit.slice(0, end) + relative
  } catch (error) {
    // Nested too deeply for the memory of this machine.
    if (error instanceof RangeError) return edit
    throw error
  }
}
