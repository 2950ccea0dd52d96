import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { DiskFiles } from '../branch/disk.ts'
import { ActionError, messageOf } from '../errors.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import type { RuleFile } from './rules.ts'

const RULE_FILE = /\.(?:ya?ml|json)$/i

/**
 * Finds files that may have alerts below folders, and reads files as they are named. Follows no symbolic link but those in `paths`.
 *
 * @param root of the repository: where the paths of the result begin, also those of files outside, so that relative addresses of
 * alerts lead where they lead.
 */
export async function* findRules(paths: readonly string[], root: string): AsyncGenerator<RuleFile> {
  for (const path of paths) {
    const { folder, files } = await listFiles(path, root).catch((error: unknown) => {
      const why =
        (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file or folder' : messageOf(error)
      throw new ActionError('input', `The rules in ${path} cannot be read: ${why}.`, 'Name another path.')
    })
    const source = new DiskFiles(folder)
    for (const { name, shown, isFile } of files) {
      if (isFile) yield { path: shown, content: await source.read({ path: name, id: '' }, MAX_BYTES) }
      else yield { path: shown, skipped: 'it is a symbolic link or another special file' }
    }
  }
}

async function listFiles(path: string, root: string) {
  const place = await realpath(path)
  const stats = await stat(place)
  const fromRoot = (file: string): string => relative(root, file).replaceAll(sep, '/')
  const single = { name: basename(place), shown: fromRoot(place), isFile: stats.isFile() }
  if (!stats.isDirectory()) return { folder: dirname(place), files: [single] }
  // @actions/glob, and so `list` of `DiskFiles`, writes to standard output, which has the JSON.
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => {
    const name = relative(place, join(entry.parentPath, entry.name))
    if (entry.isDirectory() || !RULE_FILE.test(name)) return []
    return { name, shown: fromRoot(join(place, name)), isFile: entry.isFile() }
  })
  return { folder: place, files: files.sort((one, other) => (one.name < other.name ? -1 : 1)) }
}
