import { isMap, isScalar, parseDocument, type Node } from 'yaml'
import type { Field } from './plain-fields.ts'
import { flawInWords } from './yaml-flaws.ts'

export type Fields =
  | { readonly kind: 'map'; readonly fields: readonly Field[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'flaw'; readonly message: string; readonly remedy: string; readonly offset: number }

/**
 * Reads the fields of front matter from its syntax tree. What they hold is checked and never made into values, so that no
 * alias is expanded, no `__proto__` is set, no tag is obeyed, and a scalar stays what its author typed.
 */
export function yamlFields(yaml: string): Fields {
  const { contents, errors, warnings } = parseDocument(yaml, { schema: 'core', prettyErrors: false })
  const flaw = errors[0] ?? warnings[0]
  if (flaw !== undefined) {
    const { words, remedy } = flawInWords(flaw.message)
    return { kind: 'flaw', message: `Its front matter is not valid YAML: ${words}.`, remedy, offset: flaw.pos[0] }
  }
  if (contents === null) return { kind: 'nothing' }
  if (!isMap(contents)) {
    return { kind: 'flaw', message: 'Its front matter is not a map.', remedy: 'Write `key: value` lines.', offset: 0 }
  }
  const fields: Field[] = []
  for (const { key, value } of contents.items as { key: Node; value: Node | null }[]) {
    if (!isScalar(key) || typeof key.value !== 'string') continue
    if (value === null || (isScalar(value) && value.value === null)) continue
    const text = isScalar(value) ? (value.source ?? '').trim() : undefined
    fields.push({ key: key.value, text, offset: value.range?.[0] ?? 0 })
  }
  return { kind: 'map', fields }
}
