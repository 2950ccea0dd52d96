import type { Gate, GateRequest } from '../gate.ts'
import type { CheckoutKind } from '../github/checkout.ts'
import type { GitHubRequest } from '../github/server.ts'
import type { StartedRun, WorkflowRun } from '../github/workflow.ts'
import type { JobResult } from '../runner/runner.ts'
import { Comparison, type Report, type WritingRun } from './comparison.ts'
import { mustBeGreen, type Given, type Recorded } from './expectation.ts'
import { inputsIn, WORKFLOW } from './files.ts'
import { machineOf } from './machine.ts'
import type { Moment, Question } from './moments.ts'
import { defectsOf } from './oracle.ts'
import { Seen } from './seen.ts'
import type { Trouble } from './trouble.ts'
import type { World } from './world.ts'

/** One attempt of a run. */
export interface SoakRun extends WritingRun {
  /** In its logins to GitHub and in its requests to the knowledge base. */
  readonly key: string
  readonly name: string
  readonly job: StartedRun
  /** Nothing disturbs it. */
  readonly mustBeGreen: boolean
}

/** A run as its requests show it. */
interface Asking {
  readonly seen: Seen
  readonly given: Given
  readonly moment: Moment | undefined
  readonly asked: Map<Question, number>
}

const OUTCOMES = ['upserted', 'unchanged', 'kept', 'refused', 'failed', 'pending', 'retired'] as const

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
  readonly #comparison: Comparison
  /** By key. */
  readonly #asking = new Map<string, Asking>()
  readonly #recorded: Recorded[] = []
  readonly #all: SoakRun[] = []

  constructor(world: World, trouble: Trouble) {
    this.#world = world
    this.#trouble = trouble
    this.#comparison = new Comparison(world, (what) => {
      this.count(what)
    })
  }

  note(step: string): void {
    this.steps.push(step)
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  /** A question to GitHub, before the answer. */
  readonly seeGitHub = async (request: GitHubRequest): Promise<void> => {
    const { github } = this.#world
    const { seen, given } = (await this.#reach(request.token.replace('ghs_', ''), request.route)) ?? {}
    if (seen === undefined || given === undefined) return
    const existing = github.deployments.map(({ id }) => id)
    seen.asks(request, existing)
    if (request.route === 'record') this.#recorded.push({ given, time: github.now().getTime() })
  }

  /** A request to the knowledge base, before it arrives. */
  readonly seeGate = async ({ kind, run, body }: GateRequest): Promise<void> => {
    const asking = await this.#reach(run, kind)
    if (kind === 'upsert') asking?.seen.writes(JSON.parse(body) as { name: string; content: string })
  }

  /** A list, before the run gets it. */
  readonly seeAnswer = ({ kind, run }: GateRequest, body: string): void => {
    if (kind === 'upsert') return
    const { items } = JSON.parse(body) as { items: { name: string; content: string }[] }
    this.#asking.get(run)?.seen.reads(items.filter(({ content }) => this.#world.base.editOf(content) !== undefined))
  }

  /** @param makeMoment what happens during the run. */
  async start(
    run: WorkflowRun,
    makeMoment?: (job: () => StartedRun) => Moment,
    more: Readonly<Record<string, string>> = {}
  ): Promise<SoakRun> {
    const { random, history, workflow, base, releases, environment } = this.#world
    const { workspace, token } = base
    const { event } = run
    const [{ folder: action, convert }] = releases
    const key = `${run.number}_${run.attempt + 1}`
    // Files from the disk make a full sync now and another one later, so they are rare.
    const checkout = random.weighted<CheckoutKind>([
      [20, 'depth 1'],
      [4, 'full'],
      [4, 'blobless, depth 1'],
      [4, 'treeless'],
      [1, 'without Git']
    ])
    const inputs: Record<string, string> = {
      ...inputsIn(history.filesOf(event.sha).get(WORKFLOW) ?? ''),
      ...{ environment, 'on-conflict': random.chance(0.25) ? 'replace' : 'keep' },
      // `environment: none` refuses the other value.
      removed: environment !== 'none' && random.chance(0.3) ? 'retire' : 'report',
      ...more
    }
    const settings = JSON.stringify([inputs['files'], inputs['front-matter'], checkout === 'without Git', action])
    const given: Given = { run, checkout, settings, delivering: { inputs, convert } }
    const isDisturbed = makeMoment !== undefined || this.#trouble.present.length > 0 || this.#hasActive
    const isSure = !isDisturbed && (await mustBeGreen(given, this.#recorded, this.#world))
    const seen = new Seen(history)
    this.#asking.set(key, { seen, given, moment: makeMoment?.(() => job), asked: new Map() })
    const job = await workflow.start(run, {
      ...{ checkout, action, githubToken: `ghs_${key}`, env: machineOf(key) },
      inputs: {
        ...{ token, 'base-url': this.gate.url, links: 'keep', retries: '2', timeout: '60', concurrency: '4' },
        'confirm-within': '60',
        ...inputs
      }
    })
    const name = `run ${key}, ${event.name} ${event.sha.slice(0, 7)}`
    const { present } = this.#trouble
    this.note([name, checkout, workspace, settings, inputs['on-conflict'], ...present].join(', '))
    const started: SoakRun = {
      ...{ key, name, job, workspace, given, seen, mustBeGreen: isSure },
      ...{ isGreen: undefined, report: undefined }
    }
    this.#all.push(started)
    return started
  }

  async finish(run: SoakRun): Promise<void> {
    const { name, key, job, seen } = run
    const result = await job.result
    run.isGreen = result.conclusion === 'success'
    run.report = result.report as Report | undefined
    // A request that a killed process left behind may still be under way.
    if (!this.#hasActive && !this.isHeld) await this.gate.idle()
    this.count('runs')
    this.count(result.signal === 'SIGKILL' ? 'killed' : run.isGreen ? 'green' : 'red')
    for (const outcome of OUTCOMES) if (Number(result.outputs[outcome]) > 0) this.count(`with ${outcome} runbooks`)
    const shown = OUTCOMES.map((outcome) => result.outputs[outcome] ?? '?').join(', ')
    const took = `${Math.round(result.milliseconds)} ms`
    this.note(`run ${key}: ${result.signal ?? result.conclusion} (${shown}) ${took}, ${lastLine(result)}`)
    this.#comparison.remember(run.report)
    if (seen.replaced.size > 0) this.count('with replaced edits')
    const saved = [...result.overwritten.values()]
    const lost = [...seen.replaced].filter((text) => !saved.some((file) => file.endsWith(text)))
    const others = [
      ...defectsOf(result),
      ...lost.map((text) => `it has replaced ${JSON.stringify(text)}, and not saved it`),
      ...(run.mustBeGreen && !run.isGreen ? ['it should be green'] : [])
    ]
    const problems = [
      ...(this.#world.onlyDifferences ? [] : others),
      ...(run.isGreen ? await this.#comparison.differences(run, this.#all) : [])
    ]
    if (problems.length > 0) this.problem ??= `${name}: ${problems.join('; ')}\n${result.log}${result.stderr}`
  }

  get lastIsGreen(): boolean {
    return this.#all.at(-1)?.isGreen !== false
  }

  get #hasActive(): boolean {
    return this.#all.some(({ isGreen }) => isGreen === undefined)
  }

  /** Lets happen what is to happen at this question, and waits for it. */
  async #reach(key: string, at: Question): Promise<Asking | undefined> {
    const asking = this.#asking.get(key)
    if (asking === undefined) return undefined
    const { moment, asked } = asking
    const nth = (asked.get(at) ?? 0) + 1
    asked.set(at, nth)
    if (moment?.at === at && moment.nth === nth) await moment.act()
    return asking
  }
}

function lastLine({ log }: JobResult): string {
  return log.trim().split('\n').at(-1)?.slice(0, 160) ?? ''
}
