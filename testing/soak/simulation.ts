import { openGate } from '../gate.ts'
import { HostedRepository } from '../github/repository.ts'
import { GitHubServer } from '../github/server.ts'
import { Workflow, type WorkflowRun } from '../github/workflow.ts'
import { temporaryFolder } from '../temporary-files.ts'
import { Clock, HOUR, MINUTE, SECOND } from './clock.ts'
import { History } from './history.ts'
import { interference, returnWhileRetiring } from './interference.ts'
import { KillableService } from './killable-service.ts'
import { KnowledgeBase } from './knowledge-base.ts'
import { overlap } from './overlap.ts'
import { Pushes } from './pushes.ts'
import { Random } from './random.ts'
import { Runs } from './runs.ts'
import { Trouble } from './trouble.ts'
import { isRecorded, Setup, type Releases, type World } from './world.ts'

/** How often each thing happened, what happened, and the first difference if there was one. */
export type SimulationResult = Pick<Runs, 'counts' | 'steps' | 'problem'>

export interface SimulationOptions {
  readonly seed: number
  /** Of steps that use the Action. */
  readonly runs: number
  readonly releases: Releases
  /** Whether the workflow has a `concurrency` group. */
  readonly isGrouped?: boolean
  /** Leaves out the faults for which a run waits. */
  readonly quick?: boolean
  readonly onlyDifferences?: boolean
  /** Ends the simulation after its present step. */
  readonly signal?: AbortSignal
}

/** One repository and its knowledge bases, with random pushes, runs and faults. `limits.ts` says what is not compared. */
export class Simulation {
  readonly #world: World
  readonly #runs: Runs
  readonly #pushes: Pushes
  readonly #trouble: Trouble
  readonly #clock: Clock
  readonly #isGrouped: boolean

  private constructor(world: World, { isGrouped = false, quick = false }: SimulationOptions) {
    this.#world = world
    this.#isGrouped = isGrouped
    this.#trouble = new Trouble(world.random, world.service, world.github, quick)
    this.#runs = new Runs(world, this.#trouble)
    this.#pushes = new Pushes(world, this.#runs, isGrouped)
    this.#clock = new Clock(world.github, this.#runs, this.#trouble)
  }

  /** Plays until that many runs have ended, or there is a difference. */
  static async play(options: SimulationOptions): Promise<SimulationResult> {
    await using resources = new AsyncDisposableStack()
    const { path } = resources.use(await temporaryFolder())
    const random = new Random(options.seed)
    const hosted = await HostedRepository.create(path, { objectFormat: random.chance(0.1) ? 'sha256' : 'sha1' })
    const history = await History.create(hosted, random)
    const service = resources.use(await KillableService.start(path))
    const github = resources.use(await GitHubServer.start(hosted))
    hosted.url = github.repositoryUrl
    github.requiresLogin = random.chance(0.5)
    github.statusOrder = random.pick(['oldest first', 'newest first', 'mixed'])
    const environment = random.chance(0.1) ? 'none' : 'knowledge-base'
    const base = await KnowledgeBase.create(service, 'Runbooks', environment)
    if (!isRecorded(base) && random.chance(0.5)) github.permissions.deployments = 'none'
    const second = random.chance(0.2) ? [await KnowledgeBase.create(service, 'Payments', 'payments')] : []
    const setup = new Setup(random, options.releases, [base, ...(isRecorded(base) ? second : [])])
    const workflow = new Workflow(hosted, github, { timeout: 90_000 })
    const { onlyDifferences = false } = options
    const world = { random, hosted, history, github, service, workflow, setup, onlyDifferences }
    const simulation = new Simulation(world, options)
    const runs = simulation.#runs
    github.onRequest = (request) => runs.seeGitHub(request)
    runs.gate = resources.use(
      await openGate(
        () => service.url,
        (request) => runs.seeGate(request)
      )
    )
    await simulation.#play(options).catch((error: unknown) => {
      runs.problem = `The soak test failed: ${error instanceof Error ? error.stack : String(error)}`
    })
    return runs
  }

  async #play({ runs: count, signal }: SimulationOptions): Promise<void> {
    const { random, setup } = this.#world
    const runs = this.#runs
    await this.#runAlone(await this.#pushes.run())
    while ((runs.counts['runs'] ?? 0) < count && runs.problem === undefined && signal?.aborted !== true) {
      await this.#clock.pass(random.pick([5 * SECOND, MINUTE, 130 * SECOND, 10 * MINUTE, 2 * HOUR]))
      for (const base of setup.bases) if (!base.tokenIsValid && random.chance(0.8)) await base.rotate()
      if (random.chance(0.4)) for (const what of await this.#trouble.change()) runs.note(what)
      if (random.chance(0.15)) await this.#changeSetup()
      await this.#step()
    }
  }

  async #step(): Promise<void> {
    const pushes = this.#pushes
    switch (this.#world.random.integer(1, 20)) {
      case 1:
        return this.#runAlone(pushes.dispatch())
      case 2:
      case 3:
        return this.#runAlone(pushes.earlier())
      case 4:
        return this.#runAlone(await pushes.ofAnotherRef())
      case 5:
      case 6:
        return this.#runAlone(pushes.next())
      case 7:
      case 8:
      case 9:
        return overlap({ ...this.#stage(), meanwhile: () => this.#meanwhile() })
      case 10:
      case 11:
        return pushes.withoutRun()
      case 12:
        return pushes.later()
      case 13:
        return this.#retire()
      default:
        return this.#runAlone(await pushes.run())
    }
  }

  #stage() {
    return { world: this.#world, runs: this.#runs, pushes: this.#pushes, clock: this.#clock }
  }

  /** One run with its steps, during one of which something may happen. */
  async #runAlone(run: WorkflowRun | undefined): Promise<void> {
    if (run === undefined) return
    const { random, history, setup } = this.#world
    const disturbed = random.chance(0.3) ? random.pick(setup.steps) : undefined
    for (const [at, step] of setup.steps.entries()) {
      // A forced push during the first step; the job of the second one ends in the checkout.
      if (!history.has(run.event.sha)) return
      // The further steps belong to the same attempt.
      if (at > 0) run.attempt--
      const moment = (job: Parameters<typeof interference>[3]) =>
        interference(this.#world, this.#runs, this.#pushes, job)
      await this.#runs.finish(await this.#runs.start(run, step, step === disturbed ? moment : undefined))
    }
  }

  /** While another run is held. */
  async #meanwhile(): Promise<void> {
    const { random } = this.#world
    const pushes = this.#pushes
    if (random.chance(0.2)) await this.#changeSetup()
    if (random.chance(0.25)) await pushes.withoutRun()
    if (this.#isGrouped) await pushes.later()
    else if (random.chance(0.3)) await this.#runAlone(pushes.dispatch())
    else await this.#runAlone(await pushes.run())
  }

  async #retire(): Promise<void> {
    const { random, setup } = this.#world
    const [step] = setup.steps
    if (step === undefined) return
    setup.variables = { ...setup.variables, removed: 'retire' }
    const run = await this.#pushes.remove(random)
    await this.#runs.finish(await this.#runs.start(run, step, () => returnWhileRetiring(this.#world, this.#pushes)))
  }

  /** What no commit shows. */
  async #changeSetup(): Promise<void> {
    const { random, setup } = this.#world
    const runs = this.#runs
    const base = random.pick(setup.bases)
    const what = random.pick(['variables', 'variables', 'release', 'token', 'workspace'] as const)
    runs.count(`changed: ${what}`)
    runs.note(`changed: ${what}`)
    switch (what) {
      case 'variables':
        setup.changeVariables(random)
        return
      case 'release':
        setup.changeRelease()
        return
      case 'token':
        return base.rotate()
      case 'workspace':
        return base.switchWorkspace()
    }
  }
}
