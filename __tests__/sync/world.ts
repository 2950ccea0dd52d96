import { readFile } from 'node:fs/promises'
import { asActionError, type ActionError } from '../../src/errors.ts'
import type { Job } from '../../src/job/event.ts'
import { readInputs } from '../../src/job/inputs.ts'
import { decideTask } from '../../src/job/task.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import { frameOf, perform, withClient } from '../../src/action.ts'
import { hideCredentials } from '../../src/report/hide.ts'
import { Journal, type Result } from '../../src/report/journal.ts'
import { reportOf, type Report } from '../../src/report/report.ts'
import { readText } from '../../src/runbook/source-line.ts'
import { Secret } from '../../src/secret.ts'
import { LIST_PATH, type AnswerOptions, type FaultRule, type Service } from '../../service/service.ts'
import { MemoryBranch } from '../support/memory-branch.ts'
import type { SkippingClock } from '../../testing/skipping-clock.ts'

/** What the service is like, and inputs that differ from those of `World`. */
export interface WorldOptions {
  readonly answers?: AnswerOptions
  readonly faults?: readonly FaultRule[]
  /** What it makes of a text before it stores it. */
  readonly stores?: ((content: string) => string) | undefined
  /** What its list shows of a text. */
  readonly shows?: ((content: string) => string) | undefined
  readonly inputs?: Readonly<Record<string, string>>
  /** A service in place of the local one, which a test then directs itself. */
  readonly elsewhere?: { readonly url: string; readonly token: string } | undefined
}

/** Files that are different: text by path, and `null` for one that is removed. */
export type Changes = Readonly<Record<string, string | null>>

/** What is different in one run. */
export interface RunOptions {
  readonly inputs?: Readonly<Record<string, string>>
  readonly job?: Partial<Job>
  /** The inputs that a person can give who starts the workflow by hand. */
  readonly inputsByHand?: readonly string[]
  /** When it begins; by default now. */
  readonly now?: Date
  /** Called, and waited for, before each request of the run. @param what the name of an upsert, or the number of a page. */
  readonly onRequest?: (kind: 'list' | 'write', what: string) => unknown
}

/** What a run did, and what it said. */
export interface Outcome {
  readonly report: Report
  readonly isGreen: boolean
  /** What ended it early. */
  readonly ended: Pick<ActionError, 'kind' | 'message'> | undefined
  /** By path of the runbook, or “name” of an entry without one. */
  readonly outcomes: Readonly<Record<string, string>>
  /** Of notices: `warning: message`. */
  readonly notices: readonly string[]
  /** Texts that were saved before they were replaced. */
  readonly saved: readonly string[]
  /** Names of the entries that were sent, in this order. */
  readonly sent: readonly string[]
  /** How often the list was read. */
  readonly readings: number
}

/** The composed program in this process, with a branch in memory and the local service. */
export class World {
  readonly service: Service
  readonly branch = new MemoryBranch()
  readonly #clock: SkippingClock
  #options: WorldOptions
  readonly #temp: string
  readonly token: string
  /** The head at the time of the last push event. */
  #pushed: string | undefined

  constructor(service: Service, clock: SkippingClock, temp: string, options: WorldOptions) {
    service.reset()
    this.token = service.tokens.create({ name: 'Runbook Sync', expiration: 'never' }).value
    this.service = service
    this.#clock = clock
    this.#temp = temp
    this.#options = options
    this.becomes(options)
  }

  /** The service is of this kind from now on. */
  becomes({ answers = {}, faults = [], stores, shows }: Omit<WorldOptions, 'inputs' | 'elsewhere'>): void {
    this.service.answers.set(answers)
    this.service.faults.set(faults)
    this.#options = { ...this.#options, stores, shows }
  }

  /** The knowledge base: text by name, in normal form and without source lines. */
  get entries(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.service.entries().map(({ name, content }) => [name, readText(content).text]))
  }

  /** An entry as it is stored. */
  contentOf(name: string): string {
    return this.service.entries().find((entry) => entry.name === name)?.content ?? ''
  }

  commit(changes: Changes): string {
    const all = Object.entries({ ...this.branch.treeAt(this.branch.head), ...changes })
    return this.branch.commit(Object.fromEntries(all.filter((file): file is [string, string] => file[1] !== null)))
  }

  /** A person changes the text of an entry. @returns the entry as it is stored. */
  edit(name: string, change: (content: string) => string): string {
    this.service.writeEntry({ name, content: change(this.contentOf(name)) })
    return this.contentOf(name)
  }

  /** So many milliseconds pass. */
  skip(milliseconds: number): void {
    this.#clock.skip(milliseconds)
  }

  /** The run of a push: of the commits since the last one. */
  async push(changes: Changes = {}, run: RunOptions = {}): Promise<Outcome> {
    const before = this.#pushed
    this.#pushed = this.commit(changes)
    return this.run({ ...run, job: { trigger: { kind: 'push', before, deleted: false }, ...run.job } })
  }

  /** A run that a person starts by hand. */
  async run(run: RunOptions = {}): Promise<Outcome> {
    const before = this.service.requests().length
    const { token, url } = this.#options.elsewhere ?? { token: this.token, url: this.service.url }
    const defaults = { token, 'base-url': url, files: 'docs/**' }
    const given: Readonly<Record<string, string>> = { ...defaults, ...this.#options.inputs, ...run.inputs }
    const inputs = readInputs(
      (name) => given[name] ?? '',
      () => undefined
    )
    const { now = new Date() } = run
    const job = this.#job(run.job)
    const journal = new Journal()
    const task = decideTask(job, inputs.mode)
    journal.record({ ...frameOf(job, inputs, task), inputsByHand: run.inputsByHand })
    const parts = { source: this.branch.asSource(), github: this.branch.asGitHub() }
    let ended: ActionError | undefined
    const sent: string[] = []
    {
      const { signal } = new AbortController()
      const access = { token: new Secret(token), baseUrl: url }
      await using open = new KnowledgeClient({ ...access, concurrency: 1, signal, trace: () => undefined })
      this.#watch(open, sent, run.onRequest)
      const client = inputs.token === undefined ? undefined : open
      if (task.kind !== 'nothing') {
        try {
          await perform({ job, inputs, journal, ...parts }, withClient(task, client, inputs))
        } catch (error) {
          ended = asActionError(error)
        }
      }
    }
    return this.#outcome(journal.result(ended), ended, { before, sent, now })
  }

  async #outcome(
    result: Result,
    ended: ActionError | undefined,
    { before, sent, now }: { readonly before: number; readonly sent: readonly string[]; readonly now: Date }
  ): Promise<Outcome> {
    const requests = this.service.requests().slice(before)
    const report = await hideCredentials(reportOf(result, now), result)
    if (report === undefined) throw new Error('The report was not searched for credentials.')
    const saved = await Promise.all(result.saved.map(async ({ file }) => readFile(file, 'utf8')))
    return {
      report,
      isGreen: report.success,
      ended: ended && { kind: ended.kind, message: ended.message },
      outcomes: Object.fromEntries(
        report.runbooks.map(({ about, path, name, outcome, red }) => {
          return [
            about === 'runbook' ? path : `“${name ?? ''}”`,
            outcome === 'refused' && !red ? 'refused, green' : outcome
          ]
        })
      ),
      notices: report.notices.map(({ level, message }) => `${level}: ${message}`),
      saved: saved.map((text) => text.slice(text.indexOf('\n') + 1)),
      sent,
      readings: requests.filter(({ path, body }) => {
        return path === LIST_PATH && (body as { page_num?: number }).page_num === 1
      }).length
    }
  }

  /** Lets a test see each request of a client, and change texts on their way. */
  #watch(client: KnowledgeClient, sent: string[], onRequest: RunOptions['onRequest'] = () => undefined): void {
    const [write, listPage] = [client.write.bind(client), client.listPage.bind(client)]
    const { stores = (content: string) => content, shows = (content: string) => content } = this.#options
    client.write = async (entry, trying) => {
      await onRequest('write', entry.name)
      sent.push(entry.name)
      return write({ ...entry, content: stores(entry.content) }, trying)
    }
    client.listPage = async (...asked) => {
      await onRequest('list', String(asked[0]))
      const page = await listPage(...asked)
      return { ...page, rows: page.rows.map((row) => ({ ...row, content: shows(row.content) })) }
    }
  }

  #job(changes: Partial<Job> = {}): Job {
    return {
      trigger: { kind: 'other', name: 'workflow_dispatch', mayWrite: true },
      serverUrl: 'https://github.example',
      repository: 'harbour/handbook',
      ref: 'refs/heads/main',
      sha: this.branch.head,
      defaultBranch: 'main',
      isPrivate: true,
      isStartedByBot: false,
      workflow: 'runbooks.yml',
      runId: 1,
      runNumber: 1,
      runAttempt: 1,
      workspace: this.#temp,
      temp: this.#temp,
      ...changes
    }
  }
}
