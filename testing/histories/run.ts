// A run of the Action, and the lab that starts it: processes with Git (`../soak/processes.ts`), or one process.
import type { Service } from '../../service/service.ts'
import type { CheckoutKind } from '../github/checkout.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import type { RunningJob } from '../runner/runner.ts'
import type { Commits } from './history.ts'
import type { Asked, Question, Seen } from './seen.ts'

/** Waited for before a request of a run arrives. */
export type Watch = (question: Question, asked: Asked) => Promise<void>

/** A release of the Action, and what it makes of a text. */
export interface Release {
  readonly folder: string
  readonly convert: (text: string) => string
}

export interface Result {
  readonly end: 'green' | 'red' | 'killed'
  /** What is used of the JSON report. */
  readonly report:
    | {
        readonly range: { readonly kind: string; readonly head: string }
        readonly diagnostics: readonly { readonly message: string }[]
        readonly runbooks: readonly Readonly<Record<'path' | 'name' | 'outcome' | 'reason', string>>[]
      }
    | undefined
  /** Texts that the run has saved before it replaced them. */
  readonly saved: readonly string[]
  /** What the lab found wrong, such as a plan that the run does not follow. */
  readonly defects: readonly string[]
  readonly log: string
}

/** One attempt of a run. */
export interface Run {
  readonly key: string
  readonly of: WorkflowRun
  readonly inputs: Readonly<Record<string, string>>
  readonly release: Release
  readonly checkout: CheckoutKind
  /** What decides what is sent: inputs, release and source of the texts. */
  readonly settings: string
  readonly workspace: string
  readonly seen: Seen
  /** Whether GitHub and the service answer as they should, and whether nothing else disturbs it. */
  readonly isUntroubled: boolean
  readonly isSteady: boolean
  /** Undefined while it is under way. */
  result: Result | undefined
}

/** The process of a run. */
export interface Job extends Omit<RunningJob, 'result'> {
  readonly result: Promise<Result>
}

/** Where histories are played. */
export interface Lab {
  readonly service: Service
  readonly repository: Commits
  readonly releases: readonly [Release, Release]
  /** Milliseconds, by GitHub's clock. */
  now(): number
  advance(milliseconds: number): void
  /** Changes the faults of GitHub. @returns what is wrong now. */
  disturb(): Promise<readonly string[]>
  /** Of the next run. */
  checkout(): CheckoutKind
  /** Starts a run. Before one that is steady, a plan may say what it will do. */
  start(run: Run, watch: Watch): Promise<Job>
  /** Waits until the service has answered all requests, also of runs that were killed. */
  idle(): Promise<void>
}
