/** The files of a commit, read from Git or from the disk. */

/** A regular file that the patterns select. */
export interface SourceFile {
  /** Path from the repository's root, with `/`. */
  readonly path: string
  /** Object id in Git; empty on the disk. */
  readonly id: string
}

/** A path that the patterns select and that is never read. */
export interface SkippedPath {
  /** With U+FFFD for what is not UTF-8. */
  readonly path: string
  readonly reason: 'symlink' | 'submodule' | 'not UTF-8' | 'special file' | 'outside the workspace'
}

export interface FileList {
  /** Sorted by path. */
  readonly files: readonly SourceFile[]
  readonly skipped: readonly SkippedPath[]
  /** Number of files among which the patterns chose. */
  readonly total: number
  /** Paths that the patterns would select if their ending were in lower case; ten at most. */
  readonly otherCase: readonly string[]
}

export type FileContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Larger than the limit and therefore not read; `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number }

/** Whether the patterns select a path. */
export type Matcher = (path: string) => boolean

export interface Source extends AsyncDisposable {
  /** The regular files of a commit that the patterns select. The disk has one state and ignores `commit`. */
  list(commit: string, matches: Matcher): Promise<FileList>
  /** Makes files readable at once that a partial clone lacks. */
  prefetch(ids: Iterable<string>): Promise<void>
  /** The content of a file, at most `limit` bytes. Calls may overlap. */
  read(file: SourceFile, limit: number): Promise<FileContent>
  /** Those of `paths` that are neither a file nor a folder in `commit`. */
  missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>>
}

/** Collects what `list` returns, one path after the other. */
export class FileListBuilder {
  readonly #matches: Matcher
  readonly #files: SourceFile[] = []
  readonly #skipped: SkippedPath[] = []
  readonly #otherCase: string[] = []
  #total = 0

  constructor(matches: Matcher) {
    this.#matches = matches
  }

  add(path: string, id: string, skip: SkippedPath['reason'] | undefined): void {
    if (skip === undefined) this.#total++
    if (!this.#matches(path)) {
      if (skip === 'submodule' && this.#matches(`${path}/runbook.md`)) this.#skipped.push({ path, reason: skip })
      if (skip === undefined && this.#otherCase.length < 10 && this.#matchesInLowerCase(path))
        this.#otherCase.push(path)
    } else if (skip === undefined) {
      this.#files.push({ path, id })
    } else {
      this.#skipped.push({ path, reason: skip })
    }
  }

  get list(): FileList {
    const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)
    return {
      files: this.#files.sort(byPath),
      skipped: this.#skipped.sort(byPath),
      total: this.#total,
      otherCase: this.#otherCase
    }
  }

  #matchesInLowerCase(path: string): boolean {
    const ending = /\.[a-z]*[A-Z][A-Za-z]*$/.exec(path)?.[0]
    return ending !== undefined && this.#matches(path.slice(0, -ending.length) + ending.toLowerCase())
  }
}
