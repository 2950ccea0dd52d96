/** A pseudo-random sequence, the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws {RangeError} for an empty list. */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('The list is empty')
    return choices[this.integer(0, choices.length - 1)] as T
  }

  /** @throws {RangeError} for an empty list. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    const found = choices.find(([weight]) => (left -= weight) < 0) ?? choices.at(-1)
    if (found === undefined) throw new RangeError('The list is empty')
    return found[1]
  }
}
