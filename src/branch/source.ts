import { hash } from 'node:crypto'

// The files of a commit, read from Git or from the disk.

/** A regular file that the patterns select. */
export interface SourceFile {
  /** Path from the repository's root, with `/`. */
  readonly path: string
  /** Object id in Git; empty on the disk. */
  readonly id: string
}

export type FileContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Larger than the limit and therefore not read; `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number }

/** The id that Git gives to a file with this content, in the algorithm of a repository whose ids have `length` digits. */
export function blobIdOf(bytes: Buffer, length = 40): string {
  return hash(length === 40 ? 'sha1' : 'sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
}

/** Why a path that the patterns select is never read. */
const SKIPPED = {
  symlink: 'it is a symbolic link, which Runbook Sync never follows',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is not a regular file'
} as const

/** Whether the patterns select a path. */
export type Matcher = (path: string) => boolean

/** What the patterns select of a commit or folder. */
export class Selection {
  readonly files: SourceFile[] = []
  /** What is never read, and why, as a clause. A path has U+FFFD for what is not UTF-8. */
  readonly skipped: { readonly path: string; readonly reason: string }[] = []
  /** Number of files among which the patterns chose. */
  total = 0
  readonly #matches: Matcher

  constructor(matches: Matcher) {
    this.#matches = matches
  }

  add(path: string, id: string, skip: keyof typeof SKIPPED | undefined): void {
    const isSelected = this.#matches(path)
    if (skip === undefined) {
      this.total++
      if (isSelected) this.files.push({ path, id })
    } else if (isSelected || (skip === 'submodule' && this.#matches(`${path}/runbook.md`))) {
      this.skipped.push({ path, reason: SKIPPED[skip] })
    }
  }
}
