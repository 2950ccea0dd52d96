import type { Alert, AlertsTable, JudgedAlert } from '../report/judged-alerts.ts'
import { readAddress, type AlertPlace } from './address.ts'
import type { Rules } from './rules.ts'

/** What is known of a commit, to judge alerts by. */
export interface AlertFacts {
  readonly place: AlertPlace
  /** The files that `files` selects; `alerts` are those of the front matter, `reason` says why it is no runbook. */
  readonly runbooks: readonly {
    readonly path: string
    readonly alerts: readonly string[]
    readonly status: 'runbook' | 'refused' | 'skipped'
    readonly reason?: string
  }[]
  readonly hasFile: (path: string) => boolean
  readonly selects: (path: string) => boolean
}

/** Which alerts have a runbook. */
export function alertsTable(rules: Rules, facts: AlertFacts): AlertsTable {
  const alerts = judgeAlerts(rules.alerts, facts)
  const totals = { runbook: 0, dead: 0, elsewhere: 0, without: 0 }
  for (const { state } of alerts) totals[state]++
  const used = new Set(alerts.map(({ path }) => path))
  const unnamed = facts.runbooks.filter(({ path, status }) => status === 'runbook' && !used.has(path))
  return { files: rules.files, alerts, totals, unnamed: unnamed.map(({ path }) => path) }
}

/** An alert has a runbook if its address leads to one, or if the front matter of one names it. */
export function judgeAlerts(alerts: readonly Alert[], facts: AlertFacts): readonly JudgedAlert[] {
  const runbooks = facts.runbooks.filter(({ status }) => status === 'runbook')
  const files = new Map(facts.runbooks.map((file) => [file.path, file]))
  const named = new Map(runbooks.toReversed().flatMap(({ alerts, path }) => alerts.map((name) => [name, path])))
  const runbookAt = (path: string): string | undefined => {
    // A forge shows the README of a folder.
    const readme = path === '' ? 'README.md' : `${path}/README.md`
    return [path, readme].find((each) => files.get(each)?.status === 'runbook')
  }
  return alerts.map((alert) => {
    const target = readAddress(alert, facts.place, facts.hasFile)
    const found = typeof target === 'string' ? undefined : target.map(runbookAt).find((path) => path !== undefined)
    const runbook = found ?? named.get(alert.alert)
    if (runbook !== undefined) return { ...alert, state: 'runbook', path: runbook, reason: '' }
    if (typeof target === 'string') return { ...alert, state: target, path: '', reason: '' }
    const path = target.find(facts.hasFile) ?? target[0] ?? ''
    return { ...alert, state: 'dead', path, reason: whyDead(path, files.get(path), facts) }
  })
}

function whyDead(path: string, file: AlertFacts['runbooks'][number] | undefined, facts: AlertFacts): string {
  if (path === '') return 'It names no file.'
  if (file !== undefined) return `${path} is ${file.status}: ${(file.reason ?? '').replace(/\.$/, '')}.`
  if (!facts.hasFile(path)) return `There is no ${path}.`
  return facts.selects(path) ? `${path} is not a regular file.` : `No pattern of files selects ${path}.`
}
