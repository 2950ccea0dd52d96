import type { Findings } from './findings.ts'
import { totalsOf, verdictOf } from './verdict.ts'

/** Raised when a reader of version 1 would misunderstand the findings. */
const VERSION = 1

/** The JSON report. Its form is in docs/report.schema.json. */
export function jsonOf(findings: Findings): string {
  const { base = '', tip = '', kind = 'nothing', reason = '' } = findings.range ?? {}
  const verdict = verdictOf(findings)
  const json = {
    version: VERSION,
    mode: findings.mode ?? '',
    success: verdict === undefined,
    failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, hint: verdict.hint },
    repository: findings.address.repository,
    range: { kind, base, head: tip, reason },
    totals: totalsOf(findings),
    overwritten: findings.items.flatMap(({ decision: { path, name }, files }) => {
      return files.map((file) => ({ path, name, file }))
    }),
    pulled: findings.pulled,
    diagnostics: findings.diagnostics.map(({ level, message, path = null, line = null }) => {
      return { level, message, path, line }
    }),
    runbooks: findings.outcomes.map(
      ({ path, name = null, outcome, reason, hint = null, line = null, attempts, isWaiting = false }) => {
        return { path, name, outcome, reason, hint, line, attempts, isWaiting }
      }
    )
  }
  return `${JSON.stringify(json, null, 2)}\n`
}
