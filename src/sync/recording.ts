import type { Known } from '../changes/changes.ts'
import { untilCurrent } from '../changes/tip.ts'
import type { Diagnostic } from '../errors.ts'
import { GitHubError } from '../github/github.ts'
import type { RecordPayload, Records } from '../github/records.ts'

/** Milliseconds. A record without a final status counts as ended after an hour. */
const RENEWAL = 50 * 60 * 1000
/** How often GitHub is asked for a record that it has just made. */
const ASKED = 4

/** The records that a run makes: one for each commit that it delivers. Does nothing for `environment: none`. */
export class Recording {
  readonly #own = new Set<number>()
  readonly #records: Records | undefined
  readonly #runUrl: string
  readonly #diagnose: (diagnostic: Diagnostic) => void
  #current: number | undefined
  #timer: NodeJS.Timeout | undefined
  #renewal: Promise<void> = Promise.resolve()

  constructor(
    records: Records | undefined,
    { runUrl, diagnose }: { readonly runUrl: string; readonly diagnose: (diagnostic: Diagnostic) => void }
  ) {
    this.#records = records
    this.#runUrl = runUrl
    this.#diagnose = diagnose
  }

  /** A new round begins: what this run has recorded so far counts like the records of others. */
  startRound(): void {
    this.#own.clear()
  }

  /** The ids of the records that this round made. */
  get own(): ReadonlySet<number> {
    return this.#own
  }

  /** What is known of earlier deliveries. */
  async known(): Promise<Known> {
    if (this.#records === undefined) return { kind: 'unrecorded' }
    try {
      return { kind: 'records', records: await this.#records.list() }
    } catch (error) {
      if (error instanceof GitHubError) return { kind: 'unreadable', error }
      throw error
    }
  }

  /**
   * Records that a commit is going to be delivered, before anything is written.
   *
   * @param onLoss gets the error where a long run can no longer be recorded, and must stop to write.
   * @returns the records after that, this one included.
   * @throws {GitHubError} where it cannot be recorded.
   */
  async begin(commit: string, payload: RecordPayload, onLoss: (error: unknown) => void): Promise<Known> {
    const records = this.#records
    if (records === undefined) return this.known()
    const make = async (): Promise<number> => {
      const id = await records.make(commit, payload)
      this.#own.add(id)
      return id
    }
    this.#current = await make()
    this.#timer = setInterval(() => {
      this.#renewal = this.#renew(make).catch(onLoss)
    }, RENEWAL)
    const isMissing = (known: Known): boolean =>
      known.kind === 'records' && !known.records.some(({ id }) => id === this.#current)
    const known = await untilCurrent(() => this.known(), isMissing, ASKED)
    if (!isMissing(known)) return known
    const message = `GitHub does not show the record ${this.#current} that this run has made.`
    return { kind: 'unreadable', error: new GitHubError(message, 'Nothing to do, unless it happens again.') }
  }

  /** Sets the final status of the record; nothing is written after it. */
  async end(state: 'success' | 'failure', description: string): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewal
    const id = this.#current
    this.#current = undefined
    await this.#mark(id, state, description)
  }

  async #renew(make: () => Promise<number>): Promise<void> {
    const former = this.#current
    this.#current = await make()
    await this.#mark(former, 'failure', 'Continues in a newer record.')
  }

  /** A record that stays open makes later runs compare with one more commit, and nothing else. */
  async #mark(id: number | undefined, state: 'success' | 'failure', description: string): Promise<void> {
    if (id === undefined) return
    try {
      await this.#records?.mark(id, state, description, this.#runUrl)
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      this.#diagnose({
        level: 'warning',
        message: `${error.message} The next run checks again what this one delivered.`
      })
    }
  }
}
