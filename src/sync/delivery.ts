import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'
import { ActionError, type ErrorKind } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/failures.ts'
import { foldName } from '../normal-form.ts'
import type { Journal } from '../report/journal.ts'
import type { Decision } from '../report/result.ts'
import { readSource, resealed, sealOf, withoutMarks } from '../runbook/source-line.ts'
import { count } from '../wording.ts'
import {
  copiesError,
  Deadline,
  lineTakenError,
  lookFor,
  unconfirmedError,
  type Sighting,
  type Unconfirmed
} from './confirm.ts'
import { markOf, type Row } from './entries.ts'
import type { SavedTexts } from './saved-texts.ts'

/** Failures that concern every entry if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Bytes below which the documented service recommends a document to be. */
const RECOMMENDED_SIZE = 50 * 1024
/** If there are more sends than these, the first one is confirmed before the others. */
const FEW = 3
/** One entry can have two: the text of a person who was quicker, and what the service makes of the text that was sent. */
const MAX_OTHER_TEXTS = 2

/** An entry that is to be sent. */
export interface Shipment {
  readonly decision: Decision
  readonly name: string
  /** Reads the text just before it is sent: memory does not hold all of them. Throws `ActionError` if its file changed. */
  readonly content: () => Promise<string>
  /** What the list shows under the name. */
  readonly rows: readonly Row[]
}

/** An entry that the service accepted. */
interface Sent extends Shipment {
  /** The mark that was sent last. */
  readonly mark: string
  /** What the list has shown instead of what was sent, without marks, and where it is saved; not at all if it is ours. */
  readonly others: readonly { readonly text: string; readonly file: string | undefined }[]
}

/** Why the run ends at a sighting; undefined if it goes on. */
type ReasonToEnd = (sighting: Sighting, listHasMarks: boolean) => ActionError | undefined

/** Sends entries and confirms them. The failure of one entry is its outcome. */
export class Delivery {
  readonly #marksSent = new Map<string, string>()
  readonly #client: KnowledgeClient
  readonly #journal: Journal
  readonly #saved: SavedTexts
  readonly #within: number
  /** Systemic failures before the first success. */
  readonly #early = new Map<Shipment, RequestError>()
  #hasSucceeded = false
  /** True if an upsert has made a second entry, perhaps for an earlier commit. */
  #hasCopied = false
  /** Entries that the list showed otherwise than they were sent, and how many of them it cut. */
  #altered = 0
  #cut = 0
  /** Names of accepted entries that are larger than recommended. */
  readonly #large = new Set<string>()

  constructor(options: {
    readonly client: KnowledgeClient
    readonly journal: Journal
    readonly saved: SavedTexts
    /** Milliseconds in which the list must show what was sent. */
    readonly confirmWithin: number
  }) {
    this.#client = options.client
    this.#journal = options.journal
    this.#saved = options.saved
    this.#within = options.confirmWithin
  }

  /** The mark that was sent last, by name, over all commits of a run. */
  get marksSent(): ReadonlyMap<string, string> {
    return this.#marksSent
  }

  /**
   * @throws {ActionError} what ended the run: a rejected token, a cancellation, no success for too long, a service that makes
   *   copies, a list that cannot be read; or, before the first success, that address or permission are wrong.
   */
  async deliver(shipments: readonly Shipment[]): Promise<void> {
    const isCareful = shipments.length > FEW || this.#hasCopied
    const rest = isCareful ? await this.#confirmFirst(shipments) : shipments
    await this.#confirm(await this.send(rest, shipments.length))
  }

  /**
   * Sends without confirming, which is all that is possible without a list.
   *
   * @param total number of shipments, with those that were sent before.
   * @returns what the service accepted.
   * @throws {ActionError} as `deliver` does, but for the list.
   */
  async send(shipments: readonly Shipment[], total = shipments.length): Promise<readonly Sent[]> {
    const queue = new PQueue({ concurrency: this.#client.concurrency })
    const sent = await queue.addAll(shipments.map((shipment) => async () => this.#send(shipment)))
    this.#settleEarly(total)
    if (this.#client.ended !== undefined) throw this.#client.ended
    return sent.filter((entry) => entry !== undefined)
  }

  /** Says once what the list made of all that was sent, and how many texts are large. */
  noteTexts(): void {
    if (this.#large.size > 0) {
      const message = `${count(this.#large.size, 'entry', 'entries')} of more than 50 KB ${this.#large.size === 1 ? 'was' : 'were'} sent. Smaller documents are recommended: split a runbook if the assistant does not find what is in it.`
      this.#journal.notice({ level: 'notice', message })
    }
    if (this.#altered > 0) {
      const message =
        `The list shows another text than was sent for ${count(this.#altered, 'entry', 'entries')}. The run sent ` +
        `${this.#altered === 1 ? 'it' : 'them'} again with a seal of what is shown, so that edits are recognised.`
      this.#journal.notice({ level: 'notice', message })
    }
    if (this.#cut > 0) {
      const message = `The service stores or shows only the beginning of ${count(this.#cut, 'text')}: look at one in the assistant. Edits further below are not seen, and are replaced.`
      this.#journal.notice({ level: 'warning', message })
    }
  }

  /** Sends one after the other until one is accepted, and confirms that. @returns the others. */
  async #confirmFirst(shipments: readonly Shipment[]): Promise<readonly Shipment[]> {
    // An update shows whether the service makes copies.
    const ordered = shipments.toSorted((a, b) => Number(b.rows.length > 0) - Number(a.rows.length > 0))
    for (const [at, shipment] of ordered.entries()) {
      const accepted = await this.#send(shipment)
      if (accepted === undefined) continue
      await this.#confirm([accepted], (sighting, hasMarks) => {
        if (sighting.kind === 'copied') return copiesError(shipment.name)
        const isNew = shipment.rows.length === 0
        return sighting.kind === 'no mark' && isNew && !hasMarks ? lineTakenError(shipment.name) : undefined
      })
      return ordered.slice(at + 1)
    }
    return []
  }

  /** @returns undefined if the service did not accept it. */
  async #send(shipment: Shipment): Promise<Sent | undefined> {
    // Conversions block the event loop: answers, such as a 401, arrive before the next one.
    await setImmediate()
    if (this.#client.ended !== undefined) return undefined
    const { decision, name } = shipment
    try {
      const content = await shipment.content()
      const mark = this.#noteMark(name, content)
      const attempts = await this.#client.upsert({ name, content })
      this.#hasSucceeded = true
      if (Buffer.byteLength(content) > RECOMMENDED_SIZE) this.#large.add(name)
      this.#journal.outcome({ kind: 'accepted', decision, attempts })
      return { ...shipment, mark, others: [] }
    } catch (error) {
      this.#fail(shipment, error)
      return undefined
    }
  }

  /** Before it is sent: a request without an answer may have arrived. */
  #noteMark(name: string, content: string): string {
    const line = readSource(content)
    const mark = line === undefined ? '' : markOf(line)
    this.#marksSent.set(foldName(name), mark)
    return mark
  }

  #fail(shipment: Shipment, error: unknown): void {
    if (error === this.#client.ended) return
    if (!(error instanceof ActionError)) throw error
    if (error instanceof RequestError && !this.#hasSucceeded && SYSTEMIC.includes(error.kind)) {
      this.#early.set(shipment, error)
      if (this.#early.size >= 2 * this.#client.concurrency) this.#client.end(error)
      return
    }
    const attempts = error instanceof RequestError ? error.attempts : 0
    this.#journal.outcome({ kind: 'failed', decision: shipment.decision, error, attempts })
  }

  /** If everything failed in the same way, that ends the run; otherwise each failure is that of its entry. */
  #settleEarly(total: number): void {
    const [failure] = this.#early.values()
    if (failure !== undefined && this.#early.size === total) this.#client.end(failure)
    if (this.#client.ended !== undefined) return
    for (const [{ decision }, error] of this.#early) {
      this.#journal.outcome({ kind: 'failed', decision, error, attempts: error.attempts })
    }
    this.#early.clear()
  }

  /** Reads the list until each entry has its outcome: an answer alone is no evidence. */
  async #confirm(accepted: readonly Sent[], reasonToEnd: ReasonToEnd = () => undefined): Promise<void> {
    const deadline = new Deadline(this.#within)
    let waiting = new Set(accepted)
    while (waiting.size > 0) {
      const reading = await lookFor([...waiting], this.#client)
      const isLast = deadline.isOver
      const next = await Promise.all(
        Array.from(waiting, async (entry) => {
          const sighting = reading.sightingOf(entry)
          const error = reasonToEnd(sighting, reading.hasMarks)
          if (error !== undefined) throw error
          return this.#judge(entry, sighting, isLast)
        })
      )
      const left = new Set(next.filter((entry) => entry !== undefined))
      if (left.size === 0) return
      // After another send, the full time begins again for all that are waited for.
      if (!left.isSubsetOf(waiting)) deadline.restart()
      waiting = left
      const message = `waiting for the list to show ${count(waiting.size, 'entry', 'entries')}`
      this.#journal.notice({ level: 'progress', message })
      await this.#client.pause(deadline.nextPause())
    }
  }

  /** @returns the entry while the list is to be read for it, as it was sent last; undefined once it has its outcome. */
  async #judge(entry: Sent, sighting: Sighting, isLast: boolean): Promise<Sent | undefined> {
    switch (sighting.kind) {
      case 'stored':
        await this.#settle(entry, sighting.content)
        return undefined
      case 'altered':
        if (entry.others.length < MAX_OTHER_TEXTS) return this.#sendAgain(entry, sighting.content)
        break
      case 'copied':
        this.#hasCopied = true
        break
      case 'other version':
      case 'no mark':
      case 'no row':
        if (!isLast) return entry
    }
    this.#failUnconfirmed(entry, sighting)
    return undefined
  }

  async #settle({ decision, content, others }: Sent, shown: string): Promise<void> {
    this.#journal.outcome({ kind: 'stored', decision })
    const altered = others.find(({ text }) => text === withoutMarks(shown))
    // Any other text is that of a person.
    if (altered?.file === undefined) return
    await this.#drop(altered.file)
    this.#altered++
    if (isBeginning(altered.text, withoutMarks(await content()))) this.#cut++
  }

  #failUnconfirmed({ decision }: Sent, sighting: Unconfirmed): void {
    this.#journal.outcome({ kind: 'failed', decision, error: unconfirmedError(sighting, this.#within) })
  }

  /** Saves what is shown, because a person may have been quicker, and sends the entry under the seal of it. */
  async #sendAgain(entry: Sent, shown: string): Promise<Sent | undefined> {
    try {
      const own = await entry.content()
      const text = withoutMarks(shown)
      const file = text === withoutMarks(own) ? undefined : await this.#save(entry.decision, shown)
      const content = resealed(own, sealOf(entry.name, shown))
      const mark = this.#noteMark(entry.name, content)
      await this.#client.upsert({ name: entry.name, content })
      return { ...entry, mark, others: [...entry.others, { text, file }] }
    } catch (error) {
      if (error === this.#client.ended) throw error
      this.#fail(entry, error)
      return undefined
    }
  }

  /** @returns the file. */
  async #save({ path, name = '' }: Decision, content: string): Promise<string> {
    const saved = await this.#saved.save(path, name, content)
    this.#journal.outcome({ kind: 'saved', ...saved })
    return saved.file
  }

  async #drop(file: string): Promise<void> {
    await this.#saved.drop(file)
    this.#journal.outcome({ kind: 'dropped', file })
  }
}

/** True if a list shows only the beginning of a text, perhaps as one line with an ellipsis. */
function isBeginning(shown: string, text: string): boolean {
  const asLine = (one: string): string => one.replace(/\s+/g, ' ').trim()
  return asLine(text).startsWith(asLine(shown.replace(/(?:…|\.{3})$/, '')))
}
