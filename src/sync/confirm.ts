import { ActionError } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { DeliveryRecord } from '../github/records.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { readList } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import type { Item } from '../report/outcome.ts'
import { hasVersion } from '../runbook/source-line.ts'
import { count, input } from '../wording.ts'
import { addKey, rowOf } from './knowledge.ts'

/** Milliseconds between the first readings, and between all others. */
const INTERVALS = [1000, 2000, 4000, 8000, 16_000]
const LONGEST_INTERVAL = 30_000

/** An entry that the service accepted. */
export interface SentEntry {
  readonly item: Item
  readonly name: string
  /** The digits of its source line. */
  readonly version: string
  /** How many entries of this name the list showed before; undefined where it was not read to its end. */
  readonly before: number | undefined
  /** Texts that the list showed before, and that neither the Action nor the service made. */
  readonly replaced: readonly string[]
}

/** What the list showed of entries that the service accepted. */
export interface Confirmed {
  /** Whether the list shows texts as they were sent; undefined where it shows none of them. */
  readonly listShows: DeliveryRecord['listShows']
  /** What the list cannot show, as a clause; undefined where it showed everything, or proved it wrong. */
  readonly doubt: string | undefined
}

/**
 * Reads the list until it shows what a run has sent, each entry for itself, or the time is over: an answer alone is no evidence.
 * Notes in the items what was not stored as it was sent.
 *
 * @param within milliseconds in which the list shows what is stored; 0 where it is not looked for.
 * @param isProbe whether more is to be sent: the list is then read once to find copies, even if `within` is 0.
 * @param isFaithful whether the list is known to show texts as they were sent.
 * @param onWait gets what is waited for, in words.
 * @throws {ActionError} of kind `copies` where an upsert made a second entry; what else ended the run.
 */
export async function confirmSent(
  sent: readonly SentEntry[],
  client: KnowledgeClient,
  {
    within,
    isProbe,
    isFaithful,
    onWait
  }: { within: number; isProbe: boolean; isFaithful: boolean; onWait: ((message: string) => void) | undefined }
): Promise<Confirmed> {
  if (within === 0 && !isProbe) return { listShows: undefined, doubt: undefined }
  const until = performance.now() + within
  let waiting = sent
  let listShows: Confirmed['listShows']
  for (let nth = 0; waiting.length > 0; nth++) {
    const seen = new Seen(waiting, isFaithful)
    const ending = await readList(client, { ...seen.reader, hasEnough: () => seen.hasAll })
    const copied = ending.kind === 'failed' ? undefined : waiting.find((entry) => seen.isCopied(entry))
    if (copied !== undefined) {
      const error = copiesError(copied)
      client.end(error)
      throw error
    }
    if (listShows !== 'changed') listShows = seen.listShows ?? listShows
    if (within === 0) break
    waiting = waiting.filter((entry) => !seen.hasArrived(entry))
    if (ending.kind === 'failed' && nth === 0) continue
    if (ending.kind === 'failed' || ending.kind === 'unusable') return unproved(listShows, ending.why)
    const unclear = waiting.filter((entry) => seen.problemOf(entry) === undefined)
    if (performance.now() >= until || unclear.length === waiting.length) {
      for (const entry of waiting) {
        const problem = seen.problemOf(entry)
        if (problem !== undefined) entry.item.unconfirmed = unconfirmedError(problem.reason, within)
        if (problem?.isChange === true || seen.isChanged(entry)) listShows = 'changed'
      }
      if (unclear.length === 0) return { listShows, doubt: undefined }
      return unproved(
        listShows,
        `it shows no text that could be compared of ${count(unclear.length, 'entry', 'entries')}`
      )
    }
    onWait?.(`waiting for the list to show ${count(waiting.length, 'entry', 'entries')}`)
    await client.pause(Math.min(INTERVALS[nth] ?? LONGEST_INTERVAL, until - performance.now()))
  }
  return { listShows, doubt: undefined }
}

function unproved(listShows: Confirmed['listShows'], doubt: string): Confirmed {
  return { listShows: listShows === 'changed' ? listShows : undefined, doubt }
}

function unconfirmedError(reason: string, within: number): ActionError {
  const seconds = Math.round(within / 1000)
  const hint = `Look at the entry in the assistant. If its list takes longer than ${seconds} s to show what is stored, raise ${input('confirm-within')}.`
  return new ActionError('entry-rejected', reason, hint)
}

function copiesError({ name }: SentEntry): ActionError {
  return new ActionError(
    'copies',
    `The service made a second entry “${name}” instead of updating the first.`,
    'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
      'Nothing else was sent.'
  )
}

/** What one reading of the list shows of some entries. */
class Seen {
  readonly #byName: ReadonlyMap<string, SentEntry>
  /** The rows under the name of each entry. */
  readonly #shown = new Map<
    SentEntry,
    {
      readonly isExact: boolean
      /** Of its text, in characters; undefined where the list shows none. */
      readonly length: number | undefined
      readonly hasVersion: boolean
      /** Whether it is a text that the entry replaces. */
      readonly isReplaced: boolean
    }[]
  >()
  readonly #arrived = new Set<SentEntry>()
  /** Of the rows of these entries: a list may repeat a page. */
  readonly #keys = new Set<string>()
  readonly #isFaithful: boolean
  /** Of the texts that have a version, in characters. */
  #longest = 0
  /** Of the entries that have arrived. */
  listShows: Confirmed['listShows']

  constructor(entries: readonly SentEntry[], isFaithful: boolean) {
    this.#isFaithful = isFaithful
    this.#byName = new Map(entries.map((entry) => [foldName(entry.name), entry]))
  }

  get hasAll(): boolean {
    return this.#arrived.size === this.#byName.size
  }

  readonly reader = {
    // Only what the list shows last counts, except that what has arrived has arrived.
    begin: () => {
      this.#shown.clear()
      this.#keys.clear()
    },
    add: (rows: readonly ListedEntry[]) => {
      this.#add(rows)
    }
  }

  #add(rows: readonly ListedEntry[]): void {
    for (const { key, name, content, isDeleted } of rows) {
      if (isDeleted) continue
      const isMarked = content !== undefined && hasVersion(content)
      if (isMarked) this.#longest = Math.max(this.#longest, content.length)
      const entry = this.#byName.get(foldName(name))
      if (entry === undefined) continue
      if (!addKey(this.#keys, key)) continue
      const shown = this.#shown.get(entry) ?? []
      this.#shown.set(entry, shown)
      const isReplaced = content !== undefined && entry.replaced.includes(content)
      shown.push({ isExact: name === entry.name, length: content?.length, hasVersion: isMarked, isReplaced })
      if (content?.includes(entry.version) !== true) continue
      this.#arrived.add(entry)
      const { origin, line } = rowOf(name, content)
      const isAsSent = origin === 'ours' && line?.digits === entry.version
      this.listShows = isAsSent ? (this.listShows ?? 'as sent') : 'changed'
    }
  }

  hasArrived(entry: SentEntry): boolean {
    return this.#arrived.has(entry)
  }

  isCopied(entry: SentEntry): boolean {
    return entry.before !== undefined && this.#rowsOf(entry).length > Math.max(1, entry.before)
  }

  /**
   * What is wrong with an entry, if it stays so; `isChange` where the service has changed the text, as far as the list tells.
   * Undefined where nothing can be told, because no text is there that could be compared.
   */
  problemOf(entry: SentEntry): { readonly reason: string; readonly isChange: boolean } | undefined {
    const rows = this.#rowsOf(entry)
    if (rows.length === 0) {
      return { reason: 'The service accepted the entry, and its list does not show it.', isChange: false }
    }
    const lengths = rows.flatMap(({ length }) => length ?? [])
    if (lengths.length === 0) return undefined
    if (rows.some((row) => row.hasVersion)) {
      return { reason: 'The service accepted the entry, and its list shows another version.', isChange: false }
    }
    // A list that shows no version may show the same text for every entry.
    if ((this.#longest > 0 || this.#isFaithful) && rows.some((row) => row.isReplaced)) {
      return { reason: 'The service accepted the entry, and its list still shows the text of before.', isChange: false }
    }
    if (lengths.every((length) => length >= this.#longest)) return undefined
    return { reason: 'The service accepted the entry, and cut or replaced its text.', isChange: true }
  }

  /** Whether the service has made the text that it shows: the entry is new, and has a text without a version. */
  isChanged(entry: SentEntry): boolean {
    const rows = this.#rowsOf(entry)
    return entry.before === 0 && rows.some(({ length = 0 }) => length > 0) && !rows.some((row) => row.hasVersion)
  }

  /** Of exactly this name, else of one that a service may take for the same. */
  #rowsOf(entry: SentEntry) {
    const shown = this.#shown.get(entry) ?? []
    const exact = shown.filter(({ isExact }) => isExact)
    return exact.length > 0 ? exact : shown
  }
}
