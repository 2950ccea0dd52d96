import { readFile } from 'node:fs/promises'
import { Patterns } from '../../src/branch/patterns.ts'
import { findBase } from '../../src/changes/base.ts'
import { changesSince } from '../../src/changes/changes.ts'
import { settingsOf } from '../../src/changes/settings.ts'
import type { Job } from '../../src/job/event.ts'
import { readInputs, type Inputs } from '../../src/job/inputs.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import { Findings } from '../../src/report/findings.ts'
import { verdictOf } from '../../src/report/verdict.ts'
import { Secret } from '../../src/secret.ts'
import { Recording } from '../../src/changes/recording.ts'
import { planCommit } from '../../src/sync/plan.ts'
import { SavedTexts } from '../../src/sync/deliver.ts'
import { lookAtBranch, syncBranch } from '../../src/sync/sync.ts'
import { LIST_PATH, UPSERT_PATH, type AnswerOptions, type FaultRule, type Service } from '../../service/service.ts'
import { MemoryBranch, type Asks, type Tree } from '../support/memory-branch.ts'
import { PLACE, withoutSource } from '../support/source-line.ts'
import type { SkippingClock } from '../support/skipping-clock.ts'

const REF = 'refs/heads/main'

export interface Entry {
  readonly name: string
  readonly content: string
}

/** Inputs that differ from those of `World`, and the service. */
export interface WorldOptions extends Partial<Inputs> {
  readonly answers?: AnswerOptions
  readonly faults?: readonly FaultRule[]
  /** Milliseconds that a page of the list takes. */
  readonly pageTime?: number
}

/** What is different in one run. */
export interface RunOptions {
  readonly inputs?: Partial<Inputs>
  readonly job?: Partial<Job>
  /** Called, and waited for, before each request of the run. @param name of an upsert. */
  readonly onRequest?: (kind: 'list' | 'upsert', name?: string) => Promise<void> | void
  readonly onQuestion?: Asks
  /** Gets the folder in which texts are saved before they are replaced. */
  readonly onSaved?: (folder: string) => void
  readonly signal?: AbortSignal
  /** Why the run of a push is a full sync. */
  readonly full?: string
}

/** What a run did, and what it said. */
export type Outcome = Awaited<ReturnType<World['sync']>>

/** A service and a branch, and the runs that sync them in this process. */
export class World {
  readonly service: Service
  readonly branch: MemoryBranch
  readonly #clock: SkippingClock
  #options: WorldOptions
  readonly #temp: string
  readonly #token: string
  #run = 0

  constructor(service: Service, clock: SkippingClock, temp: string, options: WorldOptions) {
    service.reset()
    service.answers.set(options.answers ?? {})
    this.#token = service.tokens.create({ name: 'Runbook Sync', expiration: 'never' }).value
    this.service = service
    this.branch = new MemoryBranch(() => clock.now())
    this.#clock = clock
    this.#temp = temp
    this.#options = options
  }

  /** The knowledge base: content by name, without source lines. */
  entries(): Map<string, string> {
    return new Map(this.service.entries().map(({ name, content }) => [name, withoutSource(content)]))
  }

  /** The branch gets these texts, by path, and the knowledge base has exactly these entries, as a green run records. */
  async deliver(tree: Tree, entries: readonly Entry[]): Promise<void> {
    const { service } = this
    service.answers.set({})
    this.branch.commit(tree)
    await this.sync(false, { faults: [] })
    service.removeEntries()
    await this.fill(entries)
    service.answers.set(this.#options.answers ?? {})
  }

  /** A commit with these files different; `null` removes one. @returns its id. */
  commit(changes: Readonly<Record<string, string | null>>): string {
    const all = Object.entries({ ...this.branch.treeAt(this.branch.head), ...changes })
    return this.branch.commit(Object.fromEntries(all.filter((file): file is [string, string] => file[1] !== null)))
  }

  /** People write entries. */
  async fill(entries: readonly Entry[]): Promise<void> {
    if (entries.length > 0) await this.#post('/_control/entries', entries)
  }

  /** A person writes an entry. @returns its id. */
  async edit(name: string, content: string): Promise<number | undefined> {
    const before = new Map(this.service.entries().map((entry) => [entry.id, entry.content]))
    await this.fill([{ name, content }])
    return this.service.entries().find((entry) => before.get(entry.id) !== entry.content)?.id
  }

  /** What a list shows that is read as this service needs it. */
  async list(): Promise<readonly Partial<Entry>[]> {
    const { first_page = 1, cap, page_size_max = 100 } = this.#options.answers ?? {}
    this.service.faults.set([])
    const size = Math.min(100, page_size_max, cap?.rows ?? 100)
    const rows: Partial<Entry>[] = []
    for (let number = first_page; ; number++) {
      const answer = (await this.#post(LIST_PATH, { page_num: number, page_size: size })) as ListBody
      const page = Array.isArray(answer) ? answer : (answer.items ?? answer.data?.items ?? [])
      rows.push(...page)
      if (page.length === 0) return rows
    }
  }

  /** A run for the head of the branch, ten minutes later; `given` stays for later runs. */
  async sync(isPush: boolean, given: WorldOptions = {}, run: RunOptions = {}) {
    this.skip(600_000)
    this.#options = { ...this.#options, ...given }
    if (given.answers !== undefined) this.service.answers.set(given.answers)
    this.service.faults.set(this.#options.faults ?? [])
    return this.run(isPush, run)
  }

  /** A run for the head of the branch, now. */
  async run(isPush: boolean, run: RunOptions = {}) {
    const { branch, service } = this
    const before = service.requests().length
    const requests = (to: string) =>
      service
        .requests()
        .slice(before)
        .filter(({ path }) => path === to)
    const sent = (): string[] => requests(UPSERT_PATH).map(({ body }) => (body as Entry).name)
    const inputs = { ...this.#inputs(), ...run.inputs }
    const job = { ...this.#job(isPush), ...run.job }
    const settings = settingsOf(inputs, job, job.ref, 'Git')
    const { commit, open } = findBase({ kind: 'records', records: branch.records }, settings)
    const commits = inputs.environment === undefined ? [] : [...(commit === undefined ? [] : [commit]), ...open]
    let sentBeforeSaving = 0
    const saved = (folder: string) => {
      sentBeforeSaving = sent().length
      run.onSaved?.(folder)
    }
    const findings = new Findings(job, { saved })
    findings.isPrivate = job.isPrivate
    await this.#sync(inputs, job, findings, run).catch((error: unknown) => {
      findings.fail(error)
    })
    const files = findings.items.flatMap((item) => item.files).map((file) => readFile(file, 'utf8'))
    return {
      findings,
      isGreen: verdictOf(findings) === undefined,
      isFull: findings.range?.kind === 'full',
      /** What ended it; empty without that. */
      failure: findings.failure === undefined ? '' : `${findings.failure.kind}: ${findings.failure.message}`,
      reason: findings.range?.reason ?? '',
      told: findings.diagnostics.map(({ level, message }) => `${level}: ${message}`).join('\n'),
      outcomes: findings.outcomes
        .toSorted((one, other) => (one.path < other.path ? -1 : 1))
        .map(({ path, outcome }) => `${outcome} ${path}`),
      reasons: Object.fromEntries(findings.outcomes.map(({ path, reason }) => [path, reason])) as Record<
        string,
        string
      >,
      saved: (await Promise.all(files)).map((text) => text.slice(text.indexOf('\n') + 1)),
      sentBeforeSaving,
      sent: sent(),
      /** Requests for the list. */
      lists: requests(LIST_PATH).length,
      /** The commits whose texts the knowledge base may have had. */
      known: [...commits, branch.head].map((commit) => branch.treeAt(commit))
    }
  }

  /** So many milliseconds pass. */
  skip(milliseconds: number): void {
    this.#clock.skip(milliseconds)
  }

  /** What a plan of the head of the branch decides: `send docs/0.md`. Stays without effect. */
  async plan(isPush: boolean, run: RunOptions = {}): Promise<string[]> {
    const inputs = { ...this.#inputs(), ...run.inputs }
    const job = { ...this.#job(isPush), ...run.job }
    this.#run--
    const findings = new Findings(job)
    const { token = new Secret(this.#token), baseUrl = this.service.url } = inputs
    const { signal } = new AbortController()
    await using client = new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace: () => undefined })
    const source = this.branch.asSource()
    const records = inputs.environment === undefined ? undefined : this.branch.asRecords()
    const known = await new Recording(records, job, findings.diagnose).known()
    const recorded = findBase(known, settingsOf(inputs, job, job.ref, 'Git'))
    const base = { ...recorded, whyFull: this.#fullOf(job, run) ?? recorded.whyFull }
    const patterns = new Patterns(inputs.files)
    const changes = await changesSince(source, patterns.matches, this.branch.head, base)
    const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: 'main' }
    const plan = {
      changes,
      base,
      source,
      patterns,
      options,
      inputs,
      findings,
      ref: job.ref,
      replace: new Set<string>()
    }
    const { items } = await planCommit(plan, client)
    return items.map(({ decision: { kind, path } }) => `${kind} ${path}`).sort()
  }

  async #sync(inputs: Inputs, job: Job, findings: Findings, run: RunOptions): Promise<void> {
    const { signal = new AbortController().signal } = run
    const { token = new Secret(this.#token), baseUrl = this.service.url } = inputs
    const { ref } = job
    const trace = (line: string): void => {
      if (line.startsWith(`POST ${LIST_PATH}`)) this.#clock.skip(this.#options.pageTime ?? 0)
    }
    await using client = new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace })
    const [upsert, listPage] = [client.upsert.bind(client), client.listPage.bind(client)]
    client.upsert = async (entry) => {
      await run.onRequest?.('upsert', entry.name)
      return upsert(entry)
    }
    client.listPage = async (page, until) => {
      await run.onRequest?.('list')
      return listPage(page, until)
    }
    const source = this.branch.asSource()
    const github = this.branch.asGitHub(run.onQuestion)
    const records = inputs.environment === undefined ? undefined : this.branch.asRecords(run.onQuestion)
    const recording = new Recording(records, job, findings.diagnose)
    const task = { kind: 'sync', ref, whyFull: this.#fullOf(job, run) } as const
    findings.begin(task, job.sha)
    await syncBranch({
      task,
      look: await lookAtBranch({ github, job, recording }, ref, job.sha),
      patterns: new Patterns(inputs.files),
      settings: settingsOf(inputs, job, ref, 'Git'),
      options: { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: 'main' },
      saved: new SavedTexts(job.temp, token, 'a run'),
      replace: new Set(),
      ...{ inputs, job, ref, findings, client, source, github, recording }
    })
  }

  #fullOf({ trigger }: Job, { full }: RunOptions): string | undefined {
    return trigger.kind === 'push' ? full : 'the event is schedule'
  }

  #inputs(): Inputs {
    const given: Readonly<Record<string, string>> = {
      ...{ token: this.#token, 'base-url': this.service.url, files: 'docs/**' },
      ...{ links: 'keep', concurrency: '1', retries: '2' }
    }
    const inputs = readInputs(
      (name) => given[name] ?? '',
      () => undefined
    )
    return { ...inputs, ...this.#options }
  }

  #job(isPush: boolean): Job {
    const runId = ++this.#run
    return {
      trigger: isPush
        ? { kind: 'push', before: undefined, forced: false, deleted: false }
        : { kind: 'other', name: 'schedule' },
      ...{ ...PLACE, ref: REF, branch: 'main', sha: this.branch.head, defaultBranch: 'main' },
      ...{ isPrivate: true, workflow: 'sync.yml', workspace: this.#temp },
      ...{ runId, runNumber: runId, runAttempt: 1, temp: this.#temp }
    }
  }

  async #post(path: string, json: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    const answer = await fetch(this.service.url + path, { method: 'POST', headers, body: JSON.stringify(json) })
    if (answer.status !== 200) throw new Error(`${path}: HTTP ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}

type ListBody = Entry[] | { readonly items?: Entry[]; readonly data?: { readonly items: Entry[] } }
