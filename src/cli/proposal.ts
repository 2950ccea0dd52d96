import { posix } from 'node:path'
import { isMarkdown } from '../branch/patterns.ts'
import { foldName } from '../normal-form.ts'

/** How people call folders of runbooks. */
const RUNBOOKS = /^(?:run[-_]?books?|play[-_]?books?)$/i
/** Folders with the files of others, or of tests. */
const OTHERS = /^(?:node_modules|vendor|third[-_]?party|testdata|fixtures|__tests__|\..*)$/i
/** What a runbook is copied from. */
const COPIED = /(?:^|[-_./])templates?(?:[-_./]|$)/i
/** What needs no escape, in a pattern and in a workflow: the name of a folder must not become a part of either. */
const PLAIN = /^[\p{L}\p{N}\p{M} @._/-]+$/u
/** Folders of one name are named one by one up to this number. */
const MAX_FOLDERS = 3

/**
 * Patterns for the files that look like runbooks; none if nothing does.
 *
 * @param paths of all files of a repository.
 */
export function proposeFiles(paths: readonly string[]): readonly string[] {
  const markdown = paths.filter((path) => isMarkdown(path) && PLAIN.test(path))
  const inFolders = markdown.filter((path) => folderOf(path) !== undefined)
  const folders = [...new Set(inFolders.map((path) => folderOf(path) ?? ''))].sort(byImportance)
  const copied = inFolders.filter((path) => COPIED.test(path))
  return [...patternsOf(folders, markdown), ...copied.map((path) => `!${path}`)]
}

/** The outermost folder of runbooks that a file is in. */
function folderOf(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1)
  const at = folders.findIndex((folder) => RUNBOOKS.test(folder))
  const isOthers = folders.some((folder) => OTHERS.test(folder))
  return at === -1 || isOthers ? undefined : folders.slice(0, at + 1).join('/')
}

/** The folders of services have one name; one pattern is about all of them if it selects nothing else. */
function patternsOf(folders: readonly string[], markdown: readonly string[]): readonly string[] {
  const groups = Map.groupBy(folders, (folder) => posix.basename(folder))
  return [...groups].flatMap(([name, group]) => {
    const below = markdown.filter((path) => path.split('/').slice(0, -1).includes(name))
    const isExact = below.every((path) => group.includes(folderOf(path) ?? ''))
    const roots = group.length > MAX_FOLDERS && isExact ? [`**/${name}`] : group
    // Without an ending, a pattern selects all kinds of Markdown.
    const ending = below.every((path) => path.endsWith('.md')) ? '/**/*.md' : '/**'
    return roots.map((root) => root + ending)
  })
}

function byImportance(one: string, other: string): number {
  const depth = one.split('/').length - other.split('/').length
  if (depth !== 0) return depth
  return one < other ? -1 : 1
}

/** The folder that has most of the Markdown, as a pattern; undefined if there is none. */
export function largestFolder(paths: readonly string[]): string | undefined {
  const inFolders = paths.filter((path) => {
    const [first = '', second] = path.split('/')
    return isMarkdown(path) && PLAIN.test(path) && second !== undefined && !OTHERS.test(first)
  })
  const groups = [...Map.groupBy(inFolders, (path) => path.split('/', 1)[0] ?? '')]
  const [largest] = groups.sort(([, one], [, other]) => other.length - one.length)
  return largest && `${largest[0]}/**/*.md`
}

/** Templates of names in the order in which people like them. The last one gives each file a name of its own. */
export const NAME_TEMPLATES = ['{title}', '{dir}: {title}', '{path}: {title}'] as const

/** The names that several files have, with these files. */
export function repeatedNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(names, ([, name]) => foldName(name))
  const repeated = [...groups.values()].filter((group) => group.length > 1)
  return new Map(repeated.map((group) => [group[0]?.[1] ?? '', group.map(([path]) => path)]))
}

/**
 * The first template by which each runbook has a name of its own; else the last one.
 *
 * @param names of the runbooks, by template and path.
 */
export function proposeTemplate(names: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const templates = [...names.keys()]
  const unique = templates.find((template) => repeatedNames(names.get(template) ?? new Map()).size === 0)
  return unique ?? templates.at(-1) ?? NAME_TEMPLATES[0]
}
