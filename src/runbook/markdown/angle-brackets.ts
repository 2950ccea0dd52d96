import { closingTagEnd, openTagEnd } from './html-tags.ts'
import { matchAt } from './match.ts'

const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d][a-z\d.-]*)>/iuy
const EMPTY_COMMENT = /<!---?>/y
const DELIMITED = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>']
] as const

/**
 * Finds the end of a tag, an autolink, a comment or the like that starts with `<`, or of the `<` alone. `isTag` marks open tags:
 * only they have destinations.
 */
export function angleBracketScanner(text: string): (at: number) => { readonly end: number; readonly isTag: boolean } {
  /** Closing delimiters that do not occur again. */
  const absent = new Set<string>()
  return (at) => {
    const tagEnd = openTagEnd(text, at)
    if (tagEnd !== undefined) return { end: tagEnd, isTag: true }
    const end = closingTagEnd(text, at) ?? matchAt(AUTOLINK, text, at) ?? matchAt(EMPTY_COMMENT, text, at)
    if (end !== undefined) return { end, isTag: false }
    for (const [open, close] of DELIMITED) {
      if (!text.startsWith(open, at) || absent.has(close)) continue
      if (open === '<!' && !/[a-z]/i.test(text[at + 2] ?? '')) continue
      const closeAt = text.indexOf(close, at + open.length)
      if (closeAt !== -1) return { end: closeAt + close.length, isTag: false }
      absent.add(close)
    }
    return { end: at + 1, isTag: false }
  }
}
