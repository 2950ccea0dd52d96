import { ActionError } from '../errors.ts'
import { shortRef } from '../job/event.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Decision } from '../report/result.ts'
import { term } from '../wording.ts'
import { decideCommit, type Comparison, type Decided, type DecidedCommit } from './commit.ts'
import { decideOrphans } from './decide.ts'
import { Delivery, type Shipment } from './delivery.ts'
import type { Row } from './entries.ts'
import { reasonToStop } from './guards.ts'
import { inventoryOf, noteListProblems } from './inventory.ts'
import { readEntries } from './read-entries.ts'
import { retirementNote } from './retire.ts'
import type { SavedTexts } from './saved-texts.ts'

/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20

/** A sync of a branch or tag. */
export interface Sync extends Comparison {
  readonly client: KnowledgeClient
  readonly saved: SavedTexts
  /** The branch or tag, in full. */
  readonly ref: string
  /** Milliseconds in which the list must show what was sent; 0 if nothing of the list is read. */
  readonly confirmWithin: number
  /**
   * The commit that is to be delivered: the head of the branch.
   *
   * @param delivered the commit that this run has delivered last; undefined at first.
   * @throws {ActionError} if it is not known, or this run must not deliver it.
   */
  readonly findHead: (delivered: string | undefined) => Promise<string>
  /** True if a person has agreed to what no API can undo. */
  readonly goesOn: boolean
}

/** Makes the knowledge base equal to the head of the branch, until the branch has not moved. */
export async function syncBranch(sync: Sync): Promise<DecidedCommit> {
  const { findHead, client, journal, saved, confirmWithin, ref } = sync
  const delivery = new Delivery({ client, journal, saved, confirmWithin })
  let head = await findHead(undefined)
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const decided = await deliverCommit(sync, delivery, head)
    const tip = await findHead(head)
    if (tip === head) {
      delivery.noteTexts()
      return decided
    }
    head = tip
  }
  throw restlessError(ref)
}

function restlessError(ref: string): ActionError {
  return new ActionError(
    'branch-moved',
    `The branch ${shortRef(ref)} moved ${MAX_ROUNDS} times while this run delivered.`,
    `${term('Again')} when fewer commits arrive.`
  )
}

/** Compares a commit with the list, sends what differs, and confirms it in the list. */
async function deliverCommit(sync: Sync, delivery: Delivery, head: string): Promise<Decided> {
  const { client, journal, findHead, showsTexts } = sync
  const decided = await decideCommit(sync, head, client, delivery.marksSent)
  journal.decided({ ...decided, inventory: inventoryOf(decided, showsTexts) })
  noteListProblems(decided, journal)
  const reason = reasonToStop(decided, delivery.marksSent.size === 0 ? 'Nothing was sent' : 'Nothing more was sent')
  if (reason !== undefined && !sync.goesOn) throw reason
  await saveReplacedTexts(sync, decided.decisions)
  await delivery.deliver(shipmentsOf(decided, ({ name = '' }) => decided.entries.rowsOf(name)))
  const hasFailed = journal.has('failed')
  const toRetire = decided.decisions.filter(({ kind }) => kind === 'retire')
  // A runbook may have come back meanwhile; then the next round decides.
  if (toRetire.length === 0 || hasFailed || (await findHead(head)) !== head) return decided
  await delivery.deliver(await retirementsOf(sync, decided, toRetire))
  return decided
}

function shipmentsOf(
  { decisions, runbooks, conversions }: DecidedCommit,
  rowsOf: (decision: Decision) => readonly Row[]
): Shipment[] {
  const byPath = new Map(runbooks.named.map((runbook) => [runbook.path, runbook]))
  return decisions.flatMap((decision) => {
    const runbook = decision.kind === 'send' ? byPath.get(decision.path) : undefined
    if (runbook === undefined) return []
    const content = (): Promise<string> => conversions.contentOf(runbook)
    return [{ decision, name: runbook.name, content, rows: rowsOf(decision) }]
  })
}

/** Before anything is sent. */
async function saveReplacedTexts({ saved, journal }: Sync, decisions: readonly Decision[]): Promise<void> {
  for (const { kind, path, name = '', texts = [] } of decisions) {
    if (kind !== 'send') continue
    for (const { content } of texts) journal.outcome({ kind: 'saved', ...(await saved.save(path, name, content)) })
  }
}

/** The notes for entries that a fresh reading of the list still shows as orphans that nobody has edited. */
async function retirementsOf(sync: Sync, decided: Decided, toRetire: readonly Decision[]): Promise<Shipment[]> {
  const { client, options, ref, source } = sync
  const { history } = source
  const { runbooks, facts, head } = decided
  const entries = await readEntries(client, () => false)
  const now = decideOrphans(runbooks, entries, facts, true)
  const names = new Set(now.flatMap(({ kind, name }) => (kind === 'retire' ? [name] : [])))
  const commit = history && { id: head, date: await history.dateOf(head) }
  return toRetire
    .filter(({ name }) => names.has(name))
    .map((decision) => ({
      decision,
      name: decision.name ?? '',
      content: () => Promise.resolve(retirementNote(decision, options, ref, commit)),
      rows: entries.rowsOf(decision.name ?? '')
    }))
}
