// Starts runs, shows the judge what each could know, and looks for problems after each.
import type { WorkflowRun } from '../github/workflow.ts'
import { inputsIn } from './files.ts'
import { History } from './history.ts'
import { Judge } from './judge.ts'
import { KnowledgeBase } from './knowledge-base.ts'
import type { Random } from './random.ts'
import type { Job, Lab, Release, Run } from './run.ts'
import { Seen, type Question } from './seen.ts'
import { randomService } from './services.ts'

/** What happens when a run asks its nth question of a kind, and before it gets the answer. */
export interface Moment {
  readonly at: Question
  readonly nth: number
  readonly act: (job: Job) => Promise<void>
}

export class Runs {
  /** What happened, and how often each thing. */
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
  readonly #all: Run[] = []

  constructor(lab: Lab, random: Random, isExact: boolean) {
    this.lab = lab
    this.random = random
    this.history = new History(lab.repository, random)
    this.base = new KnowledgeBase(lab.service, randomService(random, isExact))
    this.releases = [...lab.releases]
    this.environment = random.chance(0.1) ? 'none' : 'knowledge-base'
    this.#judge = new Judge(this.history, this.base, this.#all, (what) => {
      this.note(what)
    })
  }

  /** @param what is counted. */
  note(what: string, details = ''): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
    this.steps.push(`${what} ${details}`)
  }

  get number(): number {
    return this.#all.length
  }

  get lastIsGreen(): boolean {
    return (this.#all.at(-1)?.result?.end ?? 'green') === 'green'
  }

  /** Plays a run from its start to its end. */
  async play(of: WorkflowRun, moment: Moment | undefined): Promise<void> {
    const { lab } = this
    const run = this.#newRun(of, moment !== undefined)
    const mustBeGreen = this.#judge.mustBeGreen(run)
    const questions: Question[] = []
    const job = await lab.start(run, async (question, asked) => {
      questions.push(question)
      const nth = questions.filter((each) => each === question).length
      if (moment?.at === question && moment.nth === nth) await moment.act(job)
      run.seen.asks(question, asked, lab.now())
    })
    this.#all.push(run)
    const { key, checkout, workspace, settings, inputs } = run
    const conflict = inputs['on-conflict'] ?? ''
    this.note('runs', [key, of.event.name, checkout, workspace, settings, conflict, ...this.trouble].join(', '))
    const result = (run.result = await job.result)
    const outcomes = Object.entries(Object.groupBy(result.report?.runbooks ?? [], ({ outcome }) => outcome))
    const shown = outcomes.map(([outcome, all]) => `${all?.length} ${outcome}`).join(', ')
    this.note(result.end, `${key}: ${shown}. ${result.log.trim().split('\n').at(-1)?.slice(0, 160)}`)
    const problems = this.#judge.problems(run, result, mustBeGreen)
    if (problems.length > 0) this.problem ??= `Run ${key}: ${problems.join('; ')}\n${result.log}`
  }

  #newRun(of: WorkflowRun, isDisturbed: boolean): Run {
    const { lab, random, history, base, environment } = this
    const [release] = this.releases
    const checkout = lab.checkout()
    const given = inputsIn(history.filesOf(of.event.sha))
    const inputs = {
      ...{ ...given, token: base.token, environment, 'on-conflict': random.chance(0.25) ? 'replace' : 'keep' },
      // `environment: none` refuses the other value.
      removed: environment !== 'none' && random.chance(0.3) ? 'retire' : 'report'
    }
    const isUntroubled = this.trouble.length === 0 && !base.service.isShaky
    const isAlone = this.#all.every(({ result }) => result !== undefined)
    return {
      ...{ key: `${of.number}_${of.attempt + 1}`, of, inputs, release, checkout, workspace: base.workspace },
      ...{
        seen: new Seen(history, base),
        settings: JSON.stringify([given, checkout === 'without Git', release.folder])
      },
      ...{ isUntroubled, isSteady: isUntroubled && isAlone && !isDisturbed, result: undefined }
    }
  }
}
