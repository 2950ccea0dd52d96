import { readText } from '../runbook/source-line.ts'
import { standstillError } from './ledger-errors.ts'
import { Ledger } from './ledger.ts'
import { lookAt, type Look } from './look.ts'
import { convertAgain, readRunbooks, type Runbook, type Runbooks } from './runbooks.ts'
import { send, type Sync } from './send.ts'

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
  const { client, list, findHead, listener } = sync
  const ledger = new Ledger(sync.confirmWithin, async (runbook, { content }) => shownText(sync, runbook, content ?? ''))
  let runbooks: Runbooks | undefined
  let idleSince: number | undefined
  let looksSinceSend = 0
  for (;;) {
    const head = await findHead()
    // A commit is read once; what is on a disk may change.
    if (runbooks?.head !== head || sync.source.history === undefined) runbooks = await readRunbooks(sync, head)
    const began = { clock: client.clock(), time: performance.now() }
    const look = await lookAt(sync, list, runbooks)
    listener.looked(look, ledger)
    await ledger.settle(look, began.clock)
    // Minutes may have passed since the list was read.
    if (look.isOld) continue
    const due = ledger.due(look)
    const round = ledger.next(due)
    if (due.length === 0 && !ledger.isWaiting && (await findHead()) === head) return look
    if (round.shipments.length > 0) await send(sync, look, round, ledger)
    if (due.length === 0 || ledger.isWaiting) idleSince = undefined
    else if (performance.now() - (idleSince ??= began.time) > MAX_STANDSTILL) throw standstillError()
    looksSinceSend = round.shipments.length > 0 ? 0 : looksSinceSend + 1
    if (ledger.tries > 0) await client.pause(pauseAfter(ledger.tries) * (0.5 + Math.random() / 2))
    else if (ledger.isWaiting) await client.pause(pauseAfter(looksSinceSend))
  }
}

function pauseAfter(looks: number): number {
  return PAUSES[looks] ?? LONGEST_PAUSE
}

/** The text that was sent of a runbook; undefined if it, or what the list shows instead, must not be shown. */
async function shownText(sync: Sync, runbook: Runbook, shown: string): Promise<string | undefined> {
  if (!sync.showsTexts) return undefined
  const { content } = await convertAgain(sync, runbook)
  return (await sync.secrets.areIn(content, shown)) ? undefined : readText(content).text
}
