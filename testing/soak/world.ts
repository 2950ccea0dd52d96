import { CHECKOUTS, rootOf, type CheckoutKind } from '../github/checkout.ts'
import type { JobEvent } from '../github/events.ts'
import type { HostedRepository } from '../github/repository.ts'
import type { GitHubServer } from '../github/server.ts'
import type { Workflow } from '../github/workflow.ts'
import { inputsIn, OTHER_WORKFLOW, randomInputs, WORKFLOW } from './edits.ts'
import type { History } from './history.ts'
import type { KillableService } from './killable-service.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import { convertAsOther } from './mutations.ts'
import type { Delivering } from './oracle.ts'
import type { Random } from './random.ts'

/** Everything that runs work with. */
export interface World {
  readonly random: Random
  readonly hosted: HostedRepository
  readonly history: History
  readonly github: GitHubServer
  readonly service: KillableService
  readonly workflow: Workflow
  readonly setup: Setup
  /** Whether only a knowledge base that differs from the branch is a problem: of a release with a part taken out. */
  readonly onlyDifferences: boolean
}

/** The folders of two releases of the Action. */
export type Releases = readonly [string, string]

/** What a step of the workflow gives to the Action, beside what the workflow file says. */
export interface Step {
  readonly base: KnowledgeBase
  readonly inputs: Readonly<Record<string, string>>
}

/** How the repository uses the Action: what no commit says. */
export class Setup {
  readonly releases: Releases
  readonly bases: readonly KnowledgeBase[]
  /** Of the workflow, in their order. */
  readonly steps: readonly Step[]
  readonly hasOtherWorkflow: boolean
  /** Whether the two steps have one environment and other inputs: the second one must not write. */
  readonly isConflict: boolean
  /** Of most runs. */
  readonly #checkout: CheckoutKind
  /** Inputs that come from variables of the repository. */
  variables: Readonly<Record<string, string>> = {}
  #release: 0 | 1 = 0

  constructor(random: Random, releases: Releases, bases: readonly [KnowledgeBase, ...KnowledgeBase[]]) {
    const [base, second] = bases
    this.releases = releases
    this.bases = bases
    this.isConflict = second === undefined && isRecorded(base) && random.chance(0.15)
    const other = this.isConflict ? [{ base, inputs: { 'front-matter': 'keep' } }] : []
    this.steps = [...bases.map((given) => ({ base: given, inputs: {} })), ...other]
    this.hasOtherWorkflow = random.chance(0.2)
    this.#checkout = random.chance(0.1) ? 'below the workspace' : 'depth 1'
  }

  checkout(random: Random): CheckoutKind {
    if (random.chance(0.6)) return this.#checkout
    const root = rootOf(this.#checkout)
    // The input `root`, or files from the disk, make a full sync now and another one later.
    const usual = CHECKOUTS.filter((kind) => rootOf(kind) === root && kind !== 'without Git')
    return random.pick(random.chance(0.9) ? usual : CHECKOUTS)
  }

  /** The path of a run's workflow file. */
  file(random: Random): string {
    return this.hasOtherWorkflow && random.chance(0.3) ? OTHER_WORKFLOW : WORKFLOW
  }

  /** What decides which texts a run sends. Variables have the values of the moment, the file those of the run's commit. */
  inputs(history: History, { sha, payload }: JobEvent, file: string, { base, inputs }: Step): Record<string, string> {
    const { environment } = base
    return {
      ...inputsIn(history.filesOf(sha).get(file) ?? ''),
      ...this.variables,
      ...inputs,
      ...(payload['inputs'] as Record<string, string> | undefined),
      environment,
      // `environment: none` refuses the other value.
      ...(isRecorded(base) ? {} : { removed: 'report' })
    }
  }

  get action(): string {
    return this.releases[this.#release]
  }

  delivering(inputs: Readonly<Record<string, string>>): Required<Delivering> {
    return { inputs, convert: this.#release === 0 ? (text) => text : convertAsOther }
  }

  changeVariables(random: Random): void {
    this.variables = random.chance(0.3) ? {} : randomInputs(random)
  }

  /** The tag that the workflow names points to the other release. */
  changeRelease(): void {
    this.#release = this.#release === 0 ? 1 : 0
  }
}

export function isRecorded({ environment }: KnowledgeBase): boolean {
  return environment !== 'none'
}
