import * as core from '@actions/core'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locationOf, messageOf, type Diagnostic } from '../errors.ts'
import { count, format, joined } from '../wording.ts'
import type { JournalEvent } from './journal.ts'
import { isRed, needsPerson, type Report } from './report.ts'
import type { ReportRow } from './rows.ts'
import type { Sink } from './sink.ts'
import { summaryOf } from './summary.ts'
import { jsonOf, reportLines } from './terminal.ts'

/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000
/** Lines of the log about runbooks and entries; the summary and the JSON report have more. */
const MAX_LINES = 200
/** GitHub shows ten annotations of a level and step. The tenth sums up: of the errors, it is the failure. */
const MAX_ANNOTATIONS = 9

/** How far the present round is: what it has to send, and what the service has answered. */
class SendProgress {
  #total = 0
  #answered = 0
  #failed = 0

  add(event: JournalEvent): void {
    if (event.kind === 'sending') {
      this.#total = event.total
      this.#answered = 0
      this.#failed = 0
    }
    if (event.kind !== 'answered') return
    this.#answered++
    if (event.sent.state.is === 'failed') this.#failed++
  }

  /** `5 of 11 runbooks sent, 1 failed`; empty if nothing is to be sent. */
  describe(): string {
    if (this.#total === 0) return ''
    return joined(
      [
        `${format(this.#answered)} of ${count(this.#total, 'runbook')} sent`,
        this.#failed > 0 && `${format(this.#failed)} failed`
      ],
      ', '
    )
  }
}

/** Says what must be told before the end of a run: for `new Journal(progressListener(say))`. @param saved gets the folder. */
export function progressListener(
  say: (line: string) => void,
  saved: (folder: string) => void = () => undefined
): (event: JournalEvent) => void {
  const progress = new SendProgress()
  let last = performance.now()
  let folder = ''
  return (event) => {
    progress.add(event)
    if (event.kind === 'notice' && event.notice.level === 'progress') say(event.notice.message)
    if (event.kind === 'saved' && event.text.folder !== folder) {
      folder = event.text.folder
      saved(folder)
      say(`Texts of the assistant that the run replaces are saved in ${folder}`)
    }
    if (event.kind !== 'answered' || performance.now() - last < PROGRESS_INTERVAL) return
    last = performance.now()
    say(`${progress.describe()} so far`)
  }
}

/** The same in the log of a job. */
export function logListener(sink: Sink): (event: JournalEvent) => void {
  const say = (line: string): void => {
    core.info(sink.line(line))
  }
  // Also as an output at once: a step with `always()` needs it after the run was killed.
  return progressListener(say, (folder) => {
    core.setOutput('overwritten', sink.redact(folder))
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
  const summary = summaryOf(report, sink)
  log(report, sink)
  for (const annotation of annotationsOf(report)) annotate(annotation, sink)
  await attempt('outputs', sink, () => {
    setOutputs(report, sink)
  })
  await attempt('report', sink, async () => writeFiles(jsonOf(report, sink), summary, env))
  await attempt('job summary', sink, async () => core.summary.addRaw(summary).write())
  return report.failure === null ? undefined : sink.line(joined([report.failure.message, report.failure.hint]))
}

/** What happened and what to do, then the lines that explain it, then the counts. */
function log(report: Report, sink: Sink): void {
  const info = (text: string): void => {
    if (text !== '') core.info(sink.line(text))
  }
  const lines = reportLines(report)
  // If there is nothing to explain, the error at the end of the log says it alone.
  if (lines.length > 0 || report.success) info(`Runbook Sync: ${joined([report.firstLine, report.nextStep])}`)
  for (const { label, text } of lines.slice(0, MAX_LINES)) info(`  ${label.padEnd(9)} ${text}`)
  const more = lines.length - MAX_LINES
  if (more > 0) info(`  and ${count(more, 'more line')}: see the summary or the JSON report`)
  for (const text of [report.counts, report.list, ...report.alertCounts]) info(text)
}

/** Not escaped. */
interface Annotation {
  readonly level: 'error' | Diagnostic['level']
  readonly message: string
  readonly title?: string
  readonly path: string | null
  readonly line: number | null
}

/** One annotation for each file that needs a person, and for each notice about the whole run. */
export function annotationsOf(report: Report): Annotation[] {
  const { runbooks, notices, pulled, saved, alerts } = report
  const errors = runbooks.filter((row) => isRed(row) && row.outcome !== 'pending').sort((a, b) => rankOf(a) - rankOf(b))
  const warned = runbooks.filter((row) => {
    return (needsPerson(row) && !isRed(row)) || (row.outcome === 'planned' && row.texts > 0)
  })
  const others = [
    ...notices,
    ...warned.map((row) => ({ ...of(row), level: 'warning' as const })),
    ...pulled.map(({ kind, path, message }) => {
      return { level: kind === 'changed' ? 'notice' : 'warning', path: path || null, line: null, message } as const
    }),
    ...saved.map(({ path, message }) => ({ level: 'warning' as const, path, line: null, message })),
    ...alerts.flatMap(({ file, line, message }) => {
      return message === null ? [] : [{ level: 'warning' as const, path: file, line, message }]
    })
  ]
  return [
    ...errors
      .slice(0, MAX_ANNOTATIONS)
      .map((row) => ({ ...of(row), level: 'error' as const, title: `Runbook ${row.outcome}` })),
    ...atMostTen(others, 'warning'),
    ...atMostTen(others, 'notice')
  ]
}

function of({ path, line, reason, hint }: ReportRow): Pick<Annotation, 'path' | 'line' | 'message'> {
  return { path, line, message: joined([reason, hint ?? '']) }
}

/** First what its author can correct on a line of the file, then what no later run delivers either. */
function rankOf({ line, outcome }: ReportRow): number {
  if (line !== null) return 0
  return outcome === 'refused' ? 1 : 2
}

/** Annotations of one level: what concerns the whole run first, and one for each file. */
function atMostTen(all: readonly Annotation[], level: Diagnostic['level']): Annotation[] {
  const wanted = all.filter((one) => one.level === level)
  const groups = [...Map.groupBy(wanted, (one) => one.path ?? one).values()].flatMap(summedUp)
  groups.sort((one, other) => Number(one.path !== null) - Number(other.path !== null))
  const more = groups.length - MAX_ANNOTATIONS
  if (more <= 0) return groups
  const message = `${count(more, `more ${level}`)}: see the job summary.`
  return [...groups.slice(0, MAX_ANNOTATIONS), { level, path: null, line: null, message }]
}

/** The first one of a file, which says how many more there are. */
function summedUp([first, ...more]: readonly Annotation[]): Annotation[] {
  if (first === undefined || more.length === 0) return first === undefined ? [] : [first]
  const others = `This file has ${count(more.length, 'more warning or notice', 'more warnings or notices')}: see the job summary.`
  return [{ ...first, message: joined([first.message, others]) }]
}

/** The log shows the message without its file, so the message names the file. */
function annotate({ level, message, title, path, line }: Annotation, sink: Sink): void {
  const place = locationOf({ path: path ?? '', ...(line !== null && { line }), message })
  core[level](sink.line(joined([place, message], ': ')), {
    ...(title !== undefined && { title: sink.line(title) }),
    ...(path !== null && { file: sink.line(path) }),
    ...(line !== null && { startLine: line })
  })
}

/** They count the branch, not the push. What is not known is empty. */
function setOutputs({ upserted, failed, edits, orphaned, failure, overwritten }: Report, sink: Sink): void {
  for (const [name, value] of Object.entries({ upserted, failed, edits, orphaned })) core.setOutput(name, value ?? '')
  core.setOutput('token-rejected', failure?.kind === 'token-rejected')
  core.setOutput('overwritten', sink.redact(overwritten ?? ''))
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
async function attempt(what: string, sink: Sink, write: () => unknown): Promise<void> {
  try {
    await write()
  } catch (error) {
    core.warning(sink.line(`The ${what} could not be written: ${messageOf(error)}.`))
  }
}
