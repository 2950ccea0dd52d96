import { ActionError } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { readList, type ListPage } from '../knowledge/reading.ts'
import { term } from '../wording.ts'
import { Entries, type Row } from './entries.ts'

/** Readings after which a list that shows something new each time has no end. */
const MAX_READINGS = 8
/** Characters after which a reading has to know which texts are needed. Pages already requested come on top. */
const MAX_CHARACTERS = 32 * 1024 * 1024
/** Milliseconds before the second reading; each further pause is longer by this. Readings at once would share one failure. */
const PAUSE = 200

/**
 * Reads the list. An entry that one reading lacks may be there all the same: pages may change their order, and one may be
 * empty for a moment. So, if a name is missing, the list is read again until a reading shows nothing new: at least twice, an
 * empty list three times, and as often as possible while it names more entries than it shows. Otherwise an edited entry that
 * one reading lacks would be sent as a new one, and the edit lost.
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
  for (let reading = 1; reading <= MAX_READINGS; reading++) {
    let added = 0
    const onRows = async (rows: readonly ListedEntry[], page: ListPage): Promise<void> => {
      added += entries.add(rows, page)
      if (entries.characters > MAX_CHARACTERS) await namesOfRunbooks()
    }
    if (reading > 1) await client.pause((reading - 1) * PAUSE)
    const isShort = await readList(client, { onRows })
    const isComplete = !(await namesOfRunbooks(entries)).some((name) => entries.lacks(name))
    const leastReadings = entries.size === 0 ? 3 : 2
    const isEnd = reading === MAX_READINGS || (!isShort && reading >= leastReadings)
    entries.mayLack = isShort && !isComplete
    if (isComplete || (added === 0 && isEnd)) return entries
  }
  throw new ActionError(
    'service-failing',
    `Each of ${MAX_READINGS} readings of the list shows other entries, so missing entries cannot be told from hidden ones.`,
    `${term('Again')}; if it happens again, ask the people who run the service why its list changes.`
  )
}
