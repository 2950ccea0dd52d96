import { setTimeout as delay } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import { listed } from '../wording.ts'
import { ALL_PAGES, readList, type KnowledgeList } from '../knowledge/list.ts'
import { RequestError } from '../knowledge/response.ts'
import type { ServiceContext } from './context.ts'
import type { NamedRunbook } from './reader.ts'

/** Readings of the list before an entry counts as missing, and milliseconds between two of them. */
const READINGS = 3
const INTERVAL = 2000

/** The runbooks in the order in which they are sent: first one whose entry exists once, if there is one. */
export function inOrder(items: readonly NamedRunbook[], before: KnowledgeList): readonly NamedRunbook[] {
  const first = items.find(({ name }) => before.entries.get(name)?.count === 1)
  return first === undefined ? items : [first, ...items.filter((item) => item !== first)]
}

/**
 * Ends the run with an error of kind `copies` if the service made a second entry instead of updating the first. Sends an
 * entry that is new a second time.
 *
 * @param item the first entry that was accepted.
 */
export async function checkUpdate(context: ServiceContext, item: NamedRunbook, before: KnowledgeList): Promise<void> {
  const { client, reader, diagnose } = context
  const { name } = item
  const known = before.entries.get(name)?.count ?? 0
  try {
    const content = known === 0 ? await reader.text(item) : undefined
    if (content !== undefined) await client.upsert({ name, content })
    if (!(await isCopied(context, name, Math.max(1, known)))) return
  } catch (error) {
    if (client.ended !== undefined || !(error instanceof RequestError)) throw error
    const message = `Whether the service updates entries or copies them was not checked: ${error.message}`
    diagnose({ level: 'notice', message })
    return
  }
  client.end(
    new ActionError(
      'copies',
      `The service made a second entry “${name}” instead of updating the first.`,
      'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.'
    )
  )
}

/** Looks twice: a list may lag behind. */
async function isCopied({ client, signal }: ServiceContext, name: string, expected: number): Promise<boolean> {
  for (let reading = 1; ; reading++) {
    const { entries } = await readList(client, ALL_PAGES)
    if ((entries.get(name)?.count ?? 0) <= expected) return false
    if (reading === 2) return true
    await pause(signal)
  }
}

/** @throws {ActionError} where the run is cancelled meanwhile. */
async function pause(signal: AbortSignal): Promise<void> {
  await delay(INTERVAL, undefined, { signal }).catch(() => {
    signal.throwIfAborted()
  })
}

/**
 * Checks that the list shows what was accepted, and records what is missing as failed. An entry is missing only if the
 * list shows one that was created after it; anything else may be a delay, and is reported as not verified.
 *
 * @param accepted in the order of delivery.
 */
export async function verify(
  { client, signal, record, diagnose }: ServiceContext,
  accepted: readonly NamedRunbook[],
  before: KnowledgeList
): Promise<void> {
  const [first] = accepted
  if (first === undefined) return
  const cannot = (why: string): void => {
    diagnose({ level: 'notice', message: `The list cannot confirm that everything arrived: ${why}.` })
  }
  let after = await readList(client, ALL_PAGES)
  const isMissing = ({ name }: NamedRunbook): boolean => !after.entries.has(name)
  for (let reading = 1; reading < READINGS && after.extent === 'complete' && accepted.some(isMissing); reading++) {
    await pause(signal)
    after = await readList(client, ALL_PAGES)
  }
  if (after.extent !== 'complete' || isMissing(first)) {
    // A list that begins elsewhere than at page 1 lacks the oldest entries.
    cannot(after.extent === 'complete' ? 'it does not show the first entry that was sent' : after.why)
    return
  }
  const created = accepted.filter(({ name }) => !before.entries.has(name))
  const lastShown = created.findLastIndex((item) => !isMissing(item))
  const missing = created.slice(0, Math.max(0, lastShown)).filter(isMissing)
  const late = accepted.filter(isMissing).length - missing.length
  if (late > 0) cannot(`it does not show ${late} of ${accepted.length} entries, which may be a delay`)
  for (const { path, name } of missing) {
    const reason = 'The service accepted the entry, and its list does not show it.'
    const hint = 'Look for the entry in the assistant; if it is not there, ask those who operate the service.'
    record({ path, name, outcome: 'failed', reason, hint, attempts: 1 })
  }
}

/** A warning about names that have several entries; undefined where there are none. */
export function duplicateEntries(list: KnowledgeList, items: readonly NamedRunbook[]): string | undefined {
  const names = items.map(({ name }) => name).filter((name) => (list.entries.get(name)?.count ?? 0) > 1)
  if (names.length === 0) return undefined
  const shown = listed(names.map((name) => `“${name}”`))
  return `The knowledge base has several entries named ${shown}. Remove the outdated ones in the assistant.`
}
