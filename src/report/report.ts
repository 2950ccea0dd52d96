import type { JudgedAlert } from '../alerts/alerts.ts'
import type { Diagnostic, ErrorKind } from '../errors.ts'
import { shortId } from '../job/event.ts'
import type { Pulled } from '../sync/pull.ts'
import { count, format, joined, listed } from '../wording.ts'
import { sayInventory, type Inventory } from './inventory.ts'
import type { Frame, Result } from './journal.ts'
import { expiryNotices, sayDeadAlert, sayPulled, saySaved } from './notices.ts'
import { ALTERED, OUTCOMES, rowsOf, type Outcome, type ReportRow } from './rows.ts'

/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1
/** Files that a sentence names, and pieces of advice that it gives. */
const MAX_NAMED = 3
const MAX_ADVICE = 2

/**
 * What a run found and did, in sentences. The JSON report is this value, and docs/report.schema.json describes it; renderers
 * show it, and add no sentence.
 */
export interface Report {
  readonly version: number
  readonly mode: Frame['mode'] | null
  readonly success: boolean
  /** What happened, in a few words. */
  readonly heading: string
  /** What happened, and what is missing, red or not. */
  readonly firstLine: string
  /** What a person has to do; empty if nothing. */
  readonly nextStep: string
  /** Why the run is red: its first line and next step. */
  readonly failure: { readonly kind: ErrorKind; readonly message: string; readonly hint: string } | null
  readonly repository: string
  readonly serverUrl: string
  /** The last commit that was decided about; empty for files on the disk, and before anything was decided. */
  readonly head: string
  /** The totals in words, and the commit; empty if nothing was decided. */
  readonly counts: string
  readonly totals: Readonly<Record<Outcome, number>>
  readonly upserted: number
  /** What is not known is null. */
  readonly failed: number | null
  readonly edits: number | null
  readonly orphaned: number | null
  readonly inventory: Inventory | null
  /** The inventory in words; empty if the list was not read. */
  readonly list: string
  /** The folder of the saved texts; null if there are none. */
  readonly overwritten: string | null
  /** `text` is null if it must not be shown, or is too much. */
  readonly saved: readonly (Said & { readonly name: string; readonly file: string; readonly text: string | null })[]
  readonly pulled: readonly (Said & Pick<Pulled, 'file' | 'kind' | 'reason'>)[]
  readonly notices: readonly ReportNotice[]
  /** Empty if alerts were not looked at. */
  readonly alerts: readonly ReportAlert[]
  /** The alerts in words, the last line the counts. */
  readonly alertCounts: readonly string[]
  /** Runbooks and entries, what needs a person first. */
  readonly runbooks: readonly ReportRow[]
}

interface Said {
  readonly path: string
  readonly message: string
}

/** What a person should know although it does not fail the run. */
export interface ReportNotice {
  readonly level: Diagnostic['level']
  readonly message: string
  readonly path: string | null
  readonly line: number | null
}

interface ReportAlert {
  readonly alert: string
  readonly file: string
  readonly line: number
  readonly state: JudgedAlert['state']
  /** As written; null without one. */
  readonly address: string | null
  /** Path of the runbook. */
  readonly runbook: string | null
  /** Why its address is dead. */
  readonly reason: string | null
  /** What a pull request, or a sync, has to say of a dead address; null of any other, and of one that others brought in. */
  readonly message: string | null
}

/** @param now decides whether the token expires soon. */
export function reportOf(result: Result, now: Date): Report {
  const { mode, address, look, inventory, alerts, ended } = result
  const rows = rowsOf(result)
  const totals = totalsOf(rows)
  const run: Run = { ...result, rows, totals }
  const kind = failureOf(run)
  const [firstLine, nextStep] = [sayFirst(run), sayNext(run)]
  const isKnown = look !== undefined
  const isCompared = look?.isCompared === true
  return {
    version: VERSION,
    mode: mode ?? null,
    success: kind === undefined,
    heading: sayHeading(run),
    firstLine,
    nextStep,
    failure: kind === undefined ? null : { kind, message: firstLine, hint: nextStep },
    ...address,
    head: look?.runbooks.head ?? '',
    counts: sayCounts(run),
    totals,
    upserted: totals.upserted,
    failed: isKnown || ended === undefined ? rows.filter(isMissing).length : null,
    edits: editsIn(run, isCompared),
    orphaned: isCompared ? totals.orphaned : null,
    inventory: inventory ?? null,
    list: inventory === undefined ? '' : sayInventory(inventory, mode === 'sync'),
    overwritten: result.saved[0]?.folder ?? null,
    saved: result.saved.map((one) => {
      return { path: one.path, name: one.name, file: one.file, message: saySaved(one), text: one.content || null }
    }),
    pulled: result.pulled.map((one) => {
      return { path: one.path, file: one.file, kind: one.kind, reason: one.reason, message: sayPulled(one) }
    }),
    notices: [...expiryNotices(result.tokenExpiresOn, inventory !== undefined, now), ...result.notices].map(noticeOf),
    alerts: alertsIn(alerts),
    alertCounts: alerts === undefined ? [] : sayAlerts(alerts),
    runbooks: rows
  }
}

interface Run extends Result {
  readonly rows: readonly ReportRow[]
  readonly totals: Report['totals']
}

function noticeOf({ level, message, path, line }: Diagnostic): ReportNotice {
  return { level, message, path: path ?? null, line: line ?? null }
}

/** True if a runbook is not in the knowledge base as it should be, or would not be after a sync. */
function isMissing({ outcome }: ReportRow): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** True if it also makes the run red. */
export function isRed(row: ReportRow): boolean {
  return isMissing(row) && !row.waiting
}

/** True if a person has to do something, now or one day. */
export function needsPerson(row: ReportRow): boolean {
  return isMissing(row) || row.outcome === 'kept'
}

function totalsOf(rows: readonly ReportRow[]): Report['totals'] {
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of rows) totals[outcome]++
  return totals
}

/** Texts of people that are not in the files. */
function editsIn({ mode, pulled, ended, rows }: Run, isCompared: boolean): number | null {
  if (mode === 'pull' && (ended === undefined || pulled.length > 0)) return pulled.length
  return isCompared ? rows.filter(({ outcome, cause }) => outcome === 'kept' || cause === 'conflict').length : null
}

/** What kind of failure makes the run red; undefined if it is green. */
function failureOf({ ended, pulled, rows, alerts }: Run): ErrorKind | undefined {
  if (ended !== undefined) return ended.kind
  const isIncomplete = rows.some(isRed) || pulled.some(({ kind }) => kind !== 'changed')
  // A sync is never red because of alerts: the runbooks have arrived.
  return isIncomplete || (alerts?.broughtIn ?? []).length > 0 ? 'incomplete' : undefined
}

/** What ended a run, in a few words, if its error has none of its own. */
const ENDINGS: Partial<Readonly<Record<ErrorKind, string>>> = {
  input: 'An input cannot be used',
  github: 'A question to GitHub failed',
  git: 'The checkout cannot be read',
  'branch-moved': 'The branch moved',
  'token-rejected': 'The token was rejected',
  unreachable: 'The service cannot be reached',
  cancelled: 'Cancelled'
}

function sayHeading(run: Run): string {
  const { ended, rows, mode, totals } = run
  if (ended !== undefined) return ended.headline ?? ENDINGS[ended.kind] ?? 'The run failed'
  const missing = rows.filter(needsPerson).length
  if (mode === 'pull') return sayPulledFiles(run)
  if (missing === 0) return saySuccess(run)
  if (mode === 'plan') return `${count(plannedIn(rows, 'runbook'), 'runbook')} to send, ${format(missing)} not`
  if (totals.upserted === 0) return `${count(missing, 'runbook')} not delivered`
  return `${count(totals.upserted, 'runbook')} delivered, ${format(missing)} not`
}

/** How many runbooks, or entries that have none, a sync would send. */
function plannedIn(rows: readonly ReportRow[], about: ReportRow['about']): number {
  return rows.filter((row) => row.outcome === 'planned' && row.about === about).length
}

/** What happened, and what is missing: `1 runbook delivered; 1 is not: docs/dns.md (somebody edited its entry).` */
function sayFirst(run: Run): string {
  const { ended, rows, mode, pulled } = run
  const missing = rows.filter(needsPerson)
  if (ended !== undefined) {
    const hasResult = missing.length + run.totals.upserted > 0 && mode === 'sync'
    return joined([ended.message, hasResult && `${sayMissing(run, missing)}.`])
  }
  if (mode === 'pull') {
    const [first] = pulled.filter(({ kind }) => kind !== 'changed')
    return joined([`${sayPulledFiles(run)}.`, first && joined([first.path, first.reason], ': ')])
  }
  const parts = [
    missing.length === 0 ? saySuccess(run) : sayMissing(run, missing),
    run.totals.orphaned > 0 && count(run.totals.orphaned, 'entry has no runbook', 'entries have no runbook')
  ]
  const said = `${joined(parts, '; ')}.`
  // What makes the run red comes first.
  return joined(missing.some(isRed) ? [said, sayDead(run)] : [sayDead(run), said])
}

function sayMissing(run: Run, missing: readonly ReportRow[]): string {
  const { mode, totals, ended, rows } = run
  const did = mode === 'plan' ? plannedIn(rows, 'runbook') : totals.upserted
  // What ended the run explains it, and thousands of paths would hide it.
  const named = missing.filter(({ outcome }) => ended === undefined || outcome !== 'pending')
  const names = listed(
    named.map(({ path, brief }) => joined([path, `(${brief})`])),
    MAX_NAMED
  )
  const number = missing.length
  if (did > 0) {
    const isNot = mode === 'plan' ? `${format(number)} would not be delivered` : count(number, 'is not', 'are not')
    return joined([`${saySuccess(run)}; ${isNot}`, names], ': ')
  }
  if (mode === 'plan') return joined([`${count(number, 'runbook')} would not be delivered`, names], ': ')
  return joined([count(number, 'runbook is not delivered', 'runbooks are not delivered'), names], ': ')
}

/** What was done, or would be. */
function saySuccess({ mode, totals, saved, rows, inventory }: Run): string {
  switch (mode) {
    case 'check':
      return 'The token is valid'
    case 'plan': {
      if (inventory === undefined)
        return `${count(totals.planned, 'runbook')} can be sent; nothing is known of the assistant`
      const replaced = rows.filter(({ outcome, texts }) => outcome === 'planned' && texts > 0).length
      const texts = replaced > 0 && ` and replace ${count(replaced, 'text')} of the assistant`
      const notes = plannedIn(rows, 'entry')
      const parts = [
        totals.planned > notes && `send ${count(totals.planned - notes, 'runbook')}${texts || ''}`,
        notes > 0 && `retire ${count(notes, 'entry', 'entries')}`
      ]
      return `A sync would ${joined(parts, ', and ') || 'send nothing'}`
    }
    case 'sync': {
      const parts = [
        totals.upserted > 0 && `${count(totals.upserted, 'runbook')} delivered`,
        saved.length > 0 && `${count(saved.length, 'text')} of the assistant saved and replaced`,
        totals.retired > 0 && `${count(totals.retired, 'entry', 'entries')} retired`
      ]
      return joined(parts, ', ') || (totals.unchanged > 0 ? 'Everything is up to date' : 'There is nothing to deliver')
    }
    case 'pull':
    case 'list':
    case 'alerts':
    case undefined:
      // What they print says the rest.
      return 'Done'
  }
}

/** `2 files changed, 1 edit beside its file` */
function sayPulledFiles({ pulled }: Pick<Run, 'pulled'>): string {
  const total = (wanted: Pulled['kind']): number => pulled.filter(({ kind }) => kind === wanted).length
  const parts = [
    total('changed') > 0 && `${count(total('changed'), 'file')} changed`,
    total('beside') > 0 && count(total('beside'), 'edit beside its file', 'edits beside their files'),
    total('left out') > 0 && `${format(total('left out'))} left out`
  ]
  return joined(parts, ', ') || 'There are no edits to pull'
}

function sayDead({ alerts }: Run): string | undefined {
  const dead = alerts?.broughtIn ?? []
  if (dead.length === 0) return undefined
  const places = listed(dead.map(({ alert, file, line }) => `${alert} (${file}:${line})`))
  return `${count(dead.length, 'alert has', 'alerts have')} an address that leads to no runbook: ${places}.`
}

function sayNext(run: Run): string {
  const { ended, mode, pulled, rows, totals, alerts } = run
  if (ended !== undefined) return ended.hint
  const kinds = new Set(pulled.map(({ kind }) => kind))
  if (kinds.has('beside'))
    return 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
  if (kinds.has('left out')) return 'Correct the entry in the assistant, then pull again.'
  const red = rows.filter(isRed)
  const missing = red.length > 0 ? red : rows.filter(needsPerson)
  return joined([
    ...adviceFor(missing),
    mode === 'plan' && red.length > 0 && 'Correct this first, or the next sync fails.',
    red.some(({ outcome, brief }) => outcome !== 'refused' && brief !== ALTERED) &&
      'The next run delivers what is missing.',
    (alerts?.broughtIn ?? []).length > 0 && 'Correct the address, or add the runbook.',
    missing.length === 0 && totals.orphaned > 0 && 'Delete what you do not need in the assistant.'
  ])
}

/** What to do, each advice once: alone if it is about everything, else after the files that it is about. */
function adviceFor(rows: readonly ReportRow[]): string[] {
  const groups = [...Map.groupBy(rows, ({ hint }) => hint ?? '')].filter(([hint]) => hint !== '')
  const [first] = groups
  if (first?.[1].length === rows.length) return [first[0]]
  const more = groups.slice(MAX_ADVICE).reduce((sum, [, { length }]) => sum + length, 0)
  return [
    ...groups.slice(0, MAX_ADVICE).map(([hint, of]) => {
      return `${listed(
        of.map(({ path }) => path),
        MAX_NAMED
      )}: ${hint}`
    }),
    ...(more > 0 ? [`The report says what to do about ${count(more, 'more runbook')}.`] : [])
  ]
}

/** `3 upserted, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
function sayCounts({ look, totals }: Run): string {
  if (look === undefined) return ''
  const outcomes = OUTCOMES.map((outcome) => totals[outcome] > 0 && `${format(totals[outcome])} ${outcome}`)
  const commit = look.runbooks.head !== '' && `at commit ${shortId(look.runbooks.head)}`
  const files = joined([`${count(look.runbooks.at.size, 'file')} selected`, commit])
  return `${joined([joined(outcomes, ', '), files], '; ')}.`
}

/** Each alert, and whether it has a runbook. */
export function alertsIn(alerts: Result['alerts']): ReportAlert[] {
  if (alerts === undefined) return []
  const told = new Set(alerts.broughtIn ?? alerts.table.alerts)
  return alerts.table.alerts.map((one) => {
    const { alert, file, line, state, address, path, reason } = one
    return {
      ...{ alert, file, line, state },
      address: address || null,
      runbook: state === 'runbook' ? path : null,
      reason: reason || null,
      message: state === 'dead' && told.has(one) ? sayDeadAlert(one) : null
    }
  })
}

/** Words for each state of an alert. */
const STATES = { runbook: 'with a runbook', dead: 'dead', elsewhere: 'elsewhere', without: 'without' } as const

function sayAlerts({ table: { files, alerts, totals, unnamed } }: NonNullable<Result['alerts']>): string[] {
  const states = Object.entries(STATES) as [JudgedAlert['state'], string][]
  const parts = states.map(([state, words]) => totals[state] > 0 && `${format(totals[state])} ${words}`)
  return [
    totals.without > 0 &&
      'Give a rule a `runbook_url`, or name its alert in the front matter of a runbook: `alerts: [NAME]`.',
    unnamed.length > 0 && `${count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}.`,
    alerts.length === 0
      ? `No alerts in ${count(files, 'file')}.`
      : `${count(alerts.length, 'alert')}: ${joined(parts, ', ')}.`
  ].filter((line) => line !== false)
}

/** Rows of one outcome that say the same: one line can stand for all. */
export interface RowGroup extends Pick<ReportRow, 'outcome' | 'reason' | 'hint'> {
  readonly rows: readonly ReportRow[]
}

/** In the order of the first row of each. */
export function groupsOf(rows: readonly ReportRow[]): RowGroup[] {
  const groups = Map.groupBy(rows, ({ outcome, reason, hint, waiting }) =>
    JSON.stringify([outcome, reason, hint, waiting])
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ outcome: first.outcome, reason: first.reason, hint: first.hint, rows: group }]
  })
}
