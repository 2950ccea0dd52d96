import { setImmediate } from 'node:timers/promises'
import { ActionError, type ErrorKind } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/response.ts'

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Why a runbook is pending. */
export const RUN_ENDED = 'The run ended before it was delivered.'

/** What became of one entry. */
export type Sent =
  | { readonly kind: 'accepted'; readonly attempts: number }
  /** `attempts` requests were made. */
  | { readonly kind: 'failed'; readonly error: ActionError; readonly attempts: number }
  /** Not sent, because the run ended before. */
  | { readonly kind: 'pending' }

interface Delivery<Item> {
  readonly client: KnowledgeClient
  readonly concurrency: number
  readonly items: readonly Item[]
  /** Reads the text of an entry just before it is sent; undefined where its file changed. */
  readonly textOf: (item: Item) => Promise<string | undefined>
  readonly onSent: (item: Item, sent: Sent) => void
  /** Sent first, one at a time, until one of them is accepted; `check` then gets it before another one is sent. */
  readonly first?: { readonly items: readonly Item[]; readonly check: (item: Item) => Promise<void> } | undefined
}

/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the items that were accepted, in this order.
 * @throws {ActionError} that ended the run.
 */
export async function deliver<Item extends { readonly name: string }>({
  client,
  concurrency,
  items,
  textOf,
  onSent,
  first
}: Delivery<Item>): Promise<readonly Item[]> {
  const accepted: Item[] = []
  /** Systemic failures before the first success. */
  const early: { readonly item: Item; readonly error: RequestError }[] = []
  const send = async (item: Item): Promise<void> => {
    const sent = await sendOne(client, item, textOf)
    if (sent.kind === 'accepted') accepted.push(item)
    if (sent.kind === 'failed' && accepted.length === 0 && isSystemic(sent.error)) {
      early.push({ item, error: sent.error })
      if (early.length >= 2 * concurrency) client.end(sent.error)
    } else {
      onSent(item, sent)
    }
  }

  const probes = (first?.items ?? []).values()
  for (const item of probes) {
    await send(item)
    if (!accepted.includes(item)) continue
    await first?.check(item)
    break
  }
  const isProbe = new Set(first?.items)
  const others = items.filter((item) => !isProbe.has(item)).values()
  const work = async (): Promise<void> => {
    for (const item of probes) await send(item)
    for (const item of others) await send(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))

  const [failure] = early
  if (failure !== undefined && early.length === items.length) client.end(failure.error)
  for (const { item, error } of early) {
    onSent(item, client.ended === undefined ? { kind: 'failed', error, attempts: error.attempts } : { kind: 'pending' })
  }
  if (client.ended !== undefined) throw client.ended
  return accepted
}

async function sendOne<Item extends { readonly name: string }>(
  client: KnowledgeClient,
  item: Item,
  textOf: Delivery<Item>['textOf']
): Promise<Sent> {
  // Answers arrive between two texts.
  await setImmediate()
  if (client.ended !== undefined) return { kind: 'pending' }
  const content = await textOf(item)
  if (content === undefined) {
    const error = new ActionError(
      'input',
      'The file changed while the job ran.',
      'Run the job again when nothing writes it.'
    )
    return { kind: 'failed', error, attempts: 0 }
  }
  try {
    return { kind: 'accepted', attempts: await client.upsert({ name: item.name, content }) }
  } catch (error) {
    if (error === client.ended) return { kind: 'pending' }
    if (!(error instanceof RequestError)) throw error
    return { kind: 'failed', error, attempts: error.attempts }
  }
}

function isSystemic(error: ActionError): error is RequestError {
  return error instanceof RequestError && SYSTEMIC.includes(error.kind)
}
