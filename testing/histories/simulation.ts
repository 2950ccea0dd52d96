// Plays random histories: pushes, runs, edits by hand and faults, in any order, some of them while a run is under way.
import { dispatchEvent, pushEvent, type JobEvent } from '../github/events.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import type { Random } from './random.ts'
import type { Job, Lab } from './run.ts'
import type { Question } from './seen.ts'
import { Runs } from './runs.ts'
import { randomFaults, randomLag } from './services.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Milliseconds within which a request of a run that has ended still arrives: less than the Action's margin. */
const LATEST = 100 * SECOND
/** At which request something happens to a run: mostly while it writes. */
const QUESTIONS: readonly (readonly [weight: number, at: Question, most: number])[] = [
  ...([
    [5, 'upsert', 3],
    [2, 'tip', 3],
    [2, 'list', 3],
    [3, 'record', 1]
  ] as const),
  ...([
    [1, 'records', 1],
    [1, 'mark', 1],
    [1, 'compare', 1],
    [1, 'git', 1]
  ] as const)
]
const PLACE = { repository: 'harbour/handbook', ref: 'refs/heads/main' }

export interface SimulationOptions {
  /** Of the Action. */
  readonly runs: number
  /** Whether the service stores and shows texts as they are sent. */
  readonly isExact?: boolean
  /** Whether the workflow has a `concurrency` group, in which one run waits at most. */
  readonly isGrouped?: boolean
  /** Ends the simulation after its present step. */
  readonly signal?: AbortSignal
}

/**
 * Plays one repository and its knowledge base until that many runs have ended, or there is a problem.
 *
 * @returns how often each thing happened, what happened, and the first problem if there was one.
 */
export async function simulate(
  lab: Lab,
  random: Random,
  { runs: most, isExact = false, isGrouped = false, signal }: SimulationOptions
): Promise<Pick<Runs, 'counts' | 'steps' | 'problem'>> {
  const runs = new Runs(lab, random, isExact)
  const simulation = new Simulation(runs, isExact, isGrouped)
  try {
    await simulation.begin()
    while (runs.number < most && runs.problem === undefined && signal?.aborted !== true) await simulation.step()
  } catch (error) {
    runs.problem = `The simulation failed: ${error instanceof Error ? error.stack : String(error)}`
  }
  return runs
}

class Simulation {
  readonly #runs: Runs
  readonly #random: Random
  readonly #isExact: boolean
  readonly #isGrouped: boolean
  /** How probable an edit by hand is before each step. */
  readonly #edits: number
  readonly #queued: WorkflowRun[] = []
  /** Runs of pushes that have not started. */
  #waiting: WorkflowRun[] = []

  constructor(runs: Runs, isExact: boolean, isGrouped: boolean) {
    this.#runs = runs
    this.#random = runs.random
    this.#isExact = isExact
    this.#isGrouped = isGrouped
    this.#edits = this.#random.pick([0, 0, 0.15, 0.6])
  }

  async begin(): Promise<void> {
    const { base, environment, steps } = this.#runs
    steps.push(`service ${JSON.stringify(base.service.answers)}, environment ${environment}`)
    await base.fill()
    await this.#run(await this.#push())
  }

  async step(): Promise<void> {
    const [random, { lab }] = [this.#random, this.#runs]
    lab.advance(random.pick([5 * SECOND, MINUTE, 130 * SECOND, 10 * MINUTE, 120 * MINUTE]))
    if (random.chance(0.4)) await this.#disturb()
    if (random.chance(0.1)) this.#changeSetup()
    if (random.chance(this.#edits)) await this.#edit()
    await random.weighted<() => Promise<void>>([
      [7, async () => this.#run(await this.#push())],
      [2, async () => this.#run(this.#dispatch())],
      [2, async () => this.#run(this.#earlier())],
      [2, async () => this.#run(this.#waiting.shift())],
      [1, async () => this.#bringHome()],
      [3, async () => this.#run(await this.#push(), true)],
      [3, async () => this.#pushOnly()]
    ])()
    // A request that a killed process left behind may still be under way.
    await lab.idle()
  }

  /** A run during which something may happen. @param isHeld whether it is held, if it gets to that point. */
  async #run(run: WorkflowRun | undefined, isHeld = false): Promise<void> {
    const [random, runs] = [this.#random, this.#runs]
    // Without its commit, the job ends in the checkout.
    if (run === undefined || !runs.history.has(run.event.sha)) return
    const [, at, most] = random.weighted(QUESTIONS.map((each) => [each[0], each] as const))
    const nth = random.integer(1, most)
    /** May last longer than the run. */
    let happening: Promise<boolean> | undefined
    const act = async (job: Job): Promise<void> => {
      happening = isHeld ? this.#hold(run, job, `at ${at} ${nth}`) : this.#interfere(job, `at ${at} ${nth}`)
      if (!(await happening)) throw new Error('The request is lost')
    }
    await runs.play(run, isHeld || random.chance(0.4) ? { at, nth, act } : undefined)
    await happening
  }

  async #interfere(job: Job, when: string): Promise<true> {
    const what = this.#random.weighted([
      [4, 'kill'],
      [2, 'edit'],
      [1, 'cancel'],
      [1, 'rotate'],
      [2, 'push']
    ] as const)
    this.#runs.note(`during a run: ${what}`, when)
    if (what === 'kill') job.signal('SIGKILL')
    if (what === 'cancel') job.cancel()
    if (what === 'rotate') this.#runs.base.rotate()
    if (what === 'push') await this.#pushOnly()
    if (what === 'edit') await this.#edit()
    return true
  }

  /**
   * A run is held while the branch moves and other runs may run; then it goes on, or is killed.
   *
   * @returns whether the request that is held still arrives.
   */
  async #hold({ event: { sha } }: WorkflowRun, job: Job, when: string): Promise<boolean> {
    const [random, { lab, history }] = [this.#random, this.#runs]
    const end = random.pick(['goes on', 'goes on', 'is killed', 'is killed, and its request arrives later'] as const)
    this.#runs.note(`during a run: it is held, then ${end}`, when)
    for (let count = random.integer(1, 2); count > 0; count--) {
      // Less than an hour in all: a record that is older counts as ended.
      lab.advance(random.pick([0, 5, 120, 1200]) * SECOND)
      await this.#meanwhile()
    }
    if (random.chance(0.25) && history.has(sha)) await this.#pushOnly(() => history.moveTo(sha))
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
    if (this.#isGrouped || random.chance(0.25)) await this.#pushOnly()
    if (!this.#isGrouped) await this.#run(random.chance(0.3) ? this.#dispatch() : await this.#push())
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

  /** Its run starts later, or never: `[skip ci]`, a filter in front of the step, a newer run in the group. */
  async #pushOnly(move?: () => Promise<void>): Promise<void> {
    const run = await this.#push(move)
    if (this.#random.chance(0.5)) this.#waiting = this.#isGrouped ? [run] : [...this.#waiting, run]
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
    const home = base.edited().flatMap((edit) => {
      const [before = '', after] = [edit.before, base.homeOf(edit)]
      const [path, text] = [...files].find(([, file]) => before !== '' && file.endsWith(before)) ?? []
      if (path === undefined || text === undefined || after === undefined) return []
      return [[path, text.slice(0, -before.length) + after] as const]
    })
    if (home.length === 0) return
    this.#runs.note('edits that come home')
    await this.#run(await this.#push(() => history.commit(new Map([...files, ...home]))))
  }

  async #edit(): Promise<void> {
    const { base, history } = this.#runs
    const made = await base.edit(this.#random, () => history.moment())
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
    const lag = mayLag ? randomLag(random, this.#isExact) : undefined
    runs.base.setTrouble(faults, lag, runs.history.moment())
    const ofService = [...faults, ...(lag === undefined ? [] : [{ lag }])].map((each) => JSON.stringify(each))
    runs.trouble = [...ofService, ...(await runs.lab.disturb())]
  }
}
