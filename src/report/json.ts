import type { RunbookOutcome } from '../sync/outcome.ts'
import { OUTCOMES, totalsOf, verdictOf, type View } from './view.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1

/** The JSON report, with one runbook a line. Its form is in docs/report.schema.json. */
export function jsonOf(view: View): string {
  const { base = '', tip = '', kind = 'nothing', reason = '' } = view.range ?? {}
  const totals = totalsOf(view)
  const verdict = verdictOf(view)
  const header = {
    version: VERSION,
    mode: view.mode ?? '',
    success: verdict === undefined,
    failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, hint: verdict.hint },
    repository: view.repository,
    range: { kind, base, tip, reason },
    totals: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, totals[outcome]])),
    overwritten: view.edits
      .filter(({ replaced }) => replaced)
      .map(({ item, file }) => ({ path: item.path, name: item.name, file }))
  }
  const runbooks = view.outcomes.map((outcome) => `\n    ${lineOf(outcome)}`)
  const opening = JSON.stringify(header, null, 2).replace(/\n\}$/, '')
  return `${opening},\n  "runbooks": [${runbooks.join(',')}\n  ]\n}\n`
}

function lineOf({ path, name, outcome, reason, hint, line, attempts }: RunbookOutcome): string {
  return JSON.stringify({
    path,
    name: name ?? null,
    outcome,
    reason,
    hint: hint ?? null,
    line: line ?? null,
    attempts
  })
}
