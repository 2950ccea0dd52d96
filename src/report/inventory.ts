import { format, listed } from '../wording.ts'
import type { Findings } from './findings.ts'

/**
 * What the knowledge base held, as a sentence, so that two swapped tokens or a forgotten entry are noticed: `52 entries: 48
 * of runbooks, 3 differ, 1 has no runbook`. Empty where it is not known.
 */
export function inventoryOf({ inventory, mode }: Findings): string {
  if (inventory === undefined) return ''
  const { entries, isComplete, differing, withoutRunbook, names } = inventory
  const same = entries - differing - withoutRunbook
  const parts = [
    ...(isComplete && same > 0 ? [`${format(same)} of runbooks`] : []),
    ...(differing > 0 ? [`${format(differing)} ${differing === 1 ? 'differs' : 'differ'}`] : []),
    ...(withoutRunbook > 0 ? [`${format(withoutRunbook)} ${withoutRunbook === 1 ? 'has' : 'have'} no runbook`] : [])
  ]
  const total = `${isComplete ? '' : 'at least '}${format(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  const what = mode === 'check' || parts.length === 0 ? total : `${total}: ${parts.join(', ')}`
  const shown = names.length === 0 ? '' : ` Without a runbook: ${listed(names.map((name) => `“${name}”`))}.`
  return `${mode === 'sync' ? 'Before this run the knowledge base had' : 'The knowledge base has'} ${what}.${shown}`
}
