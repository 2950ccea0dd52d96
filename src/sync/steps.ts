import type { Changes } from '../changes/changes.ts'
import { ALL_PAGES, type KnowledgeList } from '../knowledge/list.ts'
import { compareWithList, type Comparison, type ManualEdit } from './comparison.ts'
import type { ServiceContext, SyncContext } from './context.ts'
import { deliver, runbookItem } from './deliver.ts'
import { orphaned, type Orphan } from './orphans.ts'
import type { Plan, SendItem } from './plan.ts'
import type { SavedTexts } from './saved-texts.ts'
import { inShard } from './shard.ts'
import { checkUpdate, duplicateEntries, inOrder, verify } from './verify.ts'

/** Pages of the list that a push reads, so that its cost is bounded. */
const PUSH_PAGES = 10

/** What a delivery leaves for the steps after it. */
export interface Delivered {
  /** Whether a request may have written something. */
  readonly wrote: boolean
  /** Orphaned entries that exist as far as is known. */
  readonly orphans: readonly Orphan[]
}

/**
 * Sends what the plan says: first compares it with the list, so that nothing is sent that is already there and no text is
 * lost that only the knowledge base has; then checks that it arrived.
 *
 * @throws {ActionError} that ended the run.
 */
export async function deliverPlan(context: ServiceContext, plan: Plan, texts: SavedTexts): Promise<Delivered> {
  const { inputs, changes } = context
  const verifies = inputs.verify === 'true' || (inputs.verify === 'auto' && changes.kind === 'full')
  const reads = inputs.verify !== 'false' && plan.send.length + plan.orphans.length > 0
  const maxPages = verifies ? ALL_PAGES : PUSH_PAGES
  const comparison = reads ? await compareWithList(context, plan, maxPages, texts, true) : undefined
  const orphans = existing(plan.orphans, comparison?.list)
  for (const orphan of orphans) context.record(orphaned(orphan, orphanHint(context)))
  const items = comparison === undefined ? plan.send : applyComparison(context, plan, comparison)

  const before = verifies ? comparison?.list : undefined
  const accepted = await deliver(
    context,
    (before === undefined ? items : inOrder(items, before)).map((item) => runbookItem(context, item)),
    { afterFirst: before?.extent === 'complete' ? (item) => checkUpdate(context, item, before) : undefined }
  )
  if (before !== undefined) await verify(context, items, accepted, before)
  return { wrote: items.length > 0, orphans }
}

/**
 * Says what a sync would do, with what the list shows where there is a client.
 *
 * @throws {ActionError} where the list cannot be read because of the token.
 */
export async function previewPlan(
  context: SyncContext | ServiceContext,
  plan: Plan,
  texts: SavedTexts | undefined
): Promise<void> {
  const comparison =
    'client' in context && texts !== undefined && plan.send.length + plan.orphans.length > 0
      ? await compareWithList(context, plan, ALL_PAGES, texts, false)
      : undefined
  if (comparison !== undefined) reportUnreadable(context, comparison.list)
  const edits = comparison?.edits ?? []
  context.edited(edits)
  const edited = new Set(edits.map(({ item }) => item))
  const refused = refuseEdits(context, edits)
  for (const item of plan.send) {
    if (refused.has(item)) continue
    const { path, name } = item
    const result = await context.reader.read(item)
    if (result.kind === 'runbook') context.links.add(path, result.convert().targets)
    const isUnchanged = comparison?.unchanged.has(path) === true
    const reason = comparison === undefined || isUnchanged ? '' : effectOn(comparison.list, name, edited.has(item))
    context.record({ path, name, outcome: isUnchanged ? 'unchanged' : 'planned', reason, attempts: 0 })
  }
  for (const orphan of existing(plan.orphans, comparison?.list)) {
    context.record(orphaned(orphan, orphanHint(context)))
  }
  for (const item of edited) {
    if (refused.has(item)) continue
    const { path, name } = item
    const message = `A sync would replace a text of the entry “${name}” that is not in Git.`
    context.diagnose({ level: 'warning', path, message })
  }
}

function effectOn({ entries, extent }: KnowledgeList, name: string, isEdited: boolean): string {
  if (isEdited) return 'Would replace a text that is not in Git.'
  if (entries.has(name)) return 'Updates its entry.'
  return extent === 'complete' ? 'A new entry.' : ''
}

/** The runbooks that are sent after all: neither unchanged nor protected; and those whose entry is missing. */
function applyComparison(
  context: ServiceContext,
  plan: Plan,
  { list, unchanged, edits }: Comparison
): readonly SendItem[] {
  const { inputs, record, diagnose } = context
  reportUnreadable(context, list)
  context.edited(edits)
  const duplicates = duplicateEntries(list, plan.send)
  if (duplicates !== undefined) diagnose({ level: 'warning', message: duplicates })
  for (const { path, name } of plan.send) {
    if (unchanged.has(path)) record({ path, name, outcome: 'unchanged', reason: '', attempts: 0 })
  }
  const refused = refuseEdits(context, edits)
  for (const { item, file } of edits) {
    if (refused.has(item)) continue
    const { path, name } = item
    const message = `The entry “${name}” has a text that is not in Git. The run saves it as ${file} and replaces it.`
    diagnose({ level: 'warning', path, message })
  }
  const sent = new Set(plan.send)
  const { shard } = inputs
  const missing =
    list.extent !== 'complete'
      ? []
      : plan.named.filter(
          (item) =>
            !list.entries.has(item.name) && !sent.has(item) && (shard === undefined || inShard(item.name, shard))
        )
  return [...plan.send.filter((item) => !unchanged.has(item.path) && !refused.has(item)), ...missing]
}

/** With `manual-edits: refuse`, refuses the runbooks whose entries were edited. */
function refuseEdits({ record }: SyncContext, edits: readonly ManualEdit[]): ReadonlySet<SendItem> {
  const refused = new Set(edits.filter(({ replaced }) => !replaced).map(({ item }) => item))
  for (const { path, name } of refused) {
    const reason = `The entry “${name}” has a text that is not in Git: somebody edited it in the assistant.`
    const hint =
      'To keep the edit, copy it from the assistant into the runbook and push; to discard it, run the workflow once with ' +
      '`manual-edits: save`.'
    record({ path, name, outcome: 'refused', reason, hint, attempts: 0 })
  }
  return refused
}

/** Says once what the list cannot show. A push that reads ten pages is documented and needs no diagnostic. */
function reportUnreadable({ diagnose }: SyncContext, { extent, why, entries }: KnowledgeList): void {
  const notice = (message: string): void => {
    diagnose({ level: 'notice', message })
  }
  if (extent === 'unreadable') {
    notice(`Edits by hand in the assistant are not seen, and nothing is verified: ${why}.`)
  } else if (extent === 'partial') {
    notice(`Edits by hand in the assistant are seen in a part of the list only, and nothing is verified: ${why}.`)
  } else if (entries.size > 0 && ![...entries.values()].some(({ hash }) => hash !== undefined)) {
    notice('Edits by hand in the assistant are not seen: the list shows no texts.')
  }
}

/** Without a list, those that an earlier run certainly delivered. */
function existing(orphans: readonly Orphan[], list: KnowledgeList | undefined): Orphan[] {
  return orphans.filter(({ name, certain }) => {
    if (list?.entries.has(name) === true) return true
    return certain && list?.extent !== 'complete'
  })
}

function orphanHint({ inputs, changes }: { inputs: SyncContext['inputs']; changes: Changes }): string {
  if (inputs.removed === 'report') return 'Its entry is orphaned.'
  return changes.selected.files.length === 0
    ? 'Not retired: no file matches `files`.'
    : 'To be retired after everything else was delivered.'
}
