import { ActionError, messageOf, type ErrorKind } from '../errors.ts'
import type { Entry } from '../knowledge/api-types.ts'
import { RequestError } from '../knowledge/response.ts'
import type { ServiceContext } from './context.ts'
import type { SendItem } from './plan.ts'

/** An entry to be sent. */
export interface DeliveryItem {
  readonly path: string
  readonly name: string
  /** Reads and converts the text, just before it is sent. */
  readonly content: () => Promise<string>
}

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']

/** The item of a runbook. */
export function runbookItem({ reader, links }: ServiceContext, item: SendItem): DeliveryItem {
  const { path, name } = item
  const content = async (): Promise<string> => {
    const result = await reader.read(item)
    if (result.kind !== 'runbook' || result.name !== name) {
      throw new ActionError('input', 'The file changed while the job ran.', 'Run the job again when nothing writes it.')
    }
    const converted = result.convert()
    links.add(path, converted.targets)
    return converted.content
  }
  return { path, name, content }
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
  const delivery = new Delivery(context, accepted, items.length)
  for (const [at, item] of items.entries()) {
    await delivery.add(item)
    if (at === 0 && afterFirst !== undefined && (await delivery.hasSucceeded())) await afterFirst(item)
  }
  return delivery.finish()
}

class Delivery {
  readonly #context: ServiceContext
  readonly #accepted: 'upserted' | 'retired'
  readonly #total: number
  readonly #names: string[] = []
  readonly #running = new Set<Promise<void>>()
  /** Systemic failures before the first success. */
  readonly #early: { readonly item: DeliveryItem; readonly error: RequestError }[] = []

  constructor(context: ServiceContext, accepted: 'upserted' | 'retired', total: number) {
    this.#context = context
    this.#accepted = accepted
    this.#total = total
  }

  /** Starts sending; resolves when the next item can be added. */
  async add(item: DeliveryItem): Promise<void> {
    const { client } = this.#context
    let entry: Entry
    try {
      if (client.ended !== undefined) throw client.ended
      entry = { name: item.name, content: await item.content() }
      await client.ready()
    } catch (error) {
      this.#failed(item, error)
      return
    }
    const task = this.#send(item, entry).finally(() => this.#running.delete(task))
    this.#running.add(task)
  }

  /** Waits for what was sent so far. */
  async hasSucceeded(): Promise<boolean> {
    await Promise.all(this.#running)
    return this.#names.length > 0
  }

  async finish(): Promise<readonly string[]> {
    const { client } = this.#context
    await Promise.all(this.#running)
    const [first] = this.#early
    if (first !== undefined && this.#early.length === this.#total) client.end(first.error)
    for (const { item, error } of this.#early) this.#failed(item, client.ended ?? error, true)
    if (client.ended !== undefined) throw client.ended
    return this.#names
  }

  async #send(item: DeliveryItem, entry: Entry): Promise<void> {
    const { client, record } = this.#context
    const { path, name } = item
    try {
      const attempts = await client.upsert(entry)
      this.#names.push(name)
      record({ path, name, outcome: this.#accepted, reason: '', attempts })
    } catch (error) {
      this.#failed(item, error)
    }
  }

  /** @param final whether an early systemic failure is decided. */
  #failed(item: DeliveryItem, error: unknown, final = false): void {
    const { client, inputs, record } = this.#context
    const { path, name } = item
    const attempts = error instanceof RequestError ? error.attempts : 0
    if (error === client.ended) {
      record({ path, name, outcome: 'pending', reason: 'The run ended before it was delivered.', attempts })
      return
    }
    const isSystemic = error instanceof RequestError && SYSTEMIC.includes(error.kind) && this.#names.length === 0
    if (isSystemic && !final) {
      this.#early.push({ item, error })
      if (this.#early.length >= 2 * inputs.concurrency) client.end(error)
      return
    }
    const hint = error instanceof ActionError ? error.hint : undefined
    record({ path, name, outcome: 'failed', reason: messageOf(error), hint, attempts })
  }
}
