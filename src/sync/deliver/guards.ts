import { ActionError } from '../../errors.ts'
import { adviseTemplate } from '../../runbook/name.ts'
import { count, format, listed } from '../../wording.ts'
import { successorIn, type Orphan } from '../decide/decision.ts'
import type { Look } from '../look.ts'

// What needs the consent of a person, because no API deletes an entry.

/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20

/**
 * Why a person should say yes before a sync sends anything; undefined if there is no reason.
 *
 * @param opening says what happens, in words before a colon.
 */
export function reasonToStop(look: Look, opening: string): ActionError | undefined {
  return sharedNamesAtFirst(look, opening) ?? massChange(look, opening)
}

const GO_ON = 'start a run by hand (Run workflow, or `sync --yes`)'

/** Asked before the first sync: later, another `entry-name` would make new entries for all runbooks. */
function sharedNamesAtFirst({ rows, runbooks, decisions }: Look, opening: string): ActionError | undefined {
  const { shared } = runbooks
  if (rows.haveOwn || rows.areWithoutTexts || shared.length === 0) return undefined
  if (!decisions.some((one) => one.is === 'planned')) return undefined
  const names = listed(shared.map(([first, ...more]) => `“${first?.name ?? ''}” (${count(more.length + 1, 'file')})`))
  return new ActionError(
    'stopped',
    `${opening}: this is the first sync, and several files have one name: ${names}.`,
    `Give them titles of their own, leave files out by lines of \`files\` that begin with \`!\`${adviseTemplate(shared)}. To leave the names as they are, ${GO_ON}: that run refuses these files, and sends the others.`
  )
}

function massChange({ decisions }: Look, opening: string): ActionError | undefined {
  const made = decisions.filter((decision) => decision.is === 'planned' && decision.why === 'new').length
  const orphans = decisions.filter((decision) => decision.is === 'orphaned')
  const orphaned = orphans.filter(isOfFileThatExists).length
  if (made <= MANY || orphaned <= MANY) return undefined
  return new ActionError(
    'stopped',
    `${opening}: ${format(made)} entries would be created, and ${format(orphaned)} left without a runbook, although their files ` +
      'still exist. No API can delete entries.',
    `Compare \`entry-name\` and \`files\` with those of earlier runs. If you mean the change, ${GO_ON}.`
  )
}

function isOfFileThatExists(orphan: Orphan): boolean {
  return orphan.became === 'skipped' || successorIn(orphan) !== undefined
}
