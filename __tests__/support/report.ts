import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Report } from '../../src/report/report.ts'
import { UPDATE_PATH, UPSERT_PATH } from '../../service/service.ts'
import type { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'

export type { Report }

const schema = JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
// `__tests__/report` checks the schema itself. In each file of tests, that would take longer than to read the reports.
const validate = new Ajv2020({ allowUnionTypes: true, meta: false, validateSchema: false }).compile<Report>(schema)

/** @throws {Error} if there is no report, or it does not conform to its schema. */
export function reportOf(job: Pick<JobResult, 'report' | 'stdout' | 'stderr'>): Report {
  if (job.report === undefined) throw new Error(`There is no report. The job wrote:\n${job.stdout}\n${job.stderr}`)
  if (!validate(job.report)) throw new Error(`The report does not conform: ${JSON.stringify(validate.errors)}`)
  return job.report
}

/** @throws {Error} if the report does not have the runbook. */
export function reported(job: JobResult, path: string): Report['runbooks'][number] {
  const runbook = reportOf(job).runbooks.find((one) => one.path === path)
  if (runbook === undefined) throw new Error(`The report does not have ${JSON.stringify(path)}:\n${job.log}`)
  return runbook
}

/** Outcomes by path, as `upserted docs/a.md`, without what is unchanged. */
export function outcomesOf(job: JobResult): string[] {
  return reportOf(job)
    .runbooks.filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ path, outcome }) => `${outcome} ${path}`)
    .sort()
}

/** The names of the entries that the last run sent, in their order. */
export function sentNames(project: Project): string[] {
  const names = new Map(project.service.entries().map(({ id, name }) => [id, name]))
  return project.received().flatMap(({ path, body }) => {
    if (path === UPSERT_PATH) return (body as { name: string }).name
    return path === UPDATE_PATH ? (names.get((body as { id: number }).id) ?? 'an entry that is gone') : []
  })
}
