import type { Diagnostic } from '../errors.ts'
import type { Planned } from '../sync/decide/decision.ts'
import type { Fate } from '../sync/deliver/fates.ts'
import type { Look } from '../sync/look.ts'
import { keepsDescription } from '../sync/read/rows.ts'
import { count, listed, MAX_NAMED } from '../wording.ts'
import type { Result } from './journal.ts'

/** Notices about descriptions, by which an assistant chooses. None makes a run red. */
export function descriptionNotices({ look, fates }: Pick<Result, 'look' | 'fates'>): Diagnostic[] {
  if (look === undefined) return []
  const [missing, theirs, others] = [undescribed(fates), personallyDescribed(look), otherThanSent(look, fates)]
  const said = [
    {
      paths: missing,
      what: count(missing.length, 'runbook has no description', 'runbooks have no description'),
      advice: 'The assistant chooses an entry by it: begin the text with a paragraph that says when to use it.'
    },
    {
      paths: theirs,
      what: `${count(theirs.length, 'entry keeps', 'entries keep')} the description that somebody wrote`,
      advice: 'To replace it, write a `description` into the front matter of its file.'
    },
    {
      paths: others,
      what: `${count(others.length, 'entry has', 'entries have')} another description than was sent, or none`,
      advice: 'Either this service cuts or refuses them, or somebody wrote them meanwhile. They stay as they are.'
    }
  ]
  return said.flatMap(({ paths, what, advice }) => {
    return paths.length === 0 ? [] : { level: 'notice', message: `${what}: ${listed(paths, MAX_NAMED)}. ${advice}` }
  })
}

/** Of what is sent, or would be. */
function undescribed(fates: readonly Fate[]): string[] {
  return fates.flatMap(({ is, of }) => {
    const isSent = (is === 'upserted' || is === 'planned') && of.is === 'planned'
    return isSent && of.runbook.description === '' ? of.runbook.path : []
  })
}

function personallyDescribed({ runbooks, rows }: Look): string[] {
  return runbooks.named
    .filter((runbook) => rows.of(runbook.name).some((row) => keepsDescription(row, runbook)))
    .map(({ path }) => path)
}

/** Descriptions that were sent, and that the list does not show as they were. */
function otherThanSent({ rows }: Look, fates: readonly Fate[]): string[] {
  return fates.flatMap((fate) => {
    if (fate.is !== 'upserted') return []
    const { runbook, targets } = fate.of
    const isOther = rows.of(runbook.name).some(({ details }) => {
      return details?.description !== undefined && (details.description ?? '') !== runbook.description
    })
    return isOther && !targets.some((row) => keepsDescription(row, runbook)) ? [runbook.path] : []
  })
}

/** The description that goes with a text; null if there is none, or one that a person wrote stays. */
export function descriptionSent({ runbook, targets }: Planned): string | null {
  return targets.some((row) => keepsDescription(row, runbook)) || runbook.description === ''
    ? null
    : runbook.description
}
