import { CLOSING_TAG, openTagEnd } from './html.ts'
import { matchAt, normalizeLabel, PUNCTUATION, readDestination, readLabel, readTitle, type Span } from './syntax.ts'

/** A link or an image. */
interface InlineLink {
  readonly image: boolean
  /** As written, without angle brackets; absent if a definition has it. */
  readonly destination?: Span | undefined
  /** The normalized label of that definition. */
  readonly label?: string
}

interface OpenBracket {
  readonly at: number
  readonly image: boolean
  /** Another bracket follows inside, so the text cannot be a label. */
  hasBracket: boolean
}

/**
 * Finds the links, images and HTML tags in the text of a block (CommonMark chapter 6, GFM autolinks), in linear time.
 * Skips emphasis, which never decides about a link. `labels` are the normalized labels that the document defines.
 */
export function scanInline(text: string, labels: ReadonlySet<string>): { links: InlineLink[]; tags: Span[] } {
  const links: InlineLink[] = []
  const tags: Span[] = []
  const brackets: OpenBracket[] = []
  /** A link contains no link: below this height, open brackets can only start images. */
  let inactive = 0
  const codeSpanEnd = codeSpanScanner(text)
  const angleBracketEnd = angleBracketScanner(text)

  const closeBracket = (at: number): number => {
    const open = brackets.pop()
    if (open === undefined) return at + 1
    const active = open.image || brackets.length >= inactive
    inactive = Math.min(inactive, brackets.length)
    const target = active ? (readTarget(text, at + 1) ?? readReference(text, open, at, labels)) : undefined
    if (target === undefined) return at + 1
    const { end, ...link } = target
    links.push({ image: open.image, ...link })
    if (!open.image) inactive = brackets.length
    return end
  }

  const special = /[\\`<\]]|!?\[|:\/\/|www\./g
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const at = found.index
    switch (found[0]) {
      case '\\':
        if (PUNCTUATION.test(text[at + 1] ?? '')) special.lastIndex++
        break
      case '`':
        special.lastIndex = codeSpanEnd(at)
        break
      case '<': {
        const tagEnd = openTagEnd(text, at)
        if (tagEnd !== undefined) tags.push({ from: at, to: tagEnd })
        special.lastIndex = tagEnd ?? angleBracketEnd(at)
        break
      }
      case '[':
      case '![': {
        const last = brackets.at(-1)
        if (last !== undefined) last.hasBracket = true
        brackets.push({ at: special.lastIndex - 1, image: found[0] === '![', hasBracket: false })
        break
      }
      case ']':
        special.lastIndex = closeBracket(at)
        break
      default:
        // cmark-gfm looks for bare URLs outside brackets only.
        if (brackets.length === 0) special.lastIndex = bareUrlEnd(text, at) ?? special.lastIndex
    }
  }
  return { links, tags }
}

type Target = Omit<InlineLink, 'image'> & { readonly end: number }

const TARGET_END = /[ \t]*(?:\n[ \t]*)?\)/y

/** `(destination "title")`, both optional. */
function readTarget(text: string, at: number): Target | undefined {
  if (text[at] !== '(') return undefined
  const destination = readDestination(text, at + 1)
  const titleEnd = destination && readTitle(text, destination.end)
  const end = matchAt(TARGET_END, text, titleEnd ?? destination?.end ?? at + 1)
  return end === undefined ? undefined : { end, destination }
}

/** `[label]`, `[]` or nothing after a text in brackets. */
function readReference(text: string, open: OpenBracket, at: number, labels: ReadonlySet<string>): Target | undefined {
  const end = readLabel(text, at + 1)
  const isShortcut = end === undefined || end === at + 3
  if (isShortcut && (open.hasBracket || at - open.at > 1000)) return undefined
  const label = normalizeLabel(isShortcut ? text.slice(open.at + 1, at) : text.slice(at + 2, end - 1))
  return labels.has(label) ? { end: end ?? at + 1, label } : undefined
}

/** Finds the end of a code span, or of the backticks alone if none starts there. */
function codeSpanScanner(text: string): (at: number) => number {
  const readRuns = () => {
    const runs = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => ({ from: index, length: run.length }))
    return Map.groupBy(runs.reverse(), ({ length }) => length)
  }
  // Most blocks with links have no code.
  let byLength: ReturnType<typeof readRuns> | undefined
  return (at) => {
    byLength ??= readRuns()
    const length = (matchAt(/`+/y, text, at) ?? at) - at
    const candidates = byLength.get(length) ?? []
    while ((candidates.at(-1)?.from ?? Infinity) <= at) candidates.pop()
    return (candidates.at(-1)?.from ?? at) + length
  }
}

const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d][a-z\d.-]*)>/iuy
const EMPTY_COMMENT = /<!---?>/y
const DELIMITED = [
  [/<!--/y, '-->'],
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![a-z]/iy, '>']
] as const

/** Finds the end of a closing tag, an autolink, a comment or the like that starts with `<`, or of the `<` alone. */
function angleBracketScanner(text: string): (at: number) => number {
  /** Closing delimiters that do not occur again. */
  const absent = new Set<string>()
  return (at) => {
    const end = matchAt(CLOSING_TAG, text, at) ?? matchAt(AUTOLINK, text, at) ?? matchAt(EMPTY_COMMENT, text, at)
    if (end !== undefined) return end
    for (const [open, close] of DELIMITED) {
      const from = absent.has(close) ? undefined : matchAt(open, text, at)
      if (from === undefined) continue
      const closeAt = text.indexOf(close, from)
      if (closeAt !== -1) return closeAt + close.length
      absent.add(close)
    }
    return at + 1
  }
}

/** Not white space or punctuation as cmark-gfm defines them. A longer host is not a DNS name. */
const HOST = /[^\t\n\f\r\p{Z}\p{P}$+<=>^`|~](?:[^\t\n\f\r\p{Z}\p{P}$+<=>^`|~]|[-._]){0,255}/uy
const URL_REST = /[^ \t\n\v\f\r<]*/y

/**
 * The end of a bare URL (GFM 6.9) with `://` or `www.` at `at`. It extends to the next white space: `https://x/[i](j)` contains
 * no link. The trailing punctuation that GFM cuts off never starts a link.
 */
function bareUrlEnd(text: string, at: number): number | undefined {
  const hasScheme = text[at] === ':'
  const before = text.slice(Math.max(0, at - 6), at)
  if (!(hasScheme ? /(?<![a-z])(?:https?|ftp)$/i : /(?:^|[ \t\n\v\f\r*_~(])$/).test(before)) return undefined
  const hostStart = hasScheme ? at + 3 : at
  const hostEnd = matchAt(HOST, text, hostStart)
  if (hostEnd === undefined || /_[^.]*(?:\.[^.]*)?$/.test(text.slice(hostStart, hostEnd))) return undefined
  return matchAt(URL_REST, text, hostEnd)
}
