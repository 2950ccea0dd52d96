import {
  deletionEvent,
  dispatchEvent,
  pullRequestEvent,
  pushEvent,
  scheduleEvent,
  type JobEvent
} from '../github/events.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import type { Random } from './random.ts'
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
  async run(random = this.#world.random): Promise<WorkflowRun> {
    return this.#world.workflow.queue(await this.#pushed(random))
  }

  /** The run of a push starts later, or not at all. */
  async later(random = this.#world.random): Promise<void> {
    const run = this.#world.workflow.queue(await this.#pushed(random))
    if (this.#isGrouped && this.#waiting.length > 0) this.#runs.count('replaced in the group')
    this.#waiting = this.#isGrouped ? [run] : [...this.#waiting, run]
    this.#runs.note(`run ${run.number} waits`)
  }

  /** `[skip ci]`; or a green run whose job does not reach the step: a filter in front of it, an `if`. */
  async withoutRun(random = this.#world.random): Promise<void> {
    const { workflow } = this.#world
    const event = await this.#pushed(random)
    if (random.chance(0.5)) workflow.queue(event)
    this.#runs.count('pushes without a run')
    this.#runs.note('no run, or one that skips the step')
  }

  /** The branch moves back or forth to a commit, without a run. */
  async reset(commit: string): Promise<void> {
    const { history } = this.#world
    if (!history.has(commit)) return
    await history.moveTo(commit)
    this.#runs.count('pushes without a run')
    this.#runs.note(`main is ${commit.slice(0, 7)} again, without a run`)
  }

  /** The runbooks of earlier commits come back. */
  async bringBack(random: Random, starts: boolean): Promise<WorkflowRun | undefined> {
    const { history } = this.#world
    const before = history.head
    await history.bringBack(random)
    this.#runs.count('returning runbooks')
    this.#runs.note(`main is ${history.head.slice(0, 7)}, runbooks are back`)
    return starts ? this.#world.workflow.queue(this.#pushEvent(before)) : undefined
  }

  async remove(random: Random): Promise<WorkflowRun> {
    const { history } = this.#world
    const before = history.head
    await history.remove(random)
    this.#runs.note(`main is ${history.head.slice(0, 7)}, without a runbook`)
    return this.#world.workflow.queue(this.#pushEvent(before))
  }

  /** By hand or by schedule. */
  dispatch(): WorkflowRun {
    const { random, hosted, history, workflow } = this.#world
    const place = { repository: hosted.name, sha: history.head }
    if (random.chance(0.4)) return workflow.queue(scheduleEvent(place))
    const inputs: Record<string, string> = random.chance(0.15) ? { mode: 'plan' } : {}
    return workflow.queue(dispatchEvent({ ...place, ref: MAIN, inputs }))
  }

  /** An earlier run, to be repeated. */
  earlier(): WorkflowRun | undefined {
    const { random, history, workflow } = this.#world
    const ended = workflow.runs.filter(({ attempt, event }) => attempt > 0 && history.has(event.sha))
    // Mostly one of the last runs.
    return ended.length === 0 ? undefined : random.pick(random.chance(0.5) ? ended.slice(-3) : ended)
  }

  /** Of another branch, a tag or a pull request, whose runs write nothing; or of the deletion of a branch. */
  async ofAnotherRef(): Promise<WorkflowRun> {
    const { random, hosted, history, workflow } = this.#world
    const { name: repository } = hosted
    const branch = await history.pushBranch(random)
    const sha = history.branches.get(branch) ?? ''
    const { head } = history
    const merge = await history.mergeOf(branch, random)
    // The branch of a fork may have the name of the default branch.
    const headBranch = random.pick(['main', branch])
    const event = random.pick([
      pushEvent({ repository, ref: `refs/heads/${branch}`, before: undefined, after: sha }),
      pushEvent({ repository, ref: 'refs/tags/v1', before: undefined, after: head }),
      pullRequestEvent({ repository, number: 7, base: head, head: sha, merge, headBranch }),
      deletionEvent({ repository, ref: 'refs/heads/gone', before: sha, sha: head })
    ])
    return workflow.queue(event)
  }

  async #pushed(random: Random): Promise<JobEvent> {
    const before = this.#world.history.head
    await this.#move(random)
    return this.#pushEvent(before)
  }

  #pushEvent(before: string): JobEvent {
    const { hosted, history } = this.#world
    const { head: after } = history
    const forced = !history.isAncestor(before, after)
    return pushEvent({ repository: hosted.name, ref: MAIN, before, after, forced })
  }

  /** Moves `main`: by commits on top of it, or by force. */
  async #move(random: Random): Promise<void> {
    const { history } = this.#world
    this.#runs.count('pushes')
    if (random.chance(0.2)) await history.pushBranch(random)
    let how = ''
    if (random.chance(0.15)) {
      const target = history.resetTarget(random)
      how = `, by force on top of ${target.slice(0, 7)}`
      this.#runs.count('forced pushes')
      await history.moveTo(target)
      if (random.chance(0.4)) await history.push(random)
      if (random.chance(0.3)) await history.prune()
    } else if (random.chance(this.#runs.lastIsGreen ? 0.2 : 0.5)) {
      // What a run has sent that did not succeed must not stay.
      how = ', which takes back the last commits'
      await history.takeBack(random)
    } else {
      await history.push(random)
    }
    this.#runs.note(`main is ${history.head.slice(0, 7)}${how}`)
  }
}
