import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'
import { ActionError, type ErrorKind } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/failures.ts'
import type { Journal } from '../report/journal.ts'
import type { Decision, SavedText } from '../report/result.ts'
import { readSource, resealed, sealOf, textOf, withoutMarks } from '../runbook/source-line.ts'
import { count } from '../wording.ts'
import {
  copiesError,
  lineTakenError,
  unconfirmedError,
  waitUntilListed,
  type Accepted,
  type Sighting
} from './confirm.ts'
import { markOf } from './entries.ts'
import type { SavedTexts } from './saved-texts.ts'

/** Failures that concern every entry if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Of more sends than these, the first is confirmed before the others. */
const FEW = 3

/** An entry that is to be sent. */
export interface Shipment {
  readonly decision: Decision
  readonly name: string
  /** Reads the text just before it is sent: memory does not hold all of them. Throws `ActionError` if its file changed. */
  readonly content: () => Promise<string>
  /** How many rows the list shows under the name. */
  readonly before: number
}

/** Sends entries and confirms them. The failure of one entry is its outcome. */
export class Delivery {
  /** The marks that were sent, over all commits of a run. */
  readonly sent = new Set<string>()
  readonly #client: KnowledgeClient
  readonly #journal: Journal
  readonly #saved: SavedTexts
  readonly #within: number
  readonly #concurrency: number
  /** Systemic failures before the first success. */
  readonly #early = new Map<Shipment, RequestError>()
  #hasSucceeded = false
  /** Entries that the list showed otherwise than they were sent. */
  #altered = 0

  constructor(options: {
    readonly client: KnowledgeClient
    readonly journal: Journal
    readonly saved: SavedTexts
    /** Milliseconds in which the list shows what was sent; 0 if it is not asked. */
    readonly confirmWithin: number
    readonly concurrency: number
  }) {
    this.#client = options.client
    this.#journal = options.journal
    this.#saved = options.saved
    this.#within = options.confirmWithin
    this.#concurrency = options.concurrency
  }

  /**
   * @throws {ActionError} what ended the run: a rejected token, a cancellation, no success for too long, a service that makes
   *   copies, a list that cannot be read; or, before the first success, that address or permission are wrong.
   */
  async deliver(shipments: readonly Shipment[]): Promise<void> {
    const others = this.#within > 0 && shipments.length > FEW ? await this.#confirmFirst(shipments) : shipments
    const queue = new PQueue({ concurrency: this.#concurrency })
    const accepted = await queue.addAll(others.map((shipment) => async () => this.#send(shipment)))
    this.#settleEarly(shipments.length)
    if (this.#client.ended !== undefined) throw this.#client.ended
    if (this.#within > 0) await this.#confirm(accepted.filter((entry) => entry !== undefined))
  }

  /** Says once what the service made of all that was sent. */
  noteAltered(): void {
    if (this.#altered === 0) return
    const message =
      `The list shows another text than was sent for ${count(this.#altered, 'entry', 'entries')}. The run sent ` +
      `${this.#altered === 1 ? 'it' : 'them'} again with a seal of what is shown, so that edits are recognised.`
    this.#journal.notice({ level: 'notice', message })
  }

  /** Sends one after the other until one is accepted, and confirms that. @returns the others. */
  async #confirmFirst(shipments: readonly Shipment[]): Promise<readonly Shipment[]> {
    // An update shows whether the service makes copies.
    const ordered = shipments.toSorted((a, b) => Number(b.before > 0) - Number(a.before > 0))
    for (const [at, shipment] of ordered.entries()) {
      const accepted = await this.#send(shipment)
      if (accepted === undefined) continue
      await this.#confirm([accepted], (sighting, hasMarks) => {
        if (sighting.kind === 'copied') throw copiesError(shipment.name)
        const isNew = accepted.entry.before === 0
        if (sighting.kind === 'no mark' && isNew && !hasMarks) throw lineTakenError(shipment.name)
      })
      return ordered.slice(at + 1)
    }
    return []
  }

  /** @returns undefined if the service did not accept it. */
  async #send(shipment: Shipment): Promise<SentShipment | undefined> {
    // Answers arrive between two texts.
    await setImmediate()
    if (this.#client.ended !== undefined) return undefined
    const { decision, name, before } = shipment
    try {
      const content = await shipment.content()
      const mark = this.#noteMark(content)
      const attempts = await this.#client.upsert({ name, content })
      this.#hasSucceeded = true
      this.#journal.outcome({ kind: 'accepted', decision, attempts })
      return { shipment, entry: { decision, name, mark, before } }
    } catch (error) {
      this.#fail(shipment, error)
      return undefined
    }
  }

  /** Before it is sent: a request without an answer may have arrived. */
  #noteMark(content: string): string {
    const line = readSource(content)?.line
    const mark = line === undefined ? '' : markOf(line)
    this.sent.add(mark)
    return mark
  }

  #fail(shipment: Shipment, error: unknown): void {
    if (error === this.#client.ended) return
    if (!(error instanceof ActionError)) throw error
    if (error instanceof RequestError && !this.#hasSucceeded && SYSTEMIC.includes(error.kind)) {
      this.#early.set(shipment, error)
      if (this.#early.size >= 2 * this.#concurrency) this.#client.end(error)
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

  /** @param check ends the run for what only the first entry is watched for. */
  async #confirm(
    sent: readonly SentShipment[],
    check: (sighting: Sighting, listHasMarks: boolean) => void = () => undefined
  ): Promise<void> {
    const shipments = new Map(sent.map(({ entry, shipment }) => [entry.decision, shipment]))
    const copies = new Map<Decision, SavedText & { readonly text: string }>()
    const fail = (decision: Decision, sighting: Sighting): undefined => {
      this.#journal.outcome({ kind: 'failed', decision, error: unconfirmedError(sighting, this.#within) })
    }
    await waitUntilListed(
      sent.map(({ entry }) => entry),
      this.#client,
      this.#within,
      {
        onSighting: async (entry, sighting, hasMarks) => {
          check(sighting, hasMarks)
          const { decision } = entry
          const copy = copies.get(decision)
          switch (sighting.kind) {
            case 'stored':
              this.#journal.outcome({ kind: 'stored', decision })
              if (copy?.text === withoutMarks(sighting.content)) await this.#drop(copy)
              return undefined
            case 'altered': {
              const shipment = shipments.get(decision)
              if (shipment === undefined) return undefined
              if (copy !== undefined) return this.#settleSecond(entry, shipment, sighting, fail)
              // A person may have been quicker.
              const text = withoutMarks(sighting.content)
              copies.set(decision, { ...(await this.#save(decision, sighting.content)), text })
              return this.#sendAgain(entry, shipment, sighting.content)
            }
            case 'copied': {
              fail(decision, sighting)
              return
            }
            case 'other version':
            case 'no mark':
            case 'no row':
              return entry
          }
        },
        onTimeout: ({ decision }, sighting) => {
          fail(decision, sighting)
        },
        onWait: (waiting) => {
          const message = `waiting for the list to show ${count(waiting, 'entry', 'entries')}`
          this.#journal.notice({ level: 'progress', message })
        }
      }
    )
    this.#altered += copies.size
  }

  /** Sends an entry under the seal of what the service makes of it. */
  async #sendAgain(entry: Accepted, shipment: Shipment, shown: string): Promise<Accepted | undefined> {
    try {
      const content = resealed(await shipment.content(), sealOf(entry.name, shown))
      const mark = this.#noteMark(content)
      await this.#client.upsert({ name: entry.name, content })
      return { ...entry, mark }
    } catch (error) {
      if (error === this.#client.ended) throw error
      this.#fail(shipment, error)
      return undefined
    }
  }

  /** The text of a person was sealed, and ours is there: or the service shows another text at each reading. */
  async #settleSecond(
    { decision }: Accepted,
    shipment: Shipment,
    sighting: Extract<Sighting, { kind: 'altered' }>,
    fail: (decision: Decision, sighting: Sighting) => undefined
  ): Promise<undefined> {
    if (textOf(sighting.content) !== textOf(await shipment.content())) {
      fail(decision, sighting)
      return
    }
    this.#journal.outcome({ kind: 'stored', decision })
    return undefined
  }

  async #save({ path, name = '' }: Decision, content: string): Promise<SavedText> {
    const saved = await this.#saved.save(path, name, content)
    this.#journal.outcome({ kind: 'saved', ...saved })
    return saved
  }

  async #drop({ file }: SavedText): Promise<void> {
    await this.#saved.drop({ file })
    this.#journal.outcome({ kind: 'dropped', file })
  }
}

interface SentShipment {
  readonly shipment: Shipment
  readonly entry: Accepted
}
