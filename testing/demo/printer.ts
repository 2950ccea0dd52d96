import type { JobResult } from '../runner/runner.ts'

/** The JSON report of a run, as far as the demo tells it. */
interface DemoReport {
  readonly totals: Readonly<Record<string, number>>
  readonly runbooks: readonly { readonly path: string; readonly outcome: string }[]
}

export function demoReportOf({ report }: JobResult): DemoReport {
  return report as DemoReport
}

/** Outcomes that occur, as `1 upserted, 12 unchanged`. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  const positive = Object.entries(counts).filter(([, count]) => count > 0)
  return positive.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
}

/** Prints the demo: a line for each run, and with `verbose` the logs, summaries and checks. */
export class Printer {
  /** How many checks there were, and those that failed, each with its run. */
  checks = 0
  readonly problems: string[] = []
  readonly #verbose: boolean
  #run = ''

  constructor(verbose: boolean) {
    this.#verbose = verbose
  }

  line(text = ''): void {
    process.stdout.write(`${text}\n`)
  }

  /**
   * @param run what started it, as `Push 1`.
   * @param what happened before, in a few words.
   */
  run(run: string, what: string, job: JobResult): void {
    this.#run = run
    const color = job.conclusion === 'success' ? 'green' : 'red'
    const counts = describeCounts(demoReportOf(job).totals)
    this.line(`${run.padEnd(7)}  ${what.padEnd(45)}  ${color.padEnd(5)}  ${counts}`.trimEnd())
    const error = job.annotations.find(({ level, file }) => level === 'error' && file === undefined)
    if (error !== undefined) this.note(`Error: ${error.message}`)
    if (this.#verbose) this.line(`\n${`${job.log}\n${job.summary}`.trimEnd().replaceAll(/^/gm, '  │ ')}\n`)
  }

  /** Something to know about the last run, or about the next one. */
  note(text: string): void {
    this.line(`         ${text}`)
  }

  check(good: boolean, text: string): void {
    this.checks++
    if (this.#verbose || !good) this.line(`  ${good ? '✓' : '✗'} ${text}`)
    if (!good) this.problems.push(`${this.#run}: ${text}`)
  }

  /** `actual` must equal `expected`. */
  equal(actual: unknown, expected: unknown, what: string): void {
    const [is, should] = [actual, expected].map((value) => JSON.stringify(value))
    this.check(is === should, `${what}: ${is ?? ''}${is === should ? '' : ` instead of ${should ?? ''}`}`)
  }
}
