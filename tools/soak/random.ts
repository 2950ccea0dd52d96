/** The same choices for the same seed (mulberry32). */
export class Random {
  #state: number
  #numbers = 0

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From `least` to `most`, both included. */
  integer(least: number, most: number): number {
    const state = (this.#state + 0x6d2b79f5) >>> 0
    this.#state = state
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return least + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (most - least + 1))
  }

  /** A number that was not used before. */
  fresh(): number {
    return ++this.#numbers
  }

  chance(probability: number): boolean {
    return this.integer(0, 999) < 1000 * probability
  }

  /** @throws {RangeError} for an empty list. */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('The list is empty')
    return choices[this.integer(0, choices.length - 1)] as T
  }

  /** @param choices with weights, which count in tenths. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    return this.pick(choices.flatMap(([weight, choice]) => Array<T>(Math.round(10 * weight)).fill(choice)))
  }
}
