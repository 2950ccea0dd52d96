import type { RunbookOutcome } from '../sync/outcome.ts'
import { OUTCOMES, totalsOf, verdictOf, type View } from './view.ts'

/** Raised when a reader of version 1 would misunderstand what is written; documented in `docs/report.md`. */
const VERSION = 1

/** The JSON report, one object with a runbook a line, so that a person can read it and a tool can diff it. */
export function jsonOf(view: View): string {
  const { base = '', head = '', kind = 'nothing', reason = '' } = view.range ?? {}
  const totals = totalsOf(view.outcomes)
  const verdict = verdictOf(view)
  const header = {
    version: VERSION,
    mode: view.mode ?? '',
    success: verdict === undefined,
    failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, remedy: verdict.remedy },
    repository: view.repository,
    range: { kind, base, head, reason },
    totals: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, totals[outcome]]))
  }
  const runbooks = view.outcomes.map((outcome) => `\n    ${lineOf(outcome)}`)
  const opening = JSON.stringify(header, null, 2).replace(/\n\}$/, '')
  return `${opening},\n  "runbooks": [${runbooks.join(',')}\n  ]\n}\n`
}

function lineOf({ path, name, outcome, reason, remedy, line, attempts }: RunbookOutcome): string {
  return JSON.stringify({
    path,
    name: name ?? null,
    outcome,
    reason,
    remedy: remedy ?? null,
    line: line ?? null,
    attempts
  })
}
