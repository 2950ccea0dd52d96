import type { Look } from '../sync/look.ts'
import type { Row } from '../sync/rows.ts'
import { hasName, isUnread, type Runbooks } from '../sync/runbooks.ts'
import { count, format, joined, listed } from '../wording.ts'

/** What the list held when the run looked: numbers of entries. */
export interface Inventory {
  readonly entries: number
  /** Entries of runbooks, with their current text. */
  readonly current: number
  /** Entries of runbooks, with another text. */
  readonly differing: number
  /** From files of this branch that are gone, left out or named otherwise. */
  readonly orphaned: number
  /** From other branches, or from files that `files` does not select, or retired. */
  readonly unselected: number
  /** Entries of other repositories. */
  readonly elsewhere: number
  /** Without a runbook, and without a source line. */
  readonly byHand: number
  /** Names of the entries without a runbook; empty if they must not be shown. */
  readonly names: readonly string[]
}

/** What the list held. @param showsNames whether names of entries without a runbook may be published. */
export function inventoryOf(look: Look, showsNames: boolean): Inventory {
  const { runbooks, rows } = look
  const claimed = rows.all.filter(({ name }) => hasName(runbooks, name))
  const current = currentRows(look)
  const orphans = orphanRows(look)
  const unclaimed = rows.all.filter(({ name }) => !hasName(runbooks, name))
  const unread = unclaimed.filter((row) => isFromUnread(row, runbooks))
  const others = unclaimed.filter((row) => !isFromUnread(row, runbooks))
  const orphaned = others.filter((row) => orphans.has(row))
  const byHand = others.filter(({ line }) => line === undefined)
  const elsewhere = others.filter(({ origin }) => origin === 'another repository')
  return {
    entries: rows.all.length,
    current: current.size,
    differing: claimed.length - current.size + unread.length,
    orphaned: orphaned.length,
    unselected: others.length - orphaned.length - elsewhere.length - byHand.length,
    elsewhere: elsewhere.length,
    byHand: byHand.length,
    names: showsNames ? [...orphaned, ...byHand].map(({ name }) => name) : []
  }
}

/** So that two swapped tokens or a forgotten entry are noticed: `52 entries: 48 current, 3 differ, 1 written by hand`. */
export function sayInventory({ names, ...totals }: Inventory, isPast: boolean): string {
  const { entries, current, differing, orphaned, elsewhere, unselected, byHand } = totals
  const parts = [
    current > 0 && `${format(current)} current`,
    differing > 0 && count(differing, 'differs', 'differ'),
    orphaned > 0 && `${format(orphaned)} orphaned`,
    elsewhere > 0 && `${format(elsewhere)} of other repositories`,
    unselected > 0 && `${format(unselected)} of other files or branches, or retired`,
    byHand > 0 && `${format(byHand)} written by hand`
  ]
  const what = joined([count(entries, 'entry', 'entries'), joined(parts, ', ')], ': ')
  return joined([
    `${isPast ? 'Before this run the knowledge base had' : 'The knowledge base has'} ${what}.`,
    names.length > 0 && `Without a runbook: ${listed(names.map((name) => `“${name}”`))}.`
  ])
}

/** Rows with the text that their runbooks have now. */
export function currentRows({ decisions }: Look): ReadonlySet<Row> {
  return new Set(
    decisions.flatMap((decision) => {
      if (decision.do !== 'leave' || decision.why !== 'current') return []
      return decision.rows.filter(({ digest }) => digest === decision.runbook.digest)
    })
  )
}

/** Rows of this branch that no runbook has any more. */
export function orphanRows({ decisions }: Look): ReadonlySet<Row> {
  return new Set(
    decisions.flatMap((decision) => (decision.do === 'orphan' || decision.do === 'retire' ? decision.row : []))
  )
}

/** True for an entry from a file of this branch of which nobody knows the name. */
export function isFromUnread({ line, origin }: Row, { at }: Runbooks): boolean {
  const file = line && at.get(line.path)
  return file !== undefined && origin === 'this branch' && isUnread(file)
}
