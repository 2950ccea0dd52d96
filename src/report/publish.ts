import * as core from '@actions/core'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, type Diagnostic } from '../errors.ts'
import { count, joined, listed, shorten } from '../wording.ts'
import { annotationsOf } from './annotations.ts'
import { escapeLog } from './escape.ts'
import type { Findings, Observer } from './findings.ts'
import { jsonOf } from './json-report.ts'
import { isMissing, type Reported } from './outcome.ts'
import { commitsOf } from './github-links.ts'
import { summaryOf } from './summary.ts'
import {
  countsOf,
  editsOf,
  describeInventory,
  lastLineOf,
  selectionOf,
  sorted,
  totalsOf,
  verdictOf
} from './verdict.ts'

/** Runbooks that the log names; the summary and the JSON report have all of them. */
const MAX_LOGGED = 200
/** GitHub cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION = 2000
/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000
/** Long enough for a holiday, in days. */
const WARN_DAYS = 14
const DAY = 24 * 60 * 60 * 1000

/** Tells in the log what must be told before the end of the run. */
export function logObserver(): Observer {
  let last = performance.now()
  return {
    progress: (findings) => {
      if (performance.now() - last < PROGRESS_INTERVAL) return
      last = performance.now()
      core.info(`${countsOf(findings)} so far`)
    },
    waiting: (message) => {
      core.info(message)
    },
    settled: (findings) => {
      for (const { path, reason } of findings.outcomes.filter(({ outcome }) => outcome === 'refused')) {
        if (findings.told.has(path)) continue
        findings.told.add(path)
        core.info(escapeLog(`  refused   ${path} (${shorten(reason, 300)})`))
      }
    },
    // Also as an output at once: a step with `always()` needs it after the run was killed.
    saved: (folder) => {
      core.setOutput('overwritten', folder)
      core.info(escapeLog(`Texts of the assistant that the run replaces are saved in ${folder}`))
    }
  }
}

/** A line for step debug logging. */
export function debug(line: string): void {
  // A line for each request, which the runner would drop.
  if (core.isDebug()) core.debug(escapeLog(line))
}

/** Writes log, annotations, outputs, files and summary. Returns the message to fail the job with; undefined for a green run. */
export async function publish(findings: Findings, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const expiry = expiryWarning(findings)
  if (expiry !== undefined) findings.diagnose(expiry)
  logOutcomes(findings)
  for (const { level, message, ...properties } of annotationsOf(findings)) {
    core[level](shorten(escapeLog(message), MAX_ANNOTATION), properties)
  }
  const summary = summaryOf(findings)
  await attempt('outputs', () => {
    setOutputs(findings)
  })
  await attempt('report', async () => writeFiles(findings, summary, env))
  await attempt('job summary', async () => core.summary.addRaw(summary).write())
  const verdict = verdictOf(findings)
  if (verdict !== undefined) return escapeLog(`${verdict.message} ${verdict.hint}`)
  core.info(escapeLog(`Runbook Sync: ${lastLineOf(findings)}`))
  return undefined
}

/** A warning around the day on which the token stops working. The service cannot be asked. */
function expiryWarning(findings: Findings): Diagnostic | undefined {
  const { tokenExpiresOn: expiresOn, inventory } = findings
  if (expiresOn === undefined) return undefined
  const days = Math.ceil((expiresOn.getTime() - Date.now()) / DAY)
  if (days > WARN_DAYS) return undefined
  const day = expiresOn.toISOString().slice(0, 10)
  const { upserted, unchanged } = totalsOf(findings)
  if (days <= 0 && (upserted > 0 || unchanged > 0 || inventory !== undefined)) {
    const message = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`
    return { level: 'warning', message }
  }
  const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`
  const message =
    `The token ${when} (\`token-expires-on\`). Choose Rotate in Settings → Access Tokens of the assistant, store the new ` +
    'value in the secret at once, because the old one stops working, and update `token-expires-on`.'
  return { level: 'warning', message }
}

function logOutcomes(findings: Findings): void {
  const { outcomes, range, failure } = findings
  if (failure?.kind === 'defect' && failure.cause instanceof Error) debug(failure.cause.stack ?? '')
  const rows = sorted(outcomes.filter(({ path, outcome }) => outcome !== 'refused' || !findings.told.has(path)))
  // What was not delivered for one reason is one line, so that the reasons are seen.
  const isGrouped = (row: Reported): boolean => row.reason !== '' && (isMissing(row) || row.outcome === 'skipped')
  const byReason = Map.groupBy(rows, (row) => (isGrouped(row) ? `${row.outcome} ${row.reason}` : row))
  const groups = [...byReason.values()]
  for (const group of groups.slice(0, MAX_LOGGED)) core.info(escapeLog(`  ${lineOf(group)}`))
  const more = groups.slice(MAX_LOGGED).flat().length
  if (more > 0) core.info(`  and ${count(more, 'more runbook')}: see the summary or the JSON report`)
  if (range === undefined) return
  const inventory = describeInventory(findings)
  if (inventory !== '') core.info(escapeLog(inventory))
  core.info(escapeLog(joined([`${selectionOf(findings)}.`, range.reason, commitsOf(range.base, range.tip)])))
}

function lineOf(group: readonly Reported[]): string {
  const [{ outcome, about, path, name, reason }] = group as readonly [Reported, ...Reported[]]
  const label = outcome.padEnd(9)
  const why = reason !== '' && `(${shorten(reason, 300)})`
  if (group.length === 1) return joined([label, path, name !== undefined && `“${name}”`, why])
  const what = about === 'entry' ? count(group.length, 'entry', 'entries') : count(group.length, 'runbook')
  return joined([label, `${what}: ${listed(group.map((row) => row.path))}`, why])
}

function setOutputs(findings: Findings): void {
  const totals = totalsOf(findings)
  const counted = ['upserted', 'unchanged', 'kept', 'refused', 'failed', 'orphaned', 'retired', 'pending'] as const
  for (const outcome of counted) core.setOutput(outcome, totals[outcome])
  core.setOutput('token-rejected', findings.failure?.kind === 'token-rejected')
  core.setOutput('base', findings.range?.base ?? '')
  core.setOutput('head', findings.range?.tip ?? '')
  core.setOutput('edits', editsOf(findings))
  core.setOutput('overwritten', findings.overwritten)
}

/** In a folder of its own, because two steps of a job may use this Action. */
async function writeFiles(findings: Findings, summary: string, env: NodeJS.ProcessEnv): Promise<void> {
  const temp = env['RUNNER_TEMP'] ?? ''
  const folder = await mkdtemp(join(temp === '' ? tmpdir() : temp, 'runbook-sync-'))
  await writeFile(join(folder, 'report.json'), jsonOf(findings))
  await writeFile(join(folder, 'summary.md'), summary)
  core.setOutput('report', join(folder, 'report.json'))
  core.setOutput('summary', join(folder, 'summary.md'))
}

/** What cannot be written must not hide the rest. */
async function attempt(what: string, write: () => unknown): Promise<void> {
  try {
    await write()
  } catch (error) {
    core.warning(escapeLog(`The ${what} could not be written: ${messageOf(error)}.`))
  }
}
