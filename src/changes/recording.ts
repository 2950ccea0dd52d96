import { randomUUID } from 'node:crypto'
import type { Diagnostic } from '../errors.ts'
import type { Job } from '../job/event.ts'
import { untilCurrent } from '../branch/head.ts'
import { GitHubError } from '../branch/github.ts'
import type { DeliveryRecord, RecordPayload, RecordResult, Records } from '../github/records.ts'
import { LIFETIME } from '../github/records.ts'
import type { Known } from './base.ts'

/** Milliseconds. A record is renewed before it counts as ended. */
const RENEWAL = LIFETIME - 10 * 60 * 1000
/** How often GitHub is asked for a record that it has just made. */
const TIMES_ASKED = 4

/** The records that a run makes: one for each commit that it delivers. Does nothing for `environment: none`. */
export class Recording {
  readonly #records: Records | undefined
  readonly #runUrl: string
  readonly #diagnose: (diagnostic: Diagnostic) => void
  /** The id of the record that has no final status. */
  #id: number | undefined
  #timer: NodeJS.Timeout | undefined
  #renewal: Promise<void> = Promise.resolve()

  constructor(records: Records | undefined, job: Job, diagnose: (diagnostic: Diagnostic) => void) {
    this.#records = records
    this.#runUrl = `${job.serverUrl}/${job.repository}/actions/runs/${job.runId}`
    this.#diagnose = diagnose
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
   * @returns what is known of other deliveries after that, those of earlier rounds included.
   * @throws {GitHubError} where it cannot be recorded.
   */
  async begin(commit: string, payload: Omit<RecordPayload, 'key'>, onLoss: (error: unknown) => void): Promise<Known> {
    const records = this.#records
    if (records === undefined) return this.known()
    // Renewals keep the key, by which later runs find the first record of this delivery.
    const key = randomUUID()
    const make = (): Promise<number> => records.make(commit, { ...payload, key })
    this.#id = await make()
    this.#timer = setInterval(() => {
      this.#renewal = this.#renew(make).catch(onLoss)
    }, RENEWAL)
    const isOwn = (record: DeliveryRecord): boolean => record.payload?.key === key
    const lacksOwn = (known: Known): boolean => known.kind === 'records' && !known.records.some(isOwn)
    const known = await untilCurrent(() => this.known(), lacksOwn, TIMES_ASKED)
    if (known.kind !== 'records') return known
    if (!lacksOwn(known)) return { kind: 'records', records: known.records.filter((record) => !isOwn(record)) }
    const error = new GitHubError('GitHub does not show the record that this run has made.', 'Run the job again later.')
    return { kind: 'unreadable', error }
  }

  /** Sets the final status of the record; nothing is written after it. */
  async end(state: 'success' | 'failure', result: RecordResult): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewal
    await this.#mark(this.#id, state, result)
    this.#id = undefined
  }

  async #renew(make: () => Promise<number>): Promise<void> {
    const former = this.#id
    this.#id = await make()
    await this.#mark(former, 'failure', { what: 'Continues in a newer record', refused: 0, listShows: undefined })
  }

  /** A record that stays open makes later runs compare with one more commit, and nothing else. */
  async #mark(id: number | undefined, state: 'success' | 'failure', result: RecordResult): Promise<void> {
    if (id === undefined) return
    try {
      await this.#records?.mark(id, state, result, this.#runUrl)
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      const message = `${error.message} The next run checks again what this one delivered.`
      this.#diagnose({ level: 'warning', message })
    }
  }
}
