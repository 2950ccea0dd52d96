import type { Findings, Observer } from './findings.ts'
import { count, format, shorten } from '../wording.ts'

/** Characters of the bar. */
const WIDTH = 20

/** Says on standard error what a command waits for: on a terminal at once, on one line; elsewhere every ten seconds. */
export class Progress implements Observer, Disposable {
  readonly #isTerminal = process.stderr.isTTY
  readonly #timer: NodeJS.Timeout
  #phase = (): string => ''
  #shown = ''

  constructor() {
    this.#timer = setInterval(
      () => {
        this.#show(this.#phase())
      },
      this.#isTerminal ? 100 : 10_000
    ).unref()
  }

  readonly waiting = (message: string): void => {
    this.#phase = () => message
    if (message === '') this.#show('')
  }

  readonly progress = (findings: Findings): void => {
    this.#phase = () => {
      const items = findings.items.filter(({ decision: { kind } }) => kind === 'send')
      const done = items.filter(({ sent }) => sent !== undefined).length
      const full = Math.round((WIDTH * done) / Math.max(1, items.length))
      return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${format(done)} of ${count(items.length, 'runbook')}`
    }
  }

  #show(text: string): void {
    if (!this.#isTerminal && text !== '') process.stderr.write(`${text}\n`)
    else if (this.#isTerminal && text !== this.#shown) {
      // A longer line would be two, of which the next one replaces one.
      process.stderr.write(`\r\u001b[2K${shorten(text, Math.max(process.stderr.columns, 40) - 1)}`)
    }
    this.#shown = text
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    if (this.#isTerminal) this.#show('')
  }
}
