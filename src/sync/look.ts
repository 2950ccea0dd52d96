import { ActionError, type Diagnostic } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { count, format, listed } from '../wording.ts'
import { decide, type Decision } from './decide.ts'
import { findMerged } from './edits.ts'
import { readRows, Rows } from './rows.ts'
import type { Branch, Runbooks } from './runbooks.ts'

/** What one look at the branch and the list has shown, and what follows from it. */
export interface Look {
  readonly runbooks: Runbooks
  readonly rows: Rows
  /** False if the list was not read. */
  readonly isCompared: boolean
  readonly decisions: readonly Decision[]
}

/**
 * Compares runbooks with the list, and decides. The runbooks were read before: a fetch may take minutes, and an edit is seen only
 * if it was made before the list is read.
 *
 * @throws {ActionError} if the list cannot be read.
 */
export async function lookAt(branch: Branch, client: KnowledgeClient, runbooks: Runbooks): Promise<Look> {
  const rows = await readRows(client, branch, runbooks)
  const merged = await findMerged(branch, runbooks, rows)
  return { runbooks, rows, isCompared: true, decisions: decide(runbooks, rows, merged, branch.settings) }
}

/** Before the first sync people can still choose names. */
export function noticesBeforeFirstSync({ isCompared, rows, runbooks }: Look): Diagnostic[] {
  const byFile = runbooks.named.filter(({ isNamedByFile }) => isNamedByFile)
  if (!isCompared || rows.haveOwn || byFile.length === 0) return []
  const names = listed(byFile.map(({ name, path }) => `“${name}” (${path})`))
  const message = `${count(byFile.length, 'entry has', 'entries have')} the name of the file, which has no title: ${names}. A title that comes later makes another entry, because no API can rename one.`
  return [{ level: 'notice', message }]
}

/** What is known without the knowledge base: which runbooks could be sent. */
export function lookWithoutList({ settings }: Branch, runbooks: Runbooks): Look {
  const rows = new Rows([])
  return { runbooks, rows, isCompared: false, decisions: decide(runbooks, rows, new Set(), settings) }
}

/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20

/**
 * Why a person should say yes before a sync sends anything, because no API deletes an entry; undefined if there is no reason.
 *
 * @param opening says what happens, in words before a colon.
 */
export function reasonToStop(look: Look, opening: string): ActionError | undefined {
  return sharedNamesAtFirst(look, opening) ?? massChange(look, opening)
}

const GO_ON = 'start a run by hand (Run workflow, or `sync --yes`)'

/** Later, another template of names would make new entries for all runbooks. */
function sharedNamesAtFirst(look: Look, opening: string): ActionError | undefined {
  const { rows, decisions } = look
  const { shared } = look.runbooks
  if (rows.haveOwn || rows.areWithoutTexts || shared.length === 0) return undefined
  if (!decisions.some((one) => one.do === 'send')) return undefined
  const names = listed(shared.map(([first, ...more]) => `“${first?.name ?? ''}” (${count(more.length + 1, 'file')})`))
  return new ActionError(
    'stopped',
    `${opening}: this is the first sync, and several files have one name: ${names}.`,
    `Give them titles of their own, or set \`entry-name: '{dir}: {title}'\`. To leave the names as they are, ${GO_ON}: that run refuses these files, and sends the others.`
  )
}

function massChange({ decisions }: Look, opening: string): ActionError | undefined {
  const made = decisions.filter((decision) => decision.do === 'send' && decision.why === 'new').length
  const left = decisions.filter((decision) => decision.do === 'orphan' && decision.isHere).length
  if (made <= MANY || left <= MANY) return undefined
  return new ActionError(
    'stopped',
    `${opening}: ${format(made)} entries would be created, and ${format(left)} left without a runbook, although their files ` +
      'still exist. No API can delete entries.',
    `Compare \`entry-name\` and \`files\` with those of earlier runs. If you mean the change, ${GO_ON}.`
  )
}
