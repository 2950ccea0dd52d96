import { countOf, grouped } from './view.ts'

/** Milliseconds between two lines: calm enough for a log, lively enough to see that the job is alive. */
const RHYTHM = 5000

/** How far a delivery has come, said at a calm rhythm; a run that ends before the first beat says nothing. */
export class Progress {
  readonly #total: number
  readonly #say: (line: string) => void
  readonly #started = performance.now()
  #spoke = this.#started
  #done = 0

  constructor(total: number, say: (line: string) => void) {
    this.#total = total
    this.#say = say
  }

  /** One more is done. */
  step(): void {
    this.#done++
    const now = performance.now()
    if (now - this.#spoke < RHYTHM || this.#done === this.#total) return
    this.#spoke = now
    const perSecond = this.#done / ((now - this.#started) / 1000)
    const left = Math.ceil((this.#total - this.#done) / perSecond)
    const share = Math.floor((100 * this.#done) / this.#total)
    this.#say(
      `${grouped(this.#done)} of ${countOf(this.#total, 'runbook')} (${share} %), ` +
        `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second, about ${grouped(left)} s left`
    )
  }
}
