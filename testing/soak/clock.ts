import type { GitHubServer } from '../github/server.ts'
import type { Runs, SoakRun } from './runs.ts'
import type { Trouble } from './trouble.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** The steps in which time passes. */
const STEP = 5 * MINUTE
/** When the Action renews the record of a run that writes. */
const RENEWED_AFTER = 50 * MINUTE

/** GitHub's time. */
export class Clock {
  readonly #github: GitHubServer
  readonly #runs: Runs
  readonly #trouble: Trouble

  constructor(github: GitHubServer, runs: Runs, trouble: Trouble) {
    this.#github = github
    this.#runs = runs
    this.#trouble = trouble
  }

  /**
   * Lets time pass, after which GitHub's answers are no longer old.
   *
   * @param writing a run whose upsert is held. It renews its record in time.
   */
  async pass(milliseconds: number, writing?: SoakRun): Promise<void> {
    if (milliseconds >= MINUTE) this.#trouble.endOldAnswers()
    for (let left = milliseconds; left > 0; left -= STEP) {
      this.#github.advance(Math.min(left, STEP))
      if (writing === undefined) continue
      const age = this.#github.now().getTime() - this.#runs.recordedAt(writing)
      if (age >= RENEWED_AFTER) await this.#runs.renew(writing)
    }
  }
}
