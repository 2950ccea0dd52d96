import { setImmediate } from 'node:timers/promises'
import { ActionError, messageOf, type ErrorKind } from '../errors.ts'
import { RequestError } from '../knowledge/response.ts'
import type { ServiceContext } from './context.ts'
import { DELETE_ENTRY } from './orphans.ts'
import type { NamedRunbook } from './reader.ts'

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
const RUN_AGAIN = 'Run the job again when nothing writes it.'
/** Why a runbook is pending. */
export const RUN_ENDED = 'The run ended before it was delivered.'

export interface Delivery<Item> {
  readonly items: readonly Item[]
  /** Reads an entry just before it is sent. The result makes its text; undefined where its file changed. */
  readonly prepare: (item: Item) => (() => string | undefined) | Promise<() => string | undefined>
  /** The outcome of an accepted entry. */
  readonly outcome: 'upserted' | 'retired'
  /** Called if the first entry was accepted, before another one is sent. */
  readonly afterFirst?: ((item: Item) => Promise<void>) | undefined
}

/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the items that were accepted, in this order.
 * @throws {ActionError} that ended the run; what was not sent is recorded as pending.
 */
export async function deliver<Item extends Pick<NamedRunbook, 'path' | 'name'>>(
  { client, inputs, record }: ServiceContext,
  { items, prepare, outcome, afterFirst }: Delivery<Item>
): Promise<readonly Item[]> {
  const accepted: Item[] = []
  /** Systemic failures before the first success. */
  const early: { readonly item: Item; readonly error: RequestError }[] = []

  const recordFailure = ({ path, name }: Item, error: unknown): void => {
    if (error === client.ended) {
      record({ path, name, outcome: 'pending', reason: RUN_ENDED })
    } else {
      const attempts = error instanceof RequestError ? error.attempts : 0
      const isNote = outcome === 'retired'
      const reason = `${isNote ? 'Not retired: ' : ''}${messageOf(error)}`
      const hint = isNote ? DELETE_ENTRY : error instanceof ActionError ? error.hint : undefined
      record({ path, name, outcome: 'failed', reason, hint, attempts })
    }
  }
  let turn: Promise<unknown> = Promise.resolve()
  const send = async (item: Item): Promise<void> => {
    const { path, name } = item
    try {
      if (client.ended !== undefined) throw client.ended
      const makeText = await prepare(item)
      // One text at a time, and answers arrive in between.
      turn = turn.then(() => setImmediate())
      await turn
      const content = makeText()
      if (content === undefined) throw new ActionError('input', 'The file changed while the job ran.', RUN_AGAIN)
      const attempts = await client.upsert({ name, content })
      accepted.push(item)
      record({ path, name, outcome, reason: '', attempts })
    } catch (error) {
      const isSystemic = error instanceof RequestError && error !== client.ended && SYSTEMIC.includes(error.kind)
      if (!isSystemic || accepted.length > 0) {
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
    if (accepted.length > 0) await afterFirst(first)
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
  return accepted
}
