import { ActionError, type Diagnostic } from '../errors.ts'
import type { Branch, Runbooks } from './runbooks.ts'
import { count, format, listed } from '../wording.ts'
import { decide, type Decision } from './decide.ts'
import { findMerged } from './edits.ts'
import type { EntryList } from './entry-list.ts'
import { refuseRevealing } from './reveal.ts'
import { Rows } from './rows.ts'
import { hasName } from './runbooks.ts'

/** What one look at the branch and the list has shown, and what follows from it. */
export interface Look {
  readonly runbooks: Runbooks
  readonly rows: Rows
  /** False if the list was not read. */
  readonly isCompared: boolean
  /** True if history was fetched after the list was read, which may take minutes: nothing is sent after such a look. */
  readonly isOld: boolean
  readonly decisions: readonly Decision[]
}

/**
 * Compares runbooks with the list, and decides. The runbooks were read before: a fetch may take minutes, and an edit is seen only
 * if it was made before the list is read.
 *
 * @throws {ActionError} if the list cannot be read, or is that of several workspaces.
 */
export async function lookAt(branch: Branch, list: EntryList, runbooks: Runbooks): Promise<Look> {
  const rows = await list.read(runbooks)
  requireOneWorkspace(rows, runbooks)
  const { history } = branch.source
  const fetches = history?.fetches
  const merged = await findMerged(branch, runbooks, rows)
  const isOld = history?.fetches !== fetches
  const decisions = decide(runbooks, rows, merged, branch.policy)
  return {
    runbooks,
    rows,
    isCompared: true,
    isOld,
    decisions: await refuseRevealing(branch, runbooks, decisions)
  }
}

/** An entry of one workspace hides that of the other from some people, and an upsert finds one of them. */
function requireOneWorkspace(rows: Rows, runbooks: Runbooks): void {
  const own = rows.all.filter(({ name, origin }) => origin === 'this branch' || hasName(runbooks, name))
  const workspaces = new Set(own.map(({ details }) => details?.workspace ?? null))
  workspaces.delete(null)
  if (workspaces.size < 2) return
  throw new ActionError(
    'stopped',
    `The list shows entries of ${workspaces.size} workspaces that belong to these runbooks: ${listed([...workspaces].map(String))}.`,
    'Use a token of one workspace, and delete in the assistant what should not be in the other one.'
  )
}

/** Before the first sync people can still choose names. */
export function noticesBeforeFirstSync({ isCompared, rows, runbooks }: Look): Diagnostic[] {
  const byFile = runbooks.named.filter(({ isNamedByFile }) => isNamedByFile)
  if (!isCompared || rows.haveOwn || rows.areDocumented || byFile.length === 0) return []
  const names = listed(byFile.map(({ name, path }) => `“${name}” (${path})`))
  const message = `${count(byFile.length, 'entry has', 'entries have')} the name of the file, which has no title: ${names}. A title that comes later makes another entry, because this service renames none.`
  return [{ level: 'notice', message }]
}

/**
 * What the assistant reads although no reader of a page sees it. It is said while people choose: before the first sync, and of
 * what a plan is about.
 */
export function commentNotices({ isCompared, rows, runbooks }: Look, isPlan: boolean): Diagnostic[] {
  const { named, shared, changed } = runbooks
  const isFirst = isCompared && !rows.haveOwn
  if (!isFirst && !isPlan) return []
  const isAbout = (path: string): boolean => isFirst || (changed?.has(path) ?? true)
  const found = [...named, ...shared.flat()].filter(({ hasComments, path }) => hasComments && isAbout(path))
  if (found.length === 0) return []
  const have = count(found.length, 'runbook has', 'runbooks have')
  const message = `${have} comments (\`<!-- … -->\`), which no reader of the page sees, and the assistant does: ${listed(found.map(({ path }) => path))}. \`comments: strip\` leaves them out.`
  return [{ level: 'notice', message }]
}

/** What is known without the knowledge base: which runbooks could be sent. */
export async function lookWithoutList(branch: Branch, runbooks: Runbooks): Promise<Look> {
  const rows = new Rows([])
  const decisions = await refuseRevealing(branch, runbooks, decide(runbooks, rows, new Set(), branch.policy))
  return { runbooks, rows, isCompared: false, isOld: false, decisions }
}

/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20

/**
 * Why a person should say yes before a sync sends anything, because no API deletes an entry; undefined if there is no reason.
 *
 * @param opening says what happens, in words before a colon.
 * @param renamesNone true if a new title has made another entry.
 */
export function reasonToStop(look: Look, opening: string, renamesNone = false): ActionError | undefined {
  return sharedNamesAtFirst(look, opening) ?? massChange(look, opening, renamesNone)
}

const GO_ON = 'start a run by hand (Run workflow, or `sync --yes`)'

/** Later, another template of names would make new entries for all runbooks. */
function sharedNamesAtFirst(look: Look, opening: string): ActionError | undefined {
  const { rows, decisions } = look
  const { shared } = look.runbooks
  if (rows.haveOwn || rows.areWithoutTexts || shared.length === 0) return undefined
  if (!decisions.some((one) => one.is === 'planned')) return undefined
  const names = listed(shared.map(([first, ...more]) => `“${first?.name ?? ''}” (${count(more.length + 1, 'file')})`))
  return new ActionError(
    'stopped',
    `${opening}: this is the first sync, and several files have one name: ${names}.`,
    `Give them titles of their own, or set \`entry-name: '{dir}: {title}'\`. To leave the names as they are, ${GO_ON}: that run refuses these files, and sends the others.`
  )
}

function massChange({ decisions }: Look, opening: string, renamesNone: boolean): ActionError | undefined {
  const planned = decisions.filter((decision) => decision.is === 'planned')
  const renamed = renamesNone ? planned.filter(({ why }) => why === 'renamed').length : 0
  const made = renamed + planned.filter(({ why }) => why === 'new').length
  const left = renamed + decisions.filter((decision) => decision.is === 'orphaned' && decision.isHere).length
  if (made <= MANY || left <= MANY) return undefined
  return new ActionError(
    'stopped',
    `${opening}: ${format(made)} entries would be created, and ${format(left)} left without a runbook, although their files ` +
      'still exist. No API can delete entries.',
    `Compare \`entry-name\` and \`files\` with those of earlier runs. If you mean the change, ${GO_ON}.`
  )
}
