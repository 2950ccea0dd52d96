import { allEarlierTexts, type Changes } from '../changes/changes.ts'
import type { SourceFile } from '../git/git.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList, type Bounds, type KnowledgeList, type ListedEntry } from '../knowledge/list.ts'
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
  /** Whether the name is equal, and not only similar. */
  readonly isExact: boolean
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
  const byName = new Map(items.map((item) => [item.name, item]))
  const byFoldedName = new Map(items.map((item) => [foldName(item.name), item]))
  /** By name and text: a list may repeat a page. */
  const rows = new Map<string, Row>()
  const compare = async ({ name, content }: ListedEntry): Promise<void> => {
    const item = byName.get(name) ?? byFoldedName.get(foldName(name))
    if (item === undefined || content === undefined) return
    const hash = textHash(content)
    const key = `${hash} ${name}`
    if (rows.has(key)) return
    const current = (await reader.text(item)) ?? ''
    const isCurrent = hash === textHash(current)
    const isKnown = isCurrent || isRetirementNote(content) || (await reader.differsBySource(item, content))
    // Saved at once: memory does not hold a knowledge base.
    const file = isKnown ? '' : await saved.save(item.path, name, content)
    const isPrefix = isBeginning({ hash, length: content.length }, current)
    rows.set(key, {
      item,
      name,
      isExact: name === item.name,
      hash,
      length: content.length,
      isKnown,
      isCurrent,
      isPrefix,
      file
    })
  }
  const list = await readList(
    client,
    bounds,
    async (page, isStart) => {
      if (isStart) await discard(rows.values())
      if (isStart) rows.clear()
      for (const entry of page) await compare(entry)
    },
    // A full sync counts all entries.
    (shown) => changes.kind === 'full' || named.some(({ name }) => !shown.has(name))
  )

  const found = [...rows.values()]
  const exact = new Set(found.filter(({ isExact }) => isExact).map(({ item }) => item))
  // A name that is only similar counts where there is no equal one.
  const counting = found.filter(({ item, isExact }) => isExact || !exact.has(item))
  const unknown = counting.filter(({ isKnown }) => !isKnown)
  const { known, prefixes } = await readEarlier(unknown, allEarlierTexts(changes), reader)
  const cutTo = cutLength(counting, prefixes)
  const differing = unknown.filter((row) => !known.has(row) || cutTo === row.length)
  const kept = new Set(differing)
  await discard(found.filter((row) => !kept.has(row)))

  const outdated = new Set(counting.filter(({ isCurrent }) => !isCurrent).map(({ item }) => item))
  // A service that tells names apart by case has no entry of the runbook yet.
  const equal = counting
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

async function discard(rows: Iterable<Row>): Promise<void> {
  for (const { file } of rows) if (file !== '') await removeTemporary(file)
}
