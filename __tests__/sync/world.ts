import { readFile } from 'node:fs/promises'
import { Patterns } from '../../src/changes/patterns.ts'
import { findBase } from '../../src/changes/base.ts'
import { settingsOf } from '../../src/changes/settings.ts'
import type { Job } from '../../src/event.ts'
import type { Inputs } from '../../src/inputs.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import { Findings } from '../../src/report/findings.ts'
import { verdictOf } from '../../src/report/verdict.ts'
import { Secret } from '../../src/secret.ts'
import { Recording } from '../../src/sync/recording.ts'
import { SavedTexts } from '../../src/sync/saved-texts.ts'
import { lookAtBranch, syncBranch } from '../../src/sync/sync.ts'
import {
  LIST_PATH,
  startService,
  UPSERT_PATH,
  type AnswerOptions,
  type FaultRule,
  type Service
} from '../../service/service.ts'
import { MemoryBranch, type Tree } from '../support/memory-branch.ts'
import type { SkippingClock } from '../support/skipping-clock.ts'

const REF = 'refs/heads/main'

export interface Entry {
  readonly name: string
  readonly content: string
}

export interface WorldOptions extends Partial<Pick<Inputs, 'concurrency' | 'manualEdits' | 'removed' | 'environment'>> {
  readonly answers?: AnswerOptions
  readonly faults?: readonly FaultRule[]
}

/** What a run did, and what it said. */
export interface Outcome {
  readonly isGreen: boolean
  readonly isFull: boolean
  /** What ended it; empty without that. */
  readonly failure: string
  /** Warnings and notices. */
  readonly told: string
  /** The texts that it saved, when it was over. */
  readonly saved: readonly string[]
  /** Upserts before it named the folder of saved texts. */
  readonly sentBeforeSaving: number
  /** The names of its upserts, in their order. */
  readonly sent: readonly string[]
  /** The commits whose texts the knowledge base may have had. */
  readonly known: readonly Tree[]
}

/** A service and a branch, and the runs that sync them in this process. */
export class World {
  readonly service: Service
  readonly branch: MemoryBranch
  readonly #clock: SkippingClock
  readonly #options: WorldOptions
  readonly #temp: string
  readonly #token: string
  #run = 0

  private constructor(service: Service, clock: SkippingClock, temp: string, options: WorldOptions) {
    service.reset()
    service.answers.set(options.answers ?? {})
    this.#token = service.tokens.create({ name: 'Runbook Sync', expiration: 'never' }).value
    this.service = service
    this.branch = new MemoryBranch(() => clock.now())
    this.#clock = clock
    this.#temp = temp
    this.#options = options
  }

  /** @returns what makes worlds, one after the other, with one service; `temp` is a folder. */
  static async factory(clock: SkippingClock, temp: string) {
    const service = await startService({ control: true, now: () => clock.now() })
    return {
      create: (options: WorldOptions = {}) => new World(service, clock, temp, options),
      [Symbol.asyncDispose]: () => service.close()
    }
  }

  /** A person writes an entry. @returns its id. */
  async edit(name: string, content: string): Promise<number | undefined> {
    const before = new Map(this.service.entries().map((entry) => [entry.id, entry.content]))
    await this.#post('/_control/entries', [{ name, content }])
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

  /** A run for the head of the branch, ten minutes later. */
  async sync(isPush: boolean): Promise<Outcome> {
    this.#clock.skip(600_000)
    this.service.faults.set(this.#options.faults ?? [])
    const { branch, service } = this
    const before = service.requests().length
    const sent = (): string[] => {
      const upserts = service
        .requests()
        .slice(before)
        .filter(({ path }) => path === UPSERT_PATH)
      return upserts.map(({ body }) => (body as Entry).name)
    }
    const inputs = this.#inputs()
    const job = this.#job(isPush)
    const settings = settingsOf(inputs, job, REF, 'Git')
    const { commit, open } = findBase({ kind: 'records', records: branch.records }, settings)
    const commits = inputs.environment === undefined ? [] : [...(commit === undefined ? [] : [commit]), ...open]
    let sentBeforeSaving = 0
    const saved = () => {
      sentBeforeSaving = sent().length
    }
    const findings = new Findings(job, { saved })
    await this.#sync({ inputs, job, findings, isPush }).catch((error: unknown) => {
      findings.fail(error)
    })
    const files = findings.edits.filter(({ file }) => file !== '').map(({ file }) => readFile(file, 'utf8'))
    return {
      isGreen: verdictOf(findings) === undefined,
      isFull: findings.range?.kind === 'full',
      failure: findings.failure === undefined ? '' : `${findings.failure.kind}: ${findings.failure.message}`,
      told: findings.diagnostics.map(({ message }) => message).join('\n'),
      saved: (await Promise.all(files)).map((text) => text.slice(text.indexOf('\n') + 1)),
      sentBeforeSaving,
      sent: sent(),
      known: [...commits, branch.head].map((commit) => branch.treeAt(commit))
    }
  }

  async #sync({ inputs, job, findings, isPush }: { inputs: Inputs; job: Job; findings: Findings; isPush: boolean }) {
    const { signal } = new AbortController()
    const token = new Secret(this.#token)
    const baseUrl = this.service.url
    await using client = new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace: () => undefined })
    const files = this.branch.asSource()
    const github = this.branch.asGitHub()
    const records = inputs.environment === undefined ? undefined : this.branch.asRecords()
    const recording = new Recording(records, job, findings.diagnose)
    const full = isPush ? undefined : 'the event is schedule'
    const task = { kind: 'sync', ref: REF, full } as const
    findings.begin(task, job.sha)
    await syncBranch({
      task,
      look: await lookAtBranch({ github, job, recording, ref: REF }, job.sha),
      patterns: new Patterns(inputs.files),
      settings: settingsOf(inputs, job, REF, 'Git'),
      options: { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: 'main' },
      saved: new SavedTexts(job.temp, token, 'a run'),
      ...{ inputs, job, findings, client, files, github, recording, signal }
    })
  }

  #inputs(): Inputs {
    const { concurrency = 1, manualEdits = 'save', removed = 'report' } = this.#options
    const environment = 'environment' in this.#options ? this.#options.environment : 'knowledge-base'
    return {
      ...{ token: new Secret(this.#token), baseUrl: this.service.url, files: ['docs/**'], root: '', mode: 'auto' },
      ...{
        environment,
        nameTemplate: '{title}',
        frontMatter: 'strip',
        links: 'keep',
        sourceLink: false,
        removed,
        manualEdits
      },
      ...{ concurrency, timeout: 30_000, retries: 2, maxBytes: 1_000_000, tokenExpiresOn: undefined },
      githubToken: undefined
    }
  }

  #job(isPush: boolean): Job {
    const runId = ++this.#run
    return {
      trigger: isPush
        ? { kind: 'push', before: undefined, forced: false, deleted: false }
        : { kind: 'other', name: 'schedule' },
      ...{ repository: 'harbour/handbook', ref: REF, branch: 'main', sha: this.branch.head, defaultBranch: 'main' },
      ...{ isPrivate: true, serverUrl: 'https://github.example', workflow: 'sync.yml', workspace: this.#temp },
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
