import type { Changes } from '../changes/changes.ts'
import type { Job } from '../event.ts'
import { Repository, type Source } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { KnowledgeList } from '../knowledge/list.ts'
import { PUSH, WHOLE } from '../knowledge/reading.ts'
import { textHash } from '../knowledge/spelling.ts'
import type { Findings } from '../report/findings.ts'
import type { RunbookOutcome } from '../report/outcome.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { compareWithList } from './compare.ts'
import { deliver, RUN_ENDED, type Sent } from './deliver.ts'
import { inventoryOf } from './inventory.ts'
import { reportOrphans, type Orphan } from './orphans.ts'
import { RunbookReader, type NamedRunbook } from './reader.ts'
import { retire } from './retire.ts'
import type { SavedTexts } from './saved-texts.ts'
import { settle } from './settle.ts'
import { count, listed } from '../wording.ts'
import { checkUpdate, verify, wrongOutcome, type Verification } from './verify.ts'
import { makeWorkList, reportWorkList, type WorkList } from './worklist.ts'

/** The delivery of one commit. */
export interface Round {
  readonly changes: Changes
  /** The branch or tag, in full. */
  readonly ref: string
  readonly job: Pick<Job, 'repository' | 'serverUrl' | 'isPrivate'>
  readonly inputs: Inputs
  readonly source: Source
  readonly options: RunbookOptions
  readonly client: KnowledgeClient
  readonly saved: SavedTexts
  readonly findings: Findings
  readonly signal: AbortSignal
}

/** What a round leaves for the next one. */
export interface Leftovers {
  /** Entries whose runbooks are gone. */
  orphans: readonly Orphan[]
  isNameInUse: (name: string) => boolean
}

/**
 * Sends what changed: first compares it with the list, so that no text is lost that only the knowledge base has, and a full
 * sync sends nothing that is already there; then checks that it arrived.
 *
 * @returns whether a request may have written something.
 */
export async function deliverCommit(round: Round, left: Leftovers): Promise<boolean> {
  const { changes, job, inputs, source, options, client, saved, findings } = round
  const reader = new RunbookReader(source, options)
  const work = await makeWorkList(changes, reader)
  reportWorkList(work, { outcome: 'pending', reason: RUN_ENDED }, findings)
  const isFull = changes.kind === 'full'
  const bounds = isFull || inputs.manualEdits === 'refuse' ? WHOLE : PUSH
  const comparison = await compareWithList({ client, saved }, reader, work, { changes, bounds })
  const { list, cutTo } = comparison
  if (isFull && findings.inventory === undefined)
    findings.inventory = inventoryOf(comparison, work, job.isPrivate, inputs.token)
  const settling = { changes, manualEdits: inputs.manualEdits, isPlan: false, showsTexts: job.isPrivate }
  const items = await settle(comparison, work, settling, { reader, saved, findings })
  reportMissing(work, list, findings)
  for (const { path, name } of items) findings.setRunbook({ path, name, outcome: 'pending', reason: RUN_ENDED })
  left.orphans = findLeft(round, work, list, left)
  // A list that is not complete proves nothing.
  const before = isFull && list.isComplete ? list : undefined
  const proof = before && { client, signal: round.signal, before, comparesTexts: cutTo === undefined }
  await send(round, items, reader, proof)
  for (const diagnostic of await reader.problems(changes)) findings.diagnose(diagnostic)
  return items.length > 0
}

/** Reports the entries whose runbooks are gone, those of earlier rounds included; returns them. */
function findLeft(
  { inputs: { removed }, findings }: Round,
  { named, notSent, orphans, isNameInUse }: WorkList,
  list: KnowledgeList,
  left: Leftovers
): readonly Orphan[] {
  if (named.length > 0) left.isNameInUse = isNameInUse
  // Runbooks of earlier rounds may be back, delivered or not.
  const refused = new Set(notSent.filter(({ outcome }) => outcome === 'refused').map(({ path }) => path))
  const inUse = new Set([...named, ...notSent].map(({ name }) => name))
  const isBack = ({ name, path }: Orphan): boolean => inUse.has(name) || refused.has(path)
  for (const { name } of left.orphans.filter(isBack)) findings.removeEntry(name)
  const candidates = [...left.orphans.filter((orphan) => !isBack(orphan)), ...orphans]
  const options = { list, isNameInUse: left.isNameInUse, hasRefused: refused.size > 0, removed, isPlan: false }
  return reportOrphans(candidates, options, findings)
}

/** Sends runbooks, and checks with a list that was complete before whether they arrived. */
async function send(
  { inputs: { concurrency }, client, findings }: Round,
  items: readonly NamedRunbook[],
  reader: RunbookReader,
  proof: Verification | undefined
): Promise<void> {
  const hashes = new Map<NamedRunbook, string>()
  const accepted = await deliver({
    client,
    concurrency,
    items,
    textOf: async (item) => {
      const text = await reader.text(item)
      if (proof !== undefined && text !== undefined) hashes.set(item, textHash(text))
      return text
    },
    onSent: (item, sent) => {
      findings.setRunbook(outcomeOf(item, sent))
    },
    first: proof && {
      items: items.filter(({ name }) => proof.before.find(name) !== undefined),
      check: async (item) => checkUpdate(item, proof)
    }
  })
  if (proof === undefined || accepted.length === 0) return
  const sent = accepted.map((item) => ({ item, hash: hashes.get(item) ?? '' }))
  const { wrong, doubt } = await verify(sent, proof)
  for (const [item, reason] of wrong) findings.setRunbook(wrongOutcome(item, reason))
  const message = `The list cannot confirm that everything arrived: ${doubt ?? ''}.`
  if (doubt !== undefined) findings.diagnose({ level: 'notice', message })
}

/**
 * Names the runbooks that did not change and have no entry. They are not sent: where the pages of a list change their
 * order, it lacks entries that exist, with texts that nobody has seen.
 */
function reportMissing({ send, named }: WorkList, list: KnowledgeList, findings: Findings): void {
  if (!list.isComplete) return
  const sent = new Set(send.map(({ path }) => path))
  const missing = named.filter(({ path, name }) => list.find(name) === undefined && !sent.has(path))
  if (missing.length === 0) return
  const what = count(missing.length, 'runbook that did not change', 'runbooks that did not change')
  const message = `The list has no entry of ${what}: ${listed(missing.map(({ path }) => path))}. Start the workflow by hand: a full sync sends what is missing.`
  findings.diagnose({ level: 'warning', message })
}

function outcomeOf({ path, name }: NamedRunbook, sent: Sent): RunbookOutcome {
  switch (sent.kind) {
    case 'accepted':
      return { path, name, outcome: 'upserted', reason: '', attempts: sent.attempts }
    case 'failed': {
      const { message: reason, hint } = sent.error
      return { path, name, outcome: 'failed', reason, hint, attempts: sent.attempts }
    }
    case 'pending':
      return { path, name, outcome: 'pending', reason: RUN_ENDED }
  }
}

/** @returns how many entries were retired. */
export async function retireOrphans(round: Round, commit: string, left: Leftovers): Promise<number> {
  const { job, ref, inputs, source, options, client, findings } = round
  const { repository, serverUrl } = job
  const date = source instanceof Repository ? await source.dateOf(commit) : ''
  const { orphans, isNameInUse } = left
  left.orphans = []
  const note = { repository, serverUrl, ref, commit, date }
  const reader = new RunbookReader(source, options)
  return retire(orphans, { client, concurrency: inputs.concurrency, isNameInUse, note }, { reader, findings })
}
