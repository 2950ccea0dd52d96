import timers from 'node:timers/promises'
import { ActionError } from './errors.ts'
import { NEW_RUN } from './wording.ts'

/** Milliseconds from a cancellation to the report: GitHub's runner kills a job after ten seconds. */
const TIMEOUT = 4000

/** Milliseconds in which a signal arrives that has ended another process of the group, too. */
const SIGNAL_DELAY = 50

/** Ends work when the process gets SIGINT or SIGTERM. The runner sends both, 7.5 s apart. */
export class Cancellation implements Disposable {
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #timeout = Promise.withResolvers<never>()
  readonly #cancel: () => void

  /** @param onRepeated gets every further signal. */
  constructor(message: string, onRepeated: () => void = () => undefined) {
    this.#timeout.promise.catch(() => undefined)
    this.#cancel = () => {
      if (this.signal.aborted) {
        onRepeated()
        return
      }
      const error = new ActionError('cancelled', message, `Start ${NEW_RUN}.`)
      this.#controller.abort(error)
      setTimeout(this.#timeout.reject, TIMEOUT, error).unref()
    }
    process.on('SIGINT', this.#cancel).on('SIGTERM', this.#cancel)
  }

  /**
   * The result of the work. Throws the cancellation, even if the work still ended in time, or failed because of it: Ctrl-C in a
   * terminal also ends the Git commands of the run. They stay in its process group, because elsewhere SSH could ask for no
   * passphrase.
   */
  async limit<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#timeout.promise])
    } catch (error) {
      // The end of a Git command may be noticed before the signal that has ended it.
      await timers.setTimeout(SIGNAL_DELAY)
      throw error
    } finally {
      this.signal.throwIfAborted()
    }
  }

  [Symbol.dispose](): void {
    process.off('SIGINT', this.#cancel).off('SIGTERM', this.#cancel)
  }
}
