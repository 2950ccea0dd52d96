export interface SkippingClock extends Disposable {
  /** Milliseconds since the epoch, with what was skipped. */
  now(): number
  skip(milliseconds: number): void
}

/**
 * Skips what a program waits for: `setTimeout` of `node:timers/promises` resolves at once, and `performance.now` tells that the
 * time has passed. Other timers are deadlines, and stay as they are.
 *
 * Call it before the modules are imported that wait.
 */
export function skippingClock(): SkippingClock {
  let skipped = 0
  // An import would fix what later imports of this module get.
  const promises = process.getBuiltinModule('node:timers/promises')
  const { setTimeout: wait } = promises
  const now = performance.now.bind(performance)
  const skip = (milliseconds: number): void => {
    skipped += milliseconds
  }
  performance.now = () => now() + skipped
  promises.setTimeout = (milliseconds = 0, ...rest) => {
    skip(milliseconds)
    return wait(0, ...rest)
  }
  return {
    now: () => Math.round(Date.now() + skipped),
    skip,
    [Symbol.dispose]() {
      performance.now = now
      promises.setTimeout = wait
    }
  }
}
