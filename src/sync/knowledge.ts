import type { KnowledgeClient } from '../knowledge/client.ts'
import { checkList, readList, type Ending } from '../knowledge/reading.ts'
import type { Inventory } from '../report/findings.ts'
import { Entries, type Row } from './entries.ts'

/** Readings in which an entry is looked for. */
const MAX_READINGS = 3

/** What a run knows of the knowledge base. */
export interface Knowledge {
  readonly entries: Entries
  /**
   * What a name means that it does not show: there is no entry; nobody can tell; or there is an entry or not, because the
   * service has no list that shows it.
   */
  readonly absence: 'no entry' | 'not seen' | 'no list'
  /** Why an entry may be there that was not seen, as a clause; empty where `absence` is `no entry`. */
  readonly why: string
  /** How the last reading ended. */
  readonly ending: Ending
}

/** Which names a run looks for. */
export interface Wanted {
  /** The reading ends when all of them were seen. */
  readonly names: ReadonlySet<string>
  /** Whether it goes on to the end all the same. */
  readonly all: boolean
  /** Of runbooks that were delivered: a list that lacks one is not all there is. */
  readonly delivered: ReadonlySet<string>
  readonly needsText: (row: Row) => boolean
}

/**
 * Reads the list until it shows all that is wanted. An entry that one reading lacks may be there all the same: pages may
 * change their order, or be empty for a moment. So it is looked for again, until a whole reading shows nothing new.
 *
 * @throws {ActionError} only where the run has ended.
 */
export async function readKnowledge(
  client: KnowledgeClient,
  { names, all, delivered, needsText }: Wanted
): Promise<Knowledge> {
  const entries = new Entries(needsText)
  const hasRow = (name: string): boolean => entries.rowsOf(name).length > 0
  for (let nth = 1; ; nth++) {
    let added = 0
    const ending = await readList(client, {
      add: (rows) => (added += entries.add(rows)),
      hasEnough: () => !all && names.values().every((name) => entries.has(name)),
      isFull: () => entries.isFull
    })
    const known = { entries, ending }
    if (ending.kind === 'unusable') return { ...known, absence: 'no list', why: ending.why }
    if (ending.kind === 'enough') return { ...known, absence: 'not seen', why: 'the list was not read to its end' }
    if (ending.kind === 'failed') {
      if (nth > 1) return { ...known, absence: 'not seen', why: ending.why }
      continue
    }
    // What was delivered is there, unless somebody has deleted it.
    const showsDelivered = delivered.values().every(hasRow)
    const isWhole = nth === 1 ? ending.pages === 1 && showsDelivered : added === 0 && (nth > 2 || showsDelivered)
    if (isWhole || names.values().every(hasRow)) return { ...known, absence: 'no entry', why: '' }
    if (nth === MAX_READINGS)
      return { ...known, absence: 'not seen', why: 'each reading of the list shows other entries' }
  }
}

/**
 * Checks that the token works and that the address is that of the API, then counts the entries.
 *
 * @throws {ActionError} where the first page cannot be read.
 */
export async function countEntries(client: KnowledgeClient): Promise<Inventory> {
  await checkList(client)
  const entries = new Entries(() => false)
  const { kind } = await readList(client, { add: (rows) => entries.add(rows), isFull: () => entries.isFull })
  return { entries: entries.size, isComplete: kind === 'complete', differing: 0, withoutRunbook: 0, names: [] }
}
