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
  readonly reason: 'symlink' | 'submodule' | 'not UTF-8' | 'special file'
}

export interface FileList {
  /** Sorted by path. */
  readonly files: readonly SourceFile[]
  readonly skipped: readonly SkippedPath[]
  /** Number of files among which the patterns chose. */
  readonly total: number
  /** Paths that the patterns would select if their ending were in lower case; ten at most. */
  readonly otherCase: readonly string[]
  /** Where the watched texts are among the files that the patterns do not select, by object id. */
  readonly unselected: ReadonlyMap<string, string>
}

export type FileContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Larger than the limit and therefore not read; `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number }

/** Whether the patterns select a path. */
export type Matcher = (path: string) => boolean

/** Collects what `list` returns, one path after the other. */
export class FileListBuilder {
  readonly #matches: Matcher
  readonly #watched: ReadonlySet<string>
  readonly #list = {
    files: [] as SourceFile[],
    skipped: [] as SkippedPath[],
    total: 0,
    otherCase: [] as string[],
    unselected: new Map<string, string>()
  }

  /** @param watched object ids to be looked for among the files that the patterns do not select. */
  constructor(matches: Matcher, watched: ReadonlySet<string> = new Set()) {
    this.#matches = matches
    this.#watched = watched
  }

  add(path: string, id: string, skip: SkippedPath['reason'] | undefined): void {
    const { files, skipped, otherCase, unselected } = this.#list
    const isSelected = this.#matches(path)
    if (skip === undefined) {
      this.#list.total++
      if (!isSelected && this.#watched.has(id)) unselected.set(id, path)
      if (isSelected) files.push({ path, id })
      else if (otherCase.length < 10 && this.#matchesInLowerCase(path)) otherCase.push(path)
    } else if (isSelected || (skip === 'submodule' && this.#matches(`${path}/runbook.md`))) {
      skipped.push({ path, reason: skip })
    }
  }

  get list(): FileList {
    const { files, skipped } = this.#list
    const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)
    return { ...this.#list, files: files.sort(byPath), skipped: skipped.sort(byPath) }
  }

  #matchesInLowerCase(path: string): boolean {
    const ending = /\.[a-z]*[A-Z][A-Za-z]*$/.exec(path)?.[0]
    return ending !== undefined && this.#matches(path.slice(0, -ending.length) + ending.toLowerCase())
  }
}
