import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList, WHOLE } from '../knowledge/reading.ts'
import type { Findings } from '../report/findings.ts'
import { isKnownText } from './compare.ts'
import { deliver } from './deliver.ts'
import { DELETE_ENTRY, orphaned, type Orphan } from './orphans.ts'
import type { RunbookReader } from './reader.ts'
import { isRetirementNote, retirementNote, type NoteOptions } from './retirement-note.ts'

interface RetireOptions {
  readonly client: KnowledgeClient
  readonly concurrency: number
  readonly isNameInUse: (name: string) => boolean
  readonly note: NoteOptions
}

/**
 * Replaces the texts of orphaned entries by a note. Leaves an entry alone unless the list shows it completely, once, with
 * a text that Git knows, and no runbook has a similar name.
 *
 * @returns how many were retired.
 */
export async function retire(
  orphans: readonly Orphan[],
  { client, concurrency, isNameInUse, note }: RetireOptions,
  { reader, findings }: { readonly reader: RunbookReader; readonly findings: Findings }
): Promise<number> {
  const notes = new Set<string>()
  const list = await readList(client, WHOLE, (rows, isStart) => {
    if (isStart) notes.clear()
    for (const { name, content = '' } of rows) if (isRetirementNote(content)) notes.add(name)
  })
  const obstacle = async ({ name, texts, unselected }: Orphan): Promise<string | undefined> => {
    if (unselected !== undefined) return 'its runbook is still in the repository'
    if (isNameInUse(name)) return 'another runbook has nearly the same name'
    if ('why' in list.extent) return list.extent.why
    if (notes.has(name)) return 'its entry already says so'
    const isKnown = list.isComplete && (await isKnownText(list, name, texts, reader))
    return isKnown ? undefined : 'its text in the assistant is not one that Git knows'
  }
  const items: Orphan[] = []
  for (const orphan of orphans) {
    const why = await obstacle(orphan)
    if (why === undefined) items.push(orphan)
    else findings.setEntry(orphaned(orphan, `Not retired: ${why}.`))
  }
  const retired = await deliver({
    client,
    concurrency,
    items,
    textOf: (orphan) => Promise.resolve(retirementNote(orphan, note)),
    onSent: ({ path, name }, sent) => {
      if (sent.kind === 'accepted') {
        findings.setEntry({ path, name, outcome: 'retired', reason: '', attempts: sent.attempts })
      } else if (sent.kind === 'failed') {
        const reason = `Not retired: ${sent.error.message}`
        findings.setEntry({ path, name, outcome: 'failed', reason, hint: DELETE_ENTRY, attempts: sent.attempts })
      } else {
        findings.setEntry({ path, name, outcome: 'pending', reason: 'Not retired: the run ended before.' })
      }
    }
  })
  return retired.length
}
