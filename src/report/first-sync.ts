import type { Diagnostic } from '../errors.ts'
import { isFirstSync } from '../sync/deliver/guards.ts'
import type { Look } from '../sync/look.ts'
import { count, listed } from '../wording.ts'

/** Notices for people who still choose, before the first sync or in a plan: the workspace, names, and comments that only an assistant reads. */
export function earlyNotices(look: Look, repository: string, isPlan: boolean): Diagnostic[] {
  const { rows, runbooks } = look
  const { named, shared, concerns } = runbooks
  const isFirst = rows.areKnown && !rows.haveOwn
  const untitled = isFirst && !rows.haveTriggers ? named.filter(({ isNamedByFile }) => isNamedByFile) : []
  const commented = [...named, ...shared.flat()].filter(({ hasComments, path }) => {
    return hasComments && (isFirst || (isPlan && concerns(path)))
  })
  const have = count(untitled.length, 'entry has', 'entries have')
  const names = listed(untitled.map(({ name, path }) => `“${name}” (${path})`))
  const comments = `${count(commented.length, 'runbook has', 'runbooks have')} comments`
  const paths = listed(commented.map(({ path }) => path))
  const messages = [
    isPlan && isFirstSync(look) && `This workspace has no entry of ${repository}. Is the token of the right workspace?`,
    untitled.length > 0 &&
      `${have} the name of the file, which has no title: ${names}. A title that comes later makes another entry, because this service renames none.`,
    commented.length > 0 &&
      `${comments} (\`<!-- … -->\`, or those of a generator), which no reader of the page sees, and the assistant does: ${paths}. To leave them out, set \`comments\` to \`strip\`.`
  ]
  return messages.flatMap((message) => (message === false ? [] : { level: 'notice', message }))
}
