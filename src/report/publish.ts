import * as core from '@actions/core'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, type Diagnostic } from '../errors.ts'
import { count, joined, locationOf } from '../wording.ts'
import { Journal } from './journal.ts'
import { isSaidOfFiles, type Report } from './report.ts'
import type { ReportRow } from './report-rows.ts'
import type { Sink } from './sink.ts'
import { Summary } from './summary.ts'
import { reportLines } from './report-lines.ts'

/** GitHub shows ten annotations of a level and step. The tenth sums up: of the errors, it is the failure. */
const MAX_ANNOTATIONS = 9

export function jobJournal(sink: Sink): Journal {
  return new Journal({
    say: (line) => {
      core.info(sink.line(line))
    },
    // A step with `always()` needs it after the run was killed.
    saves: (folder) => {
      core.setOutput('overwritten', sink.redact(folder))
    }
  })
}

/** Writes a line about each request, for a job with debug logging. */
export function debugLog(sink: Sink): (line: string) => void {
  return (line) => {
    // The runner would drop it.
    if (core.isDebug()) core.debug(sink.line(line))
  }
}

/** Writes log, annotations, outputs, files and summary. Returns the message to fail the job with; undefined for a green run. */
export async function publish(report: Report, sink: Sink, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const summary = new Summary(report, sink).text()
  log(report, sink)
  for (const annotation of annotationsOf(report)) annotate(annotation, sink)
  await attempt('outputs', sink, () => {
    setOutputs(report)
  })
  await attempt('report', sink, async () => writeFiles(sink.json(report), summary, env))
  await attempt('job summary', sink, async () => core.summary.addRaw(summary).write())
  return report.success ? undefined : sink.line(sayBriefly(report))
}

/** The first line, and the next step unless each file has its own. */
function sayBriefly(report: Report): string {
  return joined([report.firstLine, !isSaidOfFiles(report) && report.nextStep])
}

/** Where it happened, what happened, and the lines that explain it. */
function log(report: Report, sink: Sink): void {
  // Annotations give the rest.
  const found = reportLines({ ...report, notices: [] }, ({ needs }) => needs !== 'nothing')
  const lines = found.map(({ label, text }) => (label ? `${label.padEnd(9)} ${text}` : text))
  // If there is nothing to explain, the error at the end of the log says it alone.
  const first = lines.length > 0 || report.success ? [`Runbook Sync: ${sayBriefly(report)}`] : []
  for (const line of [report.where, ...first, ...lines]) core.info(sink.line(line))
}

/** Not escaped. */
interface Annotation extends Omit<Report['notices'][number], 'level'> {
  readonly level: 'error' | Diagnostic['level']
}

/** An error for each file that makes the run red by its text or its entry, a warning for each other row that somebody should look at, and the notices. */
export function annotationsOf({ runbooks, notices }: Report): Annotation[] {
  const shown = runbooks.filter(({ needs }) => needs !== 'nothing')
  const errors = shown.filter(({ red, ofService }) => red && !ofService)
  // First what its author can correct on a line of the file.
  errors.sort((one, other) => Number(one.line === null) - Number(other.line === null))
  const warned = shown.filter(({ red }) => !red)
  const others = [
    ...notices.filter(({ path }) => path === null),
    ...warned.map((row) => annotationOf(row, 'warning')),
    ...notices.filter(({ path }) => path !== null)
  ]
  return [
    ...errors.slice(0, MAX_ANNOTATIONS).map((row) => annotationOf(row, 'error')),
    ...atMostTen(others, 'warning'),
    ...atMostTen(others, 'notice')
  ]
}

function annotationOf({ outcome, path, line, reason, hint }: ReportRow, level: Annotation['level']): Annotation {
  return { level, path, line, message: joined([outcome === 'skipped' && 'Skipped:', reason, hint]) }
}

function atMostTen(all: readonly Annotation[], level: Diagnostic['level']): Annotation[] {
  const wanted = all.filter((one) => one.level === level)
  const more = wanted.length - MAX_ANNOTATIONS
  if (more <= 0) return wanted
  const message = `${count(more, `more ${level}`)}: see the job summary.`
  return [...wanted.slice(0, MAX_ANNOTATIONS), { level, path: null, line: null, message }]
}

/** The log shows the message without its file, so the message names the file. */
function annotate({ level, message, path, line }: Annotation, sink: Sink): void {
  core[level](sink.line(joined([locationOf(path, line), message], ': ')), {
    ...(path !== null && { file: sink.line(path) }),
    ...(line !== null && { startLine: line })
  })
}

/** They count the branch, not the push. What is not known is empty. The journal has set `overwritten`. */
function setOutputs({ totals, failed, edits, inventory, overdue, failure }: Report): void {
  core.setOutput('upserted', totals.upserted)
  core.setOutput('failed', failed ?? '')
  core.setOutput('edits', edits ?? '')
  core.setOutput('orphaned', inventory === null ? '' : totals.orphaned)
  core.setOutput('overdue', overdue?.length ?? '')
  core.setOutput('token-rejected', failure?.kind === 'token-rejected')
}

/** In a folder of its own, because two steps of a job may use this Action. */
async function writeFiles(report: string, summary: string, env: NodeJS.ProcessEnv): Promise<void> {
  const temp = env['RUNNER_TEMP'] ?? ''
  const folder = await mkdtemp(join(temp === '' ? tmpdir() : temp, 'runbook-sync-'))
  await writeFile(join(folder, 'report.json'), report)
  await writeFile(join(folder, 'summary.md'), summary)
  core.setOutput('report', join(folder, 'report.json'))
  core.setOutput('summary', join(folder, 'summary.md'))
}

/** A failure must not hide the rest of the report. */
async function attempt(what: string, sink: Sink, write: () => unknown): Promise<void> {
  try {
    await write()
  } catch (error) {
    core.warning(sink.line(`The ${what} could not be written: ${messageOf(error)}.`))
  }
}
