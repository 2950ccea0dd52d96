import type { Journal } from '../report/journal.ts'
import type { Inventory } from '../report/result.ts'
import { count, input, listed } from '../wording.ts'
import type { Decided } from './commit.ts'
import { isUnread, isUnselected } from './decide.ts'
import type { Row } from './entries.ts'

/** What the list held. @param showsNames whether names of entries without a runbook may be published. */
export function inventoryOf({ runbooks, entries, claimed, decisions, facts }: Decided, showsNames: boolean): Inventory {
  const unchanged = decisions.filter(({ kind }) => kind === 'unchanged')
  const current = new Set(unchanged.flatMap(({ name = '' }) => entries.rowsOf(name)))
  const unclaimed = entries.rows.filter((row) => !claimed.has(row))
  const isOfUnread = ({ line }: Row): boolean => line !== undefined && isUnread(line, runbooks, facts)
  const unread = unclaimed.filter(isOfUnread)
  const others = unclaimed.filter((row) => !isOfUnread(row))
  const orphanNames = new Set(decisions.flatMap(({ about, name }) => (about === 'entry' ? [name] : [])))
  const isOrphan = ({ name }: Row): boolean => orphanNames.has(name)
  const isOfOther = ({ line }: Row): boolean => line !== undefined && !facts.isOfRepository(line)
  const orphaned = others.filter(isOrphan)
  const elsewhere = others.filter((row) => !isOrphan(row) && isOfOther(row))
  const byHand = others.filter((row) => !isOrphan(row) && row.line === undefined)
  return {
    entries: entries.rows.length,
    current: current.size,
    differing: claimed.size - current.size + unread.length,
    orphaned: orphaned.length,
    unselected: others.length - orphaned.length - elsewhere.length - byHand.length,
    elsewhere: elsewhere.length,
    byHand: byHand.length,
    names: showsNames ? [...orphaned, ...byHand].map(({ name }) => name) : []
  }
}

/** What the list shows, or does not show, beside what was decided: each once. */
export function noteListProblems({ runbooks, entries, claimed, facts }: Decided, journal: Journal): void {
  const hidden = [...claimed].filter(({ state }) => state === 'hidden').length
  if (hidden > 0 && hidden === claimed.size) {
    const message =
      'The list shows no texts, so nothing can be compared: every run sends every runbook, and edits in the assistant are replaced unseen.'
    journal.notice({ level: 'notice', message })
  } else if (hidden > 0) {
    const message = `Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`
    journal.notice({ level: 'warning', message })
  }
  if (entries.mayLack) {
    const message =
      'The list names more entries than it shows. If it hides one that somebody edited, its runbook looks new, and replaces the edit unseen.'
    journal.notice({ level: 'notice', message })
  }
  const unselected = entries.rows.filter(({ line }) => line !== undefined && isUnselected(line, facts))
  if (unselected.length > 0) {
    const paths = listed([...new Set(unselected.map(({ line }) => line?.path ?? ''))])
    const message = `${count(unselected.length, 'entry comes', 'entries come')} from files that ${input('files')} does not select: ${paths}. Another step delivers them, or they were moved.`
    journal.notice({ level: 'notice', message })
  }
  const several = runbooks.named.filter(({ name }) => entries.rowsOf(name).length > 1)
  if (several.length > 0) {
    const names = listed(several.map(({ name }) => `“${name}”`))
    const message = `The knowledge base has several entries named ${names}. Remove the outdated ones in the assistant.`
    journal.notice({ level: 'warning', message })
  }
}
