import { setImmediate } from 'node:timers/promises'
import { ActionError, type ErrorKind } from '../errors.ts'
import type { Entry } from '../knowledge/api-types.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/response.ts'
import type { Item, Sent } from '../report/outcome.ts'
import type { Confirmation, Confirmed, SentEntry } from './confirm.ts'
import type { Knowledge } from './knowledge.ts'

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Updates before which the first one is looked for in the list: a service may make copies. */
export const MANY = 20

export interface Act {
  readonly client: KnowledgeClient
  readonly concurrency: number
  readonly items: readonly Item[]
  /** Reads an entry just before it is sent; undefined where its file changed. */
  readonly entryOf: (item: Item) => Promise<(Entry & { readonly version: string }) | undefined>
  /** What the list showed before. */
  readonly knowledge: Knowledge | undefined
  readonly confirmation: Confirmation
  /** Called after each answer. */
  readonly onSent: () => void
}

/**
 * Sends entries, then looks in the list for what was sent. Notes in each item what became of it. The failure of one entry is
 * its outcome; a failure that concerns all ends the run.
 *
 * @throws {ActionError} that ended the run; items without an answer are pending.
 */
export async function act({ items, entryOf, knowledge, confirmation, ...delivery }: Act): Promise<Confirmed> {
  const sent = new Map<Item, SentEntry>()
  const read = async (item: Item): Promise<Entry | undefined> => {
    const entry = await entryOf(item)
    if (entry === undefined) return undefined
    const before = knowledge?.ending.kind === 'complete' ? knowledge.entries.rowsOf(entry.name).length : undefined
    sent.set(item, { item, name: entry.name, version: entry.version, before })
    return { name: entry.name, content: entry.content }
  }
  const isUpdate = ({ decision: { name = '' } }: Item): boolean => (knowledge?.entries.rowsOf(name).length ?? 0) > 0
  const updates = items.filter(isUpdate)
  let first: Confirmed | undefined
  const check = async (item: Item): Promise<void> => {
    const entry = sent.get(item)
    if (entry !== undefined) first = await confirmation.confirm([entry], true)
  }
  await deliver({ ...delivery, items, entryOf: read, probes: updates.length > MANY ? updates : [], check })
  const accepted = [...sent.values()].filter(
    ({ item }) => item.sent?.kind === 'accepted' && item.unconfirmed === undefined
  )
  const { changesTexts, doubt } = await confirmation.confirm(accepted)
  return { changesTexts: changesTexts || first?.changesTexts === true, doubt }
}

interface Delivery extends Pick<Act, 'client' | 'concurrency' | 'items' | 'onSent'> {
  readonly entryOf: (item: Item) => Promise<Entry | undefined>
  /** Sent first, one at a time, until one of them is accepted; `check` then gets it before another one is sent. */
  readonly probes: readonly Item[]
  readonly check: (item: Item) => Promise<void>
}

/**
 * These end a run: a rejected token, a cancellation, no success for too long, or, before the first success, answers to all
 * entries or to twice `concurrency` of them that say that the address or the permission is wrong.
 */
async function deliver({ client, concurrency, items, entryOf, onSent, probes, check }: Delivery): Promise<void> {
  let hasSuccess = false
  /** Systemic failures before the first success. */
  const early: { readonly item: Item; readonly sent: Sent; readonly error: RequestError }[] = []
  const send = async (item: Item): Promise<void> => {
    const sent = await sendOne(client, item, entryOf)
    if (sent === undefined) return
    hasSuccess ||= sent.kind === 'accepted'
    const error = sent.kind === 'failed' ? sent.error : undefined
    if (!hasSuccess && error instanceof RequestError && SYSTEMIC.includes(error.kind)) {
      early.push({ item, sent, error })
      if (early.length >= 2 * concurrency) client.end(error)
      return
    }
    item.sent = sent
    onSent()
  }

  const firsts = probes.values()
  for (const item of firsts) {
    await send(item)
    if (item.sent?.kind !== 'accepted') continue
    await check(item)
    break
  }
  const isProbe = new Set(probes)
  const others = items.filter((item) => !isProbe.has(item)).values()
  const work = async (): Promise<void> => {
    for (const item of firsts) await send(item)
    for (const item of others) await send(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))

  const [failure] = early
  if (failure !== undefined && early.length === items.length) client.end(failure.error)
  if (client.ended !== undefined) throw client.ended
  for (const { item, sent } of early) item.sent = sent
}

/** @returns undefined where the run has ended before. */
async function sendOne(client: KnowledgeClient, item: Item, entryOf: Delivery['entryOf']): Promise<Sent | undefined> {
  // Answers arrive between two texts.
  await setImmediate()
  if (client.ended !== undefined) return undefined
  const entry = await entryOf(item)
  if (entry === undefined) {
    const message = 'The file changed while the job ran.'
    const error = new ActionError('input', message, 'Run the job again when nothing writes it.')
    return { kind: 'failed', error, attempts: 0 }
  }
  try {
    return { kind: 'accepted', attempts: await client.upsert(entry) }
  } catch (error) {
    if (error === client.ended) return undefined
    if (!(error instanceof RequestError)) throw error
    return { kind: 'failed', error, attempts: error.attempts }
  }
}
