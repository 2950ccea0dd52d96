import type { Options } from './answer-options.ts'
import type { Clock } from './clock.ts'
import type { Entries, StoredEntry } from './entries.ts'
import type { Workspaces } from './workspaces.ts'

type Lag = NonNullable<Options['lag']>

interface Change {
  readonly workspaceId: number
  readonly id: number
  readonly entry: StoredEntry | undefined
  /** By the clock, and in list requests before it. */
  readonly at: number
  readonly requests: number
}

/** The entries as they were when the lag was set, and the changes since then that are old enough. */
export class LaggingList {
  readonly #lag: Lag
  readonly #clock: Clock
  readonly #before: ReadonlyMap<number, readonly StoredEntry[]>
  readonly #changes: Change[] = []
  #requests = 0

  constructor(lag: Lag, entries: Entries, workspaces: Workspaces, clock: Clock) {
    this.#lag = lag
    this.#clock = clock
    this.#before = new Map(workspaces.list().map(({ id }) => [id, entries.all(id)]))
  }

  add(workspaceId: number, id: number, entry: StoredEntry | undefined): void {
    this.#changes.push({ workspaceId, id, entry, at: this.#clock.now(), requests: this.#requests })
  }

  /** Counts as one list request. */
  entries(workspaceId: number): readonly StoredEntry[] {
    const shown = new Map(this.#before.get(workspaceId)?.map((entry) => [entry.id, entry]))
    for (const change of this.#changes) {
      if (change.workspaceId !== workspaceId || !this.#isShown(change)) continue
      if (change.entry === undefined) shown.delete(change.id)
      else shown.set(change.id, change.entry)
    }
    this.#requests++
    return [...shown.values()]
  }

  #isShown({ at, requests }: Change): boolean {
    if (this.#lag === 'never') return false
    if ('ms' in this.#lag) return this.#clock.now() - at >= this.#lag.ms
    return this.#requests - requests >= this.#lag.requests
  }
}
