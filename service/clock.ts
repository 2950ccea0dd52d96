import { unprocessable } from './http-error.ts'

/** The end of a token of one year, one year after this, still has a year of four digits. */
const LATEST = Date.UTC(9998, 0, 1)

/** The only source of dates for the service, in milliseconds since the epoch, so that a test can move it. */
export class Clock {
  readonly #source: () => number
  #ahead = 0

  constructor(source: () => number = Date.now) {
    this.#source = source
  }

  now(): number {
    return this.#source() + this.#ahead
  }

  /** @throws {HttpError} 422 for a step back, and beyond the year 9997. */
  advance(milliseconds: number): void {
    if (milliseconds < 0 || this.now() + milliseconds > LATEST) {
      throw unprocessable('advance_ms', 'advance_ms must be 0 or more, and end before the year 9998.')
    }
    this.#ahead += milliseconds
  }

  /** Takes back every advance. */
  reset(): void {
    this.#ahead = 0
  }
}
