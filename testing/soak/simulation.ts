import type { FaultRule } from '../../service/service.ts'
import { openGate, LIST_PATH, UPSERT_PATH, type Gate } from '../gate.ts'
import { CHECKOUTS, type CheckoutKind } from '../github/checkout.ts'
import {
  deletionEvent,
  dispatchEvent,
  pullRequestEvent,
  pushEvent,
  scheduleEvent,
  type JobEvent
} from '../github/events.ts'
import type { FaultName, GitHubFault, Route } from '../github/faults.ts'
import { HostedRepository } from '../github/repository.ts'
import type { WorkflowRun } from '../github/runs.ts'
import { GitHubServer } from '../github/server.ts'
import { Workflow, type StartedRun } from '../github/workflow.ts'
import { temporaryFolder } from '../temporary-files.ts'
import { History, settingsIn, WORKFLOW } from './history.ts'
import { KillableService } from './killable-service.ts'
import { defectsOf, differences, expectedAt } from './oracle.ts'
import { Random } from './random.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND

export interface SimulationResult {
  /** How often each thing happened. */
  readonly counts: Readonly<Record<string, number>>
  readonly steps: readonly string[]
  /** The first difference, with the log of its run; none where the knowledge base was always equal to the branch. */
  readonly problem: string | undefined
}

interface Active {
  readonly name: string
  readonly run: WorkflowRun
  readonly event: JobEvent
  readonly job: StartedRun
  /** The part of the token and of the gate's path that tells this attempt from others. */
  readonly key: string
  readonly mustBeGreen: boolean
  /** No other run was under way at any time, and no request of a killed one. */
  alone: boolean
}

/** Something that happens when a run asks its nth question of a kind, and before it gets the answer. */
interface Moment {
  readonly at: 'upsert' | 'list' | Route
  readonly nth: number
  readonly act: () => Promise<void>
}

/**
 * One repository and one knowledge base, and random pushes, runs and faults.
 *
 * What design.md allows to break the equality is not produced: commits that some run delivered, and that no run of their
 * own names, are not force-pushed away (`#mayMoveTo`); there are fewer runs than a page of the API's list; a held request
 * of a killed run arrives within two minutes.
 */
export class Simulation {
  readonly #random: Random
  readonly #hosted: HostedRepository
  readonly #history: History
  readonly #github: GitHubServer
  readonly #service: KillableService
  readonly #workflow: Workflow
  readonly #steps: string[] = []
  readonly #counts: Record<string, number> = {}
  readonly #active = new Set<Active>()
  readonly #moments = new Map<string, Moment>()
  readonly #asked = new Map<string, number>()
  #gate!: Gate
  #queued: WorkflowRun[] = []
  #late: (() => void) | undefined
  #token = { id: '', value: '' }
  #tokenIsValid = true
  #hasServiceFaults = false
  #hasGitHubFaults = false
  /** Commits whose text the knowledge base may have. */
  #delivered = new Set<string>()
  #problem: string | undefined

  private constructor(
    random: Random,
    hosted: HostedRepository,
    history: History,
    github: GitHubServer,
    service: KillableService
  ) {
    this.#random = random
    this.#hosted = hosted
    this.#history = history
    this.#github = github
    this.#service = service
    this.#workflow = new Workflow(hosted, github, { timeout: 90_000 })
  }

  /** Plays until that many runs have ended or there is a problem. `quick` leaves out faults that take seconds. */
  static async play(seed: number, runs: number, quick = false): Promise<SimulationResult> {
    await using resources = new AsyncDisposableStack()
    const { path } = resources.use(await temporaryFolder())
    const random = new Random(seed)
    const objectFormat = random.chance(0.1) ? 'sha256' : 'sha1'
    const hosted = await HostedRepository.create(path, { objectFormat })
    const history = await History.create(hosted, random)
    const service = resources.use(await KillableService.start(path))
    const github = resources.use(await GitHubServer.start(hosted))
    hosted.url = github.repositoryUrl
    github.requiresLogin = random.chance(0.5)
    const simulation = new Simulation(random, hosted, history, github, service)
    github.onRequest = ({ route, token }) => simulation.#reach(route, token.replace('ghs_', '').replace('_', '-'))
    simulation.#gate = resources.use(
      await openGate(
        () => service.url,
        ({ kind, run }) => simulation.#reach(kind, run.slice(1))
      )
    )
    await simulation.#playAll(runs, quick)
    return { counts: simulation.#counts, steps: simulation.#steps, problem: simulation.#problem }
  }

  async #playAll(runs: number, quick: boolean): Promise<void> {
    this.#token = await this.#service.call('createToken')
    const first = { repository: this.#hosted.name, ref: 'refs/heads/main', after: this.#history.head }
    await this.#finish(await this.#start(this.#workflow.queue(pushEvent(first))))
    while ((this.#counts['runs'] ?? 0) < runs && this.#problem === undefined) {
      // A held request of a killed run arrives before more time passes.
      if (this.#late === undefined) this.#github.advance(this.#random.pick([5, 60, 130, 600]) * SECOND)
      if (!this.#tokenIsValid && this.#random.chance(0.8)) await this.#rotate()
      await this.#changeFaults(quick)
      await this.#step()
    }
    this.#release()
  }

  async #step(): Promise<void> {
    switch (this.#random.integer(1, 16)) {
      case 1:
        return this.#runAlone(this.#workflow.queue(this.#byHandOrSchedule()))
      case 2:
        return this.#rerun()
      case 3:
        return this.#deleteRun()
      case 4:
        return this.#otherRef()
      case 5: {
        const run = this.#queued.shift()
        if (run !== undefined && this.#history.has(run.sha)) return this.#runAlone(run)
        // Its commit is gone, and the job ends in the checkout.
        if (run !== undefined) this.#workflow.drop(run)
        return
      }
      case 6:
      case 7:
        return this.#overlap()
      case 8:
        await this.#push(this.#random)
        this.#note('pushed without a run')
        return
      case 9:
        this.#queued.push(await this.#queuePush())
        this.#note('queued a run')
        return
      case 10:
        this.#workflow.drop(await this.#pushed())
        this.#count('dropped')
        this.#note('dropped a run')
        return
      default:
        return this.#runAlone(await this.#queuePush())
    }
  }

  // --- pushes

  /** Moves `main`: by commits on top of it, or by force. */
  async #push(random: Random): Promise<void> {
    this.#count('pushes')
    const target = random.chance(0.15) ? this.#history.rewindTarget(random) : undefined
    const isForced = target !== undefined && this.#mayMoveTo(target)
    if (random.chance(0.2)) await this.#history.pushBranch(random)
    if (isForced) {
      this.#count('forced')
      await this.#history.moveTo(target)
    }
    if (!isForced || random.chance(0.5)) await this.#history.push(random)
    if (isForced && random.chance(0.3)) await this.#history.prune()
    const how = isForced ? `, by force on top of ${target.slice(0, 7)}` : ''
    this.#note(`main is ${this.#history.head.slice(0, 7)}${how}`)
  }

  async #pushed(random = this.#random): Promise<JobEvent> {
    const before = this.#history.head
    await this.#push(random)
    const after = this.#history.head
    const forced = !this.#history.isAncestor(before, after)
    return pushEvent({ repository: this.#hosted.name, ref: 'refs/heads/main', before, after, forced })
  }

  async #queuePush(): Promise<WorkflowRun> {
    return this.#workflow.queue(await this.#pushed())
  }

  /**
   * Whether everything that the knowledge base may have is still known to a later run: from the history of the branch, or
   * from a listed run whose commit is not in that history.
   */
  #mayMoveTo(head: string, without?: WorkflowRun): boolean {
    const runs = this.#github.runs.filter(
      (run) => run !== without && run.branch === 'main' && !run.event.startsWith('pull_request')
    )
    const delivered = [...this.#delivered, ...[...this.#active].flatMap((active) => this.#toldTo(active))]
    return delivered.every(
      (commit) =>
        this.#history.isAncestor(commit, head) ||
        runs.some(({ sha }) => this.#history.isAncestor(commit, sha) && !this.#history.isAncestor(sha, head))
    )
  }

  // --- runs

  #byHandOrSchedule(): JobEvent {
    const place = { repository: this.#hosted.name, sha: this.#history.head }
    if (this.#random.chance(0.4)) return scheduleEvent(place)
    const scope = this.#random.pick(['auto', 'all', 'changed'])
    return dispatchEvent({ ...place, ref: 'refs/heads/main', inputs: { scope } })
  }

  async #rerun(): Promise<void> {
    const ended = this.#github.runs.filter(({ status, sha }) => status === 'completed' && this.#history.has(sha))
    if (ended.length > 0) return this.#runAlone(this.#random.pick(ended), true)
  }

  #deleteRun(): Promise<void> {
    const ended = this.#github.runs.filter(({ status }) => status === 'completed')
    const run = ended.length > 0 ? this.#random.pick(ended) : undefined
    if (run !== undefined && this.#mayMoveTo(this.#history.head, run)) {
      this.#workflow.delete(run)
      this.#count('deleted')
      this.#note(`deleted run ${run.number}`)
    }
    return Promise.resolve()
  }

  /** A run that writes nothing: of another branch, a tag or a pull request; or of the deletion of a branch. */
  async #otherRef(): Promise<void> {
    const { name: repository } = this.#hosted
    const branch = await this.#history.pushBranch(this.#random)
    const sha = this.#history.branches.get(branch) ?? ''
    const { head } = this.#history
    const merge = await this.#history.mergeOf(branch, this.#random)
    // The branch of a fork may have the name of the default branch.
    const headBranch = this.#random.pick(['main', branch])
    const event = this.#random.pick([
      pushEvent({ repository, ref: `refs/heads/${branch}`, before: undefined, after: sha }),
      pushEvent({ repository, ref: 'refs/tags/v1', before: undefined, after: head }),
      pullRequestEvent({ repository, number: 7, base: head, head: sha, merge, headBranch }),
      deletionEvent({ repository, ref: 'refs/heads/gone', before: sha, sha: head })
    ])
    return this.#runAlone(this.#workflow.queue(event))
  }

  /** One run, during which one thing may happen. */
  async #runAlone(run: WorkflowRun, again = false): Promise<void> {
    await this.#finish(await this.#start(run, again, this.#random.chance(0.3) ? this.#interference() : undefined))
  }

  #interference(): (run: () => StartedRun) => Moment {
    const random = this.#random
    const nth = random.integer(1, 3)
    const at = random.pick(['upsert', 'upsert', 'tip', 'runs', 'git'] as const)
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
    return (run) => ({
      at,
      nth: at === 'upsert' || at === 'tip' ? nth : 1,
      act: async () => {
        this.#note(`${what} at ${at} ${nth}`)
        this.#count(what)
        switch (what) {
          case 'cancel':
            run().cancel()
            return
          case 'kill':
            run().signal('SIGKILL')
            return
          case 'kill the service':
            return this.#service.kill()
          case 'rotate':
            return this.#rotate()
          case 'expire':
            this.#tokenIsValid = false
            return this.#service.advance(31 * DAY)
          case 'push': {
            const event = await this.#pushed(new Random(seed))
            if (seed % 3 === 0) this.#workflow.drop(event)
            else if (seed % 3 === 1) this.#queued.push(this.#workflow.queue(event))
          }
        }
      }
    })
  }

  /** A run is held in the middle while one or two others run; then it goes on, or is killed. */
  async #overlap(): Promise<void> {
    this.#count('overlapping')
    const reached = Promise.withResolvers<undefined>()
    const held = Promise.withResolvers<undefined>()
    const at = this.#random.pick(['upsert', 'upsert', 'tip', 'runs', 'git'] as const)
    const nth = at === 'upsert' || at === 'tip' ? this.#random.integer(1, 3) : 1
    const slow = await this.#start(await this.#queuePush(), false, () => ({
      at,
      nth,
      act: () => {
        reached.resolve(undefined)
        return held.promise
      }
    }))
    await Promise.race([reached.promise, slow.job.result])
    this.#note(`${slow.name} is held at ${at} ${nth}`)
    for (let count = this.#random.integer(1, 2); count > 0; count--) {
      await this.#runAlone(
        this.#random.chance(0.8) ? await this.#queuePush() : this.#workflow.queue(this.#byHandOrSchedule())
      )
    }
    const end = this.#random.pick(['goes on', 'goes on', 'is killed', 'is killed, and its requests arrive later'])
    this.#note(`${slow.name} ${end}`)
    if (end !== 'goes on') {
      slow.job.signal('SIGKILL')
      await slow.job.result
    }
    if (end.endsWith('later'))
      this.#late = () => {
        held.resolve(undefined)
      }
    else held.resolve(undefined)
    await this.#finish(slow)
    if (this.#late !== undefined) {
      await this.#runAlone(await this.#queuePush())
      this.#release()
    }
    await this.#gate.idle()
  }

  #release(): void {
    this.#late?.()
    this.#late = undefined
  }

  async #start(run: WorkflowRun, again = false, interference?: (run: () => StartedRun) => Moment): Promise<Active> {
    const event = this.#workflow.eventOf(run)
    const key = `${run.number}-${run.attempt + 1}`
    const checkout = this.#checkout()
    const settings = settingsIn(this.#history.filesOf(event.sha).get(WORKFLOW) ?? '')
    const scope = (event.payload['inputs'] as Record<string, string> | undefined)?.['scope']
    const inputs = {
      ...{ token: this.#token.value, 'base-url': `${this.#gate.url}/${key}` },
      ...{ links: 'keep', retries: '2', timeout: '10', concurrency: '4' },
      ...settings,
      ...(scope === undefined ? {} : { scope })
    }
    const mustBeGreen = interference === undefined && (await this.#mustBeGreen(event, checkout))
    if (interference !== undefined)
      this.#moments.set(
        key,
        interference(() => job)
      )
    const job = await (again
      ? this.#workflow.startAgain(run.number, { checkout, inputs })
      : this.#workflow.start(run, { checkout, inputs }))
    const name = `run ${key}, ${event.name} ${event.ref.replace('refs/heads/', '')} ${event.sha.slice(0, 7)}`
    this.#note(`${name}, ${checkout}`)
    const alone = this.#active.size === 0 && this.#late === undefined
    for (const other of this.#active) other.alone = false
    const active: Active = { name, run, event, job, key, mustBeGreen, alone }
    this.#active.add(active)
    return active
  }

  #checkout(): CheckoutKind {
    return this.#random.chance(0.6) ? 'depth 1' : this.#random.pick(CHECKOUTS)
  }

  async #mustBeGreen(event: JobEvent, checkout: CheckoutKind): Promise<boolean> {
    if (!this.#tokenIsValid || this.#hasServiceFaults || this.#hasGitHubFaults || this.#active.size > 0) return false
    const { head } = this.#history
    if (event.sha !== head) {
      const isBehind =
        event.payload['forced'] === true && this.#history.isAncestor(head, String(event.payload['before']))
      if (checkout === 'without Git' || isBehind || !this.#history.isAncestor(event.sha, head)) return false
      const [own, tip] = [event.sha, head].map((commit) => this.#history.filesOf(commit).get(WORKFLOW))
      if (own !== tip) return false
    }
    return (await expectedAt(this.#hosted, head)).refused.length === 0
  }

  async #finish(active: Active): Promise<void> {
    const { name, run, event, key, job } = active
    const { head } = this.#history
    const result = await job.result
    this.#active.delete(active)
    this.#moments.delete(key)
    // A request that a killed process left behind may still be under way.
    if (this.#active.size === 0 && this.#late === undefined) await this.#gate.idle()
    this.#count('runs')
    this.#count(result.signal === 'SIGKILL' ? 'killed' : result.conclusion)
    const counts = ['upserted', 'unchanged', 'refused', 'failed', 'pending'].map(
      (count) => result.outputs[count] ?? '?'
    )
    this.#note(`run ${key}: ${result.signal ?? result.conclusion} (${counts.join(', ')})`)
    const broken = (problems: readonly string[]) => {
      if (problems.length > 0) this.#problem ??= `${name}: ${problems.join('; ')}\n${result.log}${result.stderr}`
    }
    broken(defectsOf(result))
    const isSync = run.branch === 'main' && event.ref === 'refs/heads/main' && event.payload['deleted'] !== true
    if (!isSync && event.payload['deleted'] !== true && this.#gate.upserts(`/${key}`) > 0) broken(['it has written'])
    if (active.mustBeGreen && active.alone && result.conclusion !== 'success') broken(['it should be green'])

    const told = this.#toldTo(active)
    if (!isSync) return
    if (result.conclusion !== 'success' || !active.alone) {
      for (const commit of [event.sha, ...told]) this.#delivered.add(commit)
      return
    }
    // The branch as GitHub last showed it to the run; what moves it later has a run of its own.
    const commit = told.at(-1) ?? head
    this.#delivered = new Set([commit])
    this.#count('compared')
    const held = new Map(await this.#service.call('entries'))
    broken(differences(held, await expectedAt(this.#hosted, commit)))
  }

  /** The commits that GitHub gave a run as the branch's. */
  #toldTo({ run }: Active): string[] {
    const token = `ghs_${run.number}_${run.attempt}`
    return this.#github.requests.flatMap((request) => (request.token === token ? (request.tip ?? []) : []))
  }

  // --- faults

  async #changeFaults(quick: boolean): Promise<void> {
    const random = this.#random
    if (random.chance(0.5)) {
      const rules = random.chance(0.25) ? serviceFaults(random) : []
      this.#hasServiceFaults = rules.length > 0
      await this.#service.call('setFaults', rules)
      if (rules.length > 0) this.#note(`service: ${JSON.stringify(rules)}`)
    }
    if (random.chance(0.5)) {
      const rules = random.chance(0.25) ? [await this.#gitHubFault(quick)] : []
      this.#hasGitHubFaults = rules.length > 0
      this.#github.setFaults(...rules)
      for (const { fault, ...rule } of rules) {
        this.#note(`GitHub: ${typeof fault === 'string' ? fault : 'stale'} ${JSON.stringify(rule)}`)
      }
    }
  }

  async #gitHubFault(quick: boolean): Promise<GitHubFault> {
    const random = this.#random
    const route = random.pick(['runs', 'runs', 'tip', 'tip', 'compare', 'run', 'repository', 'git'] as const)
    const slow: FaultName[] = quick
      ? []
      : ['server error', 'server error', 'hang', 'stall', 'reset', 'secondary rate limit']
    // A fetch waits longer for a server that hangs than a job of the soak may take.
    const names: FaultName[] =
      route === 'git'
        ? ['forbidden', 'not found', 'reset']
        : ['forbidden', 'rate limit', 'not found', 'HTML', 'cut', ...slow]
    const stale = !(quick && route === 'tip') && route !== 'git' && random.chance(0.3)
    const fault = stale ? await this.#github.snapshot() : random.pick(names)
    this.#count(stale ? 'stale answers' : 'GitHub faults')
    return { route, fault, ...(random.chance(0.5) ? { times: random.integer(1, 4) } : {}) }
  }

  async #rotate(): Promise<void> {
    this.#token = await this.#service.call('rotateToken', this.#token.id)
    this.#tokenIsValid = true
  }

  async #reach(at: Moment['at'], key: string): Promise<void> {
    const moment = this.#moments.get(key)
    const question = `${key} ${at}`
    const nth = (this.#asked.get(question) ?? 0) + 1
    this.#asked.set(question, nth)
    if (moment?.at !== at || moment.nth !== nth) return
    await moment.act()
  }

  #note(step: string): void {
    this.#steps.push(step)
  }

  #count(name: string): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1
  }
}

/** Up to three kinds of trouble at once, each to some of the requests. */
function serviceFaults(random: Random): FaultRule[] {
  const some = () => ({ probability: random.next() * 0.4, seed: random.integer(0, 1e9) })
  const kinds: (() => FaultRule)[] = [
    () => ({ status: 429, retry_after: random.integer(0, 1), ...some() }),
    () => ({ status: random.pick([408, 500, 502, 503, 504]), ...some() }),
    () => ({ path: UPSERT_PATH, status: random.pick([400, 413, 500]), ...some() }),
    () => ({ path: LIST_PATH, status: random.pick([403, 500, 503]), ...some() }),
    () => ({ reset: random.pick(['before', 'after'] as const), ...some() })
  ]
  return Array.from({ length: random.integer(1, 3) }, () => random.pick(kinds)())
}
