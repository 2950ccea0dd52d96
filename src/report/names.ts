import { posix } from 'node:path'
import { foldName } from '../normal-form.ts'
import { count, input, listed, shorten } from '../wording.ts'
import { listPaths } from './causes.ts'
import { totalsOf, type Reported } from './outcomes.ts'
import type { Result } from './result.ts'

const MAX_PATHS = 3
const MAX_NAME = 200

/** Files that would all have the same entry. */
export interface SharedNames {
  readonly name: string
  /** Those that the change brought in come first. */
  readonly paths: readonly string[]
}

/** The names that several files have, if at least one of these files does not merely wait on the branch. */
export function sharedNames(rows: readonly Reported[]): SharedNames[] {
  const files = rows.filter(({ outcome, cause }) => outcome === 'refused' && cause === 'duplicate')
  const groups = Map.groupBy(files, ({ name = '' }) => foldName(name))
  return [...groups.values()]
    .filter((group) => group.some(({ isWaiting }) => !isWaiting))
    .map((group) => {
      const inOrder = [...group.filter(({ isWaiting }) => !isWaiting), ...group.filter(({ isWaiting }) => isWaiting)]
      return { name: inOrder[0]?.name ?? '', paths: inOrder.map(({ path }) => path) }
    })
}

/** `“Summary”: 4 files (docs/a.md, docs/b.md, docs/c.md and 1 more)` */
export function describeName({ name, paths }: SharedNames): string {
  return `“${shorten(name, MAX_NAME)}”: ${count(paths.length, 'file')} (${listPaths(paths, MAX_PATHS)})`
}

/** `3 names are shared: “Summary”: 4 files (a.md, b.md, c.md and 1 more), …`, without a full stop. */
export function describeNames(shared: readonly SharedNames[]): string {
  return `${count(shared.length, 'name is', 'names are')} shared: ${listed(shared.map(describeName))}`
}

/** How the names become unique: never by another template if there are entries, because a new template would create all of them again. */
export function nameAdvice(shared: readonly SharedNames[], hasEntries: boolean): string {
  if (hasEntries) {
    return `Give each file a \`title\` of its own in the front matter. Another ${input('entry-name')} would make new entries for all runbooks.`
  }
  const template = input('entry-name', `'${uniqueTemplate(shared)}'`)
  return `Before the first sync, set ${template}: later it would make new entries for all runbooks. Otherwise, give each file a \`title\` of its own in the front matter.`
}

/** The shortest template that gives these files different names. */
function uniqueTemplate(shared: readonly SharedNames[]): string {
  const repeatsInFolder = shared.some(
    ({ paths }) => new Set(paths.map((path) => posix.dirname(path))).size < paths.length
  )
  return repeatsInFolder ? '{path}: {title}' : '{dir}: {title}'
}

/** True if the knowledge base has entries of this branch, as far as the run can tell. */
export function hasEntries(result: Result): boolean {
  const { current = 0, differing = 0, orphaned = 0 } = result.inventory ?? {}
  const { upserted, unchanged, kept } = totalsOf(result)
  return current + differing + orphaned + upserted + unchanged + kept > 0
}
