import { readText } from '../runbook/source-line.ts'
import { lookAt, type Look } from './look.ts'
import { convertAgain, hasName, readRunbooks, type Runbooks } from './runbooks.ts'
import { send, type Sync } from './send.ts'
import {
  alteredError,
  alteredRow,
  dueOf,
  isShown,
  lateError,
  nextOf,
  requireNoCopies,
  SentEntries,
  standstillError,
  type Sent
} from './sent.ts'

/** Milliseconds between looks: after a send; then after the first look that waits for it, and so on. */
const PAUSES = [100, 500, 1000, 2000, 4000, 8000, 16_000]
const LONGEST_PAUSE = 30_000
/** Milliseconds in which nothing is stored or shown, and nothing is waited for. */
const MAX_STANDSTILL = 10 * 60_000

/**
 * Makes the knowledge base equal to the head of the branch: look, compare, act, and look again, until a look shows that nothing
 * is left to do.
 *
 * @returns the last look.
 * @throws {ActionError} what ends the run early.
 */
export async function syncBranch(sync: Sync): Promise<Look> {
  const { client, findHead, listener } = sync
  const sent = new SentEntries()
  let runbooks: Runbooks | undefined
  let idleSince: number | undefined
  let looks = 0
  for (;;) {
    const head = await findHead()
    // A commit is read once; what is on a disk may change.
    if (runbooks?.head !== head || sync.source.history === undefined) runbooks = await readRunbooks(sync, head)
    const began = performance.now()
    const look = await lookAt(sync, client, runbooks)
    listener.looked(look, sent)
    requireNoCopies(sent, look)
    await settle(sync, look, sent, began)
    const due = dueOf(look, sent)
    if (due.length === 0 && !sent.isWaiting && (await findHead()) === head) return look
    const next = nextOf(due, sent)
    if (next.length > 0) await send(sync, look, next, sent)
    if (due.length === 0 || sent.isWaiting) idleSince = undefined
    else if (performance.now() - (idleSince ??= began) > MAX_STANDSTILL) throw standstillError()
    looks = next.length > 0 ? 0 : looks + 1
    if (sent.isWaiting) await client.pause(PAUSES[looks] ?? LONGEST_PAUSE)
  }
}

/**
 * Brings what was sent up to date with a look.
 *
 * @param began when the look began: it may show the list of that moment.
 */
async function settle(sync: Sync, look: Look, sent: SentEntries, began: number): Promise<void> {
  const { confirmWithin } = sync.settings
  for (const one of sent.all) {
    const { name, shipment, state } = one
    if (state.is === 'shown') continue
    if (isShown(one, look)) {
      sent.set({ ...one, state: { is: 'shown' } })
      continue
    }
    if (state.is !== 'waiting') {
      // No runbook has the name any more, so its failure must not keep notes from being sent.
      if (shipment.do === 'send' && !hasName(look.runbooks, name)) sent.forget(name)
      continue
    }
    const altered = alteredRow(one, look)
    if (altered !== undefined) {
      sent.set({ ...one, state: { is: 'altered', error: alteredError(one, altered, await textOf(sync, one)) } })
    } else if (began - state.since >= confirmWithin) {
      sent.set({ ...one, state: { is: 'failed', error: lateError(one, look, confirmWithin) } })
    }
  }
}

/** The text that was sent; undefined if it must not be shown. */
async function textOf(sync: Sync, { shipment }: Sent): Promise<string | undefined> {
  if (!sync.showsTexts || shipment.do !== 'send') return undefined
  return readText((await convertAgain(sync, shipment.runbook)).content).text
}
