import { ActionError } from '../errors.ts'
import { describeNames, nameAdvice, type SharedName } from '../report/names.ts'
import { format, input, joined, term } from '../wording.ts'
import type { Decided } from './commit.ts'
import type { Runbooks } from './runbooks.ts'

/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20

/**
 * Why a person should say yes before a sync sends anything, because no API deletes an entry; undefined if there is no reason.
 * The error says which click or command goes on.
 *
 * @param opening says what happens, in words before a colon.
 */
export function reasonToStop(decided: Decided, opening: string): ActionError | undefined {
  return collidingFirstSync(decided, opening) ?? massChange(decided, opening)
}

/** Later, another template of names would make new entries for all runbooks. */
function collidingFirstSync({ runbooks, entries, claimed, facts }: Decided, opening: string): ActionError | undefined {
  if (runbooks.duplicates.length === 0) return undefined
  if (claimed.size > 0 || entries.rows.some(({ line }) => line !== undefined && facts.isOfRepository(line)))
    return undefined
  const shared = sharedNamesOf(runbooks)
  return new ActionError(
    'stopped',
    `${opening}: this is the first sync, and ${describeNames(shared)}.`,
    joined([nameAdvice(shared, false), GO_ON])
  )
}

const GO_ON = `To leave the names as they are, ${term('goOn')}: that run refuses these files, and sends the others.`

/** The names that several files have, for a message. */
export function sharedNamesOf({ duplicates }: Pick<Runbooks, 'duplicates'>): SharedName[] {
  return duplicates.map((group) => ({ name: group[0]?.name ?? '', paths: group.map(({ path }) => path) }))
}

function massChange(
  { decisions, entries, claimed, runbooks, facts }: Decided,
  opening: string
): ActionError | undefined {
  const made = decisions.filter(({ kind, name = '' }) => kind === 'send' && entries.lacks(name)).length
  const isLeft = (path: string): boolean => runbooks.nameAt.has(path) || facts.unselected.has(path)
  const left = entries.rows.filter(
    (row) => row.line?.kind === 'version' && !claimed.has(row) && facts.isOfBranch(row.line) && isLeft(row.line.path)
  ).length
  if (made <= MANY || left <= MANY) return undefined
  return new ActionError(
    'stopped',
    `${opening}: ${format(made)} entries would be created, and ${format(left)} left without a runbook, although their files ` +
      'still exist. No API can delete entries.',
    `Compare ${input('entry-name')} and ${input('files')} with those of earlier runs. If you mean the change, ${term('goOn')}.`
  )
}
