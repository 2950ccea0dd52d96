import type { Diagnostic } from '../errors.ts'
import type { Fate } from '../sync/deliver/fates.ts'
import type { Look } from '../sync/look.ts'
import { personalDescription } from '../sync/read/rows.ts'
import { count, listed } from '../wording.ts'
import type { Result } from './journal.ts'

/** Files that a sentence names. */
const MAX_NAMED = 3

/** Notices about descriptions, by which an assistant chooses. None makes a run red. */
export function descriptionNotices({ look, fates }: Pick<Result, 'look' | 'fates'>): Diagnostic[] {
  if (look === undefined) return []
  return [
    sayMissing(fates),
    say(
      personallyDescribed(look),
      ['entry keeps the description that somebody wrote', 'entries keep the descriptions that somebody wrote'],
      'To replace one, write a `description` into the front matter of its file.'
    ),
    say(
      otherThanSent(look, fates),
      [
        'entry has another description than was sent, or none',
        'entries have other descriptions than were sent, or none'
      ],
      'Either this service cuts or refuses them, or somebody wrote them meanwhile. They stay as they are.'
    )
  ].flat()
}

function say(paths: readonly string[], [one, several]: readonly [string, string], advice: string): Diagnostic[] {
  if (paths.length === 0) return []
  const message = `${count(paths.length, one, several)}: ${listed(paths, MAX_NAMED)}. ${advice}`
  return [{ level: 'notice', message }]
}

/** Of what is sent, or would be. */
function sayMissing(fates: readonly Fate[]): Diagnostic[] {
  const sent = fates.flatMap((fate) => {
    return (fate.is === 'upserted' || fate.is === 'planned') && fate.of.is === 'planned' ? fate.of.runbook : []
  })
  return say(
    sent.filter(({ description }) => description === '').map(({ path }) => path),
    ['runbook has no description', 'runbooks have no description'],
    'The assistant chooses an entry by it: begin the text with a paragraph that says when to use it.'
  )
}

function personallyDescribed({ runbooks, rows }: Look): string[] {
  const described = runbooks.named.filter(({ name, isDescribed }) => {
    return !isDescribed && rows.of(name).some((row) => personalDescription(row) !== undefined)
  })
  return described.map(({ path }) => path)
}

/** Descriptions that were sent, and that the list does not show as they were. */
function otherThanSent({ rows }: Look, fates: readonly Fate[]): string[] {
  return fates.flatMap((fate) => {
    if (fate.is !== 'upserted') return []
    const { runbook, targets } = fate.of
    const stays = !runbook.isDescribed && targets.some((row) => personalDescription(row) !== undefined)
    const isOther = rows.of(runbook.name).some(({ details }) => {
      return details?.description !== undefined && (details.description ?? '') !== runbook.description
    })
    return isOther && !stays ? [runbook.path] : []
  })
}
