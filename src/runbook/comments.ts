export interface Span {
  /** Offset of the first character. */
  readonly from: number
  /** Offset after the last character. */
  readonly to: number
}

/** The comments of a piece of HTML. One that never ends is none. @param start where the piece stands. */
export function commentsIn(html: string, start: number): Span[] {
  const comments: Span[] = []
  for (let from = html.indexOf('<!--'); from !== -1;) {
    // `<!-->` and `<!--->` are comments (CommonMark 0.31, 6.6).
    const end = html.indexOf('-->', from + 2)
    if (end === -1) break
    comments.push({ from: start + from, to: start + end + 3 })
    from = html.indexOf('<!--', end + 3)
  }
  return comments
}

/** How the comments of generators begin and end: of Hugo, Jekyll and kramdown. */
const FORMS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/\{\{-? ?\/\*/g, /\*\/ ?-?\}\}/g],
  [/\{\{[<%]\s*comment\s*[>%]\}\}/g, /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g],
  [/\{%-?\s*comment\s*-?%\}/g, /\{%-?\s*endcomment\s*-?%\}/g],
  [/\{::comment\}/g, /\{:\/(?:comment)?\}/g]
]
/** How comments of MDX begin and end. No other generator has a part in such a file. */
const MDX_FORMS: typeof FORMS = [
  [/\{\/\*/g, /\*\/\}/g],
  [/<!--/g, /-->/g]
]
const MAY_HAVE_FORM = /<!--|\{\/\*|comment\s*-?[>%}]/

/** The comments of generators in a text, in its order. @param except where none begins: code, and other comments. */
export function generatorComments(text: string, except: readonly Span[], isMdx: boolean): Span[] {
  if (!MAY_HAVE_FORM.test(text)) return []
  const shown = withoutComments(text, except)
  const found: Span[] = []
  for (const [begin, end] of isMdx ? MDX_FORMS : FORMS) {
    const next = (at: number): Span | undefined => {
      begin.lastIndex = at
      const opening = begin.exec(shown)
      end.lastIndex = begin.lastIndex
      // One that never ends is none.
      return opening === null || end.exec(text) === null ? undefined : { from: opening.index, to: end.lastIndex }
    }
    for (let span = next(0); span !== undefined; span = next(span.to)) found.push(span)
  }
  const outer: Span[] = []
  for (const span of found.sort(inOrder)) if (span.from >= (outer.at(-1)?.to ?? 0)) outer.push(span)
  return outer
}

export function inOrder(one: Span, other: Span): number {
  return one.from - other.from
}

/** True if there is nothing but white space beside what is hidden. */
export function isEmptyBeside(text: string, hidden: readonly Span[]): boolean {
  return closeGaps(withoutComments(text, hidden.toSorted(inOrder))).trim() === ''
}

// No file has this character, so it can keep the place of another one.
const GAP = '\0'

/** A text with a gap for every character of its comments, but for their line ends. */
export function withoutComments(text: string, comments: readonly Span[]): string {
  const shown: string[] = []
  let at = 0
  for (const { from, to } of comments) {
    shown.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, GAP))
    at = to
  }
  return shown.join('') + text.slice(at)
}

export function closeGaps(text: string): string {
  return text.replaceAll(GAP, '')
}
