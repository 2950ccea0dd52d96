import PQueue from 'p-queue'
import type { KnowledgeClient } from '../../knowledge/client.ts'
import { RequestError } from '../../knowledge/failures.ts'
import { RETIRED } from '../../runbook/description.ts'
import { retirementNote } from '../../runbook/note.ts'
import type { ReplacedEntry, SavedText, SavedTexts } from '../../saved-texts.ts'
import { successorIn } from '../decide/decision.ts'
import type { Comparison } from '../look.ts'
import { personalDescription, type Row } from '../read/rows.ts'
import type { Version } from '../read/standing.ts'
import type { Ledger } from './ledger.ts'
import type { Round } from './rounds.ts'
import { isSameVersion, shipmentName, type Sent, type SentState, type Shipment } from './sent.ts'

/** Hears what becomes of what is sent. */
export interface Listener {
  /** A round begins to send so many entries. */
  sending(total: number): void
  /** The service has accepted an entry, or rejected it, or not answered. */
  tried(sent: Sent): void
  saved(text: SavedText): void
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

/** @returns what became of it; undefined if the service has asked for a pause instead. */
async function sendOne(sending: Sending, shipment: Shipment, ledger: Ledger): Promise<SentState | undefined> {
  const { client, listener } = sending
  const { content, description, isDescribed, ...text } = await textOf(sending, shipment)
  await saveReplaced(sending, shipment)
  const known = ledger.of(shipmentName(shipment))
  const again = known !== undefined && isSameVersion(known, text) ? known : undefined
  const since = client.clock()
  const attempt = attemptOf(shipment, { ...text, size: Buffer.byteLength(content) }, again, since)
  const { name, isByName } = attempt
  // If the run is cancelled meanwhile, the service may have stored it.
  ledger.set(attempt)
  const answer = await write(sending, { name, content, description, isDescribed }, shipment.targets).catch(
    (error: unknown) => {
      if (client.ended?.kind !== 'cancelled') ledger.restore(name, known)
      throw error
    }
  )
  const before = again?.state.is === 'unanswered' ? again.state : { since, tries: 0 }
  const state = stateAfter(answer, before, client)
  if (state === undefined) {
    ledger.restore(name, known)
    return undefined
  }
  const tried = { ...attempt, isByName: answer.isByName || isByName, state }
  ledger.set(tried)
  listener.tried(tried)
  return state
}

/** A send that is not answered yet. @param again an earlier one of the same text. */
function attemptOf(
  shipment: Shipment,
  text: Pick<Sent, keyof Version | 'size'>,
  again: Sent | undefined,
  since: number
): Sent {
  return {
    ...text,
    name: shipmentName(shipment),
    shipment,
    isByName: again?.state.is === 'unanswered' && again.isByName,
    state: { is: 'waiting', since }
  }
}

/** The answers of the service to the requests that store one text. */
interface Answer {
  readonly accepted: number
  /** True if it was asked to find an entry by its name. */
  readonly isByName: boolean
  /** Why it has not accepted the next one. */
  readonly error: RequestError | undefined
}

/** Stores a text in each of the entries, or in a new one. @throws what ends the run. */
async function write(
  { client }: Sending,
  { description, isDescribed, ...text }: Described & { readonly name: string; readonly content: string },
  targets: readonly Row[]
): Promise<Answer> {
  let accepted = 0
  let isByName = false
  try {
    for (const listed of targets.length > 0 ? targets : [undefined]) {
      await client.write(
        { ...text, description: descriptionFor(listed, { description, isDescribed }), listed },
        (how) => {
          isByName ||= how === 'by name'
        }
      )
      accepted++
    }
    return { accepted, isByName, error: undefined }
  } catch (error) {
    if (error === client.ended || !(error instanceof RequestError)) throw error
    return { accepted, isByName, error }
  }
}

/** @param before since when, and how often, it got no answer. */
function stateAfter(
  { accepted, error }: Answer,
  before: { readonly since: number; readonly tries: number },
  client: KnowledgeClient
): SentState | undefined {
  if (error === undefined) return { is: 'waiting', since: client.clock() }
  if (!error.retryable) return { is: 'failed', why: 'rejected', error }
  // The service has only asked to wait.
  if (client.isPaused && accepted === 0) return undefined
  return { is: 'unanswered', since: before.since, tries: before.tries + (client.isPaused ? 0 : 1), error }
}

async function saveReplaced({ saved, listener, credentialCheck }: Sending, shipment: Shipment): Promise<void> {
  if (shipment.is !== 'planned') return
  const { replaced, targets, runbook } = shipment
  const keep = async (of: SavedText['of'], text: ReplacedEntry): Promise<void> => {
    const kept = await saved.save(runbook.path, text, of)
    if (kept !== undefined) listener.saved({ ...kept, hasCredential: await credentialCheck.areIn(kept.content) })
  }
  for (const row of replaced) await keep('text', row)
  for (const row of runbook.isDescribed ? targets : []) {
    const content = personalDescription(row)
    if (content !== undefined && content !== runbook.description) {
      await keep('description', { name: row.name, content, json: undefined })
    }
  }
}

interface Described {
  readonly description: string
  /** True if no other description stays, because the file itself has one. */
  readonly isDescribed: boolean
}

/** The description that a request names; undefined if the entry keeps its own. */
function descriptionFor(row: Row | undefined, { description, isDescribed }: Described): string | undefined {
  if (row === undefined) return description === '' ? undefined : description
  const listed = row.details?.description
  const stays = personalDescription(row) !== undefined && !isDescribed
  return listed === undefined || stays || (listed ?? '') === description ? undefined : description
}

/** The text that is sent, what the list has to show of it, and what it is for. */
async function textOf(
  { branch }: Sending,
  shipment: Shipment
): Promise<Version & Described & { readonly content: string }> {
  if (shipment.is === 'planned') {
    const { path, blob, description, isDescribed } = shipment.runbook
    return { path, blob, ...(await branch.texts.entry(shipment.runbook)), description, isDescribed }
  }
  const { row } = shipment
  const { path, blob } = row.line
  const note = retirementNote({ name: row.name, path, blob, successor: successorIn(shipment) }, branch.options)
  return { path, blob, ...note, description: RETIRED, isDescribed: false }
}
