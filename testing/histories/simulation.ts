import { dispatchEvent, pushEvent, type JobEvent } from '../github/events.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import type { Random } from './random.ts'
import type { Job, Lab } from './run.ts'
import { Runs } from './runs.ts'
import { randomFaults, randomLag } from './services.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Milliseconds within which a request of a run that has ended still arrives: less than the Action's margin. */
const LATEST = 100 * SECOND
/** When something happens to a run: mostly while it writes. */
const QUESTIONS = { upsert: 5, tip: 2, list: 2, record: 3, records: 1, mark: 1, compare: 1, git: 1 } as const
const INTERFERENCES = { kill: 4, edit: 2, cancel: 1, rotate: 1, push: 1, 'push without a run': 1 } as const
const PLACE = { repository: 'harbour/handbook', ref: 'refs/heads/main' }

export interface SimulationOptions {
  /** Of the Action. */
  readonly runs: number
  /** How probable an edit by hand is before each step. */
  readonly edits?: number
  /** Whether the service stores and shows texts as they are sent. */
  readonly isExact?: boolean
  /** Whether the workflow has a `concurrency` group, in which one run waits at most. */
  readonly isGrouped?: boolean
  /** Whether only a knowledge base that differs from the branch is a problem: of a release without one of its rules. */
  readonly onlyDifferences?: boolean
  /** Ends the simulation after its present step. */
  readonly signal?: AbortSignal
}

/**
 * Plays one repository and its knowledge base, with random pushes, runs, edits and faults, until that many runs have ended,
 * or there is a problem. `seen.ts` says what is not compared.
 *
 * @returns how often each thing happened, what happened, and the first problem if there was one.
 */
export async function simulate(
  lab: Lab,
  random: Random,
  options: SimulationOptions
): Promise<Pick<Runs, 'counts' | 'steps' | 'problem'>> {
  const runs = new Runs(lab, random, options)
  await new Simulation(runs, options).play().catch((error: unknown) => {
    runs.problem = `The simulation failed: ${error instanceof Error ? error.stack : String(error)}`
  })
  return runs
}

class Simulation {
  readonly #runs: Runs
  readonly #random: Random
  readonly #options: SimulationOptions
  readonly #queued: WorkflowRun[] = []
  /** Runs of pushes that have not started. */
  #waiting: WorkflowRun[] = []

  constructor(runs: Runs, options: SimulationOptions) {
    this.#runs = runs
    this.#random = runs.random
    this.#options = options
  }

  async play(): Promise<void> {
    const [random, runs] = [this.#random, this.#runs]
    const { edits = 0.15, signal } = this.#options
    runs.steps.push(`service ${JSON.stringify(runs.base.service.answers)}, environment ${runs.environment}`)
    await runs.base.fill()
    await this.#run(await this.#push())
    while ((runs.counts['runs'] ?? 0) < this.#options.runs && runs.problem === undefined && signal?.aborted !== true) {
      runs.lab.advance(random.pick([5 * SECOND, MINUTE, 130 * SECOND, 10 * MINUTE, 120 * MINUTE]))
      if (random.chance(0.4)) await this.#disturb()
      if (random.chance(0.1)) this.#changeSetup()
      if (random.chance(edits)) await this.#edit()
      await random.weighted<() => Promise<unknown>>([
        [7, async () => this.#run(await this.#push())],
        [1, async () => this.#run(this.#dispatch())],
        [1, async () => this.#run(this.#dispatch(), { 'on-conflict': 'replace' })],
        [2, async () => this.#run(this.#earlier())],
        [2, async () => this.#run(this.#waiting.shift())],
        [1, async () => this.#bringHome()],
        [3, async () => this.#run(await this.#push(), {}, true)],
        [2, async () => this.#pushWithoutRun()],
        [1, async () => this.#pushAndWait()]
      ])()
      // A request that a killed process left behind may still be under way.
      await runs.lab.idle()
    }
  }

  /** A run during which something may happen. */
  async #run(run: WorkflowRun | undefined, inputs?: Readonly<Record<string, string>>, hold = false): Promise<void> {
    const [random, runs] = [this.#random, this.#runs]
    // Without its commit, the job ends in the checkout.
    if (run === undefined || !runs.history.has(run.event.sha)) return
    const at = random.among(QUESTIONS)
    const nth = random.integer(1, ['upsert', 'tip', 'list'].includes(at) ? 3 : 1)
    const what = hold ? 'hold' : random.among(INTERFERENCES)
    /** May last longer than the run. */
    let happening: Promise<boolean> | undefined
    const act = async (job: Job): Promise<void> => {
      runs.note(`during a run: ${what}`, `at ${at} ${nth}`)
      happening = what === 'hold' ? this.#hold(run, job) : this.#interfere(what, job)
      if (!(await happening)) throw new Error('The request is lost')
    }
    const isDisturbed = hold || random.chance(0.4)
    await runs.finish(await runs.start(run, isDisturbed ? { at, nth, act } : undefined, inputs))
    await happening
  }

  async #interfere(what: keyof typeof INTERFERENCES, job: Job): Promise<true> {
    if (what === 'kill') job.signal('SIGKILL')
    if (what === 'cancel') job.cancel()
    if (what === 'rotate') this.#runs.base.rotate()
    if (what === 'push') await this.#pushAndWait()
    if (what === 'push without a run') await this.#pushWithoutRun()
    if (what === 'edit') await this.#edit()
    return true
  }

  /**
   * A run is held while the branch moves and other runs may run; then it goes on, or is killed.
   *
   * @returns whether the request that is held still arrives.
   */
  async #hold({ event: { sha } }: WorkflowRun, job: Job): Promise<boolean> {
    const [random, { lab, history }] = [this.#random, this.#runs]
    for (let count = random.integer(1, 2); count > 0; count--) {
      // Less than an hour in all: a record that is older counts as ended.
      lab.advance(random.pick([0, 5, 120, 1200]) * SECOND)
      await this.#meanwhile()
    }
    if (random.chance(0.25) && history.has(sha)) await this.#pushWithoutRun(() => history.moveTo(sha))
    const end = random.pick(['goes on', 'goes on', 'is killed', 'is killed, and its request arrives later'] as const)
    this.#runs.note(`held, then ${end}`)
    if (end !== 'goes on') job.signal('SIGKILL')
    if (end !== 'is killed, and its request arrives later') return true
    await job.result
    const deadline = lab.now() + LATEST
    lab.advance(random.pick([0, 20, 70]) * SECOND)
    await this.#meanwhile()
    return lab.now() <= deadline
  }

  /** While another run is held. */
  async #meanwhile(): Promise<void> {
    const random = this.#random
    if (random.chance(0.2)) this.#changeSetup()
    if (random.chance(0.2)) await this.#edit()
    if (random.chance(0.25)) await this.#pushWithoutRun()
    if (this.#options.isGrouped === true) await this.#pushAndWait()
    else await this.#run(random.chance(0.3) ? this.#dispatch() : await this.#push())
  }

  #queue(event: JobEvent): WorkflowRun {
    const run = { number: this.#queued.length + 1, event, attempt: 0 }
    this.#queued.push(run)
    return run
  }

  /** By hand. */
  #dispatch(): WorkflowRun {
    return this.#queue(dispatchEvent({ ...PLACE, sha: this.#runs.history.head }))
  }

  /** An earlier run, to be repeated: mostly one of the last ones. */
  #earlier(): WorkflowRun {
    const ended = this.#queued.filter(({ attempt }) => attempt > 0)
    return this.#random.pick(this.#random.chance(0.5) ? ended.slice(-3) : ended)
  }

  /** A push, and its run. @param move commits to `main`, or moves it by force. */
  async #push(move: () => Promise<unknown> = () => this.#move()): Promise<WorkflowRun> {
    const { history } = this.#runs
    const before = history.head
    await move()
    const after = history.head
    const forced = before !== '' && !history.isAncestor(before, after)
    this.#runs.note(forced ? 'forced pushes' : 'pushes', `main is ${after.slice(0, 7)}`)
    return this.#queue(pushEvent({ ...PLACE, before: before === '' ? undefined : before, after, forced }))
  }

  /** Its run starts later, or not at all. */
  async #pushAndWait(): Promise<void> {
    const isGrouped = this.#options.isGrouped === true
    const run = await this.#push()
    this.#runs.note(isGrouped && this.#waiting.length > 0 ? 'replaced in the group' : 'waiting runs', `${run.number}`)
    this.#waiting = isGrouped ? [run] : [...this.#waiting, run]
  }

  /** `[skip ci]`; or a green run whose job does not reach the step: a filter in front of it, an `if`. */
  async #pushWithoutRun(move?: () => Promise<void>): Promise<void> {
    await this.#push(move)
    if (this.#random.chance(0.5)) this.#queued.pop()
    this.#runs.note('pushes without a run')
  }

  async #move(): Promise<void> {
    const [random, { history, lastIsGreen }] = [this.#random, this.#runs]
    if (history.head !== '' && random.chance(0.15)) {
      await history.moveTo()
      if (random.chance(0.4)) await history.push()
      if (random.chance(0.3)) await history.prune()
      // What a run has sent that did not succeed must not stay.
    } else if (history.head !== '' && random.chance(lastIsGreen ? 0.15 : 0.7)) await history.takeBack()
    else await history.push()
  }

  /** A person commits an edit of the assistant, where a file has the text that was edited. */
  async #bringHome(): Promise<void> {
    const { base, history } = this.#runs
    const files = history.filesOf(history.head)
    const home = base.edited().flatMap(({ before = '', after }) => {
      const [path, text] = [...files].find(([, file]) => before !== '' && file.endsWith(before)) ?? []
      if (path === undefined || text === undefined || after === undefined) return []
      return [[path, text.slice(0, -before.length) + after] as const]
    })
    if (home.length === 0) return
    this.#runs.note('edits that come home')
    await this.#run(await this.#push(() => history.commit(new Map([...files, ...home]))))
  }

  async #edit(): Promise<void> {
    const made = await this.#runs.base.edit(this.#random, this.#runs.history.moment())
    if (made !== undefined) this.#runs.note('edits', JSON.stringify(made))
  }

  /** What no commit shows. */
  #changeSetup(): void {
    const { base, releases } = this.#runs
    const what = this.#random.pick(['token', 'workspace', 'release'] as const)
    this.#runs.note(`changed: ${what}`)
    if (what === 'token') base.rotate()
    else if (what === 'workspace') base.switchWorkspace()
    else releases.reverse()
  }

  /** Other trouble than before, or none. */
  async #disturb(): Promise<void> {
    const [random, runs] = [this.#random, this.#runs]
    const faults = random.chance(0.25) ? randomFaults(random) : []
    // A list that lags where nothing is recorded is a limit.
    const mayLag = runs.environment !== 'none' && random.chance(0.25)
    const lag = mayLag ? randomLag(random, this.#options.isExact === true) : undefined
    runs.base.setTrouble(faults, lag)
    const ofService = [...faults, ...(lag === undefined ? [] : [{ lag }])].map((each) => JSON.stringify(each))
    runs.trouble = [...ofService, ...(await runs.lab.disturb())]
  }
}
