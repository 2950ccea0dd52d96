import type { Diagnostic } from '../errors.ts'
import { COMMAND_LINE, count, format, joined, listed, locationOf } from '../wording.ts'
import { deadBecauseOf, type AlertsTable, type JudgedAlert } from './alerts.ts'

/** An alert in the JSON report. */
export interface AlertRow extends Pick<JudgedAlert, 'alert' | 'file' | 'line' | 'state' | 'byName' | 'boundTo'> {
  /** As written in its rule; null without one. */
  readonly address: string | null
  /** Path of its runbook; null without one. */
  readonly runbook: string | null
  /** Why the address is dead, as a sentence; null in any other state. */
  readonly reason: string | null
}

/** The alerts of rule files in the rows and sentences of a report. */
export interface AlertFindings {
  readonly rows: readonly AlertRow[]
  /** Paths of files with rules of a form that only other programs read. */
  readonly notRead: readonly string[]
  /** Sentences, the last one with the numbers. */
  readonly counts: readonly string[]
  readonly notices: readonly Diagnostic[]
  readonly isRed: boolean
  /** Why it is red, or that there is no reason; empty if that is not what the run was asked. */
  readonly firstLine: string
  /** What to do if it is red. */
  readonly nextStep: string
}

/**
 * Puts a table into words.
 *
 * @param blamed what makes the run red: everything; or dead addresses that a change of these paths brings in. Undefined: nothing.
 */
export function alertFindings(table: AlertsTable, blamed: 'all' | ReadonlySet<string> | undefined): AlertFindings {
  const all = table.alerts.filter(({ state }) => state === 'dead')
  const dead = typeof blamed === 'object' ? deadBecauseOf(blamed, table) : all
  const unread = blamed === 'all' ? table.unread : []
  const isRed = blamed !== undefined && dead.length + unread.length > 0
  const isAlone = blamed === 'all' && !isRed
  return {
    rows: table.alerts.map(rowOf),
    notRead: table.others,
    counts: countsOf(table),
    notices: [...otherRules(table), ...table.unread, ...dead.map(sayDead)],
    isRed,
    firstLine: joined([isRed && sayAllDead(dead), sayUnread(unread), isAlone && sayQuiet(table)]),
    nextStep: joined([
      isRed && dead.length > 0 && 'Correct the address, or add the runbook.',
      unread.length > 0 && 'A warning above says why a file is not read.'
    ])
  }
}

/** True if the assistant has no runbook for an alert, and its rule gives no address. */
export function isWithout({ state }: Pick<AlertRow, 'state'>): boolean {
  return state === 'without'
}

function rowOf({ alert, file, line, state, address, path, byName, boundTo, reason }: JudgedAlert): AlertRow {
  const runbook = state === 'runbook' ? path : null
  return { alert, file, line, state, address: address || null, runbook, byName, boundTo, reason: reason || null }
}

function otherRules({ others }: AlertsTable): Diagnostic[] {
  if (others.length === 0) return []
  const files = `${count(others.length, 'file has rules that are', 'files have rules that are')} not read`
  const hint = `Make rules of Prometheus of them; \`runbook-sync alerts --rules\` (${COMMAND_LINE}) reads the result.`
  return [{ level: 'notice', message: `${files} (Jsonnet, ERB, Pyrra, Datadog): ${listed(others)}. ${hint}` }]
}

function sayDead({ alert, file, line, reason }: JudgedAlert): Diagnostic {
  const message = `The alert ${alert} has no runbook at its address. ${reason} Correct the address, or add the runbook.`
  return { level: 'warning', message, path: file, line }
}

function sayAllDead(dead: readonly JudgedAlert[]): string {
  if (dead.length === 0) return ''
  const places = listed(dead.map(({ alert, file, line }) => `${alert} (${file}:${line})`))
  return `${count(dead.length, 'alert has', 'alerts have')} an address that leads to no runbook: ${places}.`
}

function sayUnread(unread: AlertsTable['unread']): string {
  if (unread.length === 0) return ''
  const places = unread.map(({ path, line }) => locationOf(path, line ?? null))
  return `Not read: ${count(unread.length, 'file')} with alerts (${listed(places)}).`
}

function sayQuiet({ alerts, others }: AlertsTable): string {
  if (alerts.length > 0) return 'No alert has a dead address.'
  return others.length > 0 ? 'No alerts were read.' : 'There are no alerts.'
}

function countsOf({ files, alerts, totals, unnamed, unknown }: AlertsTable): string[] {
  const parts = Object.entries(totals).flatMap(([state, total]) => {
    const those = alerts.filter((alert) => alert.state === state)
    const byName = those.filter((alert) => alert.byName).length
    const bound = those.filter(({ boundTo }) => boundTo.length > 0).length
    return [
      total > 0 && `${format(total)} ${state === 'runbook' ? 'with a runbook' : state}`,
      byName > 0 && `${format(byName)} of them by name`,
      bound > 0 && `${format(bound)} of them bound in the assistant`
    ]
  })
  return [
    totals.without > 0 &&
      'Give a rule a `runbook_url`, or name its alert in the front matter of a runbook: `alerts: [NAME]`.',
    unknown.length > 0 && `No rule has the name ${listed(unknown)}, which front matter gives.`,
    unnamed.length > 0 && `${count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}.`,
    alerts.length === 0
      ? `No alerts in ${count(files, 'file')}.`
      : `${count(alerts.length, 'alert')}: ${joined(parts, ', ')}.`
  ].filter((line) => line !== false)
}
