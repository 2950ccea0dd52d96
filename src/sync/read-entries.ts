import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList } from '../knowledge/reading.ts'
import { Entries, type Row } from './entries.ts'

/** Characters after which a reading has to know which texts are needed. Pages already requested come on top. */
const MAX_CHARACTERS = 32 * 1024 * 1024
/** Milliseconds between two readings, which at once would share one failure. */
const PAUSE = 200

/**
 * Reads the list, and once more if it lacks a name: pages may change their order while somebody writes, and one may be empty
 * for a moment. Otherwise an edited entry that one reading lacks would be sent as a new one, and the edit lost.
 *
 * @param needsText whether a run may need the text of a row; others are never held.
 * @param findNames finds the names of the runbooks; asked once. It gets what the first reading has shown, or nothing if the texts
 * take too much memory before its end. Until then all needed texts are held, afterwards those under these names. Without it,
 * no name is looked for.
 * @throws {ActionError} if the list cannot be read to its end.
 */
export async function readEntries(
  client: KnowledgeClient,
  needsText: (row: Row) => boolean,
  findNames?: (shown: Entries | undefined) => Promise<readonly string[]>
): Promise<Entries> {
  const entries = new Entries(needsText)
  let names: readonly string[] | undefined
  const namesOfRunbooks = async (shown?: Entries): Promise<readonly string[]> => {
    if (names === undefined && findNames !== undefined) {
      names = await findNames(shown)
      entries.limitTextsTo(names)
    }
    return names ?? []
  }
  const read = async (): Promise<void> => {
    entries.beginReading()
    for await (const found of readList(client)) {
      entries.add(found)
      if (entries.characters > MAX_CHARACTERS) await namesOfRunbooks()
    }
  }
  const lacksSome = async (): Promise<boolean> => (await namesOfRunbooks(entries)).some((name) => entries.lacks(name))
  await read()
  if (!(await lacksSome())) return entries
  await client.pause(PAUSE)
  await read()
  entries.mayLack = entries.isFiltered && (await lacksSome())
  return entries
}
