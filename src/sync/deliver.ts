import { Failure, messageOf, type FailureKind } from '../failures.ts'
import { contentHash } from '../knowledge/content-hash.ts'
import { DeliveryFailure, type Knowledge } from '../knowledge/knowledge.ts'
import { isUnchanged, type Listing } from '../knowledge/list.ts'
import type { Entry } from '../wire.ts'
import { lookAtCanary, timesAsCanary } from './canary.ts'
import type { RunbookOutcome } from './outcome.ts'

/** What is to be sent, before it is read. */
export interface DeliveryItem {
  readonly path: string
  readonly name: string
}

/** A runbook read and converted just before it is sent. */
export type Prepared =
  | { readonly kind: 'ready'; readonly entry: Entry }
  | {
      readonly kind: 'refused' | 'failed'
      readonly reason: string
      readonly remedy?: string
      readonly line?: number
    }

export interface DeliverOptions<Item extends DeliveryItem> {
  readonly items: readonly Item[]
  /** Called ahead, so that the next are ready when requests end: for as many items more as there are requests, at most 16. */
  readonly prepare: (item: Item) => Promise<Prepared>
  /** Paces itself to `concurrency` requests in flight. */
  readonly knowledge: Knowledge
  readonly concurrency: number
  /** The one given to `connect`: it ends the requests, this stops the reading. */
  readonly signal: AbortSignal
  /** What an accepted entry counts as; by default `upserted`. */
  readonly accepted?: 'upserted' | 'retired'
  /**
   * The list as it was just before. What it shows with equal content is not sent, and the first entry that is sent is
   * the canary: one more reading of the list, and one more upsert where no entry that must be sent is in it.
   */
  readonly known?: Listing
  /** Milliseconds between two looks at the list where the first shows a copy; by default 2 s. */
  readonly pause?: number
  /** Called once for every item, as soon as it is decided. */
  readonly onOutcome: (outcome: RunbookOutcome, item: Item) => void
}

export interface Delivered {
  /** `contentHash` of what the service accepted, by name, in the order of acceptance. */
  readonly hashes: ReadonlyMap<string, string>
  /** Why the run ended before everything was tried; whatever was not, is `pending`. */
  readonly ended: Failure | undefined
}

/**
 * Sends the items, however many, holding the contents of those under way only. One entry's failure is its outcome. What
 * concerns all of them ends the run: a rejected token, a cancelled job, a spent budget, an upsert that copies, and an
 * address or permission that is wrong from the start (twice `concurrency` entries, or all there are, and none accepted).
 */
export async function deliver<Item extends DeliveryItem>(options: DeliverOptions<Item>): Promise<Delivered> {
  const delivery = new Delivery(options)
  const { items, known, concurrency } = options
  const decided = known === undefined ? new Set<Item>() : await delivery.sendCanary(items, known)
  const workers = concurrency + Math.min(concurrency, MOST_AHEAD)
  // One iterator for all workers: each takes the next item. An array's iterator needs no closing.
  const queue = items.values()
  await Promise.all(Array.from({ length: workers }, () => delivery.work(queue, decided)))
  return delivery.finish()
}

/** Contents made before they can be sent: enough to never wait for Git, few enough not to fill the memory. */
const MOST_AHEAD = 16

/** Entries that are tried as the canary, one after another, before the run goes on without. */
const CANARIES = 3

/** Failures that, where nothing was ever accepted, are about the run rather than about the entry. */
const FROM_THE_START: readonly FailureKind[] = ['forbidden', 'wrong-address', 'not-the-api', 'unreachable']

/** Not sent: refused beforehand, or unchanged. */
type Sent = 'accepted' | 'not accepted' | 'not sent'

interface Strike<Item> {
  readonly item: Item
  readonly failure: DeliveryFailure
}

class Delivery<Item extends DeliveryItem> {
  readonly #options: DeliverOptions<Item>
  readonly #hashes = new Map<string, string>()
  /** Held back until it is known whether they are about the entry or about the run. */
  #strikes: Strike<Item>[] = []
  /** True when something was accepted, or failed for a reason of its own. */
  #reached = false
  #active = 0
  #ended: Failure | undefined
  #settled = Promise.withResolvers<undefined>()

  constructor(options: DeliverOptions<Item>) {
    this.#options = options
  }

  /** Decides items one by one until one has been sent as the canary; those that the list already has come first. */
  async sendCanary(items: readonly Item[], known: Listing): Promise<ReadonlySet<Item>> {
    const decided = new Set<Item>()
    let refusals = 0
    for (const { item, times } of canaries(items, known)) {
      if (this.#stopped() !== undefined || refusals === CANARIES) break
      decided.add(item)
      const sent = await this.#decide(item, times)
      if (sent === 'accepted') {
        await this.#look(item, known)
        break
      }
      if (sent === 'not accepted') refusals += 1
    }
    return decided
  }

  async work(queue: Iterable<Item>, decided: ReadonlySet<Item>): Promise<void> {
    for (const item of queue) {
      if (decided.has(item)) continue
      await this.#mayStart()
      const ended = this.#stopped()
      if (ended === undefined) await this.#decide(item, 1)
      else this.#pending(item, 0)
    }
  }

  finish(): Delivered {
    const [first] = this.#strikes
    if (first !== undefined && !this.#reached) this.#ended ??= first.failure
    this.#releaseStrikes()
    return { hashes: this.#hashes, ended: this.#ended }
  }

  /** Until something was accepted, no more is under way than it takes to tell a wrong address. */
  async #mayStart(): Promise<void> {
    const most = 2 * this.#options.concurrency
    while (!this.#reached && this.#stopped() === undefined && this.#strikes.length + this.#active >= most) {
      await this.#settled.promise
    }
  }

  #stopped(): Failure | undefined {
    if (this.#options.signal.aborted) {
      this.#ended ??= new Failure(
        'cancelled',
        'The job was cancelled.',
        'Run it again; it then delivers what is pending.'
      )
    }
    return this.#ended
  }

  async #decide(item: Item, times: 1 | 2): Promise<Sent> {
    this.#active += 1
    try {
      return await this.#send(item, times)
    } finally {
      this.#active -= 1
      this.#settled.resolve(undefined)
      this.#settled = Promise.withResolvers()
    }
  }

  async #send(item: Item, times: 1 | 2): Promise<Sent> {
    const { known, knowledge, accepted = 'upserted' } = this.#options
    const prepared = await this.#prepare(item)
    if (prepared.kind !== 'ready') {
      const { kind, ...why } = prepared
      this.#report(item, { outcome: kind, ...why, attempts: 0 })
      return 'not sent'
    }
    const { entry } = prepared
    const hash = contentHash(entry.content)
    if (known !== undefined && isUnchanged(known, entry.name, hash)) {
      this.#report(item, { outcome: 'unchanged', reason: '', attempts: 0 })
      return 'not sent'
    }
    const first = await attempt(knowledge, entry)
    if (first instanceof DeliveryFailure) {
      this.#fail(item, first)
      return 'not accepted'
    }
    const second = times === 2 ? await attempt(knowledge, entry) : { attempts: 0 }
    if (second instanceof DeliveryFailure && second.ends === 'run') this.#ended ??= second
    this.#reached = true
    this.#releaseStrikes()
    this.#hashes.set(entry.name, hash)
    this.#report(item, { outcome: accepted, reason: '', attempts: first.attempts + second.attempts })
    return 'accepted'
  }

  /** Whatever goes wrong with one runbook must not keep the others from being sent. */
  async #prepare(item: Item): Promise<Prepared> {
    try {
      return await this.#options.prepare(item)
    } catch (error) {
      const remedy = error instanceof Failure ? { remedy: error.remedy } : {}
      return { kind: 'failed', reason: messageOf(error), ...remedy }
    }
  }

  #fail(item: Item, failure: DeliveryFailure): void {
    if (failure.ends === 'run') {
      this.#ended ??= failure
      this.#pending(item, failure.attempts)
    } else if (!this.#reached && FROM_THE_START.includes(failure.kind)) {
      this.#strikes.push({ item, failure })
      if (this.#strikes.length >= 2 * this.#options.concurrency) this.#ended ??= failure
    } else {
      this.#reached = true
      this.#releaseStrikes()
      this.#failed(item, failure, failure.attempts)
    }
  }

  #releaseStrikes(): void {
    for (const { item, failure } of this.#strikes.splice(0)) {
      if (this.#reached || this.#ended === undefined) this.#failed(item, failure, failure.attempts)
      else this.#pending(item, failure.attempts)
    }
  }

  async #look(item: Item, known: Listing): Promise<void> {
    const { knowledge, signal, pause = 2000 } = this.#options
    try {
      this.#ended ??= await lookAtCanary(knowledge, known, item.name, pause, signal)
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error
      this.#ended ??= error
    }
  }

  #failed(item: Item, { message, remedy }: Failure, attempts: number): void {
    this.#report(item, { outcome: 'failed', reason: message, remedy, attempts })
  }

  /** The failure that ended the run is told once, not for every runbook. */
  #pending(item: Item, attempts: number): void {
    this.#report(item, { outcome: 'pending', reason: 'Not delivered: the run ended before.', attempts })
  }

  #report(item: Item, rest: Omit<RunbookOutcome, 'path' | 'name'>): void {
    this.#options.onOutcome({ path: item.path, name: item.name, ...rest }, item)
  }
}

/** Those that the list has first, once; then those it has not, twice. None where the list cannot show a copy. */
function* canaries<Item extends DeliveryItem>(items: readonly Item[], known: Listing) {
  if (known.extent !== 'whole') return
  for (const times of [1, 2] as const) {
    for (const item of items) if (timesAsCanary(known, item.name) === times) yield { item, times }
  }
}

async function attempt(knowledge: Knowledge, entry: Entry): Promise<{ readonly attempts: number } | DeliveryFailure> {
  try {
    return await knowledge.upsert(entry)
  } catch (error) {
    if (error instanceof DeliveryFailure) return error
    throw error
  }
}
