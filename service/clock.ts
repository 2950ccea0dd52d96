/** Milliseconds since the epoch. Everything the service knows about time it asks here, so that a rehearsal can move it. */
export interface Clock {
  now(): number
  /** Moves the clock ahead; it never goes back. */
  advance(milliseconds: number): void
  /** As if it had never been moved. */
  reset(): void
}

/** A clock that runs as `source` does, and ahead of it by as much as it was advanced. */
export function movableClock(source: () => number = Date.now): Clock {
  let ahead = 0
  return {
    now: () => source() + ahead,
    advance(milliseconds) {
      if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) {
        throw new RangeError(`A clock advances by whole milliseconds, 0 or more, not by ${String(milliseconds)}.`)
      }
      ahead += milliseconds
    },
    reset() {
      ahead = 0
    }
  }
}
