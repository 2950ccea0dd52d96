import { isUtf8 } from 'node:buffer'
import { ActionError } from '../errors.ts'

/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024

/** One path of a tree or of the index, as Git lists it. */
export interface ListedPath {
  /** Has U+FFFD for what is not UTF-8. */
  readonly path: string
  readonly id: string
  /** Why it is never read; undefined for a regular file. */
  readonly skip: 'symlink' | 'submodule' | 'unmerged' | 'not UTF-8' | 'special file' | undefined
}

/** The two ids of one path, of each only if it is that of a regular file. */
export interface ChangedPath {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/**
 * Splits what Git prints with `-z` into its records while it arrives. `valid` is false for a record that is not UTF-8;
 * `record` then has U+FFFD. Git allows every byte but NUL in a path.
 */
export function splitRecords(onRecord: (record: string, valid: boolean) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk])
    const records = bytes.subarray(0, bytes.lastIndexOf(0) + 1)
    rest = bytes.subarray(records.length)
    // Decoded at once: a repository has many files, and nearly all have names in UTF-8.
    const valid = isUtf8(records)
    const texts = records.toString(valid ? 'utf8' : 'latin1').split('\0')
    for (const record of texts.slice(0, -1)) {
      const encoded = valid ? undefined : Buffer.from(record, 'latin1')
      onRecord(encoded?.toString() ?? record, encoded === undefined || isUtf8(encoded))
    }
    if (rest.length > MAX_RECORD) {
      throw new ActionError('git', 'The commit has a path longer than 1 MiB.', 'Give that file a shorter path.')
    }
  }
}

/** The lines of what Git prints without `-z`. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function skipByMode(mode = ''): ListedPath['skip'] {
  if (mode === '100644' || mode === '100755') return undefined
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'special file'
}

/** Parses `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
export function parseTree(onPath: (listed: ListedPath) => void): (chunk: Buffer) => void {
  return splitRecords((record, valid) => {
    const tab = record.indexOf('\t')
    const id = record.slice(record.lastIndexOf(' ', tab) + 1, tab)
    const skip = skipByMode(record.slice(0, 6)) ?? (valid ? undefined : 'not UTF-8')
    onPath({ path: record.slice(tab + 1), id, skip })
  })
}

/**
 * Parses `git ls-files -t --stage -z`: `<tag> <mode> <id> <stage>TAB<path>`. A path with a conflict comes once for each stage.
 *
 * @param onPath also gets whether the work tree leaves out the file, as a sparse checkout does.
 */
export function parseIndex(onPath: (listed: ListedPath, isLeftOut: boolean) => void): (chunk: Buffer) => void {
  let last = ''
  return splitRecords((record, valid) => {
    const tab = record.indexOf('\t')
    const [tag, mode, id = '', stage] = record.slice(0, tab).split(' ')
    const path = record.slice(tab + 1)
    const skip = stage === '0' ? skipByMode(mode) : 'unmerged'
    if (stage === '0' || path !== last)
      onPath({ path, id, skip: skip ?? (valid ? undefined : 'not UTF-8') }, tag === 'S')
    last = path
  })
}

/** Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
export function parseDifferences(onPath: (changed: ChangedPath) => void): (chunk: Buffer) => void {
  let header: readonly string[] | undefined
  return splitRecords((record, valid) => {
    if (header === undefined) {
      header = record.slice(1).split(' ')
      return
    }
    const [modeBefore, modeAfter, before, after] = header
    header = undefined
    if (!valid) return
    onPath({
      path: record,
      before: skipByMode(modeBefore) === undefined ? before : undefined,
      after: skipByMode(modeAfter) === undefined ? after : undefined
    })
  })
}
