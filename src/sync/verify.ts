import { setTimeout as delay } from 'node:timers/promises'
import { ActionError } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { KnowledgeList } from '../knowledge/list.ts'
import { readList, WHOLE } from '../knowledge/reading.ts'
import type { RunbookOutcome } from '../report/outcome.ts'
import type { NamedRunbook } from './reader.ts'

/** Milliseconds: for how long a list may lag, and between two readings, which grows up to the last. */
const PATIENCE = 2 * 60_000
const INTERVALS = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** An entry that the service accepted. */
export interface Accepted {
  readonly item: NamedRunbook
  /** `textHash` of what was sent. */
  readonly hash: string
}

/** What a list proves about such an entry. */
type Proof = 'missing' | 'outdated' | 'copied'

const REASONS: Readonly<Record<Proof, string>> = {
  missing: 'The service accepted the entry, and its list does not show it.',
  outdated: 'The service accepted the entry, and its list still shows the text of before.',
  copied: 'The service made another entry of this name instead of updating the first.'
}
const LOOK = 'Look at the entry in the assistant; if it is not as in Git, ask those who operate the service.'

/**
 * Which of the accepted entries a complete list proves wrong: it shows none of them; it lacks one that it showed before, or
 * although it shows one that was created later; it still shows the text of before; it has more rows of a name.
 *
 * @param accepted in the order of delivery.
 */
export function proveWrong(
  accepted: readonly Accepted[],
  before: KnowledgeList,
  after: KnowledgeList,
  { comparesTexts }: { readonly comparesTexts: boolean }
): Map<NamedRunbook, Proof> {
  const wrong = new Map<NamedRunbook, Proof>()
  if (!after.isComplete) return wrong
  const states = accepted.map(({ item, hash }) => ({
    item,
    hash,
    was: before.find(item.name),
    is: after.find(item.name)
  }))
  const lastCreated = states.findLastIndex(({ was, is }) => was === undefined && is !== undefined)
  const showsNone = states.every(({ is }) => is === undefined)
  for (const [at, { item, hash, was, is }] of states.entries()) {
    if (is === undefined) {
      if (showsNone || was !== undefined || at < lastCreated) wrong.set(item, 'missing')
    } else if (is.count > Math.max(1, was?.count ?? 0)) wrong.set(item, 'copied')
    else if (comparesTexts && is.count === 1 && is.hash !== undefined && is.hash === was?.hash && is.hash !== hash)
      wrong.set(item, 'outdated')
  }
  return wrong
}

export interface Verification {
  readonly client: KnowledgeClient
  readonly signal: AbortSignal
  /** The complete list before anything was sent. */
  readonly before: KnowledgeList
  readonly comparesTexts: boolean
}

/**
 * Reads the list until it shows what was sent, for two minutes at most.
 *
 * @returns what it proves wrong, with the reason; `doubt` says what it does not show, which may be a delay.
 */
export async function verify(
  accepted: readonly Accepted[],
  { client, signal, before, comparesTexts }: Verification
): Promise<{ readonly wrong: ReadonlyMap<NamedRunbook, string>; readonly doubt: string | undefined }> {
  const isMissing =
    (after: KnowledgeList) =>
    ({ item }: Accepted) =>
      after.find(item.name) === undefined
  const until = performance.now() + PATIENCE
  for (let reading = 0; ; reading++) {
    const after = await readList(client, WHOLE, undefined, (list) => accepted.some(isMissing(list)))
    const wrong = proveWrong(accepted, before, after, { comparesTexts })
    const late = accepted.filter(isMissing(after)).length
    const isOver = !after.isComplete || performance.now() > until
    if ((wrong.size === 0 && late === 0) || isOver) {
      const why = 'why' in after.extent ? after.extent.why : `it does not show ${late} of ${accepted.length} entries`
      const reasons = new Map([...wrong].map(([item, proof]) => [item, REASONS[proof]]))
      return { wrong: reasons, doubt: after.isComplete && late <= wrong.size ? undefined : why }
    }
    await pause(reading, signal)
  }
}

/** Ends the run with an error of kind `copies` if the list has more rows of a name than before, in two readings. */
export async function checkUpdate(item: NamedRunbook, { client, signal, before }: Verification): Promise<void> {
  const expected = before.find(item.name)?.count ?? 1
  for (let reading = 0; reading < 2; reading++) {
    // A copy may be on a page that the first entry is not on.
    const after = await readList(client, WHOLE, undefined, (list) => (list.find(item.name)?.count ?? 0) <= expected)
    if ((after.find(item.name)?.count ?? 0) <= expected) return
    if (reading === 0) await pause(reading, signal)
  }
  client.end(
    new ActionError(
      'copies',
      `The service made a second entry “${item.name}” instead of updating the first.`,
      'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.'
    )
  )
}

/** @throws {ActionError} where the run is cancelled meanwhile. */
async function pause(reading: number, signal: AbortSignal): Promise<void> {
  await delay(INTERVALS[reading] ?? INTERVALS.at(-1), undefined, { signal }).catch(() => {
    signal.throwIfAborted()
  })
}

export function wrongOutcome({ path, name }: NamedRunbook, reason: string): RunbookOutcome {
  return { path, name, outcome: 'failed', reason, hint: LOOK, attempts: 1 }
}
