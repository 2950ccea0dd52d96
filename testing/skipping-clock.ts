import timers from 'node:timers/promises'

export interface SkippingClock extends Disposable {
  /** Milliseconds since the epoch, with what was skipped. */
  now(): number
  skip(milliseconds: number): void
}

/**
 * Skips what a program waits for: `timers.setTimeout` of `node:timers/promises` resolves at once, and `performance.now` tells that
 * the time has passed. Other timers are deadlines, and stay as they are.
 *
 * @param share of each wait that is skipped.
 */
export function skippingClock(share = 1): SkippingClock {
  let skipped = 0
  const wait = timers.setTimeout
  const now = performance.now.bind(performance)
  const skip = (milliseconds: number): void => {
    skipped += milliseconds
  }
  performance.now = () => now() + skipped
  timers.setTimeout = (milliseconds = 0, ...rest) => {
    skip(milliseconds * share)
    return wait(milliseconds * (1 - share), ...rest)
  }
  return {
    now: () => Math.round(Date.now() + skipped),
    skip,
    [Symbol.dispose]() {
      performance.now = now
      timers.setTimeout = wait
    }
  }
}

const CODE = `import { skippingClock } from '${import.meta.url}'; skippingClock()`

/** Variables for a Node process that skips what it waits for. */
export const WITHOUT_WAITING = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CODE)}` }
