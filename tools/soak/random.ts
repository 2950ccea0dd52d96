/** Choices that are all made of integers. The least one is the simplest choice, so that fast-check finds simple examples. */
export class Random {
  /** From `least` to `most`, both included. */
  readonly integer: (least: number, most: number) => number

  constructor(integer: Random['integer']) {
    this.integer = integer
  }

  /** The same choices for the same seed (mulberry32). */
  static of(seed: number): Random {
    let state = seed >>> 0
    return new Random((least, most) => {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return least + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (most - least + 1))
    })
  }

  chance(probability: number): boolean {
    return this.integer(0, 999) >= 1000 * (1 - probability)
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
