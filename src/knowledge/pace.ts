/** Seconds that the accepted requests are counted over to learn what the service bears. */
const WINDOW = 1
const PARTS = 10

/** Milliseconds. */
const LATENESS = 2

/** Which of all the turns this was; later turns have higher numbers. */
export type Turn = number

interface Waiting {
  readonly start: (turn: Turn) => void
  readonly refuse: (reason: Error) => void
}

/**
 * Who may ask the service when. Two bounds, both learned from refusals:
 *
 * - requests **in flight**: at first `concurrency`; halved by a 429 or 503, then one more for each full round of good
 *   answers, up to `concurrency` again (as TCP does). It is what helps a service whose capacity is its latency.
 * - requests **a second**: none until the first 429. Where answers take milliseconds even one request in flight is too
 *   many, so from then on requests are spaced evenly at nine tenths of what was accepted in the last second; that again
 *   after two seconds without an objection, twice as much after five, fifty times as much after twelve.
 *
 * Both shrink once per congestion: a refusal of a request that started before the last cut says nothing new.
 */
export class Pace {
  readonly #most: number
  readonly #queue: Waiting[] = []
  readonly #accepted = new RecentCount()
  #limit: number
  #inFlight = 0
  #turns: Turn = 0
  #lastCut: Turn = 0
  /** Requests a second that the service bore at the last 429, and when that was. */
  #borne = Infinity
  #cutAt = 0
  #nextAt = 0
  #floor = 0
  #timer: NodeJS.Timeout | undefined
  #stopped: Error | undefined

  constructor(concurrency: number) {
    this.#most = concurrency
    this.#limit = concurrency
  }

  /** Waits until a request may start. Each turn must be ended by exactly one `end`. Rejects once the pace was stopped. */
  turn(): Promise<Turn> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped)
    return new Promise((start, refuse) => {
      this.#queue.push({ start, refuse })
      this.#pump()
    })
  }

  /** @param congestion what the answer said of the service's capacity; `lost` where there was no answer. */
  end(turn: Turn, congestion: 'none' | 'rate' | 'load' | 'lost'): void {
    this.#inFlight -= 1
    if (congestion === 'none') {
      this.#accepted.add(performance.now())
      this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit)
    } else if (congestion !== 'lost' && turn > this.#lastCut) {
      this.#cut(congestion)
    }
    this.#pump()
  }

  /**
   * No request starts during the next `ms`.
   *
   * @returns by how many milliseconds this makes the wait longer than it already was.
   */
  hold(ms: number): number {
    const now = performance.now()
    const added = Math.max(0, now + ms - Math.max(now, this.#floor))
    this.#floor = Math.max(this.#floor, now + ms)
    return added
  }

  /** Refuses everybody who waits and who will ask. */
  stop(reason: Error): void {
    this.#stopped ??= reason
    clearTimeout(this.#timer)
    for (const { refuse } of this.#queue.splice(0)) refuse(reason)
  }

  #cut(congestion: 'rate' | 'load'): void {
    const now = performance.now()
    if (congestion === 'rate') {
      // At least a little less than now, at most by half: the last second may have been spent waiting.
      const rate = this.#rate(now)
      const accepted = this.#accepted.perSecond(now)
      this.#borne = Math.max(1, rate === Infinity ? accepted : Math.min(Math.max(accepted, rate / 2), 0.85 * rate))
      this.#cutAt = now
    }
    this.#limit = Math.max(1, this.#limit / 2)
    this.#lastCut = this.#turns
  }

  #rate(now: number): number {
    const seconds = (now - Math.max(this.#cutAt, this.#floor)) / 1000
    return this.#borne * 0.9 * Math.exp((Math.max(0, seconds) / 6) ** 2)
  }

  #pump(): void {
    clearTimeout(this.#timer)
    while (this.#queue.length > 0 && this.#inFlight < Math.floor(this.#limit)) {
      const now = performance.now()
      const startAt = Math.max(this.#floor, this.#nextAt)
      if (now < startAt) {
        this.#timer = setTimeout(
          () => {
            this.#pump()
          },
          Math.ceil(startAt - now)
        )
        return
      }
      // Timers fire late by a millisecond or so, which is made up for; a pause is not, it would end in a burst.
      this.#nextAt = Math.max(startAt, now - LATENESS) + 1000 / this.#rate(now)
      this.#inFlight += 1
      this.#turns += 1
      this.#queue.shift()?.start(this.#turns)
    }
  }
}

/** Counts events of the last second in tenths, so that its memory does not grow with their number. */
class RecentCount {
  readonly #counts = new Uint32Array(PARTS)
  #newest = 0

  add(now: number): void {
    const part = this.#advance(now)
    this.#counts[part] = (this.#counts[part] ?? 0) + 1
  }

  perSecond(now: number): number {
    this.#advance(now)
    return this.#counts.reduce((sum, count) => sum + count, 0) / WINDOW
  }

  #advance(now: number): number {
    const current = Math.floor((now / 1000 / WINDOW) * PARTS)
    const from = Math.max(this.#newest + 1, current - PARTS + 1)
    for (let part = from; part <= current; part++) this.#counts[part % PARTS] = 0
    this.#newest = Math.max(this.#newest, current)
    return this.#newest % PARTS
  }
}
