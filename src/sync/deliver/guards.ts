import { ActionError } from '../../errors.ts'
import { adviseTemplate } from '../../runbook/name.ts'
import { foldName } from '../../normal-form.ts'
import { COMMAND_LINE, count, format, listed } from '../../wording.ts'
import { overwrites, successorIn } from '../decide/decision.ts'
import type { LinkBase } from '../../runbook/links.ts'
import type { Look } from '../look.ts'

// What needs the consent of a person, because no API deletes an entry.

/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20

export interface Consent {
  /** False if a text that is saved would be lost with the runner. */
  readonly keepsTexts: boolean
  /** True if a person agrees to what no API can undo. */
  readonly isAgreed: boolean
}

/**
 * Why a sync must not send what a look plans; undefined if it may.
 *
 * @param opening says what happens, in words before a colon.
 */
export function reasonToStop(look: Look, opening: string, { keepsTexts, isAgreed }: Consent): ActionError | undefined {
  const unkept = keepsTexts ? undefined : unkeptError(look)
  if (unkept !== undefined || isAgreed) return unkept
  return sharedNamesAtFirst(look, opening) ?? massChange(look, opening)
}

/** The token may be of another workspace. A first sync stops, unless somebody has set it up just now. */
export function firstSyncError({ repository }: Pick<LinkBase, 'repository'>): ActionError {
  return new ActionError(
    'stopped',
    `This workspace has no entry of ${repository}, so nothing was sent.`,
    'Is the token of the right workspace? If so, start the workflow by hand (Run workflow, or `sync --yes`), or push a change of its file.'
  )
}

/** True if something would be sent, and the list shows no entry of any branch of this repository, also under its former name. */
export function isFirstSync({ rows, runbooks, decisions }: Look): boolean {
  if (!rows.areKnown || rows.haveOwn) return false
  // Without its text, nobody knows of which repository an entry is.
  if (decisions.some((one) => one.is === 'planned' && one.why === 'unseen')) return false
  // After a renamed repository, the same file had another address; the refusals say what to do.
  const isRenamed = rows.all.some(({ name, line }) => {
    return (runbooks.byName.get(foldName(name)) ?? []).some(({ path }) => path === line?.path)
  })
  return !isRenamed && decisions.some(({ is }) => is === 'planned')
}

/** Why a run must not replace texts of others if it cannot keep them; undefined if it would replace none. */
function unkeptError({ decisions }: Look): ActionError | undefined {
  const paths = decisions.flatMap((one) => {
    return one.is === 'planned' && overwrites(one) ? one.runbook.path : []
  })
  if (paths.length === 0) return undefined
  const texts = count(paths.length, 'text of the assistant', 'texts of the assistant')
  return new ActionError(
    'files',
    `This run would replace ${texts} (${listed(paths)}), and cannot keep what was there: the event does not call the repository private, so everybody could download it.`,
    `Replace them on your machine, where they are saved: \`runbook-sync sync --on-conflict replace --saved DIR\` (${COMMAND_LINE}).`
  )
}

const GO_ON = 'start a run by hand (Run workflow, or `sync --yes`)'

/** Asked before the first sync: later, another `entry-name` would make new entries for all runbooks. */
function sharedNamesAtFirst(look: Look, opening: string): ActionError | undefined {
  const { shared } = look.runbooks
  if (shared.length === 0 || !isFirstSync(look)) return undefined
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
  // Their files still exist.
  const orphaned = orphans.filter((one) => one.became === 'skipped' || successorIn(one) !== undefined).length
  if (made <= MANY || orphaned <= MANY) return undefined
  return new ActionError(
    'stopped',
    `${opening}: ${format(made)} entries would be created, and ${format(orphaned)} left without a runbook, although their files ` +
      'still exist. No API can delete entries.',
    `Compare \`entry-name\` and \`files\` with those of earlier runs. If you mean the change, ${GO_ON}.`
  )
}
