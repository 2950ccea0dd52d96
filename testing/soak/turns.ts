import { setTimeout as wait } from 'node:timers/promises'
import type { FaultRule } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/wire.ts'
import { dispatchEvent, pushEvent, scheduleEvent, type JobEvent } from '../events.ts'
import { git } from '../git.ts'
import type { HostedRepository } from '../repository.ts'
import type { JobResult, RunningJob } from '../runner.ts'
import type { Workflow } from '../workflow.ts'
import type { Handbook, Push } from './handbook.ts'
import { Judge, type SoakResult } from './judge.ts'
import type { KillableService } from './killable-service.ts'
import type { Random } from './random.ts'

const DAY = 24 * 60 * 60 * 1000
/** Milliseconds by which a fault may delay a request. */
const LONGEST_DELAY = 150

export interface Surroundings {
  readonly hosted: HostedRepository
  readonly service: KillableService
  readonly handbook: Handbook
  readonly workflow: Workflow
  readonly random: Random
  readonly narrate: (line: string) => void
}

type Interference = 'none' | 'cancel' | 'kill' | 'kill the service' | 'rotate' | 'expire' | 'push'

/** What happens, one turn after the other, until the time is over. */
export class Turns {
  readonly #at: Surroundings
  readonly #judge: Judge
  /** The event of each run, by its number less one. */
  readonly #events: JobEvent[] = []
  #token = { id: '', value: '' }
  #expired = false
  /**
   * Runs overlapped since the last whole sync: one that was killed may have left old text over new, outside the range of
   * any later run. The `concurrency` group of the workflow prevents it, and a whole sync heals it.
   */
  #overlapped = false

  constructor(surroundings: Surroundings) {
    this.#at = surroundings
    this.#judge = new Judge(surroundings.service, surroundings.handbook, surroundings.narrate)
  }

  async play(until: number): Promise<SoakResult> {
    this.#token = await this.#at.service.ask('createToken')
    await this.#pushAndRun('none')
    while (performance.now() < until && this.#judge.problems.length === 0) await this.#turn()
    if (this.#judge.problems.length === 0) await this.#reconcile()
    Object.assign(this.#judge.figures, await this.#at.service.counts())
    return this.#judge
  }

  async #turn(): Promise<void> {
    const { random, service } = this.#at
    // Somebody reads that the token was rejected, and does what it says.
    if (this.#expired && random.chance(0.7)) await this.#rotate()
    await service.ask('setFaults', faults(random))
    switch (random.integer(1, 12)) {
      case 1:
      case 2:
        return this.#whole()
      case 3:
        return this.#overlap()
      case 4:
      case 5:
        return this.#rerun()
      case 6:
      case 7:
        return this.#burst()
      default:
        return this.#pushAndRun(this.#interference())
    }
  }

  #interference(): Interference {
    return this.#at.random.pick([
      ...(['none', 'none', 'none', 'cancel', 'kill', 'kill', 'kill the service', 'kill the service'] as const),
      ...(['rotate', 'expire', 'push'] as const)
    ])
  }

  async #pushAndRun(interference: Interference): Promise<void> {
    const event = await this.#push()
    await this.#runAlone(() => this.#start(event), interference, `push ${event.sha.slice(0, 7)}`)
  }

  /** Several pushes at once: a `concurrency` group drops all runs that wait but the newest. */
  async #burst(): Promise<void> {
    for (let dropped = this.#at.random.integer(1, 3); dropped > 0; dropped--) {
      this.#drop(await this.#push())
    }
    await this.#pushAndRun(this.#interference())
  }

  /** Somebody runs an old run again, after newer ones. */
  async #rerun(): Promise<void> {
    const { random, workflow, hosted } = this.#at
    const number = random.integer(1, this.#events.length)
    const sha = this.#events[number - 1]?.sha ?? ''
    const kept = await git(hosted.folder, ['rev-list', '--max-count=1', '--ignore-missing', sha])
    if (kept === '') return
    this.#judge.figures.rerun++
    const start = () => workflow.startAgain(number, { inputs: { token: this.#token.value } })
    await this.#runAlone(start, this.#interference(), `run ${number} again`)
  }

  /** The weekly run, or one by hand. */
  async #whole(): Promise<void> {
    const { random, hosted } = this.#at
    const { name: repository, defaultBranch } = hosted
    const sha = (await hosted.head()) ?? ''
    const event = random.chance(0.5)
      ? scheduleEvent({ repository, sha })
      : dispatchEvent({ repository, ref: `refs/heads/${defaultBranch}`, sha })
    const interference = this.#interference()
    // A branch at rest: only then is what this run saw all that there is.
    const result = await this.#runAlone(
      () => this.#start(event),
      interference === 'push' ? 'none' : interference,
      event.name,
      true
    )
    if (result.conclusion === 'success') this.#overlapped = false
  }

  /** A workflow without a `concurrency` group. */
  async #overlap(): Promise<void> {
    const { random } = this.#at
    const running: Promise<JobResult>[] = []
    for (let count = random.integer(2, 3); count > 0; count--) {
      const job = await this.#start(await this.#push())
      running.push(this.#disturbed(job, this.#interference()))
      this.#judge.figures.overlapping++
      await wait(random.integer(0, 300))
    }
    this.#overlapped = true
    for (const result of await Promise.all(running)) this.#judge.note(result, 'overlapping')
    await this.#settle()
  }

  async #runAlone(
    start: () => Promise<RunningJob>,
    interference: Interference,
    what: string,
    isWhole = false
  ): Promise<JobResult> {
    const result = await this.#disturbed(await start(), interference)
    this.#judge.note(result, `${what}, ${interference}`)
    await this.#settle()
    // A push that came during the run has a run of its own.
    const moved = interference === 'push'
    if (result.conclusion === 'success' && !moved && (isWhole || !this.#overlapped))
      await this.#judge.compare(result, what)
    if (moved) await this.#pushAndRun('none')
    return result
  }

  /** Lets a run go its way, and lets something happen at some moment of it. */
  async #disturbed(job: RunningJob, interference: Interference): Promise<JobResult> {
    const { random, service } = this.#at
    const moment = wait(random.integer(0, 900))
    switch (interference) {
      case 'none':
        break
      case 'cancel':
        await moment
        job.cancel()
        break
      case 'kill':
        await moment
        job.signal('SIGKILL')
        break
      case 'kill the service':
        await moment
        for (let times = random.integer(1, 3); times > 0; times--) {
          await service.kill()
          this.#judge.figures['service killed']++
          await wait(random.integer(0, 200))
        }
        break
      case 'rotate':
        await moment
        await this.#rotate()
        break
      case 'expire':
        await moment
        await service.advance(31 * DAY)
        this.#expired = true
        this.#judge.figures['tokens expired']++
        break
      case 'push':
        await moment
        this.#drop(await this.#push())
        break
    }
    return job.result
  }

  #drop(event: JobEvent): void {
    this.#events.push(event)
    this.#at.workflow.drop(event)
    this.#judge.figures.dropped++
  }

  async #push(): Promise<JobEvent> {
    const { handbook, hosted, random } = this.#at
    const { before, after, forced }: Push = await handbook.push()
    this.#judge.figures.pushes++
    if (forced) this.#judge.figures.forced++
    if (forced && !this.#overlapped && random.chance(0.3)) await handbook.prune()
    return pushEvent({ repository: hosted.name, ref: `refs/heads/${hosted.defaultBranch}`, before, after })
  }

  async #start(event: JobEvent): Promise<RunningJob> {
    this.#events.push(event)
    return this.#at.workflow.start(event, { inputs: { token: this.#token.value } })
  }

  async #rotate(): Promise<void> {
    this.#token = await this.#at.service.ask('rotateToken', this.#token.id)
    this.#expired = false
    this.#judge.figures['tokens rotated']++
  }

  /** What a process left under way when it died may still be carried out, later by as much as a fault delays it. */
  async #settle(): Promise<void> {
    await this.#at.service.ask('setFaults', [])
    await wait(LONGEST_DELAY + 50)
  }

  /** When all is over: one whole sync, undisturbed, after which everything must be there. */
  async #reconcile(): Promise<void> {
    await this.#rotate()
    const { hosted } = this.#at
    const sha = (await hosted.head()) ?? ''
    const event = dispatchEvent({ repository: hosted.name, ref: `refs/heads/${hosted.defaultBranch}`, sha })
    const result = await this.#runAlone(() => this.#start(event), 'none', 'the reconciling run', true)
    if (result.conclusion !== 'success') this.#judge.broken('not green', result, 'the reconciling run')
  }
}

/** Up to four kinds of trouble at once, each to some of the requests. */
function faults(random: Random): FaultRule[] {
  const some = () => ({ probability: random.next() * 0.4, seed: random.integer(0, 1e9) })
  const kinds: (() => FaultRule)[] = [
    () => ({ status: 429, retry_after: random.integer(0, 1), ...some() }),
    () => ({ status: random.pick([408, 500, 502, 503, 504]), ...some() }),
    () => ({ path: UPSERT_PATH, status: random.pick([400, 413, 500]), ...some() }),
    () => ({ path: LIST_PATH, status: random.pick([403, 500, 503]), ...some() }),
    () => ({ reset: random.pick(['before', 'after'] as const), ...some() }),
    () => ({ delay_ms: random.integer(1, LONGEST_DELAY), probability: 0.5, seed: random.integer(0, 1e9) })
  ]
  return Array.from({ length: random.integer(0, 4) }, () => random.pick(kinds)())
}
