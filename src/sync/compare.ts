import { allEarlierTexts, type Changes } from '../changes/changes.ts'
import type { SourceFile } from '../git/git.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { KnowledgeList, ListedEntry } from '../knowledge/list.ts'
import { readList, type Bounds } from '../knowledge/reading.ts'
import { foldName, isSpelledLike, textHash } from '../knowledge/spelling.ts'
import { removeTemporary } from '../temporary.ts'
import type { RunbookReader } from './reader.ts'
import { isRetirementNote } from './retirement-note.ts'
import type { SavedTexts } from './saved-texts.ts'
import type { WorkItem, WorkList } from './worklist.ts'

/** Reads and writes the knowledge base. */
export interface Service {
  readonly client: KnowledgeClient
  /** Where texts are saved before they are replaced. */
  readonly saved: SavedTexts
}

/** A text of the list that no text in Git explains. */
export interface DifferingText {
  readonly item: WorkItem
  /** Where it is saved, in case that the run replaces it. */
  readonly file: string
  /** Whether it is the beginning of a text in Git, in a list that cuts texts. */
  readonly isCut: boolean
}

/** What the list shows of the runbooks that are to be sent. */
export interface Comparison {
  readonly list: KnowledgeList
  /** Runbooks whose entries have the current text. */
  readonly equal: ReadonlySet<WorkItem>
  readonly differing: readonly DifferingText[]
  /** The number of characters to which the list cuts texts; undefined where it does not. */
  readonly cutTo: number | undefined
}

/** A row of the list under the name of a runbook. */
interface Row {
  readonly item: WorkItem
  readonly name: string
  readonly hash: string
  readonly length: number
  /** Whether it is the current text, or a note of the Action. */
  readonly isKnown: boolean
  readonly isCurrent: boolean
  /** Whether it is the beginning of the current text. */
  readonly isPrefix: boolean
  /** Empty for a text that is known. */
  readonly file: string
}

/**
 * Reads the list and compares its texts with the runbooks to be sent. Saves each text that Git does not know: somebody may
 * have written it in the assistant, and the upsert would destroy it.
 */
export async function compareWithList(
  { client, saved }: Service,
  reader: RunbookReader,
  { send: items, named }: Pick<WorkList, 'send' | 'named'>,
  { changes, bounds }: { readonly changes: Changes; readonly bounds: Bounds }
): Promise<Comparison> {
  const found = new Rows(items, reader, saved)
  const list = await readList(
    client,
    bounds,
    async (page, isStart) => {
      if (isStart) await found.clear()
      for (const entry of page) await found.add(entry)
    },
    // A full sync counts all entries.
    (shown) => changes.kind === 'full' || named.some(({ name }) => !shown.has(name))
  )

  const rows = found.counting()
  const unknown = rows.filter(({ isKnown }) => !isKnown)
  const { known, prefixes } = await readEarlier(unknown, allEarlierTexts(changes), reader)
  const cutTo = cutLength(rows, prefixes)
  const differing = unknown.filter((row) => !known.has(row) || cutTo === row.length)
  await found.discardExcept(differing)

  const outdated = new Set(rows.filter(({ isCurrent }) => !isCurrent).map(({ item }) => item))
  // A service that tells names apart by case has no entry of the runbook yet.
  const equal = rows
    .filter(({ item, name }) => isSpelledLike(name, item.name))
    .flatMap(({ item }) => (outdated.has(item) ? [] : item))
  return {
    list,
    equal: new Set(cutTo === undefined ? equal : []),
    differing: differing.map((row) => ({
      item: row.item,
      file: row.file,
      isCut: cutTo !== undefined && prefixes.has(row)
    })),
    cutTo
  }
}

/** What one reading of the list shows under the names of runbooks. */
class Rows {
  readonly #reader: RunbookReader
  readonly #saved: SavedTexts
  readonly #byName: ReadonlyMap<string, WorkItem>
  readonly #byFoldedName: ReadonlyMap<string, WorkItem>
  /** By name and text: a list may repeat a page. */
  readonly #rows = new Map<string, Row>()

  constructor(items: readonly WorkItem[], reader: RunbookReader, saved: SavedTexts) {
    this.#reader = reader
    this.#saved = saved
    this.#byName = new Map(items.map((item) => [item.name, item]))
    this.#byFoldedName = new Map(items.map((item) => [foldName(item.name), item]))
  }

  async add({ name, content }: ListedEntry): Promise<void> {
    const item = this.#byName.get(name) ?? this.#byFoldedName.get(foldName(name))
    if (item === undefined || content === undefined) return
    const hash = textHash(content)
    const key = `${hash} ${name}`
    if (this.#rows.has(key)) return
    const { length } = content
    const current = (await this.#reader.text(item)) ?? ''
    const isCurrent = hash === textHash(current)
    const isKnown = isCurrent || isRetirementNote(content) || (await this.#reader.differsBySource(item, content))
    // Saved at once: memory does not hold a knowledge base.
    const file = isKnown ? '' : await this.#saved.save(item.path, name, content)
    const isPrefix = isBeginning({ hash, length }, current)
    this.#rows.set(key, { item, name, hash, length, isKnown, isCurrent, isPrefix, file })
  }

  /** Without those whose name is only similar, where there is one with an equal name. */
  counting(): readonly Row[] {
    const isExact = ({ item, name }: Row): boolean => name === item.name
    const rows = [...this.#rows.values()]
    const exact = new Set(rows.filter(isExact).map(({ item }) => item))
    return rows.filter((row) => isExact(row) || !exact.has(row.item))
  }

  async clear(): Promise<void> {
    await this.discardExcept([])
    this.#rows.clear()
  }

  /** Removes the saved texts of the other rows. */
  async discardExcept(kept: readonly Row[]): Promise<void> {
    const files = new Set(kept.map(({ file }) => file))
    for (const { file } of this.#rows.values()) if (file !== '' && !files.has(file)) await removeTemporary(file)
  }
}

/** Which of the rows are earlier texts of their runbooks, and which are the beginning of one, or of the current text. */
async function readEarlier(
  rows: readonly Row[],
  earlier: readonly SourceFile[],
  reader: RunbookReader
): Promise<{ readonly known: ReadonlySet<Row>; readonly prefixes: ReadonlySet<Row> }> {
  const known = new Set<Row>()
  const prefixes = new Set(rows.filter(({ isPrefix }) => isPrefix))
  const byName = Map.groupBy(rows, ({ item }) => item.name)
  if (rows.length > 0) await reader.prefetch(earlier)
  for (const file of rows.length === 0 ? [] : earlier) {
    const found = await reader.earlierText(file, byName)
    for (const row of byName.get(found?.name ?? '') ?? []) {
      if (row.hash === textHash(found?.text ?? '')) known.add(row)
      if (isBeginning(row, found?.text ?? '')) prefixes.add(row)
    }
  }
  return { known, prefixes }
}

function isBeginning({ hash, length }: Pick<Row, 'hash' | 'length'>, text: string): boolean {
  return text.length > length && length > 0 && textHash(text.slice(0, length)) === hash
}

/** Texts of two entries that end after as many characters as no other text exceeds. */
function cutLength(rows: readonly Row[], prefixes: ReadonlySet<Row>): number | undefined {
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const cut = [...prefixes]
  const isCut = cut.length >= 2 && cut.every(({ length }) => length === longest)
  return isCut ? longest : undefined
}

/** Whether Git knows the text that the list shows for a name. */
export async function isKnownText(
  list: KnowledgeList,
  name: string,
  texts: readonly SourceFile[],
  reader: RunbookReader
): Promise<boolean> {
  const entry = list.find(name)
  if (entry?.count !== 1 || !isSpelledLike(list.nameOf(name) ?? '', name)) return false
  await reader.prefetch(texts)
  for (const file of texts) {
    const known = await reader.earlierText(file, new Set([name]))
    if (known !== undefined && entry.hash === textHash(known.text)) return true
  }
  return false
}
