import type { Edge } from './edge.ts'
import { escapeJson } from './escape.ts'
import { alertsJson } from './judged-alerts.ts'
import { noticesOf } from './notices.ts'
import { reportedOf, totalsOf, type Reported } from './outcomes.ts'
import type { Result } from './result.ts'
import { showResult, type ShownResult } from './shown.ts'
import { verdictOf } from './verdict.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1
/** JSON characters of one list, about 10,000 runbooks, so that a report of any repository takes a few MB at most. */
const MAX_LIST = 3_000_000

/** The JSON report of a command. Its form is in docs/report.schema.json. */
export function jsonOf(result: Result, edge: Edge): string {
  return jsonReport(showResult(result, edge), new Date())
}

/** @param now decides whether the token expires soon. */
export function jsonReport(result: ShownResult, now: Date): string {
  const { edge } = result
  const verdict = verdictOf(result)
  const lists = {
    saved: result.saved.map(({ path, name, file }) => ({ path, name, file })),
    pulled: result.pulled.map(({ path, file, kind, reason }) => ({ path, file, kind, reason })),
    notices: noticesOf(result, now).map(({ level, message, path = null, line = null }) => ({
      level,
      message,
      path,
      line
    })),
    alerts: result.alerts === undefined ? [] : alertsJson(result.alerts.table).alerts,
    runbooks: reportedOf(result).map((row) => {
      const { path, name = null, outcome, reason, hint = null, line = null, attempts, isWaiting } = row
      return { path, name, outcome, cause: causeIn(row), reason, hint, line, attempts, waiting: isWaiting }
    })
  }
  const bounded = Object.entries(lists).map(([name, items]) => [name, firstOf<object>(items)] as const)
  const more = bounded.map(([name, { length }]) => [name, lists[name as keyof typeof lists].length - length])
  const report = {
    version: VERSION,
    mode: result.mode ?? null,
    success: verdict === undefined,
    failure:
      verdict === undefined
        ? null
        : { kind: verdict.kind, message: edge.say(verdict.message), hint: edge.say(verdict.hint) },
    repository: result.address.repository,
    head: result.head,
    totals: totalsOf(result),
    inventory: result.inventory === undefined ? null : { ...result.inventory, names: firstOf(result.inventory.names) },
    ...Object.fromEntries(bounded),
    more: Object.fromEntries(more) as Record<string, number>
  }
  return escapeJson(`${JSON.stringify(report, null, 2)}\n`)
}

/** Why a runbook is refused; null of any other. A conflict with an entry of another place is one that no person here made. */
function causeIn({ cause, texts = [] }: Reported): 'text' | 'duplicate' | 'conflict' | 'elsewhere' | null {
  const isElsewhere = texts.length > 0 && texts.every(({ origin }) => origin === 'elsewhere')
  return cause === 'conflict' && isElsewhere ? 'elsewhere' : (cause ?? null)
}

/** As many items as a report holds. */
function firstOf<Item>(items: readonly Item[]): Item[] {
  const first: Item[] = []
  let characters = 0
  for (const item of items) {
    characters += JSON.stringify(item).length
    if (characters > MAX_LIST) break
    first.push(item)
  }
  return first
}
