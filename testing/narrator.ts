import { columns, markdownAsText } from './markdown-text.ts'
import type { JobResult } from './runner.ts'
import type { Terminal } from './terminal.ts'

/** Tells a rehearsal to whoever watches it, and remembers what was not as it should be. */
export class Narrator {
  readonly #terminal: Terminal
  readonly #problems: string[] = []
  #scene = ''

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** What was checked and found wrong, with the scene it belongs to. */
  get problems(): readonly string[] {
    return this.#problems
  }

  scene(title: string, ...lines: readonly string[]): void {
    this.#scene = title
    this.#terminal.heading(title)
    for (const line of lines) this.#terminal.line(line)
  }

  note(text: string): void {
    this.#terminal.line(text)
  }

  /** A job as its page shows it: the log, then the summary. */
  job(result: JobResult): void {
    this.#terminal.block('log', result.log)
    this.#terminal.block('summary', markdownAsText(result.summary, this.#terminal.inner))
    this.#terminal.line()
  }

  /** @param rows the first of them the head. */
  table(title: string, rows: readonly (readonly string[])[], right: readonly boolean[] = []): void {
    this.#terminal.block(title, columns(rows, this.#terminal.inner, right).join('\n'))
    this.#terminal.line()
  }

  check(good: boolean, text: string): void {
    this.#terminal.check(good, text)
    if (!good) this.#problems.push(`${this.#scene}: ${text}`)
  }

  /** `actual` must equal `expected`; where it does not, the text says what it is instead. */
  equal(actual: string | number | null | undefined, expected: string | number, what: string): void {
    const good = String(actual) === String(expected)
    this.check(good, good ? `${what}: ${expected}` : `${what}: ${String(actual)} instead of ${expected}`)
  }

  /** The outputs of a job that count runbooks. */
  counts(outputs: JobResult['outputs'], expected: Readonly<Record<string, number>>): void {
    const told = (counts: Readonly<Record<string, unknown>>) =>
      Object.keys(expected)
        .map((outcome) => `${String(counts[outcome])} ${outcome}`)
        .join(', ')
    this.equal(told(outputs), told(expected), 'outputs')
  }
}
