import * as core from '@actions/core'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Changes } from '../changes/changes.ts'
import { ActionError, messageOf, type Diagnostic } from '../errors.ts'
import { count, format } from '../wording.ts'
import type { Mode, Task } from '../changes/task.ts'
import { annotationsOf } from './annotations.ts'
import { escapeLog, shorten } from './escape.ts'
import { jsonOf } from './json.ts'
import { commitsOf } from './links.ts'
import type { EditedText, RunbookOutcome } from './outcome.ts'
import { summaryOf } from './summary.ts'
import { countsOf, descriptionOf, headlineOf, sorted, standingOf, totalsOf, verdictOf } from './verdict.ts'

/** Runbooks that the log names; the summary and the JSON report have all of them. */
const MAX_LOGGED = 200
/** GitHub cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION = 2000
/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000

/** Collects what happens in a run, and reports it at the end: log, annotations, summary, JSON report and outputs. */
export class Report {
  mode: Mode | undefined
  range: Pick<Changes, 'kind' | 'base' | 'tip' | 'reason'> | undefined
  /** Number of runbooks that the patterns select. */
  selected = 0
  /** What ended the run early. */
  failure: ActionError | undefined
  /** `owner/name`; empty where the environment does not say. */
  readonly repository: string
  readonly serverUrl: string
  readonly edits: EditedText[] = []
  /** By path for runbooks, by name for orphaned entries. */
  readonly #outcomes = new Map<string, RunbookOutcome>()
  readonly #diagnostics = new Map<string, Diagnostic>()
  readonly #env: NodeJS.ProcessEnv
  #overwritten = ''
  #lastProgress = performance.now()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
    this.repository = env['GITHUB_REPOSITORY'] ?? ''
    this.serverUrl = env['GITHUB_SERVER_URL'] ?? 'https://github.com'
  }

  get diagnostics(): Diagnostic[] {
    return [...this.#diagnostics.values()]
  }

  /** One for each runbook of the run, and one for each orphaned entry. */
  get outcomes(): RunbookOutcome[] {
    return [...this.#outcomes.values()]
  }

  readonly begin = (task: Task): void => {
    this.mode = task.kind === 'nothing' ? 'sync' : task.kind
    if (task.kind === 'plan' && task.notice !== undefined) this.diagnose({ level: 'notice', message: task.notice })
  }

  /** A further round of one run extends the first. */
  readonly changed = ({ kind, base, tip, reason, selected, removed }: Changes): void => {
    this.range = this.range === undefined ? { kind, base, tip, reason } : { ...this.range, tip }
    this.selected = selected.files.length
    for (const { path } of removed) this.#outcomes.delete(path)
  }

  /** A further range of one run may find the same. */
  readonly diagnose = (diagnostic: Diagnostic): void => {
    this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic)
  }

  /** Gets every outcome as soon as it is known; a later one for the same runbook replaces it. */
  readonly record = (outcome: RunbookOutcome): void => {
    const entry = `\0${outcome.name ?? ''}`
    // A runbook that came back while the run delivered.
    if (outcome.outcome === 'upserted') this.#outcomes.delete(entry)
    // What becomes of an orphaned entry replaces its row.
    const isEntry =
      ['orphaned', 'retired'].includes(outcome.outcome) || this.#outcomes.get(entry)?.path === outcome.path
    this.#outcomes.set(isEntry ? entry : outcome.path, outcome)
    const now = performance.now()
    if (outcome.outcome !== 'upserted' || now - this.#lastProgress < PROGRESS_INTERVAL) return
    this.#lastProgress = now
    core.info(`${countsOf(this)} so far`)
  }

  /**
   * Gets the edits by hand before anything is sent.
   *
   * @param folder in which the texts that the run replaces are saved.
   */
  readonly edited = (edits: readonly EditedText[], folder: string): void => {
    this.edits.push(...edits)
    if (edits.some(({ file }) => file !== '')) this.#overwritten = folder
  }

  /** A line for step debug logging. */
  readonly debug = (line: string): void => {
    // A line for each request, which the runner would drop.
    if (core.isDebug()) core.debug(escapeLog(line))
  }

  /** Whether everything so far was delivered. */
  readonly isClean = (): boolean => verdictOf(this) === undefined

  /** @param thrown what ended the run early. Anything but an `ActionError` is a defect of this Action. */
  readonly fail = (thrown: unknown): ActionError => {
    if (thrown instanceof ActionError) return (this.failure = thrown)
    if (thrown instanceof Error && thrown.stack !== undefined) this.debug(thrown.stack)
    return (this.failure = new ActionError(
      'defect',
      `An unexpected error: ${shorten(messageOf(thrown), 500)}.`,
      'This is a defect of Runbook Sync. Run the job again with debug logging and report what it prints.',
      { cause: thrown }
    ))
  }

  /** What was delivered, or why not, in a few words. */
  readonly describe = (): string => descriptionOf(this)

  /** Writes everything. Returns the message to fail the job with; undefined for a green run. */
  async write(): Promise<string | undefined> {
    this.#log()
    for (const { level, message, ...properties } of annotationsOf(this)) {
      core[level](shorten(escapeLog(message), MAX_ANNOTATION), properties)
    }
    await this.#attempt('outputs', () => {
      this.#setOutputs()
    })
    const summary = summaryOf(this)
    await this.#attempt('report', async () => this.#writeFiles(summary))
    await this.#attempt('job summary', async () => core.summary.addRaw(summary).write())
    const verdict = verdictOf(this)
    if (verdict !== undefined) return escapeLog(`${verdict.message} ${verdict.hint}`)
    core.info(escapeLog(`Runbook Sync: ${headlineOf(this)}. ${standingOf(this)}`.trimEnd()))
    return undefined
  }

  #log(): void {
    const runbooks = sorted(this.outcomes)
    for (const { outcome, path, name, reason } of runbooks.slice(0, MAX_LOGGED)) {
      const entry = name === undefined ? '' : ` “${name}”`
      core.info(escapeLog(`  ${outcome.padEnd(9)} ${path}${entry}${reason === '' ? '' : ` (${shorten(reason, 300)})`}`))
    }
    const more = runbooks.length - MAX_LOGGED
    if (more > 0) core.info(`  and ${count(more, 'more runbook')}: see the summary or the JSON report`)
    if (this.range === undefined) return
    const { base, tip, reason } = this.range
    const counts = [countsOf(this), `${format(this.selected)} selected`].filter((part) => part !== '').join('; ')
    core.info(escapeLog(`${counts}. ${reason} ${commitsOf(base, tip)}`.trimEnd()))
  }

  #setOutputs(): void {
    const { upserted, unchanged, refused, failed, orphaned, retired, pending } = totalsOf(this)
    const counts = { upserted, unchanged, refused, failed, removed: orphaned, retired, pending }
    for (const [name, value] of Object.entries(counts)) core.setOutput(name, value)
    core.setOutput('token-rejected', this.failure?.kind === 'token-rejected')
    core.setOutput('base', this.range?.base ?? '')
    core.setOutput('head', this.range?.tip ?? '')
    core.setOutput('overwritten', this.#overwritten)
  }

  /** In a folder of its own, because two steps of a job may use this Action. */
  async #writeFiles(summary: string): Promise<void> {
    const temp = this.#env['RUNNER_TEMP'] ?? ''
    const folder = await mkdtemp(join(temp === '' ? tmpdir() : temp, 'runbook-sync-'))
    await writeFile(join(folder, 'report.json'), jsonOf(this))
    await writeFile(join(folder, 'summary.md'), summary)
    core.setOutput('report', join(folder, 'report.json'))
    core.setOutput('summary', join(folder, 'summary.md'))
  }

  /** What cannot be written must not hide the rest. */
  async #attempt(what: string, write: () => unknown): Promise<void> {
    try {
      await write()
    } catch (error) {
      core.warning(escapeLog(`The ${what} could not be written: ${messageOf(error)}.`))
    }
  }
}
