import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { ErrorKind } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/failures.ts'
import { retirementNote, type NotedCommit } from '../runbook/note.ts'
import { reasonToStop } from './guards.ts'
import type { Comparison, Look } from './look.ts'
import { convertAgain } from './runbooks.ts'
import { sentName, type Sent, type SentEntries, type Shipment } from './sent.ts'

/** A copy of a text that was replaced. */
export interface SavedText {
  readonly path: string
  readonly name: string
  /** Absolute path of the copy. */
  readonly file: string
  /** Absolute path of the folder that has all copies of the run. */
  readonly folder: string
  /** The text, without the token. */
  readonly content: string
}

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
export interface Sync extends Comparison {
  readonly client: KnowledgeClient
  readonly listener: Listener
  /** Keeps a text before it is replaced. */
  readonly save: (path: string, name: string, content: string) => Promise<SavedText>
  /**
   * The commit that is to be delivered: the head of the branch.
   *
   * @throws {ActionError} if it is not known, or this run must not deliver it.
   */
  readonly findHead: () => Promise<string>
  /** Milliseconds in which the list must show what was sent. */
  readonly confirmWithin: number
  /** True if a person agrees to what no API can undo. */
  readonly goesOn: boolean
  /** False in a public repository, which must not publish texts of the assistant. */
  readonly showsTexts: boolean
}

/** Milliseconds that one round sends: then the run looks again, so that it sees what people edit meanwhile. */
const MAX_SENDING = 30_000

/** Failures that concern every entry, and how many of them end a run in which nothing has succeeded. One 403 may be about one entry. */
const SYSTEMIC: Partial<Readonly<Record<ErrorKind, number>>> = { 'wrong-address': 1, unreachable: 1, forbidden: 3 }

/**
 * Sends entries, many at a time, until all are sent, the service asks for a pause, or this takes too long. What is not sent is due
 * again. The failure of one entry is its state.
 *
 * @returns true if the service has accepted something.
 * @throws {ActionError} what ends the run; if a person has to agree first, of kind `stopped`.
 */
export async function send(
  sync: Sync,
  look: Look,
  shipments: readonly Shipment[],
  sent: SentEntries
): Promise<boolean> {
  requireAgreement(sync, look, sent)
  const { client } = sync
  sync.listener.sending(shipments.length)
  const until = performance.now() + MAX_SENDING
  const { pauses } = client
  const queue = new PQueue({ concurrency: client.concurrency })
  let failure: { readonly thrown: unknown } | undefined
  const tasks = shipments.map((shipment) => async (): Promise<boolean> => {
    // Conversions block the event loop: answers, such as a 401, arrive before the next one.
    await setImmediate()
    if (failure !== undefined || performance.now() > until || client.pauses > pauses) return false
    try {
      return await sendOne(sync, look, shipment, sent)
    } catch (thrown) {
      failure ??= { thrown }
      return false
    }
  })
  const answers = await queue.addAll(tasks)
  // After the requests that were under way.
  if (failure !== undefined) throw failure.thrown
  return answers.includes(true)
}

/** @throws {ActionError} of kind `stopped`. */
function requireAgreement({ goesOn }: Sync, look: Look, sent: SentEntries): void {
  const reason = reasonToStop(look, sent.all.length === 0 ? 'Nothing was sent' : 'Nothing more was sent')
  if (reason !== undefined && !goesOn) throw reason
}

async function sendOne(sync: Sync, look: Look, shipment: Shipment, sent: SentEntries): Promise<boolean> {
  const { client, listener } = sync
  const name = sentName(shipment)
  const earlier = sent.of(name)
  const { content, ...entry } = await entryOf(sync, look, shipment)
  await saveReplaced(sync, shipment)
  const waiting = (attempts: number): Sent => {
    return {
      ...entry,
      size: Buffer.byteLength(content),
      shipment,
      name,
      before: look.rows.of(name),
      attempts,
      state: { is: 'waiting', since: performance.now() }
    }
  }
  const takeBack = (): void => {
    if (earlier === undefined) sent.forget(name)
    else sent.set(earlier)
  }
  // Before the answer: a request that gets none may have arrived.
  sent.set(waiting(0))
  try {
    const attempts = await client.upsert({ name, content })
    if (attempts === undefined) {
      // It is due after the pause, if the next look says so.
      takeBack()
      return false
    }
    const accepted = waiting(attempts)
    sent.set(accepted)
    listener.answered(accepted)
    return true
  } catch (error) {
    if (error === client.ended) takeBack()
    if (error === client.ended || !(error instanceof RequestError)) throw error
    const failed: Sent = { ...waiting(error.attempts), state: { is: 'failed', error } }
    sent.set(failed)
    listener.answered(failed)
    endIfSystemic(sync, error, sent)
    return false
  }
}

/** The text that is sent, and what the list has to show of it. */
async function entryOf(
  sync: Sync,
  { head }: Look,
  shipment: Shipment
): Promise<Pick<Sent, 'path' | 'digest'> & { readonly content: string }> {
  if (shipment.do !== 'send') {
    const { row, now } = shipment
    const { path, blob } = row.line
    const retired = { name: row.name, path, blob, now }
    return { path, ...retirementNote(retired, sync.options, await commitOf(sync, head)) }
  }
  const { path } = shipment.runbook
  const { content, digest } = await convertAgain(sync, shipment.runbook)
  return { path, content, digest }
}

async function commitOf({ source: { history } }: Sync, id: string): Promise<NotedCommit | undefined> {
  return history && { id, date: await history.dateOf(id) }
}

/** Before they are replaced. */
async function saveReplaced({ save, listener }: Sync, shipment: Shipment): Promise<void> {
  if (shipment.do !== 'send') return
  const { runbook, replaced } = shipment
  for (const { name, content } of replaced) listener.saved(await save(runbook.path, name, content))
}

/** A wrong address, or a token without permission, fails each entry in the same way. */
function endIfSystemic({ client }: Sync, error: RequestError, sent: SentEntries): void {
  const most = SYSTEMIC[error.kind]
  if (most === undefined) return
  const { all } = sent
  const failed = all.filter(({ state }) => state.is === 'failed' && state.error.kind === error.kind)
  const hasSucceeded = all.some(({ state, attempts }) => state.is !== 'failed' && attempts > 0)
  if (hasSucceeded || failed.length < most) return
  client.end(error)
  throw error
}
