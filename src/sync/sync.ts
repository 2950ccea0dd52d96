import { firstSyncError, isFirstSync, reasonToStop, type Consent } from './deliver/guards.ts'
import { Ledger } from './deliver/ledger.ts'
import { Pace } from './deliver/pace.ts'
import { dueOf, nextRound, requireProgress } from './deliver/rounds.ts'
import { send, type Listener, type Sending } from './deliver/send.ts'
import { lookAt, type Comparison, type Look } from './look.ts'
import type { EntryList } from './read/entry-list.ts'
import type { Runbooks } from './read/runbooks.ts'

/** A sync of one branch or tag, with all that it works on. */
export interface Sync extends Comparison, Sending, Consent {
  readonly list: EntryList
  readonly listener: Listener & {
    /** @param ledger what the run has sent so far; it goes on changing. */
    looked(look: Look, ledger: Ledger): void
  }
  /** Milliseconds in which the list must show what was sent. */
  readonly confirmWithin: number
  /**
   * The commit that is to be delivered: the head of the branch.
   *
   * @throws {ActionError} if it is not known, or this run must not deliver it.
   */
  readonly findHead: () => Promise<string>
  readonly runbooksAt: (head: string) => Promise<Runbooks>
  /** Tells whether this may be the first sync of the repository into the workspace of the token. */
  readonly mayBeFirst: () => Promise<boolean>
}

/**
 * Makes the knowledge base equal to the head of the branch: look, compare, act, and look again, until a look shows that nothing
 * is left to do.
 *
 * @returns the last look.
 * @throws {ActionError} what ends the run early.
 */
export async function syncBranch(sync: Sync): Promise<Look> {
  const { branch, list, client, findHead, runbooksAt, listener } = sync
  const ledger = new Ledger(sync.confirmWithin)
  const pace = new Pace()
  let runbooks: Runbooks | undefined
  for (;;) {
    const head = await findHead()
    // A commit is read once; what is on a disk may change.
    if (runbooks?.head !== head || branch.source.history === undefined) runbooks = await runbooksAt(head)
    const look = await lookAt(sync, list, runbooks)
    listener.looked(look, ledger)
    ledger.settle(look)
    const due = dueOf(look, ledger)
    requireProgress(due, ledger)
    if (due.length === 0 && !ledger.isWaiting && (await findHead()) === head) return look
    const round = nextRound(due, ledger)
    if (round.shipments.length > 0) await requireAgreement(sync, look, ledger)
    const sent = await send(sync, round, ledger)
    await pace.wait(client, ledger, { due: due.length, sent })
  }
}

/** @throws {ActionError} of kind `stopped` before something that no API can undo. */
async function requireAgreement(sync: Sync, look: Look, ledger: Ledger): Promise<void> {
  const isBegun = ledger.all.length > 0
  if (!isBegun && isFirstSync(look) && !(await sync.mayBeFirst())) throw firstSyncError(sync.branch.options)
  const reason = reasonToStop(look, isBegun ? 'Nothing more was sent' : 'Nothing was sent', sync)
  if (reason !== undefined) throw reason
}
