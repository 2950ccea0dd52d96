import { diffArrays } from 'diff'
import { composed, normalForm } from '../normal-form.ts'
import { makeLinksRelative } from './links.ts'
import { parseMarkdown } from './markdown.ts'
import { convertText, type ConvertedRunbook, type RunbookOptions } from './runbook.ts'

/** Changed lines beyond which an edit is not brought home: the time grows with their square. */
const MAX_EDIT_LENGTH = 2000
/** Changed words between two texts: of more, no merge by hand can be told. */
const MAX_EDITED_WORDS = 500

/**
 * Changes a file as if the person who edited its entry had edited the file: the front matter and all lines that the edit
 * leaves alone stay as they are, and links of this repository become relative again.
 *
 * @param edit the text of the entry without its source line.
 * @returns the file; undefined where it would not become an entry of this name with the text of the edit.
 */
export function applyEdit(path: string, file: string, edit: string, options: RunbookOptions): string | undefined {
  const usesCrlf = file.includes('\r\n') && !/(?<!\r)\n/.test(file)
  const text = usesCrlf ? file.replaceAll('\r\n', '\n') : file
  const before = convertText(path, text, options)
  if (before === undefined) return undefined
  const lines = editLines(path, text, before, edit, options)
  if (lines === undefined) return undefined
  const result = usesCrlf ? lines.join('\r\n') : lines.join('\n')
  const after = convertText(path, result, options)
  return after?.name === before.name && normalForm(after.text) === normalForm(edit) ? result : undefined
}

/**
 * Whether a text has each word that an edit added to the one before it, beside the same word, and none that the edit took
 * away: a person who merges both by hand at the same place writes such a text, in which no merge of lines finds the edit. Of
 * an edit that only takes words away nobody can tell, because another change of this place may have done that.
 */
export function hasWordsOf(now: string, before: string, edit: string): boolean {
  const added = lostWords(edit, before)
  if (!added?.size || lostWords(edit, now)?.isDisjointFrom(added) !== true) return false
  const removed = lostWords(before, edit)
  if (removed === undefined || lostWords(before, now)?.isSupersetOf(removed) !== true) return false
  // A short word such as "not" may also stand in another sentence.
  const [pairs, present] = [pairsOf(edit), new Set(pairsOf(now))]
  return [...added].every((at) => pairs.slice(at, at + 2).some((pair) => present.has(pair)))
}

/** Each word with the one before it, and the last one with nothing. */
function pairsOf(text: string): string[] {
  const words = wordsOf(text)
  return [...words, ''].map((word, at) => `${words[at - 1] ?? ''} ${word}`)
}

function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? []
}

/** Positions of the words that another text lacks; undefined where both differ too much to be compared. */
function lostWords(from: string, to: string): ReadonlySet<number> | undefined {
  const parts = diffArrays(wordsOf(from), wordsOf(to), { maxEditLength: MAX_EDITED_WORDS })
  if (parts === undefined) return undefined
  const lost = new Set<number>()
  let at = 0
  for (const { added, removed, count } of parts) {
    if (added) continue
    for (const end = at + count; at < end; at++) if (removed) lost.add(at)
  }
  return lost
}

function editLines(
  path: string,
  file: string,
  { text, firstLine }: ConvertedRunbook,
  edit: string,
  options: RunbookOptions
): string[] | undefined {
  const fileLines = file.split('\n')
  const shown = relativeLinks(path, fileLines.slice(firstLine - 1).join('\n'), edit, options).split('\n')
  // Converting keeps the lines of a file, but for its front matter.
  const bodyAt = options.frontMatter === 'keep' ? 0 : firstLine - 1
  const ownLines = text.split('\n')
  const offset = fileLines.length - ownLines.length
  const [own, edited] = [textLines(ownLines), textLines(edit.split('\n'))]
  const parts = diffArrays(own, edited, {
    maxEditLength: MAX_EDIT_LENGTH,
    comparator: (a, b) =>
      a === own[0] && b === edited[0]
        ? a.text.trimStart() === b.text.trimStart()
        : a.text === b.text && (a.gap > 0 === b.gap > 0 || a === own[0] || b === edited[0])
  })
  if (parts === undefined) return undefined

  const first = own.find(({ at }) => at + offset >= bodyAt)
  const lines = fileLines.slice(0, bodyAt)
  const blanksBefore = ({ at, gap }: { at: number; gap: number }): string[] =>
    fileLines.slice(Math.max(bodyAt, at + offset - gap), at + offset)
  let [ownAt, editedAt] = [0, 0]
  let removed: typeof own = []
  for (const part of parts) {
    if (part.removed) {
      removed = own.slice(ownAt, (ownAt += part.count))
      continue
    }
    const after = edited.slice(editedAt, (editedAt += part.count))
    const same = part.added ? [] : own.slice(ownAt, (ownAt += part.count))
    for (const [nth, line] of after.entries()) {
      const mine = same[nth]
      if (mine !== undefined && mine.at + offset < bodyAt) continue
      const near = mine ?? removed[nth] ?? (line === edited[0] ? first : undefined)
      const blanks = near === undefined || (line.gap === 0 && near !== first) ? [] : blanksBefore(near)
      lines.push(...(blanks.length === 0 && near !== first ? Array<string>(line.gap).fill('') : blanks))
      lines.push((mine === undefined ? shown[line.at] : fileLines[mine.at + offset]) ?? '')
    }
    removed = []
  }
  const last = own.at(-1)
  return [...lines, ...fileLines.slice(last === undefined ? bodyAt : Math.max(bodyAt, last.at + offset + 1))]
}

/** The lines with text, each with the number of blank lines before it: services and people change these without a meaning. */
function textLines(lines: readonly string[]) {
  const found: { readonly at: number; readonly text: string; readonly gap: number }[] = []
  let gap = 0
  for (const [at, line] of lines.entries()) {
    const text = composed(line.trimEnd())
    if (text !== '') found.push({ at, text, gap })
    gap = text === '' ? gap + 1 : 0
  }
  return found
}

/** @param body of the file, which spells some links already. */
function relativeLinks(path: string, body: string, edit: string, options: RunbookOptions): string {
  if (options.links === 'keep') return edit
  try {
    const [own, edited] = [parseMarkdown(body), parseMarkdown(edit)]
    return makeLinksRelative(edit, edited.destinations, path, options, { markdown: body, ...own })
  } catch (error) {
    // Nested too deeply for the memory of this machine.
    if (error instanceof RangeError) return edit
    throw error
  }
}
