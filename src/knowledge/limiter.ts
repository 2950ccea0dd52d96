import PQueue from 'p-queue'
import { TIMES } from './times.ts'

/**
 * Limits requests in flight. A 429 pauses all of them and halves their number, once for all requests of that moment;
 * each round of successes adds one.
 */
export class RateLimiter {
  readonly #queue: PQueue
  readonly #most: number
  #successes = 0
  #throttles = 0
  #lastThrottle = 0
  #pausedUntil = 0
  #pauses = 0
  #timer: NodeJS.Timeout | undefined

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency })
    this.#most = concurrency
  }

  /** How many pauses have begun. */
  get pauses(): number {
    return this.#pauses
  }

  /** Runs a task when its turn comes. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.add(task)
  }

  succeeded(): void {
    this.#throttles = 0
    if (this.#queue.concurrency === this.#most || ++this.#successes < this.#queue.concurrency) return
    this.#successes = 0
    this.#queue.concurrency++
  }

  /**
   * @param started when the request began, by `performance.now()`.
   * @returns the milliseconds to pause if the service names none.
   */
  throttled(started: number): number {
    if (started < this.#lastThrottle) return 0
    this.#lastThrottle = performance.now()
    this.#successes = 0
    this.#queue.concurrency = Math.max(1, Math.floor(this.#queue.concurrency / 2))
    return Math.min(TIMES.longestPause, TIMES.firstPause * 2 ** this.#throttles++)
  }

  /**
   * Starts no task for `ms` milliseconds.
   *
   * @returns by how many this extends the present pause.
   */
  pause(ms: number): number {
    const now = performance.now()
    const before = Math.max(now, this.#pausedUntil)
    if (now + ms <= before) return 0
    this.#pauses++
    this.#pausedUntil = now + ms
    this.#queue.pause()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#queue.start()
    }, ms)
    return this.#pausedUntil - before
  }

  /** Ends a pause. */
  resume(): void {
    clearTimeout(this.#timer)
    this.#queue.start()
  }
}
