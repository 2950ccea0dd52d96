import { isFilled } from '../field.ts'
import { successorIn, type Orphan } from '../sync/decide/decision.ts'
import { sayTrigger } from '../sync/inventory.ts'
import type { Row } from '../sync/read/rows.ts'
import { COMMAND_LINE, joined } from '../wording.ts'

export const DELETE = 'Delete its entry in the assistant.'
export const COPY_THEN_DELETE = 'Copy what you need of it, then delete the entry in the assistant.'

/** Why an entry and its runbook have different names: the file was retitled, or a person renamed or edited the entry. */
export type OrphanCause = 'retitled' | 'edited'

interface SaidOrphan {
  readonly cause: OrphanCause | null
  readonly reason: string
  readonly hint: string
  readonly needs: 'person' | 'look'
}

/**
 * Why an entry has no runbook of its name, and what to do.
 *
 * @param showsTexts false if nobody may read what the assistant calls its entries, and to what they are bound.
 */
export function sayOrphan(orphan: Orphan, showsTexts: boolean): SaidOrphan {
  const { row, isToRetire } = orphan
  const isMisnamed = successorIn(orphan) !== undefined
  const where = sayWhere(orphan)
  const said = { cause: isMisnamed ? 'retitled' : null, reason: where, needs: 'look' } as const
  if (isToRetire) return { ...said, hint: 'It is retired by a run in which nothing is refused, and nothing fails.' }
  const bound = isMisnamed && sayBound(row, showsTexts)
  if (row.by === 'run') return { ...said, hint: joined([bound, DELETE]) }
  const search = !showsTexts && `\`runbook-sync list\` (${COMMAND_LINE}) shows its name.`
  return {
    cause: isMisnamed ? 'edited' : null,
    reason: `${where} Somebody renamed or edited the entry, so it stays.`,
    hint: joined([bound, COPY_THEN_DELETE, search]),
    needs: isMisnamed ? 'person' : 'look'
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
