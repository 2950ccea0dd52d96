import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DiskFiles } from '../branch/disk.ts'
import { ActionError, messageOf } from '../errors.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import type { RuleFile } from './rules.ts'

/** By its ending. */
export function isRuleFile(path: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(path)
}

/**
 * Finds files that may have alerts below folders, and reads files as they are named. Follows no symbolic link but those in `paths`.
 *
 * @throws {ActionError} for what cannot be read.
 */
export async function* findRules(paths: readonly string[]): AsyncGenerator<RuleFile> {
  for (const path of paths) {
    const place = await realpath(path).catch((error: unknown) => {
      throw new ActionError('input', `The rules in ${path} cannot be read: ${messageOf(error)}.`, 'Name another path.')
    })
    if (!(await stat(place)).isDirectory()) {
      yield { path, content: await new DiskFiles(dirname(place)).read({ path: basename(place), id: '' }, MAX_BYTES) }
      continue
    }
    const source = new DiskFiles(place)
    const { files, skipped } = await source.list('', isRuleFile)
    for (const file of files) yield { path: join(path, file.path), content: await source.read(file, MAX_BYTES) }
    for (const file of skipped) yield { path: join(path, file.path), skipped: file.reason }
  }
}
