import type { KnowledgeClient } from '../../knowledge/client.ts'
import { standstillError } from './delivery-errors.ts'
import type { Ledger } from './ledger.ts'

/** Milliseconds before the next look: the first after a send, then one for each look that still waits. */
const PAUSES = [100, 500, 1000, 2000, 4000, 8000, 16_000]
const LONGEST_PAUSE = 30_000
/** Milliseconds in which nothing is stored or shown, and nothing is waited for. */
const MAX_STANDSTILL = 10 * 60_000

/** When a run looks again, and when it gives up. */
export class Pace {
  #looksSinceSend = 0
  /** Since when nothing is stored or shown, on the clock of the machine: pauses count. */
  #idleSince: number | undefined

  /**
   * Waits for as long as the next look should wait.
   *
   * @param due how many were due, and `sent`, how many of them went.
   * @throws {ActionError} if the run stands still.
   */
  async wait(
    client: Pick<KnowledgeClient, 'pause'>,
    ledger: Ledger,
    { due, sent }: { readonly due: number; readonly sent: number }
  ): Promise<void> {
    const now = performance.now()
    const isIdle = due > 0 && !ledger.isWaiting
    this.#idleSince = isIdle ? (this.#idleSince ?? now) : undefined
    if (this.#idleSince !== undefined && now - this.#idleSince > MAX_STANDSTILL) throw standstillError()
    this.#looksSinceSend = sent > 0 ? 0 : this.#looksSinceSend + 1
    // With jitter, because other runs may have met the same failure.
    const { tries = 0, error } = ledger.unanswered ?? {}
    if (tries > 0) await client.pause(pauseAfter(tries) * (0.5 + Math.random() / 2), error?.message)
    else if (ledger.isWaiting) await client.pause(pauseAfter(this.#looksSinceSend))
  }
}

function pauseAfter(nth: number): number {
  return PAUSES[nth] ?? LONGEST_PAUSE
}
