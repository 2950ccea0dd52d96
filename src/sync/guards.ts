import { posix } from 'node:path'
import { ActionError } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import { count, format, input, joined, listed, term } from '../wording.ts'
import type { Decided } from './commit.ts'
import { rowsOfRunbooks } from './decide.ts'
import type { Runbook, Runbooks } from './runbooks.ts'

/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20
/** Groups and examples of a message. */
const MAX_GROUPS = 5

/**
 * Why a person should say yes before a run sends anything, because no API deletes an entry; undefined if there is no reason.
 * The error says which click or command goes on.
 */
export function reasonToStop(decided: Decided): ActionError | undefined {
  return collidingFirstSync(decided) ?? massChange(decided)
}

/** Later, another template of names would make new entries for all runbooks. */
function collidingFirstSync({ runbooks, entries, places }: Decided): ActionError | undefined {
  if (runbooks.duplicates.length === 0) return undefined
  const hasEntries = rowsOfRunbooks(runbooks, entries).size > 0
  if (hasEntries || entries.rows.some(({ line }) => line !== undefined && places.isOfRepository(line))) return undefined
  return new ActionError(
    'stopped',
    `Nothing was sent: this is the first sync, and ${describeCollisions(runbooks)}.`,
    joined([adviceOnNames(runbooks), GO_ON])
  )
}

const GO_ON = `To leave the names as they are, ${term('goOn')}: that run refuses these files, and sends the others.`

/** `3 names are shared: “Summary”: 4 files (a.md, b.md, c.md and 1 more)`. */
export function describeCollisions({ duplicates }: Pick<Runbooks, 'duplicates'>): string {
  const groups = duplicates.map((group) => {
    const paths = group.map(({ path }) => path)
    return `“${group[0]?.name ?? ''}”: ${count(group.length, 'file')} (${listed(paths, 3)})`
  })
  return `${count(groups.length, 'name is', 'names are')} shared: ${listed(groups, MAX_GROUPS)}`
}

/** Which template makes names unique, and which names it would give. */
export function adviceOnNames({ duplicates }: Pick<Runbooks, 'duplicates'>): string {
  const shared = duplicates.flat()
  const variable = hasSharedFolders(shared) ? 'path' : 'dir'
  const examples = shared
    .slice(0, 3)
    .map(({ path, name }) => `“${variable === 'path' ? path : posix.dirname(path)}: ${name}”`)
  return (
    `Set ${input('entry-name', `'{${variable}}: {title}'`)} now, because later it would make new entries for all runbooks: the ` +
    `names are then ${listed(examples, 3)}. Or give each a \`title\` of its own in the front matter.`
  )
}

function hasSharedFolders(shared: readonly Runbook[]): boolean {
  const names = new Set(shared.map(({ path, name }) => `${posix.dirname(path)}\n${foldName(name)}`))
  return names.size < shared.length
}

function massChange({ decisions, entries, runbooks, facts }: Decided): ActionError | undefined {
  const made = decisions.filter(({ kind, name = '' }) => kind === 'send' && entries.lacks(name)).length
  const isLeft = (path: string): boolean => runbooks.nameAt.has(path) || facts.unselected.has(path)
  const claimed = rowsOfRunbooks(runbooks, entries)
  const left = entries.rows.filter(
    (row) => row.line?.kind === 'version' && !claimed.has(row) && facts.isOfBranch(row.line) && isLeft(row.line.path)
  ).length
  if (made <= MANY || left <= MANY) return undefined
  return new ActionError(
    'stopped',
    `Nothing was sent: ${format(made)} new entries would be made, and ${format(left)} entries would have no runbook any more, ` +
      'although their files are still there. No API can delete them.',
    `Compare ${input('entry-name')} and ${input('files')} with those of earlier runs. If you mean the change, ${term('goOn')}.`
  )
}
