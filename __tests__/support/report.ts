import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { UPSERT_PATH } from '../../service/service.ts'
import type { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'

/** The JSON report, as far as tests look at it. */
export interface Report {
  readonly success: boolean
  readonly mode: string | null
  readonly failure: { readonly kind: string; readonly message: string; readonly hint: string } | null
  readonly head: string
  readonly totals: Readonly<Record<string, number>>
  readonly saved: readonly { readonly path: string; readonly name: string; readonly file: string }[]
  readonly pulled: readonly { readonly path: string; readonly file: string; readonly kind: string }[]
  readonly runbooks: readonly ReportedRunbook[]
  readonly notices: readonly ReportedNotice[]
  readonly alerts: readonly { readonly alert: string; readonly state: string }[]
}

interface ReportedNotice {
  readonly level: string
  readonly message: string
  readonly path: string | null
  readonly line: number | null
}

export interface ReportedRunbook {
  readonly path: string
  readonly name: string | null
  readonly outcome: string
  readonly cause: 'text' | 'duplicate' | 'conflict' | 'elsewhere' | null
  readonly reason: string
  readonly hint: string | null
  readonly line: number | null
  readonly waiting: boolean
}

const schema = JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
// json-report.test.ts checks the schema itself. In each file of tests, that would take longer than to read the reports.
const validate = new Ajv2020({ allowUnionTypes: true, meta: false, validateSchema: false }).compile<Report>(schema)

/** @throws {Error} if there is no report, or it does not conform to its schema. */
export function reportOf(job: Pick<JobResult, 'report' | 'stdout' | 'stderr'>): Report {
  if (job.report === undefined) throw new Error(`There is no report. The job wrote:\n${job.stdout}\n${job.stderr}`)
  if (!validate(job.report)) throw new Error(`The report does not conform: ${JSON.stringify(validate.errors)}`)
  return job.report
}

/** @throws {Error} if the report does not have the runbook. */
export function reported(job: JobResult, path: string): ReportedRunbook {
  const runbook = reportOf(job).runbooks.find((one) => one.path === path)
  if (runbook === undefined) throw new Error(`The report does not have ${JSON.stringify(path)}:\n${job.log}`)
  return runbook
}

/** Outcomes by path, as `upserted docs/a.md`, without what is unchanged; what waits on the branch ends with `, waiting`. */
export function outcomesOf(job: JobResult): string[] {
  return reportOf(job)
    .runbooks.filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ path, outcome, waiting }) => `${outcome} ${path}${waiting ? ', waiting' : ''}`)
    .sort()
}

/** The names of the entries that the last run sent, in their order. */
export function sentNames(project: Project): string[] {
  return project.received(UPSERT_PATH).map(({ body }) => (body as { name: string }).name)
}
