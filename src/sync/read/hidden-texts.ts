import PQueue from 'p-queue'
import type { EntryId } from '../../knowledge/api-types.ts'
import type { KnowledgeClient } from '../../knowledge/client.ts'
import type { Row } from './rows.ts'

/** Entries that are asked for one after the other: if the service shows the text of none of them, it shows none at all. */
const MAX_TRIES = 3

/** Texts that the documented list may leave out, and `GET` shows. Each is asked for once, until the list says that it was changed. */
export class HiddenTexts {
  readonly #client: KnowledgeClient
  /** Rows that were asked for, also those that have no text. */
  readonly #known = new Map<EntryId, Row>()
  /** The service has shown one. */
  #areShown = false

  constructor(client: KnowledgeClient) {
    this.#client = client
  }

  /** Forgets a text, because its entry is sent. */
  forget({ details }: Row): void {
    if (details?.id !== undefined) this.#known.delete(details.id)
  }

  /** @param complete makes a row of one without a text, and its text. */
  async show(rows: readonly Row[], complete: (row: Row, content: string) => Row): Promise<ReadonlyMap<Row, Row>> {
    const shown = new Map<Row, Row>()
    const unknown: Row[] = []
    for (const row of rows) {
      const known = this.#knownOf(row)
      if (known === undefined) unknown.push(row)
      else shown.set(row, { ...known, details: row.details })
    }
    const refused: Row[] = []
    const ask = async (row: Row): Promise<void> => {
      const id = row.details?.id
      const content = id === undefined ? '' : await this.#client.textOf(id)
      if (content === undefined) refused.push(row)
      if (id === undefined || content === undefined) return
      this.#areShown ||= content !== ''
      const asked = content === '' ? row : complete(row, content)
      this.#known.set(id, asked)
      shown.set(row, asked)
    }
    let asked = 0
    for (const row of unknown.slice(0, MAX_TRIES)) {
      if (this.#areShown) break
      await ask(row)
      asked++
    }
    const queue = new PQueue({ concurrency: this.#client.concurrency })
    if (this.#areShown) await queue.addAll(unknown.slice(asked).map((row) => async () => ask(row)))
    // If others are shown, it may be an edit.
    if (this.#areShown) for (const row of refused) shown.set(row, { ...row, by: 'person' })
    return shown
  }

  #knownOf({ name, details }: Row): Row | undefined {
    if (details?.id === undefined || details.updatedAt === null) return undefined
    const known = this.#known.get(details.id)
    return known?.name === name && known.details?.updatedAt === details.updatedAt ? known : undefined
  }
}
