// Plays a random history: pushes, runs, people and trouble, in any order, some of them while a run is under way.
import {
  LIST_PATH,
  UPDATE_PATH,
  UPSERT_PATH,
  type AnswerOptions,
  type FaultRule,
  type StoredEntry
} from '../../service/service.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import type { RunningJob } from '../../testing/runner/runner.ts'
import { Project } from '../../testing/project.ts'
import { ALL_RUNBOOKS, OTHER_STEP } from './files.ts'
import { History } from './history.ts'
import { problemsOf, problemsOfRest, type PlayedRun, type Replacement, type Report } from './judge.ts'
import { KnowledgeBase, MODES, type Mode } from './knowledge-base.ts'
import type { Random } from './random.ts'

/** Runs between two that nothing disturbs. */
const RUNS_TO_REST = 6

const CLOCK = new URL('../../testing/skipping-clock.ts', import.meta.url)
/** The process waits a twentieth of the time, and names the run in each request. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
import { subscribe } from 'node:diagnostics_channel'
import { skippingClock } from '${CLOCK.href}'
skippingClock(0.95)
subscribe('undici:request:create', ({ request }) => request.addHeader('x-run', process.env.RUN_KEY))
`)}`

export interface PlayOptions {
  readonly runs: number
  /** Whether runs wait for each other, as with \`concurrency\` in the workflow. */
  readonly isGrouped: boolean
  /** The contract of the service; any by default. */
  readonly mode: Mode | undefined
  /** The folder of the Action. */
  readonly action: string
  readonly signal: AbortSignal
}

/** What a run asks for, in any form. */
interface Body {
  readonly page?: { readonly page_no: number }
  readonly page_num?: number
  readonly id?: number
  readonly name?: string
  readonly trigger?: string
  readonly trigger_config?: object
  readonly content?: string
  readonly data?: { readonly content?: string; readonly document_content?: string }
}

/** A run that waits to be started, or to be repeated. */
interface QueuedRun {
  readonly event: JobEvent
  attempt: number
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** What a run has sent in one way, when, and at which look. */
interface Sent {
  readonly content: string
  readonly look: number
  readonly at: number
}

/** What is known of a run while it is under way. */
interface Watch extends Writable<Pick<PlayedRun, 'readAt' | 'listedAt' | 'lastAt' | 'isAlone'>> {
  readonly key: string
  readonly startedAt: number
  readonly replaced: Replacement[]
  readonly retired: string[]
  readonly repeated: string[]
  /** The last one in each way: by an id, or by what an upsert finds an entry by. */
  readonly sent: Map<string, Sent>
  lastName: string | undefined
  requests: number
  /** When it last began to read a list that shows everything. */
  wholeAt: number
  /** How often it has asked for the head. */
  looks: number
  /** The request at which something happens to it, or the first one for the list after it has sent something, or more than one. */
  interferesAt: number | 'confirmation' | 'few sent' | undefined
  job?: RunningJob
}

/** Plays one repository and its knowledge base. */
export async function play(random: Random, options: PlayOptions): Promise<Player> {
  await using project = await Project.create()
  const player = new Player(project, random, options)
  try {
    await player.play()
  } catch (error) {
    player.problem ??= `The soak failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`
  }
  return player
}

class Player {
  /** What happened. */
  readonly steps: string[] = []
  /** How often each thing happened. */
  readonly counts: Record<string, number> = {}
  /** The first one. */
  problem: string | undefined
  readonly #project: Project
  readonly #random: Random
  readonly #options: PlayOptions
  readonly #history: History
  readonly #base: KnowledgeBase
  readonly #watches = new Map<string, Watch>()
  readonly #waiting: QueuedRun[] = []
  readonly #ended: QueuedRun[] = []
  /** What the service does now: `lag`, `order`, `empty`, `hidden`, `copies`, or a fault. */
  #trouble = new Set<string>()
  #troubleSince = 0
  #key = 0

  constructor(project: Project, random: Random, options: PlayOptions) {
    this.#project = project
    this.#random = random
    this.#options = options
    this.#history = new History(project.repository, random)
    const mode = options.mode ?? random.pick(Object.keys(MODES) as Mode[])
    this.#base = new KnowledgeBase(project.service, random, () => this.#history.moment(), mode)
    this.#note(`repositories: ${mode}`)
    project.onRequest = ({ path, run, body }) => this.#onRequest(path, run, body)
    project.github.onRequest = ({ route, token }) => {
      const watch = this.#watches.get(token.replace('ghs_', ''))
      if (watch !== undefined && route === 'tip') watch.looks++
    }
  }

  async play(): Promise<void> {
    await this.#run(await this.#push())
    const isOver = (): boolean => this.problem !== undefined || this.#options.signal.aborted
    for (let sinceRest = 1; (this.counts['runs'] ?? 0) < this.#options.runs && !isOver(); sinceRest++) {
      if (sinceRest % RUNS_TO_REST === 0) await this.#rest()
      else await this.#step()
      await this.#project.idle()
    }
    if (isOver()) return
    await this.#rest()
    // At last every upsert makes a copy, which nobody can take back, and every text is another one.
    const before = this.#history.head
    const texts = Array.from(this.#history.filesOf(before), ([path, text]) => [path, `${text}\nAgain.\n`] as const)
    await this.#history.commit(new Map(texts))
    this.#disturb({ copies: true, update: false }, [])
    await this.#run(this.#queuePush(before))
  }

  #note(what: string, details = ''): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
    this.steps.push(`${what} ${details}`)
  }

  #fail(problems: readonly string[], key: string, log = ''): void {
    if (problems.length > 0) this.problem ??= `Run ${key}: ${problems.join('; ')}\n${log}`
  }

  async #step(): Promise<void> {
    const random = this.#random
    this.#setTrouble()
    if (random.chance(0.3)) this.#note('people', this.#base.change())
    await random.weighted<() => Promise<unknown>>([
      [7, async () => this.#run(await this.#push())],
      [2, async () => this.#run(this.#dispatch())],
      [2, async () => this.#run(random.pick(this.#ended.slice(-4)))],
      [2, async () => this.#run(this.#waiting.shift() ?? this.#dispatch())],
      // Its run is skipped, or starts later.
      [2, async () => this.#waiting.push(await this.#push())],
      [2, async () => this.#formatAll()],
      [this.#options.isGrouped ? 0 : 2, async () => this.#overlap()]
    ])()
  }

  /** Somebody edits an entry, a push changes all files beside this, and some of the lists in which the run looks for it show nothing. */
  async #formatAll(): Promise<void> {
    this.#note('people', this.#random.chance(0.5) ? this.#base.removeStep() : this.#base.change())
    const before = this.#history.head
    await this.#history.format()
    this.#note('pushes', `${this.#history.head.slice(0, 7)}, of a formatter`)
    await this.#run(this.#queuePush(before), this.#random.chance(0.5) ? 'hidden' : 'any')
  }

  async #overlap(): Promise<void> {
    const first = await this.#push()
    const second = this.#random.chance(0.5) ? await this.#push() : this.#dispatch()
    await Promise.all([this.#run(first), this.#run(second)])
  }

  /** One undisturbed run by hand, and another one, which sends nothing. */
  async #rest(): Promise<void> {
    this.#disturb({}, [])
    await this.#project.idle()
    const rest = await this.#run(this.#dispatch(), 'none')
    this.#fail(problemsOfRest(rest, this.#history, this.#base), rest.key)
    const { key, report } = await this.#run(this.#dispatch(), 'none')
    const sent = report?.runbooks.filter(({ outcome }) => outcome === 'upserted') ?? []
    const problems = sent.map(({ path }) => `a second run by hand sent ${path}`)
    if (rest.end === 'green') this.#fail(problems, key)
  }

  async #push(): Promise<QueuedRun> {
    const [random, history] = [this.#random, this.#history]
    const before = history.head
    if (before !== '' && random.chance(0.25)) await history.takeBack()
    else if (random.chance(0.5) && (await this.#bringIn())) this.#note('edits are brought into files')
    else await history.push()
    this.#note('pushes', history.head.slice(0, 7))
    return this.#queuePush(before)
  }

  #queuePush(before: string): QueuedRun {
    const { head: after } = this.#history
    return { event: this.#project.pushOf({ before: before === '' ? undefined : before, after }), attempt: 0 }
  }

  #dispatch(): QueuedRun {
    return { event: dispatchEvent(this.#project.repository.name, this.#history.head), attempt: 0 }
  }

  /** A commit of what people have edited in some entry, some with a new line below. @returns false if there is nothing. */
  async #bringIn(): Promise<boolean> {
    const [random, history] = [this.#random, this.#history]
    const files = history.filesOf(history.head)
    const edits = [...this.#base.broughtIn(files)]
    if (edits.length === 0) return false
    const [path, text] = random.pick(edits)
    await history.commit(new Map(files).set(path, random.chance(0.3) ? `${text}More.\n` : text))
    return true
  }

  /**
   * Plays a run, and looks for problems.
   *
   * @param disturbance what happens to it: anything, perhaps; or the list has nothing for a while, when the run has sent a few.
   */
  async #run(of: QueuedRun, disturbance: 'any' | 'none' | 'hidden' = 'any'): Promise<PlayedRun> {
    const [random, history, base] = [this.#random, this.#history, this.#base]
    const isRest = disturbance === 'none'
    const isHidden = disturbance === 'hidden'
    const isDisturbed = isHidden || (!isRest && random.chance(0.45))
    const moment = random.chance(0.3) ? 'confirmation' : random.integer(1, 12)
    const watch = this.#watch(isHidden ? 'few sent' : isDisturbed ? moment : undefined)
    const inputs = {
      files: !isRest && random.chance(0.08) ? OTHER_STEP : ALL_RUNBOOKS,
      'front-matter': !isRest && random.chance(0.1) ? 'keep' : 'strip',
      'confirm-within': '60',
      'on-conflict': !isRest && random.chance(0.15) ? 'replace' : 'keep',
      removed: !isRest && random.chance(0.2) ? 'retire' : 'report'
    }
    const before = base.rows
    const trouble = [...this.#trouble]
    watch.job = await this.#project.start({
      event: of.event,
      attempt: ++of.attempt,
      checkout: isRest ? 'depth 1' : random.pick(['depth 1', 'full', 'blobless, depth 1'] as const),
      action: this.#options.action,
      githubToken: `ghs_${watch.key}`,
      timeout: 90_000,
      env: { NODE_OPTIONS: `--import=${PRELOAD}`, RUN_KEY: watch.key },
      inputs
    })
    const { exitCode, signal, report, overwritten, log } = await watch.job.result
    await this.#project.idle()
    this.#watches.delete(watch.key)
    if (!this.#ended.includes(of)) this.#ended.push(of)
    const run: PlayedRun = {
      ...watch,
      end: signal === 'SIGKILL' ? 'killed' : exitCode === 0 ? 'green' : 'red',
      inputs,
      address: `${this.#project.github.repositoryUrl}/blob/main/`,
      report: report as Report | undefined,
      saved: Array.from(overwritten.values(), (file) => file.slice(file.indexOf('\n') + 1)),
      readAt: watch.readAt === 0 ? watch.listedAt : watch.readAt,
      before,
      isSteady: !isDisturbed && trouble.length === 0 && !this.#trouble.has('hidden'),
      unseenSince: trouble.includes('lag') ? this.#troubleSince : watch.startedAt,
      isUndisturbed: !isDisturbed && trouble.every((one) => one === 'lag'),
      copies: trouble.includes('copies') ? base.rows.length - before.length : 0,
      defects: [
        ...(/unexpected error|^\s+at .+:\d+:\d+\)?$/im.test(log) ? ['a defect in the log'] : []),
        ...(/oap_[0-9A-Za-z]{8}/.test(log) ? ['a token is readable'] : [])
      ]
    }
    const { event, attempt } = of
    this.#note('runs', `${run.key}: ${event.name} (${attempt}), ${inputs['on-conflict']}, ${trouble.join(', ')}`)
    const counts = Object.entries(Object.groupBy(run.report?.runbooks ?? [], ({ outcome }) => outcome))
    this.#note(run.end, `${run.key}: ${counts.map(([outcome, rows]) => `${rows?.length} ${outcome}`).join(', ')}`)
    const note = (what: string): void => {
      this.#note(what)
    }
    this.#fail(problemsOf(run, history, base, note), run.key, log)
    return run
  }

  #watch(interferesAt: Watch['interferesAt']): Watch {
    const key = String(++this.#key)
    const watch: Watch = {
      key,
      startedAt: this.#history.moment(),
      replaced: [],
      retired: [],
      repeated: [],
      sent: new Map(),
      lastName: undefined,
      requests: 0,
      looks: 0,
      listedAt: 0,
      wholeAt: 0,
      readAt: 0,
      lastAt: this.#history.moment(),
      isAlone: this.#watches.size === 0,
      interferesAt
    }
    for (const other of this.#watches.values()) other.isAlone = false
    this.#watches.set(key, watch)
    return watch
  }

  /** Something happens to a run at one of its requests. */
  async #interfere({ key, job, lastName: last }: Watch, isConfirmation: boolean): Promise<void> {
    const what = this.#random.weighted([
      [isConfirmation ? 5 : 0, 'hide'],
      [2, 'kill'],
      [1, 'cancel'],
      [3, 'people'],
      [4, 'push']
    ] as const)
    this.#note(`during a run: ${what}`, key)
    if (what === 'kill') job?.signal('SIGKILL')
    if (what === 'cancel') job?.signal('SIGINT')
    if (what === 'hide') this.#hide()
    if (what === 'push') this.#waiting.push(await this.#push())
    if (what !== 'people') return
    const goesOn = last !== undefined && this.#random.chance(0.7)
    this.#note('people', goesOn ? this.#base.continue(last) : this.#base.change())
  }

  /** A replica that has nothing answers for a while. */
  #hide(): void {
    this.#project.service.faults.set([{ ...emptyPage(1), times: this.#random.integer(2, 4) }])
    this.#trouble.add('hidden')
  }

  async #onRequest(path: string, key: string, body: string): Promise<void> {
    const watch = this.#watches.get(key)
    if (watch === undefined) return
    watch.requests++
    const asked = (body === '' ? {} : JSON.parse(body)) as Body
    const isList = path === LIST_PATH && (asked.page?.page_no ?? asked.page_num) === 1
    const arrivedAt = this.#history.moment()
    const isConfirmation = isList && watch.sent.size > 0
    if (watch.interferesAt === watch.requests || (isConfirmation && watch.interferesAt === 'confirmation')) {
      watch.interferesAt = undefined
      await this.#interfere(watch, isConfirmation)
    }
    if (isList && watch.interferesAt === 'few sent' && watch.sent.size > 1) {
      watch.interferesAt = undefined
      this.#note('during a run: hide', key)
      this.#hide()
    }
    // A run asks for pages ahead, and waits for some of them no more.
    watch.lastAt = path === LIST_PATH && !isList ? arrivedAt : this.#history.moment()
    if (path === UPSERT_PATH || path === UPDATE_PATH) this.#onWrite(watch, path, asked)
    else if (isList) {
      watch.listedAt = watch.lastAt
      if (this.#showsAll) watch.wholeAt = watch.lastAt
    }
  }

  /** Whether two readings of the list show everything that is stored. */
  get #showsAll(): boolean {
    return this.#trouble.isDisjointFrom(new Set(['lag', 'order', 'hidden']))
  }

  #onWrite(
    watch: Watch,
    path: string,
    { id, name, trigger = 'smart', trigger_config: config = {}, ...given }: Body
  ): void {
    const content = given.data?.document_content ?? given.data?.content ?? given.content ?? ''
    for (const other of this.#watches.values()) if (other !== watch) other.isAlone = false
    if (watch.sent.size === 0) watch.readAt = watch.listedAt
    const [, retired] = /^Source: \[(.+?)\]\(\S+ \(retired /m.exec(content) ?? []
    if (retired !== undefined) watch.retired.push(retired)
    const identity = JSON.stringify([name, trigger, config])
    const row = this.#base.rows.find((one) => {
      return id === undefined ? JSON.stringify([one.name, one.trigger, one.triggerConfig]) === identity : one.id === id
    })
    const edit = row && this.#base.editIn(row)
    if (edit !== undefined) watch.replaced.push({ edit, wasSeen: edit.at < watch.wholeAt })
    const way = `${path} ${id ?? identity}${given.data === undefined ? ' plain' : ''}`
    const earlier = watch.sent.get(way)
    if (earlier?.content === content && this.#wasNeedless(watch, earlier, row)) {
      watch.repeated.push(name ?? row?.name ?? '')
    }
    watch.lastName = name ?? row?.name
    watch.sent.set(way, { content, look: watch.looks, at: this.#history.moment() })
  }

  /** Whether a run sends a text again that it has not looked for, or that the list has shown. */
  #wasNeedless(watch: Watch, { look, at, content }: Sent, row: StoredEntry | undefined): boolean {
    if (watch.listedAt < at) return true
    return (
      row?.content === content && look < watch.looks && this.#showsAll && !this.#trouble.has('empty') && watch.isAlone
    )
  }

  /** Other trouble than before, or none. */
  #setTrouble(): void {
    const random = this.#random
    const answers: AnswerOptions = {
      ...(random.chance(0.15) && { lag: random.integer(20, 400) }),
      ...(random.chance(0.1) && { order: 'changing' as const })
    }
    const faults = random.chance(0.2) ? [randomFault(random)] : []
    this.#disturb(answers, random.chance(0.08) ? [...faults, emptyPage(random.integer(1, 2))] : faults)
  }

  #disturb(answers: AnswerOptions, faults: readonly FaultRule[]): void {
    this.#base.disturb(answers)
    this.#project.service.faults.set(faults)
    this.#troubleSince = this.#history.moment()
    this.#trouble = new Set([
      ...Object.keys(answers),
      ...faults.map((fault) => (fault.status === 200 && fault.page !== undefined ? 'empty' : JSON.stringify(fault)))
    ])
  }
}

/** A page of the list has no entries, once. */
function emptyPage(page: number): FaultRule {
  const body = JSON.stringify({ code: 200, data: { page: { total: 0 }, items: [] } })
  return { path: LIST_PATH, page, times: 1, status: 200, body }
}

const WRITES: NonNullable<FaultRule['path']> = [UPSERT_PATH, UPDATE_PATH]

function randomFault(random: Random): FaultRule {
  const fault = random.pick<FaultRule>([
    { status: random.pick([503, 403, 404]) },
    { path: WRITES, status: random.pick([500, 409, 502, 404, 403, 422]) },
    { path: WRITES, reset: random.pick(['before', 'after'] as const) },
    { status: 429, retry_after: 0 },
    { reset: random.pick(['before', 'after'] as const) },
    { path: WRITES, status: 413 },
    { status: 200, body: '{"message":"maintenance"}' }
  ])
  return { ...fault, times: random.integer(1, 4) }
}
