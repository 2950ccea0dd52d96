import { Failure, type FailureKind } from '../failures.ts'
import type { Entry } from '../wire.ts'

/** The knowledge base as the rooms above see it: they send and read without knowing HTTP. */
export interface Knowledge extends AsyncDisposable {
  /**
   * Sends one entry, waiting for its turn (pacing) and trying again where that can help.
   *
   * @returns how many requests it took.
   * @throws {DeliveryFailure}
   */
  upsert(entry: Entry): Promise<{ readonly attempts: number }>
  /**
   * One page of the list, as the service answered: a JSON value of unknown shape.
   *
   * @throws {DeliveryFailure}
   */
  listPage(pageNum: number, pageSize: number): Promise<unknown>
}

export interface DeliveryFailureDetails {
  readonly kind: FailureKind
  readonly message: string
  readonly remedy: string
  /** Requests made before giving up; 0 where the run had ended before the first. */
  readonly attempts: number
  /** `run`: nothing further will be sent (401, cancelled, out of time), and every later call fails with the same. */
  readonly ends: 'entry' | 'run'
  readonly cause?: unknown
}

/** A request that failed for good. */
export class DeliveryFailure extends Failure {
  readonly attempts: number
  readonly ends: 'entry' | 'run'

  constructor({ kind, message, remedy, attempts, ends, cause }: DeliveryFailureDetails) {
    super(kind, message, remedy, cause === undefined ? undefined : { cause })
    this.attempts = attempts
    this.ends = ends
  }
}
