import { count, format, joined } from '../wording.ts'
import type { JournalEvent } from './journal.ts'

/** How far the present round is: what it has to send, and what the service has answered. */
export class SendProgress {
  #total = 0
  #answered = 0
  #failed = 0

  add(event: JournalEvent): void {
    if (event.kind === 'sending') {
      this.#total = event.total
      this.#answered = 0
      this.#failed = 0
    }
    if (event.kind !== 'answered') return
    this.#answered++
    if (event.sent.state.is === 'failed') this.#failed++
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#answered / Math.max(1, this.#total)
  }

  /** `5 of 11 runbooks sent, 1 failed`; empty if nothing is to be sent. */
  describe(): string {
    if (this.#total === 0) return ''
    return joined(
      [
        `${format(this.#answered)} of ${count(this.#total, 'runbook')} sent`,
        this.#failed > 0 && `${format(this.#failed)} failed`
      ],
      ', '
    )
  }
}
