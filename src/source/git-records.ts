import { isUtf8 } from 'node:buffer'
import { Failure } from '../failures.ts'

/** What Git prints with `-z`: records that end in NUL, taken apart while they come. */

/** No path is longer; a record that is would be held in memory until it ends. */
const MAX_RECORD = 1024 * 1024

/** `valid` is false where a record is not UTF-8; it then has U+FFFD for what is not. Git takes any bytes but NUL. */
type OnRecord = (record: string, valid: boolean) => void

/** A consumer of chunks that calls `onRecord` for every whole record. */
export function splitRecords(onRecord: OnRecord): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = buffer.lastIndexOf(0) + 1
    const records = buffer.subarray(0, end)
    rest = buffer.subarray(end)
    // One conversion for all of them takes half the time of one for each.
    if (isUtf8(records)) {
      for (const record of split(records.toString())) onRecord(record, true)
    } else {
      for (const record of split(records.toString('latin1'))) {
        const bytes = Buffer.from(record, 'latin1')
        onRecord(bytes.toString(), isUtf8(bytes))
      }
    }
    if (rest.length > MAX_RECORD) {
      throw new Failure('source', 'The commit has a path of more than a megabyte.', 'Give that file a shorter path.')
    }
  }
}

function split(records: string): string[] {
  return records.split('\0').slice(0, -1)
}

/** What a mode says of a path, as far as it matters here. */
export type Kind = 'file' | 'symlink' | 'submodule' | 'other'

function kindOf(mode: string): Kind {
  if (mode === '100644' || mode === '100755') return 'file'
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'other'
}

/** A path as text, and whether it is text at all. */
interface Name {
  readonly path: string
  readonly valid: boolean
}

export interface TreeEntry extends Name {
  readonly kind: Kind
  readonly id: string
}

/** Reads `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
export function readTree(onEntry: (entry: TreeEntry) => void): (chunk: Buffer) => void {
  return splitRecords((record, valid) => {
    const tab = record.indexOf('\t')
    const id = record.slice(record.indexOf(' ', 7) + 1, tab)
    onEntry({ path: record.slice(tab + 1), valid, kind: kindOf(record.slice(0, 6)), id })
  })
}

export interface TreeDifference extends Name {
  readonly before: { readonly kind: Kind; readonly id: string }
  readonly after: { readonly kind: Kind; readonly id: string }
}

/** Reads `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
export function readDifferences(onDifference: (difference: TreeDifference) => void): (chunk: Buffer) => void {
  let sides: Pick<TreeDifference, 'before' | 'after'> | undefined
  return splitRecords((record, valid) => {
    if (sides === undefined) {
      const [mode = '', modeAfter = '', id = '', idAfter = ''] = record.slice(1).split(' ')
      sides = { before: { kind: kindOf(mode), id }, after: { kind: kindOf(modeAfter), id: idAfter } }
    } else {
      onDifference({ path: record, valid, ...sides })
      sides = undefined
    }
  })
}

/** Reads `git config -z --get-regexp`: the key, a newline and the value; of several, the last counts. */
export function readSettings(text: string): Readonly<Record<string, string>> {
  const records = text.split('\0').slice(0, -1)
  return Object.fromEntries(
    records.map((record) => {
      const [key = '', ...value] = record.split('\n')
      return [key, value.join('\n')]
    })
  )
}
