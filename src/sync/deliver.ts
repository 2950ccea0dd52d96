import { setImmediate } from 'node:timers/promises'
import { ActionError, messageOf, type ErrorKind } from '../errors.ts'
import { RequestError } from '../knowledge/response.ts'
import type { ServiceContext } from './context.ts'
import type { SendItem } from './plan.ts'

/** An entry to be sent. */
export interface DeliveryItem {
  readonly path: string
  readonly name: string
  /** Reads the text, just before it is sent. What it returns converts the text. */
  readonly read: () => Promise<() => string>
}

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']

/** The item of a runbook. */
export function runbookItem({ reader, links }: ServiceContext, item: SendItem): DeliveryItem {
  const { path, name } = item
  const read = async (): Promise<() => string> => {
    const result = await reader.read(item)
    if (result.kind !== 'runbook' || result.name !== name) {
      throw new ActionError('input', 'The file changed while the job ran.', 'Run the job again when nothing writes it.')
    }
    return () => {
      const { content, targets } = result.convert()
      links.add(path, targets)
      return content
    }
  }
  return { path, name, read }
}

export interface DeliveryOptions {
  /** The outcome of an accepted entry. */
  readonly accepted?: 'upserted' | 'retired'
  /** Called if the first entry was accepted, before another one is sent. */
  readonly afterFirst?: ((item: DeliveryItem) => Promise<void>) | undefined
}

/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the names that were accepted, in this order.
 * @throws {ActionError} that ended the run; what was not sent is recorded as pending.
 */
export async function deliver(
  context: ServiceContext,
  items: readonly DeliveryItem[],
  { accepted = 'upserted', afterFirst }: DeliveryOptions = {}
): Promise<readonly string[]> {
  const { client, inputs, record } = context
  const names: string[] = []
  /** Systemic failures before the first success. */
  const early: { readonly item: DeliveryItem; readonly error: RequestError }[] = []

  const recordFailure = ({ path, name }: DeliveryItem, error: unknown): void => {
    const attempts = error instanceof RequestError ? error.attempts : 0
    if (error === client.ended) {
      record({ path, name, outcome: 'pending', reason: 'The run ended before it was delivered.', attempts })
    } else {
      const hint = error instanceof ActionError ? error.hint : undefined
      record({ path, name, outcome: 'failed', reason: messageOf(error), hint, attempts })
    }
  }
  let turn: Promise<unknown> = Promise.resolve()
  /** Converts one text at a time, and lets answers arrive in between. */
  const contentOf = async (item: DeliveryItem): Promise<string> => {
    const convert = await item.read()
    turn = turn.then(() => setImmediate())
    await turn
    return convert()
  }
  const send = async (item: DeliveryItem): Promise<void> => {
    const { path, name } = item
    try {
      if (client.ended !== undefined) throw client.ended
      const attempts = await client.upsert({ name, content: await contentOf(item) })
      names.push(name)
      record({ path, name, outcome: accepted, reason: '', attempts })
    } catch (error) {
      const isSystemic = error instanceof RequestError && error !== client.ended && SYSTEMIC.includes(error.kind)
      if (!isSystemic || names.length > 0) {
        recordFailure(item, error)
        return
      }
      early.push({ item, error })
      if (early.length >= 2 * inputs.concurrency) client.end(error)
    }
  }

  const [first, ...rest] = items
  if (first !== undefined && afterFirst !== undefined) {
    await send(first)
    if (names.length > 0) await afterFirst(first)
  }
  const next = (afterFirst === undefined ? items : rest).values()
  const work = async (): Promise<void> => {
    for (const item of next) await send(item)
  }
  await Promise.all(Array.from({ length: inputs.concurrency }, work))

  const [failure] = early
  if (failure !== undefined && early.length === items.length) client.end(failure.error)
  for (const { item, error } of early) recordFailure(item, client.ended ?? error)
  if (client.ended !== undefined) throw client.ended
  return names
}
