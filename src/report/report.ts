import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debug, error, info, isDebug, notice, setOutput, summary, warning } from '../core.ts'
import type { Changes, Range } from '../changes/changes.ts'
import { Failure, messageOf } from '../failures.ts'
import type { Notice } from '../notices.ts'
import type { Skipped } from '../source/source.ts'
import type { RunbookOutcome } from '../sync/outcome.ts'
import { annotationsOf } from './annotations.ts'
import { forLog, shortened } from './inert.ts'
import { jsonOf } from './json.ts'
import { Progress } from './progress.ts'
import { summaryOf } from './summary.ts'
import { OUTCOMES, countOf, grouped, totalsOf, verdictOf, type View } from './view.ts'

/** How many runbooks the log names one by one; the summary and the JSON report have them all. */
const NAMED_IN_LOG = 200

const SKIPPED: Readonly<Record<Skipped['reason'], string>> = {
  symlink: 'it is a symbolic link, which is never followed',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is no regular file',
  'outside the workspace': 'it is outside the workspace'
}

/** Collects what happens and tells people: the log while the job runs; annotations, summary and outputs at its end. */
export class Report {
  #mode: View['mode']
  #removed: View['removed'] = 'report'
  #range: Range | undefined
  #failure: Failure | undefined
  #progress: Progress | undefined
  readonly #repository: string
  readonly #serverUrl: string
  readonly #folder: string
  readonly #notices: Notice[] = []
  /** By path and name: a runbook that got another name also left an entry behind. */
  readonly #outcomes = new Map<string, RunbookOutcome>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#repository = env['GITHUB_REPOSITORY'] ?? ''
    this.#serverUrl = env['GITHUB_SERVER_URL'] ?? 'https://github.com'
    const temporary = env['RUNNER_TEMP'] ?? ''
    this.#folder = temporary === '' ? tmpdir() : temporary
  }

  info(line: string): void {
    info(forLog(line))
  }

  debug(line: string): void {
    debug(forLog(line))
  }

  /** Where each request is told under step debug; nowhere else, for there can be a hundred thousand. */
  readonly trace = isDebug()
    ? (line: string): void => {
        this.debug(line)
      }
    : undefined

  begin(mode: NonNullable<View['mode']>, removed: View['removed'], notices: readonly Notice[]): void {
    this.#mode = mode
    this.#removed = removed
    this.notices(notices)
  }

  notices(notices: readonly Notice[]): void {
    this.#notices.push(...notices)
  }

  /** Which runbooks a round of the run concerns, chosen by `patterns`. */
  changes({ range, selected, gone, skipped, looked, notices }: Changes, patterns: readonly string[]): void {
    // A later round goes on from where an earlier one began.
    this.#range = this.#range === undefined ? range : { ...this.#range, head: range.head }
    this.info(range.reason)
    this.notices(notices)
    this.notices(
      skipped.map(({ path, reason }) => ({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` }))
    )
    if (selected.length === 0 && range.kind !== 'nothing') {
      this.notices([
        {
          // Where there were some, a pattern or a folder was more likely mistaken than meant.
          level: gone.length > 0 ? 'warning' : 'notice',
          message: `No file matches \`files\` (${patterns.join(', ')}); looked at ${countOf(looked, 'file')}.`
        }
      ])
    }
  }

  /** What is expected to become of every runbook, as long as nothing else has; `sending` of them are to be sent. */
  planned(outcomes: readonly RunbookOutcome[], sending: number): void {
    if (this.#outcomes.size > 0) this.#judgedAnew(new Set(outcomes.map(({ path }) => path)))
    for (const outcome of outcomes) this.#keep(outcome)
    this.#progress = new Progress(sending, (line) => {
      this.info(line)
    })
  }

  /** A later round judges all refusals anew, and sends anew what failed and has changed since. */
  #judgedAnew(paths: ReadonlySet<string>): void {
    for (const [key, { path, outcome }] of this.#outcomes) {
      if (outcome === 'refused' || (outcome === 'failed' && paths.has(path))) this.#outcomes.delete(key)
    }
  }

  /** What became of one. */
  readonly outcome = (outcome: RunbookOutcome): void => {
    this.#keep(outcome)
    this.#progress?.step()
  }

  /** Whether everything so far went well: what is irreversible waits for it. */
  get clean(): boolean {
    return verdictOf(this.#view()) === undefined
  }

  /** What ended the run early. What is no `Failure` is a defect, and its stack is for those who mend it: step debug shows it. */
  fail(thrown: unknown): void {
    if (thrown instanceof Failure) {
      this.#failure = thrown
      return
    }
    if (thrown instanceof Error && thrown.stack !== undefined) this.debug(thrown.stack)
    this.#failure = new Failure(
      'source',
      `An unexpected error: ${shortened(messageOf(thrown), 500)}.`,
      'This is a defect of Runbook Sync. Run the job again with debug logging and report what it prints.',
      { cause: thrown }
    )
  }

  /** Writes everything, whatever happened before. Returns the message to fail the job with, if it is to fail. */
  async write(): Promise<string | undefined> {
    const view = this.#view()
    this.#logOutcomes(view)
    for (const { level, message, title, file, line } of annotationsOf(view)) {
      const properties = {
        ...(title !== undefined && { title }),
        ...(file !== undefined && { file }),
        ...(line !== undefined && { startLine: line })
      }
      const say = level === 'error' ? error : level === 'warning' ? warning : notice
      say(message, properties)
    }
    const unwritten = [writeOutputs(view), await this.#writeJson(view), await this.#writeSummary(view)]
    for (const why of unwritten) if (why !== undefined) warning(why)
    const verdict = verdictOf(view)
    if (view.mode === 'check' && verdict === undefined) this.info('The token is good.')
    return verdict === undefined ? undefined : forLog(`${verdict.message} ${verdict.remedy}`)
  }

  #view(): View {
    return {
      mode: this.#mode,
      removed: this.#removed,
      repository: this.#repository,
      serverUrl: this.#serverUrl,
      range: this.#range,
      outcomes: [...this.#outcomes.values()],
      notices: this.#notices,
      failure: this.#failure
    }
  }

  #logOutcomes({ outcomes }: View): void {
    for (const { outcome, path, name, reason } of outcomes.slice(0, NAMED_IN_LOG)) {
      const entry = name === undefined ? '' : ` “${name}”`
      this.info(`  ${outcome.padEnd(9)} ${path}${entry}${reason === '' ? '' : ` (${shortened(reason, 300)})`}`)
    }
    const more = outcomes.length - NAMED_IN_LOG
    if (more > 0) this.info(`  and ${countOf(more, 'more runbook')}: see the summary or the JSON report`)
    const totals = totalsOf(outcomes)
    const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0)
    if (counts.length > 0) {
      this.info(counts.map((outcome) => `${grouped(totals[outcome])} ${outcome}`).join(', '))
    }
  }

  #keep(outcome: RunbookOutcome): void {
    this.#outcomes.set(`${outcome.path}\0${outcome.name ?? ''}`, outcome)
  }

  async #writeJson(view: View): Promise<string | undefined> {
    try {
      // A folder of its own: two steps of one job may both use this Action.
      const path = join(await mkdtemp(join(this.#folder, 'runbook-sync-')), 'report.json')
      await writeFile(path, jsonOf(view))
      setOutput('report', path)
      return undefined
    } catch (error) {
      return `The JSON report could not be written: ${forLog(messageOf(error))}`
    }
  }

  async #writeSummary(view: View): Promise<string | undefined> {
    try {
      await summary.addRaw(summaryOf(view)).write()
      return undefined
    } catch (error) {
      return `The job summary could not be written: ${forLog(messageOf(error))}`
    }
  }
}

function writeOutputs(view: View): string | undefined {
  const totals = totalsOf(view.outcomes)
  try {
    for (const outcome of OUTCOMES) {
      if (outcome !== 'planned' && outcome !== 'excluded') setOutput(outcome, totals[outcome])
    }
    setOutput('token-rejected', view.failure?.kind === 'token-rejected')
    setOutput('base', view.range?.base ?? '')
    setOutput('head', view.range?.head ?? '')
    return undefined
  } catch (error) {
    return `The outputs could not be written: ${forLog(messageOf(error))}`
  }
}
