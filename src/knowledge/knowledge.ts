import type { Entry } from '../wire.ts'

/** The knowledge base as the rooms above see it: they send and read without knowing HTTP. */
export interface Knowledge extends AsyncDisposable {
  /**
   * Sends one entry, waiting for its turn (pacing) and trying again where that can help.
   *
   * @returns how many requests it took.
   * @throws {DeliveryFailure}
   */
  upsert(entry: Entry): Promise<{ readonly attempts: number }>
  /**
   * One page of the list, as the service answered: a JSON value of unknown shape.
   *
   * @throws {DeliveryFailure}
   */
  listPage(pageNum: number, pageSize: number): Promise<unknown>
}
