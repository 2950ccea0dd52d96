import { ALL_PAGES, NO_LIST, type KnowledgeList } from '../knowledge/list.ts'
import { compareWithList } from './comparison.ts'
import type { ServiceContext, SyncContext } from './context.ts'
import { deliver, RUN_ENDED } from './deliver.ts'
import { DELETE_ENTRY, orphaned, type Orphan } from './orphans.ts'
import type { Plan } from './plan.ts'
import type { NamedRunbook } from './reader.ts'
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
 * Sends what the plan says: first compares it with the list, so that no text is lost that only the knowledge base has, and
 * a full sync sends nothing that is already there; then checks that it arrived.
 */
export async function deliverPlan(context: ServiceContext, plan: Plan): Promise<Delivered> {
  const { inputs, changes, reader, record } = context
  const verifies = changes.kind === 'full'
  const needsAll = verifies || inputs.manualEdits === 'refuse'
  const { list, send } = await compare(context, plan, needsAll ? ALL_PAGES : PUSH_PAGES)
  const orphans = existing(plan.orphans, list)
  for (const orphan of orphans) record(orphaned(orphan, orphanHint(context, plan, orphan)))

  // A list that is not complete proves nothing.
  const before = verifies && list.extent === 'complete' ? list : undefined
  const accepted = await deliver(context, {
    items: before === undefined ? send : inOrder(send, before),
    prepare: (item) => reader.prepare(item),
    outcome: 'upserted',
    afterFirst: before && ((item) => checkUpdate(context, item, before))
  })
  if (before !== undefined) await verify(context, accepted, before)
  return { wrote: send.length > 0, orphans }
}

/** Says what a sync would do, with what the list shows where there is a client. */
export async function previewPlan(context: SyncContext | ServiceContext, plan: Plan): Promise<void> {
  const { reader, record } = context
  const { list, send, edited } = 'client' in context ? await compare(context, plan, ALL_PAGES) : withoutList(plan)
  for (const item of send) {
    const { path, name } = item
    // Collects the links.
    await reader.text(item)
    record({ path, name, outcome: 'planned', reason: effectOn(list, name, edited.has(item)) })
  }
  for (const orphan of existing(plan.orphans, list)) record(orphaned(orphan, orphanHint(context, plan, orphan)))
}

/** What is left to do after the plan was compared with the list. */
interface Remaining {
  readonly list: KnowledgeList
  readonly send: readonly NamedRunbook[]
  /** Those whose entries have a text that is not in Git. */
  readonly edited: ReadonlySet<NamedRunbook>
}

function withoutList({ send }: Plan): Remaining {
  return { list: NO_LIST, send, edited: new Set() }
}

/** Reports what the list shows: entries with the current text, edits by hand, duplicates, missing entries. */
async function compare(context: ServiceContext, plan: Plan, maxPages: number): Promise<Remaining> {
  const { changes, inputs, mode, record, diagnose } = context
  if (plan.send.length + plan.orphans.length === 0) return withoutList(plan)
  const { list, unchanged, edits } = await compareWithList(context, plan, maxPages)
  reportUnreadable(context, list)
  context.edited(edits, context.texts.folder)
  const duplicates = duplicateEntries(list, plan.send)
  if (duplicates !== undefined) diagnose({ level: 'warning', message: duplicates })

  const skippable = new Set(changes.changed.filter((file) => file.skippable).map(({ path }) => path))
  const settled = new Set(unchanged.filter(({ path }) => skippable.has(path)))
  for (const { path, name } of settled) record({ path, name, outcome: 'unchanged', reason: '' })
  for (const { item, replaced, file } of edits) {
    const { path, name } = item
    const reason = `The entry “${name}” has a text that is not in Git: somebody edited it in the assistant, or inputs such as \`links\` changed.`
    if (replaced) {
      const saved = `The run replaces it, and saves it until the job ends as ${file}.`
      const effect = mode === 'plan' ? 'A sync would replace it.' : saved
      diagnose({ level: 'warning', path, message: `${reason} ${effect}` })
    } else {
      settled.add(item)
      record({ path, name, outcome: 'refused', reason, hint: ADOPT_OR_DISCARD })
    }
  }
  if (inputs.manualEdits === 'refuse') {
    for (const item of plan.send) {
      if (settled.has(item) || showsText(list, item.name)) continue
      settled.add(item)
      const reason = `The list does not show whether somebody edited the entry “${item.name}”${list.why && `: ${list.why}`}.`
      record({ path: item.path, name: item.name, outcome: 'refused', reason, hint: LIST_NEEDED })
    }
  }
  const missing = mode === 'plan' ? [] : missingEntries(plan, list)
  for (const { path, name } of missing) record({ path, name, outcome: 'pending', reason: RUN_ENDED })
  return {
    list,
    send: [...plan.send.filter((item) => !settled.has(item)), ...missing],
    edited: new Set(edits.map(({ item }) => item))
  }
}

const ADOPT_OR_DISCARD =
  'To keep the edit, push a commit in which the runbook has exactly the text of the assistant, then make further ' +
  'changes. To discard it, remove `manual-edits: refuse` from the workflow, push, and add it again.'

const LIST_NEEDED =
  '`manual-edits: refuse` needs a list that shows all texts. Run the job again if the list failed; remove the input from the ' +
  'workflow if the service shows no texts.'

/** Whether the list shows the text of a name, or that there is no entry. */
function showsText({ entries, extent }: KnowledgeList, name: string): boolean {
  const entry = entries.get(name)
  return entry === undefined ? extent === 'complete' : entry.hash !== undefined
}

/** Selected runbooks that did not change and have no entry. */
function missingEntries(plan: Plan, list: KnowledgeList): NamedRunbook[] {
  if (list.extent !== 'complete') return []
  const sent = new Set(plan.send)
  return plan.named.filter((item) => !list.entries.has(item.name) && !sent.has(item))
}

function effectOn(list: KnowledgeList, name: string, isEdited: boolean): string {
  if (isEdited) return 'Would replace a text that is not in Git.'
  if (list.entries.has(name)) return 'Updates its entry.'
  return list.extent === 'complete' ? 'A new entry.' : ''
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

/** Without a complete list, also those that an earlier run certainly delivered. */
function existing(orphans: readonly Orphan[], { entries, extent }: KnowledgeList): Orphan[] {
  return orphans.filter(({ name, certain }) => entries.has(name) || (certain && extent !== 'complete'))
}

function orphanHint({ inputs, changes }: SyncContext, plan: Plan, { name }: Orphan): string {
  if (changes.selected.files.length === 0) return 'Keep its entry, and correct `files` if the runbooks moved.'
  if (inputs.removed === 'retire') return 'To be retired after everything else was delivered.'
  if (plan.isNameInUse(name))
    return 'Another runbook has nearly the same name: delete its entry only if the assistant shows two.'
  return plan.notSent.some(({ outcome }) => outcome === 'refused')
    ? 'Keep its entry until all runbooks are delivered.'
    : DELETE_ENTRY
}
