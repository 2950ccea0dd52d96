import { totalsOf, verdictOf, type View } from './view.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1

/** The JSON report. Its form is in docs/report.schema.json. */
export function jsonOf(view: View): string {
  const { base = '', tip = '', kind = 'nothing', reason = '' } = view.range ?? {}
  const verdict = verdictOf(view)
  const report = {
    version: VERSION,
    mode: view.mode ?? '',
    success: verdict === undefined,
    failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, hint: verdict.hint },
    repository: view.repository,
    range: { kind, base, tip, reason },
    totals: totalsOf(view),
    overwritten: view.edits
      .filter(({ replaced }) => replaced)
      .map(({ item, file }) => ({ path: item.path, name: item.name, file })),
    runbooks: view.outcomes.map(({ path, name = null, outcome, reason, hint = null, line = null, attempts }) => {
      return { path, name, outcome, reason, hint, line, attempts }
    })
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
