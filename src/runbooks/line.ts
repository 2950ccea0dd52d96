/** The line of a source that is being read, and how far into it. Columns count a tab up to the next stop (CommonMark 2.2). */
export class Line {
  readonly source: string
  /** Offset of its end. */
  to = 0
  /** Its first character behind blanks and what was passed, and the column of that. */
  at = 0
  column = 0
  /** The column at which the content of the containers passed begins. */
  base = 0
  /** Where the marks of quotations are that were passed. */
  marks: number[] = []

  constructor(source: string) {
    this.source = source
  }

  begin(from: number, to: number): void {
    this.to = to
    this.base = 0
    this.marks = []
    this.#passBlanks(from, 0)
  }

  get isBlank(): boolean {
    return this.at === this.to
  }

  /** So far that it is code where it is no text. */
  get isIndented(): boolean {
    return this.column - this.base > 3
  }

  get next(): string {
    return this.source.charAt(this.at)
  }

  get rest(): string {
    return this.source.slice(this.at, this.to)
  }

  /** What a sticky pattern finds here; the line is not passed. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.source) ?? undefined
  }

  /** Passes `>`. A blank behind it is part of it; of a tab, one column. */
  passQuoteMark(): void {
    const blank = /[ \t]/.test(this.source.charAt(this.at + 1))
    this.marks.push(this.at)
    this.base = this.column + (blank ? 2 : 1)
    this.#passBlanks(this.at + 1, this.column + 1)
  }

  /** Passes a list's mark, and says by how many columns its item is indented. */
  passListMark(length: number): number {
    const { base } = this
    const end = this.column + length
    this.#passBlanks(this.at + length, end)
    // Behind more than four blanks the item begins with code.
    const gap = this.column - end
    this.base = end + (this.isBlank || gap > 4 ? 1 : gap)
    return this.base - base
  }

  #passBlanks(from: number, column: number): void {
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
