/** A part of a text. */
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

/** True if there is nothing but white space beside what is hidden. */
export function isEmptyBeside(text: string, hidden: readonly Span[]): boolean {
  let at = 0
  for (const { from, to } of hidden.toSorted((one, other) => one.from - other.from)) {
    if (text.slice(at, from).trim() !== '') return false
    at = to
  }
  return text.slice(at).trim() === ''
}

// No file has this character, so it can keep the place of another one.
const GAP = '\0'

/** A text with a gap for every character of its comments, but for their line ends. */
export function withoutComments(text: string, comments: readonly Span[]): string {
  const shown: string[] = []
  let at = 0
  for (const { from, to } of comments) {
    shown.push(text.slice(at, from), gaps(text.slice(from, to)))
    at = to
  }
  return shown.join('') + text.slice(at)
}

function gaps(text: string): string {
  return text.replace(/[^\r\n]/g, GAP)
}

/** A text without its gaps. */
export function closeGaps(text: string): string {
  return text.replaceAll(GAP, '')
}
