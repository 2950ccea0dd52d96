import { openGate } from '../gate.ts'
import {
  deletionEvent,
  dispatchEvent,
  pullRequestEvent,
  pushEvent,
  scheduleEvent,
  type JobEvent
} from '../github/events.ts'
import { HostedRepository } from '../github/repository.ts'
import type { WorkflowRun } from '../github/runs.ts'
import { GitHubServer } from '../github/server.ts'
import { Workflow } from '../github/workflow.ts'
import { temporaryFolder } from '../temporary-files.ts'
import { gitHubFault, serviceFaults } from './faults.ts'
import { History } from './history.ts'
import { KillableService } from './killable-service.ts'
import { Random } from './random.ts'
import { Runs, type Moment, type Parts } from './runs.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
const MAIN = 'refs/heads/main'

/** How often each thing happened, what happened, and the first difference if there was one. */
export type SimulationResult = Pick<Runs, 'counts' | 'steps' | 'problem'>

/**
 * One repository and one knowledge base, with random pushes, runs and faults.
 *
 * What design.md allows to break the equality does not happen: a commit that some run delivered, and that no listed run
 * names, is not force-pushed away (`Runs.mayMoveTo`); there are fewer runs than a page of the API's list; no other workflow
 * writes; a held request of a killed run arrives within two minutes.
 */
export class Simulation {
  readonly #parts: Parts
  readonly #runs: Runs
  readonly #quick: boolean
  readonly #queued: WorkflowRun[] = []

  private constructor(parts: Parts, quick: boolean) {
    this.#parts = parts
    this.#runs = new Runs(parts)
    this.#quick = quick
  }

  /**
   * Plays until that many runs have ended, or there is a difference.
   *
   * @param quick leaves out the faults for which a run waits.
   */
  static async play(seed: number, runs: number, quick = false): Promise<SimulationResult> {
    await using resources = new AsyncDisposableStack()
    const { path } = resources.use(await temporaryFolder())
    const random = new Random(seed)
    const hosted = await HostedRepository.create(path, { objectFormat: random.chance(0.1) ? 'sha256' : 'sha1' })
    const history = await History.create(hosted, random)
    const service = resources.use(await KillableService.start(path))
    const github = resources.use(await GitHubServer.start(hosted))
    hosted.url = github.repositoryUrl
    github.requiresLogin = random.chance(0.5)
    const workflow = new Workflow(hosted, github, { timeout: 90_000 })
    const simulation = new Simulation({ random, hosted, history, github, service, workflow }, quick)
    const state = simulation.#runs
    github.onRequest = ({ route, token }) => state.reach(route, token.replace('ghs_', '').replace('_', '-'))
    state.gate = resources.use(
      await openGate(
        () => service.url,
        ({ kind, run }) => state.reach(kind, run.slice(1))
      )
    )
    await simulation.#play(runs)
    return state
  }

  async #play(count: number): Promise<void> {
    const { random, hosted, history, github, service, workflow } = this.#parts
    const runs = this.#runs
    runs.token = await service.call('createToken')
    const first = pushEvent({ repository: hosted.name, ref: MAIN, after: history.head })
    await runs.finish(await runs.start(workflow.queue(first)))
    while ((runs.counts['runs'] ?? 0) < count && runs.problem === undefined) {
      github.advance(random.pick([5, 60, 130, 600]) * SECOND)
      // A person reads that the token was rejected.
      if (!runs.tokenIsValid && random.chance(0.8)) await this.#rotate()
      if (random.chance(0.4)) await this.#changeFaults()
      await this.#step()
    }
  }

  async #step(): Promise<void> {
    const { random, history, workflow } = this.#parts
    switch (random.integer(1, 18)) {
      case 1:
        return this.#runAlone(workflow.queue(this.#dispatchOrSchedule()))
      case 2:
        return this.#rerun()
      case 3:
        this.#deleteRun()
        return
      case 4:
        return this.#runAlone(workflow.queue(await this.#eventOfAnotherRef()))
      case 5: {
        const run = this.#queued.shift()
        if (run !== undefined && history.has(run.sha)) return this.#runAlone(run)
        // Its commit is gone, and the job ends in the checkout.
        if (run !== undefined) workflow.drop(run)
        return
      }
      case 6:
      case 7:
      case 8:
        return this.#overlap()
      case 9:
        await this.#push(random)
        this.#runs.note('pushed without a run')
        return
      case 10:
        this.#queued.push(await this.#queuePush())
        this.#runs.note('queued a run')
        return
      case 11:
        workflow.drop(await this.#pushed())
        this.#runs.count('dropped')
        this.#runs.note('dropped a run')
        return
      default:
        return this.#runAlone(await this.#queuePush())
    }
  }

  /** Moves `main`: by commits on top of it, or by force. */
  async #push(random: Random): Promise<void> {
    const { history } = this.#parts
    this.#runs.count('pushes')
    const target = random.chance(0.15) ? history.rewindTarget(random) : undefined
    const isForced = target !== undefined && this.#runs.mayMoveTo(target)
    if (random.chance(0.2)) await history.pushBranch(random)
    if (isForced) {
      this.#runs.count('forced')
      await history.moveTo(target)
    }
    if (!isForced || random.chance(0.5)) await history.push(random)
    if (isForced && random.chance(0.3)) await history.prune()
    const how = isForced ? `, by force on top of ${target.slice(0, 7)}` : ''
    this.#runs.note(`main is ${history.head.slice(0, 7)}${how}`)
  }

  async #pushed(random = this.#parts.random): Promise<JobEvent> {
    const { hosted, history } = this.#parts
    const before = history.head
    await this.#push(random)
    const after = history.head
    const forced = !history.isAncestor(before, after)
    return pushEvent({ repository: hosted.name, ref: MAIN, before, after, forced })
  }

  async #queuePush(): Promise<WorkflowRun> {
    return this.#parts.workflow.queue(await this.#pushed())
  }

  #dispatchOrSchedule(): JobEvent {
    const { random, hosted, history } = this.#parts
    const place = { repository: hosted.name, sha: history.head }
    if (random.chance(0.4)) return scheduleEvent(place)
    return dispatchEvent({ ...place, ref: MAIN, inputs: { scope: random.pick(['auto', 'all', 'changed']) } })
  }

  async #rerun(): Promise<void> {
    const { random, github, history } = this.#parts
    const ended = github.runs.filter(({ status, sha }) => status === 'completed' && history.has(sha))
    if (ended.length > 0) await this.#runAlone(random.pick(ended), true)
  }

  #deleteRun(): void {
    const { random, github, history, workflow } = this.#parts
    const ended = github.runs.filter(({ status }) => status === 'completed')
    const run = ended.length > 0 ? random.pick(ended) : undefined
    if (run === undefined || !this.#runs.mayMoveTo(history.head, run)) return
    workflow.delete(run)
    this.#runs.count('deleted')
    this.#runs.note(`deleted run ${run.number}`)
  }

  /** Of another branch, a tag or a pull request, whose runs write nothing; or of the deletion of a branch. */
  async #eventOfAnotherRef(): Promise<JobEvent> {
    const { random, hosted, history } = this.#parts
    const { name: repository } = hosted
    const branch = await history.pushBranch(random)
    const sha = history.branches.get(branch) ?? ''
    const { head } = history
    const merge = await history.mergeOf(branch, random)
    // The branch of a fork may have the name of the default branch.
    const headBranch = random.pick(['main', branch])
    return random.pick([
      pushEvent({ repository, ref: `refs/heads/${branch}`, before: undefined, after: sha }),
      pushEvent({ repository, ref: 'refs/tags/v1', before: undefined, after: head }),
      pullRequestEvent({ repository, number: 7, base: head, head: sha, merge, headBranch }),
      deletionEvent({ repository, ref: 'refs/heads/gone', before: sha, sha: head })
    ])
  }

  /** One run, during which one thing may happen. */
  async #runAlone(run: WorkflowRun, again = false): Promise<void> {
    const moment = this.#parts.random.chance(0.3) ? this.#interference() : undefined
    await this.#runs.finish(await this.#runs.start(run, again, moment))
  }

  #interference(): Moment {
    const { random, service, workflow } = this.#parts
    const at = random.pick(['upsert', 'upsert', 'list', 'tip', 'runs', 'git'] as const)
    const nth = at === 'upsert' || at === 'tip' ? random.integer(1, 3) : 1
    const what = random.pick([
      'cancel',
      'kill',
      'kill',
      'kill the service',
      'rotate',
      'expire',
      'push',
      'push'
    ] as const)
    const seed = random.integer(0, 1e9)
    const act: Moment['act'] = async (run) => {
      this.#runs.note(`${what} at ${at} ${nth}`)
      this.#runs.count(what)
      switch (what) {
        case 'cancel':
          run.cancel()
          return
        case 'kill':
          run.signal('SIGKILL')
          return
        case 'kill the service':
          return service.kill()
        case 'rotate':
          return this.#rotate()
        case 'expire':
          this.#runs.tokenIsValid = false
          return service.advance(31 * DAY)
        case 'push': {
          const event = await this.#pushed(new Random(seed))
          if (seed % 3 === 0) workflow.drop(event)
          else if (seed % 3 === 1) this.#queued.push(workflow.queue(event))
        }
      }
    }
    return { at, nth, act }
  }

  /** Without a `concurrency` group: a run is held while one or two others run; then it goes on, or is killed. */
  async #overlap(): Promise<void> {
    const { random, workflow } = this.#parts
    const runs = this.#runs
    runs.count('overlapping')
    const [reached, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const at = random.pick(['upsert', 'upsert', 'upsert', 'upsert', 'tip', 'runs', 'git'] as const)
    const nth = at === 'upsert' || at === 'tip' ? random.integer(1, 3) : 1
    const act: Moment['act'] = () => {
      reached.resolve(undefined)
      return held.promise
    }
    const slow = await runs.start(await this.#queuePush(), false, { at, nth, act })
    await Promise.race([reached.promise, slow.job.result])
    runs.note(`${slow.name} is held at ${at} ${nth}`)
    for (let count = random.integer(1, 2); count > 0; count--) {
      const run = random.chance(0.8) ? await this.#queuePush() : workflow.queue(this.#dispatchOrSchedule())
      await this.#runAlone(run)
    }
    const ends = ['goes on', 'is killed', 'is killed', 'is killed, and its requests arrive later'] as const
    const end = random.pick(ends)
    runs.note(`${slow.name} ${end}`)
    if (end !== 'goes on') {
      slow.job.signal('SIGKILL')
      await slow.job.result
    }
    const release = (): void => {
      held.resolve(undefined)
    }
    if (end === 'is killed, and its requests arrive later') {
      runs.late = release
      await runs.finish(slow)
      await this.#runAlone(await this.#queuePush())
      runs.late = undefined
      release()
    } else {
      release()
      await runs.finish(slow)
    }
    await runs.gate.idle()
  }

  async #changeFaults(): Promise<void> {
    const { random, service, github } = this.#parts
    const rules = random.chance(0.25) ? serviceFaults(random) : []
    await service.call('setFaults', rules)
    if (rules.length > 0) this.#runs.note(`service: ${JSON.stringify(rules)}`)
    const faults = random.chance(0.25) ? [await gitHubFault(random, github, this.#quick)] : []
    github.setFaults(...faults)
    for (const { fault, ...rule } of faults) {
      const name = typeof fault === 'string' ? fault : 'stale answers'
      this.#runs.count(typeof fault === 'string' ? 'GitHub faults' : 'stale answers')
      this.#runs.note(`GitHub: ${name} ${JSON.stringify(rule)}`)
    }
    this.#runs.hasFaults = rules.length + faults.length > 0
  }

  async #rotate(): Promise<void> {
    this.#runs.token = await this.#parts.service.call('rotateToken', this.#runs.token.id)
    this.#runs.tokenIsValid = true
  }
}
