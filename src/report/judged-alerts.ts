import type { Diagnostic } from '../errors.ts'
import { count, format, joined, listed } from '../wording.ts'
import { markup, tableRow, type Markup } from './markup.ts'

/** An alert of a Prometheus rule file. */
export interface Alert {
  /** Its name. */
  readonly alert: string
  readonly file: string
  /** The line of `alert:` in the file, from 1. */
  readonly line: number
  /** The address of its runbook, as written; empty without one. */
  readonly address: string
}

/** What the reader of the counts sees of each state of an alert. */
const STATES = {
  runbook: 'with a runbook',
  dead: 'dead',
  elsewhere: 'elsewhere',
  without: 'without'
} as const

type AlertState = keyof typeof STATES

/** An alert, and whether the assistant has a runbook for it. */
export interface JudgedAlert extends Alert {
  readonly state: AlertState
  /** The runbook, or the file that a dead address names; empty if there is none. */
  readonly path: string
  /** Why the address is dead, as a sentence; empty in any other state. */
  readonly reason: string
}

export interface AlertsTable {
  /** Number of files that were looked at. */
  readonly files: number
  readonly alerts: readonly JudgedAlert[]
  readonly totals: Readonly<Record<AlertState, number>>
  /** Paths of the runbooks that belong to no alert. */
  readonly unnamed: readonly string[]
}

/** What a run says of alerts. */
export interface AlertsReport {
  readonly table: AlertsTable
  /** The dead ones that a pull request brings in; undefined if the run is not about one. */
  readonly broughtIn: readonly JudgedAlert[] | undefined
}

const MAX_ROWS = 200
const MAX_LINES = 50
/** How an alert without an address gets a runbook. */
const ADVICE = 'Give a rule a runbook_url, or name its alert in the front matter of a runbook: alerts: [NAME].'

/** `41 alerts: 28 with a runbook, 5 dead, 3 elsewhere, 5 without`. */
function describeAlerts({ files, alerts, totals }: AlertsTable): string {
  if (alerts.length === 0) return `No alerts in ${count(files, 'file')}`
  const states = Object.entries(STATES) as [AlertState, string][]
  const parts = states.map(([state, words]) => totals[state] > 0 && `${format(totals[state])} ${words}`)
  return `${count(alerts.length, 'alert')}: ${joined(parts, ', ')}`
}

/** Empty if each runbook belongs to an alert. */
function describeUnnamed({ unnamed }: AlertsTable): string {
  return unnamed.length === 0 ? '' : `${count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}`
}

/** The alerts that need a person: first those whose address is dead. */
function missingIn({ alerts }: AlertsTable): readonly JudgedAlert[] {
  return [...alerts.filter(({ state }) => state === 'dead'), ...alerts.filter(({ state }) => state === 'without')]
}

/** The table for the summary. @param link to a line of a file. */
export function alertsMarkdown(table: AlertsTable, link: (place: { path: string; line: number }) => Markup): Markup[] {
  const missing = missingIn(table)
  const rows = missing
    .slice(0, MAX_ROWS)
    .map(({ alert, file, line, state, reason }) =>
      tableRow([markup`${alert}`, link({ path: file, line }), markup`${STATES[state]}`, markup`${reason}`])
    )
  const more = missing.length - rows.length
  const unnamed = describeUnnamed(table)
  return [
    markup`### Alerts\n`,
    markup`${describeAlerts(table)}.\n`,
    ...(rows.length === 0
      ? []
      : [markup`| alert | rule | state | reason |`, markup`| --- | --- | --- | --- |`, ...rows, markup``]),
    ...(more === 0 ? [] : [markup`${more} more are in the JSON report.\n`]),
    ...(table.totals.without === 0 ? [] : [markup`${ADVICE}\n`]),
    ...(unnamed === '' ? [] : [markup`${unnamed}.\n`])
  ]
}

/** The lines for a log or a terminal: the counts come last, as the result of a command does. */
export function alertsLines(table: AlertsTable): readonly string[] {
  const missing = missingIn(table)
  const more = missing.length - MAX_LINES
  return [
    ...missing.slice(0, MAX_LINES).map(({ alert, file, line, state, reason }) => {
      return joined([STATES[state].padEnd(8), `${file}:${line}`, ` ${alert}`, reason])
    }),
    table.totals.without > 0 ? ADVICE : '',
    ...(more > 0 ? [`and ${format(more)} more; the JSON report has all`] : []),
    describeUnnamed(table),
    describeAlerts(table)
  ].filter((line) => line !== '')
}

/** A warning for each dead address, in a pull request for those that it brings in. */
export function alertNotices({ table, broughtIn }: AlertsReport): Diagnostic[] {
  return (broughtIn ?? table.alerts)
    .filter(({ state }) => state === 'dead')
    .map(({ alert, file, line, reason }) => ({
      level: 'warning' as const,
      message: `The alert ${alert} has no runbook at its address. ${reason} Correct the address, or add the runbook.`,
      path: file,
      line
    }))
}

/** For the JSON report, and for `alerts --json`. */
export function alertsJson({ alerts }: Pick<AlertsTable, 'alerts'>) {
  return {
    alerts: alerts.map(({ alert, file, line, state, address, path, reason }) => ({
      alert,
      file,
      line,
      state,
      address: address === '' ? null : address,
      runbook: state === 'runbook' ? path : null,
      reason: reason === '' ? null : reason
    }))
  }
}
