import { count, format, joined } from '../wording.ts'
import type { JournalEvent } from './journal.ts'

/** How far the present round is: what it has to send, and what the service has answered. */
export class SendProgress {
  #total = 0
  readonly #answered = new Set<string>()
  readonly #failed = new Set<string>()

  add(event: JournalEvent): void {
    if (event.kind === 'decided') {
      this.#total = event.round.decisions.filter(({ kind }) => kind === 'send').length
      this.#answered.clear()
      this.#failed.clear()
      return
    }
    if (event.kind !== 'outcome') return
    const { outcome } = event
    if ((outcome.kind !== 'accepted' && outcome.kind !== 'failed') || outcome.decision.kind !== 'send') return
    // An entry that is accepted may fail later, when the list does not show it.
    this.#answered.add(outcome.decision.path)
    if (outcome.kind === 'failed') this.#failed.add(outcome.decision.path)
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#answered.size / Math.max(1, this.#total)
  }

  /** `5 of 11 runbooks sent, 1 failed`; empty if nothing is to be sent. */
  describe(): string {
    if (this.#total === 0) return ''
    const failed = this.#failed.size
    return joined(
      [
        `${format(this.#answered.size)} of ${count(this.#total, 'runbook')} sent`,
        failed > 0 && `${format(failed)} failed`
      ],
      ', '
    )
  }
}
