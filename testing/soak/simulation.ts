import { openGate } from '../gate.ts'
import { HostedRepository } from '../github/repository.ts'
import { GitHubServer } from '../github/server.ts'
import { Workflow, type StartedRun, type WorkflowRun } from '../github/workflow.ts'
import { temporaryFolder } from '../temporary-files.ts'
import { History } from './history.ts'
import { KnowledgeBase } from './knowledge-base.ts'
import { randomQuestion, type Moment } from './moments.ts'
import type { Release } from './mutations.ts'
import { overlap } from './overlap.ts'
import { Pushes } from './pushes.ts'
import { Random } from './random.ts'
import { Runs } from './runs.ts'
import { Trouble } from './trouble.ts'
import type { World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

export interface SimulationOptions {
  readonly seed: number
  /** Of the Action. */
  readonly runs: number
  readonly releases: readonly [Release, Release]
  /** Whether the workflow has a `concurrency` group. */
  readonly isGrouped?: boolean
  /** Whether only a knowledge base that differs from the branch is a problem: of a release without one of its rules. */
  readonly onlyDifferences?: boolean
  /** Ends the simulation after its present step. */
  readonly signal?: AbortSignal
}

/**
 * Plays one repository and its knowledge base, with random pushes, runs, edits and faults, until that many runs have ended,
 * or there is a difference. `seen.ts` says what is not compared.
 *
 * @returns how often each thing happened, what happened, and the first difference if there was one.
 */
export async function simulate(options: SimulationOptions): Promise<Pick<Runs, 'counts' | 'steps' | 'problem'>> {
  const { isGrouped = false, onlyDifferences = false, signal } = options
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await temporaryFolder())
  const random = new Random(options.seed)
  const hosted = await HostedRepository.create(path, { objectFormat: random.chance(0.1) ? 'sha256' : 'sha1' })
  const history = await History.create(hosted, random)
  const base = resources.use(await KnowledgeBase.start())
  const github = resources.use(await GitHubServer.start(hosted))
  const environment = random.chance(0.1) ? 'none' : 'knowledge-base'
  const releases: World['releases'] = [...options.releases]
  const workflow = new Workflow(hosted, github, { timeout: 90_000 })
  const world = { random, hosted, history, github, base, workflow, environment, releases, onlyDifferences }
  const trouble = new Trouble(random, base, github, environment !== 'none')
  const runs = new Runs(world, trouble)
  const pushes = new Pushes(world, runs, isGrouped)
  github.onRequest = runs.seeGitHub
  runs.gate = resources.use(await openGate(() => base.url, runs.seeGate, runs.seeAnswer))
  await play().catch((error: unknown) => {
    runs.problem = `The soak test failed: ${error instanceof Error ? error.stack : String(error)}`
  })
  return runs

  async function play(): Promise<void> {
    await runAlone(await pushes.run())
    while ((runs.counts['runs'] ?? 0) < options.runs && runs.problem === undefined && signal?.aborted !== true) {
      pass(random.pick([5 * SECOND, MINUTE, 130 * SECOND, 10 * MINUTE, 120 * MINUTE]))
      if (random.chance(0.4)) await trouble.change()
      if (random.chance(0.1)) changeSetup()
      if (random.chance(0.15)) await edit()
      await random.weighted<() => Promise<void>>([
        [7, async () => runAlone(await pushes.run())],
        [1, async () => runAlone(pushes.dispatch())],
        [1, async () => runAlone(pushes.dispatch(), { 'on-conflict': 'replace' })],
        [2, async () => runAlone(pushes.earlier())],
        [2, async () => runAlone(pushes.next())],
        [1, async () => runAlone(await pushes.bringHome())],
        [3, async () => overlap({ world, runs, pushes, pass, meanwhile })],
        [2, async () => pushes.withoutRun()],
        [1, async () => pushes.later()]
      ])()
    }
  }

  /** Lets time pass on GitHub, after which its answers are no longer old. */
  function pass(milliseconds: number): void {
    if (milliseconds >= MINUTE) trouble.endOldAnswers()
    github.advance(milliseconds)
  }

  /** A run during which something may happen. */
  async function runAlone(run: WorkflowRun | undefined, inputs?: Readonly<Record<string, string>>): Promise<void> {
    if (run === undefined) return
    await runs.finish(await runs.start(run, random.chance(0.4) ? interference : undefined, inputs))
  }

  function interference(job: () => StartedRun): Moment {
    const { at, nth } = randomQuestion(random)
    const what = random.weighted([
      [4, 'kill'],
      [2, 'edit'],
      [1, 'cancel'],
      [1, 'rotate'],
      [1, 'push'],
      [1, 'push without a run']
    ] as const)
    const act = async (): Promise<void> => {
      runs.note(`${what} at ${at} ${nth}`)
      runs.count(`during a run: ${what}`)
      if (what === 'cancel') job().cancel()
      if (what === 'kill') job().signal('SIGKILL')
      if (what === 'rotate') base.rotate()
      if (what === 'push') await pushes.later()
      if (what === 'push without a run') await pushes.withoutRun()
      if (what === 'edit') await edit()
    }
    return { at, nth, act }
  }

  /** While another run is held. */
  async function meanwhile(): Promise<void> {
    if (random.chance(0.2)) changeSetup()
    if (random.chance(0.2)) await edit()
    if (random.chance(0.25)) await pushes.withoutRun()
    if (isGrouped) await pushes.later()
    else await runAlone(random.chance(0.3) ? pushes.dispatch() : await pushes.run())
  }

  async function edit(): Promise<void> {
    const made = await base.edit(random, history.moment())
    if (made === undefined) return
    runs.note(`an edit: ${JSON.stringify(made)}`)
    runs.count('edits')
  }

  /** What no commit shows. */
  function changeSetup(): void {
    const what = random.pick(['release', 'token', 'workspace'] as const)
    runs.note(`changed: ${what}`)
    runs.count(`changed: ${what}`)
    if (what === 'release') releases.reverse()
    else if (what === 'token') base.rotate()
    else base.switchWorkspace()
  }
}
