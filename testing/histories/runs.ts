import type { WorkflowRun } from '../github/workflow.ts'
import { inputsIn } from './files.ts'
import { History } from './history.ts'
import { Judge } from './judge.ts'
import { KnowledgeBase } from './people.ts'
import type { Random } from './random.ts'
import type { Job, Lab, Question, Release, Run } from './run.ts'
import { Seen } from './seen.ts'
import { randomService } from './services.ts'

/** Starts runs, and looks for problems after each. */
export class Runs {
  readonly steps: string[] = []
  readonly counts: Record<string, number> = {}
  /** The first one, with the log of its run. */
  problem: string | undefined
  /** What is wrong with GitHub and the service now, in words. */
  trouble: readonly string[] = []
  readonly lab: Lab
  readonly random: Random
  readonly history: History
  readonly base: KnowledgeBase
  /** The workflow uses the first. */
  readonly releases: [Release, Release]
  /** In which deliveries are recorded, or `none`. */
  readonly environment: string
  readonly #judge: Judge
  readonly #onlyDifferences: boolean
  readonly #all: Run[] = []

  constructor(lab: Lab, random: Random, { isExact = false, onlyDifferences = false }) {
    this.lab = lab
    this.random = random
    this.history = new History(lab.repository, random)
    this.base = new KnowledgeBase(lab.service, randomService(random, isExact))
    this.releases = [...lab.releases]
    this.environment = random.chance(0.1) ? 'none' : 'knowledge-base'
    this.#judge = new Judge(this.history, this.base, this.count)
    this.#onlyDifferences = onlyDifferences
  }

  readonly count = (what: string): void => {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  note(what: string, details = ''): void {
    this.count(what)
    this.steps.push(`${what} ${details}`)
  }

  get lastIsGreen(): boolean {
    return (this.#all.at(-1)?.result?.end ?? 'green') === 'green'
  }

  get #hasActive(): boolean {
    return this.#all.some(({ result }) => result === undefined)
  }

  /** @param moment what happens when the run asks its nth question of a kind, and before it gets the answer. */
  async start(
    of: WorkflowRun,
    moment?: { readonly at: Question; readonly nth: number; readonly act: (job: Job) => Promise<void> },
    more: Readonly<Record<string, string>> = {}
  ) {
    const { lab, random, history, base, environment } = this
    const { workspace, token } = base
    const [release] = this.releases
    const checkout = lab.checkout()
    const given = inputsIn(history.filesOf(of.event.sha))
    const inputs: Record<string, string> = {
      ...{ ...given, token, environment, 'on-conflict': random.chance(0.25) ? 'replace' : 'keep' },
      // `environment: none` refuses the other value.
      removed: environment !== 'none' && random.chance(0.3) ? 'retire' : 'report',
      ...more
    }
    const isDisturbed = moment !== undefined || this.trouble.length > 0 || this.#hasActive || base.service.isShaky
    const seen = new Seen(history)
    const run: Run = {
      ...{ key: `${of.number}_${of.attempt + 1}`, of, inputs, release, checkout, workspace, seen },
      ...{ settings: JSON.stringify([given, checkout === 'without Git', release.folder]) },
      ...{ isSteady: !isDisturbed, result: undefined }
    }
    const mustBeGreen = this.#judge.mustBeGreen(run, this.#all)
    const questions: Question[] = []
    const job = await lab.start(run, {
      async asks(question, asked) {
        questions.push(question)
        const nth = questions.filter((each) => each === question).length
        if (moment?.at === question && moment.nth === nth) await moment.act(job)
        seen.asks(question, asked, lab.now())
      },
      shows(json) {
        seen.reads(base.editsIn(json, workspace))
      }
    })
    this.#all.push(run)
    const { key, settings } = run
    this.note(
      'runs',
      [key, of.event.name, checkout, workspace, settings, inputs['on-conflict'], ...this.trouble].join(', ')
    )
    return { run, job, mustBeGreen }
  }

  async finish({ run, job, mustBeGreen }: Awaited<ReturnType<Runs['start']>>): Promise<void> {
    const result = await job.result
    run.result = result
    const outcomes = Object.entries(Object.groupBy(result.report?.runbooks ?? [], ({ outcome }) => outcome))
    for (const [outcome] of outcomes) this.count(`with ${outcome} runbooks`)
    if (run.seen.replaced.size > 0) this.count('with replaced edits')
    const shown = outcomes.map(([outcome, all]) => `${all?.length} ${outcome}`).join(', ')
    this.note(result.end, `${run.key}: ${shown}. ${result.log.trim().split('\n').at(-1)?.slice(0, 160)}`)
    this.#judge.remember(result)
    const problems = [
      ...(this.#onlyDifferences ? [] : this.#judge.defects(run, result)),
      ...(!this.#onlyDifferences && mustBeGreen && result.end === 'red' ? ['it should be green'] : []),
      ...(result.end === 'green' ? this.#judge.differences(run, this.#all) : [])
    ]
    if (problems.length > 0) this.problem ??= `Run ${run.key}: ${problems.join('; ')}\n${result.log}`
  }
}
