import type { Gate, GateRequest } from '../gate.ts'
import { rootOf } from '../github/checkout.ts'
import type { GitHubRequest } from '../github/server.ts'
import type { StartedRun, WorkflowRun } from '../github/workflow.ts'
import type { JobResult } from '../runner/runner.ts'
import { ALL_RUNBOOKS, WORKFLOW } from './edits.ts'
import { expectationOf, type Expectation, type Given, type Recorded } from './expectation.ts'
import { whyNotCompared } from './limits.ts'
import { machineOf, RENEWAL } from './machine.ts'
import { Moments, type Moment } from './moments.ts'
import { defectsOf, differences, expectedAt } from './oracle.ts'
import { Seen } from './seen.ts'
import type { Trouble } from './trouble.ts'
import type { Step, World } from './world.ts'

/** One step of one attempt of a run. */
export interface SoakRun {
  /** In its logins to GitHub and in its requests to the knowledge base. */
  readonly key: string
  readonly name: string
  readonly job: StartedRun
  readonly step: Step
  /** Where its token writes. */
  readonly workspace: string
  readonly given: Given
  readonly isSync: boolean
  readonly seen: Seen
  readonly expectation: Expectation
  /** Whether it ended green; undefined while it is under way. */
  isGreen: boolean | undefined
}

/** Starts runs, and compares the knowledge base with the branch after every green one. */
export class Runs {
  readonly steps: string[] = []
  readonly counts: Record<string, number> = {}
  /** The first difference, with the log of its run. */
  problem: string | undefined
  /** Whether the gate holds a request. */
  isHeld = false
  gate!: Gate
  readonly #world: World
  readonly #trouble: Trouble
  readonly #moments = new Moments()
  readonly #files = new Map<WorkflowRun, string>()
  readonly #seen = new Map<string, { readonly seen: Seen; readonly given: Given }>()
  readonly #recorded: Recorded[] = []
  readonly #all: SoakRun[] = []

  constructor(world: World, trouble: Trouble) {
    this.#world = world
    this.#trouble = trouble
  }

  note(step: string): void {
    this.steps.push(step)
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  /** A question to GitHub, before the answer. */
  async seeGitHub(request: GitHubRequest): Promise<void> {
    const { github } = this.#world
    const key = request.token.replace('ghs_', '').replaceAll('_', '-')
    await this.#moments.reach(key, request.route)
    const { seen, given } = this.#seen.get(key) ?? {}
    if (seen === undefined || given === undefined) return
    const existing = github.deployments.filter(({ environment }) => environment === given.environment)
    const ids = existing.map(({ id }) => id)
    seen.asks(request, ids)
    if (request.route === 'record') this.#recorded.push({ given, request, time: github.now().getTime() })
  }

  /** A request to the knowledge base, before it arrives. */
  async seeGate({ kind, run: key }: GateRequest): Promise<void> {
    await this.#moments.reach(key, kind)
    if (kind === 'upsert') this.#seen.get(key)?.seen.writes()
  }

  async start(run: WorkflowRun, step: Step, makeMoment?: (job: () => StartedRun) => Moment): Promise<SoakRun> {
    const { random, history, workflow, setup } = this.#world
    const { base } = step
    const { event } = run
    const file = this.#files.get(run) ?? setup.file(random)
    this.#files.set(run, file)
    const attempt = run.attempt + 1
    const login = `${run.number}_${attempt}_${setup.steps.indexOf(step) + 1}`
    const key = login.replaceAll('_', '-')
    const checkout = setup.checkout(random)
    const delivering = setup.delivering(setup.inputs(history, event, file, step))
    const { files = ALL_RUNBOOKS, 'front-matter': frontMatter = 'strip' } = delivering.inputs
    const source = [rootOf(checkout), checkout === 'without Git', setup.action]
    const given: Given = {
      ...{ run, attempt, file, checkout, delivering, token: base.token, environment: base.environment },
      settings: JSON.stringify([files, frontMatter, ...source])
    }
    const isDisturbed = makeMoment !== undefined || this.#trouble.isPresent || !base.tokenIsValid || this.#hasActive
    const expectation = isDisturbed ? 'anything' : await expectationOf(given, this.#recorded, this.#world)
    const seen = new Seen(history.timeline)
    this.#seen.set(key, { seen, given })
    const moment = makeMoment?.(() => job)
    if (moment !== undefined) this.#moments.set(key, moment)
    const job = await workflow.start(run, {
      ...{ checkout, workflow: file, action: setup.action, githubToken: `ghs_${login}`, env: machineOf(key) },
      inputs: {
        ...{ token: base.token, 'base-url': this.gate.url },
        ...{ links: 'keep', retries: '2', timeout: '60', concurrency: '4' },
        ...delivering.inputs
      }
    })
    const what = `${event.name} ${event.ref.replace('refs/heads/', '')} ${event.sha.slice(0, 7)}`
    const name = `run ${key}, ${what}${file === WORKFLOW ? '' : `, ${file}`}`
    this.note(`${name}, ${checkout}, ${base.workspace}, ${given.settings}, ${expectation}`)
    const isSync = event.ref === 'refs/heads/main' && delivering.inputs['mode'] !== 'plan'
    const { workspace } = base
    const started = { key, name, job, step, workspace, given, isSync, seen, expectation, isGreen: undefined }
    this.#all.push(started)
    return started
  }

  async finish(run: SoakRun): Promise<void> {
    const { name, key, job, seen, isSync, expectation } = run
    const result = await job.result
    run.isGreen = result.conclusion === 'success'
    // A request that a killed process left behind may still be under way.
    if (!this.#hasActive && !this.isHeld) await this.gate.idle()
    this.count('runs')
    this.count(result.signal === 'SIGKILL' ? 'killed' : run.isGreen ? 'green' : 'red')
    const outcomes = ['upserted', 'unchanged', 'refused', 'failed', 'pending'].map((of) => result.outputs[of] ?? '?')
    this.note(`run ${key}: ${result.signal ?? result.conclusion} (${outcomes.join(', ')}) ${lastLine(result)}`)
    const others = [
      ...defectsOf(result),
      ...(!isSync && seen.wroteAt > 0 ? ['it has written'] : []),
      ...(expectation === 'green' && !run.isGreen ? ['it should be green'] : []),
      ...(isSync && expectation.startsWith('red') && (run.isGreen || seen.wroteAt > 0)
        ? [`it should be ${expectation}`]
        : [])
    ]
    const problems = [
      ...(this.#world.onlyDifferences ? [] : others),
      ...(isSync && run.isGreen ? await this.#compare(run) : [])
    ]
    if (problems.length > 0) this.problem ??= `${name}: ${problems.join('; ')}\n${result.log}${result.stderr}`
  }

  /** Lets a run that writes renew its record, and waits for it. */
  async renew({ key, job }: SoakRun): Promise<void> {
    const marked = this.#moments.next(key, 'mark')
    job.signal(RENEWAL)
    await Promise.race([marked, job.result])
    this.count('renewed records')
  }

  /** When a run made its last record, by GitHub's clock. */
  recordedAt({ seen }: SoakRun): number {
    return this.#recorded.find(({ request }) => request === seen.records.at(-1))?.time ?? Infinity
  }

  get lastIsGreen(): boolean {
    return this.#all.at(-1)?.isGreen !== false
  }

  get #hasActive(): boolean {
    return this.#all.some(({ isGreen }) => isGreen === undefined)
  }

  async #compare(run: SoakRun): Promise<string[]> {
    const { hosted, history } = this.#world
    const { step, workspace, seen } = run
    const held = await step.base.entries(workspace)
    const others = this.#all.filter((other) => other !== run && other.workspace === workspace)
    const why = whyNotCompared(run, others, history.timeline)
    if (why !== undefined) {
      this.count(`not compared: ${why}`)
      return []
    }
    // A run that began to write after the last look of this one, and was green, may have had other inputs.
    const later = others.filter((other) => other.isGreen === true && other.seen.wroteAt > seen.comparedFrom)
    const found: string[][] = []
    for (const { seen: last, given } of [...later, run]) {
      for (const commit of history.timeline.headsFrom(last.comparedFrom)) {
        if (!history.has(commit)) {
          this.count('not compared: a commit that the run may have delivered was force-pushed away, and is gone')
          return []
        }
        found.push(differences(held, await expectedAt(hosted, commit, given.delivering)))
      }
    }
    this.count('compared')
    return found.some(({ length }) => length === 0) ? [] : (found[0] ?? [])
  }
}

function lastLine({ log }: JobResult): string {
  return log.trim().split('\n').at(-1)?.slice(0, 160) ?? ''
}
