import { shorten } from '../wording.ts'
import type { JournalEvent } from '../report/journal.ts'
import { SendProgress } from '../report/publish.ts'
import type { Sink } from '../report/sink.ts'

/** Characters of the bar. */
const WIDTH = 20
/** Milliseconds between two lines: on a terminal they replace each other. */
const INTERVAL_ON_TERMINAL = 100
const INTERVAL = 10_000
/** Characters that the narrowest terminal shows. */
const NARROWEST = 40

/**
 * Says on standard error what a command waits for: on a terminal at once, on one line; elsewhere every ten seconds. Its `tell` is
 * for `new Journal(progress.tell)`.
 */
export class Progress implements Disposable {
  readonly #sink: Sink
  readonly #isTerminal = process.stderr.isTTY
  readonly #timer: NodeJS.Timeout
  readonly #sends = new SendProgress()
  #phase = (): string => ''
  #shown = ''
  #folder = ''

  constructor(sink: Sink) {
    this.#sink = sink
    this.#timer = setInterval(
      () => {
        this.#show(this.#phase())
      },
      this.#isTerminal ? INTERVAL_ON_TERMINAL : INTERVAL
    ).unref()
  }

  readonly tell = (event: JournalEvent): void => {
    this.#sends.add(event)
    switch (event.kind) {
      case 'notice':
        if (event.notice.level === 'progress') {
          const { message } = event.notice
          this.#phase = () => message
        }
        break
      case 'sending':
      case 'answered':
        this.#phase = () => this.#bar()
        break
      case 'saved':
        this.#tellFolder(event.text.folder)
    }
  }

  /** A line that stays. */
  write(message: string): void {
    this.#show('')
    process.stderr.write(`${this.#sink.line(message)}\n`)
  }

  /** At once: the command may be killed before its report. */
  #tellFolder(folder: string): void {
    if (folder === this.#folder) return
    this.#folder = folder
    this.write(`Texts of the assistant that are replaced are saved in ${folder}`)
  }

  #bar(): string {
    const full = Math.round(WIDTH * this.#sends.share)
    const counts = this.#sends.describe()
    return counts === '' ? '' : `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${counts}`
  }

  #show(message: string): void {
    const text = this.#sink.line(message)
    if (!this.#isTerminal && text !== '') process.stderr.write(`${text}\n`)
    else if (this.#isTerminal && text !== this.#shown) {
      // A longer line would be two, of which the next one replaces one.
      process.stderr.write(`\r\u001b[2K${shorten(text, Math.max(process.stderr.columns, NARROWEST) - 1)}`)
    }
    this.#shown = text
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    if (this.#isTerminal) this.#show('')
  }
}
