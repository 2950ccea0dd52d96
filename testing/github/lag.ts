import { copyOf, type StoredDeployment, type StoredStatus } from './deployments.ts'

/** GraphQL may read from a copy of the database that is behind: what was made through the API appears later. */
export class Lag {
  /** How many answers about deployments miss a deployment or status, from the first answer after it was made. */
  answers = 0
  /** How long answers miss it, in milliseconds of the stand-in's clock. */
  milliseconds = 0
  #answered = 0
  readonly #made = new WeakMap<StoredDeployment | StoredStatus, { readonly answered: number; readonly time: number }>()

  /** Remembers when a deployment or status was made. What tests add without it is visible at once. */
  made(record: StoredDeployment | StoredStatus, now: Date): void {
    this.#made.set(record, { answered: this.#answered, time: now.getTime() })
  }

  /** What one answer shows. */
  answer(deployments: readonly StoredDeployment[], now: Date): StoredDeployment[] {
    const isVisible = (record: StoredDeployment | StoredStatus): boolean => {
      const made = this.#made.get(record)
      if (made === undefined) return true
      return this.#answered - made.answered >= this.answers && now.getTime() - made.time >= this.milliseconds
    }
    const visible = deployments
      .filter(isVisible)
      .map((given) => copyOf({ ...given, statuses: given.statuses.filter(isVisible) }))
    this.#answered++
    return visible
  }
}
