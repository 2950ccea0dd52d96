import type { Heads } from './faults.ts'

/** GitHub may answer from a copy that is behind: after a push, the first answers still show the head before it. */
export class Lag {
  /** How many answers show a branch as it was before it moved. */
  answers = 0
  /** What the answers would have shown without a lag. */
  readonly #present: Heads[] = []

  /** What one answer shows. */
  answer(heads: Heads): Heads {
    this.#present.push(heads)
    return this.#present[Math.max(0, this.#present.length - 1 - this.answers)] ?? heads
  }
}
