import { Repository } from '../git/git.ts'
import { ALL_PAGES, readList } from '../knowledge/list.ts'
import { isKnownText } from './comparison.ts'
import type { ServiceContext } from './context.ts'
import { deliver, type DeliveryItem } from './deliver.ts'
import { orphaned, type Orphan } from './orphans.ts'
import type { Plan } from './plan.ts'
import { isRetirementNote, retirementNote } from './retirement-note.ts'

/**
 * Replaces the texts of orphaned entries by a note. Leaves an entry alone unless the list shows it completely, once, with
 * a text that Git knows, and no runbook has a similar name.
 *
 * @returns how many were retired.
 * @throws {ActionError} that ended the run.
 */
export async function retire(
  context: ServiceContext,
  names: Pick<Plan, 'isNameInUse'>,
  orphans: readonly Orphan[]
): Promise<number> {
  const { client, files, changes, record } = context
  const notes = new Set<string>()
  const list = await readList(client, ALL_PAGES, (entries) => {
    for (const { name, content = '' } of entries) if (isRetirementNote(content)) notes.add(name)
    return Promise.resolve()
  })
  const date = files instanceof Repository ? await files.dateOf(changes.tip) : ''
  const items: DeliveryItem[] = []
  for (const orphan of orphans) {
    const why = names.isNameInUse(orphan.name)
      ? 'another runbook has nearly the same name'
      : list.extent !== 'complete'
        ? list.why
        : notes.has(orphan.name)
          ? 'its entry already says so'
          : (await isKnownText(context, list, orphan.name, orphan.texts))
            ? undefined
            : 'its text in the assistant is not one that Git knows'
    if (why === undefined) {
      const { path, name } = orphan
      items.push({ path, name, content: () => Promise.resolve(retirementNote(orphan, context, date)) })
    } else {
      record(orphaned(orphan, `Not retired: ${why}.`))
    }
  }
  return (await deliver(context, items, { accepted: 'retired' })).length
}
