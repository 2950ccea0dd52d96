import type { Git } from './command.ts'
import { parseDifferences, type ChangedPath } from './output.ts'
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

/** What became of each file, by its path. A file with the same content at another path was moved there. */
export function differencesOf(changed: readonly ChangedPath[]): ReadonlyMap<string, FileDifference> {
  const added = changed.filter(({ before, after }) => before === undefined && after !== undefined)
  const pathOf = new Map(added.map(({ path, after }) => [after, path]))
  return new Map(
    changed.map(({ path, before, after }) => {
      const renamedTo = before === undefined || after !== undefined ? undefined : pathOf.get(before)
      return [path, renamedTo === undefined ? { before } : { before, renamedTo }]
    })
  )
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
