import { dispatchEvent, pushEvent, type JobEvent } from '../github/events.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import type { Runs } from './runs.ts'
import type { World } from './world.ts'

const MAIN = 'refs/heads/main'

/** What happens to the branch, and the runs that it starts. */
export class Pushes {
  readonly #world: World
  readonly #runs: Runs
  /** Whether the workflow has a `concurrency` group, in which one run waits at most. */
  readonly #isGrouped: boolean
  #waiting: WorkflowRun[] = []

  constructor(world: World, runs: Runs, isGrouped: boolean) {
    this.#world = world
    this.#runs = runs
    this.#isGrouped = isGrouped
  }

  /** The run that starts next, if one waits. */
  next(): WorkflowRun | undefined {
    const run = this.#waiting.shift()
    // Without its commit, the job ends in the checkout.
    return run !== undefined && this.#world.history.has(run.event.sha) ? run : undefined
  }

  /** Of a push that starts at once. */
  async run(move = () => this.#move()): Promise<WorkflowRun> {
    return this.#world.workflow.queue(await this.#pushed(move))
  }

  /** The run of a push starts later, or not at all. */
  async later(): Promise<void> {
    const run = await this.run()
    if (this.#isGrouped && this.#waiting.length > 0) this.#runs.count('replaced in the group')
    this.#waiting = this.#isGrouped ? [run] : [...this.#waiting, run]
    this.#runs.note(`run ${run.number} waits`)
  }

  /** `[skip ci]`; or a green run whose job does not reach the step: a filter in front of it, an `if`. */
  async withoutRun(move = () => this.#move()): Promise<void> {
    const event = await this.#pushed(move)
    if (this.#world.random.chance(0.5)) this.#world.workflow.queue(event)
    this.#runs.count('pushes without a run')
    this.#runs.note('no run, or one that skips the step')
  }

  /** A person commits an edit of the assistant; undefined where no file has the text that was edited. */
  async bringHome(): Promise<WorkflowRun | undefined> {
    const { base, history } = this.#world
    const files = history.filesOf(history.head)
    const home = base.edited.flatMap(({ before = '', after }) => {
      const [path, text] = [...files].find(([, file]) => before !== '' && file.endsWith(before)) ?? []
      if (path === undefined || text === undefined || after === undefined) return []
      return [[path, text.slice(0, -before.length) + after] as const]
    })
    if (home.length === 0) return undefined
    this.#runs.count('edits that come home')
    return this.run(() => history.commit(new Map([...files, ...home])))
  }

  /** By hand. */
  dispatch(): WorkflowRun {
    const { hosted, history, workflow } = this.#world
    return workflow.queue(dispatchEvent({ repository: hosted.name, sha: history.head, ref: MAIN }))
  }

  /** An earlier run, to be repeated. */
  earlier(): WorkflowRun | undefined {
    const { random, history, workflow } = this.#world
    const ended = workflow.runs.filter(({ attempt, event }) => attempt > 0 && history.has(event.sha))
    // Mostly one of the last runs.
    return ended.length === 0 ? undefined : random.pick(random.chance(0.5) ? ended.slice(-3) : ended)
  }

  async #pushed(move: () => Promise<unknown>): Promise<JobEvent> {
    const { hosted, history } = this.#world
    const before = history.head
    await move()
    const { head: after } = history
    this.#runs.count('pushes')
    this.#runs.note(`main is ${after.slice(0, 7)}`)
    const forced = !history.isAncestor(before, after)
    return pushEvent({ repository: hosted.name, ref: MAIN, before, after, forced })
  }

  /** Moves `main`: by commits on top of it, or by force. */
  async #move(): Promise<void> {
    const { history, random } = this.#world
    if (random.chance(0.15)) {
      const target = history.resetTarget()
      this.#runs.count('forced pushes')
      this.#runs.note(`a forced push to ${target.slice(0, 7)}`)
      await history.moveTo(target)
      if (random.chance(0.4)) await history.push()
      if (random.chance(0.3)) await history.prune()
    } else if (random.chance(this.#runs.lastIsGreen ? 0.15 : 0.7)) {
      // What a run has sent that did not succeed must not stay.
      this.#runs.note('a push that takes back the last commits')
      await history.takeBack()
    } else {
      await history.push()
    }
  }
}
