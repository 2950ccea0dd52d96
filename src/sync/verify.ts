import { setTimeout as delay } from 'node:timers/promises'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { namesOnPage, readList, type Listing } from '../knowledge/list.ts'
import type { Notice } from '../notices.ts'
import { FIRST_PAGE } from '../wire.ts'
import { identities, isCopied } from './canary.ts'

/** Looks at the list in all, before an entry counts as missing or copied. */
const LOOKS = 3

export interface VerifyOptions {
  readonly knowledge: Knowledge
  /** The list before anything was sent. */
  readonly before: Listing
  /** What was accepted, as `deliver` returns it: in order of acceptance, the canary first. */
  readonly hashes: ReadonlyMap<string, string>
  /** Milliseconds between two looks; by default 2 s. */
  readonly pause?: number
  readonly signal: AbortSignal
}

export interface Verification {
  /** Accepted, and yet not in the list: these runbooks failed. */
  readonly missing: ReadonlySet<string>
  /** In the list once before and twice now: these failed, too. */
  readonly copied: ReadonlySet<string>
  /** At most one says why something could not be verified, at most one that names are there twice. */
  readonly notices: readonly Notice[]
}

/**
 * Whether what was accepted is in the list. It may miss what is wrong, and never calls wrong what is right; whatever the
 * list cannot show is said once. Nothing is asked where nothing was accepted or the list could not be read before; else it
 * costs one reading of the list, and where that shows something wrong, two more and one page.
 *
 * @throws {DeliveryFailure} only when the run has ended.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { knowledge, before, hashes, pause = 2000, signal } = options
  if (hashes.size === 0) return verified([], [], [])
  if (before.extent === 'unreadable') return verified([], [], [notVerifiable(before.why)])
  let look = await readList(knowledge)
  let { missing, copied, why } = judge(before, look, hashes)
  for (let looks = 1; looks < LOOKS && missing.length + copied.length > 0; looks++) {
    await delay(pause, undefined, { signal }).catch(() => undefined)
    look = await readList(knowledge)
    const again = judge(before, look, hashes)
    missing = missing.filter((name) => again.missing.includes(name))
    copied = copied.filter((name) => again.copied.includes(name))
    why = again.why
  }
  if (missing.length > 0 && (await beginsBefore(knowledge, look))) {
    missing = []
    why = 'the list’s pages do not begin at 1'
  }
  const notices = why === '' ? [] : [notVerifiable(why)]
  const twice = [...hashes.keys()].filter((name) => !copied.includes(name) && identities(look, name) >= 2)
  return verified(missing, copied, twice.length === 0 ? notices : [...notices, thereTwice(twice)])
}

interface Judged {
  readonly missing: readonly string[]
  readonly copied: readonly string[]
  /** Why absence proves nothing in this list; empty where it does. */
  readonly why: string
}

/** What two readings of the list, before and after, prove about the entries accepted in between. */
export function judge(before: Listing, after: Listing, hashes: ReadonlyMap<string, string>): Judged {
  if (after.extent === 'unreadable') return { missing: [], copied: [], why: after.why }
  const copied = before.extent === 'whole' ? [...hashes.keys()].filter((name) => isCopied(before, after, name)) : []
  const unseen = unseenOf([...hashes.keys()], after)
  if (unseen.length === 0) return { missing: [], copied, why: '' }
  const why = whyAbsenceProvesNothing(before, after, hashes)
  if (why !== '') return { missing: [], copied, why }
  // A list that lags behind lacks first what came last: missing is only what something newer, new itself, stands after.
  const added = [...hashes.keys()].filter((name) => !before.rows.has(name))
  const proven = new Set(added.slice(0, added.findLastIndex((name) => after.rows.has(name)) + 1))
  const missing = unseen.filter((name) => proven.has(name))
  const late = unseen.length - missing.length
  return { missing, copied, why: late === 0 ? '' : `it does not show ${late} of ${hashes.size}, which may be a delay` }
}

function whyAbsenceProvesNothing(before: Listing, after: Listing, hashes: ReadonlyMap<string, string>): string {
  if (before.extent !== 'whole') return before.why
  if (after.extent !== 'whole') return after.why
  const [canary] = hashes.keys()
  if (canary !== undefined && !after.rows.has(canary)) return 'the list does not show the first entry that was sent'
  // Nothing can be deleted: whatever drops out of the list is still there.
  for (const name of before.rows.keys()) {
    if (!after.rows.has(name)) return 'the list no longer shows entries that it showed before'
  }
  if (after.size % 100 === 0) return `the list shows ${after.size} entries, which may be a limit of its own`
  return ''
}

/** Those that the list shows neither under their name nor under one that a list may have made of it. */
function unseenOf(names: readonly string[], { rows }: Listing): string[] {
  const unseen = names.filter((name) => !rows.has(name))
  if (unseen.length === 0) return unseen
  const shown = new Set([...rows.keys()].map(essence))
  return unseen.filter((name) => !couldBeShown(essence(name), shown))
}

/** Names are cut off at no fewer characters than this. */
const SHORTEST_CUT = 16

/** Lists trim names, fold them, encode them as HTML or as a slug, and cut them off. */
function couldBeShown(name: string, shown: ReadonlySet<string>): boolean {
  if (name === '' || shown.has(name)) return true
  for (let length = SHORTEST_CUT; length < name.length; length++) if (shown.has(name.slice(0, length))) return true
  return false
}

/** The letters and digits of a name, which all of that leaves as they are. */
function essence(name: string): string {
  return name
    .replace(/&(?:#?\w{1,8});/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the page before the first has entries that no other shows: then the service counts from 0. */
async function beginsBefore(knowledge: Knowledge, { rows }: Listing): Promise<boolean> {
  const names = await namesOnPage(knowledge, FIRST_PAGE - 1)
  return names?.some((name) => !rows.has(name)) ?? false
}

function verified(missing: Iterable<string>, copied: Iterable<string>, notices: readonly Notice[]): Verification {
  return { missing: new Set(missing), copied: new Set(copied), notices }
}

function notVerifiable(why: string): Notice {
  return {
    level: 'notice',
    message: `What was sent was accepted, but the list cannot confirm that all of it is there: ${why}.`
  }
}

function thereTwice(names: readonly string[]): Notice {
  const shown = names.slice(0, 5).map((name) => `“${name}”`)
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  return {
    level: 'warning',
    message:
      `The knowledge base has more than one entry of the name ${shown.join(', ')}${more}; this run updates one at most. ` +
      'Remove the others in the assistant, so that it does not quote an old one.'
  }
}
