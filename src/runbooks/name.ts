import { invalidInput } from '../failures.ts'
import type { Problem } from './runbook.ts'

const VARIABLES = ['title', 'path', 'dir', 'stem', 'repository'] as const
type Variable = (typeof VARIABLES)[number]

/** Characters of a name; what is longer is a paragraph that became a heading. */
const MAX_LENGTH = 1000

/**
 * Checks the input `name`. Braces mean a variable and nothing else: there is no way to write a literal one, so that a
 * later variable cannot change the meaning of a template.
 *
 * @throws {Failure} of kind `input`
 */
export function checkNameTemplate(template: string): void {
  const known = `It takes text with ${VARIABLES.map((variable) => `\`{${variable}}\``).join(', ')}.`
  let used = 0
  for (const [part] of template.matchAll(/\{[^{}]*\}|[{}]/g)) {
    const variable = part.slice(1, -1)
    if (part.length === 1) throw invalidInput('name', `has a brace without its other half (\`${part}\`).`, known)
    if (!isVariable(variable)) {
      const shown = variable
        .replace(/[^\x20-\x7e]/g, '?')
        .replaceAll('`', "'")
        .slice(0, 60)
      throw invalidInput('name', `has an unknown variable \`{${shown}}\`.`, known)
    }
    used++
  }
  if (used === 0) throw invalidInput('name', 'has no variable, so that all runbooks would have one name.', known)
}

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name)
}

/** Where a runbook is, in the words of the template. */
export interface Place {
  readonly path: string
  /** `owner/name`. */
  readonly repository: string
}

/** What a runbook is called that does not say so itself: as its file; README and index files as their folder. */
export function titleOf({ path, repository }: Place): string {
  const { dir, stem } = partsOf(path)
  if (!isIndex(path)) return stem
  return lastPart(dir === '' ? repository : dir)
}

/** A file that stands for its folder. */
export function isIndex(path: string): boolean {
  return /^(?:readme|_?index)$/i.test(partsOf(path).stem)
}

/** Whether the template asks for a title at all, which costs a look into the text. */
export function needsTitle(template: string): boolean {
  return template.includes('{title}')
}

/** Fills in a checked template: white space collapsed, nothing that cannot be shown, never empty. */
export function nameOf(
  template: string,
  title: string,
  place: Place
): { readonly kind: 'name'; readonly name: string } | { readonly kind: 'refused'; readonly problem: Problem } {
  const values: Record<Variable, string> = { title, ...place, ...partsOf(place.path) }
  const filled = template.replace(/\{(\w+)\}/g, (all, variable: string) =>
    isVariable(variable) ? values[variable] : all
  )
  const name = filled.replace(/\s+/g, ' ').trim()
  const remedy = 'Give it a `title` in its front matter, or change the `name` template.'
  const refused = (message: string) => ({ kind: 'refused', problem: { message, remedy } }) as const
  if (/\p{Cc}|\p{Cs}/u.test(name)) return refused('Its name contains a control character.')
  if (/^[\p{Cf}\p{Z}]*$/u.test(name)) return refused('Its name is empty.')
  if (name.length > MAX_LENGTH) return refused(`Its name is longer than ${MAX_LENGTH} characters.`)
  return { kind: 'name', name }
}

function partsOf(path: string): { readonly dir: string; readonly stem: string } {
  const file = lastPart(path)
  const dir = path.slice(0, -file.length - 1)
  return { dir, stem: file.replace(/(?!^)\.[^.]*$/, '') }
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
