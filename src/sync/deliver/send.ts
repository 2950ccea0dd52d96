import PQueue from 'p-queue'
import type { KnowledgeClient } from '../../knowledge/client.ts'
import { RequestError } from '../../knowledge/failures.ts'
import { RETIRED } from '../../runbook/description.ts'
import { retirementNote } from '../../runbook/note.ts'
import type { ReplacedEntry, SavedText, SavedTexts } from '../../saved-texts.ts'
import { successorIn } from '../decide/decision.ts'
import type { Comparison } from '../look.ts'
import { keepsDescription, personalDescription, type Row } from '../read/rows.ts'
import type { Version } from '../read/standing.ts'
import type { Ledger } from './ledger.ts'
import type { Round } from './rounds.ts'
import { shipmentName, type Sent, type SentState, type Shipment } from './sent.ts'

/** Hears what becomes of what is sent. */
export interface Listener {
  /** A round begins to send so many entries. */
  sending(total: number): void
  /** The service has accepted an entry, or rejected it, or not answered. */
  tried(sent: Sent): void
  textSaved(text: SavedText): void
}

/** A client, and those that keep replaced texts and hear of each send. */
export interface Sending extends Pick<Comparison, 'branch' | 'credentialCheck'> {
  readonly client: KnowledgeClient
  readonly listener: Listener
  readonly saved: SavedTexts
}

/** Milliseconds that one round sends: then the run looks again, so that it sees what people edit meanwhile. */
const MAX_SENDING = 30_000
/** Entries in a row without an answer after which a round ends, so that a failing service gets no storm. */
const MAX_UNANSWERED = 8

/**
 * Sends entries, many at a time, until all are sent, the service asks for a pause or fails, or this takes too long. What is not
 * sent is due again. The failure of one entry is its state.
 *
 * @returns how many were sent.
 * @throws {ActionError} what ends the run.
 */
export async function send(sending: Sending, { shipments, isOneByOne }: Round, ledger: Ledger): Promise<number> {
  const { client, listener } = sending
  if (shipments.length === 0) return 0
  listener.sending(shipments.length)
  const until = performance.now() + MAX_SENDING
  const queue = new PQueue({ concurrency: isOneByOne ? 1 : client.concurrency })
  const thrown: unknown[] = []
  let [sent, unanswered] = [0, 0]
  for (const shipment of shipments) {
    void queue.add(async () => {
      try {
        if (performance.now() > until || client.isPaused) {
          queue.clear()
          return
        }
        const state = await sendOne(sending, shipment, ledger)
        if (state !== undefined) sent++
        unanswered = state?.is === 'unanswered' ? unanswered + 1 : 0
        if ((isOneByOne && state?.is !== 'failed') || unanswered === MAX_UNANSWERED) queue.clear()
      } catch (error) {
        thrown.push(error)
        queue.clear()
      }
    })
  }
  // Requests that were sent are waited for, also after an error.
  await queue.onIdle()
  if (thrown.length > 0) throw thrown[0]
  return sent
}

/** @returns what became of it; undefined if the service has only asked to wait. */
async function sendOne(sending: Sending, shipment: Shipment, ledger: Ledger): Promise<SentState | undefined> {
  const { client, listener } = sending
  const text = await textOf(sending, shipment)
  await saveReplaced(sending, shipment)
  const { digest, path, blob, content } = text
  const name = shipmentName(shipment)
  const known = ledger.of(name)
  const since = client.clock()
  const attempt = { digest, path, blob, name, shipment, size: Buffer.byteLength(content) }
  // If the run is cancelled meanwhile, the service may have stored it.
  ledger.set({ ...attempt, isByName: false, state: { is: 'waiting', since } })
  let isByName = false
  const trying: Trying = (how) => {
    isByName ||= how === 'by name'
  }
  const failure = await write(client, shipment, text, trying).catch((error: unknown) => {
    if (client.endedBy?.kind !== 'cancelled') ledger.restore(name, known)
    throw error
  })
  const before = known?.state.is === 'unanswered' ? known.state : { since, tries: 0 }
  const state = stateAfter(failure, before, client)
  if (state === undefined) {
    ledger.restore(name, known)
    return undefined
  }
  const sent = { ...attempt, isByName, state }
  ledger.set(sent)
  listener.tried(sent)
  return state
}

type Trying = Parameters<KnowledgeClient['write']>[1]

/** Stores a text in each of the entries, or in a new one. @returns why the service has not accepted one. @throws what ends the run. */
async function write(
  client: KnowledgeClient,
  shipment: Shipment,
  text: Text,
  trying: Trying
): Promise<RequestError | undefined> {
  const { targets } = shipment
  try {
    for (const listed of targets.length > 0 ? targets : [undefined]) {
      const description = descriptionFor(listed, text)
      await client.write({ name: shipmentName(shipment), content: text.content, description, listed }, trying)
    }
    return undefined
  } catch (error) {
    if (error === client.endedBy || !(error instanceof RequestError)) throw error
    return error
  }
}

/** @param before since when, and how often, it got no answer. */
function stateAfter(
  error: RequestError | undefined,
  before: { readonly since: number; readonly tries: number },
  client: KnowledgeClient
): SentState | undefined {
  if (error === undefined) return { is: 'waiting', since: client.clock() }
  if (!error.retryable) return { is: 'failed', why: 'rejected', error }
  return client.isPaused ? undefined : { is: 'unanswered', since: before.since, tries: before.tries + 1, error }
}

async function saveReplaced({ saved, listener, credentialCheck }: Sending, shipment: Shipment): Promise<void> {
  if (shipment.is !== 'planned') return
  const { replaced, targets, runbook } = shipment
  const keep = async (of: SavedText['of'], text: ReplacedEntry): Promise<void> => {
    const kept = await saved.save(runbook.path, text, of)
    if (kept !== undefined) listener.textSaved({ ...kept, hasCredential: await credentialCheck.isInAny(kept.content) })
  }
  for (const row of replaced) await keep('text', row)
  for (const row of runbook.isDescribed ? targets : []) {
    const content = personalDescription(row)
    if (content !== undefined && content !== runbook.description) {
      await keep('description', { name: row.name, content, json: undefined })
    }
  }
}

interface Text extends Version {
  readonly content: string
  readonly description: string
  /** True if no other description stays, because the file itself has one. */
  readonly isDescribed: boolean
}

/** The description that a request names; undefined if the entry keeps its own. */
function descriptionFor(row: Row | undefined, text: Text): string | undefined {
  const { description } = text
  if (row === undefined) return description === '' ? undefined : description
  const listed = row.details?.description
  return listed === undefined || keepsDescription(row, text) || (listed ?? '') === description ? undefined : description
}

async function textOf({ branch }: Sending, shipment: Shipment): Promise<Text> {
  if (shipment.is === 'planned') {
    const { path, blob, description, isDescribed } = shipment.runbook
    return { path, blob, ...(await branch.texts.takeEntry(shipment.runbook)), description, isDescribed }
  }
  const { name, line } = shipment.row
  const { path, blob } = line
  const note = retirementNote({ name, path, blob, successor: successorIn(shipment) }, branch.options)
  return { path, blob, ...note, description: RETIRED, isDescribed: false }
}
