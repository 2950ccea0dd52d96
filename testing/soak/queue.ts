/** Lets one thing happen after the other, in the order in which they were asked for. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve()

  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    // Whoever asked hears of a failure; whoever is next need not.
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
