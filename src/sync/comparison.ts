import { rm } from 'node:fs/promises'
import { earlierTextsOf } from '../changes/changes.ts'
import type { SourceFile } from '../git/git.ts'
import { contentHash, readList, type KnowledgeList, type ListedEntry } from '../knowledge/list.ts'
import type { EditedText } from '../report/outcome.ts'
import type { ServiceContext } from './context.ts'
import { differenceOf } from './difference.ts'
import type { Plan } from './plan.ts'
import type { NamedRunbook } from './reader.ts'
import { isRetirementNote } from './retirement-note.ts'

/** An edit by hand under the name of a runbook that is about to be sent. */
export interface ManualEdit extends EditedText {
  readonly item: NamedRunbook
}

/** A text of the list that differs from the current one. */
interface DifferentText {
  readonly item: NamedRunbook
  readonly key: string
  /** Where it is saved. */
  readonly file: string
}

/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20

/** What the list shows of a plan. */
export interface Comparison {
  readonly list: KnowledgeList
  /** Runbooks whose entry has the current text. */
  readonly unchanged: readonly NamedRunbook[]
  readonly edits: readonly ManualEdit[]
}

/**
 * Reads the list and compares its texts with the runbooks to be sent. A sync saves each text that Git does not know:
 * somebody wrote it in the assistant, and the upsert would destroy it.
 */
export async function compareWithList(context: ServiceContext, plan: Plan, maxPages: number): Promise<Comparison> {
  const { reader, texts } = context
  const byName = new Map(plan.send.map((item) => [item.name, item]))
  /** Whether all entries of a runbook have the current text. */
  const equal = new Map<NamedRunbook, boolean>()
  const different: DifferentText[] = []
  /** A list may repeat a page. */
  const seen = new Set<string>()

  const compare = async ({ name, content }: ListedEntry): Promise<void> => {
    const item = byName.get(name)
    if (item === undefined || content === undefined) return
    const isEqual = content === (await reader.text(item))
    equal.set(item, isEqual && equal.get(item) !== false)
    if (isEqual) return
    const key = keyOf(name, contentHash(content))
    if (seen.has(key) || isRetirementNote(content)) return
    seen.add(key)
    // Saved at once: memory does not hold a knowledge base.
    different.push({ item, key, file: await texts.save(item.path, name, content) })
  }
  const list = await readList(context.client, maxPages, async (entries) => {
    for (const entry of entries) await compare(entry)
  })

  const known = await knownTexts(context, different)
  const replaced = context.inputs.manualEdits === 'save'
  const isKept = replaced && context.mode === 'sync'
  const edits: ManualEdit[] = []
  for (const { item, key, file } of different) {
    if (known.has(key)) {
      await rm(file)
      continue
    }
    // A public repository must not publish what the knowledge base holds.
    const isShown = context.job.isPrivate && edits.length < MAX_DIFFERENCES
    const now = isShown ? await reader.text(item) : undefined
    const difference = now === undefined ? undefined : differenceOf(await texts.read(file), now)
    if (!isKept) await rm(file)
    edits.push({ item, replaced, file: isKept ? file : '', difference })
  }
  return { list, unchanged: plan.send.filter((item) => equal.get(item) === true), edits }
}

/** Whether Git knows the text that the list shows for a name. */
export async function isKnownText(
  context: ServiceContext,
  list: KnowledgeList,
  name: string,
  texts: readonly SourceFile[]
): Promise<boolean> {
  const entry = list.entries.get(name)
  if (entry?.count !== 1 || entry.hash === undefined) return false
  const known = await hashesOf(context, texts, new Set([name]))
  return known.has(keyOf(name, entry.hash))
}

/** Which of the texts a record's commit has, under the name of the runbook. */
async function knownTexts(context: ServiceContext, wanted: readonly DifferentText[]): Promise<ReadonlySet<string>> {
  const { changed, removed } = context.changes
  return hashesOf(
    context,
    [...changed, ...removed].flatMap(earlierTextsOf),
    new Set(wanted.map(({ item }) => item.name))
  )
}

async function hashesOf(
  { files, reader }: ServiceContext,
  texts: readonly SourceFile[],
  names: ReadonlySet<string>
): Promise<Set<string>> {
  if (names.size === 0) return new Set()
  await files.prefetch(new Set(texts.map(({ id }) => id)))
  const hashes = new Set<string>()
  for (const text of texts) {
    const result = await reader.read(text)
    if (result.kind === 'runbook' && names.has(result.name)) {
      hashes.add(keyOf(result.name, contentHash(result.convert().content)))
    }
  }
  return hashes
}

function keyOf(name: string, hash: string): string {
  return `${hash} ${name}`
}
