import { isFilled } from '../field.ts'
import { successorIn, type Orphan } from '../sync/decide/decision.ts'
import { sayTrigger } from '../sync/inventory.ts'
import type { Row } from '../sync/read/rows.ts'
import { COMMAND_LINE, joined } from '../wording.ts'

export const DELETE = 'Delete its entry in the assistant.'
export const COPY_THEN_DELETE = 'Copy what you need of it, then delete the entry in the assistant.'

/** Why an entry and its runbook have different names: the file was retitled, or a person renamed or edited the entry. */
export type OrphanCause = 'retitled' | 'edited'

/**
 * Why an entry has no runbook of its name, and what to do.
 *
 * @param showsTexts false if nobody may read what the assistant calls its entries, and to what they are bound.
 */
export function sayOrphan(
  orphan: Orphan,
  showsTexts: boolean
): { readonly cause: OrphanCause | null; readonly reason: string; readonly hint: string } {
  const { row, isToRetire } = orphan
  const successor = successorIn(orphan)
  const bound = successor && sayBound(row, showsTexts)
  const reason = sayWhere(orphan)
  if (isToRetire) {
    const hint = 'It is retired by a run in which nothing is refused, and nothing fails.'
    return { cause: successor ? 'retitled' : null, reason, hint }
  }
  if (row.by === 'run') return { cause: successor ? 'retitled' : null, reason, hint: joined([bound, DELETE]) }
  const search = showsTexts ? '' : `\`runbook-sync list\` (${COMMAND_LINE}) shows its name.`
  return {
    cause: successor ? 'edited' : null,
    reason: `${reason} Somebody renamed or edited the entry, so it stays.`,
    hint: joined([bound, COPY_THEN_DELETE, search])
  }
}

/** Labels and a description that people have given an entry, and that the new one may lack. */
function sayBound({ details }: Row, showsTexts: boolean): string {
  if (details === undefined) return ''
  const { trigger, labels, description } = details
  const given = joined([isFilled(labels) && 'labels', isFilled(description) && 'a description'], ' and ')
  return joined([
    trigger !== 'smart' && `It is bound to ${showsTexts ? sayTrigger(details) : trigger}: bind the new entry first.`,
    given && `It has ${given}: give the new entry the same first.`
  ])
}

/** Where the runbook of an entry is. */
export function sayWhere({ row: { line }, became }: Orphan): string {
  switch (became) {
    case 'gone branch':
      return 'The branch that it comes from is gone.'
    case 'removed':
      return 'Its runbook was removed.'
    case 'skipped':
      return 'Its runbook is left out now (draft, `runbook: false` or without text).'
    default:
      return became.path === line.path
        ? `Its runbook is called “${became.name}” now.`
        : `Its runbook was moved to ${became.path}, with the name “${became.name}”.`
  }
}
