/**
 * The files of a commit, whoever keeps them. Later rooms read through this interface and know neither Git nor the disk.
 */

/** A regular file that could be a runbook. */
export interface SourceFile {
  /** Path from the repository's root, `/` between its parts. */
  readonly path: string
  /** Object id in Git; on the disk, where there is none, the empty string. */
  readonly id: string
}

/** Something the patterns would choose, but that is never read. */
export interface Skipped {
  /** Path from the root; where it is not UTF-8, with U+FFFD for what cannot be shown. */
  readonly path: string
  readonly reason: 'symlink' | 'submodule' | 'not UTF-8' | 'special file' | 'outside the workspace'
}

export interface Listing {
  /** In the order of their paths' bytes. */
  readonly files: readonly SourceFile[]
  readonly skipped: readonly Skipped[]
  /** How many files there were to choose from. */
  readonly looked: number
}

/** One path that differs between two commits; a side is missing where the path is not a regular file there. */
export interface Difference {
  readonly path: string
  readonly before?: string
  readonly after?: string
}

export interface Comparison {
  readonly differences: readonly Difference[]
  readonly skipped: readonly Skipped[]
}

export type Content =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Larger than was asked for; not kept in memory. `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number }

/** Chooses paths; called once per path while a list is read, so that nobody holds a list of everything. */
export interface Choose {
  (path: string): boolean
  /** Whether a path below `folder` may be chosen; without it, a submodule is named only where its own path is chosen. */
  readonly reaches?: (folder: string) => boolean
}

export interface Source extends AsyncDisposable {
  readonly kind: 'git' | 'disk'
  /** The regular files of `commit` that `choose` accepts. The disk knows one state only and ignores `commit`. */
  list(commit: string, choose: Choose): Promise<Listing>
  /** What differs between two commits among the paths that `choose` accepts. Fails on the disk. */
  compare(base: string, head: string, choose: Choose): Promise<Comparison>
  /** True when all of the commits can be read here, fetched from the remote if need be. */
  has(...commits: readonly string[]): Promise<boolean>
  /** The full id of the commit that a name or an abbreviated id means in the clone; `undefined` where there is none. */
  resolve(name: string): Promise<string | undefined>
  /** The commits that a commit was made from, also where a shallow clone has them not. */
  parents(commit: string): Promise<readonly string[]>
  /** The newest commit that both descend from; `undefined` where the clone's history does not show it. */
  mergeBase(one: string, other: string): Promise<string | undefined>
  /** Brings at once what of these files a partial clone has not, which would else be fetched one by one. */
  prefetch(...files: readonly Iterable<SourceFile>[]): Promise<void>
  /** The bytes of one file, at most `limit` of them. Many calls may be under way at once. */
  read(file: SourceFile, limit: number): Promise<Content>
  /** Which of `paths` are neither a file nor a folder in `commit`. */
  missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>>
  /** The commit's date, as `2026-11-20`, for people. */
  dateOf(commit: string): Promise<string>
  /** Why the last commits that `has` denied could not be fetched, for a message. */
  readonly problem: string
}
