import type { Diagnostic } from '../errors.ts'
import type { Row } from '../sync/read/rows.ts'
import { COMMAND_LINE, count, format, joined, listed, locationOf } from '../wording.ts'
import { ALERT_STATES, deadAlerts, type AlertsTable, type JudgedAlert } from './alerts.ts'

/** An alert in the JSON report. */
export interface AlertRow extends Pick<JudgedAlert, 'alert' | 'file' | 'line' | 'state' | 'byName'> {
  /** As written in its rule; null without one. */
  readonly address: string | null
  /** Path of its runbook; null without one. */
  readonly runbook: string | null
  /** Names of the entries that people have bound to it in the assistant. */
  readonly boundTo: readonly string[]
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

type Bindable = Pick<Row, 'name' | 'details'>

/**
 * Puts a table into words.
 *
 * @param entries of the list: people may have bound them to alerts.
 * @param blamed what makes the run red: everything; or dead addresses that a change of these paths brings in. Undefined: nothing.
 */
export function alertFindings(
  table: AlertsTable,
  entries: readonly Bindable[],
  blamed: 'all' | ReadonlySet<string> | undefined
): AlertFindings {
  const entriesOf = bindingsIn(entries)
  const rows = table.alerts.map(({ alert, file, line, state, byName, address, path, reason }): AlertRow => {
    const runbook = state === 'runbook' ? path : null
    const boundTo = entriesOf(alert)
    return { alert, file, line, state, byName, address: address || null, runbook, boundTo, reason: reason || null }
  })
  const dead = deadAlerts(table, blamed === 'all' ? undefined : blamed)
  const unread = blamed === 'all' ? table.unread : []
  const wrong = blamed === undefined ? [] : dead
  const isRed = wrong.length + unread.length > 0
  return {
    rows,
    notRead: table.others,
    counts: countsOf(rows, table),
    notices: [...otherRules(table), ...table.unread, ...dead.map(sayDead)],
    isRed,
    firstLine: joined([sayAllDead(wrong), sayUnread(unread), blamed === 'all' && !isRed && sayQuiet(table)]),
    nextStep: joined([
      wrong.length > 0 && 'Correct the address, or add the runbook.',
      unread.length > 0 && 'A warning above says why a file is not read.'
    ])
  }
}

/** Tells the names of the entries that are bound to an alert. */
function bindingsIn(entries: readonly Bindable[]): (alert: string) => readonly string[] {
  const patterns = entries.flatMap(({ name, details }) => {
    const all = details?.trigger === 'alert' ? [details.triggerConfig['match_patterns']].flat() : []
    return all.flatMap((pattern) => (typeof pattern === 'string' ? { name, alert: pattern.toLowerCase() } : []))
  })
  const byAlert = Map.groupBy(patterns, ({ alert }) => alert)
  return (alert) => [...new Set(byAlert.get(alert.toLowerCase())?.map(({ name }) => name))]
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

function countsOf(rows: readonly AlertRow[], { fileCount, unread, unnamed, unknown }: AlertsTable): string[] {
  // A file that is not read may have what is missing. Its warning says so.
  const isWhole = unread.length === 0
  const parts = ALERT_STATES.flatMap((state) => {
    const those = rows.filter((row) => row.state === state)
    const byName = those.filter((alert) => alert.byName).length
    const bound = those.filter(({ boundTo }) => boundTo.length > 0).length
    return [
      those.length > 0 && `${format(those.length)} ${state === 'runbook' ? 'with a runbook' : state}`,
      byName > 0 && `${format(byName)} of them by name`,
      bound > 0 && `${format(bound)} of them bound in the assistant`
    ]
  })
  return [
    rows.some(({ state }) => state === 'without') &&
      'Give a rule a `runbook_url`, or name its alert in the front matter of a runbook: `alerts: [NAME]`.',
    isWhole && unknown.length > 0 && `No rule has the name ${listed(unknown)}, which front matter gives.`,
    isWhole && unnamed.length > 0 && `${count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}.`,
    rows.length > 0 && `${count(rows.length, 'alert')}: ${joined(parts, ', ')}.`,
    isWhole && rows.length === 0 && `No alerts in ${count(fileCount, 'file')}.`
  ].filter((line) => line !== false)
}
