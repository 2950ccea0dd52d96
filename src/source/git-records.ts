import { isUtf8 } from 'node:buffer'
import { Failure } from '../failures.ts'

/** What Git prints with `-z`: records that end in NUL, taken apart as bytes while they come. */

const TAB = 9
const SPACE = 32
/** No path is longer; a record that is would be held in memory until it ends. */
const MAX_RECORD = 1024 * 1024

/** Called with a record's bytes: they are `buffer` from `start` to before `end`. */
type OnRecord = (buffer: Buffer, start: number, end: number) => void

/** A consumer of chunks that calls `onRecord` for every whole record. */
export function splitRecords(onRecord: OnRecord): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = buffer.indexOf(0, rest.length); end >= 0; end = buffer.indexOf(0, start)) {
      onRecord(buffer, start, end)
      start = end + 1
    }
    rest = buffer.subarray(start)
    if (rest.length > MAX_RECORD) {
      throw new Failure('source', 'The commit has a path of more than a megabyte.', 'Give that file a shorter path.')
    }
  }
}

/** What a mode says of a path, as far as it matters here. */
export type Kind = 'file' | 'symlink' | 'submodule' | 'other'

function kindOf(buffer: Buffer, start: number): Kind {
  const mode = buffer.toString('latin1', start, start + 6)
  if (mode === '100644' || mode === '100755') return 'file'
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'other'
}

/** A path as text, and whether it is text at all: Git takes any bytes but NUL. */
export interface Name {
  /** With U+FFFD for what is not UTF-8. */
  readonly path: string
  readonly valid: boolean
}

export function nameOf(buffer: Buffer, start: number, end: number): Name {
  const path = buffer.toString('utf8', start, end)
  return { path, valid: !path.includes('\ufffd') || isUtf8(buffer.subarray(start, end)) }
}

export interface TreeEntry extends Name {
  readonly kind: Kind
  readonly id: string
}

/** Reads `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
export function readTree(onEntry: (entry: TreeEntry) => void): (chunk: Buffer) => void {
  return splitRecords((buffer, start, end) => {
    const tab = buffer.indexOf(TAB, start)
    const id = buffer.indexOf(SPACE, start + 7) + 1
    const { path, valid } = nameOf(buffer, tab + 1, end)
    onEntry({ path, valid, kind: kindOf(buffer, start), id: buffer.toString('latin1', id, tab) })
  })
}

export interface TreeDifference extends Name {
  readonly before: { readonly kind: Kind; readonly id: string }
  readonly after: { readonly kind: Kind; readonly id: string }
}

/** Reads `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
export function readDifferences(onDifference: (difference: TreeDifference) => void): (chunk: Buffer) => void {
  let sides: Pick<TreeDifference, 'before' | 'after'> | undefined
  return splitRecords((buffer, start, end) => {
    if (sides === undefined) {
      const first = start + 15
      const second = buffer.indexOf(SPACE, first) + 1
      sides = {
        before: { kind: kindOf(buffer, start + 1), id: buffer.toString('latin1', first, second - 1) },
        after: { kind: kindOf(buffer, start + 8), id: buffer.toString('latin1', second, buffer.indexOf(SPACE, second)) }
      }
    } else {
      onDifference({ ...nameOf(buffer, start, end), ...sides })
      sides = undefined
    }
  })
}
