import type { Git } from './command.ts'
import { parseDifferences, parseRenames, type ChangedPath } from './output.ts'
import type { FileDifference, Matcher } from './source.ts'

// What Git finds when it compares trees that are here.

/** Contents of one file that are found in a history. */
const MAX_VERSIONS = 100

/** The selected paths that are another regular file in one commit than in the other. */
export async function changedPaths(git: Git, from: string, to: string, matches: Matcher): Promise<ChangedPath[]> {
  const changed: ChangedPath[] = []
  const parse = parseDifferences((one) => {
    // A mode may have changed alone.
    if (one.before !== one.after && matches(one.path)) changed.push(one)
  })
  await git.stream(['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to], parse)
  return changed
}

/** Renames as far as the content stayed the same, and the files that are left: removed ones, and new ones. */
export function exactRenames(changed: readonly ChangedPath[]) {
  const renames = new Map<string, string>()
  const removed = new Map<string, string>()
  const added = new Map<string, string>()
  for (const { path, before, after } of changed) {
    if (before === undefined && after !== undefined) added.set(path, after)
  }
  const byId = new Map(Array.from(added, ([path, id]) => [id, path]))
  for (const { path, before, after } of changed) {
    if (before === undefined || after !== undefined) continue
    const now = byId.get(before)
    if (now === undefined || !added.delete(now)) removed.set(path, before)
    else renames.set(path, now)
  }
  return { renames, removed, added }
}

/** What became of each file, by its path. @param renames where files are now, by the path that they had. */
export function differencesOf(
  changed: readonly ChangedPath[],
  renames: ReadonlyMap<string, string>
): ReadonlyMap<string, FileDifference> {
  return new Map(
    changed.map(({ path, before }) => {
      const renamedTo = renames.get(path)
      return [path, renamedTo === undefined ? { before } : { before, renamedTo }]
    })
  )
}

/** Where removed files are now, by the similarity of their texts. All texts have to be here. */
export async function similarFiles(git: Git, from: string, to: string, paths: readonly string[]) {
  const renames = new Map<string, string>()
  const command = ['diff-tree', '-r', '-z', '--name-status', '-M', '--diff-filter=R', from, to, '--']
  const parse = parseRenames((path, now) => renames.set(path, now))
  await git.stream([...command, ...paths.map(literally)], parse)
  return renames
}

/**
 * By path, the ids of the contents that a file had in some commits and their parents.
 *
 * @param commits the newest first; so are the ids.
 */
export async function blobsIn(git: Git, commits: readonly string[], paths: readonly string[]) {
  const blobs = new Map(paths.map((path) => [path, new Set<string>()]))
  const parse = parseDifferences(({ path, before, after }) => {
    const ids = blobs.get(path)
    for (const id of [after, before]) if (id !== undefined && ids !== undefined && ids.size < MAX_VERSIONS) ids.add(id)
  })
  // `-m`: what a merge has may be in none of its parents.
  const command = ['diff-tree', '--stdin', '-m', '--root', '-r', '-z', '--raw', '--no-renames', '--no-commit-id', '--']
  // Git compares each path of a tree with each that it gets: 200 take twenty times as long as the folder of all.
  const folder = commonFolder(paths)
  const limits = folder === '' ? [] : [literally(folder)]
  await git.stream([...command, ...limits], parse, { input: commits.map((id) => `${id}\n`).join('') })
  return new Map(Array.from(blobs, ([path, ids]) => [path, [...ids]]))
}

/** The folder of all paths, or the path itself if there is one; empty for the root. */
function commonFolder([first = '', ...others]: readonly string[]): string {
  return others.reduce((folder, path) => {
    const parts = path.split('/')
    const differs = folder.split('/').findIndex((part, at) => part !== parts[at])
    return differs === -1 ? folder : parts.slice(0, differs).join('/')
  }, first)
}

/** A path as an argument that names just this path. */
function literally(path: string): string {
  return `:(literal)${path}`
}
