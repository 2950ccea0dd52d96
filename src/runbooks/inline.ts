/** Where a piece of text stands, from `from` up to but not including `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A link or an image: `open`, its text, `close`. */
export interface Link {
  readonly image: boolean
  /** `[` or `![`. */
  readonly open: Span
  /** `](…)`, `][…]` or `]`. */
  readonly close: Span
  /** As it is written, without angle brackets; absent where a definition holds it. */
  readonly destination?: Span
  /** Which definition holds it, normalized. */
  readonly label?: string
}

export interface Definition {
  /** Normalized, as two labels must be to be compared. */
  readonly label: string
  readonly destination: Span
}

/**
 * The link reference definitions at the beginning of a paragraph (CommonMark 4.7), and where they end. Footnotes, which
 * look like them, are text.
 */
export function readDefinitions(text: string): { readonly definitions: readonly Definition[]; readonly end: number } {
  const definitions: Definition[] = []
  let end = 0
  for (;;) {
    const definition = readDefinition(text, end)
    if (definition === undefined) return { definitions, end }
    definitions.push(definition)
    end = definition.end
  }
}

function readDefinition(text: string, start: number): (Definition & { readonly end: number }) | undefined {
  const from = match(/[ \t]*(?=\[)/y, text, start)
  const labelEnd = from === undefined ? undefined : match(LABEL, text, from)
  if (from === undefined || labelEnd === undefined || text[labelEnd] !== ':') return undefined
  const label = normalize(text.slice(from + 1, labelEnd - 1))
  if (label === '' || label.startsWith('^')) return undefined
  const destination = readDestination(text, gapEnd(text, labelEnd + 1))
  if (destination === undefined) return undefined
  const title = readTitle(text, destination.end)
  const end = (title === undefined ? undefined : match(LINE_END, text, title)) ?? match(LINE_END, text, destination.end)
  return end === undefined ? undefined : { label, destination: destination.span, end }
}

interface Opener {
  readonly at: number
  readonly image: boolean
  /** Another bracket opens behind it, so that its text is no label. */
  nested: boolean
}

/**
 * Finds the links, images and HTML tags in the text of one block as CommonMark 6 does: backslashes, code spans, tags and
 * autolinks first, then brackets, from the inside out. Emphasis is left out, for it decides about none of them. Whatever
 * the text, it is looked at a bounded number of times.
 *
 * @param isDefined whether the document defines a (normalized) label
 */
export function scanInline(
  text: string,
  start: number,
  isDefined: (label: string) => boolean
): { readonly links: readonly Link[]; readonly tags: readonly Span[] } {
  const links: Link[] = []
  const tags: Span[] = []
  const openers: Opener[] = []
  /** Links do not nest: below this height no opener that is not an image's opens one. */
  let inactive = 0
  const codeEnd = codeSpans(text)
  const angleEnd = angleBrackets(text)

  let escapedTo = -1
  const special = /[\\`<[\]]/g
  special.lastIndex = start
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const at = found.index
    switch (found[0]) {
      case '\\':
        if (isPunctuation(text.charCodeAt(at + 1))) special.lastIndex = escapedTo = at + 2
        break
      case '`':
        special.lastIndex = codeEnd(at)
        break
      case '<': {
        const { end, tag } = angleEnd(at)
        if (tag) tags.push({ from: at, to: end })
        special.lastIndex = end
        break
      }
      case '[': {
        const last = openers.at(-1)
        if (last !== undefined) last.nested = true
        openers.push({ at, image: text[at - 1] === '!' && escapedTo !== at, nested: false })
        break
      }
      case ']': {
        const opener = openers.pop()
        if (opener === undefined) break
        const live = opener.image || openers.length >= inactive
        inactive = Math.min(inactive, openers.length)
        if (!live) break
        const target = readInlineTarget(text, at + 1) ?? readReference(text, opener, at, isDefined)
        if (target === undefined) break
        const { end, ...rest } = target
        const open = { from: opener.at - (opener.image ? 1 : 0), to: opener.at + 1 }
        links.push({ image: opener.image, open, close: { from: at, to: end }, ...rest })
        special.lastIndex = end
        if (!opener.image) inactive = openers.length
        break
      }
    }
  }
  return { links, tags }
}

/** `(destination "title")`, both optional. */
function readInlineTarget(text: string, at: number): { end: number; destination?: Span } | undefined {
  if (text[at] !== '(') return undefined
  const from = gapEnd(text, at + 1)
  const destination = readDestination(text, from)
  const afterDestination = destination?.end ?? from
  const title = destination === undefined ? undefined : readTitle(text, afterDestination)
  const end = match(/[ \t]*\n?[ \t]*\)/y, text, title ?? afterDestination)
  if (end === undefined) return undefined
  return destination === undefined ? { end } : { end, destination: destination.span }
}

/** `[label]`, `[]` or nothing behind a text in brackets. */
function readReference(
  text: string,
  opener: Opener,
  at: number,
  isDefined: (label: string) => boolean
): { end: number; label: string } | undefined {
  const end = text[at + 1] === '[' ? match(LABEL, text, at + 1) : undefined
  const own = end === undefined || end === at + 3
  if (own && (opener.nested || at - opener.at > 1000)) return undefined
  const label = normalize(own ? text.slice(opener.at + 1, at) : text.slice(at + 2, end - 1))
  return label !== '' && isDefined(label) ? { end: end ?? at + 1, label } : undefined
}

/** `span` is the destination itself, `end` what follows it and its angle brackets. */
function readDestination(text: string, at: number): { readonly span: Span; readonly end: number } | undefined {
  if (text[at] === '<') {
    const end = match(/<[^<>\\\n]*(?:\\[^\n][^<>\\\n]*)*>/y, text, at)
    return end === undefined ? undefined : { span: { from: at + 1, to: end - 1 }, end }
  }
  let depth = 0
  let end = at
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code <= 0x20 || code === 0x7f) break
    if (code === 0x5c && isPunctuation(text.charCodeAt(end + 1))) end++
    // cmark's limit; without one, `[a](` over and over would be read to the end each time.
    else if (code === 0x28 && ++depth > 32) return undefined
    else if (code === 0x29 && --depth < 0) break
  }
  return end === at || depth > 0 ? undefined : { span: { from: at, to: end }, end }
}

/** The end of a title that is set off by white space. */
function readTitle(text: string, at: number): number | undefined {
  const from = gapEnd(text, at)
  return from === at ? undefined : match(TITLE, text, from)
}

/** Blanks, with at most one line end among them. */
function gapEnd(text: string, at: number): number {
  return match(/[ \t]*\n?[ \t]*/y, text, at) ?? at
}

const LINE_END = /[ \t]*(?:\n|$)/y
const LABEL = /\[(?:[^\\[\]]|\\[^]){0,999}\]/y
const TITLE = /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|\([^()\\]*(?:\\[^][^()\\]*)*\)/y

function normalize(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** Finds the end of what a run of backticks opens: a code span, or the run alone. Every run is looked at once. */
function codeSpans(text: string): (at: number) => number {
  const lastRun = new Map<number, number>()
  let complete = false
  return (at) => {
    const run = /`+/g
    run.lastIndex = at
    const size = run.exec(text)?.[0].length ?? 1
    if (complete && (lastRun.get(size) ?? -1) <= at) return at + size
    for (let next = run.exec(text); next !== null; next = run.exec(text)) {
      lastRun.set(next[0].length, next.index)
      if (next[0].length === size) return run.lastIndex
    }
    complete = true
    return at + size
  }
}

const OPEN_TAG =
  /<[a-z][a-z\d-]*(?:[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t\n]*\/?>/iy
const CLOSING_TAG = /<\/[a-z][a-z\d-]*[ \t\n]*>/iy
const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d][a-z\d.-]*)>/iuy
const EMPTY_COMMENT = /<!---?>/y
const LONG = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>']
] as const

/** Finds the end of what `<` opens: a tag, something that holds no destination, or nothing. */
function angleBrackets(text: string): (at: number) => { readonly end: number; readonly tag: boolean } {
  /** Ends that were searched for and do not come any more. */
  const absent = new Set<string>()
  return (at) => {
    const tagEnd = match(OPEN_TAG, text, at)
    if (tagEnd !== undefined) return { end: tagEnd, tag: true }
    const shortEnd = match(CLOSING_TAG, text, at) ?? match(AUTOLINK, text, at) ?? match(EMPTY_COMMENT, text, at)
    if (shortEnd !== undefined) return { end: shortEnd, tag: false }
    for (const [open, close] of LONG) {
      if (!text.startsWith(open, at) || absent.has(close)) continue
      if (open === '<!' && !/[a-z]/i.test(text[at + 2] ?? '')) continue
      const end = text.indexOf(close, at + open.length)
      if (end !== -1) return { end: end + close.length, tag: false }
      absent.add(close)
    }
    return { end: at + 1, tag: false }
  }
}

/** The end of a sticky pattern's match at `at`. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  )
}
