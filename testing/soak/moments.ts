import type { Route } from '../github/faults.ts'

/** What a run asks GitHub or the knowledge base for. */
export type Question = 'upsert' | 'list' | Route

/** Something that happens when a run asks its nth question of a kind, and before it gets the answer. */
export interface Moment {
  readonly at: Question
  readonly nth: number
  readonly act: () => Promise<unknown>
}

/** Lets things happen while runs ask. */
export class Moments {
  readonly #moments = new Map<string, Moment>()
  readonly #asked = new Map<string, number>()
  readonly #waiting = new Map<string, () => void>()

  /** @param key of a run. */
  set(key: string, moment: Moment): void {
    this.#moments.set(key, moment)
  }

  /** The next question of this kind. */
  async next(key: string, at: Question): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#waiting.set(`${key} ${at}`, () => {
      resolve(undefined)
    })
    await promise
  }

  /** Calls what is to happen at this question, and waits for it. */
  async reach(key: string, at: Question): Promise<void> {
    const question = `${key} ${at}`
    const nth = (this.#asked.get(question) ?? 0) + 1
    this.#asked.set(question, nth)
    this.#waiting.get(question)?.()
    const moment = this.#moments.get(key)
    if (moment?.at === at && moment.nth === nth) await moment.act()
  }
}
