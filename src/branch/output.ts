import { isUtf8 } from 'node:buffer'
import { ActionError } from '../errors.ts'
import type { Selection } from './source.ts'

/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024

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

/** Why an entry of a tree is never read; undefined for a regular file. */
function skipByMode(mode = '') {
  if (mode === '100644' || mode === '100755') return undefined
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'special file'
}

/** Parses `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
export function parseTree(selection: Selection): (chunk: Buffer) => void {
  return splitRecords((record, valid) => {
    const tab = record.indexOf('\t')
    const id = record.slice(record.lastIndexOf(' ', tab) + 1, tab)
    const skip = skipByMode(record.slice(0, 6)) ?? (valid ? undefined : 'not UTF-8')
    selection.add(record.slice(tab + 1), id, skip)
  })
}

/**
 * Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path.
 *
 * @param onDifference gets the path and what it was before; undefined where it was no regular file.
 */
export function parseDifferences(
  onDifference: (path: string, before: string | undefined) => void
): (chunk: Buffer) => void {
  let header: readonly string[] | undefined
  return splitRecords((record, valid) => {
    if (header === undefined) {
      header = record.slice(1).split(' ')
      return
    }
    const [mode, , id] = header
    header = undefined
    if (valid) onDifference(record, skipByMode(mode) === undefined ? id : undefined)
  })
}
