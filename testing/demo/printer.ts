import type { JobResult } from '../runner/runner.ts'

/** The JSON report of a run, as far as the demo tells it. */
export interface DemoReport {
  readonly failure: { readonly kind: string; readonly message: string; readonly hint: string } | null
  readonly totals: Readonly<Record<string, number>>
  readonly runbooks: readonly ReportedRunbook[]
}

export interface ReportedRunbook {
  readonly path: string
  readonly name: string | null
  readonly outcome: string
  /** Whether it is none of what the push changed. */
  readonly waiting: boolean
}

const NO_REPORT: DemoReport = { failure: null, totals: {}, runbooks: [] }

export function demoReportOf({ report }: JobResult): DemoReport {
  return (report as DemoReport | undefined) ?? NO_REPORT
}

/** How often each outcome occurs, as `1 upserted, 12 unchanged`. */
export function countsOf(job: JobResult): string {
  return describeCounts(demoReportOf(job).totals)
}

/** Without zeros. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  const positive = Object.entries(counts).filter(([, count]) => count > 0)
  return positive.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
}

/** Prints the demo: a line for each run, and with `--verbose` the logs, summaries and checks. */
export class Printer {
  readonly #verbose: boolean
  readonly #problems: string[] = []
  #checks = 0
  #run = ''
  /** What the knowledge base holds after the last run, for the end of the demo. */
  state = ''

  constructor(verbose: boolean) {
    this.#verbose = verbose
  }

  /** How many checks there were. */
  get checks(): number {
    return this.#checks
  }

  /** The checks that failed, each with its run. */
  get problems(): readonly string[] {
    return this.#problems
  }

  line(text = ''): void {
    process.stdout.write(`${escape(text)}\n`)
  }

  /**
   * @param run what started it, as `Push 1`.
   * @param what happened before, in a few words.
   */
  run(run: string, what: string, job: JobResult): void {
    this.#run = run
    const color = job.conclusion === 'success' ? 'green' : 'red'
    this.line(`${run.padEnd(7)}  ${what.padEnd(45)}  ${color.padEnd(5)}  ${countsOf(job)}`.trimEnd())
    const error = job.annotations.find(({ level, file }) => level === 'error' && file === undefined)
    if (error !== undefined) this.note(`Error: ${error.message}`)
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

  /** Something to know about the last run, or about the next one. */
  note(text: string): void {
    this.line(`         ${text}`)
  }

  check(good: boolean, text: string): void {
    this.#checks++
    if (this.#verbose || !good) this.line(`  ${good ? '✓' : '✗'} ${text}`)
    if (!good) this.#problems.push(`${this.#run}: ${text}`)
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
