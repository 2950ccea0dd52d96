import { unprocessable } from './http-error.ts'

/** The latest time that a clock can be moved to: one year later, the end of a token still has a year of four digits. */
const LATEST = Date.UTC(9998, 0, 1)

/** The only source of dates for the service, in milliseconds since the epoch, so that a test can move it. */
export interface Clock {
  now(): number
  /** @throws {HttpError} 422 unless `milliseconds` is a whole number from 0 and the new time is before the year 9998. */
  advance(milliseconds: number): void
  /** Takes back every advance. */
  reset(): void
}

/** A clock that adds its advances to the time of `source`. */
export function openClock(source: () => number = Date.now): Clock {
  let ahead = 0
  return {
    now: () => source() + ahead,
    advance(milliseconds) {
      if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) {
        throw unprocessable('advance_ms', 'advance_ms must be a whole number of milliseconds, 0 or more.')
      }
      if (source() + ahead + milliseconds > LATEST) {
        throw unprocessable('advance_ms', 'advance_ms must not move the clock beyond the year 9997.')
      }
      ahead += milliseconds
    },
    reset() {
      ahead = 0
    }
  }
}
