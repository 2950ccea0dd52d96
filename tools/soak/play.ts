// Plays a random history: pushes, runs, people and trouble, in any order, some of them while a run is under way.
import { LIST_PATH, UPDATE_PATH, UPSERT_PATH } from '../../service/service.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { Project } from '../../testing/project.ts'
import { ALL_RUNBOOKS, OTHER_STEP } from './files.ts'
import { History } from './history.ts'
import { problemsOf, problemsOfRest, type PlayedRun, type Report } from './judge.ts'
import { KnowledgeBase, MODES, type Mode } from './knowledge-base.ts'
import type { Random } from './random.ts'
import { randomTrouble, troubleNames, type Trouble } from './trouble.ts'
import { newWatch, noteWrite, PRELOAD, type Body, type Watch } from './watch.ts'

/** Runs between two that nothing disturbs. */
const RUNS_TO_REST = 6

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

/** A run that waits to be started, or to be repeated. */
interface QueuedRun {
  readonly event: JobEvent
  attempt: number
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
  /** What the service does now: `lag`, `order`, `empty`, `copies`, or a fault. */
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
    this.#disturb({ answers: { copies: true, update: false }, faults: [] })
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
    this.#disturb(randomTrouble(random))
    if (random.chance(0.3)) this.#note('people', this.#base.change())
    await random.weighted<() => Promise<unknown>>([
      [7, async () => this.#run(await this.#push())],
      [2, async () => this.#run(this.#dispatch())],
      [2, async () => this.#run(random.pick(this.#ended.slice(-4)))],
      [2, async () => this.#run(this.#waiting.shift() ?? this.#dispatch())],
      // Its run is skipped, or starts later.
      [2, async () => this.#waiting.push(await this.#push())],
      [3, async () => this.#editBesidePush()],
      [this.#options.isGrouped ? 0 : 2, async () => this.#overlap()]
    ])()
  }

  /** Somebody edits an entry, and a push changes its file or all files beside this. */
  async #editBesidePush(): Promise<void> {
    this.#note('people', this.#random.chance(0.7) ? this.#base.removeStep() : this.#base.change())
    const before = this.#history.head
    if (this.#random.chance(0.4) || !(await this.#bringIn())) await this.#history.format()
    this.#note('pushes', this.#history.head.slice(0, 7))
    await this.#run(this.#queuePush(before))
  }

  async #overlap(): Promise<void> {
    const first = await this.#push()
    const second = this.#random.chance(0.5) ? await this.#push() : this.#dispatch()
    await Promise.all([this.#run(first), this.#run(second)])
  }

  /** One undisturbed run by hand, and another one, which sends nothing. */
  async #rest(): Promise<void> {
    this.#disturb({ answers: {}, faults: [] })
    await this.#project.idle()
    const rest = await this.#run(this.#dispatch(), true)
    this.#fail(problemsOfRest(rest, this.#history, this.#base), rest.key)
    const { key, report } = await this.#run(this.#dispatch(), true)
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

  /** Plays a run, and looks for problems. @param isRest nothing happens to it. */
  async #run(of: QueuedRun, isRest = false): Promise<PlayedRun> {
    const [random, history, base] = [this.#random, this.#history, this.#base]
    const isDisturbed = !isRest && random.chance(0.45)
    const moment = random.chance(0.3) ? 'confirmation' : random.integer(1, 12)
    const watch = this.#watch(isDisturbed ? moment : undefined)
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
      isSteady: !isDisturbed && trouble.length === 0,
      unseenSince: trouble.includes('lag') ? this.#troubleSince : watch.startedAt,
      isUndisturbed: !isDisturbed && trouble.every((one) => one === 'lag'),
      copies: trouble.includes('copies') ? base.namesSince(before).size : 0,
      defects: [
        ...(/unexpected error|^\s+at .+:\d+:\d+\)?$/im.test(log) ? ['a defect in the log'] : []),
        ...(/oap_[0-9A-Za-z]{8}/.test(log) ? ['a token is readable'] : [])
      ]
    }
    const { event, attempt } = of
    this.#note('runs', `${run.key}: ${event.name} (${attempt}), ${inputs['on-conflict']}, ${trouble.join(', ')}`)
    const counts = Object.entries(Object.groupBy(run.report?.runbooks ?? [], ({ outcome }) => outcome))
    this.#note(run.end, `${run.key}: ${counts.map(([outcome, rows]) => `${rows?.length} ${outcome}`).join(', ')}`)
    const note = (what: string): never[] => {
      this.#note(what)
      return []
    }
    this.#fail(problemsOf(run, history, base, note), run.key, log)
    return run
  }

  #watch(interferesAt: Watch['interferesAt']): Watch {
    const isAlone = this.#watches.size === 0
    const watch = newWatch({ key: String(++this.#key), startedAt: this.#history.moment(), isAlone, interferesAt })
    for (const other of this.#watches.values()) other.isAlone = false
    this.#watches.set(watch.key, watch)
    return watch
  }

  /** Something happens to a run at one of its requests. */
  async #interfere({ key, job, lastName: last }: Watch): Promise<void> {
    const what = this.#random.weighted([
      [2, 'kill'],
      [1, 'cancel'],
      [3, 'people'],
      [4, 'push']
    ] as const)
    this.#note(`during a run: ${what}`, key)
    if (what === 'kill') job?.signal('SIGKILL')
    if (what === 'cancel') job?.signal('SIGINT')
    if (what === 'push') this.#waiting.push(await this.#push())
    if (what !== 'people') return
    const goesOn = last !== undefined && this.#random.chance(0.7)
    this.#note('people', goesOn ? this.#base.continue(last) : this.#base.change())
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
      await this.#interfere(watch)
    }
    // A run asks for pages ahead, and waits for some of them no more.
    watch.lastAt = path === LIST_PATH && !isList ? arrivedAt : this.#history.moment()
    if (path === UPSERT_PATH || path === UPDATE_PATH) {
      for (const other of this.#watches.values()) if (other !== watch) other.isAlone = false
      const isShown = this.#showsAll && !this.#trouble.has('empty')
      noteWrite(watch, { path, body: asked, at: this.#history.moment(), isShown }, this.#base)
    } else if (isList) {
      watch.listedAt = watch.lastAt
      if (this.#showsAll) watch.wholeAt = watch.lastAt
    }
  }

  /** Whether two readings of the list show everything that is stored. Its order changes only if none can be asked for. */
  get #showsAll(): boolean {
    return !this.#trouble.has('lag') && (this.#base.hasIds || !this.#trouble.has('order'))
  }

  #disturb(trouble: Trouble): void {
    this.#base.disturb(trouble.answers)
    this.#project.service.faults.set(trouble.faults)
    this.#troubleSince = this.#history.moment()
    this.#trouble = new Set(troubleNames(trouble))
  }
}
