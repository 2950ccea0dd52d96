import { isUtf8 } from 'node:buffer'
import { ActionError } from '../errors.ts'

/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024

/** `valid` is false for a record that is not UTF-8; `record` then has U+FFFD. Git allows every byte but NUL in a path. */
type OnRecord = (record: string, valid: boolean) => void

/** Splits what Git prints with `-z` into its records while it arrives. */
export function splitRecords(onRecord: OnRecord): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = buffer.lastIndexOf(0) + 1
    const records = buffer.subarray(0, end)
    rest = buffer.subarray(end)
    const encoding = isUtf8(records) ? 'utf8' : 'latin1'
    for (const record of records.toString(encoding).split('\0').slice(0, -1)) {
      if (encoding === 'utf8') onRecord(record, true)
      else onRecord(Buffer.from(record, 'latin1').toString(), isUtf8(Buffer.from(record, 'latin1')))
    }
    if (rest.length > MAX_RECORD) {
      throw new ActionError('git', 'The commit has a path longer than 1 MiB.', 'Give that file a shorter path.')
    }
  }
}

export type FileKind = 'file' | 'symlink' | 'submodule' | 'special file'

function kindOf(mode: string): FileKind {
  if (mode === '100644' || mode === '100755') return 'file'
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'special file'
}

export interface TreeEntry {
  readonly path: string
  /** Whether the path is UTF-8. */
  readonly valid: boolean
  readonly kind: FileKind
  readonly id: string
}

/** Parses `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
export function parseTree(onEntry: (entry: TreeEntry) => void): (chunk: Buffer) => void {
  return splitRecords((record, valid) => {
    const tab = record.indexOf('\t')
    const [mode = '', , id = ''] = record.slice(0, tab).split(' ')
    onEntry({ path: record.slice(tab + 1), valid, kind: kindOf(mode), id })
  })
}

/** A path whose file differs between two trees; a side is undefined where the path is no regular file. */
export interface TreeDifference {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
export function parseDifferences(onDifference: (difference: TreeDifference) => void): (chunk: Buffer) => void {
  let header: readonly string[] | undefined
  return splitRecords((record, valid) => {
    if (header === undefined) {
      header = record.slice(1).split(' ')
      return
    }
    const [mode = '', newMode = '', id, newId] = header
    header = undefined
    // A change of the permissions alone.
    if (!valid || (id === newId && kindOf(mode) === kindOf(newMode))) return
    onDifference({
      path: record,
      before: kindOf(mode) === 'file' ? id : undefined,
      after: kindOf(newMode) === 'file' ? newId : undefined
    })
  })
}
