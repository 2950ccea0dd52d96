import { clearLine, cursorTo } from 'node:readline'
import { shorten } from '../wording.ts'

/** The last line of a terminal, which is written again and again. */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream
  #isShown = false

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  show(line: string): void {
    this.clear()
    // A line that the terminal wraps could not be taken back.
    this.#stream.write(shorten(line, (this.#stream.columns || 80) - 1))
    this.#isShown = true
  }

  /** Makes room for a line that stays. */
  clear(): void {
    if (!this.#isShown) return
    cursorTo(this.#stream, 0)
    clearLine(this.#stream, 1)
    this.#isShown = false
  }
}
