import * as core from '@actions/core'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, type Diagnostic } from '../errors.ts'
import { count, joined } from '../wording.ts'
import { annotationsOf } from './annotations.ts'
import type { Edge } from './edge.ts'
import { headlineOf } from './headline.ts'
import { jsonReport } from './json-report.ts'
import { countLinesOf, reportLinesOf } from './lines.ts'
import { noticesForPeople } from './notices.ts'
import { editsOf, isMissing, reportedOf, totalsOf } from './outcomes.ts'
import type { Result } from './result.ts'
import { showResult, type ShownResult } from './shown.ts'
import { summaryOf } from './summary.ts'
import { verdictOf } from './verdict.ts'

/** Lines of the log about runbooks and entries; the summary and the JSON report have more. */
const MAX_LINES = 200

/** Writes log, annotations, outputs, files and summary. Returns the message to fail the job with; undefined for a green run. */
export async function publish(result: Result, edge: Edge, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const now = new Date()
  const shown = showResult(result, edge)
  const notices = noticesForPeople(shown, now)
  const summary = summaryOf(shown, notices)
  traceDefect(result, edge)
  log(shown, edge)
  annotate(shown, notices, edge)
  await attempt('outputs', edge, () => {
    setOutputs(shown)
  })
  await attempt('report', edge, async () => writeFiles(jsonReport(shown, now), summary, env))
  await attempt('job summary', edge, async () => core.summary.addRaw(summary).write())
  const verdict = verdictOf(shown)
  return verdict === undefined ? undefined : edge.line(joined([verdict.message, verdict.hint]))
}

function traceDefect({ ended }: Result, edge: Edge): void {
  if (ended?.kind !== 'defect' || !core.isDebug()) return
  for (const line of edge.trace(ended.cause)) core.debug(line)
}

/** What happened and what to do, then the lines that explain it, then the counts. */
function log(result: ShownResult, edge: Edge): void {
  const lines = reportLinesOf(result)
  const info = (text: string): void => {
    core.info(edge.line(text))
  }
  // If there is nothing to explain, the error at the end of the log says it alone.
  if (lines.length > 0 || verdictOf(result) === undefined) info(`Runbook Sync: ${headlineOf(result)}`)
  for (const { label, text, details } of lines.slice(0, MAX_LINES)) {
    info(`  ${label.padEnd(9)} ${text}`)
    for (const detail of details) info(`            ${detail}`)
  }
  const more = lines.length - MAX_LINES
  if (more > 0) info(`  and ${count(more, 'more line')}: see the summary or the JSON report`)
  for (const line of countLinesOf(result)) info(line)
}

function annotate(result: ShownResult, notices: readonly Diagnostic[], edge: Edge): void {
  for (const { level, message, title, file, startLine } of annotationsOf(result, notices)) {
    core[level](edge.line(message), {
      ...(title !== undefined && { title: edge.line(title) }),
      ...(file !== undefined && { file: edge.line(file) }),
      ...(startLine !== undefined && { startLine })
    })
  }
}

function setOutputs(result: ShownResult): void {
  const { upserted, orphaned } = totalsOf(result)
  core.setOutput('upserted', upserted)
  core.setOutput('failed', reportedOf(result).filter(isMissing).length)
  core.setOutput('edits', editsOf(result))
  core.setOutput('orphaned', orphaned)
  core.setOutput('token-rejected', result.ended?.kind === 'token-rejected')
  core.setOutput('overwritten', result.saved[0]?.folder ?? '')
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

/** What cannot be written must not hide the rest. */
async function attempt(what: string, edge: Edge, write: () => unknown): Promise<void> {
  try {
    await write()
  } catch (error) {
    core.warning(edge.line(`The ${what} could not be written: ${messageOf(error)}.`))
  }
}
