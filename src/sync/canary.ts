import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../failures.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { readList, type Listing } from '../knowledge/list.ts'

/**
 * How often to send this entry so that it shows whether an upsert updates: once where the list has exactly one of its name,
 * for a second one there afterwards is a copy; twice where it has none; undefined where it cannot show it.
 */
export function timesAsCanary(known: Listing, name: string): 1 | 2 | undefined {
  const entries = known.rows.get(name)?.length ?? 0
  return entries === 0 ? 2 : entries === 1 ? 1 : undefined
}

/** Whether a look after the canary shows entries of its name that differ in identity, more than there were before. */
export function isCopied(known: Listing, look: Listing, name: string): boolean {
  const copies = identities(look, name)
  return copies >= 2 && copies > (known.rows.get(name)?.length ?? 0)
}

/** How many entries of this name are told apart by their identity. */
export function identities({ rows }: Listing, name: string): number {
  const ids = (rows.get(name) ?? []).map(({ identity }) => identity)
  return new Set(ids.filter((identity) => identity !== undefined)).size
}

/**
 * Looks at the list after the canary was sent. Costs one reading of the list; a second one only where the first shows a
 * copy, `pause` milliseconds later.
 *
 * @returns the failure that ends the run, or undefined: upserts update, or it cannot be told.
 */
export async function lookAtCanary(
  knowledge: Knowledge,
  known: Listing,
  name: string,
  pause: number,
  signal: AbortSignal
): Promise<Failure | undefined> {
  if (!isCopied(known, await readList(knowledge), name)) return undefined
  await delay(pause, undefined, { signal }).catch(() => undefined)
  if (!isCopied(known, await readList(knowledge), name)) return undefined
  return new Failure(
    'copies',
    `The service made a copy of “${name}” instead of updating it: its list shows two entries of that name.`,
    'Nothing further was sent, so that there is this one copy only; remove it in the assistant. Ask whoever runs the ' +
      'service what an upsert matches by, and until that is known keep names as they are.'
  )
}
