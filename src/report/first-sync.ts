import type { Diagnostic } from '../errors.ts'
import { isFirstSync } from '../sync/deliver/guards.ts'
import type { Look } from '../sync/look.ts'
import { count, listed } from '../wording.ts'

// What people should know while they still choose.

/** In a plan: a sync may stop here. */
export function workspaceNotice(look: Look, repository: string): Diagnostic[] {
  if (!isFirstSync(look)) return []
  const message = `This workspace has no entry of ${repository}. Is the token of the right workspace?`
  return [{ level: 'notice', message }]
}

/** Before the first sync people can still choose names. */
export function noticesBeforeFirstSync({ rows, runbooks }: Look): Diagnostic[] {
  const byFile = runbooks.named.filter(({ isNamedByFile }) => isNamedByFile)
  if (!rows.areKnown || rows.haveOwn || rows.haveTriggers || byFile.length === 0) return []
  const names = listed(byFile.map(({ name, path }) => `“${name}” (${path})`))
  const message = `${count(byFile.length, 'entry has', 'entries have')} the name of the file, which has no title: ${names}. A title that comes later makes another entry, because this service renames none.`
  return [{ level: 'notice', message }]
}

/**
 * Notices about comments, which an assistant reads and no reader of a page sees. They come while people choose: before the first
 * sync, and in a plan of the files.
 */
export function commentNotices({ rows, runbooks }: Look, isPlan: boolean): Diagnostic[] {
  const { named, shared, concerns } = runbooks
  const isFirst = rows.areKnown && !rows.haveOwn
  if (!isFirst && !isPlan) return []
  const isAbout = (path: string): boolean => isFirst || concerns(path)
  const found = [...named, ...shared.flat()].filter(({ hasComments, path }) => hasComments && isAbout(path))
  if (found.length === 0) return []
  const have = count(found.length, 'runbook has', 'runbooks have')
  const message = `${have} comments (\`<!-- … -->\`, or those of a generator), which no reader of the page sees, and the assistant does: ${listed(found.map(({ path }) => path))}. To leave them out, set \`comments\` to \`strip\`.`
  return [{ level: 'notice', message }]
}
