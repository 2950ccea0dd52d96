import { copyOf, type StoredDeployment, type StoredStatus } from './deployments.ts'

/** GraphQL may read from a copy of the database that is behind: what was made through the API appears later. */
export class Lag {
  /** How many answers about deployments miss a deployment or status, from the first answer after it was made. */
  answers = 0
  #answered = 0
  /** How many answers there were before. What tests add without it is visible at once. */
  readonly #made = new WeakMap<StoredDeployment | StoredStatus, number>()

  made(record: StoredDeployment | StoredStatus): void {
    this.#made.set(record, this.#answered)
  }

  /** What one answer shows. */
  answer(deployments: readonly StoredDeployment[]): StoredDeployment[] {
    const isVisible = (record: StoredDeployment | StoredStatus): boolean =>
      this.#answered - (this.#made.get(record) ?? -Infinity) >= this.answers
    const visible = deployments
      .filter(isVisible)
      .map((given) => copyOf({ ...given, statuses: given.statuses.filter(isVisible) }))
    this.#answered++
    return visible
  }
}
