import { setTimeout as delay } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { ALL_PAGES, readList, type KnowledgeList } from '../knowledge/list.ts'
import type { ServiceContext } from './context.ts'
import { deliver, runbookItem } from './deliver.ts'
import type { SendItem } from './plan.ts'

/** Readings of the list before an entry counts as missing, and milliseconds between two of them. */
const READINGS = 3
const INTERVAL = 2000

/**
 * Sends one runbook and checks that the service updates an entry instead of making a second one: a runbook whose entry
 * exists, else a new one twice.
 *
 * @returns the runbooks that are still to be sent.
 * @throws {ActionError} of kind `copies`, before anything else is sent.
 */
export async function deliverFirst(
  context: ServiceContext,
  items: readonly SendItem[],
  before: KnowledgeList
): Promise<readonly SendItem[]> {
  const first = items.find(({ name }) => before.entries.get(name)?.count === 1) ?? items[0]
  if (first === undefined || before.extent !== 'complete') return items
  const entry = runbookItem(context, first)
  const [name] = await deliver(context, [entry])
  const rest = items.filter((item) => item !== first)
  if (name === undefined) return rest
  const known = before.entries.get(name)?.count ?? 0
  if (known === 0) await context.client.upsert({ name, content: await entry.content() })
  if (!(await isCopied(context, name, Math.max(1, known)))) return rest
  const error = new ActionError(
    'copies',
    `The service made a second entry “${name}” instead of updating the first.`,
    'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
      'Nothing else was sent.'
  )
  context.client.end(error)
  throw error
}

/** Looks twice: a list may lag behind. */
async function isCopied({ client, signal }: ServiceContext, name: string, expected: number): Promise<boolean> {
  for (let reading = 1; ; reading++) {
    const { entries } = await readList(client, ALL_PAGES)
    if ((entries.get(name)?.count ?? 0) <= expected) return false
    if (reading === 2) return true
    await delay(INTERVAL, undefined, { signal })
  }
}

/**
 * Checks that the list shows what was accepted, and records what is missing as failed. An entry is missing only if the
 * list shows one that was created after it; anything else may be a delay, and is reported as not verified.
 *
 * @param accepted names in the order of delivery.
 * @throws {ActionError} where the run has ended.
 */
export async function verify(
  { client, signal, record, diagnose }: ServiceContext,
  items: readonly SendItem[],
  accepted: readonly string[],
  before: KnowledgeList
): Promise<void> {
  if (accepted.length === 0) return
  const cannot = (why: string): void => {
    diagnose({ level: 'notice', message: `The list cannot confirm that everything arrived: ${why}.` })
  }
  if (before.extent !== 'complete') {
    cannot(before.why)
    return
  }
  let after = await readList(client, ALL_PAGES)
  const isMissing = (name: string): boolean => !after.entries.has(name)
  for (let reading = 1; reading < READINGS && after.extent === 'complete' && accepted.some(isMissing); reading++) {
    await delay(INTERVAL, undefined, { signal })
    after = await readList(client, ALL_PAGES)
  }
  const [first = ''] = accepted
  if (after.extent !== 'complete' || isMissing(first)) {
    // A list that begins elsewhere than at page 1 lacks the oldest entries.
    cannot(after.extent === 'complete' ? 'it does not show the first entry that was sent' : after.why)
    return
  }
  const created = accepted.filter((name) => !before.entries.has(name))
  const lastShown = created.findLastIndex((name) => after.entries.has(name))
  const missing = new Set(created.slice(0, Math.max(0, lastShown)).filter(isMissing))
  const late = accepted.filter(isMissing).length - missing.size
  if (late > 0) cannot(`it does not show ${late} of ${accepted.length} entries, which may be a delay`)
  for (const { path, name } of items) {
    if (!missing.has(name)) continue
    const reason = 'The service accepted the entry, and its list does not show it.'
    const hint = 'Look for the entry in the assistant; if it is not there, ask those who operate the service.'
    record({ path, name, outcome: 'failed', reason, hint, attempts: 1 })
  }
}

/** A warning about names that have several entries; undefined where there are none. */
export function duplicateEntries(list: KnowledgeList, items: readonly SendItem[]): string | undefined {
  const names = items.map(({ name }) => name).filter((name) => (list.entries.get(name)?.count ?? 0) > 1)
  if (names.length === 0) return undefined
  const shown = names
    .slice(0, 5)
    .map((name) => `“${name}”`)
    .join(', ')
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `The knowledge base has several entries named ${shown}${more}. Remove the outdated ones in the assistant.`
}
