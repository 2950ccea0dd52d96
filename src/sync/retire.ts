import { Repository } from '../git/git.ts'
import { ALL_PAGES, readList } from '../knowledge/list.ts'
import { isKnownText } from './comparison.ts'
import type { ServiceContext } from './context.ts'
import { deliver } from './deliver.ts'
import { orphaned, type Orphan } from './orphans.ts'
import type { Plan } from './plan.ts'
import { isRetirementNote, retirementNote } from './retirement-note.ts'

/**
 * Replaces the texts of orphaned entries by a note. Leaves an entry alone unless the list shows it completely, once, with
 * a text that Git knows, and no runbook has a similar name.
 *
 * @returns how many were retired.
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
  })
  const obstacle = async ({ name, texts }: Orphan): Promise<string | undefined> => {
    if (names.isNameInUse(name)) return 'another runbook has nearly the same name'
    if (list.extent !== 'complete') return list.why
    if (notes.has(name)) return 'its entry already says so'
    const isKnown = await isKnownText(context, list, name, texts)
    return isKnown ? undefined : 'its text in the assistant is not one that Git knows'
  }
  const date = files instanceof Repository ? await files.dateOf(changes.tip) : ''
  const items: Orphan[] = []
  for (const orphan of orphans) {
    const why = await obstacle(orphan)
    if (why !== undefined) record(orphaned(orphan, `Not retired: ${why}.`))
    else items.push(orphan)
  }
  const prepare = (orphan: Orphan) => () => retirementNote(orphan, context, date)
  return (await deliver(context, { items, prepare, outcome: 'retired' })).length
}
