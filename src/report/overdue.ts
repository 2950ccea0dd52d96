import { isOverdue, sayDay } from '../runbook/review.ts'
import { count, listed } from '../wording.ts'
import type { Result } from './journal.ts'

export interface OverdueRunbook {
  readonly path: string
  readonly name: string
  /** The day, as `2026-05-02`. */
  readonly since: string
  /** True if the report names it; the others are only counted. */
  readonly named: boolean
}

/**
 * The runbooks whose review is overdue, those first that are so for the longest time. The sync of a push names none, and the plan
 * of a pull request those that it changes.
 */
export function overdueOf({ look, mode }: Pick<Result, 'look' | 'mode'>, now: Date): readonly OverdueRunbook[] {
  if (look === undefined) return []
  const { named, shared, changed } = look.runbooks
  const isAbout = (path: string): boolean => changed === undefined || (mode === 'plan' && changed.has(path))
  const found = [...named, ...shared.flat()].flatMap(({ path, name, reviewBy: since }) => {
    return since !== undefined && isOverdue(since, now) ? [{ path, name, since, named: isAbout(path) }] : []
  })
  return found.sort((one, other) => (one.since < other.since ? -1 : Number(one.since > other.since)))
}

/** `3 runbooks are overdue for review: docs/dns.md (since 2 May), …`; empty if none is to be named. @param now its year is left out. */
export function sayOverdue(overdue: readonly OverdueRunbook[], now: Date | undefined, most: number): string {
  const found = overdue.filter(({ named }) => named)
  if (found.length === 0) return ''
  const places = found.map(({ path, since }) => `${path} (since ${sayDay(since, now)})`)
  return `${count(found.length, 'runbook is', 'runbooks are')} overdue for review: ${listed(places, most)}`
}
