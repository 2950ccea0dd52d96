/**
 * The current line of a document and how much of it is read. Columns count a tab up to the next tab stop (CommonMark 2.2).
 */
export class Line {
  readonly source: string
  /** The range of the line, without its line ending. */
  from = 0
  to = 0
  /** The next character that is not a blank, and its column. */
  at = 0
  column = 0
  /** The column where the content of the current container starts. */
  base = 0

  constructor(source: string) {
    this.source = source
  }

  start(from: number, to: number): void {
    this.from = from
    this.to = to
    this.base = 0
    this.#skipBlanks(from, 0)
  }

  get isBlank(): boolean {
    return this.at === this.to
  }

  /** Whether the line is indented code, unless it continues a paragraph. */
  get isIndented(): boolean {
    return this.column - this.base > 3
  }

  get next(): string {
    return this.source.charAt(this.at)
  }

  get rest(): string {
    return this.source.slice(this.at, this.to)
  }

  /** The rest, with a blank for each character before it. */
  get paddedRest(): string {
    return ' '.repeat(this.at - this.from) + this.rest
  }

  /** Matches a sticky pattern at the next character and does not move. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.source) ?? undefined
  }

  /**
   * Skips the marker of a container and the blanks after it. If they are more than `most`, all but one belong to the
   * content. Returns the indentation of the content in columns.
   */
  skipMarker(length: number, most: number): number {
    const { base } = this
    const end = this.column + length
    this.#skipBlanks(this.at + length, end)
    const gap = this.column - end
    this.base = end + (this.isBlank || gap > most ? 1 : gap)
    return this.base - base
  }

  #skipBlanks(from: number, column: number): void {
    let at = from
    for (; at < this.to; at++) {
      const code = this.source.charCodeAt(at)
      if (code === 0x20) column++
      else if (code === 0x09) column += 4 - (column % 4)
      else break
    }
    this.at = at
    this.column = column
  }
}
