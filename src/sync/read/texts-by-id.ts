import PQueue from 'p-queue'
import type { KnowledgeClient } from '../../knowledge/client.ts'
import type { Row } from './rows.ts'

/** Entries that are asked for one after the other: if the service shows the text of none of them, it shows none at all. */
const MAX_TRIES = 3

/** Asks for texts that the documented list may leave out, and `GET` shows. @returns those that are shown. */
export async function textsById(client: KnowledgeClient, rows: readonly Row[]): Promise<ReadonlyMap<Row, string>> {
  const texts = new Map<Row, string>()
  const ask = async (row: Row): Promise<void> => {
    const id = row.details?.id
    const content = id === undefined ? '' : await client.textOf(id)
    if (content !== '') texts.set(row, content)
  }
  for (const row of rows.slice(0, MAX_TRIES)) await ask(row)
  const queue = new PQueue({ concurrency: client.concurrency })
  if (texts.size > 0) await queue.addAll(rows.slice(MAX_TRIES).map((row) => async () => ask(row)))
  return texts
}
