import type { Report } from './report.ts'
import { totalsOf, verdictOf } from './verdict.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1

/** The JSON report. Its form is in docs/report.schema.json. */
export function jsonOf(report: Report): string {
  const { base = '', tip = '', kind = 'nothing', reason = '' } = report.range ?? {}
  const verdict = verdictOf(report)
  const json = {
    version: VERSION,
    mode: report.mode ?? '',
    success: verdict === undefined,
    failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, hint: verdict.hint },
    repository: report.repository,
    range: { kind, base, tip, reason },
    totals: totalsOf(report),
    overwritten: report.edits
      .filter(({ replaced }) => replaced)
      .map(({ item, file }) => ({ path: item.path, name: item.name, file })),
    diagnostics: report.diagnostics.map(({ level, message, path = null, line = null }) => {
      return { level, message, path, line }
    }),
    runbooks: report.outcomes.map(({ path, name = null, outcome, reason, hint = null, line = null, attempts = 0 }) => {
      return { path, name, outcome, reason, hint, line, attempts }
    })
  }
  return `${JSON.stringify(json, null, 2)}\n`
}
