import { isUtf8 } from 'node:buffer'
import type { SkipReason } from './source.ts'

/** One path of a tree, as Git lists it. */
export interface ListedPath {
  /** Has U+FFFD for what is not UTF-8. */
  readonly path: string
  readonly id: string
  /** Why it is never read; undefined for a regular file. */
  readonly skip: SkipReason | undefined
}

/** The two ids of one path, of each only if it is that of a regular file. */
export interface ChangedPath {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The lines of what Git prints without `-z`. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function skipByMode(mode = ''): SkipReason | undefined {
  if (mode === '100644' || mode === '100755') return undefined
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'special file'
}

/** Parses a record of `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
export function parseListed(record: Buffer): ListedPath {
  const tab = record.indexOf('\t')
  const [mode, , id = ''] = record.toString('latin1', 0, tab).split(' ')
  const skip = skipByMode(mode) ?? (isUtf8(record) ? undefined : 'not UTF-8')
  return { path: record.toString('utf8', tab + 1), id, skip }
}

/**
 * Parses the records of `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. Leaves out
 * paths that are not UTF-8.
 */
export async function* parseChanged(records: AsyncIterable<Buffer>): AsyncGenerator<ChangedPath> {
  let header: Buffer | undefined
  for await (const record of records) {
    if (header === undefined) {
      header = record
      continue
    }
    const [modeBefore, modeAfter, before, after] = header.toString('latin1', 1).split(' ')
    header = undefined
    if (!isUtf8(record)) continue
    yield {
      path: record.toString(),
      before: skipByMode(modeBefore) === undefined ? before : undefined,
      after: skipByMode(modeAfter) === undefined ? after : undefined
    }
  }
}
