import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { DiskFiles } from '../branch/disk.ts'
import { hasEnding } from '../branch/patterns.ts'
import { ActionError, messageOf } from '../errors.ts'
import { MAX_RULES, type RuleFile } from './rules.ts'

/**
 * Finds files that may have alerts below folders, and reads files as they are named. Follows no symbolic link but those in `paths`.
 *
 * @param root of the repository: where the paths of the result begin, also those of files outside, so that relative addresses lead there.
 */
export async function* findRules(paths: readonly string[], root: string): AsyncGenerator<RuleFile> {
  const known = new Set<string>()
  for (const path of paths) {
    const files = await filesAt(path).catch((error: unknown) => {
      const why =
        (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file or folder' : messageOf(error)
      throw new ActionError('input', `The rules in ${path} cannot be read: ${why}.`, 'Name another path.')
    })
    for (const file of files) {
      if (known.has(file)) continue
      known.add(file)
      const shown = relative(root, file).replaceAll(sep, '/')
      const source = new DiskFiles(dirname(file))
      yield { path: shown, content: await source.read({ path: basename(file), id: '' }, MAX_RULES) }
    }
  }
}

async function filesAt(path: string): Promise<string[]> {
  const place = await realpath(path)
  const stats = await stat(place)
  if (!stats.isDirectory()) return stats.isFile() ? [place] : []
  // @actions/glob, and so `list` of `DiskFiles`, writes to standard output, which has the JSON.
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && hasEnding(entry.name, 'alerts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
