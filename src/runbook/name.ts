import { refused, type Refused } from './problem.ts'
import type { RunbookOptions } from './runbook.ts'

const VARIABLES = ['title', 'path', 'dir', 'stem', 'repository'] as const
type Variable = (typeof VARIABLES)[number]

/** A longer name is a paragraph that became a heading by mistake. */
const MAX_LENGTH = 1000

/**
 * Returns the problem with a name template, as words that follow the name of the input. There is no escape for a literal
 * brace: a later version can add variables and no template changes its meaning.
 */
export function checkNameTemplate(template: string): string | undefined {
  let used = 0
  for (const [part] of template.matchAll(/\{[^{}]*\}|[{}]/g)) {
    const variable = part.slice(1, -1)
    if (part.length === 1) return `has an unmatched brace \`${part}\``
    if (!isVariable(variable)) return `has an unknown variable \`{${printable(variable)}}\``
    used++
  }
  return used === 0 ? `has no variable, so all runbooks would have the same name` : undefined
}

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name)
}

function printable(variable: string): string {
  return variable
    .slice(0, 60)
    .replace(/[^\x20-\x7e]/g, '?')
    .replaceAll('`', "'")
}

/** Whether a file stands for its folder. */
export function isIndex(path: string): boolean {
  return /^(?:readme|_?index)$/i.test(partsOf(path).stem)
}

/**
 * Fills in a checked template. Collapses white space. Refuses an empty name and control characters.
 *
 * @param findTitle is called only if the template uses the title; a file without a title has the name of the file, a README or
 *   index file the name of its folder
 */
export function nameOf(
  { nameTemplate, repository }: Pick<RunbookOptions, 'nameTemplate' | 'repository'>,
  path: string,
  findTitle: () => string | undefined
): { readonly kind: 'name'; readonly name: string } | Refused {
  const { dir, stem } = partsOf(path)
  const title = collapse(nameTemplate.includes('{title}') ? (findTitle() ?? titleFromPath(path, repository)) : '')
  if (title.length > MAX_LENGTH) return refusedName(`is longer than ${MAX_LENGTH} characters`)
  const values: Record<Variable, string> = { title, path, dir, stem, repository }
  const name = collapse(
    nameTemplate.replace(/\{(\w+)\}/g, (all, variable: string) => (isVariable(variable) ? values[variable] : all))
  )
  if (/\p{Cc}|\p{Cs}/u.test(name)) return refusedName('contains a control character')
  if (/^[\p{Cf}\p{Z}]*$/u.test(name)) return refusedName('is empty')
  if (name.length > MAX_LENGTH) return refusedName(`is longer than ${MAX_LENGTH} characters`)
  return { kind: 'name', name }
}

function refusedName(words: string): Refused {
  return refused(`The name ${words}.`, 'Add a `title` to the front matter, or change the `name` template.')
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function titleFromPath(path: string, repository: string): string {
  const { dir, stem } = partsOf(path)
  return isIndex(path) ? lastPart(dir === '' ? repository : dir) : stem
}

function partsOf(path: string): { readonly dir: string; readonly stem: string } {
  const file = lastPart(path)
  return { dir: path.slice(0, -file.length - 1), stem: file.replace(/(?!^)\.[^.]*$/, '') }
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
