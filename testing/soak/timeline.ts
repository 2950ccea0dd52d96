/** A commit of the branch. */
interface Head {
  readonly commit: string
  readonly since: number
  /** Whether it does not contain the head before it. */
  readonly isReset: boolean
}

/** Moments, and where the branch was. */
export class Timeline {
  readonly #heads: Head[] = []
  #now = 0

  /** A moment after all others. */
  next(): number {
    return ++this.#now
  }

  move(commit: string, isReset: boolean): void {
    this.#heads.push({ commit, isReset, since: this.next() })
  }

  get head(): string {
    return this.#heads.at(-1)?.commit ?? ''
  }

  /** The head of the branch at a moment, and the later ones. */
  headsFrom(moment: number): ReadonlySet<string> {
    const first = this.#heads.findLastIndex(({ since }) => since <= moment)
    return new Set(this.#heads.slice(Math.max(0, first)).map(({ commit }) => commit))
  }

  isResetBetween(from: number, to: number): boolean {
    return this.#heads.some(({ since, isReset }) => isReset && since > from && since < to)
  }
}
