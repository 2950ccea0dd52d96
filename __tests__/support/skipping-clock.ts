export interface SkippingClock extends Disposable {
  /** Milliseconds since the epoch, with what was skipped. */
  now(): number
  skip(milliseconds: number): void
}

/**
 * Skips what a program waits for: `setTimeout` of `node:timers/promises` resolves at once, the pauses of the rate limiter
 * end at once, and `performance.now` tells that the time has passed. Other timers are deadlines, and stay as they are.
 *
 * Call it before the modules are imported that wait.
 */
export function skippingClock(): SkippingClock {
  let skipped = 0
  // An import would fix what later imports of this module get.
  const promises = process.getBuiltinModule('node:timers/promises')
  const { setTimeout: wait } = promises
  const { setTimeout: later } = globalThis
  const now = performance.now.bind(performance)
  const skip = (milliseconds: number): void => {
    skipped += milliseconds
  }
  performance.now = () => now() + skipped
  promises.setTimeout = (milliseconds = 0, ...rest) => {
    skip(milliseconds)
    return wait(0, ...rest)
  }
  const laterOrNow = (run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]): NodeJS.Timeout => {
    // Who calls, and not what it was called by: a pause that ends starts requests, whose deadlines are timers, too.
    const isPause = new Error().stack?.split('\n')[2]?.includes('/limiter.ts') === true
    if (isPause) skip(milliseconds)
    return later(run, isPause ? 0 : milliseconds, ...args)
  }
  globalThis.setTimeout = Object.assign(laterOrNow, later)
  return {
    now: () => Math.round(Date.now() + skipped),
    skip,
    [Symbol.dispose]() {
      performance.now = now
      promises.setTimeout = wait
      globalThis.setTimeout = later
    }
  }
}
