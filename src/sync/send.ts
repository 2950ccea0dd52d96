import PQueue from 'p-queue'
import type { ErrorKind } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/failures.ts'
import { retirementNote } from '../runbook/note.ts'
import type { SavedText, SavedTexts } from '../saved-texts.ts'
import { reasonToStop, type Look } from './look.ts'
import { convertAgain, type Branch } from './runbooks.ts'
import { sentName, type Sent, type SentEntries, type Shipment } from './sent.ts'

/** Hears what a run sees and does. */
export interface Listener {
  /** @param sent what the run has sent so far; it goes on changing. */
  looked(look: Look, sent: SentEntries): void
  /** A round begins to send so many entries. */
  sending(total: number): void
  /** The service has accepted an entry, or it has failed. */
  answered(sent: Sent): void
  /** A text was saved, and is replaced now. */
  saved(text: SavedText): void
}

/** A sync of a branch or tag. */
export interface Sync extends Branch {
  readonly client: KnowledgeClient
  readonly listener: Listener
  /** Keeps texts before they are replaced. */
  readonly saved: SavedTexts
  /**
   * The commit that is to be delivered: the head of the branch.
   *
   * @throws {ActionError} if it is not known, or this run must not deliver it.
   */
  readonly findHead: () => Promise<string>
  /** True if a person agrees to what no API can undo. */
  readonly goesOn: boolean
}

/** Milliseconds that one round sends: then the run looks again, so that it sees what people edit meanwhile. */
const MAX_SENDING = 30_000

/** Failures that concern every entry, and how many of them end a run in which nothing has succeeded. One 403 may be about one entry. */
const SYSTEMIC: Partial<Readonly<Record<ErrorKind, number>>> = { 'wrong-address': 1, unreachable: 1, forbidden: 3 }

/**
 * Sends entries, many at a time, until all are sent, the service asks for a pause, or this takes too long. What is not sent is due
 * again. The failure of one entry is its state.
 *
 * @throws {ActionError} what ends the run; if a person has to agree first, of kind `stopped`.
 */
export async function send(sync: Sync, look: Look, shipments: readonly Shipment[], sent: SentEntries): Promise<void> {
  const { client, listener, goesOn } = sync
  const reason = reasonToStop(look, sent.all.length === 0 ? 'Nothing was sent' : 'Nothing more was sent')
  if (reason !== undefined && !goesOn) throw reason
  listener.sending(shipments.length)
  const until = performance.now() + MAX_SENDING
  const queue = new PQueue({ concurrency: client.concurrency })
  const thrown: unknown[] = []
  for (const shipment of shipments) {
    void queue.add(async () => {
      try {
        const mayContinue = performance.now() <= until && (await sendOne(sync, shipment, sent))
        if (!mayContinue) queue.clear()
      } catch (error) {
        thrown.push(error)
        queue.clear()
      }
    })
  }
  // What is under way comes to its end.
  await queue.onIdle()
  if (thrown.length > 0) throw thrown[0]
}

/** @returns false if the service has asked for a pause: what was not sent is due if the next look says so. */
async function sendOne(sync: Sync, shipment: Shipment, sent: SentEntries): Promise<boolean> {
  const { client, listener, saved } = sync
  const { content, ...entry } = await entryOf(sync, shipment)
  if (shipment.do === 'send') {
    for (const row of shipment.replaced) {
      const text = await saved.save(entry.path, row.name, row.content)
      if (text !== undefined) listener.saved(text)
    }
  }
  const becomes = (state: Sent['state']): void => {
    const one: Sent = { ...entry, size: Buffer.byteLength(content), shipment, state }
    sent.set(one)
    listener.answered(one)
  }
  try {
    const isAccepted = await client.upsert({ name: entry.name, content })
    if (isAccepted) becomes({ is: 'waiting', since: performance.now() })
    return isAccepted
  } catch (error) {
    if (error === client.ended || !(error instanceof RequestError)) throw error
    becomes({ is: 'failed', error })
    endIfSystemic(sync, error, sent)
    return true
  }
}

/** The text that is sent, and what the list has to show of it. */
async function entryOf(
  sync: Sync,
  shipment: Shipment
): Promise<Pick<Sent, 'name' | 'path' | 'digest'> & { readonly content: string }> {
  const name = sentName(shipment)
  if (shipment.do === 'send') {
    const { path } = shipment.runbook
    const { content, digest } = await convertAgain(sync, shipment.runbook)
    return { name, path, content, digest }
  }
  const { row, now } = shipment
  const { path, blob } = row.line
  return { name, path, ...retirementNote({ name, path, blob, now }, sync.settings) }
}

/** A wrong address, or a token without permission, fails each entry in the same way. */
function endIfSystemic({ client }: Sync, error: RequestError, { all }: SentEntries): void {
  const most = SYSTEMIC[error.kind]
  if (most === undefined) return
  const failed = all.filter(({ state }) => state.is === 'failed' && state.error.kind === error.kind)
  if (all.some(({ state }) => state.is !== 'failed') || failed.length < most) return
  client.end(error)
  throw error
}
