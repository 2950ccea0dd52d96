import type { Inventory } from '../report/findings.ts'
import type { Secret } from '../secret.ts'
import type { Comparison } from './compare.ts'
import type { WorkList } from './worklist.ts'

/**
 * What the knowledge base held before the run; undefined where the list does not show all of it, or a
 * runbook cannot be read: its entry would count as one without a runbook.
 *
 * @param work of all runbooks.
 * @param showsNames whether names of entries without a runbook may be published.
 */
export function inventoryOf(
  { list, equal, cutTo }: Comparison,
  { send, notSent, isNameInUse }: Pick<WorkList, 'send' | 'notSent' | 'isNameInUse'>,
  showsNames: boolean,
  token: Secret | undefined
): Inventory | undefined {
  if (!list.isComplete) return undefined
  if (notSent.some(({ outcome, name }) => outcome === 'refused' && name === undefined)) return undefined
  const rows = (names: readonly string[]): number => names.reduce((sum, name) => sum + (list.find(name)?.count ?? 0), 0)
  const names = [...list.names]
  const showsTexts = list.showsTexts && cutTo === undefined
  const differing = send.filter((item) => !equal.has(item)).map(({ name }) => name)
  return {
    entries: list.size,
    isComplete: true,
    differing: showsTexts ? rows(differing) : 0,
    withoutRunbook: list.size - rows(names.filter(isNameInUse)),
    names: showsNames ? names.filter((name) => !isNameInUse(name)).map((name) => token?.redact(name) ?? name) : []
  }
}
