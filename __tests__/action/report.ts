import type { JobResult } from '../../testing/runner/runner.ts'

/** What the JSON report says. */
export interface Report {
  readonly success: boolean
  readonly mode: string
  readonly failure: { readonly kind: string; readonly message: string; readonly remedy: string } | null
  readonly range: { readonly kind: string; readonly base: string; readonly head: string; readonly reason: string }
  readonly totals: Readonly<Record<string, number>>
  readonly runbooks: readonly ReportedRunbook[]
}

export interface ReportedRunbook {
  readonly path: string
  readonly name: string | null
  readonly outcome: string
  readonly reason: string
  readonly remedy: string | null
  readonly line: number | null
  readonly attempts: number
}

export function reportOf(job: JobResult): Report {
  if (job.report === undefined) throw new Error(`There is no report. The job wrote:\n${job.stdout}\n${job.stderr}`)
  return job.report as Report
}

/** What the report says of the runbook at `path`; throws where it says nothing. */
export function reported(job: JobResult, path: string): ReportedRunbook {
  const runbook = reportOf(job).runbooks.find((one) => one.path === path)
  if (runbook === undefined) throw new Error(`The report says nothing of ${JSON.stringify(path)}`)
  return runbook
}
