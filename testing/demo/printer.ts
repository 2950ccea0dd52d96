import type { JobResult } from '../runner/runner.ts'

/** Prints the demo: a line for each push, and with `--verbose` the logs, summaries and checks. */
export class Printer {
  readonly #verbose: boolean
  readonly #problems: string[] = []
  #checks = 0
  #push = ''
  /** What the knowledge base holds after the last push, for the end of the digest. */
  state = ''

  constructor(verbose: boolean) {
    this.#verbose = verbose
  }

  /** How many checks there were. */
  get checks(): number {
    return this.#checks
  }

  /** The checks that failed, each with its push. */
  get problems(): readonly string[] {
    return this.#problems
  }

  line(text = ''): void {
    process.stdout.write(`${escape(text)}\n`)
  }

  /** @param what happened before the push, in a few words. */
  push(number: number, what: string, job: JobResult): void {
    this.#push = `Push ${number}`
    const { conclusion, outputs } = job
    const counts = ['upserted', 'unchanged', 'refused', 'failed', 'pending', 'orphaned'].flatMap((name) => {
      return outputs[name] === undefined || outputs[name] === '0' ? [] : [`${outputs[name]} ${name}`]
    })
    const color = conclusion === 'success' ? 'green' : 'red'
    this.line(`${this.#push}  ${what.padEnd(50)}  ${color.padEnd(5)}  ${counts.join(', ') || 'nothing to do'}`)
    const error = job.annotations.find(({ level, file }) => level === 'error' && file === undefined)
    if (error !== undefined) this.line(`        Error: ${error.message}`)
    if (!this.#verbose) return
    for (const [title, text] of [
      ['log', job.log],
      ['summary', job.summary]
    ] as const) {
      this.line(`\n  ${title}`)
      for (const line of text.trimEnd().split('\n')) this.line(`  │ ${line}`)
    }
    this.line()
  }

  check(good: boolean, text: string): void {
    this.#checks++
    if (this.#verbose || !good) this.line(`  ${good ? '✓' : '✗'} ${text}`)
    if (!good) this.#problems.push(`${this.#push}: ${text}`)
  }

  /** `actual` must equal `expected`. */
  equal(actual: unknown, expected: unknown, what: string): void {
    const [is, should] = [actual, expected].map((value) => JSON.stringify(value))
    this.check(
      is === should,
      is === should ? `${what}: ${is ?? ''}` : `${what}: ${is ?? ''} instead of ${should ?? ''}`
    )
  }
}

/** File names, titles and logs of any repository must not move the cursor. */
function escape(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
